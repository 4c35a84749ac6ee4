//! esbuild's own account of a bundle: the files that it read and wrote, and their imports.

use std::{collections::BTreeMap, fs, path::Path};

use serde::{Deserialize, de::IgnoredAny};

use crate::diagnostic::Failure;

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
    pub imports: Vec<BundleImport>,
}

/// A file that was written.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The written files that this one imports.
    #[serde(default)]
    pub imports: Vec<BundleImport>,
    /// The entry point that it was made from.
    pub entry_point: Option<String>,
    /// The files whose code is in it: none in a file of esbuild's own helpers.
    #[serde(default)]
    inputs: BTreeMap<String, IgnoredAny>,
}

/// An import of one file by another.
#[derive(Debug, Deserialize)]
pub struct BundleImport {
    /// The imported file.
    pub path: String,
    /// Its path as the importing file has it.
    pub original: Option<String>,
    /// `import-statement`, `dynamic-import`, ...
    pub kind: String,
    /// True for a file that isn't part of the bundle.
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

    /// The name of the file that was written for this entry.
    pub fn output_of(&self, entry: &str) -> Option<&str> {
        let (path, _) =
            self.outputs.iter().find(|(_, output)| output.entry_point.as_deref() == Some(entry))?;
        Some(file_name(path))
    }

    /// The name of the file with esbuild's own helpers, if there is one.
    pub fn helpers(&self) -> Option<&str> {
        let (path, _) = self.outputs.iter().find(|(_, output)| output.inputs.is_empty())?;
        Some(file_name(path))
    }

    /// The names of all other files that the file with this name imports at once.
    pub fn needed(&self, name: &str) -> Vec<String> {
        let mut needed = vec![name];
        let mut next = 0;
        while let Some(name) = needed.get(next).copied() {
            next += 1;
            let written = self.outputs.iter().find(|(path, _)| file_name(path) == name);
            let imports = written.into_iter().flat_map(|(_, output)| &output.imports);
            for import in imports.filter(|import| !import.external && import.kind != "dynamic-import") {
                let name = file_name(&import.path);
                if !needed.contains(&name) {
                    needed.push(name);
                }
            }
        }
        needed.into_iter().skip(1).map(str::to_owned).collect()
    }
}

/// The last part of a path, which is unique in a flat output folder.
pub fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}
