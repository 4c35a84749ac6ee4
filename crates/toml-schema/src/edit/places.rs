//! The place of each value in a text that is TOML, or has TOML at its top.

use std::{borrow::Cow, collections::HashMap, ops::Range};

use toml_parser::{
    Source,
    lexer::{Token, TokenKind},
};

use super::{Path, PathStep};
use crate::{
    decode::{FrontMatter, comments, is_placeholder},
    diagnostic::{FileId, line_at},
};

/// The key of the text below the TOML of a page in Markdown.
pub const BODY: &str = "body";

const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The place of each value in a text.
///
/// ```
/// use toml_schema::edit::Places;
///
/// let text = "title = \"Gym\"\n\n[[card]]\ntitle = \"A plan\"\n";
/// let places = Places::new(text).unwrap();
/// let path = ["card".into(), 0.into(), "title".into()].into_iter().collect();
/// assert_eq!(places.span_of(&path).and_then(|range| text.get(range)), Some("\"A plan\""));
/// assert_eq!(places.path_at(text.len() - 3), path);
/// ```
#[derive(Debug)]
pub struct Places<'t> {
    /// The TOML, each character at the place that it has in the text.
    pub(super) toml: Cow<'t, str>,
    pub(super) statements: Vec<PlacedStatement>,
    /// The bytes below the TOML of a page in Markdown.
    pub(super) body: Option<Range<usize>>,
}

/// A statement with the whole of its lines, but for the last line end.
#[derive(Debug)]
pub(super) struct PlacedStatement {
    pub range: Range<usize>,
    /// The brackets of a header, a key with its value, or a comment.
    pub written: Range<usize>,
    /// The path of the table below a header, or of the value behind a key.
    pub path: Path,
    /// The length of the path of the table below whose header an entry stands.
    pub table: usize,
    pub form: StatementForm,
}

#[derive(Debug)]
pub(super) enum StatementForm {
    EmptyLine,
    Comment,
    Header,
    Entry(ValueNode),
}

/// A value as it is written.
#[derive(Debug)]
pub(super) struct ValueNode {
    pub range: Range<usize>,
    pub form: ValueForm,
}

#[derive(Debug)]
pub(super) enum ValueForm {
    Single,
    List(Vec<Member>),
    Table(Vec<Member>),
}

/// An element of a list in brackets, or an entry of a table in braces.
#[derive(Debug)]
pub(super) struct Member {
    /// The key of an entry, of several parts if it has dots.
    pub keys: Vec<String>,
    /// From the key to the end of the value.
    pub range: Range<usize>,
    pub value: ValueNode,
    /// The byte of the comma behind it.
    pub comma: Option<usize>,
}

/// The place of a value, by what is around it.
#[derive(Debug)]
pub(super) enum Located<'p> {
    /// A value behind a key, or in brackets.
    Value(ValuePlace<'p>),
    /// A table or list that headers or keys with dots make.
    Parts,
    Nothing,
}

#[derive(Debug)]
pub(super) struct ValuePlace<'p> {
    /// Its statement, by the place among all.
    pub statement: usize,
    pub node: &'p ValueNode,
    /// The list or table in brackets around it, and its place among the members.
    pub within: Option<(&'p ValueNode, usize)>,
}

impl ValueNode {
    pub(super) fn is_list(&self) -> bool {
        matches!(self.form, ValueForm::List(_))
    }

    pub(super) fn members(&self) -> &[Member] {
        match &self.form {
            ValueForm::Single => &[],
            ValueForm::List(members) | ValueForm::Table(members) => members,
        }
    }
}

impl Member {
    /// The end of its comma, or of the value if it has none.
    pub(super) fn end(&self) -> usize {
        self.comma.map_or(self.range.end, |comma| comma + 1)
    }
}

impl PlacedStatement {
    pub(super) fn is_header(&self) -> bool {
        matches!(self.form, StatementForm::Header)
    }

    pub(super) fn is_entry(&self) -> bool {
        matches!(self.form, StatementForm::Entry(_))
    }

    pub(super) fn is_comment(&self) -> bool {
        matches!(self.form, StatementForm::Comment)
    }

