//! Text to TOML, going on after every mistake.

mod slip;

use std::ops::Range;

use toml::de::{DeTable, Error};

use super::Report;
use crate::diagnostic::{Code, Diagnostic, Span};

/// How often a broken line is taken out and the rest read again. Each round removes a line, so this
/// bounds the work on a file that isn't TOML at all.
const ROUNDS: usize = 40;

/// Reports `errors`, which parsing `text` gave, and every further one that shows once they are out
/// of the way. Returns the text from which most can be saved: what the parser loses track at is
/// blanked out, and everything else is where it was.
pub(super) fn explain(text: &str, errors: &[Error], report: &mut Report<'_>) -> String {
    let mut mistakes = mistakes(errors);
    let mut patched = text.to_owned();
    for _ in 0..ROUNDS {
        let lost: Vec<Range<usize>> = mistakes
            .iter()
            .filter(|mistake| mistake.loses_what_follows())
            .map(|mistake| line_around(text, mistake.at.start))
            .collect();
        if !blank(&mut patched, &lost) {
            break;
        }
        let (_, errors) = DeTable::parse_recoverable(&patched);
        for mistake in self::mistakes(&errors) {
            if !mistakes.contains(&mistake) {
                mistakes.push(mistake);
            }
        }
    }
    report_all(mistakes, text, report);
    patched
}

/// A syntax error in the parser's words.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mistake {
    at: Range<usize>,
    message: String,
}

impl Mistake {
    fn loses_what_follows(&self) -> bool {
        [
            "key with no value",
            "unclosed table",
            "unclosed array table",
            "missing table open",
            "invalid key",
            "missing key",
            "missing value",
        ]
        .iter()
        .any(|start| self.message.starts_with(start))
    }

    /// True if keys that follow may belong to another table than they were meant for.
    fn displaces(&self) -> bool {
        [
            "unclosed",
            "missing table open",
            "missing comma",
            "unexpected `=` in array",
            "invalid multi-line",
            "invalid key",
            "missing key",
        ]
        .iter()
        .any(|start| self.message.starts_with(start))
    }
}

fn mistakes(errors: &[Error]) -> Vec<Mistake> {
    errors
        .iter()
        .map(|error| Mistake { at: error.span().unwrap_or_default(), message: error.message().to_owned() })
        .collect()
}

/// One report a line: what follows a mistake on its own line is mostly its echo.
fn report_all(mut mistakes: Vec<Mistake>, text: &str, report: &mut Report<'_>) {
    mistakes.sort_by_key(|mistake| (mistake.at.start, mistake.at.end));
    let mut echo_until = 0;
    for mistake in mistakes {
        report.displaced |= mistake.displaces();
        let line = line_around(text, mistake.at.start);
        report.unsound.push(line.start..mistake.at.end.max(line.end));
        if mistake.at.start < echo_until {
            continue;
        }
        echo_until = line.end.max(mistake.at.start + 1);
        let told = slip::explain(&mistake, text, line);
        report.push(
            Diagnostic::new(Code::Syntax, Span::new(report.file, told.at), told.message)
                .label(told.label)
                .expected(told.expected)
                .maybe_help(told.help),
        );
        if let Some(first) = told.first {
            let span = Span::new(report.file, first);
            if let Some(last) = report.diagnostics.last_mut() {
                *last = last.clone().related(span, "it is first given here");
            }
        }
    }
}

/// The line that holds byte `offset`, without its line end; at a line end, the line before it.
fn line_around(text: &str, offset: usize) -> Range<usize> {
    let offset = offset.min(text.len());
    let bytes = text.as_bytes();
    let start = bytes[..offset].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let end =
        bytes[offset..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |newline| offset + newline);
    let end = if end > start && bytes[end - 1] == b'\r' { end - 1 } else { end };
    start..end
}

/// Overwrites the ranges with spaces; false if nothing was there to overwrite.
fn blank(text: &mut String, ranges: &[Range<usize>]) -> bool {
    let mut bytes = std::mem::take(text).into_bytes();
    let mut changed = false;
    for byte in ranges.iter().flat_map(|range| range.clone()) {
        if let Some(byte) = bytes.get_mut(byte).filter(|byte| **byte != b' ') {
            *byte = b' ';
            changed = true;
        }
    }
    // Whole lines were replaced by ASCII, so what is left is still UTF-8.
    *text = String::from_utf8(bytes).unwrap_or_default();
    changed
}
