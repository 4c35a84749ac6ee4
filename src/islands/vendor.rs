//! Packages that a component needs besides React, bundled apart from the components: they are large, and
//! don't change while components are edited.
//!
//! A file of `components/` whose name ends in `.vendor.ts` passes on what of such packages is used. It's bundled by
//! itself, and cached for as long as it and the packages are the same.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{React, flags, outside};
use crate::{
    cache,
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span, nearest},
    esbuild::{Message, Metafile, Packages, Run, RunOutput, Scratch, file_name},
    failure::Failure,
    source::{SourceText, Sources},
};

/// What a vendor file's name ends in.
const ENDING: &str = ".vendor.ts";

/// The specifier of the import of such a file, which esbuild leaves as it is (`external`).
pub(super) const IMPORTS: &str = "--external:*.vendor";

/// The scripts bundled from the vendor files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Vendor {
    /// Name and text of each.
    pub scripts: BTreeMap<String, String>,
    /// From `firebase.vendor` to the name of its script.
    names: BTreeMap<String, String>,
    /// What esbuild warned of.
    pub warnings: Vec<Message>,
}

/// The vendor files of a project.
fn files(sources: &Sources) -> impl Iterator<Item = (FileId, &SourceText)> {
    let files = sources.texts_below("components/").map(|(file, source)| (file, &**source));
    files.filter(|(_, source)| source.path.ends_with(ENDING))
}

/// Hashes all that they depend on.
pub(super) fn key(sources: &Sources, packages: &Packages, react: React) -> blake3::Hash {
    let (packages, options) = (packages.fingerprint(), flags::client(react));
    let mut parts = vec![env!("CARGO_PKG_VERSION").as_bytes(), packages.as_bytes()];
    parts.extend(options.iter().map(String::as_bytes));
    for (_, source) in files(sources) {
        parts.extend([source.path.as_bytes(), source.text.as_bytes()]);
    }
    cache::key(parts)
}

/// Bundles them from the scratch folder, where the components are, or reports why that can't be done.
///
/// # Errors
/// If esbuild can't be run.
pub(super) fn bundle(
    sources: &Sources,
    packages: &Packages,
    react: React,
    scratch: &Scratch,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Vendor>, Failure> {
    let Some((first, _)) = files(sources).next() else { return Ok(Some(Vendor::default())) };
    let root = scratch.path();
    let entries = files(sources).map(|(_, source)| root.join(&*source.path)).collect();
    let (outdir, options) = (scratch.path().join("vendor"), flags::client(react));
    let ran = Run { packages, root, outdir, entries, options }.run()?;
    let at = Span::whole(first);
    let mut found: Vec<Diagnostic> =
        ran.errors.iter().map(|message| message.clone().into_diagnostic(sources, at)).collect();
    found.extend(files(sources).filter_map(|(file, source)| own_import(file, source, &ran.metafile)));
    if !found.is_empty() {
        diagnostics.extend(found);
        return Ok(None);
    }
    Ok(Some(take(ran)))
}

/// The mistake of importing a file of the project's own, which may change any time.
fn own_import(file: FileId, source: &SourceText, metafile: &Metafile) -> Option<Diagnostic> {
    let imports = &metafile.inputs.get(&*source.path)?.imports;
    let own = imports.iter().find(|import| !import.external && import.path.starts_with("components/"))?;
    let what = format!("{} imports {}, which is no package", source.path, own.path);
    Some(
        Diagnostic::new(Code::Bundle, outside::underline(file, &source.text, &own.path), what)
            .expected("imports of packages only, such as export { doc } from \"firebase/firestore/lite\"")
            .help(format!("import {} where it is needed, or take .vendor out of this file's name", own.path)),
    )
}

fn take(ran: RunOutput) -> Vendor {
    let mut vendor = Vendor::default();
    for (old, named) in ran.renamed_by_content(|_| None) {
        // `firebase.vendor.js` is imported as `firebase.vendor`.
        if let Some(imported) = old.strip_suffix(".js").filter(|name| name.ends_with(".vendor")) {
            vendor.names.insert(imported.to_owned(), named.name.clone());
        }
        vendor.scripts.insert(named.name, String::from_utf8_lossy(&named.bytes).into_owned());
    }
    vendor.warnings = ran.warnings;
    vendor
}

impl Vendor {
    /// Each import of a vendor file that isn't there; `fallback` stands for an importing file that isn't the project's.
    pub(super) fn unknown(
        &self,
        metafile: &Metafile,
        sources: &Sources,
        fallback: FileId,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (path, input) in &metafile.inputs {
            let vendors = input.imports.iter().filter(|import| import.external);
            for import in vendors.filter(|import| import.path.ends_with(".vendor")) {
                let (name, text) = (file_name(&import.path), sources.text_at(path));
                if self.names.contains_key(name) {
                    continue;
                }
                let at = text.map_or(Span::whole(fallback), |(file, source)| {
                    outside::underline(file, &source.text, &import.path)
                });
                let what = format!("{path} imports {}, which doesn't exist", import.path);
                let near = nearest(name, self.names.keys().map(String::as_str));
                let help = match near {
                    Some(near) => format!("did you mean {near}?"),
                    None => format!("write {name}.ts, which passes on what is used of a package"),
                };
                found.push(Diagnostic::new(Code::Bundle, at, what).help(help));
            }
        }
        found
    }

    /// Puts the names of scripts into what imports them.
    pub(super) fn name_in(&self, RunOutput { files, metafile, .. }: &mut RunOutput) {
        for (path, output) in &metafile.outputs {
            let Some(bytes) = files.get_mut(file_name(path)) else { continue };
            for import in output.imports.iter().filter(|import| import.external) {
                let Some(name) = self.names.get(file_name(&import.path)) else { continue };
                let text = String::from_utf8_lossy(bytes);
                *bytes = text.replace(&format!("\"{}\"", import.path), &format!("\"./{name}\"")).into_bytes();
            }
        }
    }
}
