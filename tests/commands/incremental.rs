//! A build after any edits publishes what a clean build would, and makes only the pages that come out otherwise.

use std::{collections::BTreeMap, fs, path::PathBuf};

use proptest::{
    prelude::*,
    test_runner::{Config, TestCaseError, TestRunner},
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
    Write { post: u8, written: PostFields },
    /// A post is gone.
    Delete { post: u8 },
    /// A post's file is called after another one.
    Rename { from: u8, to: u8 },
    /// A page has these sections, each as its file says it, or hidden.
    Compose { page: usize, sections: Vec<(usize, bool)> },
    /// A page is gone.
    Unpage { page: usize },
    /// Something that is on several pages gets this number.
    Reword { file: usize, number: u8 },
    /// A value of some content file is another one of its kind.
    Value { file: prop::sample::Index, line: prop::sample::Index, number: u8 },
    /// A content file, template or component is gone, or back again.
    Remove { file: prop::sample::Index },
    /// The site is published elsewhere, or drafts are shown.
    Setting { number: u8 },
    /// A picture is another one.
    Repaint { number: u8 },
    /// A list of posts shows so many at once.
    PerPage { number: u8 },
    /// A published file is gone, or another one.
    Tamper { file: usize, delete: bool },
    /// It is another day.
    Day { day: u8 },
}

/// What a post says.
#[derive(Clone, Debug)]
struct PostFields {
    title: u8,
    /// Some are newer than the shipped posts, and some not out yet.
    year: u8,
    boxing: bool,
    tagged: bool,
    draft: bool,
    /// To which of the posts it has a link; that one may be gone.
    link: Option<u8>,
    /// An address that other posts may have, too.
    slug: Option<u8>,
}

/// Posts beside the shipped ones.
const POSTS: u8 = 16;

/// Pages beside the shipped ones.
const PAGES: [&str; 2] = ["content/pages/first.toml", "content/pages/second/index.toml"];

/// What such pages are composed of.
const SECTIONS: [&str; 9] = [
    "type = \"banner\"\ntitle = \"A page\"\nimage = { file = \"class-boxing.jpg\", decorative = true }\n",
    "type = \"news\"\nheading = \"One\"\ncount = 1\nread_more = { title = \"Read\", to = \"/blog/\" }\n",
    "type = \"news\"\nid = \"more\"\nheading = \"More\"\ncount = 4\nread_more = { title = \"Read\", to = \"/blog/\" }\n",
    "type = \"newest\"\n",
    "type = \"prices\"\nheading = \"Prices\"\nbutton = \"buy\"\n",
    "type = \"people\"\nheading = \"People\"\n",
    "type = \"faq\"\nheading = \"Questions\"\n[[section.question]]\ntitle = \"Why?\"\ntext = \"Therefore.\"\n",
    "type = \"posts\"\nsize = 3\n",
    "type = \"bmi\"\n",
];

/// What each is changed to, with a number for `#`.
const TEXTS: [(&str, &str, &str); 23] = [
    ("content/pages/about.toml", "title = \"", "title = \"# "),
    ("content/pages/index.toml", "count = 3", "count = #"),
    ("content/pages/blog.toml", "size = 7", "size = #"),
    ("content/trainers/brian-otieno.toml", "name = \"", "name = \"# "),
    ("content/classes/boxing.toml", "title = \"", "title = \"# "),
    ("content/plans/one-month.toml", "price = ", "price = 1#"),
    (
        "content/schedule.toml",
        "trainer = \"musa-kiprono\"\nstart = \"09:00\"",
        "trainer = \"brian-otieno\"\nstart = \"0#:30\"",
    ),
    ("content/schedule.toml", "[[monday]]", "[[sunday]]"),
    ("content/site.toml", "tagline = \"", "tagline = \"# "),
    ("content/navigation.toml", "title = \"", "title = \"# "),
    ("content/blog.toml", "recent_title = \"", "recent_title = \"# "),
    ("content/search.toml", "title = \"", "title = \"# "),
    ("content/pages/about.toml", "description = \"", "description = \"# "),
    ("templates/collections/trainers.toml", "help = \"", "help = \"# "),
    ("content/blog.toml", "\nrecent = 3", "\nrecent = #"),
    ("templates/sections/news.toml", "help = \"", "help = \"# "),
    ("templates/sections/news.toml", "default = 3", "default = #"),
    ("templates/partials/post-line.html", "<p", "<!-- # --><p"),
    ("templates/partials/sidebar.html", "<aside", "<!-- # --><aside"),
    ("templates/offline.html", "<h1", "<!-- # --><h1"),
    ("templates/styles/base.css", "{", "{--edited:#;"),
    ("templates/sections/newest.html", "count=1", "count=#"),
    ("components/BmiCalculator.tsx", "export default", "/* # */\nexport default"),
];

