//! Islands from their sources to markup, and their cache: used when nothing changed, never when something did, and never
//! trusted. What is said of broken components is in `tests/cases`.

use std::{collections::BTreeMap, fs, path::PathBuf, time::SystemTime};

use gympress::{
    cache::Cache,
    diagnostic::{Diagnostic, Diagnostics, Failure, ReportFormat},
    islands::{BundleOptions, Bundler, Bundles, IslandCall, Islands, React, Strategy},
    source::Sources,
};
use serde_json::json;
use walkdir::WalkDir;

use crate::project::{Project, files_below, repository};

const BADGE: &str =
    "export default function Badge({ title }: { title: string }) {\n  return <p>{title}</p>;\n}\n";

/// The islands of a project, and what was said while they were bundled.
struct Prepared {
    sources: Sources,
    islands: Islands,
    diagnostics: Diagnostics,
}

impl Project {
    /// One with a component and nothing else.
    fn with_component(text: &str) -> Self {
        let project = Self::apart();
        project.write("content/site.toml", "name = \"A gym\"\n");
        project.write("components/Badge.tsx", text);
        project
    }

    fn options(&self) -> BundleOptions {
        BundleOptions {
            packages: vec![repository().to_owned()],
            scratch: self.path(".gympress"),
            react: React::Production,
        }
    }

    /// One that knows only what is on disk.
    fn bundler(&self) -> Bundler {
        Bundler::new(Cache::new(Some(self.path(".gympress/cache"))), Bundles::default())
    }

    fn prepare(&self, options: &BundleOptions, bundler: &Bundler) -> Result<Prepared, Failure> {
        let mut diagnostics = Diagnostics::default();
        let sources = Sources::load(self.root(), &mut diagnostics).unwrap();
        let islands = Islands::prepare(&sources, options, bundler, &mut diagnostics)?;
        Ok(Prepared { sources, islands, diagnostics })
    }

    fn islands(&self, bundler: &Bundler) -> Prepared {
        self.prepare(&self.options(), bundler).unwrap()
    }
}

impl Prepared {
    fn html(&self, title: &str) -> Result<String, Box<Diagnostic>> {
        let props = json!({ "title": title }).to_string();
        let call = IslandCall { component: "Badge", props: &props, strategy: Strategy::Visible, instance: 0 };
        self.islands.render(&call, &mut Vec::new(), &mut Diagnostics::default())
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let artifacts = self.islands.artifacts();
        artifacts.iter().map(|file| (file.path.to_string(), file.bytes.ready().to_vec())).collect()
    }
}

#[test]
fn nothing_is_made_twice_and_an_edit_is_seen() {
    let project = Project::with_component(BADGE);
    let bundler = project.bundler();
    let cold = project.islands(&bundler);
    let html = cold.html("a").unwrap();
    cold.islands.save_markup(&bundler);
    let written = || {
        let files = WalkDir::new(project.path(".gympress/cache")).into_iter().flatten();
        let files = files.filter(|file| file.file_type().is_file());
        files.map(|file| (file.path().to_owned(), file.metadata().unwrap().modified().unwrap())).collect()
    };
    let before: BTreeMap<PathBuf, SystemTime> = written();
    assert_eq!(before.len(), 2, "a bundle and its markup");
    let next = project.bundler();
    let warm = project.islands(&next);
    assert_eq!((warm.files(), warm.html("a").unwrap()), (cold.files(), html.clone()));
    warm.islands.save_markup(&next);
    assert_eq!(written(), before, "neither esbuild nor the engine made anything");
    assert!(warm.html("b").unwrap().contains("<p>b</p>"));

    project.write("components/Badge.tsx", BADGE.replace("<p>{title}</p>", "<b>{title}</b>"));
    for bundler in [&bundler, &project.bundler()] {
        let after = project.islands(bundler);
        assert!(after.html("a").unwrap().ends_with("<b>a</b></div>"));
        assert_ne!(after.files(), cold.files());
    }
    project.write("components/Badge.tsx", BADGE);
    project.write("components/Other.tsx", BADGE.replace("Badge", "Other"));
    let more = project.islands(&bundler);
    assert!(more.islands.named("Other").is_ok());
    assert_eq!(more.html("a").unwrap(), html, "one more changes none of the others");
}

#[test]
fn an_edit_of_any_file_that_is_bundled_is_seen() {
    let kinds = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "json"];
    let imports = kinds.map(|kind| format!("import {kind} from \"./parts/word.{kind}\";\n")).concat();
    let words = kinds.map(|kind| format!("{{{kind}}}")).concat();
    let project =
        Project::with_component(&(imports + &BADGE.replace("{title}</p>", &format!("{words}</p>"))));
    let write = |kind: &str, word: &str| {
        let text = if kind == "json" { format!("{word:?}") } else { format!("export default {word:?};\n") };
        project.write(&format!("components/parts/word.{kind}"), &text);
    };
    kinds.iter().for_each(|kind| write(kind, "a"));
    let bundler = project.bundler();
    let words = || project.islands(&bundler).html("").unwrap().replace("<!-- -->", "");
    assert!(words().ends_with("<p>aaaaaaaaa</p></div>"), "{}", words());
    for (at, kind) in kinds.into_iter().enumerate() {
        write(kind, "b");
        let seen = format!("<p>{}{}</p></div>", "b".repeat(at + 1), "a".repeat(kinds.len() - at - 1));
        assert!(words().ends_with(&seen), "{kind}: {}", words());
    }
}

