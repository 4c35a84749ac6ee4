//! The cache of islands: used when nothing changed, never when something did, and never trusted.

use std::{fs, path::Path};

use gympress::{
    cache::Cache,
    diagnostic::Format,
    islands::{Bundler, Bundles, Strategy},
};
use serde_json::json;

use super::project::{Prepared, Project, bmi_props};

const TITLE: &str =
    "export default function BmiCalculator({ title }: { title: string }) {\n  return <p>{title}</p>;\n}\n";

/// esbuild within its package for this machine.
fn platform() -> String {
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/@esbuild");
    let entry = fs::read_dir(real).expect("packages").flatten().next().expect("one platform");
    format!("{}/bin/esbuild", entry.file_name().to_string_lossy())
}

fn cache_of(project: &Project) -> Cache {
    Cache::new(Some(project.root().join(".gympress/cache")))
}

/// What the cache folder holds, by path.
fn cached(project: &Project) -> Vec<(String, Vec<u8>)> {
    let folder = project.root().join(".gympress/cache");
    let kinds = fs::read_dir(&folder).into_iter().flatten().flatten();
    let files = kinds.flat_map(|kind| fs::read_dir(kind.path()).into_iter().flatten().flatten());
    let path = |file: &fs::DirEntry| file.path().strip_prefix(&folder).unwrap().display().to_string();
    let mut files: Vec<_> =
        files.map(|file| (path(&file), fs::read(file.path()).unwrap_or_default())).collect();
    files.sort();
    files
}

#[test]
fn nothing_is_made_twice() {
    let project = Project::with("BmiCalculator", TITLE);
    let cold = project.islands_with(&Bundler::new(cache_of(&project), Bundles::default()));
    let html = cold.html("BmiCalculator", &bmi_props(), 0).expect("the island renders");
    cold.islands.save_markup(&Bundler::new(cache_of(&project), Bundles::default()));
    let files = cold.files();
    let bundler = Bundler::new(cache_of(&project), Bundles::default());
    let warm = project.islands_with(&bundler);
    assert_eq!(warm.files(), files);
    assert_eq!(warm.html("BmiCalculator", &bmi_props(), 0).expect("the island renders"), html);
    assert_eq!(warm.islands.cache_misses(), (false, 0), "neither esbuild nor the engine");
    assert_eq!(cold.islands.cache_misses(), (true, 1));
}

#[test]
fn an_edit_is_seen() {
    let project = Project::with("BmiCalculator", TITLE);
    let bundler = Bundler::new(cache_of(&project), Bundles::default());
    let before = project.islands_with(&bundler);
    before.html("BmiCalculator", &bmi_props(), 0).expect("the island renders");
    before.islands.save_markup(&bundler);
    project.write("components/BmiCalculator.tsx", &TITLE.replace("<p>{title}</p>", "<b>{title}</b>"));
    for bundler in [&bundler, &Bundler::new(cache_of(&project), Bundles::default())] {
        let after = project.islands_with(bundler);
        let html = after.html("BmiCalculator", &bmi_props(), 0).expect("the island renders");
        assert!(html.ends_with("<b>Know your number</b></div>"), "{html}");
        assert_ne!(after.files(), before.files());
    }
    project.write("components/BmiCalculator.tsx", TITLE);
    assert_eq!(project.islands_with(&bundler).files(), before.files());
}

#[test]
fn an_island_more_changes_none_of_the_others() {
    let project = Project::with("BmiCalculator", TITLE);
    let bundler = || Bundler::new(cache_of(&project), Bundles::default());
    let before = project.islands_with(&bundler());
    let html = before.html("BmiCalculator", &bmi_props(), 0).expect("the island renders");
    before.islands.save_markup(&bundler());
    project.write(
        "components/Badge.tsx",
        "export default function Badge({ title }: { title: string }) {\n  return <i>{title}</i>;\n}\n",
    );
    let after = project.islands_with(&bundler());
    let names: Vec<_> = after.islands.all().filter_map(|island| after.islands.name(island)).collect();
    assert_eq!(names, ["Badge", "BmiCalculator"]);
    let badge = after.html("Badge", &json!({ "title": "new" }), 0).expect("the island renders");
    assert!(badge.ends_with("<i>new</i></div>"), "{badge}");
    assert_eq!(after.html("BmiCalculator", &bmi_props(), 0).expect("the island renders"), html);
}

