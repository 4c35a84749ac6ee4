//! GitHub's workflow commands: each diagnostic becomes an annotation of the line in the pull request.

use std::fmt::Write as _;

use super::Location;
use crate::diagnostic::{Applicability, Diagnostics, Files, Severity};

pub(super) fn render(diagnostics: &Diagnostics, files: &dyn Files) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter() {
        let Location { file, start, end } = Location::new(diagnostic.primary.span, files);
        let mut message = diagnostic.message.clone();
        if let Some(advice) = diagnostic.advice() {
            let _ = write!(message, "\n{advice}");
        }
        match diagnostic.fixes.first().map(|fix| fix.applicability) {
            Some(Applicability::Certain) => message.push_str("\n`gympress fix` corrects this"),
            Some(Applicability::Proposed) => message.push_str("\n`gympress fix` proposes a correction"),
            None => {}
        }
        let _ = writeln!(
            out,
            "::{} file={},line={},col={},endLine={},endColumn={},title={}::{}",
            command(diagnostic.severity),
            property(file),
            start.line,
            start.column,
            end.line,
            end.column,
            property(diagnostic.code.name()),
            data(&message),
        );
    }
    out
}

/// The workflow command of a severity.
fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error | Severity::Warning => severity.name(),
        Severity::Note => "notice",
    }
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
