//! `gympress fix` and `rename` on files: prompts, failures of the machine, and that nothing else changes. What they make of
//! each mistake is in `tests/cases`.

#[cfg(unix)]
use std::os::unix::fs::{PermissionsExt, symlink};
#[cfg(windows)]
use std::os::windows::fs::symlink_file as symlink;
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    process::{Command, Stdio},
    sync::Arc,
    thread,
    time::Duration,
};

use gympress::{
    build,
    content::{self, DecodedTexts},
    diagnostic::Diagnostics,
    edit::fix::{self, FileChange},
    source::{SourceText, Sources},
};

use crate::project::{INDEX, NOW, Project, Run, run, run_with};

/// Every file with what it holds, but for caches.
fn contents(project: &Project) -> BTreeMap<String, Vec<u8>> {
    let all = walkdir::WalkDir::new(project.path("content")).into_iter().map(Result::unwrap);
    let files = all.filter(|entry| !entry.file_type().is_dir()).map(walkdir::DirEntry::into_path);
    let name = |path: &std::path::Path| path.strip_prefix(project.root()).unwrap().display().to_string();
    files.map(|path| (name(&path), fs::read(&path).unwrap())).collect()
}

fn said(project: &Project, command: &str) -> Run {
    let words: Vec<&str> = command.split_whitespace().collect();
    project.run(&[&words[..], &["--now", NOW]].concat())
}

/// The change that adds a comment to a file.
fn with_a_comment(project: &Project, path: &str) -> FileChange {
    let text = project.read(path);
    let after = SourceText::whole(path, format!("{text}# ours\n"));
    FileChange { before: Arc::new(SourceText::whole(path, text)), after: Arc::new(after) }
}

/// The third file is the second one, which has taken its place by then.
#[test]
fn if_one_file_cannot_take_its_place_all_are_as_they_were() {
    let project = Project::gym();
    let before = contents(&project);
    let files = ["content/classes/boxing.toml", "content/classes/yoga.toml", "content/classes/yoga.toml"];
    fix::write(project.root(), &files.map(|path| with_a_comment(&project, path))).unwrap_err();
    assert!(contents(&project) == before, "a file was written");
}

/// Of two files, the second is a pipe, which is read once somebody writes into it.
#[cfg(unix)]
#[test]
fn what_another_program_writes_meanwhile_stays() {
    use std::io::Write as _;

    let project = Project::gym();
    let files = ["content/classes/boxing.toml", "content/classes/yoga.toml"];
    let changes = files.map(|path| with_a_comment(&project, path));
    let pipe = project.path(files[1]);
    fs::remove_file(&pipe).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let theirs = "title = \"Theirs\"\n";
    thread::scope(|scope| {
        let written = scope.spawn(|| fix::write(project.root(), &changes));
        let mut writer = fs::File::options().write(true).open(&pipe).unwrap();
        project.write(files[0], theirs);
        writer.write_all(changes[1].before.text.as_bytes()).unwrap();
        drop(writer);
        let failure = written.join().unwrap().unwrap_err().to_string();
        assert!(failure.contains("boxing.toml was changed by another program"), "{failure}");
    });
    assert_eq!(project.read(files[0]), theirs);
}

#[test]
fn nothing_but_the_correction_changes() {
    let project = Project::gym();
    let schedule = "content/schedule.toml";
    let text = project.read(schedule).replace('\n', "\r\n");
    let right = format!("\u{FEFF}{text}# the end, without a line end \t");
    project.write(schedule, &right);
    let before = contents(&project);
    project.write(schedule, right.replacen("class = \"karate\"", "class = \"katate\"", 1));
    #[cfg(unix)]
    fs::set_permissions(project.path(schedule), fs::Permissions::from_mode(0o640)).unwrap();
    // A file may be a link within the project.
    let boxing = project.path("content/classes/boxing.toml");
    fs::rename(&boxing, project.path("content/images/boxing.txt")).unwrap();
    symlink("../images/boxing.txt", &boxing).unwrap();
    project.replace("content/images/boxing.txt", "title = ", "title: ");
    let mistaken = contents(&project);

    assert_eq!(said(&project, "fix --dry-run").exits(0).err.matches("would be made").count(), 1);
    assert!(contents(&project) == mistaken, "a dry run wrote something");
    assert_eq!(said(&project, "fix").exits(0).out.lines().count(), 2);
    assert!(fs::symlink_metadata(&boxing).unwrap().is_symlink());
    #[cfg(unix)]
    assert_eq!(fs::metadata(project.path(schedule)).unwrap().permissions().mode() & 0o777, 0o640);
    let mut after = contents(&project);
    assert!(after.remove("content/images/boxing.txt").is_some());
    assert!(after == before);
    assert_eq!(said(&project, "fix").exits(0).out, "", "a second run finds nothing");
}

