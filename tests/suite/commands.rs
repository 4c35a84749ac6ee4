//! What commands do to a machine: exit statuses, where each kind of message goes, the files that they write. What they print
//! of content is in `tests/cases`.

use std::{
    fs::{self, FileTimes},
    os::unix::fs::PermissionsExt,
    process::Command,
    time::SystemTime,
};

use crate::{
    copy,
    project::{NOW, Project, Run, assert_document, files_below, repository, run},
};

fn gympress(arguments: &[&str]) -> Run {
    run(arguments.iter().map(Into::into), "", false)
}

#[test]
fn mistakes_are_1_and_publish_nothing() {
    let project = Project::gym();
    let before = project.build(&[]);
    project.replace("content/schedule.toml", "class = \"", "class = \"no-such-");
    project.replace("content/site.toml", "name = \"", "name = \"Another ");
    for form in ["human", "short"] {
        let run = project.run(&["build", "--now", NOW, "--format", form]).exits(1);
        assert!(
            run.err.contains("there is no class \"no-such-") && !run.err.contains('\u{1b}'),
            "{}",
            run.err
        );
        assert!(run.out.is_empty(), "{}", run.out);
    }
    assert!(project.published() == before, "the site is as it was");
}

#[test]
fn a_machine_that_fails_is_3() {
    let project = Project::minimal();
    project.write("dist", "a file where the folder should be");
    assert!(project.run(&["build"]).exits(3).err.contains("dist"));
    // Not even root makes folders in a file.
    let out = project.path("dist/within");
    assert!(project.run(&["build", "--out", &out.to_string_lossy()]).exits(3).err.contains("dist"));

    let run = Project::empty().run(&["check"]).exits(3);
    assert!(run.err.contains("no content folder") && run.err.contains("--root"), "{}", run.err);
}

#[test]
fn a_file_has_the_longest_name_that_disks_take() {
    let project = Project::gym();
    let id = "a".repeat(255 - ".toml".len());
    project.run(&["new", "class", "Judo", "--id", &id]).exits(0);
    assert!(project.read(&format!("content/classes/{id}.toml")).contains("Judo"));
}

#[cfg(unix)]
#[test]
fn mistakes_are_reported_even_if_a_tool_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |path: &str| folder.path().join(path);
    for inner in ["bin", "site/components"] {
        fs::create_dir_all(path(inner)).unwrap();
    }
    fs::copy(env!("CARGO_BIN_EXE_gympress"), path("bin/gympress")).unwrap();
    copy::tree(&Project::minimal().path("content"), &path("site/content"));
    fs::write(path("site/content/site.toml"), "name = \"Iron\"\nnmae = \"x\"\n").unwrap();
    // What lies above the project and beside the program is no esbuild of theirs.
    for place in ["", "bin/"] {
        for platform in ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"] {
            let foreign = path(&format!("{place}node_modules/@esbuild/{platform}/bin/esbuild"));
            fs::create_dir_all(foreign.parent().unwrap()).unwrap();
            fs::write(&foreign, format!("#!/bin/sh\ntouch {}\n", path("was-run").display())).unwrap();
            fs::set_permissions(&foreign, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
    let run = |command: &str| {
        let output = Command::new(path("bin/gympress")).arg(command).current_dir(path("site")).output();
        Run::from(output.unwrap()).exits(1).err
    };
    let left_out = "not everything was checked: components can't be bundled here, and so no page was built";
    assert!(run("check").contains(left_out));
    fs::write(path("site/components/Own.tsx"), "export default () => <p>Own</p>;\n").unwrap();
    for command in ["check", "build"] {
        let err = run(command);
        assert!(err.contains("nmae") && err.contains("esbuild"), "{command}: {err}");
    }
    assert!(!path("was-run").exists(), "a foreign esbuild was started");
}

#[test]
fn every_command_has_help_with_an_example() {
    let overview = gympress(&["--help"]).exits(0).out;
    let commands = overview.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    // Lines that go on are indented further.
    let lines = commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<&str> = lines.filter(|name| !name.is_empty()).collect();
    assert!(names.len() > 8, "{overview}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let help = gympress(&[name, "--help"]).exits(0).out;
        assert!(help.contains(&format!("gympress {name}")) && help.contains("Example"), "{help}");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(gympress(&["completions", shell]).exits(0).out.len() > 500, "{shell}");
    }
    let version = gympress(&["--version"]).exits(0).out;
    assert!(version.starts_with(concat!("gympress ", env!("CARGO_PKG_VERSION"), " (")), "{version}");
}

#[test]
fn licences_are_those_inside_or_where_they_are_to_be_found() {
    let printed = gympress(&["licences"]).exits(0).printed();
    let expected = match cfg!(bundled) {
        true => ["\nreact-dom ", "\njpeg-encoder ", "OFL-1.1"],
        false => ["compiled without the licences", "node release/licences.js", "Cargo.lock"],
    };
    for words in expected {
        assert!(printed.contains(words), "{words} in {printed}");
    }
}

/// As `gympress check --format json > report` on a disk without room.
#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_a_failure_of_the_machine() {
    let project = Project::minimal();
    project.replace("content/site.toml", "name", "nmae");
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(["check", "--format", "json", "--root"])
        .arg(project.root())
        .stdout(full)
        .output();
    let run = Run::from(output.unwrap()).exits(3);
    assert!(run.err.contains("can't write what is printed: No space left on device"), "{}", run.err);
}

