//! A build after an edit renders the pages that read what changed, and no other.

use std::{fs, path::PathBuf};

use super::project::{NOW, Project, Run};

/// A post that is none of the newest.
pub const OLD: &str = "content/posts/yoga-for-lifters.toml";

/// How often a step was done.
fn times(run: &Run, step: &str) -> usize {
    let line = run.out.lines().find(|line| line.starts_with(step));
    let times = |line: &str| Some(line.strip_suffix(" times")?.rsplit(' ').next()?.parse().unwrap());
    line.map_or(0, |line| times(line).unwrap_or(1))
}

pub fn build(project: &Project) -> Run {
    project.run(&["build", "--timings", "--now", NOW]).exits(0)
}

/// Names that say what the file holds: such a file may stay for pages of before.
fn lingers(path: &str) -> bool {
    path.starts_with("assets/") || path.starts_with("images/")
}

/// A type of section that asks for posts in several ways, and its template.
pub const NEWEST: (&str, &str) = (
    "help = \"The newest post\"\n",
    "<ul>{% for post in entries(\"posts\", count=1) %}<li><a href=\"{{ post.url }}\">{{ post.title }}</a> \
     {{ post.category.title }} {{ post.category.count }}</li>{% endfor %}</ul>\n\
     {{ entries(\"categories\")|length }}\n",
);

/// The same project without a cache of pages and posts, and with nothing published.
fn clean(project: &Project) -> Project {
    let clean = Project::copy_of(project);
    for entry in fs::read_dir(project.path(".gympress/cache")).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        let of_posts = ["pages-", "record-", "words-"].iter().any(|kind| name.starts_with(kind));
        if entry.path().is_file() && !of_posts {
            fs::copy(entry.path(), clean.path(".gympress/cache").join(name)).unwrap();
        }
    }
    clean
}

/// Builds with the cache and without one. Returns in what the two differ.
fn compare(project: &Project, now: &str) -> Result<(), String> {
    compare_with(project, now, &[]).map(drop)
}

/// The same with these options; true if the site was published.
pub fn compare_with(project: &Project, now: &str, options: &[&str]) -> Result<bool, String> {
    let clean = clean(project);
    let arguments = [&["build", "--now", now], options].concat();
    let [ours, theirs] = [project, &clean].map(|project| project.run(&arguments));
    if (ours.status, &ours.err) != (theirs.status, &theirs.err) {
        return Err(format!("with the cache:\n{}\nwithout:\n{}", ours.err, theirs.err));
    }
    if ours.status != 0 {
        return Ok(false);
    }
    let (mut ours, theirs) = (project.published(), clean.published());
    ours.retain(|path, _| theirs.contains_key(path) || !lingers(path));
    let differ = |path: &&String| ours.get(*path) != theirs.get(*path);
    let wrong: Vec<_> = ours.keys().chain(theirs.keys()).filter(differ).collect();
    if wrong.is_empty() { Ok(true) } else { Err(format!("{wrong:?} differ")) }
}

#[test]
fn a_page_is_made_anew_when_the_posts_are_others_that_it_asked_for() {
    let project = Project::without_pages();
    project.write("templates/sections/newest.toml", NEWEST.0);
    project.write("templates/sections/newest.html", NEWEST.1);
    let page = "title = \"Newest\"\ndescription = \"The newest post.\"\n[[section]]\ntype = \"newest\"\n";
    project.write("content/pages/newest.toml", page);
    build(&project);
    let text = project.read(OLD);
    let post_with = |title: &str, date: &str, more: &str| {
        let head = format!("{more}title = \"{title}\"");
        let from = text.lines().find(|line| line.starts_with("title = ")).unwrap();
        text.replacen(from, &head, 1).replacen("date = 2022-03-11", &format!("date = {date}"), 1)
    };
    let path = "content/posts/newer.toml";
    let shown = || {
        let page = String::from_utf8(project.published()["newest/index.html"].clone()).unwrap();
        page.split("<ul><li>").nth(1).unwrap().split("</li>").next().unwrap().to_owned()
    };
    let before = shown();
    let steps = [
        ("a post becomes the newest", Some(post_with("Newer", "2026-01-01", "")), Some(">Newer</a>")),
        ("its title changes", Some(post_with("Newer still", "2026-01-01", "")), Some(">Newer still</a>")),
        (
            "it moves",
            Some(post_with("Newer still", "2026-01-01", "slug = \"elsewhere\"\n")),
            Some("/blog/elsewhere/"),
        ),
        ("it is a draft", Some(post_with("Newer still", "2026-01-01", "draft = true\n")), None),
        ("it is out again", Some(post_with("Newer still", "2026-01-01", "")), Some(">Newer still</a>")),
        ("it becomes old", Some(post_with("Newer still", "2001-01-01", "")), None),
        ("it is to appear", Some(post_with("Newer still", "2026-11-20T12:00:01", "")), None),
        ("it is gone", None, None),
    ];
    for (what, text, expected) in steps {
        match text {
            Some(text) => project.write(path, &text),
            None => fs::remove_file(project.path(path)).unwrap(),
        }
        compare(&project, NOW).unwrap_or_else(|wrong| panic!("{what}: {wrong}"));
        let is_as_expected = expected.map_or(shown() == before, |expected| shown().contains(expected));
        assert!(is_as_expected, "{what}: {}", shown());
    }
    project.write(path, &post_with("Newer", "2026-11-20T12:00:01", ""));
    build(&project);
    assert_eq!(shown(), before);
    compare(&project, "2026-11-20T12:00:01+03:00").unwrap();
    assert!(shown().contains(">Newer</a>"), "a moment later");
}