    pub(super) fn is_empty_line(&self) -> bool {
        matches!(self.form, StatementForm::EmptyLine)
    }

    /// True for an entry of the table at a path, or of one within that keys with dots make.
    pub(super) fn is_entry_of(&self, table: &[PathStep]) -> bool {
        self.is_entry() && self.path.len() > table.len() && self.path.starts_with(table)
    }

    /// True for an entry whose key names the table at a path, before a dot.
    pub(super) fn is_with_dots_of(&self, table: &[PathStep]) -> bool {
        self.is_entry_of(table) && self.table < table.len()
    }

    /// True for a header or entry of the table or list at a path, or of one within.
    pub(super) fn is_within(&self, path: &[PathStep]) -> bool {
        (self.is_header() || self.is_entry()) && self.path.starts_with(path)
    }
}

impl<'t> Places<'t> {
    /// The places in a text. Returns `None` if it isn't TOML, nor Markdown with TOML at its top.
    pub fn new(text: &'t str) -> Option<Self> {
        let (toml, body) = toml_of(text)?;
        toml::de::DeTable::parse(&toml).ok()?;
        let statements = StatementReader::new(&toml).statements()?;
        Some(Self { toml, statements, body })
    }

    /// The bytes of a value, of the header of a table, or of what stands below the TOML of a page in Markdown. Returns `None`
    /// if nothing of it is written, or it is in several places.
    pub fn span_of(&self, path: &Path) -> Option<Range<usize>> {
        if let Some(body) = self.body.clone().filter(|_| path.is_body()) {
            return Some(body);
        }
        if let Located::Value(place) = self.locate(path) {
            return Some(place.node.range.clone());
        }
        let header = self.statements.iter().find(|found| found.is_header() && found.path == *path)?;
        Some(header.written.clone())
    }

    /// The path of the innermost value that stands at an offset: between values, of the table.
    pub fn path_at(&self, offset: usize) -> Path {
        if self.body.as_ref().is_some_and(|body| body.start <= offset) {
            return Path::from_iter([BODY.into()]);
        }
        let index = self.statements.partition_point(|statement| statement.range.end < offset);
        let Some(statement) = self.statements.get(index) else { return self.table_at(index) };
        let StatementForm::Entry(value) = &statement.form else { return self.table_at(index + 1) };
        let (mut path, mut node) = (statement.path.clone(), value);
        'inner: loop {
            for (at, member) in node.members().iter().enumerate() {
                if member.range.start <= offset && offset <= member.range.end {
                    match member.keys.as_slice() {
                        [] => path.push(at.into()),
                        keys => path.extend(keys.iter().map(|key| PathStep::Key(key.clone()))),
                    }
                    node = &member.value;
                    continue 'inner;
                }
            }
            return path;
        }
    }

    /// True for a value that a comment marks as a placeholder.
    pub fn is_placeholder(&self, path: &Path) -> bool {
        self.span_of(path).is_some_and(|span| is_placeholder(&self.toml, span.end))
    }

    /// The paths of the values that comments mark as placeholders.
    pub fn placeholders(&self) -> impl Iterator<Item = Path> {
        let paths = comments(&self.toml).map(|comment| {
            let line = line_at(&self.toml, comment.start);
            let before = self.written(&(line.start..comment.start));
            self.path_at(comment.start - before.trim_start().len())
        });
        paths.filter(|path| self.is_placeholder(path))
    }

    /// The path of the table of which the statements before `index` are the last ones.
    fn table_at(&self, index: usize) -> Path {
        let before = self.statements.get(..index).unwrap_or_default();
        before
            .iter()
            .rev()
            .find(|found| found.is_header())
            .map(|header| header.path.clone())
            .unwrap_or_default()
    }

    pub(super) fn locate(&self, path: &[PathStep]) -> Located<'_> {
        for (statement, found) in self.statements.iter().enumerate() {
            let StatementForm::Entry(node) = &found.form else { continue };
            if let Some(rest) = path.strip_prefix(&*found.path) {
                let place = ValuePlace { statement, node, within: None };
                return place.descend(rest).map_or(Located::Nothing, Located::Value);
            }
        }
        if path.is_empty() || self.statements.iter().any(|found| found.is_within(path)) {
            return Located::Parts;
        }
        Located::Nothing
    }

    pub(super) fn written(&self, range: &Range<usize>) -> &str {
        self.toml.get(range.clone()).unwrap_or_default()
    }

    /// The space before what stands at an offset, if that begins its line.
    pub(super) fn indent(&self, offset: usize) -> Option<&str> {
        let before = self.toml.get(line_at(&self.toml, offset).start..offset)?;
        let before = before.trim_start_matches(BYTE_ORDER_MARK);
        before.trim().is_empty().then_some(before)
    }

    /// The comments in these bytes.
    pub(super) fn comments(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let within = comments(self.written(range));
        within.map(|comment| range.start + comment.start..range.start + comment.end).collect()
    }
}