/// By `script`, which gives a program a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_colours_and_a_log_without_any() {
    let project = Project::minimal();
    project.replace("content/site.toml", "name", "nmae");
    let command = format!("{} -vv check", env!("CARGO_BIN_EXE_gympress"));
    let output = Command::new("script")
        .args(["--quiet", "--return", "--command", &command, "/dev/null"])
        .current_dir(project.root())
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .output();
    let shown = Run::from(output.unwrap()).exits(1).out;
    let logged: Vec<&str> = shown.lines().filter(|line| line.contains("DEBUG")).collect();
    assert!(!logged.is_empty() && logged.iter().all(|line| !line.contains('\u{1b}')), "{shown}");
    assert!(shown.contains("\u{1b}[") && shown.contains("nmae"), "{shown}");
}

#[test]
fn a_build_says_what_becomes_of_each_file_if_asked() {
    let project = Project::minimal();
    let build = |verbose: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gympress"));
        let output = command.args(["build", "--now", NOW, verbose]).current_dir(project.root()).output();
        Run::from(output.unwrap()).exits(0).err
    };
    let first = build("-v");
    assert!(first.contains("INFO adds index.html: it wasn't there"), "{first}");
    assert!(first.contains("files from the cache"), "{first}");

    project.replace("content/pages/index.toml", "title = \"", "title = \"Our ");
    project.write("content/static/notes.txt", "Bring water.");
    let second = build("-v");
    assert!(second.contains("INFO replaces index.html: its bytes are others"), "{second}");
    assert!(second.contains("INFO adds notes.txt: it wasn't there"), "{second}");
    assert!(!second.contains("keeps "), "{second}");

    fs::remove_file(project.path("content/static/notes.txt")).unwrap();
    let third = build("-vv");
    assert!(third.contains("INFO removes notes.txt: the site has it no more"), "{third}");
    assert!(third.contains("DEBUG keeps index.html: its bytes are the same"), "{third}");
    assert!(!third.contains("adds ") && !third.contains("encodes "), "{third}");
}

