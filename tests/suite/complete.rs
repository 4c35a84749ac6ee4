//! Islands that were bundled beforehand: a project without components of its own needs no esbuild, and its site has the
//! same bytes with it and without.

use std::{
    collections::BTreeMap,
    fs,
    path::PathBuf,
    process::Command,
    sync::{Arc, Mutex, OnceLock},
};

use gympress::{
    EditorApp,
    build::BuildContext,
    diagnostic::{Diagnostics, ReportFormat},
    islands::Bundles,
    source::Sources,
};

use crate::{
    copy,
    project::{INDEX, Project, Run, SITE, repository, settings},
};

/// What a complete binary has inside.
fn bundles() -> Bundles {
    static BUNDLES: OnceLock<Bundles> = OnceLock::new();
    BUNDLES.get_or_init(|| BuildContext::bundle_theme(repository()).unwrap()).clone()
}

const FAQ: &str = "\n[[section]]\ntype = \"faq\"\nheading = \"Questions\"\n\
    [[section.question]]\ntitle = \"When?\"\ntext = \"At six.\"\n";

const BMI: &str = "\n[[section]]\ntype = \"bmi\"\n";

impl Project {
    /// With a calculator.
    fn with_calculator() -> Self {
        let project = Self::apart();
        project.write("content/site.toml", SITE);
        project.write("content/pages/index.toml", format!("{INDEX}{FAQ}{BMI}"));
        let text = fs::read_to_string(repository().join("tests/cases/gym/content/bmi.toml")).unwrap();
        // The page to which its button leads isn't in this project.
        project.write("content/bmi.toml", text.replace("/contact/?offer=talk#offer-talk", "/"));
        project
    }

    /// The files that aren't pictures, and what was said.
    fn make(&self, packages: Vec<PathBuf>, bundles: Bundles) -> (BTreeMap<String, Vec<u8>>, String) {
        let root = self.root();
        let mut diagnostics = Diagnostics::default();
        let sources = Arc::new(Sources::load(root, &mut diagnostics).unwrap());
        let context = BuildContext::with_bundles(root, packages, bundles);
        let settings = settings();
        let files = Mutex::new(BTreeMap::new());
        gympress::build::build_site(&sources, &settings, &context, &mut diagnostics, |file| {
            files.lock().unwrap().insert(file.path.to_string(), file.bytes.ready().to_vec());
            Ok(())
        })
        .unwrap();
        let files = files.into_inner().unwrap();
        diagnostics.sort(&sources);
        (files, ReportFormat::Human.render(&diagnostics, &*sources, false))
    }

    /// The files, which are the same with bundles and with esbuild.
    #[track_caller]
    fn same(&self) -> BTreeMap<String, Vec<u8>> {
        let (made, printed) = self.make(Vec::new(), bundles());
        let (bundled, also_printed) = self.make(vec![repository().to_owned()], Bundles::default());
        assert_eq!(printed, also_printed);
        assert_eq!(made.keys().collect::<Vec<_>>(), bundled.keys().collect::<Vec<_>>());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('}', "}\n");
        made.iter().for_each(|(path, bytes)| assert_eq!(text(bytes), text(&bundled[path]), "{path}"));
        made
    }
}

fn names<'f>(files: &'f BTreeMap<String, Vec<u8>>, end: &str) -> Vec<&'f str> {
    files.keys().filter(|path| path.ends_with(end)).map(String::as_str).collect()
}

