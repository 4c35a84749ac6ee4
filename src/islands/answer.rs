//! The result of rendering in the engine: markup or an error.

use serde::{Deserialize, Serialize};

use super::{
    frame::StackFrame,
    markup::{MarkupNote, RenderedMarkup, UnreadProp},
};
use crate::diagnostic::nearest;

/// A mistake found while a component was rendered. It names files by path, since their ids differ between builds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RenderError {
    /// The mistake, in one line.
    pub message: String,
    /// The line that caused it, if it is in a file of the project.
    pub frame: Option<Box<StackFrame>>,
    /// The label at that line.
    pub label: String,
    /// The label at the component if no line is known.
    pub fallback_label: Option<String>,
    /// Advice on what to do.
    pub help: Option<String>,
    /// True if rendering was stopped, as it took too long: with other props it would hold up the build again.
    pub is_endless: bool,
}

impl RenderError {
    pub fn new(message: impl Into<String>, frame: Option<Box<StackFrame>>) -> Self {
        Self {
            message: message.into(),
            frame,
            label: String::new(),
            fallback_label: None,
            help: None,
            is_endless: false,
        }
    }

    pub fn endless(frame: Option<Box<StackFrame>>) -> Self {
        let error = Self::new("rendering doesn't finish", frame)
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

/// The advice on a name that isn't declared.
const UNKNOWN_NAME: &str = "what exists in browsers only belongs in an effect (useEffect) or an event handler, what exists in Node \
     only in props; anything else declare or import, or correct its spelling";

/// The JSON with which `runtime/serve.ts` answers.
#[derive(Deserialize)]
#[serde(untagged)]
enum EngineReply {
    Rendered {
        /// The markup of two renderings with the same props, which must be the same.
        markup: [String; 2],
        readings: Vec<UnstableRead>,
        notes: Vec<WrittenText>,
        unread: Vec<UnreadProp>,
    },
    Thrown {
        error: String,
        stack: String,
        help: Option<String>,
        unread: Vec<UnreadProp>,
    },
}

/// A value that the component read and that changes from one rendering to the next, such as the time.
#[derive(Deserialize)]
struct UnstableRead {
    what: String,
    stack: String,
}

/// A text that the component wrote to the console.
#[derive(Deserialize)]
struct WrittenText {
    text: String,
    stack: String,
}

/// React's comment for a Suspense boundary whose content couldn't be rendered.
const FAILED_BOUNDARY: &str = "<!--$!-->";

/// Reads an [`EngineReply`]. `prefix` begins the ids in the markup, and `server` is the bundle that the stacks are of.
pub(super) fn read(
    json: &str,
    component: &str,
    prefix: &str,
    server: &str,
) -> Result<RenderedMarkup, RenderError> {
    let answer = serde_json::from_str(json)
        .map_err(|error| RenderError::new(format!("the engine's answer isn't as expected: {error}"), None))?;
    match answer {
        EngineReply::Thrown { error, stack, help, unread } => {
            let help = help.or_else(|| unread.iter().find_map(misspelled));
            Err(thrown(&error, &stack, help, server))
        }
        EngineReply::Rendered { markup: [first, second], readings, notes, unread } => {
            if first != second {
                return Err(unsteady(component, &first, &second, &readings, server));
            }
            if first.contains(FAILED_BOUNDARY) {
                return Err(RenderError::new(format!("{component} throws inside a Suspense boundary"), None)
                    .help("islands are rendered synchronously: remove what it waits for"));
            }
            let parts = without_preloads(&first).split(prefix).map(str::to_owned).collect();
            let notes = notes
                .into_iter()
                .map(|note| MarkupNote { frame: StackFrame::first(&note.stack, server), text: note.text })
                .collect();
            Ok(RenderedMarkup { parts, notes, unread })
        }
    }
}

/// The advice on a prop that isn't read while a prop of nearly the same name is missing.
fn misspelled(prop: &UnreadProp) -> Option<String> {
    let near = nearest(&prop.name, prop.missed.iter().map(String::as_str))?;
    Some(format!(
        "it is given \"{}\" and reads \"{near}\": write {near} where the island is placed",
        prop.name
    ))
}

/// An error that a component threw.
pub(super) fn thrown(message: &str, stack: &str, help: Option<String>, server: &str) -> RenderError {
    let frame = StackFrame::first(stack, server);
    if message.contains("Maximum call stack size exceeded") || message == "stack overflow" {
        return RenderError::new("a component calls itself endlessly", frame)
            .label("the stack overflowed here")
            .help("give the recursion a condition that ends it");
    }
    if message == "out of memory" {
        return RenderError::new("a component runs out of memory", frame)
            .help("look for a list or text that grows endlessly, or a component that renders itself");
    }
    let is_unknown = message.ends_with(" is not defined");
    let help = help.or_else(|| is_unknown.then(|| UNKNOWN_NAME.to_owned()));
    let mut error = RenderError::new(react_error(message), frame).label("thrown here");
    error.help = help;
    error
}

/// The meaning of an error of React, whose production build has numbers in place of messages.
fn react_error(message: &str) -> String {
    let number = message.split_once("react.dev/errors/").map_or("", |(_, rest)| rest);
    let meaning = match number.split([';', ' ', '?']).next() {
        Some("31") => "React can't render an object; give it text or elements",
        Some("130") => "an element's type is not a component; check how it is imported",
        _ => return message.to_owned(),
    };
    meaning.to_owned()
}

/// The error of a component that renders different markup for the same props.
fn unsteady(
    component: &str,
    first: &str,
    second: &str,
    readings: &[UnstableRead],
    server: &str,
) -> RenderError {
    let message = format!("{component} renders something different each time");
    let read =
        readings.iter().find_map(|reading| Some((reading, StackFrame::first(&reading.stack, server)?)));
    match read {
        Some((reading, frame)) => RenderError::new(message, Some(frame))
            .label(format!("reads {}", reading.what))
            .help("pass it as a string in the island's props, or read it in an effect (useEffect)"),
        None => {
            let label =
                format!("first `{}`, then `{}`", difference(first, second), difference(second, first));
            let error = RenderError::new(message, None)
                .help("look for a variable outside the component that rendering changes");
            RenderError { fallback_label: Some(label), ..error }
        }
    }
}

/// An excerpt of `text` around its first difference from `other`.
fn difference(text: &str, other: &str) -> String {
    let common = text.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    text.chars().skip(common.saturating_sub(12)).take(32).collect()
}

/// Removes React's preload hints at the start of the markup, as pages have their own.
fn without_preloads(markup: &str) -> &str {
    let mut rest = markup;
    while rest.starts_with("<link rel=\"preload\"") {
        let Some((_, after)) = rest.split_once('>') else { break };
        rest = after;
    }
    rest
}
