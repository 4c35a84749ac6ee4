//! The tables of a text, whatever mistakes it has, and the meaning of each place in it, for completion and hovers.

use std::ops::Range;

use toml_parser::{Source, lexer::TokenKind};

use super::{
    TomlDocument,
    recover::{Statement, StatementKind, entry},
};
use crate::diagnostic::FileId;

/// A key, and the first word that is written behind it.
pub type Written = (String, String);

/// The tables of a text.
pub struct Outline<'t> {
    document: TomlDocument<'t>,
    /// The one at the top, then those with headers, in order.
    pub blocks: Vec<Block>,
}

/// A table with all below its header, up to the next one.
#[derive(Debug)]
pub struct Block {
    /// The keys in its header; none at the top of the text.
    pub path: Vec<String>,
    /// The bytes of its header; empty at the top of the text.
    pub header: Range<usize>,
    /// All of it.
    pub range: Range<usize>,
    /// Its entries that are written out, in order.
    pub entries: Vec<Written>,
}

/// A table around a place: the key behind which it stands, and what it has.
#[derive(Clone, Debug, Default)]
pub struct EnclosingTable {
    /// The key; empty for the file itself.
    pub key: String,
    /// The entries, in order.
    pub entries: Vec<Written>,
}

/// A place of a text: what is written there, or may be.
#[derive(Debug)]
pub struct CursorPlace {
    /// The tables around it; the first one is the file's own, with an empty key.
    pub tables: Vec<EnclosingTable>,
    /// The part of the text that stands there.
    pub part: Part,
    /// The word there; empty between words.
    pub range: Range<usize>,
    /// True within braces or brackets of a value.
    pub is_inline: bool,
}

/// A part of a text, as editors complete it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Within the brackets of a header.
    Header,
    /// Before the sign of an entry.
    Key,
    /// Behind the sign of an entry.
    Value {
        /// The key of the entry.
        key: String,
        /// True within brackets.
        is_element: bool,
    },
}

/// A table in braces, or a list.
#[derive(Default)]
struct Frame {
    around: EnclosingTable,
    is_list: bool,
    /// The parts of a key with dots before the last one.
    prefix: Vec<String>,
    key: String,
    is_behind_sign: bool,
}

impl<'t> Outline<'t> {
    /// The tables of the TOML of a text: of one in Markdown, of what stands at its top.
    pub fn new(text: &'t str) -> Self {
        let document = TomlDocument::new(FileId(0), text);
        let text = &document.text;
        let mut blocks = vec![Block { path: Vec::new(), header: 0..0, range: 0..0, entries: Vec::new() }];
        for Statement { range, kind, .. } in &document.statements {
            let written = text.get(range.clone()).unwrap_or_default();
            if *kind == StatementKind::Header {
                blocks.push(Block {
                    path: path(written),
                    header: range.clone(),
                    range: range.clone(),
                    entries: Vec::new(),
                });
            }
            let Some(block) = blocks.last_mut() else { continue };
            if *kind != StatementKind::Blank {
                block.range.end = range.end;
            }
            if let Some(parts) = entry(written).filter(|_| *kind == StatementKind::Entry) {
                let key = written.get(parts.key).unwrap_or_default();
                let value = written.get(parts.value).unwrap_or_default();
                block.entries.push((word(key), word(value)));
            }
        }
        Self { document, blocks }
    }

    /// The part of the text at an offset. Returns `None` within a comment, and below the TOML of a text in Markdown.
    pub fn at(&self, offset: usize) -> Option<CursorPlace> {
        let TomlDocument { text, statements, .. } = &self.document;
        if offset > text.len() {
            return None;
        }
        let statement = self.document.index_at(offset).and_then(|index| statements.get(index));
        let block = self.blocks.partition_point(|block| block.header.start <= offset);
        let current = self.blocks.get(block.checked_sub(1)?)?;
        let root = EnclosingTable { key: String::new(), entries: self.blocks.first()?.entries.clone() };
        let mut tables = vec![root];
        for length in 1..=current.path.len() {
            let (Some(key), before) = (current.path.get(length - 1), self.blocks.get(..block)?) else {
                continue;
            };
            let own = before.iter().rev().find(|block| Some(&*block.path) == current.path.get(..length));
            let entries = own.map(|block| block.entries.clone()).unwrap_or_default();
            tables.push(EnclosingTable { key: key.clone(), entries });
        }
        let Some(statement) = statement else {
            return Some(CursorPlace { tables, part: Part::Key, range: offset..offset, is_inline: false });
        };
        if statement.kind == StatementKind::Header {
            let written = text.get(statement.range.clone()).unwrap_or_default();
            let (name, dots) = header_name(written);
            // Behind the last dot, the key of the table is still to be written.
            if dots.last().is_some_and(|dot| dot + 1 >= name.len()) {
                tables.push(EnclosingTable::default());
            }
            return Some(CursorPlace {
                tables,
                part: Part::Header,
                range: statement.range.clone(),
                is_inline: false,
            });
        }
        let start = statement.range.start;
        let (frames, range) = scan(text.get(statement.range.clone())?, offset - start)?;
        let is_inline = frames.len() > 1;
        let last = frames.last()?;
        let part = match (last.is_list, last.is_behind_sign) {
            (true, _) => Part::Value { key: last.around.key.clone(), is_element: true },
            (false, true) => Part::Value { key: last.key.clone(), is_element: false },
            (false, false) => Part::Key,
        };
        for (at, frame) in frames.into_iter().enumerate() {
            if at > 0 && !frame.is_list {
                tables.push(frame.around);
            }
            tables.extend(frame.prefix.into_iter().map(|key| EnclosingTable { key, entries: Vec::new() }));
        }
        Some(CursorPlace { tables, part, range: start + range.start..start + range.end, is_inline })
    }
}

