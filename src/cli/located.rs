//! Paths relative to the repository, as services that show diagnostics beside its files know them.

use std::{collections::HashMap, path::Path};

use crate::{
    diagnostic::{Diagnostics, FileId, Files},
    source::theme,
};

/// Files by their paths from the top of the repository that holds the project.
pub(super) struct Located<'f> {
    files: &'f dyn Files,
    paths: HashMap<FileId, String>,
}

impl<'f> Located<'f> {
    /// The files that `diagnostics` are about, of the project in `root`.
    pub(super) fn new(root: &Path, diagnostics: &Diagnostics, files: &'f dyn Files) -> Self {
        let Some(before) = below_repository(root) else { return Self { files, paths: HashMap::new() } };
        let spans = diagnostics.iter().flat_map(|diagnostic| {
            let edits = diagnostic.fixes.iter().flat_map(|fix| fix.edits.iter().map(|edit| edit.span.file));
            let related = diagnostic.related.iter().map(|label| label.span.file);
            [diagnostic.primary.span.file].into_iter().chain(related).chain(edits).collect::<Vec<_>>()
        });
        let own = spans.filter(|file| !files.path(*file).starts_with(theme::PREFIX));
        let paths = own.map(|file| (file, format!("{before}{}", files.path(file)))).collect();
        Self { files, paths }
    }
}

impl Files for Located<'_> {
    fn path(&self, file: FileId) -> &str {
        self.paths.get(&file).map_or_else(|| self.files.path(file), String::as_str)
    }

    fn text(&self, file: FileId) -> &str {
        self.files.text(file)
    }
}

/// The path of `root` from the top of its repository, with a slash at its end. Returns `None` if it is the top, or in
/// none.
fn below_repository(root: &Path) -> Option<String> {
    let root = dunce::canonicalize(root).ok()?;
    let top = root.ancestors().find(|folder| folder.join(".git").exists())?;
    let parts = root.strip_prefix(top).ok()?.components().map(|part| part.as_os_str().to_str());
    let parts: Vec<&str> = parts.collect::<Option<_>>()?;
    (!parts.is_empty()).then(|| format!("{}/", parts.join("/")))
}
