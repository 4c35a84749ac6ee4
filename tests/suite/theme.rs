//! Files of the theme in a project, and those of the benchmark's own layout; and what `--version` says.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::copy;

const FOOTER: &str = "templates/partials/footer.html";

struct Project(TempDir);

impl Project {
    fn new() -> Self {
        let project = Self(TempDir::with_prefix_in("theme-", env!("CARGO_TARGET_TMPDIR")).unwrap());
        project.write("content/site.toml", "name = \"Iron & Chalk\"\nbase_url = \"https://iron.example/\"\n");
        project.write(
            "content/pages/index.toml",
            "title = \"Home\"\ndescription = \"A gym.\"\n\n\
             [[section]]\ntype = \"hero\"\nlayout = \"message\"\nheading = \"Come in\"\ntext = \"We open at six.\"\n",
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
fn a_file_is_ejected_and_changed() {
    let project = Project::new();
    assert!(project.say(&["theme", "list"]).contains("no file in the place of the theme's"));
    assert!(project.say(&["theme", "list", "--all"]).contains(FOOTER));
    project.say(&["theme", "eject", FOOTER]);
    assert_eq!(project.read(FOOTER), theme(FOOTER));
    assert!(project.say(&["theme", "list"]).contains("says what the theme says"));

    project.write(FOOTER, &format!("{}<p>Mine</p>\n", theme(FOOTER)));
    assert_eq!(project.say(&["theme", "list"]), format!("{FOOTER}  (changed)\n"));
    let (status, printed) = project.run(&["theme", "eject", FOOTER]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(project.read(FOOTER).ends_with("<p>Mine</p>\n"));
    assert!(project.say(&["build"]).contains("0 errors, 0 warnings"));
    assert!(project.read("dist/index.html").contains("<p>Mine</p>"));

    project.write("templates/words/en.toml", "[navigation]\nskip = \"On\"\n");
    let printed = project.say(&["theme", "list"]);
    assert!(printed.ends_with("templates/words/en.toml  (adds to the theme's words)\n"), "{printed}");

    let (status, printed) = project.run(&["theme", "eject", "templates/partials/foter.html"]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("did you mean templates/partials/footer.html?"), "{printed}");
}

#[test]
fn icons_are_those_that_the_project_draws() {
    let project = Project::new();
    let show = |icons: &str| {
        project.write(
            "templates/sections/hero/template.html",
            &format!("<h1>{{{{ section.heading }}}}</h1>{icons}"),
        );
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
    let (status, printed) = project.run(&["theme", "eject", "components/types.ts"]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("components/types.ts is generated"), "{printed}");
}

#[test]
fn an_override_of_what_is_gone_is_unused() {
    let project = Project::new();
    project.write("templates/parts/footer.html", "<footer>Mine</footer>\n");
    let printed = project.say(&["check"]);
    assert!(printed.contains("warning[unused-file]: nothing uses templates/parts/footer.html"), "{printed}");
}

#[test]
fn the_version_names_what_is_inside() {
    let version = Project::new().say(&["--version"]);
    assert!(version.starts_with(&format!("gympress {} (", env!("CARGO_PKG_VERSION"))), "{version}");
    let inside = if cfg!(bundled) { "with islands inside" } else { "without islands inside" };
    assert!(version.contains(inside), "{version}");
}

/// Islands bring along the few icons that they show: those of the templates would be too much for each of them.
#[test]
fn islands_draw_icons_as_templates_do() {
    let (islands, templates) = (theme("components/parts/Icon.tsx"), theme("templates/partials/icons.html"));
    let shapes = islands.split("const shapes").nth(1).unwrap().split("};").next().unwrap();
    let paths: Vec<&str> = shapes.split('"').filter(|text| text.starts_with(['M', 'm'])).collect();
    assert!(paths.len() > 10, "{paths:?}");
    let other: Vec<&str> = paths.into_iter().filter(|path| !templates.contains(path)).collect();
    assert!(other.is_empty(), "{other:?}");
}