/// Two proposals, in the order in which they are asked for.
const PROPOSED: [&str; 2] = ["content/events/open-day.toml", "content/events/race.toml"];

/// A site with these two mistakes, what the command said with these answers, and which of the two were made.
fn answered(command: &str, answers: &str, interactive: bool) -> (Run, [bool; 2]) {
    let project = Project::minimal();
    for file in PROPOSED {
        let times = "start = 2026-12-01T10:00:00\nend = 2026-12-01T12:00:00\n";
        project.write(
            file,
            format!(
                "title = \"Come\"\nsummary = \"A day\"\nprice = \"KSH 400\"\n{times}text = \"All day.\"\n"
            ),
        );
    }
    let arguments = command.split(' ').map(OsString::from).chain(["--root".into(), project.root().into()]);
    let run = run(arguments, answers, interactive);
    (run, PROPOSED.map(|file| project.read(file).contains("price = 400\n")))
}

#[test]
fn each_proposal_is_shown_and_made_only_if_somebody_wants_it() {
    for (answers, wanted, asked) in [
        ("n\nyes\n", [false, true], 2),
        ("a\n", [true, true], 1),
        ("y\na\n", [true, true], 2),
        ("q\n", [false, false], 1),
        ("y\nq\n", [true, false], 2),
        // Enter alone, or what is no answer, is no; so is an end of all answers.
        ("\nperhaps\n", [false, false], 2),
        ("", [false, false], 1),
    ] {
        let (run, made) = answered("fix", answers, true);
        assert_eq!(made, wanted, "{answers:?}: {}", run.err);
        assert_eq!(run.err.matches("[y]es, [N]o, [a]ll, [q]uit:").count(), asked, "{answers:?}: {}", run.err);
        assert_eq!(run.status, i32::from(made != [true, true]), "{answers:?}: {}", run.err);
        assert!(run.err.contains("--> content/events/open-day.toml"), "the mistake is shown: {}", run.err);
    }
    for (command, interactive) in [("fix", false), ("fix --dry-run", true)] {
        let (run, made) = answered(command, "y\ny\n", interactive);
        assert_eq!((made, run.err.matches("[q]uit:").count()), ([false, false], 0), "{}", run.err);
    }
}

#[test]
fn content_is_corrected_where_pages_cannot_be_made() {
    // No packages are in this folder.
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("content/site.toml");
    fs::create_dir_all(folder.path().join("content/pages")).unwrap();
    fs::write(&site, "name: \"Iron\"\nbase_url = \"https://iron.example/\"\n").unwrap();
    fs::write(folder.path().join("content/pages/index.toml"), INDEX).unwrap();
    let run = run_with(Vec::new(), ["fix".into(), "--root".into(), folder.path().into()], "", false).exits(3);
    assert!(fs::read_to_string(site).unwrap().starts_with("name = \"Iron\""));
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
    assert!(
        run.err.contains("not everything was checked: components") && run.err.contains("esbuild"),
        "{}",
        run.err
    );
}

/// The name of a file that was unpacked from an old archive.
#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_unicode_keeps_no_other_file_from_being_corrected() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};

    let project = Project::gym();
    project.replace("content/site.toml", "name = ", "name: ");
    let copy = project.read("content/classes/boxing.toml").replace("title = ", "title: ");
    let path = project.path("content/classes").join(OsStr::from_bytes(b"caf\xe9.toml"));
    fs::write(&path, &copy).unwrap();
    let run = said(&project, "fix").exits(1);
    assert!(project.read("content/site.toml").contains("name = "), "{}", run.err);
    assert_eq!(fs::read_to_string(path).unwrap(), copy);
    assert!(run.err.contains("rename the file to content/classes/caf.toml"), "{}", run.err);
}

