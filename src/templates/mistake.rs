//! Errors of templates in an editor's words: the line of the template, the page, and the content that it comes from.

use std::{collections::HashSet, error::Error as _, ops::Range};

use minijinja::{Environment, Error, ErrorKind, Value, value::ValueKind};

use super::{
    FOLDER,
    jinja::{self, OpenStatement},
    limits::{MAX_STEPS, MILLION},
    lookups::FailedLookups,
    names::{self, has_template, path, without_template},
    refusal::IslandMistake,
};
use crate::{
    diagnostic::{Diagnostic, FileId, Files, Span, code, diagnostic, line_start, nearest},
    source::{
        Sources,
        layout::{TEMPLATE, TypeFolder},
    },
};

/// The names that a failed template could read.
pub(super) struct Scope<'a> {
    pub environment: &'a Environment<'a>,
    pub context: &'a Value,
    pub lookups: &'a FailedLookups,
}

/// Reports a template that can't be compiled.
pub(super) fn compiling(error: &Error, file: FileId, sources: &Sources) -> Diagnostic {
    let text = sources.text(file);
    if let Some((at, closing)) = error.detail().and_then(|detail| jinja::unended(text, detail)) {
        return nothing_closes(file, &at, closing, text);
    }
    let at = span(error, file, text);
    let written = text.get(at.range()).unwrap_or_default();
    let open = jinja::open_statements(text, text.len());
    if jinja::parses_when_closed(text, &open)
        && let Some(OpenStatement { at, closing }) = open.last()
    {
        return nothing_closes(file, at, closing, text);
    }
    if written.starts_with("end") {
        let open = jinja::open_statements(text, at.range().start);
        return match open.last() {
            Some(OpenStatement { at: open, closing }) => nothing_closes(file, open, closing, text)
                .related(at, format!("{closing} has to stand before this")),
            None => unreadable(at, "this closes nothing")
                .help("remove it, or write the statement that it belongs to"),
        };
    }
    let opening = jinja::expression_around(text, at.range().start).and_then(|around| text.get(around));
    let help = match opening {
        Some(opening) if written == "}" && opening.starts_with("{{") => "write two braces, }}, where it ends",
        Some(_) if written == "}" => "write %} where it ends",
        _ => "see https://docs.rs/minijinja/latest/minijinja/syntax/ for what templates can say",
    };
    unreadable(at, &reason(error)).help(help)
}

/// Reports what begins at `open`, such as a statement, and nothing closes.
fn nothing_closes(file: FileId, open: &Range<usize>, closing: &str, text: &str) -> Diagnostic {
    let written = text.get(open.clone()).unwrap_or_default();
    unreadable(Span::new(file, open.clone()), &format!("nothing closes {written}"))
        .label("begins here")
        .help(format!("write {closing} where it ends"))
}

fn unreadable(at: Span, message: &str) -> Diagnostic {
    diagnostic!(code::TEMPLATE, at, "this template can't be read: {message}")
}

/// Reports a template that failed while a page was rendered.
pub(super) fn rendering(
    error: &Error,
    page: &str,
    content: FileId,
    sources: &Sources,
    scope: &Scope<'_>,
) -> Diagnostic {
    let innermost = innermost(error);
    let place = innermost.name().and_then(|name| sources.text_at(&path(name)));
    let at = place.map_or(Span::whole(content), |(file, source)| span(innermost, file, &source.text));
    let failed = FailedPage { page, content, at, sources, scope };
    if let Some(mistake) = island(innermost) {
        return failed.by_island(mistake);
    }
    let unknown = unknown_name(innermost, sources.text(at.file), scope, sources);
    if let Some(unknown) = unknown.filter(|_| place.is_some()) {
        return failed.by_unknown_name(&unknown);
    }
    let missing = missing_template(innermost);
    if let Some(diagnostic) = missing.and_then(|name| page_without_template(name, page, sources)) {
        return failed.with_content(diagnostic);
    }
    failed.by_engine(innermost, missing)
}