/// The keys in a header.
pub(super) fn path(header: &str) -> Vec<String> {
    let (name, dots) = header_name(header);
    let mut keys = Vec::new();
    let mut start = 0;
    for end in dots.into_iter().chain([name.len()]) {
        keys.extend(name.get(start..end).map(word).filter(|key| !key.is_empty()));
        start = end + 1;
    }
    keys
}

/// The text between the brackets of a header, and the places of the dots between its keys: one in quotes is part of a key.
fn header_name(header: &str) -> (&str, Vec<usize>) {
    let name = header.trim_start().trim_start_matches(['[', ' ']);
    let (mut dots, mut quote) = (Vec::new(), None);
    let (mut is_at_start, mut is_escaped) = (true, false);
    let mut end = name.len();
    for (at, letter) in name.char_indices() {
        match (quote, letter) {
            (Some('"'), '\\') => is_escaped = !is_escaped,
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '#') => {
                end = at;
                break;
            }
            (None, '.') => {
                dots.push(at);
                is_at_start = true;
            }
            (None, '"' | '\'') if is_at_start => (quote, is_at_start) = (Some(letter), false),
            (None, _) => is_at_start &= letter == ' ',
        }
    }
    (name.get(..end).unwrap_or(name).trim_end().trim_end_matches([']', ' ']), dots)
}

/// The first word of what is written, without its quotes.
fn word(written: &str) -> String {
    written.trim().trim_matches(['"', '\'']).to_owned()
}

/// The tables and lists around a place of a statement, from the statement itself, and the word there. Returns `None` within a
/// comment.
fn scan(statement: &str, offset: usize) -> Option<(Vec<Frame>, Range<usize>)> {
    let mut frames: Vec<Frame> = vec![Frame::default()];
    let mut stack = vec![0];
    let mut found = None;
    for token in Source::new(statement).lex() {
        let (kind, range) = (token.kind(), token.span().start()..token.span().end());
        let written = statement.get(range.clone()).unwrap_or_default();
        let is_word = matches!(
            kind,
            TokenKind::Atom
                | TokenKind::BasicString
                | TokenKind::LiteralString
                | TokenKind::MlBasicString
                | TokenKind::MlLiteralString
        );
        if found.is_none()
            && (range.end > offset || range.end == offset && (is_word || kind == TokenKind::Eof))
        {
            if kind == TokenKind::Comment && range.start < offset {
                return None;
            }
            let range = if is_word { range } else { offset..offset };
            let states = stack.iter().filter_map(|at: &usize| {
                let frame = frames.get(*at)?;
                Some((*at, frame.prefix.clone(), frame.key.clone(), frame.is_behind_sign))
            });
            found = Some((states.collect::<Vec<_>>(), range));
        }
        let depth = stack.len();
        let Some(frame) = stack.last().and_then(|at| frames.get_mut(*at)) else { break };
        match kind {
            TokenKind::Equals if !frame.is_list => {
                frame.is_behind_sign = true;
                frame.around.entries.push((frame.key.clone(), String::new()));
            }
            TokenKind::Dot if !frame.is_list && !frame.is_behind_sign => {
                frame.prefix.push(std::mem::take(&mut frame.key));
            }
            TokenKind::Comma if !frame.is_list => {
                (frame.is_behind_sign, frame.key) = (false, String::new());
                frame.prefix.clear();
            }
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => {
                let key = if frame.is_list { frame.around.key.clone() } else { frame.key.clone() };
                let around = EnclosingTable { key, entries: Vec::new() };
                let is_list = kind == TokenKind::LeftSquareBracket;
                stack.push(frames.len());
                frames.push(Frame { around, is_list, ..Frame::default() });
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket if depth > 1 => drop(stack.pop()),
            _ if !is_word || frame.is_list => {}
            _ if !frame.is_behind_sign => frame.key = word(written),
            _ => {
                if let Some((_, value)) =
                    frame.around.entries.last_mut().filter(|(_, value)| value.is_empty())
                {
                    *value = word(written);
                }
            }
        }
    }
    // The text behind the place was read as well.
    let (states, range) = found?;
    let frames = states.into_iter().filter_map(|(at, prefix, key, is_behind_sign)| {
        Some(Frame { prefix, key, is_behind_sign, ..std::mem::take(frames.get_mut(at)?) })
    });
    Some((frames.collect(), range))
}