#[test]
fn a_machine_that_fails_leaves_everything_as_it_was() {
    let project = Project::gym();
    project.replace("content/site.toml", "name = ", "name: ");
    project.replace("content/classes/boxing.toml", "title = ", "title: ");
    // Something stands where the second file would be put together.
    fs::create_dir(project.path("content/.site.toml.gympress-unfinished")).unwrap();
    let before = contents(&project);
    said(&project, "fix").exits(3);
    assert!(contents(&project) == before, "something was written");
}

#[test]
fn a_program_that_is_killed_leaves_each_of_many_files_old_or_new() {
    let project = Project::gym();
    let post = project.read("content/posts/yoga-for-lifters.toml");
    let path = |number: usize| format!("content/posts/copy-{number}.toml");
    let new: Vec<String> = (0..40)
        .map(|number| {
            let post = post.replacen("title = \"", &format!("title = \"{number} "), 1);
            post.replacen("body = '''\n", "body = '''\nSee [prices](/pricing/).\n", 1)
        })
        .collect();
    let wrong =
        |text: &String| text.replacen("title = ", "title: ", 1).replacen("(/pricing/)", "(/pricing)", 1);
    let old: Vec<String> = new.iter().map(wrong).collect();
    for attempt in 0..12 {
        old.iter().enumerate().for_each(|(number, text)| project.write(&path(number), text));
        let mut fix = Command::new(env!("CARGO_BIN_EXE_gympress"))
            .args(["fix", "--now", NOW, "--root"])
            .arg(project.root())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Until the first corrected file is there, or beside its place.
        let hidden = project.path("content/posts/.copy-0.toml.gympress-unfinished");
        for _ in 0..60_000 {
            let begun = hidden.exists() || project.read(&path(0)) == new[0];
            if begun || fix.try_wait().unwrap().is_some() {
                break;
            }
            thread::sleep(Duration::from_micros(200));
        }
        thread::sleep(Duration::from_micros(attempt * 700));
        fix.kill().unwrap();
        fix.wait().unwrap();
        for (number, (old, new)) in old.iter().zip(&new).enumerate() {
            let text = project.read(&path(number));
            assert!(text == *old || text == *new, "{number} is neither old nor new");
        }
    }
    // What was left behind doesn't prevent a later run.
    said(&project, "fix").exits(0);
    assert!(new.iter().enumerate().all(|(number, new)| project.read(&path(number)) == *new));
    assert!(contents(&project).keys().all(|path| !path.ends_with(".gympress-unfinished")));
}

/// What one entry of its collection is called, with the id of each that there is.
fn entries(project: &Project) -> Vec<(String, String)> {
    let mut found = Diagnostics::default();
    let sources = Arc::new(Sources::load(project.root(), &mut found).unwrap());
    let types = build::load_types(&sources, &mut found);
    let content = content::decode(&sources, &types, &DecodedTexts::default(), &mut found);
    let of = |(name, entries): (_, &Arc<Vec<content::Entry>>)| {
        let noun = types.collections[name].collection.nouns[0].to_string();
        entries.iter().map(|entry| (noun.clone(), entry.id.to_string())).collect::<Vec<_>>()
    };
    content.collections.iter().flat_map(of).collect()
}

#[test]
fn every_entry_can_be_renamed_and_the_site_still_holds() {
    let project = Project::gym();
    let check = || said(&project, "check --format json").exits(0).out.lines().count();
    let before = check();
    let other = |id: &str| {
        id.parse::<u32>().map_or_else(|_| format!("{id}-renamed"), |number| (number + 1000).to_string())
    };
    let mut all = entries(&project);
    assert!(all.len() > 15, "{all:?}");
    for (noun, id) in &mut all {
        project.run(&["rename", noun, id, &other(id), "--now", NOW]).exits(0);
        *id = other(id);
    }
    let mut now = entries(&project);
    now.sort();
    all.sort();
    assert_eq!(now, all);
    assert_eq!(check(), before, "there is nothing new to report");
}

#[test]
fn an_entry_called_like_the_folder_above_it_gets_a_new_name_alone() {
    let project = Project::minimal();
    project.write(
        "content/events/events.toml",
        "title = \"Fair\"\nsummary = \"Come.\"\nstart = 2026-12-01T10:00:00\nend = 2026-12-01T12:00:00\ntext = \"All day.\"\n",
    );
    project.run(&["rename", "event", "events", "fete", "--now", NOW]).exits(0);
    let site = project.read("content/site.toml");
    assert!(site.contains("from = \"/events/events/\"\nto = \"/events/fete/\""), "{site}");
}

