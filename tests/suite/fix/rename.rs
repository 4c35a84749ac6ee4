//! Everything that has a name is renamed, and every reference follows.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use gympress::{cache::Cache, content, diagnostic::Diagnostics, schema, source::Sources};

use super::{files::snapshot, gympress};
use crate::copy;

/// What one entry of its collection is called, with the id of each that there is.
fn entries(site: &Path) -> Vec<(String, String)> {
    let mut found = Diagnostics::default();
    let sources = Sources::load(site, &mut found).unwrap();
    let types = schema::load(&sources, &Cache::default(), &mut found);
    let content = content::decode(&sources, &types, &mut found);
    let of = |(name, entries): (_, &std::sync::Arc<Vec<content::Entry>>)| {
        let noun = types.collections[name].collection.nouns[0].to_string();
        entries.iter().map(|entry| (noun.clone(), entry.id.to_string())).collect::<Vec<_>>()
    };
    content.collections.iter().flat_map(of).collect()
}

fn other(id: &str) -> String {
    id.parse::<u32>().map_or_else(|_| format!("{id}-renamed"), |number| (number + 1000).to_string())
}

#[track_caller]
fn succeeds(site: &Path, arguments: &[&str]) -> String {
    let output = gympress(site, arguments);
    let reported = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{reported}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_entry_can_be_renamed_and_the_site_still_holds() {
    let folder = copy::gym("rename-", "cache");
    let site = folder.path();
    let check = || {
        let output = gympress(site, &["check", "--format", "json"]);
        (output.status.code(), String::from_utf8(output.stdout).unwrap().matches("\"code\"").count())
    };
    let before = check();
    assert_eq!(before.0, Some(0));
    let all = entries(site);
    assert!(all.len() > 40, "{all:?}");
    for (noun, id) in &all {
        succeeds(site, &["rename", noun, id, &other(id)]);
    }
    let mut renamed: Vec<_> = all.iter().map(|(noun, id)| (noun.clone(), other(id))).collect();
    renamed.sort();
    let mut now = entries(site);
    now.sort();
    assert_eq!(now, renamed);
    assert_eq!(check(), before, "there is nothing new to report");
}

#[test]
fn there_and_back_changes_nothing_but_older_names() {
    let folder = copy::gym("rename-back-", "cache");
    let site = folder.path();
    let before = snapshot(site);
    let (noun, id) = ("plan", "one-month");
    let reported = succeeds(site, &["rename", noun, id, "thirty-days"]);
    assert!(
        reported.contains("content/plans/one-month.toml renamed to content/plans/thirty-days.toml"),
        "{reported}"
    );
    assert!(snapshot(site) != before);
    succeeds(site, &["rename", noun, "thirty-days", id]);
    assert!(snapshot(site) == before, "a plan has no page, so nothing is left of its other name");

    let post = "content/posts/yoga-for-lifters.toml";
    succeeds(site, &["rename", "post", "yoga-for-lifters", "yoga"]);
    let text = fs::read_to_string(site.join("content/posts/yoga.toml")).unwrap();
    assert!(text.contains("\nwas = [\"yoga-for-lifters\"]\n"), "{text}");
    succeeds(site, &["rename", "post", "yoga", "yoga-for-lifters"]);
    let text = fs::read_to_string(site.join(post)).unwrap();
    assert!(text.contains("\nwas = [\"yoga\"]\n"), "{text}");
    let original = &before[&site.join(post)];
    assert_eq!(text.replace("was = [\"yoga\"]\n", "").as_bytes(), original);
}

#[test]
fn pictures_take_their_mentions_along() {
    let folder = copy::gym("rename-picture-", "cache");
    let site = folder.path();
    succeeds(site, &["rename", "picture", "class-boxing.jpg", "gloves.jpg"]);
    assert!(!site.join("content/images/class-boxing.jpg").exists());
    assert!(site.join("content/images/gloves.jpg").exists());
    let text = fs::read_to_string(site.join("content/classes/boxing.toml")).unwrap();
    assert!(text.contains("gloves.jpg") && !text.contains("class-boxing.jpg"), "{text}");
    succeeds(site, &["check"]);
}

#[test]
fn a_dry_run_and_a_refusal_write_nothing() {
    let folder = copy::gym("rename-refused-", "cache");
    let site = folder.path();
    let before = snapshot(site);
    let reported = succeeds(site, &["rename", "class", "yoga", "hatha", "--dry-run"]);
    assert!(reported.contains("-class = \"yoga\"") && reported.contains("+class = \"hatha\""), "{reported}");
    assert!(reported.contains("+++ b/content/classes/hatha.toml\n"), "{reported}");
    assert!(reported.contains("+was = [\"yoga\"]"), "{reported}");
    let refused = [
        (["rename", "clas", "yoga", "hatha"], "did you mean \"class\"?"),
        (["rename", "class", "joga", "hatha"], "did you mean \"yoga\"?"),
        (["rename", "class", "yoga", "boxing"], "there is a class \"boxing\" already"),
        (["rename", "class", "yoga", "Hot Yoga"], "\"hot-yoga\""),
        (["rename", "picture", "class-yoga.jpg", "yoga.png"], "ends with .jpg"),
    ];
    for (arguments, message) in refused {
        let output = gympress(site, &arguments);
        let reported = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{reported}");
        assert!(reported.contains(message), "{arguments:?}: {reported}");
    }
    assert!(snapshot(site) == before);
}

#[test]
fn one_that_is_killed_leaves_a_site_that_holds_and_can_be_finished() {
    let folder = copy::gym("rename-killed-", "cache");
    let site = folder.path();
    let (mut old, mut new) = ("yoga".to_owned(), "hatha".to_owned());
    for wait in (0..60).step_by(6) {
        let mut run = Command::new(env!("CARGO_BIN_EXE_gympress"))
            .args(["rename", "class", &old, &new, "--root"])
            .arg(site)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(wait));
        let _ = run.kill();
        run.wait().unwrap();
        // Two classes that say the same are worth a warning, and no reference is lost.
        assert_eq!(gympress(site, &["check"]).status.code(), Some(0), "killed after {wait} ms");
        if entries(site).contains(&("class".to_owned(), old.clone())) {
            succeeds(site, &["rename", "class", &old, &new]);
        }
        assert!(!entries(site).contains(&("class".to_owned(), old.clone())));
        assert!(entries(site).contains(&("class".to_owned(), new.clone())));
        std::mem::swap(&mut old, &mut new);
    }
}

