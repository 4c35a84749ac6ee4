//! Template errors in an editor's words: the template's line, the page, and the content it came from.

use std::error::Error as _;

use minijinja::{Error, ErrorKind};

use super::{FOLDER, island::IslandMistake};
use crate::{
    diagnostic::{Code, Diagnostic, FileId, Files, Span},
    source::Sources,
};

/// A template that can't be compiled.
pub(super) fn compiling(error: &Error, file: FileId, sources: &Sources) -> Diagnostic {
    Diagnostic::new(
        Code::Template,
        span(error, file, sources),
        format!("this template can't be read: {}", reason(error)),
    )
    .help("see https://docs.rs/minijinja/latest/minijinja/syntax/ for what templates can say")
}

/// A template that failed while a page was rendered.
pub(super) fn rendering(error: &Error, page: &str, content: FileId, sources: &Sources) -> Diagnostic {
    let innermost = innermost(error);
    let place = innermost.name().and_then(|name| sources.text_at(&format!("{FOLDER}{name}")));
    let at = place.map_or(Span::whole(content), |(file, _)| span(innermost, file, sources));
    if let Some(mistake) = island(innermost) {
        return mistake.related(at, format!("the island is placed here, on {page}"));
    }
    let diagnostic = Diagnostic::new(
        Code::Template,
        at,
        format!("the page {page} can't be rendered: {}", reason(innermost)),
    )
    .related(Span::whole(content), format!("{page} is made from this"));
    match innermost.kind() {
        ErrorKind::UndefinedError => diagnostic.help(
            "check the name for a slip; docs/templates.md lists what pages and shared partials are given",
        ),
        ErrorKind::UnknownFunction | ErrorKind::UnknownFilter | ErrorKind::UnknownTest => {
            diagnostic.help("check the name for a slip; docs/templates.md lists all functions and filters")
        }
        _ => diagnostic,
    }
}

/// The mistakes of all pages, each told once: a slip in the layout is one slip, however many pages have it.
pub(super) fn once_each(mistakes: impl IntoIterator<Item = Diagnostic>) -> Vec<Diagnostic> {
    let mut told: Vec<(Diagnostic, usize)> = Vec::new();
    for mistake in mistakes {
        let same = |(first, _): &&mut (Diagnostic, usize)| {
            first.primary == mistake.primary && first.code == mistake.code && first.help == mistake.help
        };
        match told.iter_mut().find(same) {
            Some((_, pages)) => *pages += 1,
            None => told.push((mistake, 1)),
        }
    }
    let with_count = |(mut mistake, pages): (Diagnostic, usize)| {
        match pages {
            1 => {}
            2 => mistake.message.push_str("; the same goes for another page"),
            pages => mistake.message.push_str(&format!("; the same goes for {} other pages", pages - 1)),
        }
        mistake
    };
    told.into_iter().map(with_count).collect()
}

/// A template that a kind of page needs and the project lacks.
pub(super) fn missing(name: &str, page: &str, content: FileId) -> Diagnostic {
    Diagnostic::new(Code::Template, Span::whole(content), format!("the page {page} has no template"))
        .expected(format!("a template at {FOLDER}{name}"))
        .help("bring the template back; if it is there, it has an error which is reported, too")
}

/// An error in an included template is the cause of one in the template that includes it.
fn innermost(error: &Error) -> &Error {
    let mut innermost = error;
    while let Some(source) = innermost.source().and_then(|source| source.downcast_ref::<Error>()) {
        if source.line().is_none() {
            break;
        }
        innermost = source;
    }
    innermost
}

/// The mistake in an island's own file that stopped the template.
fn island(error: &Error) -> Option<Diagnostic> {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(IslandMistake(mistake)) = cause.downcast_ref() {
            return Some(mistake.clone());
        }
        source = cause.source();
    }
    None
}

fn reason(error: &Error) -> String {
    let mut reason = match error.detail() {
        Some(detail) => format!("{} ({detail})", error.kind()),
        None => error.kind().to_string(),
    };
    let mut source = error.source();
    while let Some(cause) = source {
        if cause.downcast_ref::<Error>().is_none() {
            reason = format!("{reason}: {cause}");
        }
        source = cause.source();
    }
    reason
}

/// The expression, or else the line, at which the template failed.
fn span(error: &Error, file: FileId, sources: &Sources) -> Span {
    let text = sources.text(file);
    if let Some(range) = error.range()
        && range.end <= text.len()
    {
        return Span::new(file, range);
    }
    let Some(line) = error.line().and_then(|line| line.checked_sub(1)) else { return Span::whole(file) };
    let mut start = 0;
    for (number, content) in text.split_inclusive('\n').enumerate() {
        if number == line {
            let statement = content.trim();
            let indent = content.len() - content.trim_start().len();
            return Span::new(file, start + indent..start + indent + statement.len());
        }
        start += content.len();
    }
    Span::whole(file)
}
