//! Templates before they run, by the engine's own tokens: their blocks, their quoted texts, and statements that aren't
//! closed.

use std::ops::Range;

use minijinja::{
    machinery::{Token, parse, tokenize},
    syntax::SyntaxConfig,
};

/// A token and its range.
pub(super) type Placed<'t> = (Token<'t>, Range<usize>);

/// The tokens of a template, up to the first unreadable one.
fn tokens(text: &str) -> impl Iterator<Item = Placed<'_>> {
    tokenize(text, false, SyntaxConfig::default())
        .map_while(Result::ok)
        .map(|(token, span)| (token, span.start_offset as usize..span.end_offset as usize))
}

/// The tokens between each `{%` and its `%}`, with the range of the whole statement.
pub(super) fn statements(text: &str) -> Vec<(Range<usize>, Vec<Placed<'_>>)> {
    let mut statements = Vec::new();
    let mut open: Option<(usize, Vec<Placed<'_>>)> = None;
    for (token, at) in tokens(text) {
        match (&token, &mut open) {
            (Token::BlockStart, _) => open = Some((at.start, Vec::new())),
            (Token::BlockEnd, Some(_)) => {
                statements.extend(open.take().map(|(start, tokens)| (start..at.end, tokens)));
            }
            (_, Some((_, tokens))) => tokens.push((token, at)),
            (_, None) => {}
        }
    }
    statements
}

/// The places of what a template that extends another writes outside of its blocks, macros and values: it is shown nowhere.
pub(super) fn outside_blocks(text: &str) -> Vec<Range<usize>> {
    let mut outside = OutsideBlocks::default();
    let mut open: Option<(usize, Vec<Placed<'_>>)> = None;
    for (token, at) in tokens(text) {
        match (token, &mut open) {
            (Token::BlockStart | Token::VariableStart, _) => open = Some((at.start, Vec::new())),
            (Token::BlockEnd, Some((start, tokens))) => {
                outside.statement(tokens, *start..at.end);
                open = None;
            }
            (Token::VariableEnd, Some((start, _))) => {
                outside.write(*start..at.end);
                open = None;
            }
            (token, Some((_, tokens))) => tokens.push((token, at)),
            (_, None) => outside.write(at),
        }
    }
    outside.written.into_iter().filter_map(|place| first_shown_line(text, place)).collect()
}

/// The part of a template outside of blocks, as far as it is read.
#[derive(Default)]
struct OutsideBlocks {
    /// The number of open blocks, macros and values.
    depth: usize,
    /// The number of open branches and loops: a template may extend another one only sometimes.
    branches: usize,
    extends: bool,
    written: Vec<Range<usize>>,
}

impl OutsideBlocks {
    fn statement(&mut self, tokens: &[Placed<'_>], at: Range<usize>) {
        let has_value = tokens.iter().any(|(token, _)| matches!(token, Token::Assign));
        match keyword(tokens) {
            "extends" => self.extends = self.branches == 0,
            "block" | "macro" => self.depth += 1,
            "set" if !has_value => self.depth += 1,
            "endblock" | "endmacro" | "endset" => self.depth = self.depth.saturating_sub(1),
            "if" | "for" => self.branches += 1,
            "endif" | "endfor" => self.branches = self.branches.saturating_sub(1),
            "include" => self.write(at),
            _ => {}
        }
    }

    fn write(&mut self, at: Range<usize>) {
        if !self.extends || self.depth > 0 {
            return;
        }
        match self.written.last_mut().filter(|last| last.end == at.start) {
            Some(last) => last.end = at.end,
            None => self.written.push(at),
        }
    }
}

/// The first line of a part of a template that isn't empty or a comment of HTML.
fn first_shown_line(text: &str, place: Range<usize>) -> Option<Range<usize>> {
    let mut rest = text.get(place.clone())?.trim_start();
    while let Some(comment) = rest.strip_prefix("<!--") {
        rest = comment.split_once("-->").map_or("", |(_, behind)| behind.trim_start());
    }
    let line = rest.lines().next()?.trim_end();
    let start = place.end - rest.len();
    Some(start..start + line.len())
}

/// The keyword of a statement, such as `block`.
pub(super) fn keyword<'t>(statement: &[Placed<'t>]) -> &'t str {
    match statement.first() {
        Some((Token::Ident(keyword), _)) => keyword,
        _ => "",
    }
}

