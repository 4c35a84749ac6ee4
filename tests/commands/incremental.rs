//! A build after any edits publishes what a clean build would, and makes only the pages that come out otherwise.

use std::{fs, path::PathBuf};

use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};

use crate::project::{NOW, Project, Run};

/// A post that is none of the newest.
const OLD: &str = "content/posts/yoga-for-lifters.toml";

/// How often a step was done.
fn times(run: &Run, step: &str) -> usize {
    let line = run.out.lines().find(|line| line.starts_with(step));
    let times = |line: &str| Some(line.strip_suffix(" times")?.rsplit(' ').next()?.parse().unwrap());
    line.map_or(0, |line| times(line).unwrap_or(1))
}

fn build(project: &Project) -> Run {
    project.run(&["build", "--timings", "--now", NOW]).exits(0)
}

/// Names that say what the file holds: such a file may stay for pages of before.
fn lingers(path: &str) -> bool {
    path.starts_with("assets/") || path.starts_with("images/")
}

/// Something that happens to the files of a project, or to what was published.
#[derive(Clone, Debug)]
enum Edit {
    /// A post is there as described, anew or again.
    Write { post: u8, told: Told },
    /// A post is gone.
    Delete { post: u8 },
    /// Something that is on many pages gets this number.
    Reword { file: usize, number: u8 },
    /// A list of posts shows so many at once.
    PerPage { number: u8 },
    /// A published file is gone, or another one.
    Tamper { file: usize, delete: bool },
    /// It is another day.
    Day { day: u8 },
}

/// What there is to tell of a post.
#[derive(Clone, Debug)]
struct Told {
    title: u8,
    year: u8,
    boxing: bool,
    tagged: bool,
    draft: bool,
    /// To which of the posts it has a link; that one may be gone.
    link: Option<u8>,
}

/// Old posts, so that the column beside all posts isn't of them.
const POSTS: u8 = 16;

const TEXTS: [&str; 4] = [
    "content/pages/about.toml",
    "content/trainers/brian-otieno.toml",
    "templates/partials/post-line.html",
    "templates/partials/sidebar.html",
];

const PUBLISHED: [&str; 5] = [
    "index.html",
    "blog/page-3/index.html",
    "blog/yoga-for-lifters/index.html",
    "blog/category/yoga/feed.xml",
    "search.bin",
];

fn told() -> impl Strategy<Value = Told> {
    let link = prop_oneof![6 => Just(None), 1 => (0..POSTS).prop_map(Some)];
    let draft = prop::bool::weighted(0.1);
    (0..9_u8, 0..20_u8, any::<bool>(), any::<bool>(), draft, link).prop_map(
        |(title, year, boxing, tagged, draft, link)| Told { title, year, boxing, tagged, draft, link },
    )
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = prop_oneof![
        24 => (0..POSTS, told()).prop_map(|(post, told)| Edit::Write { post, told }),
        8 => (0..POSTS).prop_map(|post| Edit::Delete { post }),
        1 => (0..TEXTS.len(), 0..4_u8).prop_map(|(file, number)| Edit::Reword { file, number }),
        1 => (2..5_u8).prop_map(|number| Edit::PerPage { number }),
        4 => (0..PUBLISHED.len(), any::<bool>()).prop_map(|(file, delete)| Edit::Tamper { file, delete }),
        1 => (20..23_u8).prop_map(|day| Edit::Day { day }),
    ];
    prop::collection::vec(edit, 1..3)
}

/// A project with what was shipped, for edits that begin from there.
struct Walk {
    project: Project,
    texts: Vec<String>,
    post: String,
    now: String,
}

impl Walk {
    fn new() -> Self {
        let project = Project::cold("site");
        let texts = TEXTS.iter().map(|file| project.read(file)).collect();
        project.replace("content/blog.toml", "\nper_page = 7\nrecent = 5\n", "\nper_page = 2\nrecent = 3\n");
        let post = project.read(OLD);
        let mut walk = Self { project, texts, post, now: NOW.to_owned() };
        for post in 0..POSTS {
            let told = Told { title: 0, year: post, boxing: false, tagged: false, draft: false, link: None };
            walk.apply(&Edit::Write { post, told });
        }
        walk
    }

