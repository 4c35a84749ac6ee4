//! One line each: `content/site.toml:3:9: error[malformed]: ...`.

use std::fmt::Write as _;

use super::Location;
use crate::diagnostic::{Diagnostics, Files};

pub(super) fn render(diagnostics: &Diagnostics, files: &dyn Files) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter() {
        let Location { file, start, .. } = Location::new(diagnostic.primary.span, files);
        let (severity, code) = (diagnostic.severity.name(), diagnostic.code.name());
        let _ =
            write!(out, "{file}:{}:{}: {severity}[{code}]: {}", start.line, start.column, diagnostic.message);
        if let Some(advice) = diagnostic.advice() {
            let _ = write!(out, "; {advice}");
        }
        out.push('\n');
    }
    out
}