#[test]
fn a_page_is_made_anew_when_a_post_changes_that_content_refers_to() {
    let project = Project::without_pages();
    project.write(
        "templates/sections/pick.toml",
        "help = \"A post\"\n[field]\npost = { type = \"ref\", to = \"posts\", help = \"Which\" }\n",
    );
    project.write("templates/sections/pick.html", "<p>{{ section.post.title }}</p>");
    let id = OLD.trim_start_matches("content/posts/").trim_end_matches(".toml");
    let page = format!(
        "title = \"Pick\"\ndescription = \"A post.\"\n[[section]]\ntype = \"pick\"\npost = \"{id}\"\n"
    );
    project.write("content/pages/pick.toml", &page);
    build(&project);
    project.replace(OLD, "title = \"", "title = \"Picked: ");
    compare(&project, NOW).unwrap();
    let page = String::from_utf8(project.published()["pick/index.html"].clone()).unwrap();
    assert!(page.contains("<p>Picked: "), "{page}");
    project.replace(OLD, "title = \"", "draft = true\ntitle = \"");
    compare(&project, NOW).unwrap();
}

/// How many pages a build renders after this edit.
fn rendered_after(project: &Project, file: &str, old: &str, new: &str) -> usize {
    project.replace(file, old, new);
    times(&build(project), "render pages")
}

#[test]
fn an_edit_renders_the_pages_that_read_it_and_no_other() {
    let project = Project::without_pages();
    let all = times(&build(&project), "render pages");
    assert!(all > 30, "{all} of all");
    // One of them only leads on to another.
    let pages = all - 1;
    let rendered = |file: &str, old: &str, new: &str| rendered_after(&project, file, old, new);
    assert_eq!(rendered(OLD, "For nine years", "For ten years"), 1, "the text of a post is on its own page");
    // The post, the two beside it, its page of the blog, of its category, of each of its four tags, and of two classes.
    assert_eq!(rendered(OLD, "title = \"", "title = \"Old: "), 11, "its title is on the pages that list it");
    assert_eq!(rendered("content/pages/about.toml", "title = \"", "title = \"More "), 1);
    assert_eq!(
        rendered("content/plans/one-month.toml", "price = 4000", "price = 4100"),
        3,
        "home, prices, the form that says what was picked"
    );
    assert_eq!(rendered("content/bmi.toml", "title = \"", "title = \"Your "), 1, "home");
    assert_eq!(
        rendered("content/classes/boxing.toml", "summary = \"", "summary = \"Hit. "),
        2,
        "its page and that of all classes"
    );
    assert_eq!(rendered("templates/sections/faq.html", "<", "<!-- --><"), 4, "the pages with questions");
    assert_eq!(rendered("content/site.toml", "\n[", "\n[budget]\nhtml = 90000\n\n["), 0, "on no page");
    assert_eq!(rendered("content/site.toml", "+254 700 000 14", "+254 700 000 24"), pages, "in every footer");
    assert_eq!(rendered("templates/layout.html", "<main", "<!-- --><main"), pages, "around every page");
}