impl<'p> ValuePlace<'p> {
    /// The place of what stands within a value.
    fn descend(self, path: &[PathStep]) -> Option<Self> {
        let Some(first) = path.first() else { return Some(self) };
        let members = self.node.members();
        let (index, length) = match first {
            PathStep::At(at) => (*at, 1),
            PathStep::Key(_) => members.iter().enumerate().find_map(|(index, member)| {
                let is_own = !member.keys.is_empty()
                    && member.keys.len() <= path.len()
                    && member.keys.iter().zip(path).all(|(key, step)| step.is_key(key));
                is_own.then_some((index, member.keys.len()))
            })?,
        };
        let member =
            members.get(index).filter(|_| self.node.is_list() == matches!(first, PathStep::At(_)))?;
        let inner = Self { node: &member.value, within: Some((self.node, index)), ..self };
        inner.descend(path.get(length..)?)
    }
}

/// The TOML of a text, each character at its place, and the bytes below it in a page in Markdown.
fn toml_of(text: &str) -> Option<(Cow<'_, str>, Option<Range<usize>>)> {
    let plain = text.trim_start_matches(BYTE_ORDER_MARK);
    if !plain.trim_start().starts_with("+++") {
        return Some((Cow::Borrowed(text), None));
    }
    let mark = text.len() - plain.len();
    let FrontMatter { toml, body } = FrontMatter::parse(FileId(0), plain).ok()?;
    Some((Cow::Owned(" ".repeat(mark) + &toml), Some(mark + body.start..mark + body.end)))
}

/// A reader of statements, whose text is TOML.
struct StatementReader<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    /// The end of what was read last but space, comments and line ends.
    end: usize,
    /// The number of elements of each list of tables with headers, so far.
    lists: HashMap<Path, usize>,
}