/// A statement that nothing closes.
pub(super) struct OpenStatement {
    pub at: Range<usize>,
    /// The statement that closes it.
    pub closing: String,
}

/// The statements that are open at `end`, from the outermost to the innermost.
pub(super) fn open_statements(text: &str, end: usize) -> Vec<OpenStatement> {
    let mut open = Vec::new();
    for (at, statement) in statements(text) {
        if at.end > end {
            break;
        }
        let keyword = keyword(&statement);
        if keyword.starts_with("end") {
            open.pop();
        } else if let Some(closing) = text.get(at.clone()).and_then(|text| closing(text, keyword)) {
            open.push(OpenStatement { at, closing });
        }
    }
    open
}

/// The statement that closes another. Returns `None` if that stands alone.
fn closing(statement: &str, keyword: &str) -> Option<String> {
    let closing = format!("{{% end{keyword} %}}");
    (!parses(statement) && parses(&[statement, &closing].concat())).then_some(closing)
}

/// True if a template parses once its open statements are closed.
pub(super) fn parses_when_closed(text: &str, open: &[OpenStatement]) -> bool {
    let closings = open.iter().rev().map(|open| open.closing.as_str());
    parses(&[text].into_iter().chain(closings).collect::<String>())
}

fn parses(text: &str) -> bool {
    parse(text, "", SyntaxConfig::default()).is_ok()
}

/// The sign at which a comment, a raw block or a quoted text begins that has no end, by the detail of the engine's error, and
/// what ends it.
pub(super) fn unended(text: &str, detail: &str) -> Option<(Range<usize>, &'static str)> {
    // Tokens end before it. Comments are none.
    let read = tokens(text).last().map_or(0, |(_, at)| at.end);
    let rest = text.get(read..)?;
    let (start, length, end) = match detail {
        "unexpected end of comment" => {
            let closed = rest.rfind("#}").map_or(0, |at| at + "#}".len());
            (closed + rest.get(closed..)?.find("{#")?, "{#".len(), "#}")
        }
        "unexpected end of raw block" => (rest.find("{%")?, "{%".len(), "{% endraw %}"),
        "unexpected end of string" => {
            let start = rest.find(['"', '\''])?;
            (start, 1, if rest.get(start..)?.starts_with('"') { "\"" } else { "'" })
        }
        _ => return None,
    };
    Some((read + start..read + start + length, end))
}

/// The first line of the expression or statement around `at`.
pub(super) fn expression_around(text: &str, at: usize) -> Option<Range<usize>> {
    let mut open = None;
    for (token, place) in tokens(text) {
        match token {
            Token::VariableStart | Token::BlockStart if place.start <= at => open = Some(place.start),
            Token::VariableEnd | Token::BlockEnd if place.end <= at => open = None,
            _ if place.start > at => break,
            _ => {}
        }
    }
    let start = open?;
    let line = text.get(start..)?.lines().next()?;
    Some(start..start + line.trim_end().len())
}

/// The kind of name that is being written.
pub(super) enum CompletionContext {
    /// The name of a template, within its quotes.
    Template,
    Filter,
    /// A name, after the values that it is looked up in: `site.address.`
    Name {
        path: Vec<String>,
    },
}