#[test]
fn the_log_says_what_was_rendered_again_and_why() {
    let project = Project::without_pages();
    build(&project);
    project.replace("content/plans/one-month.toml", "price = 4000", "price = 4100");
    let run = project.run(&["build", "-vv", "--now", NOW]).exits(0);
    assert!(run.err.contains("rendered=3 reused="), "{}", run.err);
    let home = run.err.lines().find(|line| line.contains("path=index.html")).unwrap();
    assert!(home.contains("what it read has changed"), "{home}");
    assert!(home.contains(r#"Field { collection: "plans", id: "one-month", field: "price" }"#), "{home}");
    let run = project.run(&["build", "-v", "--now", NOW]).exits(0);
    assert!(run.err.contains("nothing changed since the last build"), "{}", run.err);
    assert!(!project.run(&["build", "--now", NOW]).err.contains("nothing changed"), "only if asked for");
}

#[test]
fn pages_that_were_not_made_again_are_checked_all_the_same() {
    let project = Project::without_pages();
    let target = "content/posts/target.toml";
    let text = project.read(OLD);
    project.write(
        target,
        &text.replacen("title = \"", "title = \"Target: ", 1).replace("2022-03-11", "2019-01-01"),
    );
    project.replace(OLD, "body = '''\n", "body = '''\n[five](/blog/target/#the-five)\n");
    build(&project);
    project.replace(target, "## The five", "## The four");
    let run = project.run(&["build", "--now", NOW]).exits(1);
    assert!(run.err.contains("broken-fragment"), "{}", run.err);
    assert!(run.err.contains(OLD), "{}", run.err);
    project.replace(target, "## The four", "## The five");
    build(&project);
    project.write(
        "content/site.toml",
        &format!("{}\n[budget]\nhtml = 9000\n", project.read("content/site.toml")),
    );
    let run = project.run(&["build", "--now", NOW]).exits(0);
    assert!(run.err.contains("heavy-page"), "{}", run.err);
}

/// The cache file of a kind, with its bytes.
fn cached(project: &Project, kind: &str) -> (PathBuf, Vec<u8>) {
    let files = fs::read_dir(project.path(".gympress/cache")).unwrap().map(|entry| entry.unwrap().path());
    let path = files.into_iter().find(|path| path.to_str().unwrap().contains(kind)).unwrap();
    (path.clone(), fs::read(path).unwrap())
}

#[test]
fn edits_add_up_where_the_cache_of_pages_is_not_written_again() {
    let project = Project::without_pages();
    project.replace("content/blog.toml", "\nper_page = 7\n", "\nper_page = 1\n");
    project.replace("content/pages/blog.toml", "\nsize = 7\n", "\nsize = 1\n");
    let post = project.read(OLD);
    let path = |number: u32| format!("content/posts/old-{number}.toml");
    // So many that two neighbours are on less than a thirty-second of the pages.
    for number in 0..150 {
        let post = post.replacen("title = \"", &format!("title = \"Old {number} "), 1);
        let date = format!("date = {}-03-{}", 1900 + number / 2, 10 + number % 2);
        project.write(&path(number), &post.replacen("date = 2022-03-11", &date, 1));
    }
    build(&project);
    let known = ["/pages-", "/words-"].map(|kind| cached(&project, kind));
    for (number, words) in [(7, "First"), (8, "Second"), (7, "Third")] {
        let text = project.read(&path(number));
        project.write(
            &path(number),
            &text.replacen("body = '''\n", &format!("body = '''\n{words} edit.\n\n"), 1),
        );
        let rendered = times(&build(&project), "render pages");
        assert!(rendered > 0 && rendered < 40, "{rendered} pages were rendered");
        let now = ["/pages-", "/words-"].map(|kind| cached(&project, kind));
        assert!(now == known, "{rendered} pages were rendered, and the cache was written");
    }
    let clean = clean(&project);
    build(&clean);
    let made = |project: &Project| {
        let mut published = project.published();
        published.retain(|path, _| !lingers(path));
        published
    };
    assert!(made(&project) == made(&clean), "the builds differ");
    // The cache is only written again when much of it is out of date.
    project.write(
        "templates/partials/post-line.html",
        &format!("{}<!-- a -->\n", project.read("templates/partials/post-line.html")),
    );
    build(&project);
    assert!(known[0] != cached(&project, "/pages-"), "the cache was not written");
}

#[test]
fn a_damaged_cache_is_not_used() {
    let project = Project::without_pages();
    build(&project);
    let good = project.published();
    let post = project.read(OLD);
    for kind in ["/pages-", "/words-"] {
        let (path, whole) = cached(&project, kind);
        for at in [0, 63, 64, 70, whole.len() / 2, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55;
            for damaged in [damaged, whole[..at].to_owned()] {
                fs::write(&path, damaged).unwrap();
                // Without an edit, there is nothing to do.
                project.write(OLD, &format!("{post}# {kind} {at}\n"));
                build(&project);
                assert_eq!(project.published(), good);
            }
        }
    }
}
