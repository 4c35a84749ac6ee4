//! The result of rendering in the engine: markup or an error.

use serde::{Deserialize, Serialize};

use super::{
    mapping::{Mapping, SourcePosition},
    markup::{Note, Rendered, UnreadProp},
};
use crate::diagnostic::nearest;

/// A mistake found while a component was rendered, by path: without the ids of files, which differ between builds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RenderError {
    /// What is wrong, in a line.
    pub message: String,
    /// Where, if a line of the project is to blame.
    pub place: Option<SourcePosition>,
    /// What to say at that line.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
    /// True if it took so long that trying again with other props would hold up the build.
    pub is_endless: bool,
}

impl RenderError {
    pub fn new(message: impl Into<String>, place: Option<SourcePosition>) -> Self {
        Self { message: message.into(), place, label: String::new(), help: None, is_endless: false }
    }

    pub fn endless(place: Option<SourcePosition>) -> Self {
        let error = Self::new("rendering doesn't finish", place)
            .label("still running here when it was stopped")
            .help("look for a loop whose condition never becomes false");
        Self { is_endless: true, ..error }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum EngineReply {
    Rendered { markup: [String; 2], readings: Vec<Reading>, notes: Vec<Written>, unread: Vec<UnreadProp> },
    Thrown { error: String, stack: String, help: Option<String>, unread: Vec<UnreadProp> },
}

#[derive(Deserialize)]
struct Reading {
    what: String,
    stack: String,
}

#[derive(Deserialize)]
struct Written {
    text: String,
    stack: String,
}

/// Takes the JSON that `runtime/serve.ts` answers with.
pub(super) fn read(
    json: &str,
    component: &str,
    prefix: &str,
    mapping: &Mapping,
) -> Result<Rendered, RenderError> {
    let answer = serde_json::from_str(json)
        .map_err(|error| RenderError::new(format!("the engine's answer isn't as expected: {error}"), None))?;
    match answer {
        EngineReply::Thrown { error, stack, help, unread } => {
            let help = help.or_else(|| unread.iter().find_map(misspelled));
            Err(thrown(&error, &stack, help, mapping))
        }
        EngineReply::Rendered { markup: [first, second], readings, notes, unread } => {
            if first != second {
                return Err(unsteady(component, &first, &second, &readings, mapping));
            }
            if first.contains("<!--$!-->") {
                return Err(RenderError::new(format!("{component} throws inside a Suspense boundary"), None)
                    .help("islands are rendered synchronously: remove what it waits for"));
            }
            let notes = notes
                .into_iter()
                .map(|note| Note { place: mapping.first_place(&note.stack), text: note.text })
                .collect();
            Ok(Rendered {
                parts: without_preloads(&first).split(prefix).map(str::to_owned).collect(),
                notes,
                unread,
            })
        }
    }
}

/// What to do about a prop that isn't read while one of nearly the same name is missing.
fn misspelled(prop: &UnreadProp) -> Option<String> {
    let near = nearest(&prop.name, prop.missed.iter().map(String::as_str))?;
    Some(format!(
        "it is given \"{}\" and reads \"{near}\": write {near} where the island is placed",
        prop.name
    ))
}

/// An error that a component threw.
pub(super) fn thrown(message: &str, stack: &str, help: Option<String>, mapping: &Mapping) -> RenderError {
    let place = mapping.first_place(stack);
    if message.contains("Maximum call stack size exceeded") || message == "stack overflow" {
        return RenderError::new("a component calls itself endlessly", place)
            .label("the stack overflowed here")
            .help("give the recursion a condition that ends it");
    }
    if message == "out of memory" {
        return RenderError::new("a component runs out of memory", place)
            .help("look for a list or text that grows endlessly, or a component that renders itself");
    }
    let missing = message.strip_suffix(" is not defined").map(|name| name.trim_matches('\''));
    let help = help.or_else(|| missing.map(absent));
    let invalid = message.contains("react.dev/errors/").then(|| react_error(message));
    let mut error =
        RenderError::new(invalid.unwrap_or_else(|| message.to_owned()), place).label("thrown here");
    error.help = help;
    error
}

/// What to do about a name that nothing has.
fn absent(name: &str) -> String {
    const BROWSER: [&str; 16] = [
        "window",
        "document",
        "navigator",
        "location",
        "history",
        "screen",
        "localStorage",
        "sessionStorage",
        "matchMedia",
        "URL",
        "URLSearchParams",
        "Image",
        "Event",
        "structuredClone",
        "HTMLElement",
        "Element",
    ];
    const NODE: [&str; 6] = ["process", "require", "Buffer", "global", "__dirname", "__filename"];
    if BROWSER.contains(&name) {
        format!("{name} exists in browsers only: use it in an effect (useEffect) or an event handler")
    } else if NODE.contains(&name) {
        format!("{name} exists in Node only: pass what the component needs in its props")
    } else {
        "declare or import it, or correct its spelling".to_owned()
    }
}

/// React's production build has numbers in place of messages.
fn react_error(message: &str) -> String {
    let number = message.split("#").nth(1).and_then(|rest| rest.split([';', ' ']).next()).unwrap_or_default();
    let meaning = match number {
        "31" => "React can't render an object; give it text or elements",
        "130" => "an element's type is not a component; check how it is imported",
        "62" => "the style prop takes an object",
        "426" => "something suspends while it is rendered; islands are rendered synchronously",
        _ => return message.to_owned(),
    };
    format!("{meaning} (React error #{number})")
}

fn unsteady(
    component: &str,
    first: &str,
    second: &str,
    readings: &[Reading],
    mapping: &Mapping,
) -> RenderError {
    let message = format!("{component} renders something different each time");
    let read = readings.iter().find_map(|reading| Some((reading, mapping.first_place(&reading.stack)?)));
    match read {
        Some((reading, place)) => RenderError::new(message, Some(place))
            .label(format!("reads {}", reading.what))
            .help("pass it as a string in the island's props, or read it in an effect (useEffect)"),
        None => RenderError::new(message, None)
            .label(format!("first `{}`, then `{}`", difference(first, second), difference(second, first)))
            .help("look for a variable outside the component that rendering changes"),
    }
}

/// An excerpt of `text` around the first place where it isn't `other`.
fn difference(text: &str, other: &str) -> String {
    let common = text.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    text.chars().skip(common.saturating_sub(12)).take(32).collect()
}

/// React puts hints for images ahead of the markup, where the island's own page has its own.
fn without_preloads(markup: &str) -> &str {
    let mut rest = markup;
    while rest.starts_with("<link rel=\"preload\"") {
        let Some((_, after)) = rest.split_once('>') else { break };
        rest = after;
    }
    rest
}
