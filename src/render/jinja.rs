//! What templates say before they run, by the engine's own tokens: which blocks they fill, which names they have in
//! quotes, and what in them isn't closed.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use minijinja::{
    machinery::{Token, parse, tokenize},
    syntax::SyntaxConfig,
};

use super::{
    FOLDER,
    mistake::{has_template, path, without_template},
};
use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Files as _, Span, nearest},
    source::{
        SourceText, Sources,
        layout::{TEMPLATE, TypeFolder},
        theme,
    },
};

/// A token with its place.
type Placed<'t> = (Token<'t>, Range<usize>);

/// The tokens of a template, up to one that can't be read.
fn tokens(text: &str) -> impl Iterator<Item = Placed<'_>> {
    tokenize(text, false, SyntaxConfig::default())
        .map_while(Result::ok)
        .map(|(token, span)| (token, span.start_offset as usize..span.end_offset as usize))
}

/// The tokens between each `{%` and its `%}`, and where all of it stands.
fn statements(text: &str) -> Vec<(Range<usize>, Vec<Placed<'_>>)> {
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

fn keyword<'t>(statement: &[Placed<'t>]) -> &'t str {
    match statement.first() {
        Some((Token::Ident(keyword), _)) => keyword,
        _ => "",
    }
}

/// A statement that nothing closes.
pub(super) struct OpenStatement {
    pub at: Range<usize>,
    /// What closes it.
    pub closing: String,
}

/// The statements that are open at `end`, the innermost last.
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

/// What closes a statement. Returns `None` if it stands alone.
fn closing(statement: &str, keyword: &str) -> Option<String> {
    let closing = format!("{{% end{keyword} %}}");
    (!parses(statement) && parses(&[statement, &closing].concat())).then_some(closing)
}

/// True if a template can be read with the ends of the statements that are open.
pub(super) fn parses_when_closed(text: &str, open: &[OpenStatement]) -> bool {
    let closings = open.iter().rev().map(|open| open.closing.as_str());
    parses(&[text].into_iter().chain(closings).collect::<String>())
}

fn parses(text: &str) -> bool {
    parse(text, "", SyntaxConfig::default()).is_ok()
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

/// What is about to be written at a place.
pub(super) enum CompletionContext {
    /// The name of a template, within its quotes.
    Template,
    Filter,
    /// A name, behind the values that it is looked up in: `site.address.`
    Name {
        path: Vec<String>,
    },
}

/// What is about to be written at `offset`, and what of it is there. Returns `None` in the text around expressions and
/// statements, and where a statement begins.
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
    // What has no closing quote yet is no token.
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
        // What a call returns or a list holds isn't known before the template runs.
        Some((Token::Dot | Token::BlockStart, _)) => None,
        _ => Some((CompletionContext::Name { path }, written)),
    }
}

/// All names in a template: for suggestions.
pub(super) fn names(text: &str) -> impl Iterator<Item = String> {
    tokens(text).filter_map(|(token, _)| match token {
        Token::Ident(name) => Some(name.to_owned()),
        _ => None,
    })
}

/// The names of the macros of a template.
pub(super) fn macros(text: &str) -> impl Iterator<Item = String> {
    statements(text).into_iter().filter_map(|(_, statement)| match (keyword(&statement), statement.get(1)) {
        ("macro", Some((Token::Ident(name), _))) => Some((*name).to_owned()),
        _ => None,
    })
}

/// All that stands in quotes in a template: names of other templates and of islands are among it.
pub(super) fn quoted(text: &str) -> impl Iterator<Item = String> {
    tokens(text).filter_map(|(token, _)| match token {
        Token::Str(text) => Some(text.to_owned()),
        Token::String(text) => Some(text.into()),
        _ => None,
    })
}

/// Where a template gives `prop` to an island by name, without the quotes.
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

/// Reports what is wrong with templates that can be read.
pub(super) fn check(sources: &Sources, diagnostics: &mut Diagnostics) {
    let is_own = |file| !sources.path(file).starts_with(theme::PREFIX);
    for (file, source) in sources.texts_below(FOLDER) {
        // By an empty partial, a project leaves out one of the theme's.
        let may_be_empty = !source.path.ends_with(".html") || source.path.starts_with("templates/partials/");
        if source.text.trim().is_empty() && !may_be_empty && is_own(file) {
            let message = "this template is empty, so nothing is shown";
            let help = "write what it shows, or remove the file: then the theme's is used, if it has one";
            diagnostics.push(Diagnostic::new(Code::Template, Span::whole(file), message).help(help));
        }
        check_section(file, source, sources, diagnostics);
    }
    check_blocks(sources, diagnostics);
}

/// Reports a section without a template, be it one for all of it or one of a layout, at its type.
fn check_section(file: FileId, source: &SourceText, sources: &Sources, diagnostics: &mut Diagnostics) {
    let Some(section) = TypeFolder::Sections.type_name(&source.path) else { return };
    let path = TypeFolder::Sections.beside(section, TEMPLATE);
    if !has_template(section, sources) {
        let message = format!("the section \"{section}\" has no template");
        diagnostics.push(without_template(file, message, &path));
    }
}

