//! Translations prepared: the texts that a language lacks, written where they belong, each with the mark of its original.

use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue};

use crate::{
    content::{Content, FileLacks, Lack, LackReason, mark_of, toml_key, toml_value},
    diagnostic::{Edit, FileId, Files as _, line_at, splice},
    schema::{Name, decode::line_end, is_named},
};

/// A file of a language with the texts that it lacked.
#[derive(Debug)]
pub struct PreparedTranslation {
    /// The path of the file, relative to the root.
    pub path: String,
    /// The whole text.
    pub text: String,
    /// The number of texts that are to be translated.
    pub count: usize,
    pub is_new: bool,
}

/// The files of a language in which texts are missing, with these in the words of the main language. A text in the place of
/// which something stands is left alone.
pub fn prepared(edition: &Content) -> Vec<PreparedTranslation> {
    let unwritten = edition.unwritten.iter().map(|unwritten| unwritten.lacks(edition));
    let unwritten: Vec<FileLacks> = unwritten.collect();
    edition.lacks.iter().chain(&unwritten).filter_map(|lacks| prepare(lacks, edition)).collect()
}

fn prepare(
    FileLacks { main, translation, lacks }: &FileLacks,
    edition: &Content,
) -> Option<PreparedTranslation> {
    let sources = &edition.project.sources;
    // A row without a name has no place in the file.
    let is_wanted =
        |lack: &&Lack| matches!(lack.why, LackReason::Missing { at: None }) && !lack.is_of_glossary();
    let missing: Vec<&Lack> = lacks.iter().filter(is_wanted).collect();
    let lines = missing.iter().filter_map(|lack| Line::new(lack, edition));
    let types = &edition.project.types;
    let (text, path) = match translation {
        Some(file) => (sources.text(*file).to_owned(), sources.path(*file).to_owned()),
        None => {
            let path = types.path_of_translation(sources.path(*main))?;
            (types.schema_line(&path).map(|line| format!("{line}\n\n")).unwrap_or_default(), path)
        }
    };
    let text = &*text;
    let (mut edits, mut tables) = (Vec::new(), BTreeMap::new());
    let mut count = 0;
    let (root, _) = DeTable::parse_recoverable(text);
    for line in lines {
        let Some(place) = place(text, root.get_ref(), &line.path) else { continue };
        count += 1;
        match place {
            Place::Behind { at, key } => edits.push((at, line.written(&key))),
            Place::NewTable(header) => {
                let next = tables.len();
                let (_, lines) = tables.entry(header).or_insert((next, Vec::new()));
                lines.push(line.written(&toml_key(line.path.last()?)));
            }
        }
    }
    if count == 0 {
        return None;
    }
    let line_end = line_end(text);
    let mut changes: Vec<Edit> = Vec::new();
    let file = translation.unwrap_or(FileId(0));
    let mut by_place: BTreeMap<usize, String> = BTreeMap::new();
    for (at, line) in edits {
        let lines = by_place.entry(at).or_default();
        // Ahead of everything, a line ends; behind another one, it begins.
        if at == 0 { *lines += &format!("{line}{line_end}") } else { *lines += &format!("{line_end}{line}") }
    }
    changes.extend(by_place.into_iter().map(|(at, lines)| Edit::at(file, at..at, lines)));
    let mut written = splice(text, &changes)?;
    let mut tables: Vec<_> = tables.into_iter().collect();
    tables.sort_by_key(|(_, (place, _))| *place);
    for (header, (_, lines)) in tables {
        if !written.is_empty() && !written.ends_with('\n') {
            written += line_end;
        }
        let gap = if written.is_empty() { "" } else { line_end };
        written += &format!("{gap}[{header}]{line_end}{}{line_end}", lines.join(line_end));
    }
    if !written.ends_with('\n') {
        written += line_end;
    }
    Some(PreparedTranslation { path, text: written, count, is_new: translation.is_none() })
}

