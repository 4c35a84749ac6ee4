//! The marks that Git leaves where two versions of a file contradict each other.

use std::ops::Range;

use super::{Report, syntax::line_around};
use crate::diagnostic::{Applicability, Code, Diagnostic, Edit, Fix, Span};

const OURS: &str = "<<<<<<<";
const BASE: &str = "|||||||";
const BETWEEN: &str = "=======";
const THEIRS: &str = ">>>>>>>";

/// Two versions of some lines, with the marks around them.
struct Conflict {
    /// The mark above the first version.
    ours: Range<usize>,
    /// From the end of the first version to the second: one mark, or two and the version that both come from.
    between: Range<usize>,
    /// The mark below the second version.
    theirs: Range<usize>,
}

/// The text as the first of two versions has it, each character at its place, if it has such marks; these are reported
/// once for each conflict.
pub(super) fn first_version(text: &str, report: &mut Report<'_>) -> Option<String> {
    let conflicts = conflicts(text);
    if conflicts.is_empty() {
        return None;
    }
    let mut right = text.to_owned();
    for Conflict { ours, between, theirs } in conflicts {
        blank(&mut right, ours.clone());
        blank(&mut right, between.start..theirs.end);
        let file = report.file;
        let span = |at: &Range<usize>| Span::new(file, at.start..line_around(text, at.start).end);
        let without = |places: [Range<usize>; 2]| {
            let edits = places.into_iter().map(|at| Edit::at(file, at, ""));
            Fix::new(edits.collect(), Applicability::Proposed)
        };
        report.push(
            Diagnostic::new(Code::Syntax, span(&ours), "two versions of these lines contradict each other")
                .label("below this mark of Git stands the first version")
                .related(span(&between), "the first version ends here, and the second begins")
                .related(span(&theirs), "the second version ends here")
                .help("keep the lines of one version; remove those of the other, and all marks")
                .fix(without([ours.clone(), between.start..theirs.end]))
                .fix(without([ours.start..between.end, theirs])),
        );
    }
    Some(right)
}

fn conflicts(text: &str) -> Vec<Conflict> {
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

/// Spaces in the place of everything but line ends.
fn blank(text: &mut String, range: Range<usize>) {
    let bytes = text.get(range.clone()).unwrap_or_default().bytes();
    let blanked: String =
        bytes.map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }).collect();
    text.replace_range(range, &blanked);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Report, first_version};
    use crate::{
        diagnostic::{FileId, fix::splice},
        source::SourceText,
    };

    #[test]
    fn either_version_can_be_chosen() {
        let text =
            "a = 1\n<<<<<<< HEAD\nb = 2\n||||||| base\nb = 0\n=======\nb = \"\u{fc}\"\n>>>>>>> x\nc = 4\n";
        let source = Arc::new(SourceText::whole("a.toml", text));
        let mut report = Report::new(FileId(0), &source);
        let first = first_version(text, &mut report).expect("a conflict");
        assert_eq!(first.len(), text.len());
        let lines: Vec<&str> = first.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["a = 1", "b = 2", "c = 4"]);
        let fixes: Vec<_> = report.diagnostics.iter().flat_map(|diagnostic| &diagnostic.fixes).collect();
        let resolved = |index: usize| splice(text, &fixes[index].edits);
        assert_eq!(resolved(0).as_deref(), Some("a = 1\nb = 2\nc = 4\n"));
        assert_eq!(resolved(1).as_deref(), Some("a = 1\nb = \"\u{fc}\"\nc = 4\n"));
        assert!(first_version("title = 1\n=======\n", &mut report).is_none());
    }
}
