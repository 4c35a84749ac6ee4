//! Names in templates that mean nothing: where each stands, and what may have been meant.

use std::ops::Range;

use minijinja::{Environment, Error, ErrorKind, Value, value::ValueKind};

use super::{
    lookups::{FailedLookups, Known},
    tags,
};
use crate::diagnostic::{Applicability, Diagnostic, FileId, Remedy, Span, near};

/// The filters of the engine, which has no list of them.
const FILTERS: [&str; 45] = [
    "safe",
    "escape",
    "lower",
    "upper",
    "title",
    "capitalize",
    "replace",
    "length",
    "count",
    "dictsort",
    "items",
    "reverse",
    "trim",
    "join",
    "split",
    "lines",
    "default",
    "round",
    "abs",
    "int",
    "float",
    "attr",
    "first",
    "last",
    "min",
    "max",
    "sort",
    "list",
    "string",
    "bool",
    "batch",
    "slice",
    "sum",
    "indent",
    "select",
    "reject",
    "selectattr",
    "rejectattr",
    "map",
    "groupby",
    "unique",
    "chain",
    "zip",
    "tojson",
    "format",
];

/// Filters of gympress: those of [`super::functions`] and [`super::views::entries`].
const OWN_FILTERS: [&str; 4] = ["number", "references", "url", "urlencode"];

/// The tests of the engine.
const TESTS: [&str; 25] = [
    "defined",
    "undefined",
    "none",
    "safe",
    "boolean",
    "odd",
    "even",
    "divisibleby",
    "number",
    "integer",
    "float",
    "string",
    "sequence",
    "iterable",
    "mapping",
    "startingwith",
    "endingwith",
    "lower",
    "upper",
    "in",
    "true",
    "false",
    "eq",
    "filter",
    "test",
];

/// What the templates of a page can name.
pub(super) struct Scope<'s> {
    pub environment: &'s Environment<'static>,
    /// The context of the page.
    pub context: &'s Value,
    /// The lookups that found nothing.
    pub lookups: &'s FailedLookups,
}

/// A name that means nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnknownName {
    /// Where it stands in the template.
    pub at: Range<usize>,
    /// It, with what stands before it: `route.seter`.
    pub path: String,
    /// A word for what there isn't.
    noun: &'static str,
    /// What could have been written; `None` if that isn't known.
    known: Option<Vec<String>>,
    /// True if it is missing because of a mistake in a type, which was reported.
    pub is_cascading: bool,
}

impl UnknownName {
    fn name(&self) -> &str {
        last_name(&self.path)
    }

    /// What is wrong.
    pub(super) fn reason(&self) -> String {
        match self.noun {
            "field" | "name" => format!("\"{}\" is undefined", self.path),
            noun => format!("there is no {noun} \"{}\"", self.path),
        }
    }

    /// The same at the place of the name, with what may have been meant.
    pub(super) fn explain(&self, mut found: Diagnostic, file: FileId) -> Diagnostic {
        const NAMES: &str = "docs/templates.md lists what pages and shared partials are given";
        const CALLS: &str = "docs/templates.md lists all functions and filters";
        found.primary.span = Span::new(file, self.at.clone());
        found = found.label(format!("no such {}", self.noun));
        let names = || self.known.iter().flatten().map(String::as_str).filter(|name| *name != self.name());
        if let Some((right, _)) = near(self.name(), names()) {
            return found.help(format!("did you mean \"{right}\"?")).remedy([Remedy::rename(
                self.name(),
                right,
                Applicability::Proposed,
            )]);
        }
        let mut listed: Vec<&str> = Vec::new();
        for name in names() {
            if !listed.contains(&name) {
                listed.push(name);
            }
        }
        found.help(match self.noun {
            "field" if !listed.is_empty() => format!("there are {}", listed.join(", ")),
            "field" | "name" => format!("check how the name is spelt; {NAMES}"),
            _ => format!("check how the name is spelt; {CALLS}"),
        })
    }
}

