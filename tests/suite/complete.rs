//! Islands that were bundled beforehand: a project without components of its own needs no esbuild, and its site has the
//! same bytes with it and without.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex, OnceLock},
};

use gympress::{
    context::BuildContext,
    diagnostic::{Diagnostics, Format},
    islands::Bundles,
    site::Settings,
    source::Sources,
};
use tempfile::TempDir;

use crate::copy::shared;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What a complete binary has inside.
fn bundles() -> Bundles {
    static BUNDLES: OnceLock<Bundles> = OnceLock::new();
    BUNDLES.get_or_init(|| BuildContext::bundle_theme(repository()).unwrap()).clone()
}

/// A project outside of the repository, above which there are no packages.
struct Project(TempDir);

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let project = Self(TempDir::with_prefix("complete-").unwrap());
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The files that aren't pictures, and what was said.
    fn make(&self, packages: Vec<PathBuf>, bundles: Bundles) -> (BTreeMap<String, Vec<u8>>, String) {
        let root = self.0.path();
        let mut diagnostics = Diagnostics::default();
        let sources = Arc::new(Sources::load(root, &mut diagnostics).unwrap());
        let context = BuildContext::with_bundles(root, packages, bundles);
        let settings = Settings {
            now: "2026-11-20T12:00:00Z".parse().unwrap(),
            changed: None,
            base_url: None,
            drafts: false,
        };
        let files = Mutex::new(BTreeMap::new());
        gympress::build::build_site(&sources, &settings, &context, &mut diagnostics, |file| {
            files.lock().unwrap().insert(file.path.to_string(), file.bytes.ready().to_vec());
            Ok(())
        })
        .unwrap();
        let files = files.into_inner().unwrap();
        diagnostics.sort(&sources);
        (files, Format::Human.render(&diagnostics, &*sources, false))
    }
}

const SITE: (&str, &str) =
    ("content/site.toml", "name = \"Iron & Chalk\"\nbase_url = \"https://iron.example/\"\n");

const INDEX: (&str, &str) = (
    "content/pages/index.toml",
    "title = \"Home\"\ndescription = \"A gym.\"\n\n\
     [[section]]\ntype = \"hero\"\nlayout = \"message\"\nheading = \"Come in\"\ntext = \"We open at six.\"\n\n\
     [[section]]\ntype = \"faq\"\nheading = \"Questions\"\n\
     [[section.question]]\ntitle = \"When?\"\ntext = \"At six.\"\n\n\
     [[section]]\ntype = \"bmi\"\n",
);

fn bmi() -> (&'static str, String) {
    let path = "content/bmi.toml";
    let text = fs::read_to_string(repository().join(path)).unwrap();
    // These projects don't have the page to which its button leads.
    (path, text.replace("/contact/?offer=talk#offer-talk", "/"))
}

fn packages() -> Vec<PathBuf> {
    vec![repository().to_owned()]
}

fn names<'f>(files: &'f BTreeMap<String, Vec<u8>>, end: &str) -> Vec<&'f str> {
    files.keys().filter(|path| path.ends_with(end)).map(String::as_str).collect()
}

/// The stylesheets in the order of their lengths, a rule a line.
fn sheets(files: &BTreeMap<String, Vec<u8>>) -> String {
    let texts = names(files, ".css")
        .into_iter()
        .map(|path| String::from_utf8_lossy(&files[path]).replace('}', "}\n"));
    let mut texts: Vec<String> = texts.collect();
    texts.sort_by_key(String::len);
    texts.join("\n")
}

/// Each stylesheet of the design is in one of these.
const DESIGNS: [&str; 2] = [
    "[design]\nscheme = \"auto\"\ncorners = \"round\"\nspacing = \"compact\"\nheader = \"solid\"\n",
    "[design]\nscheme = \"light\"\ncorners = \"soft\"\nspacing = \"regular\"\nheadings = \"outfit\"\n",
];

#[test]
fn a_site_is_the_same_with_bundles_and_with_esbuild() {
    let project = Project::new(&[INDEX]);
    let (path, text) = bmi();
    project.write(path, text);
    project.write("templates/sections/faq/style.css", ".question {\n  color: rebeccapurple;\n}\n");
    for design in DESIGNS {
        project.write(SITE.0, format!("{}\n{design}", SITE.1));
        let (made, printed) = project.make(Vec::new(), bundles());
        assert!(printed.is_empty(), "{printed}");
        let (bundled, printed) = project.make(packages(), Bundles::default());
        assert!(printed.is_empty(), "{printed}");
        assert_eq!(sheets(&made), sheets(&bundled));
        assert_eq!(made.keys().collect::<Vec<_>>(), bundled.keys().collect::<Vec<_>>());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        for (path, bytes) in &made {
            assert_eq!(text(bytes), text(&bundled[path]), "{path}");
        }
        let scripts = names(&made, ".js");
        assert!(scripts.iter().any(|path| path.contains("BmiCalculator")), "{scripts:?}");
        assert_eq!(names(&made, ".woff2").len(), 2);
    }
}