#[test]
fn warnings_are_reported_as_often_as_somebody_asks() {
    let text = TITLE.replace("  return", "  if (title === NaN) return null;\n  return");
    let project = Project::with("BmiCalculator", &text);
    let bundler = Bundler::new(cache_of(&project), Bundles::default());
    let reported = |prepared: Prepared| Format::Short.render(&prepared.diagnostics, &prepared.sources, false);
    let cold = reported(project.islands_with(&bundler));
    assert!(cold.contains("warning[bundle]: "), "{cold}");
    assert!(cold.starts_with("components/BmiCalculator.tsx:2:"), "{cold}");
    assert_eq!(cold.lines().count(), 1, "client and server warn once: {cold}");
    assert_eq!(reported(project.islands_with(&bundler)), cold, "from memory");
    assert_eq!(
        reported(project.islands_with(&Bundler::new(cache_of(&project), Bundles::default()))),
        cold,
        "from disk"
    );
}

#[test]
fn a_damaged_cache_is_made_anew() {
    let project = Project::with("BmiCalculator", TITLE);
    let build = || {
        let bundler = Bundler::new(cache_of(&project), Bundles::default());
        let islands = project.islands_with(&bundler);
        let html = islands.html("BmiCalculator", &bmi_props(), 0).expect("the island renders");
        islands.islands.save_markup(&bundler);
        (html, islands.files())
    };
    let sound = build();
    let files = cached(&project);
    assert_eq!(files.len(), 2, "a bundle and its markup");
    for (name, bytes) in &files {
        let mut evil = bytes.clone();
        let last = evil.len() - 10;
        evil[last] ^= 1;
        for damaged in [evil, bytes[..bytes.len() / 2].to_vec(), Vec::new(), b"{}".to_vec()] {
            fs::write(project.root().join(".gympress/cache").join(name), damaged)
                .expect("the file is written");
            assert_eq!(build(), sound);
            assert!(cached(&project) == files, "{name} is as it was");
        }
    }
}

#[test]
fn a_cache_that_cant_be_written_stops_nothing() {
    let project = Project::with("BmiCalculator", TITLE);
    project.write(".gympress/cache", "a file where the folder should be");
    let bundler = Bundler::new(cache_of(&project), Bundles::default());
    let islands = project.islands_with(&bundler);
    islands.html("BmiCalculator", &bmi_props(), 0).expect("the island renders");
    islands.islands.save_markup(&bundler);
}

