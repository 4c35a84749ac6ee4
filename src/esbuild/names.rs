//! Names that carry the hash of what a file holds.
//!
//! esbuild's own hashes depend on where files are; the same site must have the same bytes on any path.

use std::collections::BTreeMap;

use super::metafile::{Metafile, file_name};

/// Eight hexadecimal digits of the content's hash.
pub fn content_hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..8].to_owned()
}

/// A file of a bundle under its final name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// `BmiCalculator-0f1e2d3c.js`.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// Gives each written file a name by its content, within the files that import it too. `files` maps
/// esbuild's names to bytes; the result maps esbuild's names to new ones. `stem` may tell a better
/// first part of a name than esbuild's.
///
/// Files are named in the order of their imports, so that a new name of one reaches all that need it.
pub fn rename_by_content(
    metafile: &Metafile,
    files: &BTreeMap<String, Vec<u8>>,
    stem: impl Fn(&str) -> Option<&'static str>,
) -> BTreeMap<String, Named> {
    let imports: BTreeMap<&str, Vec<&str>> = metafile
        .outputs
        .iter()
        .map(|(path, output)| {
            let imported = output
                .imports
                .iter()
                .filter(|import| !import.external)
                .map(|import| file_name(&import.path))
                .collect();
            (file_name(path), imported)
        })
        .collect();
    let mut order = Vec::new();
    for name in files.keys() {
        visit(name, &imports, &mut order, &mut Vec::new());
    }
    let mut renamed: BTreeMap<String, Named> = BTreeMap::new();
    for name in order {
        let Some(bytes) = files.get(name) else { continue };
        let mut bytes = bytes.clone();
        for imported in imports.get(name).into_iter().flatten() {
            if let Some(new) = renamed.get(*imported) {
                bytes = replace(&bytes, imported.as_bytes(), new.name.as_bytes());
            }
        }
        let (own, extension) = stem_and_extension(name);
        let stem = stem(name).unwrap_or(own);
        let new = format!("{stem}-{}.{extension}", content_hash(&bytes));
        renamed.insert(name.to_owned(), Named { name: new, bytes });
    }
    renamed
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

/// Depth first, imports before importers. A file that is in `order` already, or being visited, isn't
/// visited again, so a circle of imports ends.
fn visit<'a>(
    name: &'a str,
    imports: &BTreeMap<&'a str, Vec<&'a str>>,
    order: &mut Vec<&'a str>,
    path: &mut Vec<&'a str>,
) {
    if order.contains(&name) || path.contains(&name) {
        return;
    }
    path.push(name);
    for imported in imports.get(name).into_iter().flatten() {
        visit(imported, imports, order, path);
    }
    path.pop();
    order.push(name);
}

fn replace(text: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.windows(old.len()).position(|window| window == old) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(new);
        rest = &rest[at + old.len()..];
    }
    out.extend_from_slice(rest);
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Metafile, rename_by_content};

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
        let one = rename_by_content(&metafile, &files("1"), |_| None);
        let two = rename_by_content(&metafile, &files("2"), |_| None);
        assert_ne!(one["chunk-OLDOLDOL.js"].name, two["chunk-OLDOLDOL.js"].name);
        assert_ne!(one["A.js"].name, two["A.js"].name);
        assert_eq!(one["A.js"].bytes, format!("import'./{}'", one["chunk-OLDOLDOL.js"].name).into_bytes());
    }
}