/// The kind of name that is being written at `offset`, and the range written so far. Returns `None` in text outside of
/// expressions and statements, and at the beginning of a statement.
pub(super) fn completion_context(text: &str, offset: usize) -> Option<(CompletionContext, Range<usize>)> {
    let before = text.get(..offset)?;
    let mut open: Option<Vec<Placed<'_>>> = None;
    for (token, at) in tokens(before) {
        match (&token, &mut open) {
            (Token::VariableStart | Token::BlockStart, _) => open = Some(vec![(token, at)]),
            (Token::VariableEnd | Token::BlockEnd, _) => open = None,
            (_, Some(tokens)) => tokens.push((token, at)),
            (_, None) => {}
        }
    }
    let mut tokens = open?;
    let read = tokens.last()?.1.end;
    // A text without its closing quote isn't a token.
    let rest = before.get(read..)?;
    if let Some(quote) = rest.find(['"', '\'']) {
        let takes_template = match tokens.as_slice() {
            [.., (Token::Ident("shared"), _), (Token::ParenOpen, _)] => true,
            [(Token::BlockStart, _), (Token::Ident(keyword), _)] => {
                ["include", "extends", "import", "from"].contains(keyword)
            }
            _ => false,
        };
        return takes_template.then_some((CompletionContext::Template, read + quote + 1..offset));
    }
    let mut written = offset..offset;
    if let Some((_, at)) = tokens.pop_if(|(token, _)| rest.is_empty() && matches!(token, Token::Ident(_))) {
        written = at;
    }
    let mut path = Vec::new();
    while let [.., (Token::Ident(name), _), (Token::Dot, _)] = tokens.as_slice() {
        path.insert(0, (*name).to_owned());
        tokens.truncate(tokens.len() - 2);
    }
    match tokens.last() {
        Some((Token::Pipe, _)) => Some((CompletionContext::Filter, written)),
        // The result of a call, or an element of a list, isn't known before the template runs.
        Some((Token::Dot | Token::BlockStart, _)) => None,
        _ => Some((CompletionContext::Name { path }, written)),
    }
}

/// All names in a template, for suggestions.
pub(super) fn names(text: &str) -> impl Iterator<Item = String> {
    tokens(text).filter_map(|(token, _)| match token {
        Token::Ident(name) => Some(name.to_owned()),
        _ => None,
    })
}

/// The names of a template's macros.
pub(super) fn macros(text: &str) -> impl Iterator<Item = String> {
    statements(text).into_iter().filter_map(|(_, statement)| match (keyword(&statement), statement.get(1)) {
        ("macro", Some((Token::Ident(name), _))) => Some((*name).to_owned()),
        _ => None,
    })
}

/// The names that calls of `icon` have in quotes, each with its range, quotes included. A text that is only a part of a name, as in
/// `icon("arrows-" ~ side)`, is none, and a macro of that name may take any.
pub(super) fn icons(text: &str) -> Vec<(String, Range<usize>)> {
    let tokens: Vec<Placed<'_>> = tokens(text).collect();
    let mut icons = Vec::new();
    for call in tokens.windows(5) {
        if let [
            (before, _),
            (Token::Ident("icon"), _),
            (Token::ParenOpen, _),
            (Token::Str(name), at),
            (Token::ParenClose | Token::Comma, _),
        ] = call
            && !matches!(before, Token::Dot)
        {
            icons.push(((*name).to_owned(), at.clone()));
        }
    }
    if icons.is_empty() || has_macro(text, "icon") { Vec::new() } else { icons }
}

/// True if a template has a macro of this name, or imports one.
fn has_macro(text: &str, name: &str) -> bool {
    let is_name = |(token, _): &Placed<'_>| matches!(token, Token::Ident(ident) if *ident == name);
    statements(text).iter().any(|(_, statement)| match keyword(statement) {
        "macro" => statement.get(1).is_some_and(is_name),
        "from" => statement.iter().any(is_name),
        _ => false,
    })
}

/// All quoted texts in a template, among them the names of other templates and of islands.
pub(super) fn quoted(text: &str) -> impl Iterator<Item = String> {
    tokens(text).filter_map(|(token, _)| match token {
        Token::Str(text) => Some(text.to_owned()),
        Token::String(text) => Some(text.into()),
        _ => None,
    })
}

/// The range of the name `prop` in a call of `island`, without its quotes.
pub(super) fn place_of_prop(text: &str, island: &str, prop: &str) -> Option<Range<usize>> {
    let mut is_in_call = false;
    for (token, at) in tokens(text) {
        match token {
            Token::Ident("island") => is_in_call = false,
            Token::Str(name) if name == island => is_in_call = true,
            Token::Str(name) if is_in_call && name == prop => return Some(at.start + 1..at.end - 1),
            _ => {}
        }
    }
    None
}
