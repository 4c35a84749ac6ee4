//! Template errors in an editor's words: the template's line, the page, and the content it came from.

use std::{error::Error as _, ops::Range};

use minijinja::{Error, ErrorKind};

use super::{
    FOLDER,
    environment::{MAX_STEPS, MILLION},
    island::IslandMistake,
    tags::{self, Unpaired},
    undefined::{self, Scope},
};
use crate::{
    diagnostic::{Code, Diagnostic, FileId, Files, Span, nearest},
    islands::UnknownIsland,
    source::{
        Sources,
        layout::{TEMPLATE, TypeFolder},
        theme,
    },
};

/// A template that can't be compiled.
pub(super) fn compiling(error: &Error, file: FileId, sources: &Sources) -> Diagnostic {
    if let Some(unpaired) = unpaired(error, file, sources) {
        return unpaired;
    }
    let help = match error.detail().and_then(|detail| detail.strip_prefix("unexpected `}`, expected end of "))
    {
        Some("variable block") => "write two braces, }}, where it ends",
        Some("block") => "write %} where it ends",
        _ => "see https://docs.rs/minijinja/latest/minijinja/syntax/ for what templates can say",
    };
    Diagnostic::new(
        Code::Template,
        span(error, file, sources),
        format!("this template can't be read: {}", reason(error)),
    )
    .help(help)
}

/// A statement without its counterpart, if that is why a template can't be compiled.
fn unpaired(error: &Error, file: FileId, sources: &Sources) -> Option<Diagnostic> {
    let detail = error.detail()?;
    let at_end = detail == "unexpected end of input, expected end of block";
    if !at_end && !detail.starts_with("unknown statement end") {
        return None;
    }
    let text = sources.text(file);
    let written = |at: &Range<usize>| text.get(at.clone()).unwrap_or_default();
    let report = |at: Range<usize>, message: String| {
        Diagnostic::new(
            Code::Template,
            Span::new(file, at),
            format!("this template can't be read: {message}"),
        )
    };
    Some(match tags::unpaired(text)? {
        Unpaired::Start(at, end, before) => {
            let found = report(at.clone(), format!("nothing closes {}", written(&at)));
            let found = found.label("begins here").help(format!("write {{% {end} %}} where it ends"));
            match before {
                Some(before) => {
                    let label = format!("{{% {end} %}} has to stand before this");
                    found.related(Span::new(file, before), label)
                }
                None => found,
            }
        }
        Unpaired::End(at) => report(at.clone(), format!("{} closes nothing", written(&at)))
            .label("nothing is open here")
            .help("remove it, or write the statement that it belongs to"),
    })
}

/// A template that failed while a page was rendered.
pub(super) fn rendering(
    error: &Error,
    page: &str,
    content: FileId,
    sources: &Sources,
    scope: &Scope<'_>,
) -> Diagnostic {
    let innermost = innermost(error);
    let place = innermost.name().and_then(|name| sources.text_at(&path(name)));
    let at = place.map_or(Span::whole(content), |(file, _)| span(innermost, file, sources));
    if let Some(mistake) = island(innermost) {
        let in_template = |message: &str| {
            Diagnostic::new(Code::Island, at, message)
                .related(Span::whole(content), format!("{page} is made from this"))
        };
        return match mistake {
            IslandMistake::Component(mistake) => {
                mistake.as_ref().clone().related(at, format!("the island is placed here, on {page}"))
            }
            IslandMistake::Unknown(UnknownIsland { message, expected, help }) => {
                {
                let found = in_template(message).help(help.as_str());
                match expected {
                    Some(expected) => found.expected(expected),
                    None => found,
                }
            }
            }
            IslandMistake::Props { message, prop, is_undefined: true }
                if let Some(name) = undefined::of_prop(prop, at.range(), sources.text(at.file), scope) =>
            {
                without_place_if(name.is_cascading, name.explain(in_template(message), at.file))
            }
            IslandMistake::Props { message, .. } => in_template(message)
                .expected("values by name, each of them text, a number, true or false, none, or lists and tables of these: {\"title\": section.title}"),
        };
    }
    let unknown = undefined::find(innermost, at.range(), sources.text(at.file), scope);
    if let Some(name) = unknown.filter(|_| place.is_some()) {
        let message = format!("the page {page} can't be rendered: {}", name.reason());
        let found = name.explain(Diagnostic::new(Code::Template, at, message), at.file);
        return without_place_if(
            name.is_cascading,
            found.related(Span::whole(content), format!("{page} is made from this")),
        );
    }
    let missing = missing_template(innermost);
    if let Some(found) = missing.and_then(|name| page_without_template(name, page, sources)) {
        return found.related(Span::whole(content), format!("{page} is made from this"));
    }
    // One that is there and wasn't found has a mistake, which was reported.
    let is_broken = missing.is_some_and(|name| sources.text_at(&path(name)).is_some());
    let diagnostic = Diagnostic::new(
        Code::Template,
        if is_broken { Span::NOWHERE } else { at },
        match missing {
            Some(name) => format!("the page {page} can't be rendered: there is no template \"{name}\""),
            None => format!("the page {page} can't be rendered: {}", reason(innermost)),
        },
    )
    .related(Span::whole(content), format!("{page} is made from this"));
    match innermost.kind() {
        ErrorKind::TemplateNotFound => {
            let names: Vec<&str> = sources
                .texts_below(FOLDER)
                .filter_map(|(_, source)| source.path.strip_prefix(FOLDER))
                .filter(|name| name.ends_with(".html"))
                .collect();
            diagnostic.help(match missing.and_then(|name| nearest(name, names)) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "names of templates are paths from templates/ on".to_owned(),
            })
        }
        ErrorKind::UndefinedError => diagnostic.help(
            "check how the name is spelt; docs/templates.md lists what pages and shared partials are given",
        ),
        ErrorKind::UnknownFunction | ErrorKind::UnknownFilter | ErrorKind::UnknownTest => {
            diagnostic.help("check how the name is spelt; docs/templates.md lists all functions and filters")
        }
        ErrorKind::MissingArgument | ErrorKind::TooManyArguments => {
            diagnostic.help("docs/templates.md says what each function and filter takes")
        }
        ErrorKind::OutOfFuel => diagnostic.help(
            "look for a loop within a loop, and let it go through fewer entries, such as the first ones: posts[:10]",
        ),
        _ => diagnostic,
    }
}

