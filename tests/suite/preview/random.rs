//! After any sequence of edits, what is shown is what a clean build would publish.

use std::{collections::BTreeMap, fs, path::Path};

use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed, TestRunner},
};

use super::{
    project::Project,
    serve::{Preview, published, without_choices},
};

/// Something that happens to the files of a project.
#[derive(Clone, Debug)]
enum Edit {
    /// A text gets other words.
    Reword {
        file: usize,
        number: u8,
    },
    /// The same, saved beside the file and renamed over it.
    Replace {
        file: usize,
        number: u8,
    },
    /// A file is cut off in the middle.
    Truncate {
        file: usize,
    },
    /// A post is there, or there again.
    Write {
        post: u8,
        draft: bool,
    },
    Delete {
        post: u8,
    },
    Rename {
        from: u8,
        to: u8,
    },
    /// All posts go elsewhere and come back, as when branches are switched.
    Switch,
    /// A picture is another one.
    Repaint {
        number: u8,
    },
    /// Everything is as it was.
    Restore,
}

const FILES: [&str; 11] = [
    "content/pages/about.toml",
    "content/site.toml",
    "content/trainers/brian-otieno.toml",
    "content/classes/boxing.toml",
    "content/posts/yoga-for-lifters.toml",
    "content/plans/one-month.toml",
    "content/navigation.toml",
    "templates/sections/story/template.html",
    "templates/sections/story/type.toml",
    "templates/layout.html",
    "templates/styles/site.css",
];

const PICTURES: [&str; 3] = ["class-boxing.jpg", "class-karate.jpg", "class-yoga.jpg"];

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let (file, number, post) = (0..FILES.len(), 0..4_u8, 0..4_u8);
    let edit = prop_oneof![
        4 => (file.clone(), number.clone()).prop_map(|(file, number)| Edit::Reword { file, number }),
        2 => (file.clone(), number.clone()).prop_map(|(file, number)| Edit::Replace { file, number }),
        1 => file.prop_map(|file| Edit::Truncate { file }),
        3 => (post.clone(), any::<bool>()).prop_map(|(post, draft)| Edit::Write { post, draft }),
        1 => post.clone().prop_map(|post| Edit::Delete { post }),
        2 => (post.clone(), post).prop_map(|(from, to)| Edit::Rename { from, to }),
        1 => Just(Edit::Switch),
        1 => number.prop_map(|number| Edit::Repaint { number }),
        3 => Just(Edit::Restore),
    ];
    prop::collection::vec(edit, 1..6)
}

/// The files that edits touch.
struct Shipped(BTreeMap<String, Vec<u8>>);

impl Shipped {
    fn read(project: &Project) -> Self {
        let pictures = PICTURES.iter().map(|name| format!("content/images/{name}"));
        let files = FILES.iter().map(|file| (*file).to_owned()).chain(pictures);
        Self(files.map(|file| (file.clone(), fs::read(project.path(&file)).expect("a file"))).collect())
    }

    fn text(&self, file: &str) -> String {
        String::from_utf8(self.0[file].clone()).expect("a text")
    }

    fn reworded(&self, file: &str, number: u8) -> String {
        let text = self.text(file);
        match file.rsplit('.').next() {
            Some("toml") if file.ends_with("site.toml") => {
                text.replace("tagline = \"", &format!("tagline = \"{number} "))
            }
            Some("toml") => text.replacen(" = \"", &format!(" = \"{number} "), 1),
            Some("html") => format!("{text}<!-- {number} -->\n"),
            _ => format!("{text}.added-{number} {{ order: {number}; }}\n"),
        }
    }
}

fn post(number: u8) -> String {
    format!("content/posts/random-{number}.toml")
}

