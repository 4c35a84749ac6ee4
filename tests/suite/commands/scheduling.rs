//! Posts that are not out yet.

use super::project::{NOW, Project};

/// A project with a post of this date, and its page.
fn project_with(date: &str, more: &str) -> (Project, &'static str) {
    let project = Project::gym();
    project.run(&["new", "post", "The roof opens", "--now", NOW]).exits(0);
    let path = "content/posts/the-roof-opens.toml";
    project.replace(path, "date = 2026-11-20", &format!("date = {date}"));
    project.replace(path, "draft = true", more);
    (project, "blog/the-roof-opens/index.html")
}

#[test]
fn a_post_of_the_future_is_left_out_and_listed_until_its_day_comes() {
    let (project, page) = project_with("2026-12-24", "");
    let run = project.run(&["build", "--now", NOW]).exits(0);
    let listed = run
        .err
        .lines()
        .chain(run.out.lines())
        .any(|line| line.contains("content/posts/the-roof-opens.toml") && line.contains("2026-12-24"));
    assert!(listed, "{}{}", run.out, run.err);
    let held = project.published();
    assert!(!held.contains_key(page));
    let mentioned = held
        .iter()
        .filter(|(_, bytes)| bytes.windows("the-roof-opens".len()).any(|window| window == b"the-roof-opens"));
    let mentioned: Vec<&String> = mentioned.map(|(path, _)| path).collect();
    assert_eq!(mentioned, Vec::<&String>::new(), "a post that isn't out is not given away");

    assert!(project.build_at(NOW, &["--drafts"]).contains_key(page));
    // The day begins in Nairobi, three hours before it does in Greenwich.
    assert!(!project.build_at("2026-12-23T20:59:59Z", &[]).contains_key(page));
    assert!(project.build_at("2026-12-23T21:00:00Z", &[]).contains_key(page));
}

#[test]
fn a_post_may_name_its_minute() {
    let (project, page) = project_with("2026-12-24T18:30:00", "");
    assert!(!project.build_at("2026-12-24T18:29:59+03:00", &[]).contains_key(page));
    assert!(project.build_at("2026-12-24T18:30:00+03:00", &[]).contains_key(page));
}

#[test]
fn the_last_day_of_the_calendar_is_in_the_future_everywhere() {
    let (project, page) = project_with("9999-12-31", "");
    project.replace("content/site.toml", "Africa/Nairobi", "America/New_York");
    assert!(!project.build_at(NOW, &[]).contains_key(page));
}

#[test]
fn a_draft_is_left_out_whatever_its_date() {
    let (project, page) = project_with("2025-01-01", "draft = true");
    let run = project.run(&["build", "--now", NOW]).exits(0);
    let reported = format!("{}{}", run.out, run.err);
    assert!(
        reported.contains("content/posts/the-roof-opens.toml") && reported.contains("draft"),
        "{reported}"
    );
    assert!(!project.published().contains_key(page));
    assert!(project.build_at(NOW, &["--drafts"]).contains_key(page));
}

#[test]
fn the_clock_is_the_one_that_content_names() {
    let (project, page) = project_with("2026-12-24", "");
    project.replace("content/site.toml", "Africa/Nairobi", "Pacific/Kiritimati");
    // Kiritimati is 14 hours ahead of Greenwich.
    assert!(!project.build_at("2026-12-23T09:59:59Z", &[]).contains_key(page));
    assert!(project.build_at("2026-12-23T10:00:00Z", &[]).contains_key(page));
}

#[test]
fn what_only_drafts_shows_says_so_wherever_it_stands() {
    let (project, page) = project_with("2026-11-20", "draft = true");
    let mark = "draft; remove draft = true to publish it";
    let marked = |site: &std::collections::BTreeMap<String, Vec<u8>>| -> Vec<String> {
        let pages = site.iter().filter(|(_, bytes)| String::from_utf8_lossy(bytes).contains(mark));
        pages.map(|(path, _)| path.clone()).collect()
    };
    let with_drafts = marked(&project.build_at(NOW, &["--drafts"]));
    for shown in ["index.html", "blog/index.html", page] {
        assert!(with_drafts.iter().any(|path| path == shown), "{shown} is not among {with_drafts:?}");
    }
    assert_eq!(marked(&project.build()), Vec::<String>::new());
}
