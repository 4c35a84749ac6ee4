//! Files of the theme in a project, over two versions of the theme, and those of the benchmark's own layout; and what
//! `doctor` and `--version` say.

#![expect(clippy::unwrap_used, reason = "a test that can't set itself up has nothing to say")]

mod copy;

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use tempfile::TempDir;
use walkdir::WalkDir;

const FOOTER: &str = "templates/partials/footer.html";

const ORIGINAL: &str = "templates/.theme/partials/footer.html";

struct Project(TempDir);

impl Project {
    fn new() -> Self {
        let project = Self(TempDir::with_prefix_in("theme-", env!("CARGO_TARGET_TMPDIR")).unwrap());
        project.write("content/site.toml", "name = \"Iron & Chalk\"\nbase_url = \"https://iron.example/\"\n");
        project.write(
            "content/pages/index.toml",
            "title = \"Home\"\ndescription = \"A gym.\"\n\n\
             [[section]]\ntype = \"message\"\ntitle = \"Come in\"\ntext = \"We open at six.\"\n",
        );
        project
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let command =
            Command::new(env!("CARGO_BIN_EXE_gympress")).args(arguments).current_dir(self.path()).output();
        let Output { status, stdout, stderr } = command.unwrap();
        (status.code(), String::from_utf8([stdout, stderr].concat()).unwrap())
    }

    /// Runs a command that goes well.
    #[track_caller]
    fn say(&self, arguments: &[&str]) -> String {
        let (status, printed) = self.run(arguments);
        assert_eq!(status, Some(0), "{printed}");
        printed
    }
}