/// A template's blocks with the places of their names, and the template that it extends.
#[derive(Default)]
struct Blocks {
    all: BTreeMap<String, Range<usize>>,
    /// Those that are in no other one.
    outer: BTreeSet<String>,
    extends: Option<String>,
}

impl Blocks {
    fn read(text: &str) -> Self {
        let mut blocks = Self::default();
        let mut depth = 0_usize;
        for (_, statement) in statements(text) {
            match (keyword(&statement), statement.get(1)) {
                ("block", Some((Token::Ident(name), at))) => {
                    if depth == 0 {
                        blocks.outer.insert((*name).to_owned());
                    }
                    blocks.all.insert((*name).to_owned(), at.clone());
                    depth += 1;
                }
                ("endblock", _) => depth = depth.saturating_sub(1),
                ("extends", Some((Token::Str(name), _))) => blocks.extends = Some((*name).to_owned()),
                _ => {}
            }
        }
        blocks
    }

    /// The names of the blocks of this template and all above it. Returns `None` if one of these isn't there, is empty, or
    /// extends itself.
    fn family(name: &str, sources: &Sources) -> Option<BTreeSet<String>> {
        let (mut blocks, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut next = Some(name.to_owned());
        while let Some(name) = next {
            let text = match name.strip_prefix(theme::PREFIX) {
                Some(original) => theme::template(original)?,
                None => &sources.text_at(&path(&name))?.1.text,
            };
            if !seen.insert(name) || text.trim().is_empty() {
                return None;
            }
            let read = Self::read(text);
            blocks.extend(read.all.into_keys());
            next = read.extends;
        }
        Some(blocks)
    }
}

/// Reports every block that fills none of the templates above: what it holds would be shown nowhere. Blocks of the same
/// name lack the same block.
fn check_blocks(sources: &Sources, diagnostics: &mut Diagnostics) {
    let mut unknown: BTreeMap<(String, String), Vec<Span>> = BTreeMap::new();
    for (file, source) in sources.texts_below(FOLDER).filter(|(_, source)| source.path.ends_with(".html")) {
        let blocks = Blocks::read(&source.text);
        let Some(above) = blocks.extends else { continue };
        let Some(known) = Blocks::family(&above, sources) else { continue };
        for name in blocks.outer.difference(&known) {
            let at = blocks.all.get(name).map_or(Span::whole(file), |at| Span::new(file, at.clone()));
            unknown.entry((above.clone(), name.clone())).or_default().push(at);
        }
    }
    let report = |((above, name), places): ((String, String), Vec<Span>)| {
        block_missing_above(&above, &name, &places, sources)
            .or_else(|| unknown_block(&above, &name, &places, sources))
    };
    diagnostics.extend(unknown.into_iter().filter_map(report));
}

/// The mistake of a project's template that lacks a block which templates of the theme fill.
fn block_missing_above(above: &str, name: &str, places: &[Span], sources: &Sources) -> Option<Diagnostic> {
    let is_of_theme = |at: &Span| sources.path(at.file).starts_with(theme::PREFIX);
    let (file, source) = sources.text_at(&path(above))?;
    if is_of_theme(&Span::whole(file)) || !places.iter().all(is_of_theme) {
        return None;
    }
    let blocks = Blocks::read(&source.text).all;
    let near = nearest(name, blocks.keys().map(String::as_str));
    let at = near.and_then(|near| blocks.get(near)).map(|at| Span::new(file, at.clone()));
    let message = format!("{above} has no block \"{name}\", which {} templates fill", places.len());
    let diagnostic =
        Diagnostic::new(Code::Template, at.unwrap_or(Span::whole(file)), message).help(match near {
            Some(_) => format!("did you mean \"{name}\"?"),
            None => format!("write {{% block {name} %}}{{% endblock %}} where it belongs"),
        });
    let note = "what it contains would be shown nowhere";
    Some(places.iter().fold(diagnostic, |diagnostic, at| diagnostic.related(*at, note)))
}

fn unknown_block(above: &str, name: &str, places: &[Span], sources: &Sources) -> Option<Diagnostic> {
    let known = Blocks::family(above, sources)?;
    let names = || known.iter().map(String::as_str);
    let help = match nearest(name, names()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None if known.is_empty() => "it has no blocks".to_owned(),
        None => format!("it has {}", names().collect::<Vec<_>>().join(", ")),
    };
    let message = format!("{above} has no block \"{name}\", so this is shown nowhere");
    let (first, others) = places.split_first()?;
    let diagnostic = Diagnostic::new(Code::Template, *first, message).label("no such block").help(help);
    Some(others.iter().fold(diagnostic, |diagnostic, at| diagnostic.alike(*at)))
}
