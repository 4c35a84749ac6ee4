//! A menu that its bar can't hold.

use crate::{
    content::Content,
    diagnostic::{Diagnostic, Lint},
};

/// The most entries, and the most letters of all of them, that fit into a row on the screen of a laptop.
const ENTRIES: usize = 9;
const LETTERS: usize = 72;

pub(super) fn check(content: &Content, found: &mut Vec<Diagnostic>) {
    let links = &content.navigation.value.links;
    let letters: usize = links.iter().map(|link| link.title.as_str().chars().count()).sum();
    if links.len() <= ENTRIES && letters <= LETTERS {
        return;
    }
    let last = content.navigation.table.tables("link").last();
    let message = format!("the menu has {} entries with {letters} letters", links.len());
    found.push(
        Diagnostic::new(
            Lint::LongMenu,
            last.map_or(content.navigation.table.span, |last| last.span),
            message,
        )
        .label("the last entry")
        .expected(format!("at most {ENTRIES} entries, and {LETTERS} letters in all of them"))
        .help("on a laptop its words would break: leave out what the footer links to, or shorten the titles"),
    );
}
