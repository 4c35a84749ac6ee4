//! Translations prepared: the texts that a language lacks, written where they belong, each with the mark of its original.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use toml::de::{DeTable, DeValue};
use toml_schema::edit::{Path, PathStep};

use crate::{
    content::{Content, FileLacks, Glossary, Lack, LackReason, mark_of, toml_key, toml_value},
    diagnostic::{Edit, FileId, Files as _, Span, line_at, next_line, splice},
    schema::{GLOSSARY_FILE, Name, decode::line_end, is_named, plain},
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
/// which something stands is left alone, unless that is an older placeholder.
pub fn prepared(edition: &Content) -> Vec<PreparedTranslation> {
    let unwritten = edition.unwritten.iter().map(|unwritten| unwritten.lacks(edition));
    let unwritten: Vec<FileLacks> = unwritten.collect();
    let lacks = || edition.lacks.iter().chain(&unwritten);
    let files = lacks().filter_map(|lacks| prepare(lacks, edition));
    files.chain(prepare_glossary(lacks().flat_map(|file| &file.lacks), edition)).collect()
}

fn prepare(
    FileLacks { main, translation, lacks }: &FileLacks,
    edition: &Content,
) -> Option<PreparedTranslation> {
    let sources = &edition.project.sources;
    let main_path = sources.path(*main);
    let mut file =
        PreparedFile::new(*translation, || edition.project.types.path_of_translation(main_path), edition)?;
    let of_file = lacks.iter().filter(|lack| !lack.is_of_glossary());
    file.renew(&of_file.clone().collect::<Vec<_>>(), edition)?;
    let missing = of_file.filter(|lack| is_missing(lack));
    file.add(missing.filter_map(|lack| Line::new(lack.path.clone(), lack, edition)).collect())?;
    file.prepared()
}

/// The glossary with the texts in rows without a name, each once.
fn prepare_glossary<'l>(
    lacks: impl Iterator<Item = &'l Lack>,
    edition: &Content,
) -> Option<PreparedTranslation> {
    let types = &edition.project.types;
    let mut lines = Vec::new();
    let mut known = BTreeSet::new();
    for lack in lacks.filter(|lack| lack.is_of_glossary() && is_missing(lack)) {
        let Some(text) = lack.original.value.as_text() else { continue };
        if known.insert(plain(text).collect::<String>()) {
            lines.extend(Line::new(vec![text.clone()], lack, edition));
        }
    }
    let mut file = PreparedFile::new(
        edition.glossary.file,
        || types.folder.as_ref().map(|folder| format!("content/{folder}/{GLOSSARY_FILE}")),
        edition,
    )?;
    file.drop_placeholders(&edition.glossary, &known)?;
    file.add(lines)?;
    file.prepared()
}

fn is_missing(lack: &Lack) -> bool {
    matches!(lack.why, LackReason::Missing { at: None })
}

/// The notes that the texts of a language lack: which text each was translated from.
pub fn notes(edition: &Content) -> Vec<Edit> {
    let lacks = edition.lacks.iter().flat_map(|lacks| &lacks.lacks);
    lacks.filter_map(|lack| note(lack, edition)).collect()
}

fn note(lack: &Lack, edition: &Content) -> Option<Edit> {
    let at = match lack.why {
        LackReason::Unnoted { at } => at,
        LackReason::Finished { word } => return Some(Edit::new(word, "")),
        _ => return None,
    };
    note_behind(at, lack, edition)
}

/// The note behind a text of a translation.
fn note_behind(at: Span, lack: &Lack, edition: &Content) -> Option<Edit> {
    let text = edition.project.sources.text(at.file);
    let end = at.range().end;
    // A comment of somebody else, or what follows in an inline table, stays as it is.
    let is_free = text.get(end..line_at(text, end).end).unwrap_or_default().trim().is_empty();
    let mark = mark_of(&lack.original.value).filter(|_| is_free)?;
    Some(Edit::at(at.file, end..end, format!(" # of {mark}")))
}