const PUBLISHED: [&str; 6] = [
    "index.html",
    "blog/page-3/index.html",
    "blog/yoga-for-lifters/index.html",
    "blog/category/yoga/feed.xml",
    "search.bin",
    "first/index.html",
];

fn written() -> impl Strategy<Value = PostFields> {
    let link = prop_oneof![12 => Just(None), 1 => (0..POSTS).prop_map(Some)];
    let slug = prop_oneof![16 => Just(None), 1 => (0..4_u8).prop_map(Some)];
    let draft = prop::bool::weighted(0.1);
    let year = prop_oneof![2 => 0..20_u8, 2 => 20..29_u8];
    (0..9_u8, year, any::<bool>(), any::<bool>(), draft, link, slug).prop_map(
        |(title, year, boxing, tagged, draft, link, slug)| PostFields {
            title,
            year,
            boxing,
            tagged,
            draft,
            link,
            slug,
        },
    )
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let sections = || prop::collection::vec((0..SECTIONS.len(), prop::bool::weighted(0.2)), 1..5);
    let edit = prop_oneof![
        20 => (0..POSTS, written()).prop_map(|(post, written)| Edit::Write { post, written }),
        6 => (0..POSTS).prop_map(|post| Edit::Delete { post }),
        3 => (0..POSTS, 0..POSTS).prop_map(|(from, to)| Edit::Rename { from, to }),
        8 => (0..PAGES.len(), sections()).prop_map(|(page, sections)| Edit::Compose { page, sections }),
        1 => (0..PAGES.len()).prop_map(|page| Edit::Unpage { page }),
        8 => (0..TEXTS.len(), 1..5_u8).prop_map(|(file, number)| Edit::Reword { file, number }),
        20 => (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 1..5_u8)
            .prop_map(|(file, line, number)| Edit::Value { file, line, number }),
        3 => any::<prop::sample::Index>().prop_map(|file| Edit::Remove { file }),
        1 => (0..3_u8).prop_map(|number| Edit::Setting { number }),
        1 => (0..3_u8).prop_map(|number| Edit::Repaint { number }),
        1 => (2..5_u8).prop_map(|number| Edit::PerPage { number }),
        4 => (0..PUBLISHED.len(), any::<bool>()).prop_map(|(file, delete)| Edit::Tamper { file, delete }),
        1 => (20..23_u8).prop_map(|day| Edit::Day { day }),
    ];
    prop::collection::vec(edit, 1..3)
}

/// A project with what was shipped, for edits that begin from there.
struct Walk {
    project: Project,
    /// The texts that are reworded, as they were.
    texts: BTreeMap<&'static str, String>,
    post: String,
    now: String,
    /// Options of the build.
    options: Vec<&'static str>,
    /// Every file of content, templates and components, as it was.
    originals: BTreeMap<String, Vec<u8>>,
}

impl Walk {
    fn new() -> Self {
        let project = Project::without_pages();
        project.replace("content/blog.toml", "\nper_page = 7\nrecent = 5\n", "\nper_page = 2\nrecent = 3\n");
        project.write("templates/sections/newest.toml", NEWEST.0);
        project.write("templates/sections/newest.html", NEWEST.1);
        let texts = TEXTS.iter().map(|(file, ..)| (*file, project.read(file))).collect();
        let post = project.read(OLD);
        let originals = originals(&project);
        let mut walk = Self { project, texts, post, now: NOW.to_owned(), options: Vec::new(), originals };
        for post in 0..POSTS {
            let (boxing, tagged, draft) = (false, false, false);
            let written = PostFields { title: 0, year: post, boxing, tagged, draft, link: None, slug: None };
            walk.apply(&Edit::Write { post, written });
        }
        walk
    }