/// A web server must be able to read what a person with a careful umask builds.
#[cfg(unix)]
#[test]
fn whoever_serves_the_site_may_read_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let project = Project::minimal();
    let status = Command::new("sh")
        .args(["-c", "umask 077; exec \"$0\" build --root \"$1\"", env!("CARGO_BIN_EXE_gympress")])
        .arg(project.root())
        .status();
    assert!(status.unwrap().success());
    let mode = |path: &str| fs::metadata(project.path(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!([mode("dist/index.html"), mode("dist/assets"), mode("dist")], [0o644, 0o755, 0o755]);
}

#[test]
fn neither_folder_nor_zone_nor_language_nor_threads_nor_the_cache_change_a_byte() {
    let build = |project: &Project, environment: &[(&str, &str)]| {
        project.run_alone(&["build", "--now", NOW], environment).exits(0);
        project.published()
    };
    let here = Project::cold("here");
    let first = build(&here, &[("RAYON_NUM_THREADS", "13"), ("TZ", "America/Adak")]);
    assert!(first.contains_key("index.html") && first.len() > 80, "{} files", first.len());
    let turkish = [("TZ", "Pacific/Kiritimati"), ("LC_ALL", "tr_TR.UTF-8"), ("RAYON_NUM_THREADS", "1")];
    let elsewhere = build(&Project::cold("a somewhat longer näme with spaces"), &turkish);
    let differing =
        first.keys().chain(elsewhere.keys()).filter(|path| first.get(*path) != elsewhere.get(*path));
    assert_eq!(differing.collect::<Vec<_>>(), Vec::<&String>::new());

    // What is changed and changed back leaves no trace but for files that open pages still ask for.
    let site = here.read("content/site.toml");
    here.replace("content/site.toml", "name = \"", "name = \"Another ");
    assert!(build(&here, &[]) != first);
    here.write("content/site.toml", site);
    build(&here, &[]);
    assert!(build(&here, &[]) == first);
}

#[test]
fn a_second_build_writes_nothing_mends_what_others_changed_and_says_the_same() {
    let project = Project::minimal();
    let first = project.run(&["build", "--now", NOW]).exits(0);
    let good = project.published();
    let time = |path: &str| fs::metadata(project.path("dist").join(path)).unwrap().modified().unwrap();
    let written: Vec<SystemTime> = good.keys().map(|path| time(path)).collect();
    let again = project.run(&["build", "--now", NOW]).exits(0);
    assert_eq!(good.keys().map(|path| time(path)).collect::<Vec<_>>(), written);
    let (new, unchanged) = (format!("{} new", good.len()), format!("{} unchanged", good.len()));
    assert_eq!(first.out.replace(&new, &unchanged), again.out);
    assert_eq!(first.err, again.err);

    let page = project.path("dist/index.html");
    let harmed = project.read("dist/index.html").replace("<html", "<HTML");
    let time = FileTimes::new().set_modified(fs::metadata(&page).unwrap().modified().unwrap());
    fs::write(&page, harmed).unwrap();
    fs::File::options().write(true).open(&page).unwrap().set_times(time).unwrap();
    assert_eq!(project.build(&[]), good, "of the same length and time");
    fs::remove_dir_all(project.path("dist")).unwrap();
    assert_eq!(project.build(&[]), good);
}

#[cfg(unix)]
#[test]
fn another_copy_of_the_program_uses_the_cache() {
    let project = Project::cold("copied-");
    // The copy isn't beside the packages.
    std::os::unix::fs::symlink(repository().join("node_modules"), project.path("node_modules")).unwrap();
    project.run_alone(&["build", "--now", NOW], &[]).exits(0);
    let times = || -> Vec<(String, SystemTime)> {
        let files = files_below(&project.path(".gympress/cache")).into_keys();
        let time = |path: &String| {
            fs::metadata(project.path(".gympress/cache").join(path)).unwrap().modified().unwrap()
        };
        files.map(|path| (path.clone(), time(&path))).collect()
    };
    let (before, published) = (times(), project.published());
    for kind in ["bundle/", "markup/", "picture-probes/"] {
        assert!(before.iter().any(|(path, _)| path.starts_with(kind)), "{kind}: {before:?}");
    }
    fs::remove_dir_all(project.path("dist")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("gympress");
    fs::copy(env!("CARGO_BIN_EXE_gympress"), &program).unwrap();
    let output = Command::new(&program).args(["build", "--now", NOW, "--root"]).arg(project.root()).output();
    Run::from(output.unwrap()).exits(0);
    assert_eq!(project.published(), published);
    assert_eq!(times(), before, "nothing was bundled or rendered anew");
}

#[test]
fn a_post_that_is_not_out_is_given_away_by_no_file() {
    let project = Project::gym();
    project.run(&["new", "post", "The roof opens", "--now", NOW]).exits(0);
    let pages = |options: &[&str], text: &str| -> Vec<String> {
        let published = project.build(options).into_iter();
        let files = published.filter(|(_, bytes)| String::from_utf8_lossy(bytes).contains(text));
        files.map(|(path, _)| path).collect()
    };
    assert_eq!(pages(&[], "the-roof-opens"), Vec::<String>::new());
    let mark = "draft: hidden from visitors";
    assert_eq!(pages(&[], mark), Vec::<String>::new());
    let marked = pages(&["--drafts"], mark);
    for page in ["index.html", "blog/index.html", "blog/the-roof-opens/index.html"] {
        assert!(marked.iter().any(|path| path == page), "{page} is not among {marked:?}");
    }
}

#[test]
fn calendars_tell_when_the_site_was_last_changed() {
    let project = Project::gym();
    let stamps = |changed: &str, now: &str| {
        project.run_alone(&["build", "--now", now], &[("SOURCE_DATE_EPOCH", changed)]).exits(0);
        let calendar = project.read("dist/schedule.ics");
        ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE"].map(|name| {
            let rest = calendar.split(&format!("\n{name}:")).nth(1).unwrap_or_default();
            rest.split('\r').next().unwrap_or_default().to_owned()
        })
    };
    let (early, late) = (stamps("1795000000", NOW), stamps("1795000060", NOW));
    assert!((0..3).all(|at| early[at] < late[at]), "{early:?} {late:?}");
    assert_eq!(stamps("1795000000", "2026-11-23T08:00:00+03:00"), early, "the same on the next day");
    assert_eq!(stamps("", "2026-12-01T23:00:00+03:00")[0], "20261130T210000Z");
}

