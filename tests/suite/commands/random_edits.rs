//! Random edits between builds: what is published is what a clean build would publish.

use std::{collections::BTreeMap, fs};

use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed, TestCaseError, TestRunner},
};

use super::incremental::{NEWEST, OLD, build, compare_with};
use super::project::{NOW, Project};

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
    /// Some are newer than the posts of the gym, and some not out yet.
    year: u8,
    boxing: bool,
    tagged: bool,
    draft: bool,
    /// To which of the posts it has a link; that one may be gone.
    link: Option<u8>,
    /// An address that other posts may have, too.
    slug: Option<u8>,
}

/// Posts beside those of the gym.
const POSTS: u8 = 16;

/// Pages beside those of the gym.
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
const TEXTS: [(&str, &str, &str); 24] = [
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
    ("content/site.toml", "\npage = \"", "\npage = \"p#"),
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

/// A project with the gym, for edits that begin from there.
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
            assert!(text.contains(old), "the post has {old}");
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

#[test]
fn any_edits_lead_to_what_a_clean_build_publishes() {
    let cases = std::env::var("INCREMENTAL_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(3);
    let config = Config {
        cases,
        max_shrink_iters: 0,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..Config::default()
    };
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
