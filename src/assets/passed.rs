//! Static files, published as they are.

use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    output::{Artifact, Origin, OutputPath},
    routes::Routes,
    source::{STATIC, Sources, paths::extension, stand_in},
};

/// All files of [`STATIC`], by path. What can't be published is reported; one that stands in the place of a page was
/// reported with the routes.
pub fn passed(sources: &Sources, routes: &Routes, diagnostics: &mut Diagnostics) -> Vec<Artifact> {
    let mut artifacts = Vec::new();
    for (address, file, binary) in
        sources.static_files().filter(|(address, ..)| routes.get(address).is_none())
    {
        let path = OutputPath::at(&address);
        match (path, binary.bytes()) {
            (Some(_), Ok(bytes)) if let Some((what, help)) = stand_in(&bytes) => {
                let message = format!("{STATIC}{} {what}", address.trim_start_matches('/'));
                diagnostics.push(Diagnostic::new(Code::Unreadable, Span::whole(file), message).help(help));
            }
            (Some(_), Ok(bytes)) if bytes.is_empty() && !extension(&address).is_empty() => {
                let message = format!("{STATIC}{} is empty", address.trim_start_matches('/'));
                let empty = Diagnostic::new(Code::Unreadable, Span::whole(file), message);
                diagnostics.push(empty.help("copy it here again: it is incomplete"));
            }
            (Some(_), Ok(_)) if let Some(original) = conflicting(&address, sources) => {
                let message = format!(
                    "{STATIC}{} is a conflict copy that a sync program made of {original}",
                    address.trim_start_matches('/')
                );
                let copy = Diagnostic::new(Code::BadFileName, Span::whole(file), message);
                diagnostics.push(copy.help("move what is new in it to the original, and remove it"));
            }
            (Some(path), Ok(bytes)) => {
                let origin = Origin { content: file, template: None };
                artifacts.push(Artifact { path, bytes: bytes.into(), origin, has_hashed_name: false });
            }
            (None, _) => diagnostics.push(
                Diagnostic::new(
                    Code::BadFileName,
                    Span::whole(file),
                    format!("{address} is not a valid address"),
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

/// The file of which sync programs made this copy, as two people had changed it: `prices.pdf` of
/// `prices (Sam's conflicted copy 2026-11-20).pdf`.
fn conflicting(address: &str, sources: &Sources) -> Option<String> {
    const MARKS: [&str; 3] = ["conflict", "konflikt", "conflit"];
    let (folder, name) = address.rsplit_once('/')?;
    let lower = name.to_lowercase();
    let (stem, _) = MARKS.iter().find_map(|mark| lower.split_once(mark))?;
    let ends = stem.char_indices().filter(|(_, c)| " ([-._".contains(*c)).map(|(at, _)| at);
    let originals = ends.filter_map(|end| {
        Some(format!("{}/{}.{}", folder.trim_start_matches('/'), name.get(..end)?, extension(name)))
    });
    let mut paths = originals.map(|path| format!("{STATIC}{}", path.trim_start_matches('/')));
    paths.find(|path| sources.binary_at(path).is_some())
}
