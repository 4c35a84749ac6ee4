//! Static files, published as they are.

use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    output::{Artifact, Origin, OutputPath, file_at},
    routes::Routes,
    source::{STATIC, Sources, stand_in},
};

/// All files of [`STATIC`], by path. What can't be published is reported; one that stands in the place of a page was
/// reported with the routes.
pub fn passed(sources: &Sources, routes: &Routes, diagnostics: &mut Diagnostics) -> Vec<Artifact> {
    let mut artifacts = Vec::new();
    for (address, file, binary) in
        sources.static_files().filter(|(address, ..)| routes.get(address).is_none())
    {
        let path = OutputPath::new(&file_at(address.trim_start_matches('/')));
        match (path, binary.bytes()) {
            (Some(_), Ok(bytes)) if let Some((what, help)) = stand_in(&bytes) => {
                let message = format!("{STATIC}{} {what}", address.trim_start_matches('/'));
                diagnostics.push(Diagnostic::new(Code::Unreadable, Span::whole(file), message).help(help));
            }
            (Some(path), Ok(bytes)) => {
                let origin = Origin { content: file, template: None };
                artifacts.push(Artifact { path, bytes: bytes.into(), origin, has_hashed_name: false });
            }
            (None, _) => diagnostics.push(
                Diagnostic::new(
                    Code::BadFileName,
                    Span::whole(file),
                    format!("{address} can't be an address"),
                )
                .expected("a name without backslashes, and not in a folder .gympress")
                .help("rename the file"),
            ),
            (_, Err(reason)) => diagnostics.push(
                Diagnostic::new(
                    Code::Unreadable,
                    Span::whole(file),
                    format!("{STATIC}{} can't be read: {reason}", address.trim_start_matches('/')),
                )
                .help("check that the file exists and that its permissions let you read it"),
            ),
        }
    }
    artifacts.sort_by(|a, b| a.path.cmp(&b.path));
    artifacts
}