/// A page that can't be rendered.
struct FailedPage<'f> {
    /// Its address.
    page: &'f str,
    content: FileId,
    /// The place in the template at which it failed.
    at: Span,
    sources: &'f Sources,
    scope: &'f Scope<'f>,
}

impl FailedPage<'_> {
    /// The diagnostic, with the file that the page comes from.
    fn with_content(&self, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.related(Span::whole(self.content), format!("{} comes from this", self.page))
    }

    fn by_island(&self, mistake: &IslandMistake) -> Diagnostic {
        match mistake {
            IslandMistake::Island(mistake) if mistake.primary.span.is_somewhere() => mistake
                .as_ref()
                .clone()
                .related(self.at, format!("the island is placed here, on {}", self.page)),
            IslandMistake::Island(mistake) => {
                let mut mistake = mistake.as_ref().clone();
                mistake.primary.span = self.at;
                self.with_content(mistake)
            }
            IslandMistake::Props { island, message, prop, is_undefined: true } => {
                self.by_undefined_prop(island, message, last_name(prop))
            }
            IslandMistake::Props { message, .. } => {
                self.with_content(diagnostic!(code::ISLAND, self.at, "{message}"))
                    .expected("values by name, each of them text, a number, true or false, none, or lists and tables of these: {\"title\": section.title}")
            }
        }
    }

    /// A value that an island gets and that is undefined: a field that the last lookup didn't find.
    fn by_undefined_prop(&self, island: &str, message: &str, prop: &str) -> Diagnostic {
        let place = jinja::place_of_prop(self.sources.text(self.at.file), island, prop);
        let at = place.map_or(self.at, |place| Span::new(self.at.file, place));
        let (field, known) =
            self.scope.lookups.last().map_or((prop, None), |(field, known)| (&**field, Some(known)));
        let names = known.map(|known| known.names.clone()).unwrap_or_default();
        let diagnostic = self.with_content(diagnostic!(code::ISLAND, at, "{message}"));
        let diagnostic = diagnostic.label("undefined").help(suggestion(field, &names, "field"));
        without_place_if(known.is_some_and(|known| known.is_partial), diagnostic)
    }

    fn by_unknown_name(&self, unknown: &UnknownName) -> Diagnostic {
        let UnknownName { path, noun, known, is_cascading } = unknown;
        let reason = match *noun {
            "field" | "name" => format!("\"{path}\" is undefined"),
            noun => format!("there is no {noun} \"{path}\""),
        };
        let at = place_of_name(self.at, self.sources.text(self.at.file), path);
        let diagnostic = diagnostic!(code::TEMPLATE, at, "the page {} can't be rendered: {reason}", self.page;
            label: "no such {noun}";
            help: suggestion(path, known, noun));
        without_place_if(*is_cascading, self.with_content(diagnostic))
    }

    /// A failure that the engine explains, such as a template that wasn't found.
    fn by_engine(&self, error: &Error, missing: Option<&str>) -> Diagnostic {
        // An existing template that the engine doesn't find has a mistake, which was reported.
        let is_broken = missing.is_some_and(|name| self.sources.text_at(&path(name)).is_some());
        let reason = match missing {
            Some(name) => format!("there is no template \"{name}\""),
            None => reason(error),
        };
        let at = if is_broken { Span::NOWHERE } else { self.at };
        let diagnostic =
            diagnostic!(code::TEMPLATE, at, "the page {} can't be rendered: {reason}", self.page);
        let diagnostic = self.with_content(diagnostic);
        match error.kind() {
            ErrorKind::TemplateNotFound => diagnostic.help(self.nearest_template(missing)),
            ErrorKind::MissingArgument | ErrorKind::TooManyArguments => {
                diagnostic.help("docs/templates.md says what each function and filter takes")
            }
            ErrorKind::OutOfFuel => diagnostic.help(
                "look for a loop within a loop, and let it go through fewer entries, such as the first ones: posts[:10]",
            ),
            ErrorKind::InvalidOperation => diagnostic.help(advice_on_circle(error)),
            _ => diagnostic,
        }
    }

    fn nearest_template(&self, missing: Option<&str>) -> String {
        let paths =
            self.sources.texts_below(FOLDER).filter_map(|(_, source)| source.path.strip_prefix(FOLDER));
        let names = paths.filter(|name| name.ends_with(".html"));
        match missing.and_then(|name| nearest(name, names)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "names of templates are paths from templates/ on".to_owned(),
        }
    }
}