#[test]
fn only_scripts_that_a_page_may_load_are_published() {
    let project = Project::new(&[SITE, INDEX]);
    let (path, text) = bmi();
    project.write(path, text);
    let (made, _) = project.make(Vec::new(), bundles());
    let scripts = names(&made, ".js");
    for unused in ["AccountForm", "ContactForm", "SiteSearch", "firebase"] {
        assert!(!scripts.iter().any(|path| path.contains(unused)), "{unused}: {scripts:?}");
    }
    let plain = INDEX.1.replace("[[section]]\ntype = \"bmi\"\n", "");
    project.write(INDEX.0, plain);
    let (made, printed) = project.make(Vec::new(), bundles());
    assert!(printed.is_empty(), "{printed}");
    let of_every_page = ["assets/boot-", "assets/chunk-", "assets/later-", "sw.js"];
    let scripts = names(&made, ".js");
    let is_known = |path: &&str| of_every_page.iter().any(|name| path.starts_with(name));
    assert!(
        scripts.len() == of_every_page.len() && scripts.iter().copied().all(|path| is_known(&path)),
        "{scripts:?}"
    );
}

#[test]
fn the_shipped_site_is_the_same_with_bundles_and_with_esbuild() {
    let project = Project::new(&[]);
    let sources = Sources::load_without_theme(repository(), &mut Diagnostics::default()).unwrap();
    for (_, source) in sources.texts_below("content/") {
        project.write(&source.path, source.text.as_bytes());
    }
    for path in sources.binaries_below("content/") {
        project.write(path, sources.binary_at(path).unwrap().bytes().unwrap());
    }
    shared::share(project.0.path(), "cache/images");
    let (made, _) = project.make(Vec::new(), bundles());
    let (bundled, _) = project.make(packages(), Bundles::default());
    assert!(made.len() > 60, "{:?}", made.keys());
    assert_eq!(sheets(&made), sheets(&bundled));
    assert_eq!(made.keys().collect::<Vec<_>>(), bundled.keys().collect::<Vec<_>>());
    let differing: Vec<_> = made.iter().filter(|(path, bytes)| bundled[*path] != **bytes).collect();
    assert!(differing.is_empty(), "{:?}", differing.into_iter().map(|(path, _)| path).collect::<Vec<_>>());
}

#[test]
fn styles_of_the_project_need_no_esbuild() {
    let project = Project::new(&[SITE, INDEX]);
    let (path, text) = bmi();
    project.write(path, text);
    project.write(
        "templates/sections/faq/style.css",
        "@import \"../../styles/prose.css\";\n\n/* Mine. */\n.question {\n  color: rebeccapurple;\n}\n",
    );
    let (made, printed) = project.make(Vec::new(), bundles());
    assert!(printed.is_empty(), "{printed}");
    let sheets = sheets(&made);
    assert!(sheets.contains(".question{color:rebeccapurple}"), "{sheets}");

    project.write("templates/sections/faq/style.css", "@import \"./gone.css\";\n.question {\n");
    let (_, printed) = project.make(Vec::new(), bundles());
    assert!(printed.contains("this bracket is never closed"), "{printed}");
    assert!(printed.contains("templates/sections/faq/style.css:2:"), "{printed}");
}

#[test]
fn a_component_of_the_project_needs_esbuild_and_all_else_is_checked() {
    let project = Project::new(&[SITE, INDEX]);
    let (path, text) = bmi();
    project.write(path, text);
    project.write("components/Timer.tsx", "export default function Timer() { return <p>0</p>; }\n");
    project.write("components/README.md", "# Islands\n");
    project.write("content/pages/about.toml", "title = \"About\"\n");
    let (made, printed) = project.make(Vec::new(), bundles());
    assert!(printed.contains("components/Timer.tsx needs esbuild, which isn't installed"), "{printed}");
    assert!(printed.contains("content/pages/about.toml"), "{printed}");
    assert!(!printed.contains("BmiCalculator") && !printed.contains("README.md"), "{printed}");
    let page = String::from_utf8_lossy(&made["index.html"]);
    assert!(page.contains("data-island=\"BmiCalculator\""), "{page}");
}

/// Compiled with bundles: `cargo run --example complete`, then this test with `GYMPRESS_BUNDLES=target/bundles`.
#[test]
#[cfg_attr(not(bundled), ignore = "this binary was compiled without bundles")]
fn a_complete_binary_needs_nothing_else() {
    let project = Project::new(&[SITE, INDEX]);
    let (path, text) = bmi();
    project.write(path, text);
    let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(["build", "--root"])
        .arg(project.0.path())
        .env_clear()
        .current_dir("/")
        .output()
        .unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success() && printed.contains("0 errors, 0 warnings"), "{printed}");
    let page = fs::read_to_string(project.0.path().join("dist/index.html")).unwrap();
    assert!(page.contains("data-island=\"BmiCalculator\""), "{page}");
}

#[test]
#[cfg_attr(not(bundled), ignore = "this binary was compiled without bundles")]
fn the_bundles_in_the_binary_are_those_of_the_sources() {
    assert!(Bundles::embedded().as_bytes() == bundles().as_bytes());
}