/// The arguments of the one command that `check` names in a help.
fn named_command(site: &Path) -> Vec<String> {
    let reported = String::from_utf8(gympress(site, &["check"]).stderr).unwrap();
    let (_, rest) = reported.split_once("`gympress ").unwrap_or_else(|| panic!("no command in {reported}"));
    let (command, _) = rest.split_once('`').unwrap();
    let quoted = command.split('"').enumerate();
    let words = quoted.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn a_file_with_a_wrong_name_is_renamed_as_its_message_says() {
    let names = [
        ("Half Year", "half-year"),
        ("Semi_Annual", "semi-annual"),
        ("\u{dc}ber", "uber"),
        // The same letters, as a Mac writes them.
        ("A\u{308}rger", "arger"),
        // There is one of the right name.
        ("Daily", "daily-2"),
    ];
    for (wrong, right) in names {
        let folder = copy::gym("misnamed-", "cache");
        let plans = folder.path().join("content/plans");
        let text = fs::read_to_string(plans.join("daily.toml")).unwrap();
        fs::write(plans.join(format!("{wrong}.toml")), &text).unwrap();
        let command = named_command(folder.path());
        let reported = succeeds(folder.path(), &command.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(reported.contains(&format!("renamed to content/plans/{right}.toml")), "{reported}");
        assert!(!plans.join(format!("{wrong}.toml")).exists());
        assert_eq!(fs::read_to_string(plans.join(format!("{right}.toml"))).unwrap(), text);
        assert!(!reported.contains("leads on"), "it never had a page: {reported}");
        succeeds(folder.path(), &["check"]);
    }
}

#[test]
fn a_class_with_a_wrong_name_is_renamed_with_all_that_refers_to_it() {
    let folder = copy::gym("misnamed-class-", "cache");
    let site = folder.path();
    let before = snapshot(site);
    fs::rename(site.join("content/classes/yoga.toml"), site.join("content/classes/Yoga.toml")).unwrap();
    assert_eq!(named_command(site), ["rename", "class", "Yoga", "yoga"]);
    succeeds(site, &["rename", "class", "Yoga", "yoga"]);
    assert!(snapshot(site) == before);
    fs::rename(site.join("content/classes/yoga.toml"), site.join("content/classes/Yoga.toml")).unwrap();
    succeeds(site, &["rename", "class", "Yoga", "hatha"]);
    let text = fs::read_to_string(site.join("content/schedule.toml")).unwrap();
    assert!(text.contains("class = \"hatha\"") && !text.contains("class = \"yoga\""), "{text}");
    succeeds(site, &["check"]);
}

#[test]
fn a_picture_with_separate_accents_is_renamed_as_its_message_says() {
    let folder = copy::gym("accents-", "cache");
    let site = folder.path();
    let class = site.join("content/classes/boxing.toml");
    let text = fs::read_to_string(&class).unwrap();
    fs::copy(site.join("content/images/class-boxing.jpg"), site.join("content/images/cafe\u{301}.jpg"))
        .unwrap();
    fs::write(&class, text.replace("class-boxing.jpg", "caf\u{e9}.jpg")).unwrap();
    let command = named_command(site);
    succeeds(site, &command.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(site.join("content/images/cafe.jpg").exists());
    assert_eq!(fs::read_to_string(&class).unwrap(), text.replace("class-boxing.jpg", "cafe.jpg"));
    succeeds(site, &["check"]);
}
