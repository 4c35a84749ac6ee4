//! A stylesheet taken apart into its imports and the rest, without comments and the spaces that mean nothing.

use crate::{
    diagnostic::line_start_before,
    esbuild::{Location, Message},
    source::delimited,
};

/// What a file of CSS says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sheet {
    /// `@layer` statements ahead of the imports.
    pub layers: String,
    /// What it imports, in their order.
    pub imports: Vec<Import>,
    /// Its rules.
    pub rules: String,
    /// The byte at which they begin.
    pub start: usize,
}

/// An `@import` of another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Import {
    /// As it is written, relative to the importing file.
    pub path: String,
    /// What it puts the file into.
    pub condition: Option<Condition>,
    /// The byte at which it stands.
    pub at: usize,
}

/// What an import puts a file into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// A cascade layer, by its name.
    Layer(String),
    /// A media query in brackets.
    Media(String),
}

impl Condition {
    /// The name of the layer, if it is one.
    pub fn layer(&self) -> Option<&str> {
        match self {
            Self::Layer(name) => Some(name),
            Self::Media(_) => None,
        }
    }

    /// What stands before the rules of the file.
    pub fn opening(&self) -> String {
        match self {
            Self::Layer(name) => format!("@layer {name}{{"),
            Self::Media(query) => format!("@media{query}{{"),
        }
    }
}

impl Sheet {
    /// Takes apart the file at `path`.
    ///
    /// # Errors
    /// If a bracket, a comment or a text has no end, or an import has more than a layer or a media query.
    pub fn read(path: &str, text: &str) -> Result<Self, Message> {
        let failed = |(at, message): (usize, String)| mistake(path, text, at, message);
        let mut sheet = Self { start: text.len(), ..Self::default() };
        for statement in statements(text).map_err(failed)? {
            let Statement { at, text, is_block } = statement;
            let is_head = sheet.rules.is_empty();
            match () {
                () if text.starts_with("@charset") => {}
                () if is_head && text.starts_with("@import") => {
                    sheet.imports.push(import(at, &text).map_err(failed)?);
                }
                () if is_head && sheet.imports.is_empty() && !is_block && text.starts_with("@layer") => {
                    sheet.layers.push_str(&text);
                }
                () if text.starts_with("@import") => {
                    return Err(failed((at, "an @import stands at the top of a file".to_owned())));
                }
                () => {
                    sheet.start = if is_head { at } else { sheet.start };
                    sheet.rules.push_str(&text);
                }
            }
        }
        Ok(sheet)
    }
}

/// The message that something is wrong at this byte of a text.
pub(super) fn mistake(path: &str, text: &str, at: usize, message: String) -> Message {
    let before = text.get(..at).unwrap_or_default();
    let place = Location {
        path: path.to_owned(),
        line: before.matches('\n').count() + 1,
        column: at - line_start_before(text, at),
        length: 1,
    };
    Message { is_error: true, text: message, place: Some(place), notes: Vec::new() }
}

/// Reads `@import "./a.css" layer(base);`, or with a media query in the place of the layer.
fn import(at: usize, text: &str) -> Result<Import, (usize, String)> {
    let failed = || {
        (
            at,
            "an @import names a file and at most a layer or a media query: @import \"./a.css\" layer(base);"
                .to_owned(),
        )
    };
    let rest = text.strip_prefix("@import").and_then(|rest| rest.strip_suffix(';')).ok_or_else(failed)?;
    let rest = rest.trim().strip_prefix('"').ok_or_else(failed)?;
    let (path, condition) = rest.split_once('"').ok_or_else(failed)?;
    let condition = match condition.trim() {
        "" => None,
        query if query.starts_with('(') => Some(Condition::Media(query.to_owned())),
        condition => {
            let name = condition.strip_prefix("layer(").and_then(|rest| rest.strip_suffix(')'));
            Some(Condition::Layer(name.ok_or_else(failed)?.to_owned()))
        }
    };
    Ok(Import { path: path.to_owned(), condition, at })
}

/// A rule, or an at-rule that ends with a semicolon.
struct Statement {
    at: usize,
    text: String,
    is_block: bool,
}

