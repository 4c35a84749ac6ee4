//! Static files, published as they are.

use super::soundness;
use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span, code, diagnostic},
    output::{Artifact, Origin, OutputPath},
    routes::Routes,
    source::{Binary, STATIC, Sources, paths::extension, stand_in},
};

/// All files of [`STATIC`], by path. What can't be published is reported; one that stands in the place of a page was
/// reported with the routes.
pub fn passed(sources: &Sources, routes: &Routes, diagnostics: &mut Diagnostics) -> Vec<Artifact> {
    let mut artifacts = Vec::new();
    for (address, file, binary) in sources.static_files() {
        if routes.get(&address).is_some() {
            continue;
        }
        match artifact(&address, file, binary, sources) {
            Ok(artifact) => artifacts.push(artifact),
            Err(wrong) => diagnostics.push(*wrong),
        }
    }
    artifacts.sort_by(|a, b| a.path.cmp(&b.path));
    artifacts
}

/// The file at this address, or what keeps it from being published.
fn artifact(
    address: &str,
    file: FileId,
    binary: &Binary,
    sources: &Sources,
) -> Result<Artifact, Box<Diagnostic>> {
    let wrong = |code: Code, message: String, help: &'static str| {
        Box::new(diagnostic!(code, Span::whole(file), "{message}"; help))
    };
    let Some(path) = OutputPath::at(address) else {
        let wrong =
            wrong(code::BAD_FILE_NAME, format!("{address} is not a valid address"), "rename the file");
        return Err(Box::new(wrong.expected("a name without backslashes, and not in a folder .gympress")));
    };
    let name = format!("{STATIC}{}", address.trim_start_matches('/'));
    let bytes = binary.bytes().map_err(|reason| {
        let help = "check that the file exists and that its permissions let you read it";
        wrong(code::UNREADABLE, format!("{name} can't be read: {reason}"), help)
    })?;
    if let Some((what, help)) = stand_in(&bytes) {
        return Err(wrong(code::UNREADABLE, format!("{name} {what}"), help));
    }
    if bytes.is_empty() && !extension(address).is_empty() {
        let help = "copy it here again: it is incomplete";
        return Err(wrong(code::UNREADABLE, format!("{name} is empty"), help));
    }
    if let Some(flaw) = soundness::flaw(address, &bytes) {
        let help = "copy it here again from its source, or save it again in its program";
        return Err(wrong(code::UNREADABLE, format!("{name} {flaw}"), help));
    }
    if let Some(original) = conflicting(address, sources) {
        let message = format!("{name} is a conflict copy that a sync program made of {original}");
        let help = "move what is new in it to the original, and remove it";
        return Err(wrong(code::BAD_FILE_NAME, message, help));
    }
    let origin = Origin { content: file, template: None };
    Ok(Artifact { path, bytes: bytes.into(), origin, has_hashed_name: false })
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