/// The advice on a template that leads back to itself.
fn advice_on_circle(error: &Error) -> Option<&'static str> {
    let detail = error.detail()?;
    if detail == "recursion limit exceeded" {
        return Some(
            "a template that includes itself, or a macro that calls itself, needs a condition by which it ends",
        );
    }
    let is_extended = detail.starts_with("cycle in template inheritance");
    is_extended.then_some(
        "a file in the place of one of the theme's begins with that: {% extends \"theme:layout.html\" %}; sections and partials \
         extend nothing",
    )
}

/// An undefined name in a template.
struct UnknownName {
    /// The name, with the path before it: `route.seter`.
    path: String,
    /// A noun for it.
    noun: &'static str,
    /// The names that may be meant.
    known: Vec<String>,
    /// True if a mistake in a type, which was reported, explains it.
    is_cascading: bool,
}

/// The undefined name that stopped a template.
fn unknown_name(error: &Error, text: &str, scope: &Scope<'_>, sources: &Sources) -> Option<UnknownName> {
    let detail = error.detail()?;
    match error.kind() {
        ErrorKind::UnknownFunction => {
            let functions = globals(scope.environment, |kind| kind != ValueKind::Map);
            UnknownName::called("function", "", detail, functions.chain(jinja::names(text)).collect())
        }
        ErrorKind::UnknownFilter => {
            UnknownName::called("filter", "filter ", detail, filters(scope.environment))
        }
        ErrorKind::UnknownTest => {
            UnknownName::called("test", "test ", detail, registered(scope.environment, "tests"))
        }
        // The engine reports a call of something undefined as an invalid operation.
        ErrorKind::UndefinedError | ErrorKind::InvalidOperation => {
            let (path, _) = detail.split_once('`')?.1.split_once("` is undefined")?;
            let name = last_name(path);
            if !path.contains('.') {
                let imported = jinja::quoted(text).filter_map(|name| sources.text_at(&names::path(&name)));
                let macros = imported.flat_map(|(_, template)| jinja::macros(&template.text));
                let globals = globals(scope.environment, |kind| kind == ValueKind::Map);
                let known = keys(scope.context).chain(globals).chain(jinja::names(text)).chain(macros);
                let known = known.collect();
                return Some(UnknownName { path: path.to_owned(), noun: "name", known, is_cascading: false });
            }
            let lookup = scope.lookups.latest(name);
            let known = lookup.map(|known| known.names.clone()).unwrap_or_default();
            let is_cascading = lookup.is_some_and(|known| known.is_partial);
            Some(UnknownName { path: path.to_owned(), noun: "field", known, is_cascading })
        }
        _ => None,
    }
}

impl UnknownName {
    /// An unknown function, filter or test, by the detail of the engine's error, which begins with `start`.
    fn called(noun: &'static str, start: &str, detail: &str, known: Vec<String>) -> Option<Self> {
        let name = detail.strip_prefix(start)?.strip_suffix(" is unknown")?;
        Some(Self { path: name.to_owned(), noun, known, is_cascading: false })
    }
}

/// The names of the engine's globals with values of a wanted kind.
fn globals(environment: &Environment<'_>, is_wanted: fn(ValueKind) -> bool) -> impl Iterator<Item = String> {
    let wanted = environment.globals().filter(move |(_, value)| is_wanted(value.kind()));
    wanted.map(|(name, _)| name.to_owned())
}

