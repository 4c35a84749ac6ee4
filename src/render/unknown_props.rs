//! Props that templates give to islands by name: those that the component doesn't have, most often misspelled ones, and
//! those that it needs and isn't given.

mod required;

use std::ops::Range;

use super::TextFile;
use crate::{
    diagnostic::{Applicability, Code, Diagnostic, FileId, Remedy, Span, near},
    schema::listed,
};

/// What the declaration of a component begins with.
const EXPORT: &str = "export default function";

/// Reports props in calls as `island("Timer", {"title": section.title})` that the component doesn't destructure. A
/// component that takes its props as a whole may read any.
pub(super) fn find(own: &[TextFile<'_>], files: &[TextFile<'_>]) -> Vec<Diagnostic> {
    let templates = own.iter().filter(|(_, source)| source.path.ends_with(".html"));
    let mut found = Vec::new();
    for (file, source) in templates {
        for call in calls(&source.text) {
            let path = format!("components/{}.tsx", call.island);
            let component = files.iter().find(|(_, source)| *source.path == *path);
            let Some((_, component)) = component else { continue };
            let read = destructured(&component.text);
            let given: Vec<&str> = call.props.iter().filter_map(|at| source.text.get(at.clone())).collect();
            let before = found.len();
            found.extend(call.props.iter().zip(&given).filter_map(|(at, prop)| {
                let read = read.as_ref().filter(|read| !read.contains(prop))?;
                Some(unknown(call.island, prop, read, *file, at.clone()))
            }));
            // A misspelled one is the one that is missing.
            if call.is_whole && found.len() == before {
                let needed = required::find(&component.text, files).into_iter();
                let missing: Vec<&str> = needed.filter(|prop| !given.contains(prop)).collect();
                found.extend(missing.first().map(|_| left_out(call.island, &missing, *file, call.at)));
            }
        }
    }
    found
}

fn left_out(island: &str, missing: &[&str], file: FileId, at: Range<usize>) -> Diagnostic {
    let props = listed(missing.iter().copied(), "and");
    Diagnostic::new(Code::Island, Span::new(file, at), format!("the component {island} needs {props}"))
        .label("not given here")
        .help("give it in the braces, or call it optional in the type of the props, with a ? behind its name")
}

fn unknown(island: &str, prop: &str, read: &[&str], file: FileId, at: Range<usize>) -> Diagnostic {
    let near = near(prop, read.iter().copied());
    let help = match near {
        Some((right, _)) => format!("did you mean \"{right}\"?"),
        None if read.is_empty() => "leave it out, or let the component read it".to_owned(),
        None => format!("it reads {}: leave this one out, or let the component read it", read.join(", ")),
    };
    Diagnostic::new(
        Code::Island,
        Span::new(file, at),
        format!("the component {island} has no prop \"{prop}\""),
    )
    .label("no prop of this name")
    .help(help)
    .remedy(near.map(|(right, _)| Remedy::rename(prop, right, Applicability::Proposed)))
}

/// A call of `island` with a dictionary.
#[derive(Debug, PartialEq, Eq)]
struct Call<'t> {
    island: &'t str,
    /// Where its name stands.
    at: Range<usize>,
    /// True if nothing is done to the dictionary, so that its keys are all that there are.
    is_whole: bool,
    /// Where the keys of the dictionary stand, without their quotes.
    props: Vec<Range<usize>>,
}

fn calls(text: &str) -> Vec<Call<'_>> {
    let calls = text.match_indices("island(").filter_map(|(at, name)| {
        let rest = text.get(at + name.len()..)?.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (island, rest) = rest.get(1..)?.split_once(quote)?;
        let end = text.len() - rest.len() - quote.len_utf8();
        let rest = rest.trim_start().strip_prefix(',')?.trim_start().strip_prefix('{')?;
        let (props, behind) = keys(rest, text.len() - rest.len());
        let is_whole = behind.trim_start().starts_with([',', ')']);
        Some(Call { island, at: end - island.len()..end, is_whole, props })
    });
    calls.collect()
}

/// The keys of a dictionary up to its end, and what stands behind it; `start` is where `text` stands.
fn keys(text: &str, start: usize) -> (Vec<Range<usize>>, &str) {
    let (mut keys, mut depth, mut is_key) = (Vec::new(), 0_usize, true);
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' | '\'' => {
                let Some((end, _)) = characters.find(|(_, other)| *other == c) else { break };
                if depth == 0 && is_key {
                    keys.push(start + at + 1..start + end);
                }
            }
            '(' | '[' | '{' => depth += 1,
            '}' if depth == 0 => return (keys, characters.as_str()),
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ':' if depth == 0 => is_key = false,
            ',' if depth == 0 => is_key = true,
            _ => {}
        }
    }
    (keys, "")
}

/// The props that a component takes apart in its parameter; `None` if it may read others, too.
fn destructured(text: &str) -> Option<Vec<&str>> {
    let at = text.find(EXPORT)?;
    let (name, rest) = text.get(at + EXPORT.len()..)?.split_once('(')?;
    let is_name = name.trim().chars().all(is_of_name);
    let pattern = rest.trim_start().strip_prefix('{').filter(|_| is_name)?;
    let (mut depth, mut start, mut props) = (0_usize, 0, Vec::new());
    let mut characters = pattern.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' | '\'' | '`' => {
                characters.find(|(_, other)| *other == c)?;
            }
            // A comment may hold anything.
            '/' => return None,
            '(' | '[' | '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                let part = pattern.get(start..at)?.trim();
                if part.starts_with("...") {
                    return None;
                }
                let prop = part.split([':', '=']).next()?.trim().trim_matches(['"', '\'']);
                props.extend((!prop.is_empty()).then_some(prop));
                if c == '}' {
                    return Some(props);
                }
                start = at + 1;
            }
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// True for the characters of which names in TypeScript consist.
fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

#[cfg(test)]
mod tests {
    use super::{calls, destructured};

    #[test]
    fn the_props_of_a_component_are_those_that_it_takes_apart() {
        let props = |parameter: &str| {
            let text = format!("import x from \"x\";\nexport default function A({parameter}) {{}}");
            destructured(&text).map(|props| props.join(" "))
        };
        assert_eq!(
            props("{ a, b: { c }, \"d-e\": f = { g: 1 }, h = \",\" }: Props").as_deref(),
            Some("a b d-e h")
        );
        assert_eq!(props("{}").as_deref(), Some(""));
        assert_eq!(props("{ a, ...others }: Props"), None);
        assert_eq!(props("props: Props"), None);
        assert_eq!(props("{ a /* , b */ }: Props"), None);
    }

    #[test]
    fn only_keys_of_the_props_are_read() {
        let text = r#"{{ island("A", {"a": b.c, 'd': {"e": f("g")}, "h": "i" if j else "k"}, on="load") }} {{ island("B", section) }}"#;
        let calls = calls(text);
        let read: Vec<&str> = calls.iter().flat_map(|call| &call.props).map(|at| &text[at.clone()]).collect();
        assert_eq!(calls.iter().map(|call| call.island).collect::<Vec<_>>(), ["A"]);
        assert_eq!(read, ["a", "d", "h"]);
    }
}
