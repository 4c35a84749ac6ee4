//! Names that carry the hash of what a file holds.
//!
//! esbuild's own hashes depend on where files are; the same site must have the same bytes on any path.

use std::collections::BTreeMap;

use super::{RunOutput, metafile::file_name};
use crate::cache;

/// Eight hexadecimal digits of the content's hash.
pub fn content_hash(bytes: &[u8]) -> String {
    cache::short(&blake3::hash(bytes), 8)
}

/// A file of a bundle under its final name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// `BmiCalculator-0f1e2d3c.js`.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl RunOutput {
    /// Gives each written file a name by what it holds and all that it imports. The result maps esbuild's names to new
    /// ones. `stem` may return a better stem than esbuild's.
    pub fn renamed_by_content(&self, stem: impl Fn(&str) -> Option<&'static str>) -> BTreeMap<String, Named> {
        let Self { metafile, files, .. } = self;
        let imports: BTreeMap<&str, Vec<&str>> = metafile
            .outputs
            .iter()
            .map(|(path, output)| {
                let own = output.imports.iter().filter(|import| !import.external);
                (file_name(path), own.map(|import| file_name(&import.path)).collect())
            })
            .collect();
        let imported = |name: &str| imports.get(name).into_iter().flatten().copied();
        // What a file holds, esbuild's names apart.
        let own: BTreeMap<&str, blake3::Hash> = files
            .iter()
            .map(|(name, bytes)| {
                let plain = imported(name).enumerate().fold(bytes.clone(), |bytes, (index, old)| {
                    replace(&bytes, old, &format!("import {index}"))
                });
                (name.as_str(), blake3::hash(&plain))
            })
            .collect();
        let names: BTreeMap<&str, String> = files
            .keys()
            .map(|name| {
                let reached = reachable(name, imported);
                // Files may import each other in a circle, so there is no topological order.
                let mut deep: Vec<_> = reached.iter().skip(1).filter_map(|name| own.get(name)).collect();
                deep.sort_unstable_by_key(|hash| hash.as_bytes());
                let hashes = own.get(name.as_str()).into_iter().chain(deep);
                let bytes: Vec<u8> = hashes.flat_map(|hash| *hash.as_bytes()).collect();
                let (esbuilds, extension) = stem_and_extension(name);
                let stem = stem(name).unwrap_or(esbuilds);
                (name.as_str(), format!("{stem}-{}.{extension}", content_hash(&bytes)))
            })
            .collect();
        files
            .iter()
            .map(|(name, bytes)| {
                let renamed = imported(name).fold(bytes.clone(), |bytes, old| match names.get(old) {
                    Some(new) => replace(&bytes, old, new),
                    None => bytes,
                });
                let new = names.get(name.as_str()).cloned().unwrap_or_default();
                (name.clone(), Named { name: new, bytes: renamed })
            })
            .collect()
    }
}

/// The name without esbuild's own hash, and what follows the last dot.
fn stem_and_extension(name: &str) -> (&str, &str) {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, "js"));
    let is_hash =
        |part: &str| part.len() == 8 && part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    match stem.rsplit_once('-') {
        Some((stem, hash)) if is_hash(hash) => (stem, extension),
        _ => (stem, extension),
    }
}

/// `from` and all that it imports, directly or not, each once.
pub fn reachable<'n, I: Iterator<Item = &'n str>>(
    from: &'n str,
    imported: impl Fn(&'n str) -> I,
) -> Vec<&'n str> {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(name) = reached.get(next).copied() {
        for name in imported(name) {
            if !reached.contains(&name) {
                reached.push(name);
            }
        }
        next += 1;
    }
    reached
}

/// What imports others is text.
fn replace(text: &[u8], old: &str, new: &str) -> Vec<u8> {
    String::from_utf8_lossy(text).replace(old, new).into_bytes()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::RunOutput;
    use crate::esbuild::Metafile;

    #[test]
    fn a_new_name_reaches_those_that_import_it() {
        let metafile: Metafile = serde_json::from_str(
            r#"{"inputs":{},"outputs":{
                "out/A.js":{"imports":[{"path":"out/chunk-OLDOLDOL.js","kind":"import-statement"}]},
                "out/chunk-OLDOLDOL.js":{"imports":[]}}}"#,
        )
        .expect("the metafile is JSON");
        let files = |chunk: &str| {
            BTreeMap::from([
                ("A.js".to_owned(), b"import'./chunk-OLDOLDOL.js'".to_vec()),
                ("chunk-OLDOLDOL.js".to_owned(), chunk.as_bytes().to_vec()),
            ])
        };
        let mut ran = RunOutput { metafile, files: files("1"), ..RunOutput::default() };
        let one = ran.renamed_by_content(|_| None);
        ran.files = files("2");
        let two = ran.renamed_by_content(|_| None);
        assert_ne!(one["chunk-OLDOLDOL.js"].name, two["chunk-OLDOLDOL.js"].name);
        assert_ne!(one["A.js"].name, two["A.js"].name);
        assert_eq!(one["A.js"].bytes, format!("import'./{}'", one["chunk-OLDOLDOL.js"].name).into_bytes());
    }

    #[test]
    fn files_that_import_each_other_find_each_other() {
        let metafile: Metafile = serde_json::from_str(
            r#"{"inputs":{},"outputs":{
                "out/a.js":{"imports":[{"path":"out/b-BBBBBBBB.js","kind":"dynamic-import"}]},
                "out/b-BBBBBBBB.js":{"imports":[{"path":"out/a.js","kind":"import-statement"}]}}}"#,
        )
        .expect("the metafile is JSON");
        let files = BTreeMap::from([
            ("a.js".to_owned(), b"import('./b-BBBBBBBB.js')".to_vec()),
            ("b-BBBBBBBB.js".to_owned(), b"import'./a.js'".to_vec()),
        ]);
        let named = RunOutput { metafile, files, ..RunOutput::default() }.renamed_by_content(|_| None);
        let (a, b) = (&named["a.js"], &named["b-BBBBBBBB.js"]);
        assert_eq!(a.bytes, format!("import('./{}')", b.name).into_bytes());
        assert_eq!(b.bytes, format!("import'./{}'", a.name).into_bytes());
    }
}
