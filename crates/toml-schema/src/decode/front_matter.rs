//! Texts in Markdown that begin with TOML between two lines `+++`.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, FileId, Span, code, diagnostic};

/// The line before the TOML, and the one after it.
pub(super) const FENCE: &str = "+++";

/// A text in Markdown with TOML at its top.
pub struct FrontMatter {
    /// The TOML, each character at the place that it has in the file.
    pub toml: String,
    /// The bytes of the Markdown.
    pub body: Range<usize>,
}

impl FrontMatter {
    /// The parts of `text`.
    ///
    /// # Errors
    /// If the text doesn't begin with `+++`, or has no second line `+++`: what to say of that.
    pub fn parse(file: FileId, text: &str) -> Result<Self, Box<Diagnostic>> {
        let mut lines =
            lines(text).filter(|line| !text.get(line.clone()).unwrap_or_default().trim().is_empty());
        let is_fence =
            |line: &Range<usize>| text.get(line.clone()).is_some_and(|line| line.trim_end() == FENCE);
        let first = lines.next().unwrap_or_default();
        if !is_fence(&first) {
            return Err(Box::new(no_fence(file, text, first)));
        }
        let Some(last) = lines.find(is_fence) else {
            return Err(Box::new(
                diagnostic!(code::SYNTAX, Span::new(file, first.start..first.start + FENCE.len()),
                    "nothing ends the keys that begin here";
                    expected: "a second line +++ between the keys and the text";
                    help: "add the line +++ before the text"),
            ));
        };
        let before = " ".repeat(first.start + FENCE.len());
        let toml = text.get(before.len()..last.start).unwrap_or_default();
        Ok(Self { toml: before + toml, body: last.end..text.len() })
    }
}

fn no_fence(file: FileId, text: &str, first: Range<usize>) -> Diagnostic {
    let line = text.get(first.clone()).unwrap_or_default();
    let help = match line.trim_end() {
        "---" => "write its keys in TOML, between two lines +++: title = \"House rules\"",
        _ => "put a line +++, the title and the description, and another line +++ before the text",
    };
    let place = Span::new(file, first.start..first.start + line.trim_end().len());
    diagnostic!(code::SYNTAX, place, "a page in Markdown begins with what is said of it in TOML";
        expected: "a line +++, then keys such as title = \"House rules\", then a second line +++";
        help)
}

/// The lines of a text with their ends.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let line = start..start + line.len();
        start = line.end;
        line
    })
}
