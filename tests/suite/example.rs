//! The second gym, `examples/ngome`: another country, language and currency, without accounts, calculator and blog, in
//! content and a few templates alone. What is true of it is true of any gym.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::LazyLock,
};

use walkdir::WalkDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn gympress(command: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args([command, "--root"])
        .arg(root().join("examples/ngome"))
        .args(arguments)
        .output()
        .unwrap()
}

/// The built site: a folder, and its pages by path.
struct Built {
    out: PathBuf,
    pages: BTreeMap<String, String>,
}

/// Built once for all tests: several builds at a time would each encode all pictures.
static BUILT: LazyLock<Built> = LazyLock::new(|| {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept/ngome");
    let output = gympress("build", &["--now", "2026-11-20T12:00:00+03:00", "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = WalkDir::new(&out).into_iter().map(Result::unwrap);
    let pages = files.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "html"));
    let page = |path: PathBuf| {
        let name = path.strip_prefix(&out).unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    let pages = pages.map(|entry| page(entry.into_path())).collect();
    Built { out, pages }
});

#[test]
fn has_neither_errors_nor_warnings() {
    let output = gympress("check", &["--deny-warnings", "--now", "2026-11-20T12:00:00+03:00"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn is_content_and_a_few_templates() {
    let files = WalkDir::new(root().join("examples/ngome")).into_iter().map(Result::unwrap);
    let files = files.filter(|entry| !entry.path().components().any(|part| part.as_os_str() == ".gympress"));
    for file in files.filter(|entry| entry.file_type().is_file()) {
        let extension = file.path().extension().unwrap_or_default().to_str().unwrap().to_owned();
        let known = ["toml", "html", "css", "jpg", "png", "md"].contains(&&*extension);
        assert!(known, "{} is more than content and templates", file.path().display());
    }
}

#[test]
fn every_address_is_a_page_in_its_own_language_and_currency() {
    let pages = &BUILT.pages;
    assert!(pages.len() > 15, "{:?}", pages.keys());
    for (path, page) in pages {
        assert!(page.contains("<html lang=\"sw-TZ\""), "{path}");
        assert_eq!(page.matches("<h1").count(), 1, "{path}");
    }
    let all: String = pages.values().map(String::as_str).collect();
    assert!(all.contains("TSh"), "no price");
    for word in ["Jumatatu", "Desemba", "mapambano"] {
        assert!(all.contains(word), "{word}");
    }
}

#[test]
fn browsers_are_reported_that_it_is_light() {
    let Built { out, pages } = &*BUILT;
    let styles = fs::read_to_string(root().join("templates/styles/design/scheme-light.css")).unwrap();
    let colour = styles.split("--ink: ").nth(1).unwrap().split(';').next().unwrap();
    for (path, page) in pages {
        assert!(page.contains("<meta name=\"color-scheme\" content=\"light\">"), "{path}");
        let theme = format!("<meta name=\"theme-color\" content=\"{colour}\">");
        assert!(page.contains(&theme) || page.contains("http-equiv=\"refresh\""), "{path}");
    }
    let manifest = fs::read_to_string(out.join("site.webmanifest")).unwrap();
    for key in ["background_color", "theme_color"] {
        assert!(manifest.contains(&format!("\"{key}\":\"{colour}\"")), "{manifest}");
    }
}

#[test]
fn nothing_of_the_first_gym_is_in_it() {
    let pages = &BUILT.pages;
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let value =
        |table: &toml::Table, key: &str| table.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    let site: toml::Table = toml::from_str(&read("content/site.toml")).unwrap();
    let mut words: Vec<String> = ["name", "tagline", "phone", "email", "base_url"]
        .iter()
        .filter_map(|key| value(&site, key))
        .collect();
    for (folder, key) in [("content/trainers", "name"), ("content/posts", "title")] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let entry: toml::Table =
                toml::from_str(&fs::read_to_string(entry.unwrap().path()).unwrap()).unwrap();
            words.extend(value(&entry, key));
        }
    }
    assert!(words.len() > 10, "{words:?}");
    // What it left out leaves nothing behind, and no word of the theme is English.
    let left_out =
        ["KSh", "Nairobi", "firebase", "BmiCalculator", "/blog/", "search.json", "Skip to", "Read more"];
    words.extend(left_out.map(str::to_owned));
    for (path, page) in pages {
        let found: Vec<&String> = words.iter().filter(|word| page.contains(word.as_str())).collect();
        assert!(found.is_empty(), "{path}: {found:?}");
    }
}
