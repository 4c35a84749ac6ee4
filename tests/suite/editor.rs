//! Editing by clicking, from outside: pages with marks, drafts, and what is asked of the editor over HTTP.

use std::{path::Path, sync::Arc};

use gympress::{
    build::{BuildContext, MarkedPage, MarkedSite, Snapshot, marks_of, prepare},
    diagnostic::{Diagnostics, Files as _},
    output::OutputPath,
    source::Sources,
};

use toml_schema::edit::Places;

use crate::project::{Project, files_below, repository, settings};

/// The site of a project.
fn snapshot(root: &Path) -> Arc<Snapshot> {
    let mut diagnostics = Diagnostics::default();
    let sources = Arc::new(Sources::load(root, &mut diagnostics).unwrap());
    let context = BuildContext::new(root, vec![repository().to_owned()]);
    let snapshot = prepare(&sources, &settings(), &context, &mut diagnostics).unwrap();
    Arc::new(snapshot.unwrap())
}

fn pages(snapshot: &Snapshot) -> Vec<OutputPath> {
    let mut pages = Vec::new();
    for edition in snapshot.editions() {
        pages.extend(edition.pages());
    }
    pages
}

/// The gym of the tests, with a page for each sample of a section.
fn samples_of_sections() -> Project {
    let project = Project::gym();
    for (name, text) in files_below(&repository().join("tests/sections")) {
        let text = String::from_utf8(text).unwrap();
        let top = if text.starts_with("title") {
            ""
        } else {
            "title = \"Example\"\ndescription = \"An example.\"\n\n"
        };
        project.write(&format!("content/pages/sample-{name}"), format!("{top}{text}"));
    }
    project
}

#[test]
fn a_marked_page_without_its_marks_is_the_page() {
    let samples = samples_of_sections();
    for root in [repository(), &repository().join("examples/ngome"), samples.root()] {
        let snapshot = snapshot(root);
        let marked = MarkedSite::new(snapshot.clone(), &marks_of(&snapshot.main.content));
        let pages = pages(&snapshot);
        assert!(pages.len() > 20);
        let mut different = Vec::new();
        let mut marks = 0;
        for path in &pages {
            let plain = snapshot.file(path).unwrap().unwrap().bytes.get().unwrap();
            let page = marked.page(path).unwrap().unwrap();
            marks += page.origins.len();
            if snapshot.main.pages().any(|main| main == *path) {
                assert_paths_lead_to_values(&page, &snapshot);
            }
            if page.plain().as_bytes() != &**plain {
                different.push((
                    path.as_str().to_owned(),
                    page.plain(),
                    String::from_utf8_lossy(&plain).into_owned(),
                ));
            }
        }
        for (path, marked, plain) in different.iter().take(3) {
            let at = marked.bytes().zip(plain.bytes()).position(|(a, b)| a != b).unwrap_or_default();
            let around = |text: &str| text.chars().skip(at.saturating_sub(80)).take(200).collect::<String>();
            println!("{path}\n  {}\n  {}", around(marked), around(plain));
        }
        assert!(different.is_empty(), "{} of {} pages", different.len(), pages.len());
        println!("{marks} marks on {} pages", pages.len());
        // An editor has one such site after the other.
        let content = Arc::downgrade(&snapshot.main.content);
        drop((marked, snapshot));
        assert_eq!(content.strong_count(), 0, "the site of the editor is kept");
    }
}

/// What is written stands at the path of its mark.
fn assert_paths_lead_to_values(page: &MarkedPage, snapshot: &Snapshot) {
    for (mark, origin) in &page.origins {
        if !origin.span.is_somewhere() || origin.span.file != origin.file {
            continue;
        }
        let places = Places::new(snapshot.sources().text(origin.file)).unwrap();
        if let Some(range) = places.span_of(&origin.path) {
            assert_eq!(
                range,
                origin.span.range(),
                "{mark}: {} in {}",
                origin.path,
                snapshot.sources().path(origin.file)
            );
        }
    }
}
