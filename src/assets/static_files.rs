//! Static files, published unchanged.

use super::soundness;
use crate::{
    diagnostic::{Diagnostic, Diagnostics, FileId, Span, code, diagnostic},
    output::{Artifact, Origin, OutputPath},
    routes::Routes,
    source::{Binary, STATIC, Sources, WrongContent, paths::extension, placeholder},
};

/// All files of [`STATIC`], by path. A file that can't be published is reported, except at the path of a page, which
/// the routes report.
pub fn static_files(sources: &Sources, routes: &Routes, diagnostics: &mut Diagnostics) -> Vec<Artifact> {
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

/// The file at this address, or the reason why it can't be published.
fn artifact(
    address: &str,
    file: FileId,
    binary: &Binary,
    sources: &Sources,
) -> Result<Artifact, Box<Diagnostic>> {
    let Some(path) = OutputPath::at(address) else {
        return Err(Box::new(
            diagnostic!(code::BAD_FILE_NAME, Span::whole(file), "{address} is not a valid address";
                expected: "a name without backslashes, and not in a folder .gympress";
                help: "rename the file"),
        ));
    };
    let name = format!("{STATIC}{}", address.trim_start_matches('/'));
    let bytes = match binary.bytes() {
        Ok(bytes) => bytes,
        Err(reason) => {
            let help = "check that the file exists and that its permissions let you read it";
            return Err(unreadable(file, &format!("{name} can't be read: {reason}"), help));
        }
    };
    if let Some(WrongContent { what, help }) = placeholder(&bytes) {
        return Err(unreadable(file, &format!("{name} {what}"), help));
    }
    if bytes.is_empty() && !extension(address).is_empty() {
        let help = "copy it here again: it is incomplete";
        return Err(unreadable(file, &format!("{name} is empty"), help));
    }
    if let Some(flaw) = soundness::flaw(address, &bytes) {
        let help = "copy it here again from its source, or save it again in its program";
        return Err(unreadable(file, &format!("{name} {flaw}"), help));
    }
    if let Some(original) = conflicting(address, sources) {
        return Err(Box::new(diagnostic!(code::BAD_FILE_NAME, Span::whole(file),
            "{name} is a conflict copy that a sync program made of {original}";
            help: "move what is new in it to the original, and remove it")));
    }
    let origin = Origin { content: file, template: None };
    Ok(Artifact { path, bytes: bytes.into(), origin, has_hashed_name: false })
}

fn unreadable(file: FileId, message: &str, help: &'static str) -> Box<Diagnostic> {
    Box::new(diagnostic!(code::UNREADABLE, Span::whole(file), "{message}"; help))
}

/// The original of a copy that a sync program made of two conflicting changes: `prices.pdf` for `prices (Sam's
/// conflicted copy 2026-11-20).pdf`.
fn conflicting(address: &str, sources: &Sources) -> Option<String> {
    const MARKS: [&str; 3] = ["conflict", "konflikt", "conflit"];
    const DATE_DIGITS: usize = 8;
    let (folder, name) = address.rsplit_once('/')?;
    // Other letters may have another length in lower case, and `stem` would end elsewhere in `name`.
    let lower = name.to_ascii_lowercase();
    let (stem, behind) = MARKS.iter().find_map(|mark| lower.split_once(mark))?;
    // Sync programs write the mark in brackets, before a date, or at the end. People write it elsewhere, too, as in
    // `zone-conflict-notes.pdf`.
    let has_date = behind.bytes().filter(u8::is_ascii_digit).count() >= DATE_DIGITS;
    let is_last = stem.ends_with(['_', '.']) && (behind.is_empty() || behind.starts_with('.'));
    if !stem.contains(['(', '[']) && !has_date && !is_last {
        return None;
    }
    let extension = extension(name);
    for (end, _) in stem.match_indices([' ', '(', '[', '-', '.', '_']) {
        let Some(stem) = name.get(..end) else { continue };
        // The extension may be that of the original, or a part of the mark.
        let originals = [format!("{stem}.{extension}"), stem.to_owned()];
        for original in originals.iter().filter(|original| **original != *name) {
            let address = format!("{folder}/{original}");
            let path = format!("{STATIC}{}", address.trim_start_matches('/'));
            if sources.binary_at(&path).is_some() {
                return Some(path);
            }
        }
    }
    None
}