#[test]
fn a_picture_can_be_renamed_into_a_new_folder() {
    let project = Project::gym();
    let path = "content/images/rooms/gloves.jpg";
    project.run(&["rename", "picture", "class-boxing.jpg", "rooms/gloves.jpg", "--now", NOW]).exits(0);
    assert!(
        project.path(path).exists()
            && project.read("content/classes/boxing.toml").contains("rooms/gloves.jpg")
    );
}

/// Ways in which a site states its redirects, and what an entry's new name makes of each.
const REDIRECTS: [(&str, &str); 8] = [
    // As a list in brackets.
    (
        "redirect = [{ from = \"/old/\", to = \"/\" }]\n",
        "redirect = [{ from = \"/old/\", to = \"/\" }, { from = \"/events/fair/\", to = \"/events/fete/\" }]\n",
    ),
    // A line each, with comments, with and without the last comma, and one that led to the old address.
    (
        "redirect = [\n    { from = \"/old/\", to = \"/events/fair/\" } # the poster, of May\n]\n\n[address]\nstreet = \"Long Road\"\ncity = \"Leeds\"\n",
        "redirect = [\n    { from = \"/old/\", to = \"/events/fete/\" }, # the poster, of May\n    { from = \"/events/fair/\", to = \"/events/fete/\" },\n]\n\n[address]\nstreet = \"Long Road\"\ncity = \"Leeds\"\n",
    ),
    (
        "\"redirect\" = [\n\t{ from = \"/old/\", to = \"/\" }, # a, b\n\t# the end\n]\n",
        "\"redirect\" = [\n\t{ from = \"/old/\", to = \"/\" }, # a, b\n\t# the end\n\t{ from = \"/events/fair/\", to = \"/events/fete/\" },\n]\n",
    ),
    // Below headers, without a last line end, and with those of Windows.
    ("", "\n[[redirect]]\nfrom = \"/events/fair/\"\nto = \"/events/fete/\"\n"),
    (
        "[[redirect]]\nfrom = \"/old/\"\nto = \"/events/fair/#top\" # kept",
        "[[redirect]]\nfrom = \"/old/\"\nto = \"/events/fete/#top\" # kept\n\n[[redirect]]\nfrom = \"/events/fair/\"\nto = \"/events/fete/\"\n",
    ),
    (
        "[address]\r\nstreet = \"Long Road\"\r\ncity = \"Leeds\"\r\n",
        "[address]\r\nstreet = \"Long Road\"\r\ncity = \"Leeds\"\r\n\r\n[[redirect]]\r\nfrom = \"/events/fair/\"\r\nto = \"/events/fete/\"\r\n",
    ),
    // Renamed back: one that leads away from the new address turns round, however it is written.
    (
        "redirect = [{ to = '/events/fair/', from = '/events/fete/' }]\n",
        "redirect = [{ to = '/events/fete/', from = \"/events/fair/\" }]\n",
    ),
    (
        "[[redirect]]\nfrom = \"/events/fete/\" # of last year\nto = \"/\"\n\n# Where we are.\n[address]\nstreet = \"Long Road\"\ncity = \"Leeds\"\n",
        "[[redirect]]\nfrom = \"/events/fair/\" # of last year\nto = \"/events/fete/\"\n\n# Where we are.\n[address]\nstreet = \"Long Road\"\ncity = \"Leeds\"\n",
    ),
];

#[test]
fn a_new_name_keeps_redirects_as_they_are_written() {
    for (before, after) in REDIRECTS {
        let project = Project::minimal();
        let line_end = if before.contains('\r') { "\r\n" } else { "\n" };
        let name = format!("name = \"Iron & Chalk\"{line_end}");
        project.write("content/site.toml", format!("{name}{before}"));
        project.write(
            "content/events/fair.toml",
            "title = \"Fair\"\nsummary = \"Come.\"\nstart = 2026-12-01T10:00:00\nend = 2026-12-01T12:00:00\ntext = \"All day.\"\n",
        );
        project.run(&["rename", "event", "fair", "fete", "--now", NOW]).exits(0);
        assert_eq!(project.read("content/site.toml"), format!("{name}{after}"));
        let report = said(&project, "check --format json").out;
        assert!(!report.contains("\"error\"") && !report.contains("redirect"), "{report}");
    }
}