/// The statements of a file at its outermost level.
fn statements(text: &str) -> Result<Vec<Statement>, (usize, String)> {
    let mut found = Vec::new();
    let mut minified = Minified::default();
    let mut open: Vec<usize> = Vec::new();
    let (mut at, mut start) = (0, None);
    while let Some(token) = Token::first(text, at)? {
        let end = at + token.length();
        if start.is_none() && !matches!(token, Token::Space(_)) {
            start = Some(at);
        }
        minified.add(&token);
        match token {
            Token::Sign('{' | '(' | '[') => open.push(at),
            Token::Sign('}' | ')' | ']') if open.pop().is_none() => {
                return Err((at, "a bracket closes here that nothing opened".to_owned()));
            }
            Token::Sign(_) | Token::Space(_) | Token::Whole(_) | Token::Plain(_) => {}
        }
        let is_block = matches!(token, Token::Sign('}'));
        if open.is_empty() && (is_block || matches!(token, Token::Sign(';'))) {
            let text = std::mem::take(&mut minified).text;
            found.push(Statement { at: start.take().unwrap_or(at), text, is_block });
        }
        at = end;
    }
    match (open.last(), minified.text.is_empty()) {
        (Some(at), _) => Err((*at, "this bracket is never closed".to_owned())),
        (None, false) => Err((start.unwrap_or(at), "this statement has no end".to_owned())),
        (None, true) => Ok(found),
    }
}