/// A mistake that follows from one in a type or a reference, which was reported, has no place of its own.
pub(super) fn without_place_if(is_cascading: bool, mut found: Diagnostic) -> Diagnostic {
    if is_cascading {
        found.primary.span = Span::NOWHERE;
    }
    found
}

/// The name of the template that wasn't found, if that is what is wrong.
fn missing_template(error: &Error) -> Option<&str> {
    let detail = error.detail().filter(|_| error.kind() == ErrorKind::TemplateNotFound)?;
    let (_, quoted) = detail.split_once(['\'', '"'])?;
    quoted.split(['\'', '"']).next()
}

/// A page that needs the template `name` of a declared section or collection, which isn't there. That of a section is
/// reported with all templates.
fn page_without_template(name: &str, page: &str, sources: &Sources) -> Option<Diagnostic> {
    if sources.text_at(&path(name)).is_some() {
        return None;
    }
    let folders = [("section", TypeFolder::Sections), ("collection", TypeFolder::Collections)];
    let path_of = path(name);
    let (noun, folder, of) = folders.into_iter().find_map(|(noun, folder)| {
        let (of, file) = folder.owner(&path_of)?;
        (file == TEMPLATE).then_some((noun, folder, of))
    })?;
    let (file, _) = sources.text_at(&folder.type_file(of))?;
    let message = format!("the page {page} can't be rendered: the {noun} \"{of}\" has no template");
    Some(without_place_if(folder == TypeFolder::Sections, without_template(file, message, &path(name))))
}

/// A type whose template isn't at `path`.
pub(super) fn without_template(declared: FileId, message: String, path: &str) -> Diagnostic {
    Diagnostic::new(Code::Template, Span::whole(declared), message)
        .label("declared here")
        .expected(format!("a template at {path}"))
        .help("write it, as docs/templates.md shows step by step, or remove the type")
}

/// The path of a template, by the name that other templates have for it.
pub(super) fn path(name: &str) -> String {
    match name.strip_prefix(theme::PREFIX) {
        Some(name) => [theme::PREFIX, FOLDER, name].concat(),
        None => [FOLDER, name].concat(),
    }
}

/// The mistakes of all pages without repetition: one mistake in the layout is one diagnostic, however many pages have it.
pub(super) fn once_each(mistakes: impl IntoIterator<Item = Diagnostic>) -> Vec<Diagnostic> {
    let mut distinct: Vec<(Diagnostic, usize)> = Vec::new();
    for mistake in mistakes {
        let same = |(first, _): &&mut (Diagnostic, usize)| {
            first.primary == mistake.primary && first.code == mistake.code && first.help == mistake.help
        };
        match distinct.iter_mut().find(same) {
            Some((_, pages)) => *pages += 1,
            None => distinct.push((mistake, 1)),
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
    distinct.into_iter().map(with_count).collect()
}

/// A template that a kind of page needs and the project lacks.
pub(super) fn missing(name: &str, page: &str, content: FileId, sources: &Sources) -> Diagnostic {
    if let Some(found) = page_without_template(name, page, sources) {
        return found.related(Span::whole(content), format!("{page} is made from this"));
    }
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

/// The mistake with an island that stopped the template.
fn island(error: &Error) -> Option<&IslandMistake> {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(mistake) = cause.downcast_ref() {
            return Some(mistake);
        }
        source = cause.source();
    }
    None
}

fn reason(error: &Error) -> String {
    let mut reason = match error.detail() {
        _ if error.kind() == ErrorKind::OutOfFuel => {
            format!("it isn't complete after {} million steps", MAX_STEPS / MILLION)
        }
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

/// The first line of the expression that goes on over several lines up to this one.
fn opening(text: &str, line: Range<usize>) -> Option<Range<usize>> {
    let before = text.get(..line.start)?;
    let last = |one: &str, other: &str| before.rfind(one).max(before.rfind(other));
    let start = last("{{", "{%").filter(|start| last("}}", "%}").is_none_or(|end| end < *start))?;
    let length = text.get(start..)?.lines().next()?.trim_end().len();
    Some(start..start + length)
}

/// The expression, or else the line, at which the template failed.
fn span(error: &Error, file: FileId, sources: &Sources) -> Span {
    let text = sources.text(file);
    // Where in a loop a template ran out of steps says nothing.
    if let Some(range) = error.range().filter(|_| error.kind() != ErrorKind::OutOfFuel)
        && range.end <= text.len()
    {
        return Span::new(file, range);
    }
    let Some(line) = error.line().and_then(|line| line.checked_sub(1)) else { return Span::whole(file) };
    let mut start = 0;
    for (number, content) in text.split_inclusive('\n').enumerate() {
        if number == line {
            if let Some(opening) = opening(text, start..start + content.len()) {
                return Span::new(file, opening);
            }
            let statement = content.trim();
            let indent = content.len() - content.trim_start().len();
            return Span::new(file, start + indent..start + indent + statement.len());
        }
        start += content.len();
    }
    Span::whole(file)
}
