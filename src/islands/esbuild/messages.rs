//! esbuild's messages: read from its output, and turned into diagnostics at the right place.

use serde::{Deserialize, Serialize};

use crate::{
    diagnostic::{Diagnostic, Severity, Span, code, diagnostic, line_start},
    source::Sources,
};

/// An error or a warning of esbuild.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EsbuildMessage {
    /// False for a warning.
    pub is_error: bool,
    /// The message, in one line.
    pub text: String,
    /// The place of the mistake.
    pub place: Option<Location>,
    /// esbuild's notes on it, each with its place.
    pub notes: Vec<(String, Option<Location>)>,
}

/// A place in a file, as esbuild gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The path, relative to the project's root if the file is below it.
    pub path: String,
    /// Counted from 1.
    pub line: usize,
    /// In bytes, counted from 0.
    pub column: usize,
    /// The number of columns that are underlined.
    pub length: usize,
}

/// Reads the messages that esbuild printed:
///
/// ```text
/// ✘ [ERROR] Could not resolve "fs"
///
///     components/BmiCalculator.tsx:1:15:
///       1 │ import fs from "fs";
///         ╵                ~~~~
///
///   The package "fs" wasn't found on the file system but is built into node.
/// ```
pub(super) fn parse(printed: &str) -> Vec<EsbuildMessage> {
    let mut messages: Vec<EsbuildMessage> = Vec::new();
    for line in printed.lines() {
        if let Some((is_error, text)) = headline(line) {
            messages.push(EsbuildMessage { is_error, text: text.to_owned(), ..EsbuildMessage::default() });
            continue;
        }
        let Some(message) = messages.last_mut() else { continue };
        let trimmed = line.trim();
        if !line.starts_with("    ") {
            if !trimmed.is_empty() && line.starts_with("  ") {
                message.notes.push((trimmed.to_owned(), None));
            }
            continue;
        }
        let at = message.notes.last_mut().map_or(&mut message.place, |(_, place)| place);
        if let (Some(place), Some(length)) = (at.as_mut(), mark(trimmed)) {
            place.length = length;
        } else if at.is_none() && !line.starts_with("      ") {
            *at = place(trimmed);
        }
    }
    messages
}

/// The length of the mark under the quoted line. Returns `None` for the quoted line itself, and for a suggestion below
/// the mark.
fn mark(line: &str) -> Option<usize> {
    let mark = line.strip_prefix(['╵', '│'])?.trim();
    let is_mark = !mark.is_empty() && mark.chars().all(|c| matches!(c, '~' | '^'));
    is_mark.then(|| mark.chars().count())
}

fn headline(line: &str) -> Option<(bool, &str)> {
    let rest =
        line.strip_prefix("✘ ").or_else(|| line.strip_prefix("▲ ")).or_else(|| line.strip_prefix("X "))?;
    match rest.strip_prefix("[ERROR] ") {
        Some(text) => Some((true, text)),
        // The text is followed by the warning's name in brackets, for esbuild's own options.
        None => {
            let text = rest.strip_prefix("[WARNING] ")?;
            let named = text.rsplit_once(" [").filter(|(_, name)| name.ends_with(']'));
            Some((false, named.map_or(text, |(text, _)| text)))
        }
    }
}

fn place(text: &str) -> Option<Location> {
    let mut parts = text.strip_suffix(':')?.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    Some(Location { path: parts.next()?.to_owned(), line, column, length: 1 })
}

impl EsbuildMessage {
    /// True if esbuild couldn't write what it made.
    pub(super) fn is_of_disk(&self) -> bool {
        ["Failed to write to output file", "Failed to create output directory"]
            .into_iter()
            .any(|beginning| self.text.starts_with(beginning))
    }

    /// Turns the message into a diagnostic, at its place if that is in the project, else at `fallback`.
    pub fn into_diagnostic(self, sources: &Sources, fallback: Span) -> Diagnostic {
        // The entry points are generated: a mistake there means that a component has no default export.
        if let Some(rest) = self.text.strip_prefix("No matching export in \"")
            && let Some((path, name)) = rest.split_once("\" for import ")
            && name == "\"default\""
            && let Some((file, _)) = sources.text_at(path)
        {
            return diagnostic!(code::ISLAND, Span::whole(file), "{path} has no default export";
                help: "write the island's component as `export default function`");
        }
        let span = self.place.as_ref().and_then(|place| place.span(sources));
        let text = match (&self.place, span) {
            // A line outside of the project can't be shown; the text names it.
            (Some(place), None) => format!("{} ({}:{})", self.text, place.path, place.line),
            _ => self.text,
        };
        let unresolved = text.starts_with("Could not resolve");
        let mut diagnostic = diagnostic!(code::BUNDLE, span.unwrap_or(fallback), "{text}");
        if !self.is_error {
            diagnostic.severity = Severity::Warning;
        }
        if unresolved {
            return diagnostic.help(
                "a path starts with ./, is relative to this file, and stays below components/; a package must be in package.json, and \
                 what only Node has belongs in the props of the island",
            );
        }
        let mut advice = Vec::new();
        for (note, place) in self.notes {
            match place.and_then(|place| place.span(sources)) {
                Some(span) => diagnostic = diagnostic.related(span, note.trim_end_matches(':')),
                None => advice.push(note),
            }
        }
        if advice.is_empty() { diagnostic } else { diagnostic.help(advice.join(" ")) }
    }
}

impl Location {
    /// The place in a file of the project.
    fn span(&self, sources: &Sources) -> Option<Span> {
        let (file, source) = sources.text_at(&self.path)?;
        let start = line_start(&source.text, self.line)? + self.column;
        Some(Span::new(file, start..(start + self.length).min(source.text.len().max(start))))
    }
}