    fn apply(&mut self, edit: &Edit) {
        let project = &self.project;
        let post = |post: &u8| format!("content/posts/old-{post}.toml");
        match edit {
            Edit::Write { post: number, written } => {
                project.write(&post(number), &self.written(*number, written))
            }
            Edit::Delete { post: number } => drop(fs::remove_file(project.path(post(number)))),
            Edit::Rename { from, to } => drop(fs::rename(project.path(post(from)), project.path(post(to)))),
            Edit::Compose { page, sections } => {
                let path = PAGES[*page];
                fs::create_dir_all(project.path(path).parent().unwrap()).unwrap();
                let head = format!("title = \"Page {page}\"\ndescription = \"A page of its own.\"\n");
                let text = sections.iter().fold(head, |text, (section, is_hidden)| {
                    format!("{text}\n[[section]]\nhidden = {is_hidden}\n{}", SECTIONS[*section])
                });
                project.write(path, &text);
            }
            Edit::Unpage { page } => drop(fs::remove_file(project.path(PAGES[*page]))),
            Edit::Reword { file, number } => {
                let (file, find, with) = TEXTS[*file];
                let text = &self.texts[file];
                assert!(text.contains(find), "{file} has no {find:?}");
                project.write(file, &text.replacen(find, &with.replace('#', &number.to_string()), 1));
            }
            Edit::Value { file, line, number } => {
                let files: Vec<&String> = self
                    .originals
                    .keys()
                    .filter(|path| is_content(path) && project.path(path).exists())
                    .collect();
                let path = *file.get(&files);
                let text = project.read(path);
                let lines: Vec<&str> = text.split_inclusive('\n').collect();
                let can_change = |at: &usize| changed(lines[*at], *number).is_some();
                let places: Vec<usize> = (0..lines.len()).filter(can_change).collect();
                if !places.is_empty() {
                    let at = *line.get(&places);
                    let new = changed(lines[at], *number).unwrap();
                    project.write(
                        path,
                        &[&lines[..at].concat(), new.as_str(), &lines[at + 1..].concat()].concat(),
                    );
                }
            }
            Edit::Remove { file } => {
                let files: Vec<(&String, &Vec<u8>)> = self.originals.iter().collect();
                let (path, bytes) = *file.get(&files);
                match project.path(path).exists() {
                    true => fs::remove_file(project.path(path)).unwrap(),
                    false => fs::write(project.path(path), bytes).unwrap(),
                }
            }
            Edit::Setting { number } => {
                self.options = [&[][..], &["--drafts"], &["--base-url", "https://example.org/gym/"]]
                    [usize::from(*number)]
                .to_vec();
            }
            Edit::Repaint { number } => {
                let pictures = ["class-boxing.jpg", "class-karate.jpg", "class-yoga.jpg"];
                let picture = |name: &str| project.path(format!("content/images/{name}"));
                let (from, to) = (pictures[usize::from(*number)], pictures[usize::from(*number + 1) % 3]);
                // Another edit may have removed either.
                if picture(from).exists() {
                    drop(fs::remove_file(picture(to)));
                    fs::copy(picture(from), picture(to)).unwrap();
                }
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
                    false if file.is_file() => fs::write(file, "something else").unwrap(),
                    false => {}
                }
            }
            Edit::Day { day } => self.now = format!("2026-11-{day}T12:00:00+03:00"),
        }
    }

    /// Puts every file back as it was at first.
    fn undo(&self) {
        for (path, bytes) in &self.originals {
            let path = self.project.path(path);
            if fs::read(&path).ok().as_ref() != Some(bytes) {
                // Other copies of the site may have links to the file.
                drop(fs::remove_file(&path));
                fs::write(path, bytes).unwrap();
            }
        }
    }

    fn written(&self, post: u8, written: &PostFields) -> String {
        let PostFields { title, year, boxing, tagged, draft, link, slug } = written;
        let link = link.map(|to| format!("[a post](/blog/old-{to}/#the-five)\n\n")).unwrap_or_default();
        let slug = slug.map(|slug| format!("slug = \"shared-{slug}\"\n")).unwrap_or_default();
        let category = if *boxing { "boxing" } else { "yoga" };
        let tags = if *tagged { "[\"gym\"]" } else { "[\"yoga\", \"workout\"]" };
        let replaced = [
            ("title = \"", format!("{slug}draft = {draft}\ntitle = \"Old {post}.{title} ")),
            ("date = 2022-03-11", format!("date = {}-03-11", 2000 + u32::from(*year))),
            ("category = \"yoga\"", format!("category = \"{category}\"")),
            ("tags = [\"yoga\", \"crossfit\", \"gym\", \"workout\"]", format!("tags = {tags}")),
            ("about = [\"yoga\", \"crossfit\", \"workout\"]", format!("about = [\"{category}\"]")),
            ("body = '''\n", format!("body = '''\n{link}")),
        ];
        replaced.iter().fold(self.post.clone(), |text, (old, new)| {
            assert!(text.contains(old), "the shipped post has {old}");
            text.replacen(old, new, 1)
        })
    }
}