#[test]
fn warnings_are_reported_as_often_as_somebody_asks() {
    let project =
        Project::with_component(&BADGE.replace("  return", "  if (title === NaN) return null;\n  return"));
    let bundler = project.bundler();
    let reported = |bundler: &Bundler| {
        let prepared = project.islands(bundler);
        ReportFormat::Short.render(&prepared.diagnostics, &prepared.sources, false)
    };
    let cold = reported(&bundler);
    assert!(cold.starts_with("components/Badge.tsx:2:") && cold.contains("warning[bundle]: "), "{cold}");
    assert_eq!(cold.lines().count(), 1, "client and server warn once: {cold}");
    assert_eq!(reported(&bundler), cold, "from memory");
    assert_eq!(reported(&project.bundler()), cold, "from disk");
}

#[test]
fn a_cache_that_cant_be_written_stops_nothing() {
    let project = Project::with_component(BADGE);
    let build = || {
        let bundler = project.bundler();
        let islands = project.islands(&bundler);
        let html = islands.html("a").unwrap();
        islands.islands.save_markup(&bundler);
        (html, islands.files())
    };
    let sound = build();
    let cache = project.path(".gympress/cache");
    let files = files_below(&cache);
    assert_eq!(files.len(), 2, "a bundle and its markup, and nothing of scratch: {:?}", files.keys());
    fs::remove_dir_all(&cache).unwrap();
    fs::write(&cache, "a file where the folder should be").unwrap();
    assert_eq!(build(), sound);
}

#[test]
fn what_killed_runs_left_is_removed_while_no_other_bundles() {
    let project = Project::with_component(BADGE);
    let left = project.path(".gympress/bundling-1-0");
    for is_other_alive in [true, false] {
        project.write(".gympress/bundling-1-0/components/Badge.tsx", BADGE);
        let other = fs::File::create(project.path(".gympress/bundling.lock")).unwrap();
        if is_other_alive {
            other.lock_shared().unwrap();
        }
        project.islands(&Bundler::new(Cache::new(None), Bundles::default()));
        assert_eq!(left.exists(), is_other_alive);
    }
}

#[test]
fn an_endless_loop_is_waited_for_once() {
    // It would end for others: that these fail, too, says that they aren't tried.
    let project =
        Project::with_component(&BADGE.replace("  return", "  while (title === \"a\") ;\n  return"));
    let islands = project.islands(&project.bundler());
    for title in ["a", "b", "c"] {
        islands.html(title).expect_err("it doesn't end");
    }
}

#[test]
fn an_esbuild_that_cant_be_started_is_named() {
    let project = Project::with_component(BADGE);
    // esbuild within its package for this machine.
    let real = repository().join("node_modules/@esbuild");
    let platform = fs::read_dir(real).unwrap().flatten().next().unwrap().file_name();
    let program = format!("node_modules/@esbuild/{}/bin/esbuild", platform.to_string_lossy());
    project.write(&program, "not a program");
    let failure = project.prepare(&project.options(), &project.bundler()).err().unwrap();
    assert!(failure.message.starts_with("can't start "), "{failure}");
}

/// A full disk is no mistake of a component.
#[cfg(unix)]
#[test]
fn a_full_disk_under_esbuild_is_told_as_one() {
    use std::os::unix::fs::PermissionsExt as _;

    let project = Project::with_component(BADGE);
    let real = repository().join("node_modules/@esbuild");
    let platform = fs::read_dir(&real).unwrap().flatten().next().unwrap().file_name();
    let program = format!("node_modules/@esbuild/{}/bin/esbuild", platform.to_string_lossy());
    // No file may be longer than 10 kB there, and React is.
    let real = real.join(platform).join("bin/esbuild");
    let limited = format!("#!/bin/sh\nulimit -f 20; trap '' XFSZ; exec {} \"$@\"\n", real.display());
    project.write(&program, &limited);
    fs::set_permissions(project.path(&program), fs::Permissions::from_mode(0o755)).unwrap();
    for package in ["react", "react-dom", "scheduler"] {
        let link = project.path("node_modules").join(package);
        std::os::unix::fs::symlink(repository().join("node_modules").join(package), link).unwrap();
    }
    let failure = project.prepare(&project.options(), &project.bundler()).err().unwrap();
    let is_told = failure.message.starts_with("esbuild can't write its files: Failed to write");
    assert!(is_told && failure.to_string().contains("make room"), "{failure}");
}
