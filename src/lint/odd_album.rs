//! Albums that probably were meant otherwise.

use std::collections::BTreeMap;

use super::prelude::*;
use crate::{content::PictureFolder, schema::Role};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "odd-album",
        severity: Severity::Warning,
        summary: "two albums show the same folder, or a folder has more pictures than a page bears",
        text: "An album shows all pictures of its folder on one page. Move some of them to a folder of their own, which \
            another album names.",
        wrong: &[Example::shown("content/images/summer, with 500 photos")],
        right: &[Example::shown("content/images/june and content/images/july, with 60 photos each")],
    },
);

/// The most pictures that somebody looks through on one page.
const MOST: usize = 200;

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let sources = &content.project.sources;
    for folder in content.picture_folders() {
        let (count, name) = (folder.names(sources).len(), folder.name.as_str());
        if count > MOST {
            report!(warnings, LINT.code, folder.span, "content/images/{name} has {count} pictures, all on one page";
                help: "move some of them to a folder of their own: more than {MOST} take long to load and to look through");
        }
    }
    let mut known: BTreeMap<_, Span> = BTreeMap::new();
    for folder in content.entries_of(Role::Album).iter().filter_map(PictureFolder::of_album) {
        let (name, span) = (folder.name, folder.span);
        if let Some(first) = known.get(&name) {
            report!(warnings, LINT.code, span, "another album shows content/images/{}, too", name.as_str();
                related: *first => "the other album";
                help: "name another folder, or remove one of the two albums");
        } else {
            known.insert(name, span);
        }
    }
}