/// What a text of CSS consists of, as far as spaces and brackets go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// Spaces, ends of lines, comments.
    Space(&'t str),
    /// A text in quotes, or an address in `url()` without any.
    Whole(&'t str),
    Sign(char),
    /// Anything else.
    Plain(&'t str),
}

impl<'t> Token<'t> {
    /// The token at this byte; nothing at the end.
    pub fn first(text: &'t str, at: usize) -> Result<Option<Self>, (usize, String)> {
        let rest = text.get(at..).unwrap_or_default();
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let upto = |end: usize| rest.get(..end).unwrap_or(rest);
        let token = match first {
            '/' if rest.starts_with("/*") => {
                let end = delimited::length("/*", "*/", rest)
                    .ok_or_else(|| (at, "this comment has no end".to_owned()))?;
                Self::Space(upto(end))
            }
            '"' | '\'' => {
                let end = quoted(rest, first).ok_or_else(|| (at, "this text has no end".to_owned()))?;
                Self::Whole(upto(end))
            }
            'u' | 'U' if is_bare_url(rest) => {
                let end = rest.find(')').ok_or_else(|| (at, "this address has no end".to_owned()))?;
                Self::Whole(upto(end + 1))
            }
            '{' | '}' | '(' | ')' | '[' | ']' | ';' | ',' | ':' => Self::Sign(first),
            _ if first.is_ascii_whitespace() => {
                Self::Space(upto(rest.find(|c: char| !c.is_ascii_whitespace()).unwrap_or(rest.len())))
            }
            '\\' => Self::Plain(upto(rest.chars().take(2).map(char::len_utf8).sum())),
            _ => Self::Plain(upto(word(rest))),
        };
        Ok(Some(token))
    }

    /// In bytes.
    pub fn length(&self) -> usize {
        match self {
            Self::Space(text) | Self::Whole(text) | Self::Plain(text) => text.len(),
            Self::Sign(sign) => sign.len_utf8(),
        }
    }
}

/// The bytes of the text in quotes that begins here.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '\n' => return None,
            _ if character == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// True at an address without quotes.
fn is_bare_url(text: &str) -> bool {
    let inside = text.get(..4).filter(|start| start.eq_ignore_ascii_case("url(")).and_then(|_| text.get(4..));
    inside.is_some_and(|inside| !inside.trim_start().starts_with(['"', '\'']))
}

/// The bytes up to what may begin another token; an identifier that ends in `u` stays whole.
fn word(text: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    match text.find(|c| !is_part(c)) {
        Some(0) => text.chars().next().map_or(1, char::len_utf8),
        Some(end) => end,
        None => text.len(),
    }
}

/// A text of CSS in fewer bytes.
#[derive(Default)]
struct Minified {
    text: String,
    /// Whether there were spaces since the last token, and whether these were comments only.
    space: Option<bool>,
}

impl Minified {
    fn add(&mut self, token: &Token<'_>) {
        /// After and before these, spaces mean nothing.
        const AROUND: [char; 4] = ['{', '}', ';', ','];
        let (written, first) = match token {
            Token::Space(text) => {
                let is_comment = text.starts_with("/*");
                self.space = Some(self.space.unwrap_or(true) && is_comment);
                return;
            }
            Token::Sign(sign) => (sign.to_string(), Some(*sign)),
            Token::Whole(text) | Token::Plain(text) => ((*text).to_owned(), None),
        };
        let last = self.text.chars().next_back();
        let is_loose = last.is_none_or(|last| AROUND.contains(&last) || matches!(last, ':' | '('))
            || first.is_some_and(|first| AROUND.contains(&first) || first == ')');
        match self.space.take() {
            Some(_) if is_loose => {}
            // A comment sets words apart and stands for no space: `.a/**/.b` is one element.
            Some(true) => self.text.push_str("/**/"),
            Some(false) => self.text.push(' '),
            None => {}
        }
        if first == Some('}') && self.text.ends_with(';') {
            self.text.pop();
        }
        self.text.push_str(&written);
    }
}

#[cfg(test)]
mod tests {
    use super::{Condition, Import, Sheet};

    fn rules(text: &str) -> String {
        Sheet::read("a.css", text).expect("css").rules
    }

    #[test]
    fn imports_stand_apart_from_rules() {
        let text = "/* a */\n@layer a, b;\n@import \"./a.css\" layer(a);\n@import \"../b.css\" (hover: hover);\n.a { color: red; }\n";
        let sheet = Sheet::read("a.css", text).expect("css");
        assert_eq!(sheet.layers, "@layer a,b;");
        let import =
            |path: &str, condition, at| Import { path: path.to_owned(), condition: Some(condition), at };
        let (layer, query) = (Condition::Layer("a".to_owned()), Condition::Media("(hover:hover)".to_owned()));
        assert_eq!(sheet.imports, [import("./a.css", layer, 21), import("../b.css", query, 49)]);
        assert_eq!(sheet.rules, ".a{color:red}");
    }

    #[test]
    fn spaces_go_where_they_mean_nothing() {
        assert_eq!(
            rules(".a  .b ,\n.c > d { margin : 0  1px ; --x: { a } ; }"),
            ".a .b,.c > d{margin :0 1px;--x:{a}}"
        );
        assert_eq!(
            rules("@media ( min-width: 40rem ) and (hover) { a { b: calc(1px + 2px) } }"),
            "@media (min-width:40rem) and (hover){a{b:calc(1px + 2px)}}"
        );
        assert_eq!(
            rules("a { content: \"  /* } */ \"; b: url( x;y ) }"),
            "a{content:\"  /* } */ \";b:url( x;y )}"
        );
        assert_eq!(rules(".a/* b */.c :hover { }"), ".a/**/.c :hover{}");
        assert_eq!(rules("a { b: c } /* end */"), "a{b:c}");
        assert_eq!(rules(".sm\\:x, menu { a: b }"), ".sm\\:x,menu{a:b}");
    }

    #[test]
    fn what_has_no_end_is_reported_at_its_place() {
        let place = |text: &str| {
            let place = Sheet::read("a.css", text).expect_err("a mistake").place.expect("a place");
            (place.line, place.column)
        };
        assert_eq!(place("a {\n b: c;"), (1, 2));
        assert_eq!(place("a { b: c }\n}"), (2, 0));
        assert_eq!(place("a { b: \"c }\n"), (1, 7));
        assert_eq!(place("/* a"), (1, 0));
        assert_eq!(place("a { b: c }\n@import \"d\";"), (2, 0));
        assert_eq!(place("@import \"d\" print;"), (1, 0));
        assert_eq!(place("\n@layer a"), (2, 0));
    }
}
