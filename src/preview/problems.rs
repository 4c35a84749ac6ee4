//! What is wrong with what was saved last, as pages show it.

use serde::Serialize;

use crate::{
    diagnostic::{Diagnostic, Diagnostics, Format, Severity},
    source::Sources,
};

/// Everything that was found, ready for the browser.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Problems(Vec<Problem>);

/// One of them.
#[derive(Clone, Debug, Serialize)]
struct Problem {
    severity: &'static str,
    /// As the terminal shows it.
    text: String,
}

impl Problems {
    /// What was found in a project, in the order of `found`.
    pub fn new(found: &Diagnostics, sources: &Sources) -> Self {
        let problem = |diagnostic: &Diagnostic| {
            let one = Diagnostics::from(diagnostic.clone());
            Problem {
                severity: diagnostic.severity.name(),
                text: Format::Human.render(&one, sources, false).trim_end().to_owned(),
            }
        };
        Self(found.iter().filter(|found| found.severity != Severity::Note).map(problem).collect())
    }

    /// For the browser.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
