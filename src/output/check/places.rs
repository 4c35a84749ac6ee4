//! Where in content a text of a page is written.

use std::{collections::HashMap, ops::Range};

use memchr::memmem;

use super::comments;
use crate::{
    diagnostic::{FileId, Files, Span},
    output::Origin,
    source::Sources,
};

/// The folders that are searched when a page's own files don't have it, in this order: a layout's
/// links come from the navigation's content or from the layout's template.
const FOLDERS: [&str; 3] = ["content/", "templates/", "components/"];

/// Each place of a literal, and which of the literals it was.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AuthorLocation {
    /// Never empty.
    pub(super) spans: Vec<Span>,
    pub(super) literal: usize,
}

/// Finds literals in the project's files.
pub(super) struct Places<'a> {
    sources: &'a Sources,
    /// What is known of literals in all files, so that the project is searched once for each.
    everywhere: HashMap<String, Vec<Span>>,
}

impl<'a> Places<'a> {
    pub(super) fn new(sources: &'a Sources) -> Self {
        Self { sources, everywhere: HashMap::new() }
    }

    /// The places of the first of `literals` that is in the page's content or template, or else anywhere.
    pub(super) fn find(&mut self, literals: &[String], origin: Origin) -> Option<AuthorLocation> {
        literals.iter().enumerate().find_map(|(literal, text)| {
            let own = [Some(origin.content), origin.template].into_iter().flatten();
            let mut spans: Vec<Span> = own.flat_map(|file| self.occurrences_in(file, text)).collect();
            if spans.is_empty() {
                spans = self.anywhere(text);
            }
            spans.dedup();
            (!spans.is_empty()).then_some(AuthorLocation { spans, literal })
        })
    }

    fn anywhere(&mut self, literal: &str) -> Vec<Span> {
        if let Some(known) = self.everywhere.get(literal) {
            return known.clone();
        }
        let files = FOLDERS.iter().flat_map(|folder| self.sources.texts_below(folder));
        let spans: Vec<Span> = files.flat_map(|(file, _)| self.occurrences_in(file, literal)).collect();
        self.everywhere.insert(literal.to_owned(), spans.clone());
        spans
    }

    /// Where a file has a literal, but for its comments.
    fn occurrences_in(&self, file: FileId, literal: &str) -> Vec<Span> {
        let text = self.sources.text(file);
        let mut found = occurrences(text, literal, file);
        if !found.is_empty() {
            let comments = comments::find(self.sources.path(file), text);
            found.retain(|span| !comments.iter().any(|comment| comment.contains(&(span.start as usize))));
        }
        found
    }
}

/// Where `text` has `literal` as a whole: `/about/` isn't in `/about/team/`.
fn occurrences(text: &str, literal: &str, file: FileId) -> Vec<Span> {
    let whole = |range: &Range<usize>| {
        let before = text.get(..range.start).and_then(|before| before.chars().next_back());
        let after = text.get(range.end..).and_then(|after| after.chars().next());
        !(continues(literal.chars().next(), before) || continues(literal.chars().next_back(), after))
    };
    // A blank ahead keeps `style=` apart from `data-style=`, and isn't underlined.
    let blank = literal.len() - literal.trim_start().len();
    memmem::find_iter(text.as_bytes(), literal)
        .map(|start| start..start + literal.len())
        .filter(whole)
        .map(|range| Span::new(file, range.start + blank..range.end))
        .collect()
}

/// True if an address or a name that has `edge` at its end goes on with `beyond`.
fn continues(edge: Option<char>, beyond: Option<char>) -> bool {
    let of_address = |c: char| c.is_alphanumeric() || "/-_.~%?&=#+:@".contains(c);
    edge.is_some_and(|edge| edge.is_alphanumeric() || "/-_.".contains(edge)) && beyond.is_some_and(of_address)
}

#[cfg(test)]
mod tests {
    use super::{FileId, occurrences};

    fn count(text: &str, literal: &str) -> usize {
        occurrences(text, literal, FileId(0)).len()
    }

    #[test]
    fn finds_a_literal_as_a_whole() {
        assert_eq!(count("link = \"/about/\"\nmore = '/about/'", "/about/"), 2);
        assert_eq!(count("[x](/about/) /about/team/ /gym/about/ /about/#team", "/about/"), 1);
        assert_eq!(count("/about, /about/ /about-us", "/about"), 1);
        assert_eq!(count("<p style=\"x\">", " style="), 1);
        assert_eq!(count("é/ü/é \"/ü/\"", "/ü/"), 1);
    }
}