/// The notes that the texts of a language lack: which text each was translated from.
pub fn notes(edition: &Content) -> Vec<Edit> {
    let sources = &edition.project.sources;
    let mut edits = Vec::new();
    for lack in edition.lacks.iter().flat_map(|lacks| &lacks.lacks) {
        let at = match lack.why {
            LackReason::Unnoted { at } => at,
            LackReason::Finished { word } => {
                edits.push(Edit::new(word, ""));
                continue;
            }
            _ => continue,
        };
        let text = sources.text(at.file);
        let end = at.range().end;
        // A comment of somebody else, or what follows in an inline table, stays as it is.
        let rest = text.get(end..line_at(text, end).end).unwrap_or_default();
        if rest.trim().is_empty() {
            edits.extend(
                mark_of(&lack.original.value)
                    .map(|mark| Edit::at(at.file, end..end, format!(" # of {mark}"))),
            );
        }
    }
    edits
}

/// A text that is to be translated, as a line of its file.
struct Line {
    path: Vec<Name>,
    value: String,
    mark: String,
}

impl Line {
    fn new(lack: &Lack, edition: &Content) -> Option<Self> {
        let sources = &edition.project.sources;
        let value = toml_value(&lack.original, &edition.project.types, sources);
        Some(Self { path: lack.path.clone(), value, mark: mark_of(&lack.original.value)? })
    }

    fn written(&self, key: &str) -> String {
        format!("{key} = {} # placeholder of {}", self.value, self.mark)
    }
}

/// The place of a line in a file.
enum Place {
    /// Behind the line that ends here, under this key.
    Behind { at: usize, key: String },
    /// In a table that isn't there yet, with this header.
    NewTable(String),
}

/// The place for a value behind these keys; `None` within a table in braces, whose line can hold one note alone.
fn place(text: &str, root: &DeTable<'_>, path: &[Name]) -> Option<Place> {
    // The last table with a header, where it begins, and the keys behind it.
    let (mut table, mut block, mut block_start) = (root, root, None);
    let mut behind = 0;
    let mut found = 0;
    for name in path.get(..path.len().checked_sub(1)?)? {
        let Some((_, value)) = table.iter().find(|(key, _)| is_named(key.get_ref(), name)) else { break };
        let DeValue::Table(inner) = value.get_ref() else { return None };
        table = inner;
        found += 1;
        match text.get(value.span().start..)?.chars().next() {
            Some('[') => (block, block_start, behind) = (inner, Some(value.span()), found),
            Some('{') => return None,
            _ => {}
        }
    }
    let keys = path.get(behind..)?;
    let is_dotted = found > behind;
    if keys.len() > 1 && !is_dotted {
        let header: Vec<String> = path.get(..path.len() - 1)?.iter().map(|name| toml_key(name)).collect();
        return Some(Place::NewTable(header.join(".")));
    }
    let last = block.values().filter_map(|value| end_of(text, value)).max();
    let end = last.or(block_start.map(|header| header.end));
    let key: Vec<String> = keys.iter().map(|name| toml_key(name)).collect();
    // Behind the comments at the top of a file.
    let at = end.map_or_else(|| end_of_comments(text), |end| line_at(text, end).end);
    Some(Place::Behind { at, key: key.join(".") })
}

/// The end of a value, unless it is a table with a header of its own.
fn end_of(text: &str, value: &toml::Spanned<DeValue<'_>>) -> Option<usize> {
    match value.get_ref() {
        DeValue::Table(_) if text.get(value.span().start..)?.starts_with('[') => None,
        // A table of dotted keys ends with the last of them.
        DeValue::Table(inner) if !text.get(value.span().start..)?.starts_with('{') => {
            inner.values().filter_map(|value| end_of(text, value)).max()
        }
        _ => Some(value.span().end),
    }
}

fn end_of_comments(text: &str) -> usize {
    let comments = text.split_inclusive('\n').take_while(|line| line.trim_start().starts_with('#'));
    let end: usize = comments.map(str::len).sum();
    text.get(..end).map_or(0, |comments| comments.trim_end().len())
}

/// Files with their edits.
pub fn by_file(edits: Vec<Edit>) -> BTreeMap<FileId, Vec<Edit>> {
    let mut files: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
    for edit in edits {
        files.entry(edit.span.file).or_default().push(edit);
    }
    files.values_mut().for_each(|edits| edits.sort_by_key(|edit| edit.span.start));
    files
}