/// The notes behind a text of a translation that was written just now: it is of what the original says now.
pub fn renewed_notes(edition: &Content, file: FileId, path: &Path) -> Vec<Edit> {
    let files = edition.lacks.iter().filter(|lacks| lacks.translation == Some(file));
    let lacks = files.flat_map(|lacks| &lacks.lacks).filter(|lack| is_below(&lack.path, path));
    let renewed = lacks.filter_map(|lack| match lack.why {
        LackReason::Outdated { note } => Some(Edit::new(note, mark_of(&lack.original.value)?)),
        // Whoever writes what the original says means that it is the same in the language.
        LackReason::Missing { at: Some(at) } if at.is_somewhere() => note_behind(at, lack, edition),
        _ => note(lack, edition),
    });
    renewed.collect()
}

/// True for the names of a value at a path of its file, or of one within that.
fn is_below(names: &[Name], path: &Path) -> bool {
    let mut names = names.iter();
    path.iter()
        .all(|step| matches!((step, names.next()), (PathStep::Key(key), Some(name)) if is_named(key, name)))
}

/// A text that is to be translated, as a line of its file.
struct Line {
    path: Vec<Name>,
    value: String,
    mark: String,
}

impl Line {
    fn new(path: Vec<Name>, lack: &Lack, edition: &Content) -> Option<Self> {
        let value = toml_value(&lack.original, &edition.project.types, &edition.project.sources);
        Some(Self { path, value, mark: mark_of(&lack.original.value)? })
    }

    fn written(&self, key: &str) -> String {
        format!("{key} = {} # placeholder of {}", self.value, self.mark)
    }
}

/// A file of a language while it is prepared.
struct PreparedFile {
    path: String,
    /// As it is on disk; `None` for a new one.
    file: Option<FileId>,
    text: String,
    line_end: &'static str,
    count: usize,
    is_changed: bool,
}

impl PreparedFile {
    /// The file as it is, or else an empty one at this path.
    fn new(file: Option<FileId>, path: impl FnOnce() -> Option<String>, edition: &Content) -> Option<Self> {
        let sources = &edition.project.sources;
        let (path, text) = match file {
            Some(file) => (sources.path(file).to_owned(), sources.text(file).to_owned()),
            None => {
                let path = path()?;
                let schema = edition.project.types.schema_line(&path);
                (path, schema.map(|line| format!("{line}\n\n")).unwrap_or_default())
            }
        };
        let line_end = line_end(&text);
        Some(Self { path, file, text, line_end, count: 0, is_changed: false })
    }

    fn prepared(self) -> Option<PreparedTranslation> {
        let Self { path, file, text, count, is_changed, .. } = self;
        is_changed.then_some(PreparedTranslation { path, text, count, is_new: file.is_none() })
    }

    /// Writes the original of now in the place of placeholders of an older one.
    fn renew(&mut self, lacks: &[&Lack], edition: &Content) -> Option<()> {
        let mut edits = Vec::new();
        for lack in lacks {
            let LackReason::Unwritten { at, old: Some(note) } = lack.why else { continue };
            let Some(line) = Line::new(Vec::new(), lack, edition) else { continue };
            edits.push(Edit { span: at, replacement: line.value });
            edits.push(Edit { span: note, replacement: line.mark });
            self.count += 1;
        }
        // Several texts of a table in braces share one note.
        edits.sort_by_key(|edit| edit.span.start);
        edits.dedup_by_key(|edit| edit.span);
        self.change(&edits)
    }

    /// Takes out the placeholders of a glossary that no text needs any more.
    fn drop_placeholders(&mut self, glossary: &Glossary, needed: &BTreeSet<String>) -> Option<()> {
        let mut edits = Vec::new();
        for (key, span) in &glossary.placeholders {
            if !needed.contains(&plain(key).collect::<String>()) {
                let Range { start, end } = span.range();
                let lines = line_at(&self.text, start).start..next_line(&self.text, end);
                edits.push(Edit::at(span.file, lines, String::new()));
            }
        }
        edits.sort_by_key(|edit| edit.span.start);
        self.change(&edits)
    }

