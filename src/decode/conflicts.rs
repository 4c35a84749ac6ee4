//! Texts with the marks of a merge conflict, read as their first version.

use std::ops::Range;

use super::Report;
use crate::{
    diagnostic::{Applicability, Edit, Fix},
    source::conflicts::{self, Conflict, conflicts},
};

/// The text as the first of two versions has it, each character at its place, if it has such marks; these are reported
/// once for each conflict.
pub(super) fn first_version(text: &str, report: &mut Report<'_>) -> Option<String> {
    for conflict in conflicts(text) {
        let diagnostic = conflict.diagnostic(report.file, text);
        let Conflict { ours, between, theirs } = conflict;
        let file = report.file;
        let without = |places: [Range<usize>; 2]| {
            let edits = places.into_iter().map(|at| Edit::at(file, at, ""));
            Fix::new(edits.collect(), Applicability::Proposed)
        };
        report.push(
            diagnostic
                .fix(without([ours.clone(), between.start..theirs.end]))
                .fix(without([ours.start..between.end, theirs])),
        );
    }
    conflicts::first_version(text)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Report, first_version};
    use crate::{
        diagnostic::{FileId, splice},
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