impl<'t> StatementReader<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, tokens: Source::new(text).lex().collect(), at: 0, end: 0, lists: HashMap::new() }
    }

    fn statements(mut self) -> Option<Vec<PlacedStatement>> {
        let mut all = Vec::new();
        let mut table = Path::default();
        while self.kind() != TokenKind::Eof {
            let start = self.offset();
            self.skip(&[TokenKind::Whitespace]);
            let begin = self.offset();
            let (path, form) = match self.kind() {
                TokenKind::Newline | TokenKind::Eof => (Path::default(), StatementForm::EmptyLine),
                TokenKind::Comment => (Path::default(), StatementForm::Comment),
                TokenKind::LeftSquareBracket => {
                    table = self.header()?;
                    (table.clone(), StatementForm::Header)
                }
                _ => {
                    let mut path = table.clone();
                    path.extend(self.keys()?.into_iter().map(PathStep::Key));
                    self.skip(&[TokenKind::Whitespace, TokenKind::Equals]);
                    (path, StatementForm::Entry(self.value()?))
                }
            };
            let end = if matches!(form, StatementForm::Header | StatementForm::Entry(_)) {
                self.end
            } else {
                begin
            };
            self.skip(&[TokenKind::Whitespace, TokenKind::Comment]);
            let written = begin..if matches!(form, StatementForm::Comment) { self.offset() } else { end };
            let range = start..self.offset();
            all.push(PlacedStatement { range, written, path, table: table.len(), form });
            if self.kind() == TokenKind::Newline {
                self.at += 1;
            }
        }
        Some(all)
    }

    fn header(&mut self) -> Option<Path> {
        self.bump();
        let is_list = self.kind() == TokenKind::LeftSquareBracket;
        if is_list {
            self.bump();
        }
        let keys = self.keys()?;
        let last = keys.len() - 1;
        let mut path = Path::default();
        for (index, key) in keys.into_iter().enumerate() {
            path.push(PathStep::Key(key));
            if is_list && index == last {
                *self.lists.entry(path.clone()).or_default() += 1;
            }
            if let Some(count) = self.lists.get(&path) {
                path.push(PathStep::At(count - 1));
            }
        }
        self.bump();
        if is_list {
            self.bump();
        }
        Some(path)
    }

    /// A key, of several parts if it has dots.
    fn keys(&mut self) -> Option<Vec<String>> {
        let mut keys = Vec::new();
        loop {
            self.skip(&[TokenKind::Whitespace]);
            let written = self.bump()?;
            keys.push(key_of(self.text.get(written)?)?);
            self.skip(&[TokenKind::Whitespace]);
            if self.kind() != TokenKind::Dot {
                return Some(keys);
            }
            self.bump();
        }
    }

    fn value(&mut self) -> Option<ValueNode> {
        let start = self.offset();
        let form = match self.kind() {
            TokenKind::LeftSquareBracket => ValueForm::List(self.members(false)?),
            TokenKind::LeftCurlyBracket => ValueForm::Table(self.members(true)?),
            TokenKind::Atom => {
                self.number_or_date();
                ValueForm::Single
            }
            _ => {
                self.bump()?;
                ValueForm::Single
            }
        };
        Some(ValueNode { range: start..self.end, form })
    }

    /// Passes over a number with its dot, or a date with the time behind a space.
    fn number_or_date(&mut self) {
        loop {
            self.bump();
            let next = self.tokens.get(self.at + 1).map(Token::kind);
            match self.kind() {
                TokenKind::Atom | TokenKind::Dot => {}
                TokenKind::Whitespace if next == Some(TokenKind::Atom) => self.at += 1,
                _ => return,
            }
        }
    }

    /// The members between brackets.
    fn members(&mut self, is_table: bool) -> Option<Vec<Member>> {
        let mut members: Vec<Member> = Vec::new();
        self.bump();
        loop {
            self.skip(&[TokenKind::Whitespace, TokenKind::Newline, TokenKind::Comment]);
            let start = self.offset();
            match self.kind() {
                TokenKind::Eof => return None,
                TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                    self.bump();
                    return Some(members);
                }
                TokenKind::Comma => {
                    self.bump();
                    members.last_mut()?.comma = Some(start);
                }
                _ => {
                    let keys = if is_table { self.keys()? } else { Vec::new() };
                    if is_table {
                        self.skip(&[TokenKind::Whitespace, TokenKind::Equals]);
                    }
                    let value = self.value()?;
                    members.push(Member { keys, range: start..value.range.end, value, comma: None });
                }
            }
        }
    }

    fn kind(&self) -> TokenKind {
        self.tokens.get(self.at).map_or(TokenKind::Eof, Token::kind)
    }

    fn offset(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |token| token.span().start())
    }

    fn skip(&mut self, kinds: &[TokenKind]) {
        while kinds.contains(&self.kind()) {
            self.at += 1;
        }
    }

    fn bump(&mut self) -> Option<Range<usize>> {
        let token = self.tokens.get(self.at).filter(|token| token.kind() != TokenKind::Eof)?;
        self.at += 1;
        self.end = token.span().end();
        Some(token.span().start()..self.end)
    }
}

/// A key without its quotes.
fn key_of(written: &str) -> Option<String> {
    if !written.starts_with(['"', '\'']) {
        return Some(written.to_owned());
    }
    let table: toml::Table = format!("{written} = 0").parse().ok()?;
    table.into_iter().next().map(|(key, _)| key)
}
