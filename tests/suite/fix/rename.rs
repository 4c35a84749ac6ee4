//! Everything that has a name is renamed, and every reference follows.

use std::{fs, path::Path, sync::Arc};

use gympress::{content, diagnostic::Diagnostics, schema, source::Sources};

use super::{files::snapshot, gympress};
use crate::copy;

/// What one entry of its collection is called, with the id of each that there is.
fn entries(site: &Path) -> Vec<(String, String)> {
    let mut found = Diagnostics::default();
    let sources = Arc::new(Sources::load(site, &mut found).unwrap());
    let types = schema::load(&sources, &mut found);
    let content = content::decode(&sources, &types, &mut found);
    let of = |(name, entries): (_, &Arc<Vec<content::Entry>>)| {
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
fn there_and_back_leaves_a_redirect_only() {
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

    succeeds(site, &["rename", "post", "yoga-for-lifters", "yoga"]);
    let redirect =
        |from: &str, to: &str| format!("\n[[redirect]]\nfrom = \"/blog/{from}/\"\nto = \"/blog/{to}/\"\n");
    let text = fs::read_to_string(site.join("content/site.toml")).unwrap();
    assert!(text.ends_with(&redirect("yoga-for-lifters", "yoga")), "{text}");
    succeeds(site, &["check"]);
    succeeds(site, &["rename", "post", "yoga", "yoga-for-lifters"]);
    let text = fs::read_to_string(site.join("content/site.toml")).unwrap();
    let original = String::from_utf8(before[&site.join("content/site.toml")].clone()).unwrap();
    assert_eq!(text, original + &redirect("yoga", "yoga-for-lifters"));
    succeeds(site, &["check"]);
}

#[test]
fn links_follow_however_they_are_written() {
    let folder = copy::gym("rename-links-", "cache");
    let site = folder.path();
    let page = site.join("content/pages/about.toml");
    let text = fs::read_to_string(&page).unwrap();
    let section = "\n[[section]]\ntype = \"text\"\nid = \"links\"\nbody = \"\"\"\n[/classes/yoga/](/classes/yoga/)\n\"\"\"\n\
                   button = { title = \"Yoga\", to = \"/classes/yoga\" }\n";
    fs::write(&page, text + section).unwrap();
    succeeds(site, &["check"]);
    succeeds(site, &["rename", "class", "yoga", "hatha"]);
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("[/classes/yoga/](/classes/hatha/)"), "{text}");
    assert!(text.contains("to = \"/classes/hatha\" }"), "{text}");
    succeeds(site, &["check"]);
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
    assert!(
        reported.contains("content/classes/yoga.toml would be renamed to content/classes/hatha.toml"),
        "{reported}"
    );
    assert!(reported.contains("+from = \"/classes/yoga/\""), "{reported}");
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