/// The name in `text` that stopped the template in the statement at `at`.
pub(super) fn find(error: &Error, at: Range<usize>, text: &str, scope: &Scope<'_>) -> Option<UnknownName> {
    let detail = error.detail()?;
    let statement = statement(text, at)?;
    let call = |noun, written: &str, known: Vec<String>| {
        let name = written.strip_suffix(" is unknown")?;
        let at = word(text, statement.clone(), name)?;
        Some(UnknownName { at, path: name.to_owned(), noun, known: Some(known), is_cascading: false })
    };
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    match error.kind() {
        // Of what can't be called, the engine says so.
        ErrorKind::UndefinedError | ErrorKind::InvalidOperation => {
            let (_, quoted) = detail.split_once('`')?;
            let (path, _) = quoted.split_once("` is undefined")?;
            undefined(path, statement, text, scope)
        }
        ErrorKind::UnknownFunction => call("function", detail, functions(text, scope)),
        ErrorKind::UnknownFilter => {
            let known: Vec<&str> = FILTERS.into_iter().chain(OWN_FILTERS).collect();
            call("filter", detail.strip_prefix("filter ")?, owned(&known))
        }
        ErrorKind::UnknownTest => call("test", detail.strip_prefix("test ")?, owned(&TESTS)),
        _ => None,
    }
}

/// The value of the prop `prop` in the call of an island at `at`, which is undefined. A prop of a table within the props
/// is a path, `words.title`.
pub(super) fn of_prop(prop: &str, at: Range<usize>, text: &str, scope: &Scope<'_>) -> Option<UnknownName> {
    let statement = statement(text, at)?;
    let within = |end: usize, name| Some(key(text, end..statement.end, name)?.end);
    let end_of_key = prop.split('.').try_fold(statement.start, within)?;
    let behind = text.get(end_of_key..statement.end)?;
    let value = behind.trim_start_matches(['"', '\'']).trim_start().strip_prefix(':')?.trim_start();
    let start = statement.end - value.len();
    let length = value.find(|c: char| !is_of_name(c) && c != '.').unwrap_or(value.len());
    undefined(text.get(start..start + length)?, start..statement.end, text, scope)
}

/// Where a statement has a key of a dictionary, without its quotes.
pub(super) fn key(text: &str, statement: Range<usize>, name: &str) -> Option<Range<usize>> {
    let written = text.get(statement.clone())?;
    let found = ['"', '\''].iter().filter_map(|quote| {
        let at = written.find(&format!("{quote}{name}{quote}"))?;
        let start = statement.start + at + 1;
        Some(start..start + name.len())
    });
    found.min_by_key(|range| range.start)
}

fn undefined(path: &str, statement: Range<usize>, text: &str, scope: &Scope<'_>) -> Option<UnknownName> {
    let name = last_name(path);
    if name.is_empty() || !name.chars().all(is_of_name) {
        return None;
    }
    let whole = word(text, statement.clone(), path);
    // A value that was set is asked for at another place than the one where it is missed.
    let whole = whole.or_else(|| word(text, statement.start..text.len(), path));
    let whole = whole.or_else(|| word(text, 0..text.len(), path)).or_else(|| word(text, statement, name))?;
    let at = whole.end - name.len()..whole.end;
    let Some(parent) = path.strip_suffix(name).and_then(|before| before.strip_suffix('.')) else {
        let known = Some(names(text, scope));
        return Some(UnknownName { at, path: path.to_owned(), noun: "name", known, is_cascading: false });
    };
    let lookup = scope.lookups.latest(name);
    let is_cascading = lookup.is_some_and(Known::is_partial);
    let of_parent = || -> Option<Vec<String>> {
        let parent = member(scope, parent)?;
        (parent.kind() == ValueKind::Map).then(|| keys(&parent))
    };
    let known = lookup.map(|known| known.names().into_iter().map(str::to_owned).collect()).or_else(of_parent);
    Some(UnknownName { at, path: path.to_owned(), noun: "field", known, is_cascading })
}

/// What a path from the context or a global leads to.
fn member(scope: &Scope<'_>, path: &str) -> Option<Value> {
    let mut names = path.split('.');
    let first = names.next()?;
    let found = scope.context.get_attr(first).ok().filter(|value| !value.is_undefined());
    let global = || scope.environment.globals().find(|(name, _)| *name == first).map(|(_, value)| value);
    let mut value = found.or_else(global)?;
    for name in names {
        value = value.get_attr(name).ok().filter(|value| !value.is_undefined())?;
    }
    Some(value)
}

fn keys(value: &Value) -> Vec<String> {
    value.try_iter().into_iter().flatten().filter_map(|key| key.as_str().map(str::to_owned)).collect()
}

/// The names of values: those of the context, the globals, and those that the template itself gives.
fn names(text: &str, scope: &Scope<'_>) -> Vec<String> {
    let globals = scope.environment.globals().filter(|(_, value)| value.kind() == ValueKind::Map);
    let globals = globals.map(|(name, _)| name.to_owned());
    let bound = tags::bound_names(text).into_iter().map(str::to_owned);
    keys(scope.context).into_iter().chain(globals).chain(bound).collect()
}