    fn apply(&mut self, edit: &Edit) {
        let project = &self.project;
        let post = |post: &u8| format!("content/posts/old-{post}.toml");
        match edit {
            Edit::Write { post: number, told } => project.write(&post(number), &self.written(*number, told)),
            Edit::Delete { post: number } => drop(fs::remove_file(project.path(post(number)))),
            Edit::Reword { file, number } => {
                let text = &self.texts[*file];
                let text = match TEXTS[*file].ends_with(".toml") {
                    true => text.replacen(" = \"", &format!(" = \"{number} "), 1),
                    false => format!("{text}<!-- {number} -->\n"),
                };
                project.write(TEXTS[*file], &text);
            }
            Edit::PerPage { number } => {
                let blog = project.read("content/blog.toml");
                let (before, rest) = blog.split_once("\nper_page = ").unwrap();
                let rest = rest.split_once('\n').unwrap().1;
                project.write("content/blog.toml", &format!("{before}\nper_page = {number}\n{rest}"));
            }
            Edit::Tamper { file, delete } => {
                let file = project.path("dist").join(PUBLISHED[*file]);
                match delete {
                    true => drop(fs::remove_file(file)),
                    false => fs::write(file, "something else").unwrap(),
                }
            }
            Edit::Day { day } => self.now = format!("2026-11-{day}T12:00:00+03:00"),
        }
    }

    fn written(&self, post: u8, told: &Told) -> String {
        let Told { title, year, boxing, tagged, draft, link } = told;
        let link = link.map(|to| format!("[a post](/blog/old-{to}/#the-five)\n\n")).unwrap_or_default();
        let category = if *boxing { "boxing" } else { "yoga" };
        let tags = if *tagged { "[\"gym\"]" } else { "[\"yoga\", \"workout\"]" };
        let replaced = [
            ("title = \"", format!("draft = {draft}\ntitle = \"Old {post}.{title} ")),
            ("date = 2022-03-11", format!("date = {}-03-11", 2000 + u32::from(*year))),
            ("category = \"yoga\"", format!("category = \"{category}\"")),
            ("tags = [\"yoga\", \"crossfit\", \"gym\", \"workout\"]", format!("tags = {tags}")),
            ("body = '''\n", format!("body = '''\n{link}")),
        ];
        replaced.iter().fold(self.post.clone(), |text, (old, new)| {
            assert!(text.contains(old), "the shipped post has {old}");
            text.replacen(old, new, 1)
        })
    }
}

/// The same project without a memory: nothing is published, and nothing known of pages and posts.
fn clean(project: &Project) -> Project {
    let clean = Project::cold("site");
    for part in ["content", "templates"] {
        fs::remove_dir_all(clean.path(part)).unwrap();
        let from = project.path(part);
        for entry in walkdir::WalkDir::new(&from).into_iter().map(Result::unwrap) {
            let to = clean.path(part).join(entry.path().strip_prefix(&from).unwrap());
            match entry.file_type().is_dir() {
                true => fs::create_dir(to).unwrap(),
                false => drop(fs::copy(entry.path(), to).unwrap()),
            }
        }
    }
    for kept in fs::read_dir(project.path(".gympress/cache")).unwrap().map(Result::unwrap) {
        let name = kept.file_name().into_string().unwrap();
        let of_posts = ["pages-", "posts-", "receipt-", "words-"].iter().any(|kind| name.starts_with(kind));
        if kept.path().is_file() && !of_posts {
            fs::copy(kept.path(), clean.path(".gympress/cache").join(name)).unwrap();
        }
    }
    clean
}

