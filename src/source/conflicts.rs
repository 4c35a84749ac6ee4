//! The marks that Git leaves where two versions of a file contradict each other.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, FileId, Span};

/// What the line of the first mark begins with.
pub const OURS: &str = "<<<<<<<";
const BASE: &str = "|||||||";
const BETWEEN: &str = "=======";
const THEIRS: &str = ">>>>>>>";

/// Two versions of some lines, with the marks around them.
pub struct Conflict {
    /// The mark above the first version.
    pub ours: Range<usize>,
    /// From the end of the first version to the second: one mark, or two and the version that both come from.
    pub between: Range<usize>,
    /// The mark below the second version.
    pub theirs: Range<usize>,
}

impl Conflict {
    /// What is wrong: `text` is that of `file`.
    pub fn diagnostic(&self, file: FileId, text: &str) -> Diagnostic {
        let line = |at: &Range<usize>| {
            let rest = text.get(at.start..).unwrap_or_default();
            Span::new(file, at.start..at.start + rest.lines().next().unwrap_or_default().len())
        };
        Diagnostic::new(Code::Syntax, line(&self.ours), "two versions of these lines contradict each other")
            .label("below this mark stands the first version")
            .related(line(&self.between), "the first version ends here, and the second begins")
            .related(line(&self.theirs), "the second version ends here")
            .help("keep the lines of one version; remove those of the other, and all marks")
    }
}

/// The conflicts of a text, in their order.
pub fn conflicts(text: &str) -> Vec<Conflict> {
    let mut found = Vec::new();
    let (mut ours, mut between): (Option<Range<usize>>, Option<Range<usize>>) = (None, None);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        if line.starts_with(OURS) {
            (ours, between) = (Some(range), None);
        } else if line.starts_with(BASE) && ours.is_some() && between.is_none() {
            between = Some(range);
        } else if line.trim_end() == BETWEEN && ours.is_some() {
            between = Some(between.map_or(range.start, |base| base.start)..range.end);
        } else if line.starts_with(THEIRS)
            && let (Some(ours), Some(between)) = (ours.take(), between.take())
        {
            found.push(Conflict { ours, between, theirs: range });
        }
    }
    found
}

/// The text as the first of two versions has it, each character at its place. Returns `None` if it has no conflict.
pub fn first_version(text: &str) -> Option<String> {
    let conflicts = conflicts(text);
    let mut right = (!conflicts.is_empty()).then(|| text.to_owned())?;
    for Conflict { ours, between, theirs } in conflicts {
        blank(&mut right, ours);
        blank(&mut right, between.start..theirs.end);
    }
    Some(right)
}

/// Spaces in the place of everything but line ends.
fn blank(text: &mut String, range: Range<usize>) {
    let bytes = text.get(range.clone()).unwrap_or_default().bytes();
    let blanked: String =
        bytes.map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }).collect();
    text.replace_range(range, &blanked);
}