#[test]
fn a_site_is_the_same_with_bundles_and_with_esbuild_and_has_the_scripts_that_a_page_may_load() {
    let project = Project::with_calculator();
    project.write("components/README.md", "# Islands\n");
    project.write(
        "templates/sections/faq/style.css",
        "@import \"../../styles/prose.css\";\n\n/* Mine. */\n.question {\n  color: rebeccapurple;\n}\n",
    );
    // Each stylesheet of the design is in one of these.
    for design in [
        "scheme = \"auto\"\ncorners = \"round\"\nspacing = \"compact\"\nheader = \"solid\"\n",
        "scheme = \"light\"\ncorners = \"soft\"\nspacing = \"regular\"\nheadings = \"outfit\"\n",
    ] {
        project.write("content/site.toml", format!("{SITE}\n[design]\n{design}"));
        let made = project.same();
        let scripts = names(&made, ".js");
        assert!(scripts.iter().any(|path| path.contains("BmiCalculator")), "{scripts:?}");
        let unused = ["Form-", "SiteSearch", "firebase"];
        assert!(unused.iter().all(|name| !scripts.iter().any(|path| path.contains(name))), "{scripts:?}");
        // Two typefaces, each as a whole and in two parts.
        assert_eq!(names(&made, ".woff2").len(), 6);
        let own =
            |path: &&str| String::from_utf8_lossy(&made[*path]).contains(".question{color:rebeccapurple}");
        assert!(names(&made, ".html").iter().any(own));
    }
    project.write("content/pages/index.toml", INDEX);
    let scripts = project.same();
    let scripts = names(&scripts, ".js");
    let of_any_page = [
        "album", "boot", "consent", "copy", "film", "forward", "later", "lightbox", "narrow", "near",
        "offline",
    ];
    let of_any_page = of_any_page.map(|name| format!("assets/{name}-"));
    let is_known = |path: &&str| *path == "sw.js" || of_any_page.iter().any(|name| path.starts_with(name));
    assert!(scripts.len() == of_any_page.len() + 1 && scripts.iter().all(is_known), "{scripts:?}");
    let base = |accent: &str| {
        project.write("content/site.toml", format!("{SITE}\n[colours]\naccent = \"{accent}\"\n"));
        project.same().into_keys().find(|path| path.starts_with("assets/site-")).unwrap()
    };
    assert_ne!(base("#ffcc00"), base("#00ccff"), "browsers keep a sheet for as long as its name");
}

#[test]
fn the_gym_of_the_tests_is_the_same_with_bundles_and_with_esbuild() {
    let project = Project::apart();
    copy::tree(&copy::original("content"), &project.path("content"));
    copy::tree(&copy::original("content/images"), &project.path("content/images"));
    copy::share(project.root(), "cache/images");
    assert!(project.same().len() > 60);
}

#[test]
fn a_component_of_the_project_needs_esbuild_and_all_else_is_checked() {
    let project = Project::with_calculator();
    project.write("components/Timer.tsx", "export default function Timer() { return <p>0</p>; }\n");
    project.write("components/timer.css", "time {}\n");
    project.write("content/pages/about.toml", "title = \"About\"\n");
    project.write("templates/sections/faq/style.css", "@import \"./gone.css\";\n.question {\n");
    let (made, printed) = project.make(Vec::new(), bundles());
    for told in [
        "components/Timer.tsx needs esbuild, which isn't installed",
        "content/pages/about.toml",
        "this bracket is never closed",
        "templates/sections/faq/style.css:2:",
    ] {
        assert!(printed.contains(told), "{told}: {printed}");
    }
    assert!(!printed.contains("BmiCalculator") && !printed.contains("timer.css"), "{printed}");
    assert!(String::from_utf8_lossy(&made["index.html"]).contains("data-island=\"BmiCalculator\""));
}

#[test]
fn the_editor_is_one_sheet_and_one_script_below_325_kb() {
    let project = Project::apart();
    let app = EditorApp::bundle(repository(), &project.path(".gympress")).unwrap();
    for (file, ending) in [(&app.script, ".js"), (&app.styles, ".css")] {
        assert!(file.name.starts_with("app-") && file.name.ends_with(ending), "{}", file.name);
        assert!(app.html.contains(&format!("\"/.gympress/edit/{}\"", file.name)), "{}", app.html);
    }
    let size = app.script.text.len();
    // Two thirds of it are React.
    assert!(size <= 325_000, "{size} bytes");
}

/// Compiled with bundles: `cargo run --example complete`, then this test with `GYMPRESS_BUNDLES=target/bundles`, as each
/// release does.
#[test]
#[cfg_attr(not(bundled), ignore = "this binary was compiled without bundles")]
fn a_complete_binary_needs_nothing_else() {
    assert!(Bundles::embedded().as_bytes() == bundles().as_bytes());
    let project = Project::with_calculator();
    let mut command = Command::new(env!("CARGO_BIN_EXE_gympress"));
    command.args(["build", "--root"]).arg(project.root()).env_clear().current_dir("/");
    let printed = Run::from(command.output().unwrap()).exits(0).printed();
    assert!(printed.contains("0 errors, 0 warnings"), "{printed}");
    let page = project.read("dist/index.html");
    assert!(page.contains("data-island=\"BmiCalculator\""), "{page}");
}
