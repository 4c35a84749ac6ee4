//! Where in content a text of a page is written.

use std::{cmp::Ordering, collections::HashMap, ops::Range};

use memchr::memmem;

use crate::{
    diagnostic::{FileId, Files, Span},
    output::Origin,
    source::{Sources, paths::extension},
};

/// Where authors write, in the order of the search.
const FOLDERS: [&str; 3] = ["content/", "templates/", "components/"];

/// The shortest fixed part by which a value that a template puts together is recognized.
const SHORTEST_PART: usize = 5;

/// Each place of a literal, and which of the literals it was.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AuthorLocation {
    /// Never empty.
    pub(super) spans: Vec<Span>,
    pub(super) literal: usize,
}

impl AuthorLocation {
    fn new(spans: Vec<Span>, literal: usize) -> Option<Self> {
        (!spans.is_empty()).then_some(Self { spans, literal })
    }
}

/// Which files may have a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Scope {
    /// The theme's as well: it may link to what this site doesn't have.
    All,
    /// The project's: the theme's markup was checked before it came into the binary.
    Project,
}

/// Finds what authors wrote in the files of a project.
pub(super) struct Places<'a> {
    sources: &'a Sources,
    /// What is known of literals in all files, so that the project is searched once for each.
    everywhere: HashMap<(String, Scope), Vec<Span>>,
}

impl<'a> Places<'a> {
    pub(super) fn new(sources: &'a Sources) -> Self {
        Self { sources, everywhere: HashMap::new() }
    }

    /// The places of the first of `literals` that is in the content or template of a page, or else anywhere.
    pub(super) fn find(
        &mut self,
        literals: &[String],
        origin: Option<Origin>,
        scope: Scope,
    ) -> Option<AuthorLocation> {
        literals.iter().enumerate().find_map(|(literal, text)| {
            let own = origin.into_iter().flat_map(|origin| [Some(origin.content), origin.template]);
            let own = own.flatten().filter(|file| self.is_in(*file, scope));
            let mut spans: Vec<Span> = own.flat_map(|file| self.occurrences_in(file, text)).collect();
            if spans.is_empty() {
                spans = self.anywhere(text, scope);
            }
            spans.dedup();
            AuthorLocation::new(spans, literal)
        })
    }

    /// Where a template puts `value` together: `/trainers/{{ trainer.id }}/` for `/trainers/anna/`.
    pub(super) fn composed(&self, value: &str, scope: Scope) -> Option<AuthorLocation> {
        let spans = self.templates(scope).flat_map(|(file, text)| composed(text, value, file));
        AuthorLocation::new(spans.collect(), 0)
    }

    /// Where a template of the project has more start tags of an element than end tags, or fewer: the last of them.
    pub(super) fn unbalanced(&self, element: &str, wanted: Ordering) -> Option<AuthorLocation> {
        let spans = self.templates(Scope::Project).filter_map(|(file, text)| {
            let starts = occurrences(text, &format!("<{element}"), file);
            let ends = occurrences(text, &format!("</{element}>"), file);
            let last = if wanted == Ordering::Greater { starts.last() } else { ends.last() };
            last.copied().filter(|_| starts.len().cmp(&ends.len()) == wanted)
        });
        AuthorLocation::new(spans.collect(), 0)
    }

    /// True if the file is one of those that are searched.
    pub(super) fn is_in(&self, file: FileId, scope: Scope) -> bool {
        scope == Scope::All || self.sources.get(file).is_some_and(|text| text.theme.is_none())
    }

    fn templates(&self, scope: Scope) -> impl Iterator<Item = (FileId, &str)> {
        let templates = self.sources.templates().filter(move |(file, _)| self.is_in(*file, scope));
        templates.map(|(file, source)| (file, &*source.text))
    }

    fn anywhere(&mut self, literal: &str, scope: Scope) -> Vec<Span> {
        let key = (literal.to_owned(), scope);
        if let Some(known) = self.everywhere.get(&key) {
            return known.clone();
        }
        let files = FOLDERS.iter().flat_map(|folder| self.sources.texts_below(folder));
        let files = files.filter(|(file, _)| self.is_in(*file, scope));
        let spans: Vec<Span> = files.flat_map(|(file, _)| self.occurrences_in(file, literal)).collect();
        self.everywhere.insert(key, spans.clone());
        spans
    }

    /// Where a file has a literal, but for its comments.
    fn occurrences_in(&self, file: FileId, literal: &str) -> Vec<Span> {
        let text = self.sources.text(file);
        let mut spans = occurrences(text, literal, file);
        if !spans.is_empty() {
            let comments = comments(self.sources.path(file), text);
            spans.retain(|span| !comments.iter().any(|comment| comment.contains(&(span.start as usize))));
        }
        spans
    }
}

/// The comments of a text, by the kind of file according to its path: what is written there is on no page.
fn comments(path: &str, text: &str) -> Vec<Range<usize>> {
    let (open, close) = match extension(path) {
        "html" => ("{#", "#}"),
        "css" | "ts" | "tsx" | "js" | "jsx" => ("/*", "*/"),
        "toml" => ("\n#", "\n"),
        _ => return Vec::new(),
    };
    let starts = text.match_indices(open).map(|(start, _)| start);
    let rest = |start: usize| text.get(start + open.len()..).unwrap_or_default();
    starts
        .map(|start| start..rest(start).find(close).map_or(text.len(), |end| start + open.len() + end))
        .collect()
}

/// Where a text in quotes in a template gives `value` once what is within `{{ }}` is filled in.
fn composed(template: &str, value: &str, file: FileId) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut rest = 0;
    while let Some(start) = template.get(rest..).and_then(|text| text.find('"')).map(|at| rest + at + 1) {
        let mut end = start;
        let mut parts = Vec::new();
        // Quotes within `{{ }}` are those of the expression.
        loop {
            let text = template.get(end..).unwrap_or_default();
            let stop = text.find(['"', '{']).unwrap_or(text.len());
            let (part, tag) = text.split_at_checked(stop).unwrap_or_default();
            parts.push(part);
            end += stop;
            let close = if tag.starts_with("{%") { "%}" } else { "}}" };
            match tag.find(close).filter(|_| tag.starts_with("{{") || tag.starts_with("{%")) {
                Some(length) => end += length + close.len(),
                None => break,
            }
        }
        rest = end + 1;
        if let [first, .., last] = &*parts
            && first.len() + last.len() >= SHORTEST_PART
            && value.len() > first.len() + last.len()
            && value.starts_with(first)
            && value.ends_with(last)
        {
            spans.push(Span::new(file, start..end));
        }
    }
    spans
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