#[test]
fn scratch_files_are_gone() {
    let project = Project::with("BmiCalculator", TITLE);
    project.islands();
    let left: Vec<_> =
        fs::read_dir(project.root().join(".gympress")).into_iter().flatten().flatten().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn the_same_sources_have_the_same_bytes_on_any_path() {
    let (one, two) = (Project::with("BmiCalculator", TITLE), Project::with("BmiCalculator", TITLE));
    let bytes = |project: &Project, scratch: &str| -> Vec<(String, Vec<u8>)> {
        let mut options = project.options();
        options.scratch = project.root().join(scratch);
        let islands = project.prepare(&options).expect("esbuild is installed").islands;
        islands.artifacts().iter().map(|a| (a.path.to_string(), a.bytes.ready().to_vec())).collect()
    };
    assert_eq!(bytes(&one, ".gympress"), bytes(&two, "further/down/.gympress"));
}

#[test]
fn ten_thousand_pages_render_a_navigation_once() {
    let project = Project::with("BmiCalculator", TITLE);
    let islands = project.islands();
    let mut props = bmi_props();
    let first = islands.html("BmiCalculator", &props, 0).expect("the island renders");
    for _ in 0..10_000 {
        assert_eq!(islands.html("BmiCalculator", &props, 0).expect("the island renders"), first);
    }
    props["title"] = "Other".into();
    islands.html("BmiCalculator", &props, 0).expect("the island renders");
    assert_eq!(islands.islands.cache_misses(), (true, 2));
}

#[test]
fn an_endless_loop_is_waited_for_once() {
    let text = TITLE.replace("  return", "  while (title) ;\n  return");
    let project = Project::with("BmiCalculator", &text);
    let islands = project.islands();
    let mut props = bmi_props();
    for title in ["a", "b", "c", "d"] {
        props["title"] = title.into();
        islands.html("BmiCalculator", &props, 0).expect_err("it doesn't end");
    }
    assert_eq!(islands.islands.cache_misses(), (true, 1));
}

#[test]
fn other_threads_render_the_same() {
    let project = Project::with("BmiCalculator", TITLE);
    let islands = project.islands();
    let here = islands.html("BmiCalculator", &bmi_props(), 3).expect("the island renders");
    let again = project.islands();
    let there = std::thread::scope(|scope| {
        let run = scope.spawn(|| again.html("BmiCalculator", &bmi_props(), 3).expect("the island renders"));
        run.join().expect("the thread ends")
    });
    assert_eq!(here, there);
}

#[test]
fn many_threads_share_an_engine() {
    let project = Project::with("BmiCalculator", TITLE);
    let islands = project.islands();
    std::thread::scope(|scope| {
        for thread in 0..16 {
            let islands = &islands;
            scope.spawn(move || {
                let mut props = bmi_props();
                props["title"] = format!("thread {thread}").into();
                let html = islands.html("BmiCalculator", &props, 0).expect("the island renders");
                assert!(html.ends_with(&format!("<p>thread {thread}</p></div>")), "{html}");
            });
        }
    });
    assert_eq!(islands.islands.cache_misses(), (true, 16));
}

#[test]
fn without_packages_it_says_what_to_do() {
    let project = Project::with("BmiCalculator", TITLE);
    let mut options = project.options();
    options.packages.clear();
    let prepared = project.prepare(&options).expect("the component is to blame");
    let [reported] = &prepared.diagnostics.iter().collect::<Vec<_>>()[..] else {
        panic!("{:?}", prepared.diagnostics)
    };
    assert_eq!(reported.message, "components/BmiCalculator.tsx needs esbuild, which isn't installed");
    assert!(reported.help.as_deref().is_some_and(|help| help.contains("npm install")), "{reported:?}");
}

#[test]
fn packages_that_are_broken_say_so() {
    let project = Project::with("BmiCalculator", TITLE);
    project.write(&format!("node_modules/@esbuild/{}", platform()), "not a program");
    let failure = project.prepare(&project.options()).err().expect("this is no program");
    assert!(failure.message.starts_with("can't start "), "{failure}");
}

#[test]
fn every_strategy_is_reported_to_the_browser() {
    let project = Project::with("BmiCalculator", TITLE);
    let islands = project.islands();
    for (written, attributes) in [
        ("load", "data-on=\"load\" "),
        ("idle", "data-on=\"idle\" "),
        ("visible", "data-on=\"visible\" "),
        ("interaction", "data-on=\"interaction\" "),
        ("media((min-width: 60rem))", "data-on=\"media\" data-media='(min-width: 60rem)' "),
    ] {
        let strategy: Strategy = written.parse().expect("a strategy");
        let html = islands.html_on("BmiCalculator", &bmi_props(), &strategy).expect("the island renders");
        assert!(html.contains(attributes), "{html}");
    }
}