fn apply(edit: &Edit, project: &Project, shipped: &Shipped) {
    match edit {
        Edit::Reword { file, number } => {
            project.write(FILES[*file], &shipped.reworded(FILES[*file], *number));
        }
        Edit::Replace { file, number } => {
            let beside = format!("{}~", FILES[*file]);
            project.write(&beside, &shipped.reworded(FILES[*file], *number));
            fs::rename(project.path(beside), project.path(FILES[*file])).expect("renamed");
        }
        Edit::Truncate { file } => {
            let text = shipped.text(FILES[*file]);
            let half = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
            project.write(FILES[*file], &text[..half]);
        }
        Edit::Write { post: number, draft } => {
            let text = shipped.text("content/posts/yoga-for-lifters.toml");
            let title = format!("draft = {draft}\ntitle = \"Random {number}: ");
            project.write(&post(*number), &text.replacen("title = \"", &title, 1));
        }
        Edit::Delete { post: number } => drop(fs::remove_file(project.path(post(*number)))),
        Edit::Rename { from, to } => {
            drop(fs::rename(project.path(post(*from)), project.path(post(*to))));
        }
        Edit::Switch => {
            let (here, away) = (project.path("content/posts"), project.path("content/posts-away"));
            fs::rename(&here, &away).expect("renamed");
            fs::create_dir(&here).expect("a folder");
            for entry in fs::read_dir(&away).expect("a folder").map(|entry| entry.expect("an entry")) {
                fs::rename(entry.path(), here.join(entry.file_name())).expect("renamed");
            }
            fs::remove_dir(&away).expect("removed");
        }
        Edit::Repaint { number } => {
            let file = format!("content/images/{}", PICTURES[usize::from(*number) % PICTURES.len()]);
            let other = format!("content/images/{}", PICTURES[usize::from(number + 1) % PICTURES.len()]);
            replace(&project.path(file), &shipped.0[&other]);
        }
        Edit::Restore => {
            for (file, bytes) in &shipped.0 {
                replace(&project.path(file), bytes);
            }
        }
    }
}

/// Writes another file, as one of the site's pictures is a link to that of other tests.
fn replace(path: &Path, bytes: &[u8]) {
    if path.exists() {
        fs::remove_file(path).expect("removed");
    }
    fs::write(path, bytes).expect("written");
}

/// Files whose names tell that they are there for a page of before.
fn same(preview: &Preview, built: &BTreeMap<String, Vec<u8>>) -> bool {
    built.iter().filter(|(path, _)| !path.ends_with(".avif")).all(|(path, bytes)| {
        let address = format!("/{}", path.strip_suffix("index.html").unwrap_or(path));
        let reply = preview.get(&address);
        let is_same = match path.ends_with(".html") {
            true => {
                without_choices(&published(&reply.text())) == without_choices(&String::from_utf8_lossy(bytes))
            }
            false => reply.body == *bytes,
        };
        reply.status == 200 && is_same
    })
}

#[test]
fn what_is_shown_is_what_would_be_published() {
    let project = Project::gym();
    let shipped = Shipped::read(&project);
    let preview = Preview::start(&project);
    let cases = std::env::var("PREVIEW_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(3);
    let config = Config {
        cases,
        max_shrink_iters: 0,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..Config::default()
    };
    let good = std::cell::RefCell::new(project.built().expect("the gym of the tests builds"));
    TestRunner::new(config)
        .run(&edits(), |edits| {
            for edit in &edits {
                apply(edit, &project, &shipped);
            }
            match project.built() {
                Some(built) => {
                    preview.wait_until(&format!("{edits:?}"), || {
                        preview.get("/.gympress/problems").text() == "[]" && same(&preview, &built)
                    });
                    for number in 0..4 {
                        let path = format!("blog/random-{number}/index.html");
                        let address = format!("/blog/random-{number}/");
                        prop_assert_eq!(preview.get(&address).status == 200, built.contains_key(&path));
                    }
                    good.replace(built);
                }
                None => preview.wait_until(&format!("refused: {edits:?}"), || {
                    preview.get("/.gympress/problems").text() != "[]"
                }),
            }
            Ok(())
        })
        .expect("the same as a clean build");
}