/// The filters for templates, both the engine's and those of gympress.
pub(super) fn filters(environment: &Environment<'_>) -> Vec<String> {
    registered(environment, "filters")
}

/// The names registered as `kind`, which the engine tells only in its debug output.
fn registered(environment: &Environment<'_>, kind: &str) -> Vec<String> {
    let described = format!("{environment:?}");
    let names = described.split_once(&format!(", {kind}: [")).and_then(|(_, names)| names.split_once(']'));
    // Every second piece between quotation marks is a name.
    let names = names.map(|(names, _)| names.split('"').skip(1).step_by(2));
    names.into_iter().flatten().map(str::to_owned).collect()
}

/// The keys of a map.
pub(super) fn keys(value: &Value) -> impl Iterator<Item = String> {
    value.try_iter().into_iter().flatten().filter_map(|key| key.as_str().map(str::to_owned))
}

/// A help for a name that nothing has: the nearest known one, or all.
fn suggestion(path: &str, known: &[String], noun: &str) -> String {
    let name = last_name(path);
    // One isn't meant where the other stands.
    if noun == "name" && ["section", "sections"].contains(&name) {
        return format!(
            "\"{name}\" is given to some templates only, and to no shared partial; docs/templates.md lists what each is given"
        );
    }
    let mut seen = HashSet::from([name]);
    let names: Vec<&str> = known.iter().map(String::as_str).filter(|known| seen.insert(known)).collect();
    if let Some(near) = nearest(name, names.iter().copied()) {
        return format!("did you mean \"{near}\"?");
    }
    match (noun, path.rsplit_once('.')) {
        ("field", _) if !names.is_empty() => format!("there are {}", names.join(", ")),
        // A value without fields, such as a text, or none at all.
        ("field", Some((owner, _))) => {
            format!(
                "if content may leave out \"{owner}\", ask {{% if {owner} %}} before; if it is there, it has no fields"
            )
        }
        ("field" | "name", _) => {
            "check how the name is spelt; docs/templates.md lists what pages and shared partials are given"
                .to_owned()
        }
        _ => "check how the name is spelt; docs/templates.md lists all functions and filters".to_owned(),
    }
}