#[test]
fn a_time_of_the_last_change_that_cant_be_is_passed_over() {
    let project = Project::minimal();
    let event =
        "title = \"Open day\"\nsummary = \"Come.\"\nstart = 2026-11-01T10:00:00\ntext = \"All day.\"\n";
    project.write("content/events/open-day.toml", event);
    let built = |changed: &str| {
        let run = project.run_alone(&["build", "--now", NOW], &[("SOURCE_DATE_EPOCH", changed)]).exits(0);
        let calendar = project.read("dist/events/events.ics");
        let stamp = calendar.split("\nDTSTAMP:").nth(1).unwrap().split('\r').next().unwrap().to_owned();
        (stamp, run.err)
    };
    let (usual, said) = built("");
    assert!(!said.contains("SOURCE_DATE_EPOCH"), "{said}");
    // Of 1980, as some tools set it; words; before 1970; milliseconds; the year 5138; a year and a half before an event that is over.
    for changed in ["315532800", "0", "yesterday", "-1", "1795000000000", "99999999999", "1748000000"] {
        let (stamp, said) = built(changed);
        assert_eq!(stamp, usual, "{changed}");
        assert!(
            said.contains("warning: SOURCE_DATE_EPOCH is passed over: \"") && said.contains(changed),
            "{said}"
        );
    }
    let (stamp, said) = built(" 1794000000 ");
    assert!(stamp != usual && !said.contains("SOURCE_DATE_EPOCH"), "{stamp} {said}");
}