/// The files of the project that are edited, by path, with their bytes.
fn originals(project: &Project) -> BTreeMap<String, Vec<u8>> {
    let files = ["content", "templates", "components"]
        .into_iter()
        .flat_map(|folder| walkdir::WalkDir::new(project.path(folder)).into_iter().map(Result::unwrap));
    let files = files.filter(|entry| entry.file_type().is_file()).map(|entry| {
        let path = entry.path().strip_prefix(project.path("")).unwrap().to_str().unwrap().to_owned();
        (path, fs::read(entry.path()).unwrap())
    });
    files.filter(|(path, _)| !path.contains("/.schema/")).collect()
}

fn is_content(path: &str) -> bool {
    path.starts_with("content/") && path.ends_with(".toml")
}

/// A line of TOML with another value of the same kind: a longer text, another number, the opposite. Most of these are
/// right; what is wrong with the others has to be reported in the same way.
fn changed(line: &str, number: u8) -> Option<String> {
    let (key, value) = line.split_once(" = ")?;
    let value = value.trim_end();
    let is_prose = value.starts_with('"') && value.ends_with('"') && value.contains(' ');
    let new = match value {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        _ if is_prose => format!("\"{number} {}", &value[1..]),
        _ => value.parse::<u32>().ok().map(|old| (old + u32::from(number)).to_string())?,
    };
    Some(format!("{key} = {new}\n"))
}

/// A type of section that asks for posts in several ways, and its template.
const NEWEST: (&str, &str) = (
    "help = \"The newest post\"\n",
    "<ul>{% for post in entries(\"posts\", count=1) %}<li><a href=\"{{ post.url }}\">{{ post.title }}</a> \
     {{ post.category.title }} {{ post.category.count }}</li>{% endfor %}</ul>\n\
     {{ entries(\"categories\")|length }}\n",
);

/// The same project without a memory: nothing is published, and nothing known of pages and posts.
fn clean(project: &Project) -> Project {
    let clean = Project::copy_of(project);
    for kept in fs::read_dir(project.path(".gympress/cache")).unwrap().map(Result::unwrap) {
        let name = kept.file_name().into_string().unwrap();
        let of_posts = ["pages-", "record-", "words-"].iter().any(|kind| name.starts_with(kind));
        if kept.path().is_file() && !of_posts {
            fs::copy(kept.path(), clean.path(".gympress/cache").join(name)).unwrap();
        }
    }
    clean
}

#[test]
fn any_edits_lead_to_what_a_clean_build_publishes() {
    let cases = std::env::var("INCREMENTAL_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(3);
    let config = Config { cases, max_shrink_iters: 0, failure_persistence: None, ..Config::default() };
    let walk = std::cell::RefCell::new(Walk::new());
    build(&walk.borrow().project);
    let run = TestRunner::new(config).run(&edits(), |edits| {
        let mut walk = walk.borrow_mut();
        edits.iter().for_each(|edit| walk.apply(edit));
        let is_published =
            compare_with(&walk.project, &walk.now, &walk.options).map_err(TestCaseError::fail)?;
        // Mistakes would pile up until nothing is ever published.
        if !is_published {
            walk.undo();
        }
        Ok(())
    });
    run.unwrap();
}

/// Builds, once more without a memory, and tells in what the two differ.
fn compare(project: &Project, now: &str) -> Result<(), String> {
    compare_with(project, now, &[]).map(drop)
}

/// The same with these options; true if the site was published.
fn compare_with(project: &Project, now: &str, options: &[&str]) -> Result<bool, String> {
    let clean = clean(project);
    let arguments = [&["build", "--now", now], options].concat();
    let [ours, theirs] = [project, &clean].map(|project| project.run(&arguments));
    if (ours.status, &ours.err) != (theirs.status, &theirs.err) {
        return Err(format!("with a memory:\n{}\nwithout:\n{}", ours.err, theirs.err));
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

/// What is kept of a kind, with its bytes.
fn kept(project: &Project, kind: &str) -> (PathBuf, Vec<u8>) {
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
    let known = ["/pages-", "/words-"].map(|kind| kept(&project, kind));
    for (number, words) in [(7, "First"), (8, "Second"), (7, "Third")] {
        let text = project.read(&path(number));
        project.write(
            &path(number),
            &text.replacen("body = '''\n", &format!("body = '''\n{words} edit.\n\n"), 1),
        );
        let rendered = times(&build(&project), "render pages");
        assert!(rendered > 0 && rendered < 40, "{rendered} pages were rendered");
        let now = ["/pages-", "/words-"].map(|kind| kept(&project, kind));
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
    let project = Project::without_pages();
    build(&project);
    let good = project.published();
    let post = project.read(OLD);
    for kind in ["/pages-", "/words-"] {
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