    fn change(&mut self, edits: &[Edit]) -> Option<()> {
        self.is_changed |= !edits.is_empty();
        self.text = splice(&self.text, edits)?;
        Some(())
    }

    /// Adds the lines that aren't there yet.
    fn add(&mut self, lines: Vec<Line>) -> Option<()> {
        for line in &lines {
            while let Some(expanded) = with_table_expanded(&self.text, &line.path) {
                self.text = expanded;
            }
        }
        let (root, _) = DeTable::parse_recoverable(&self.text);
        let (mut by_place, mut tables) = (BTreeMap::new(), Vec::<NewTable>::new());
        let mut count = 0;
        for line in &lines {
            let Some(place) = place(&self.text, root.get_ref(), &line.path) else { continue };
            count += 1;
            match place {
                Place::Behind { at, key } => {
                    by_place.entry(at).or_insert_with(Vec::new).push(line.written(&key));
                }
                Place::NewTable(header) => {
                    let written = line.written(&toml_key(line.path.last()?));
                    match tables.iter_mut().find(|table| table.header == header) {
                        Some(table) => table.lines.push(written),
                        None => tables.push(NewTable { header, lines: vec![written] }),
                    }
                }
            }
        }
        self.insert(&by_place);
        tables.iter().for_each(|table| self.append(table));
        self.count += count;
        self.is_changed |= count > 0;
        Some(())
    }

    /// Puts lines behind others, or as a paragraph behind what stands at the top of the file.
    fn insert(&mut self, by_place: &BTreeMap<LinePlace, Vec<String>>) {
        let line_end = self.line_end;
        for (place, lines) in by_place.iter().rev() {
            let lines = lines.join(line_end);
            let (before, after) = self.text.split_at_checked(place.at).unwrap_or((&self.text, ""));
            let gap = if place.is_paragraph { gap(before, line_end) } else { line_end.into() };
            let is_first = place.is_paragraph && before.is_empty() && !after.is_empty();
            let end = if is_first { &*line_end.repeat(2) } else { "" };
            self.text = format!("{before}{gap}{lines}{end}{after}");
        }
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text += line_end;
        }
    }

    /// Puts a table at the end, behind an empty line.
    fn append(&mut self, NewTable { header, lines }: &NewTable) {
        let line_end = self.line_end;
        let gap = gap(&self.text, line_end);
        self.text += &format!("{gap}[{header}]{line_end}{}{line_end}", lines.join(line_end));
    }
}

/// The line ends that a text needs to end with an empty line; none at the top of a file.
fn gap<'e>(before: &str, line_end: &'e str) -> Cow<'e, str> {
    if before.is_empty() || before.ends_with(&line_end.repeat(2)) {
        return "".into();
    }
    if before.ends_with('\n') { line_end.into() } else { line_end.repeat(2).into() }
}

/// A table that a file gets.
struct NewTable {
    header: String,
    lines: Vec<String>,
}

/// A place for lines in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct LinePlace {
    at: usize,
    /// True for a place between the comments at the top of a file and its first table.
    is_paragraph: bool,
}

/// The place of a line in a file.
enum Place {
    /// Behind the last value of its table, under this key.
    Behind { at: LinePlace, key: String },
    /// In a table that isn't there yet, with this header.
    NewTable(String),
}