fn last_name(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// The last name of a path within the expression at `at`, or where the value was set, if that is elsewhere.
fn place_of_name(at: Span, text: &str, path: &str) -> Span {
    let place = last_name_in(at.range(), text, path).or_else(|| last_name_in(0..text.len(), text, path));
    place.map_or(at, |place| Span::new(at.file, place))
}

/// The range of the last name of a path, at its first place within a range of the text.
fn last_name_in(range: Range<usize>, text: &str, path: &str) -> Option<Range<usize>> {
    let end = range.start + text.get(range)?.find(path)? + path.len();
    Some(end - last_name(path).len()..end)
}

/// Takes the place away from a mistake that another one explains, which was reported.
pub(super) fn without_place_if(is_cascading: bool, mut diagnostic: Diagnostic) -> Diagnostic {
    if is_cascading {
        diagnostic.primary.span = Span::NOWHERE;
    }
    diagnostic
}

/// The name of the template that the engine didn't find.
fn missing_template(error: &Error) -> Option<&str> {
    let detail = error.detail().filter(|_| error.kind() == ErrorKind::TemplateNotFound)?;
    let (_, quoted) = detail.split_once(['\'', '"'])?;
    quoted.split(['\'', '"']).next()
}

/// Reports the missing template `name` of a declared section or collection. A section without any template is reported
/// with all templates.
fn page_without_template(name: &str, page: &str, sources: &Sources) -> Option<Diagnostic> {
    if sources.text_at(&path(name)).is_some() {
        return None;
    }
    let folders = [("section", TypeFolder::Sections), ("collection", TypeFolder::Collections)];
    let path_of = path(name);
    let (noun, folder, owner) = folders.into_iter().find_map(|(noun, folder)| {
        let (owner, file) = folder.owner(&path_of)?;
        (file == TEMPLATE).then_some((noun, folder, owner))
    })?;
    let (file, _) = sources.text_at(&folder.type_file(owner))?;
    let message = format!("the page {page} can't be rendered: the {noun} \"{owner}\" has no template");
    let is_reported = folder == TypeFolder::Sections && !has_template(owner, sources);
    Some(without_place_if(is_reported, without_template(file, message, &path(name))))
}

/// Merges the mistakes of all pages: one in the layout is one diagnostic, whatever the number of pages.
pub fn once_each(mistakes: impl IntoIterator<Item = Diagnostic>) -> Vec<Diagnostic> {
    let mut distinct: Vec<(Diagnostic, usize)> = Vec::new();
    for mistake in mistakes {
        match distinct.iter_mut().find(|(first, _)| is_same(first, &mistake)) {
            Some((_, pages)) => *pages += 1,
            None => distinct.push((mistake, 1)),
        }
    }
    distinct.into_iter().map(|(mistake, pages)| with_count(mistake, pages)).collect()
}

fn is_same(first: &Diagnostic, other: &Diagnostic) -> bool {
    first.primary == other.primary && first.code == other.code && first.help == other.help
}

/// Adds the number of pages with the mistake.
fn with_count(mut mistake: Diagnostic, pages: usize) -> Diagnostic {
    match pages {
        1 => {}
        2 => mistake.message.push_str("; the same goes for another page"),
        pages => mistake.message.push_str(&format!("; the same goes for {} other pages", pages - 1)),
    }
    mistake
}

/// Reports a missing template that a kind of page needs.
pub(super) fn missing(name: &str, page: &str, content: FileId, sources: &Sources) -> Diagnostic {
    if let Some(diagnostic) = page_without_template(name, page, sources) {
        return diagnostic.related(Span::whole(content), format!("{page} comes from this"));
    }
    diagnostic!(code::TEMPLATE, Span::whole(content), "the page {page} has no template";
        expected: "a template at {FOLDER}{name}";
        help: "write that template, or bring it back; if it is there, it has an error which is reported, too")
}

/// The innermost error: an error in an included template causes one in the template that includes it.
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

/// The mistake about an island that stopped the template.
fn island(error: &Error) -> Option<&IslandMistake> {
    causes(error).find_map(|cause| cause.downcast_ref())
}

/// The causes of an error, from the direct one to the first one.
fn causes(error: &Error) -> impl Iterator<Item = &(dyn std::error::Error + 'static)> {
    std::iter::successors(error.source(), |&cause| cause.source())
}

fn reason(error: &Error) -> String {
    let reason = match error.detail() {
        _ if error.kind() == ErrorKind::OutOfFuel => {
            format!("it isn't finished after {} million steps", MAX_STEPS / MILLION)
        }
        Some(detail) => format!("{} ({detail})", error.kind()),
        None => error.kind().to_string(),
    };
    let others = causes(error).filter(|cause| cause.downcast_ref::<Error>().is_none());
    others.fold(reason, |reason, cause| format!("{reason}: {cause}"))
}

/// The place where the template failed: the expression, else the line.
fn span(error: &Error, file: FileId, text: &str) -> Span {
    // If a template runs out of steps, its current place in the loop means nothing.
    let range = error.range().filter(|_| error.kind() != ErrorKind::OutOfFuel);
    if let Some(range) = range.filter(|range| range.end <= text.len()) {
        return Span::new(file, range);
    }
    let Some(start) = error.line().and_then(|line| line_start(text, line)) else { return Span::whole(file) };
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let start = start + line.len() - line.trim_start().len();
    let range = jinja::expression_around(text, start).unwrap_or(start..start + line.trim().len());
    Span::new(file, range)
}
