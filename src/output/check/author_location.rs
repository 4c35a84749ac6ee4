//! Where in content a text of a page is written.

use std::{cell::OnceCell, collections::HashMap, ops::Range};

use memchr::memmem;

use super::{
    comments,
    templated::{self, Attribute},
};

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
    /// The attributes that templates put together.
    templated: OnceCell<Vec<Attribute>>,
}

impl<'a> Places<'a> {
    pub(super) fn new(sources: &'a Sources) -> Self {
        Self { sources, everywhere: HashMap::new(), templated: OnceCell::new() }
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

    /// The places where templates put one of `literals` together.
    pub(super) fn templated(&self, literals: &[String]) -> Option<AuthorLocation> {
        let attributes = self.templated.get_or_init(|| templated::attributes(self.sources));
        literals.iter().enumerate().find_map(|(literal, text)| {
            let spans = templated::find(attributes, text);
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
}

impl Places<'_> {
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

    /// The template that has more start tags of this name than end tags, or fewer, if there is just one such template:
    /// the last of what it has too many.
    pub(super) fn unbalanced(&self, name: &str, kind: Unbalanced) -> Option<AuthorLocation> {
        let mut places = self.sources.templates().filter_map(|(file, _)| {
            let starts = self.occurrences_in(file, &format!("<{name}"));
            let starts: Vec<Span> = starts.into_iter().filter(|span| self.ends_name(*span)).collect();
            let ends = self.occurrences_in(file, &format!("</{name}>"));
            match kind {
                Unbalanced::Start => (starts.len() > ends.len()).then(|| starts.last().copied()),
                Unbalanced::End => (ends.len() > starts.len()).then(|| ends.last().copied()),
            }?
        });
        let only = places.next().filter(|_| places.next().is_none())?;
        Some(AuthorLocation { spans: vec![only], literal: 0 })
    }

    /// The attributes of this name in templates that stand behind another one in the same tag.
    pub(super) fn repeated(&self, name: &str) -> Option<AuthorLocation> {
        let literal = format!(" {name}=");
        let mut spans = Vec::new();
        for (file, source) in self.sources.templates() {
            let places = self.occurrences_in(file, &literal);
            let is_in_one_tag = |pair: &&[Span]| match pair {
                [first, second] => {
                    let between = source.text.get(first.end as usize..second.start as usize);
                    between.is_some_and(|between| !between.contains(['<', '>']))
                }
                _ => false,
            };
            spans.extend(places.windows(2).filter(is_in_one_tag).filter_map(|pair| pair.last()).copied());
        }
        (!spans.is_empty()).then_some(AuthorLocation { spans, literal: 0 })
    }

    /// The start tags called `inner` in templates that stand between a start tag called `outer` and the next end tag.
    pub(super) fn nested(&self, inner: &str, outer: &str) -> Option<AuthorLocation> {
        let (inner, outer, end) = (format!("<{inner}"), format!("<{outer}"), format!("</{outer}>"));
        let mut spans = Vec::new();
        for (file, source) in self.sources.templates() {
            let is_tag = |span: &Span| self.ends_name(*span);
            let inside: Vec<Span> = self.occurrences_in(file, &inner).into_iter().filter(is_tag).collect();
            for start in self.occurrences_in(file, &outer).into_iter().filter(is_tag) {
                let rest = source.text.get(start.end as usize..).unwrap_or_default();
                let length = rest.find(&end).unwrap_or(rest.len());
                let extent = start.end as usize..start.end as usize + length;
                spans.extend(inside.iter().filter(|span| extent.contains(&(span.start as usize))));
            }
        }
        (!spans.is_empty()).then_some(AuthorLocation { spans, literal: 0 })
    }

    /// The elements of this name in templates between whose tags there is nothing but tags, and that may lead to
    /// `address`.
    pub(super) fn empty(&self, name: &str, address: &str) -> Option<AuthorLocation> {
        let (start, end) = (format!("<{name}"), format!("</{name}>"));
        let mut spans = Vec::new();
        for (file, source) in self.sources.templates() {
            let starts = self.occurrences_in(file, &start).into_iter().filter(|span| self.ends_name(*span));
            spans.extend(starts.filter(|span| {
                let rest = source.text.get(span.end as usize..).unwrap_or_default();
                rest.split_once(&end).is_some_and(|(element, _)| {
                    let tag = element.split('>').next().unwrap_or_default();
                    (tag.contains(address) || tag.contains("{{")) && has_no_text(element)
                })
            }));
        }
        (!spans.is_empty()).then_some(AuthorLocation { spans, literal: 0 })
    }

    /// True if a name doesn't go on behind `span`.
    fn ends_name(&self, span: Span) -> bool {
        let rest = self.sources.text(span.file).get(span.end as usize..).unwrap_or_default();
        !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-')
    }
}

/// True for an element, from behind its name to its end tag, that consists of tags without any name of theirs.
fn has_no_text(element: &str) -> bool {
    const NAMES: [&str; 3] = ["alt=\"", "aria-label", "title="];
    let inner = element.split_once('>').map_or("", |(_, inner)| inner);
    let is_bare = !NAMES.iter().any(|name| element.contains(name)) && !inner.contains(['{', '}']);
    let mut behind_tags = element.split('<').map(|part| part.split_once('>').map_or("", |(_, text)| text));
    is_bare && behind_tags.all(|text| text.trim().is_empty())
}

/// Which of two kinds of tags there are too many of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unbalanced {
    Start,
    End,
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