/// The place for a value behind these keys; `None` if one is there, or within a table in braces, whose line can hold one note
/// alone.
fn place(text: &str, root: &DeTable<'_>, path: &[Name]) -> Option<Place> {
    // The last table with a header, where that is, and the keys behind it.
    let (mut table, mut block, mut block_header) = (root, root, None);
    let mut behind = 0;
    let mut found = 0;
    for name in path.get(..path.len().checked_sub(1)?)? {
        let Some((_, value)) = table.iter().find(|(key, _)| is_named(key.get_ref(), name)) else { break };
        let DeValue::Table(inner) = value.get_ref() else { return None };
        table = inner;
        found += 1;
        match text.get(value.span().start..)?.chars().next() {
            Some('[') => (block, block_header, behind) = (inner, Some(value.span()), found),
            Some('{') => return None,
            _ => {}
        }
    }
    let is_there = table.keys().any(|key| path.last().is_some_and(|name| is_named(key.get_ref(), name)));
    if found + 1 == path.len() && is_there {
        return None;
    }
    let keys = path.get(behind..)?;
    let is_dotted = found > behind;
    // The header of an inner table makes the tables around it.
    let is_implied = block_header.as_ref().is_some_and(|header| {
        block.values().any(|value| value.get_ref().is_table() && value.span().start == header.start)
    });
    if keys.len() > 1 && !is_dotted || is_implied {
        let header: Vec<String> = path.get(..path.len() - 1)?.iter().map(|name| toml_key(name)).collect();
        return Some(Place::NewTable(header.join(".")));
    }
    let last = block.values().filter_map(|value| end_of(text, value)).max();
    let end = last.or(block_header.map(|header| header.end));
    let key: Vec<String> = keys.iter().map(|name| toml_key(name)).collect();
    let at = match end {
        Some(end) => LinePlace { at: line_at(text, end).end, is_paragraph: false },
        None => top(text, root),
    };
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

/// The place for the first key of a file: its end if there are only comments, else behind those at its top.
fn top(text: &str, root: &DeTable<'_>) -> LinePlace {
    if root.is_empty() {
        return LinePlace { at: text.len(), is_paragraph: true };
    }
    let comments = text.split_inclusive('\n').take_while(|line| line.trim_start().starts_with('#'));
    let end: usize = comments.map(str::len).sum();
    let at = text.get(..end).map_or(0, |comments| comments.trim_end().len());
    LinePlace { at, is_paragraph: true }
}

/// The text with the outermost table in braces on the way to these keys written as dotted keys, each with the comment behind the
/// table. `None` if there is none.
fn with_table_expanded(text: &str, path: &[Name]) -> Option<String> {
    let (root, _) = DeTable::parse_recoverable(text);
    let mut table = root.get_ref();
    for name in path.get(..path.len().checked_sub(1)?)? {
        let (_, value) = table.iter().find(|(key, _)| is_named(key.get_ref(), name))?;
        let DeValue::Table(inner) = value.get_ref() else { return None };
        if text.get(value.span().start..)?.starts_with('{') {
            return expanded(text, inner, value.span());
        }
        table = inner;
    }
    None
}

fn expanded(text: &str, table: &DeTable<'_>, at: Range<usize>) -> Option<String> {
    let line = line_at(text, at.start).start..line_at(text, at.end).end;
    let key = text.get(line.start..at.start)?.trim_end().strip_suffix('=')?.trim_end();
    let comment = text.get(at.end..line.end)?;
    let mut lines = Vec::new();
    dotted(text, key, table, &mut lines)?;
    lines.sort_by_key(|line| line.at);
    let lines: Vec<String> = lines.into_iter().map(|line| line.written + comment).collect();
    if lines.is_empty() {
        return None;
    }
    Some(format!("{}{}{}", text.get(..line.start)?, lines.join(line_end(text)), text.get(line.end..)?))
}

/// A line for a value of a table in braces, with the place of the value.
struct DottedLine {
    at: usize,
    written: String,
}

/// Adds a line for each value of a table in braces, below these keys.
fn dotted(text: &str, keys: &str, table: &DeTable<'_>, lines: &mut Vec<DottedLine>) -> Option<()> {
    for (key, value) in table {
        let key = format!("{keys}.{}", text.get(key.span())?);
        let written = text.get(value.span())?;
        match value.get_ref() {
            DeValue::Table(inner) if !written.starts_with('{') => dotted(text, &key, inner, lines)?,
            _ => lines.push(DottedLine { at: value.span().start, written: format!("{key} = {written}") }),
        }
    }
    Some(())
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