/// The names of functions and of the macros of a template.
fn functions(text: &str, scope: &Scope<'_>) -> Vec<String> {
    let globals = scope.environment.globals().filter(|(_, value)| value.kind() != ValueKind::Map);
    let bound = tags::bound_names(text).into_iter();
    globals.map(|(name, _)| name).chain(bound).map(str::to_owned).collect()
}

fn last_name(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// The extent of the statement or expression in which `at` begins.
pub(super) fn statement(text: &str, at: Range<usize>) -> Option<Range<usize>> {
    let before = text.get(..at.start)?;
    let inside = before.rfind("{{").max(before.rfind("{%"));
    // A place that begins with the braces themselves.
    let start = if text.get(at.start..)?.starts_with(['{']) { at.start } else { inside.unwrap_or(at.start) };
    let close = if text.get(start..)?.starts_with("{{") { "}}" } else { "%}" };
    let rest = text.get(at.start..)?;
    Some(start..at.start + rest.find(close).unwrap_or(rest.len()))
}

/// Where the path of names stands within a range, as a whole.
fn word(text: &str, range: Range<usize>, path: &str) -> Option<Range<usize>> {
    let written = text.get(range.clone())?;
    let is_whole = |at: &usize| {
        let before = written.get(..*at).and_then(|before| before.chars().next_back());
        let after = written.get(at + path.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(|c| is_of_name(c) || c == '.' && path.contains('.'))
            && !after.is_some_and(is_of_name)
    };
    let at = written.match_indices(path).map(|(at, _)| at).find(is_whole)?;
    Some(range.start + at..range.start + at + path.len())
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use minijinja::{Environment, context};

    use super::{FILTERS, TESTS, key, statement, word};

    /// Filters of the engine that aren't proposed: short forms of others, and one for debugging.
    const OTHER_FILTERS: [&str; 3] = ["d", "e", "pprint"];

    /// Tests of the engine that aren't proposed: comparisons, for which templates have operators, and synonyms.
    const OTHER_TESTS: [&str; 17] = [
        "!=",
        "<",
        "<=",
        "==",
        ">",
        ">=",
        "equalto",
        "escaped",
        "ge",
        "greaterthan",
        "gt",
        "int",
        "le",
        "lessthan",
        "lt",
        "ne",
        "sameas",
    ];

    #[test]
    fn the_filters_and_tests_are_those_of_the_engine() {
        let environment = Environment::new();
        let filters = FILTERS.into_iter().chain(OTHER_FILTERS).map(|name| ("filter", name));
        let tests = TESTS.into_iter().chain(OTHER_TESTS).map(|name| ("test", name));
        for (kind, name) in filters.chain(tests) {
            let template = format!("{{{{ name is {kind} }}}}");
            let exists = environment.render_str(&template, context! { name });
            assert_eq!(exists.ok().as_deref(), Some("True"), "the engine has no {kind} \"{name}\"");
        }
    }

    #[test]
    fn no_filter_or_test_of_the_engine_is_missing() {
        let listed = |key: &str| {
            let environment = format!("{:?}", Environment::new());
            let (_, rest) = environment.split_once(&format!("{key}: [")).expect("its Debug lists them");
            let (names, _) = rest.split_once(']').expect("the list is closed");
            names.split(", ").map(|name| name.trim_matches('"').to_owned()).collect::<Vec<_>>()
        };
        let sorted = |names: &[&str], others: &[&str]| {
            let mut names: Vec<String> = names.iter().chain(others).map(|name| (*name).to_owned()).collect();
            names.sort();
            names
        };
        assert_eq!(listed("filters"), sorted(&FILTERS, &OTHER_FILTERS));
        assert_eq!(listed("tests"), sorted(&TESTS, &OTHER_TESTS));
    }

    #[test]
    fn names_are_found_as_a_whole_in_their_statement() {
        let text = "{{ a.set }} {% if a.b.set and set %}{{ aset }}{% endif %}";
        let within = statement(text, 18..25).expect("the place is in a statement");
        assert_eq!(&text[within.clone()], "{% if a.b.set and set ");
        assert_eq!(word(text, within.clone(), "a.b.set"), Some(18..25));
        assert_eq!(word(text, within.clone(), "b.set"), None);
        assert_eq!(word(text, within, "se"), None);
    }

    #[test]
    fn a_key_is_found_without_its_quotes() {
        let text = "{{ island(\"X\", {\"goal\": 1, 'add': 2}) }}";
        assert_eq!(key(text, 0..text.len(), "add").map(|at| &text[at]), Some("add"));
        assert_eq!(key(text, 0..text.len(), "goa"), None);
    }
}