#[test]
fn any_edits_lead_to_what_a_clean_build_publishes() {
    let cases = std::env::var("INCREMENTAL_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(8);
    let config = Config { cases, max_shrink_iters: 0, failure_persistence: None, ..Config::default() };
    let walk = std::cell::RefCell::new(Walk::new());
    build(&walk.borrow().project);
    let run = TestRunner::new(config).run(&edits(), |edits| {
        let mut walk = walk.borrow_mut();
        edits.iter().for_each(|edit| walk.apply(edit));
        let (project, clean) = (&walk.project, clean(&walk.project));
        let [ours, theirs] = [project, &clean].map(|project| project.run(&["build", "--now", &walk.now]));
        prop_assert_eq!(ours.status, theirs.status, "{}{}", ours.err, theirs.err);
        prop_assert_eq!(&ours.err, &theirs.err);
        if ours.status == 0 {
            let (mut ours, theirs) = (project.published(), clean.published());
            ours.retain(|path, _| theirs.contains_key(path) || !lingers(path));
            let differ = |path: &&String| ours.get(*path) != theirs.get(*path);
            let wrong: Vec<_> = ours.keys().chain(theirs.keys()).filter(differ).collect();
            prop_assert!(wrong.is_empty(), "{:?}", wrong);
        }
        Ok(())
    });
    run.unwrap();
}

#[test]
fn a_post_is_made_with_the_pages_that_show_it() {
    let project = Project::cold("site");
    let all = times(&build(&project), "render pages");
    project.replace(OLD, "For nine years", "For ten years");
    let run = build(&project);
    let made = times(&run, "render pages");
    // The post, the two beside it, its page of the blog, of its category, and of each of its four tags.
    assert_eq!(made, 9, "{}", run.out);
    assert!(all > 30, "{all} of all");
    assert!(run.out.contains("3 changed") || run.out.contains("4 changed"), "{}", run.out);
    project.replace("content/pages/about.toml", "title = \"", "title = \"More ");
    assert_eq!(times(&build(&project), "render pages"), all, "what pages have in common is in all of them");
}

#[test]
fn pages_that_were_not_made_again_are_checked_all_the_same() {
    let project = Project::cold("site");
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
    let run = project.run(&["build", "--now", NOW]).exits(1);
    assert!(run.err.contains("budget"), "{}", run.err);
}

/// What is kept of a kind, with its bytes.
fn kept(project: &Project, kind: &str) -> (PathBuf, Vec<u8>) {
    let files = fs::read_dir(project.path(".gympress/cache")).unwrap().map(|entry| entry.unwrap().path());
    let path = files.into_iter().find(|path| path.to_str().unwrap().contains(kind)).unwrap();
    (path.clone(), fs::read(path).unwrap())
}

#[test]
fn edits_add_up_where_what_is_known_of_pages_is_not_kept_anew() {
    let project = Project::cold("site");
    project.replace("content/blog.toml", "\nper_page = 7\n", "\nper_page = 1\n");
    let post = project.read(OLD);
    let path = |number: u32| format!("content/posts/old-{number}.toml");
    // So many that two neighbours are on less than a thirty-second of the pages.
    for number in 0..150 {
        let post = post.replacen("title = \"", &format!("title = \"Old {number} "), 1);
        let date = format!("date = {}-03-{}", 1900 + number / 2, 10 + number % 2);
        project.write(&path(number), &post.replacen("date = 2022-03-11", &date, 1));
    }
    build(&project);
    let known = ["/pages-", "/posts-", "/words-"].map(|kind| kept(&project, kind));
    for (number, words) in [(7, "First"), (8, "Second"), (7, "Third")] {
        let text = project.read(&path(number));
        project.write(
            &path(number),
            &text.replacen("body = '''\n", &format!("body = '''\n{words} edit.\n\n"), 1),
        );
        let rendered = times(&build(&project), "render pages");
        assert!(rendered > 0 && rendered < 40, "{rendered} pages were rendered");
        let now = ["/pages-", "/posts-", "/words-"].map(|kind| kept(&project, kind));
        assert!(now == known, "{rendered} pages were rendered, and something was kept anew");
    }
    let clean = clean(&project);
    build(&clean);
    let made = |project: &Project| {
        let mut published = project.published();
        published.retain(|path, _| !lingers(path));
        published
    };
    assert!(made(&project) == made(&clean), "the builds differ");
    // What stands for most of the pages is kept.
    project.write(
        "templates/partials/post-line.html",
        &format!("{}<!-- a -->\n", project.read("templates/partials/post-line.html")),
    );
    build(&project);
    assert!(known[0] != kept(&project, "/pages-"), "nothing was kept anew");
}

#[test]
fn a_damaged_memory_is_none() {
    let project = Project::cold("site");
    build(&project);
    let good = project.published();
    let post = project.read(OLD);
    for kind in ["/pages-", "/posts-"] {
        let (memory, whole) = kept(&project, kind);
        for at in [0, 63, 64, 70, whole.len() / 2, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55;
            for damaged in [damaged, whole[..at].to_owned()] {
                fs::write(&memory, damaged).unwrap();
                // Without an edit, there is nothing to do.
                project.write(OLD, &format!("{post}# {kind} {at}\n"));
                build(&project);
                assert_eq!(project.published(), good);
            }
        }
    }
}