#[test]
fn schemas_of_editors_offer_what_the_project_has() {
    let project = Project::gym();
    let (schedule, site) = ("content/.schema/schedule.json", "content/.schema/site.json");
    project.run(&["new", "class", "Kickboxing"]).exits(0);
    project.write("content/fonts/iron.woff2", "a font");
    project.run(&["schema"]).exits(0);
    assert!(
        project.read(schedule).contains("\"kickboxing\"") && project.read(site).contains("\"iron.woff2\"")
    );
    fs::remove_dir_all(project.path("content/fonts")).unwrap();
    // A build refreshes them, where there are some.
    project.run(&["new", "trainer", "Amina Hassan"]).exits(0);
    project.build(&[]);
    assert!(project.read(schedule).contains("amina-hassan"));
    fs::remove_dir_all(project.path("content/.schema")).unwrap();
    project.build(&[]);
    assert!(!project.path("content/.schema").exists());
}

#[test]
fn the_shipped_gyms_have_neither_errors_nor_warnings() {
    for site in ["", "examples/ngome"] {
        let path = repository().join(site);
        gympress(&["check", "--deny-warnings", "--now", NOW, "--root", path.to_str().unwrap()]).exits(0);
    }
    // The layout by which others are measured.
    let project = Project::gym();
    let layout = repository().join("benches/scale/peers/gympress");
    for (path, bytes) in files_below(&layout) {
        project.write(&path, bytes);
    }
    project.run(&["check", "--now", NOW]).exits(0);
}

#[test]
fn each_content_file_names_its_schema() {
    let written = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (project, out) = (repository().to_string_lossy(), written.path().to_string_lossy());
    gympress(&["schema", "--root", &project, "--out", &out]).exits(0);
    let files =
        files_below(&repository().join("content")).into_iter().filter(|(path, _)| path.ends_with(".toml"));
    for (path, bytes) in files {
        let text = String::from_utf8(bytes).unwrap();
        let schema = text.lines().next().and_then(|line| line.strip_prefix("#:schema ")).unwrap_or_default();
        let expected = format!("{}.schema/", "../".repeat(path.matches('/').count()));
        let name = schema.trim_start_matches("./").strip_prefix(&*expected);
        assert!(name.is_some_and(|name| written.path().join(name).is_file()), "{path}: {schema}");
    }
}

/// The widgets of the document can be shown.
#[test]
fn examples_of_services_are_sound() {
    let text = fs::read_to_string(repository().join("docs/services.md")).unwrap();
    let blocks = text.split("```toml\n").skip(1).map(|block| block.split("```\n").next().unwrap());
    let (sections, tables): (Vec<_>, Vec<_>) = blocks.partition(|block| block.starts_with("[[section]]"));
    assert!(sections.len() >= 4 && tables.len() >= 4);
    let services = "[services]\nframes = [\"https://calendly.com\", \"https://www.youtube-nocookie.com\"]\n\
        scripts = [\"https://widgets.mindbodyonline.com\", \"https://elfsightcdn.com\"]\n";
    let project = Project::minimal();
    let check = |site: &str, sections: &str| {
        project.write(
            "content/site.toml",
            format!("{}phone = \"+254 700 000 146\"\n{site}", crate::project::SITE),
        );
        project.write(
            "content/pages/index.toml",
            format!("title = \"Home\"\ndescription = \"A gym.\"\n\n{sections}"),
        );
        project.run(&["check", "--format", "short"]).exits(0);
    };
    check(services, &sections.join("\n"));
    for table in tables {
        check(table, "[[section]]\ntype = \"contact\"\nheading = \"Come by\"\n");
    }
}

#[test]
fn all_fields_are_in_a_document() {
    let made = Project::minimal().run(&["schema", "--docs"]).exits(0).out;
    let made = made.replacen(
        "# Reference of types\n",
        "# All fields\n\nEvery key that a file of `content/` can have, in a site with the types of the theme; [types.md](types.md) says what each kind of\n\
         value looks like. `gympress schema --docs` prints the same for the types of your project.\n",
        1,
    );
    assert_document("docs/fields.md", &made);
}
