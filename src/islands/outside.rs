//! Imports that leave `components/`: what a bundle reads must be what its key was made from.

use super::bundle::Project;
use crate::{
    diagnostic::{Code, Diagnostic, FileId, Span},
    esbuild::{Metafile, Scratch},
};

/// Each import of a file that is neither below `components/` nor in a package.
pub(super) fn imports(metafile: &Metafile, scratch: &Scratch, project: &Project<'_>) -> Vec<Diagnostic> {
    let Project { sources, packages, file: fallback, .. } = *project;
    let packages = dunce::canonicalize(&packages.folder).unwrap_or_else(|_| packages.folder.clone());
    let allowed = [packages, scratch.path().to_owned()];
    let is_allowed = |path: &str| {
        // Such as `(disabled):fs`, which isn't a file.
        let Ok(path) = dunce::canonicalize(scratch.path().join(path)) else { return true };
        allowed.iter().any(|folder| path.starts_with(folder))
            || path.components().any(|part| part.as_os_str() == "node_modules")
    };
    let mut found = Vec::new();
    for (path, input) in &metafile.inputs {
        for import in input.imports.iter().filter(|import| !import.external && !is_allowed(&import.path)) {
            let span = match sources.text_at(path) {
                Some((file, source)) => underline(file, &source.text, &import.path),
                None => Span::whole(fallback),
            };
            found.push(
                Diagnostic::new(Code::Bundle, span, format!("{} imports {}", path, import.path))
                    .label("this file isn't below components/")
                    .help("pass what the component needs in its props, or move the file into components/"),
            );
        }
    }
    found
}

/// The place where `text` names the imported file.
pub(super) fn underline(file: FileId, text: &str, imported: &str) -> Span {
    let name = imported.rsplit('/').next().unwrap_or(imported);
    let stem = name.split('.').next().unwrap_or(name);
    match text.find(&format!("/{stem}")) {
        Some(at) => Span::new(file, at + 1..at + 1 + stem.len()),
        None => Span::whole(file),
    }
}