/// What the theme says.
fn theme(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn a_file_is_ejected_changed_and_compared() {
    let project = Project::new();
    assert!(project.say(&["theme", "list"]).contains("no file in the place of the theme's"));
    assert!(project.say(&["theme", "list", "--all"]).contains(FOOTER));
    project.say(&["theme", "eject", FOOTER]);
    assert_eq!([project.read(FOOTER), project.read(ORIGINAL)], [theme(FOOTER), theme(FOOTER)]);
    assert!(project.say(&["theme", "list"]).contains("says what the theme says"));

    project.write(FOOTER, &format!("{}<p>Mine</p>\n", theme(FOOTER)));
    assert_eq!(project.say(&["theme", "list"]), format!("{FOOTER}  (changed)\n"));
    assert!(project.say(&["theme", "diff"]).contains("\n+<p>Mine</p>\n"));
    assert!(project.say(&["theme", "merge"]).contains("hasn't changed"));
    let (status, printed) = project.run(&["theme", "eject", FOOTER]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(project.read(FOOTER).ends_with("<p>Mine</p>\n"));
    assert!(project.say(&["build"]).contains("0 errors, 0 warnings"));
    assert!(project.read("dist/index.html").contains("<p>Mine</p>"));

    project.write("templates/words/en.toml", "[navigation]\nskip = \"On\"\n");
    let printed = project.say(&["theme", "list"]);
    assert!(printed.ends_with("templates/words/en.toml  (adds to the theme's words)\n"), "{printed}");
    assert!(project.say(&["theme", "merge", "templates/words/en.toml"]).contains("nothing to merge"));

    let (status, printed) = project.run(&["theme", "eject", "templates/partials/foter.html"]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("did you mean templates/partials/footer.html?"), "{printed}");
}

#[test]
fn an_upgrade_of_the_theme_is_merged() {
    let project = Project::new();
    // As an older theme had it, which this one has more to say than.
    let new = theme(FOOTER);
    let first = new.lines().next().unwrap();
    let older = new.replacen(first, &format!("{first}\n{{#- of the older theme -#}}"), 1);
    project.write(ORIGINAL, &older);
    project.write(FOOTER, &format!("{older}<p>Mine</p>\n"));
    assert!(project.say(&["theme", "list"]).contains("so is the theme's"));
    assert!(project.say(&["doctor"]).contains("1 files replaced, 1 of them from another version"));
    assert!(project.say(&["theme", "merge"]).contains("merged"));
    assert_eq!(project.read(FOOTER), format!("{new}<p>Mine</p>\n"));
    assert_eq!(project.read(ORIGINAL), new);
    assert_eq!(project.say(&["theme", "list"]), format!("{FOOTER}  (changed)\n"));

    project.write(ORIGINAL, &new.replacen(first, "{#- older -#}", 1));
    project.write(FOOTER, &new.replacen(first, "{#- mine -#}", 1));
    let (status, printed) = project.run(&["theme", "merge", FOOTER]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("in the same place"), "{printed}");
    let marked = project.read(FOOTER);
    assert!(
        marked.contains("<<<<<<<") && marked.contains("{#- mine -#}") && marked.contains(first),
        "{marked}"
    );
}

#[test]
fn a_font_of_the_project_is_never_merged_as_a_text() {
    const FONT: &str = "templates/styles/fonts/figtree.woff2";
    let project = Project::new();
    project.say(&["theme", "eject", FONT]);
    let (own, older) = (b"wOF2 \xff\xfe mine".as_slice(), b"wOF2 \xff older".as_slice());
    fs::write(project.path().join(FONT), own).unwrap();
    assert!(project.say(&["theme", "diff", FONT]).contains("is another file than the theme's"));
    fs::write(project.path().join("templates/.theme/styles/fonts/figtree.woff2"), older).unwrap();
    let (status, printed) = project.run(&["theme", "merge"]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("isn't a text"), "{printed}");
    assert_eq!(fs::read(project.path().join(FONT)).unwrap(), own);
}

#[test]
fn icons_are_those_that_the_project_draws() {
    let project = Project::new();
    let show = |icons: &str| {
        project.write("templates/sections/message.html", &format!("<h1>{{{{ section.title }}}}</h1>{icons}"));
    };
    let path = "templates/partials/icons.html";
    let own = "{% macro icon(name, class=\"i\") %}<b class=\"{{ class }}\">{{ name }} of {{ site.name }}</b>{% endmacro %}";
    project.write(path, own);
    show("{{ icon(\"pin\") }}{{ icon(\"pin\", \"a\") }}{{ icon(\"pin\", class=\"a\") }}");
    project.say(&["build"]);
    let [plain, with_class] =
        ["i", "a"].map(|class| format!("<b class=\"{class}\">pin of Iron &amp; Chalk</b>"));
    let page = project.read("dist/index.html");
    assert!(page.contains(&format!("{plain}{with_class}{with_class}")), "{page}");
    // What the macro reads is an input of every page with an icon.
    let site = project.read("content/site.toml").replace("Chalk", "Rope");
    project.write("content/site.toml", &site);
    project.say(&["build"]);
    assert!(project.read("dist/index.html").contains("pin of Iron &amp; Rope</b>"));

    show("{{ icon(section.icn) }}");
    let (status, printed) = project.run(&["check"]);
    assert!(status == Some(1) && printed.contains("\"section.icn\" is undefined"), "{printed}");
    show("{{ icon(\"pin\") }}");
    project.write(path, "{% set shapes = {} %}");
    let (status, printed) = project.run(&["check"]);
    assert!(status == Some(1) && printed.contains("has no macro icon"), "{printed}");
}

#[test]
fn the_layout_by_which_others_are_measured_is_whole() {
    let project = Project(copy::gym("layout-", "cache"));
    let layout = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/scale/peers/gympress");
    let files = WalkDir::new(&layout).into_iter().map(Result::unwrap);
    for file in files.filter(|entry| entry.file_type().is_file()) {
        fs::copy(file.path(), project.path().join(file.path().strip_prefix(&layout).unwrap())).unwrap();
    }
    project.say(&["check", "--now", "2026-11-20T12:00:00+03:00"]);
}

#[test]
fn generated_types_are_no_override() {
    let project = Project::new();
    let types = project.say(&["schema", "--typescript"]);
    project.write("components/types.ts", &format!("{types}export type More = string;\n"));
    project.say(&["theme", "eject", FOOTER]);
    assert_eq!(project.say(&["theme", "list"]), format!("{FOOTER}  (says what the theme says)\n"));
    assert!(!project.say(&["theme", "diff"]).contains("types.ts"));
    assert!(!project.say(&["theme", "merge"]).contains("types.ts"));
    let printed = project.say(&["theme", "merge", "components/types.ts"]);
    assert!(printed.contains("generated") && printed.contains("gympress schema --typescript"), "{printed}");
    let (status, printed) = project.run(&["theme", "eject", "components/types.ts"]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("help: gympress schema --typescript > components/types.ts"), "{printed}");
}

#[test]
fn an_override_of_what_is_gone_is_an_error_that_names_the_new_place() {
    let project = Project::new();
    project.write("templates/.theme/parts/footer.html", "<footer></footer>\n");
    project.write("templates/parts/footer.html", "<footer>Mine</footer>\n");
    let (status, printed) = project.run(&["check"]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("--> templates/parts/footer.html:1:1"), "{printed}");
    assert!(printed.contains("see whether templates/partials/footer.html has its place now"), "{printed}");
    assert!(
        project.say(&["theme", "list"]).contains("no such file any more; see templates/partials/footer.html")
    );
}

#[test]
fn doctor_says_what_is_there() {
    let project = Project::new();
    let printed = project.say(&["doctor"]);
    for part in ["gympress   ", "system  ", "esbuild  ", "2 files of content", "needs  ", "nothing yet"] {
        assert!(printed.contains(part), "{part} in {printed}");
    }
    let version = project.say(&["--version"]);
    assert!(version.starts_with(&format!("gympress {} (", env!("CARGO_PKG_VERSION"))), "{version}");
    let inside = if cfg!(bundled) { "with islands and styles inside" } else { "without islands inside" };
    assert!(version.contains(inside), "{version}");
}

#[test]
fn doctor_fails_where_a_tool_is_missing() {
    let project = Project(TempDir::with_prefix("doctor-").unwrap());
    project.write("content/site.toml", "name = \"Iron & Chalk\"\n");
    project.write("components/Timer.tsx", "export default function Timer() { return null; }\n");
    let copy = project.path().join("gympress");
    fs::copy(env!("CARGO_BIN_EXE_gympress"), &copy).unwrap();
    let output = Command::new(&copy).arg("doctor").current_dir(project.path()).output().unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(output.status.code(), Some(3), "{printed}");
    assert!(printed.contains("esbuild, for components of its own"), "{printed}");
    assert!(printed.contains("npm install --save-dev esbuild react react-dom firebase"), "{printed}");
}
