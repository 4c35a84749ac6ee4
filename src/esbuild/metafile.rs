//! esbuild's own account of a bundle: what was read, what was written, and which file imports which.

use std::{collections::BTreeMap, fs, path::Path};

use serde::Deserialize;

use crate::failure::Failure;

/// The account of one run. Paths are relative to the folder in which esbuild ran.
#[derive(Debug, Default, Deserialize)]
pub struct Metafile {
    /// The files read.
    pub inputs: BTreeMap<String, Input>,
    /// The files written.
    pub outputs: BTreeMap<String, Output>,
}

/// A file that was read.
#[derive(Debug, Deserialize)]
pub struct Input {
    /// The files that it imports.
    #[serde(default)]
    pub imports: Vec<Import>,
}

/// A file that was written.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The written files that this one imports.
    #[serde(default)]
    pub imports: Vec<Import>,
    /// The files read of which this one consists.
    #[serde(default)]
    pub inputs: BTreeMap<String, InputOfOutput>,
}

/// A file read, as a part of a file written.
#[derive(Debug, Deserialize)]
pub struct InputOfOutput {}

/// An import of one file by another.
#[derive(Debug, Deserialize)]
pub struct Import {
    /// The imported file.
    pub path: String,
    /// `import-statement`, `dynamic-import`, ...
    pub kind: String,
    /// True for what isn't part of the bundle.
    #[serde(default)]
    pub external: bool,
}

impl Metafile {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let text = fs::read_to_string(path).map_err(|error| Failure::io("read", path, &error))?;
        serde_json::from_str(&text).map_err(|error| {
            Failure::new(format!("esbuild's metafile isn't as expected: {error}"))
                .help("install the esbuild that package-lock.json names with `npm ci`")
        })
    }
}

/// The last part of a path, which is unique in a flat output folder.
pub fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

impl Output {
    /// The names of the bundle's own files that this one imports: with it, or `later` only when asked.
    pub fn imported(&self, later: bool) -> impl Iterator<Item = &str> {
        self.imports
            .iter()
            .filter(move |import| !import.external && (import.kind == "dynamic-import") == later)
            .map(|import| file_name(&import.path))
    }
}
