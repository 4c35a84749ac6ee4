//! Reports files that no type reads, because of their name or their folder.

use crate::{
    decode::value::{FontFile, ImageFile, kebab_case},
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span, nearest},
    paths::extension,
    schema::Types,
    source::{STATIC, Sources},
};

/// Reports the file at `path`, unless it may lie anywhere. Returns the path of content that was probably intended.
pub(super) fn check(
    file: FileId,
    path: &str,
    (types, sources): (&Types, &Sources),
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let (folder, name) = path.rsplit_once('/')?;
    if is_ignored(name) {
        return None;
    }
    if is_in_place_of_folder(path, types) {
        let message = format!("{path} is a file, where a folder is needed");
        diagnostics.push(
            Diagnostic::new(Code::UnknownFile, Span::whole(file), message)
                .expected(format!("a folder {path}/"))
                .help("remove the file, or give it another name and its place to the folder"),
        );
        return None;
    }
    let extension = extension(name);
    let lower = name.to_lowercase();
    let is_text =
        strsim::damerau_levenshtein(&extension.to_lowercase(), "toml") <= 1 || lower.contains(".toml");
    let is_other = ["yaml", "yml", "json"].contains(&&*extension.to_lowercase());
    let stem = name.split('.').next().unwrap_or_default();
    let help = match meant(folder, stem, types).filter(|_| is_text) {
        Some(right) if sources.text_at(&right).is_some() => {
            format!(
                "if it is a copy of {right} that nobody needs, remove it; if not, give it a name of its own"
            )
        }
        Some(right) => format!("did you mean {right}? Rename or move the file"),
        None if is_other && meant(folder, stem, types).is_some() => {
            let right = meant(folder, stem, types).unwrap_or_default();
            format!(
                "content is written in TOML, with key = \"value\" on each line: write it as {right}, and remove this file"
            )
        }
        None if folder == "content" && extension == "toml" => format!(
            "if it is a page, move it to content/pages/{}.toml; if not, to where it belongs",
            kebab_case(stem)
        ),
        None if is_picture(extension) => format!("move the picture to content/images/{name}"),
        None if extension == "md" => markdown(folder, stem, types),
        None => format!("if visitors are to get it as it is, move it to {STATIC}{name}; if not, remove it"),
    };
    let places =
        singles(types).map(|path| format!("{path}.toml")).chain(folders(types)).chain([STATIC.to_owned()]);
    diagnostics.push(
        Diagnostic::new(Code::UnknownFile, Span::whole(file), format!("{path} is read by nothing"))
            .expected(format!("a file of {}", places.collect::<Vec<_>>().join(", ")))
            .help(help),
    );
    meant(folder, stem, types).filter(|_| is_text || is_other)
}

/// True for a file in the place of a folder of which content needs what is in it.
pub(super) fn is_in_place_of_folder(path: &str, types: &Types) -> bool {
    let of_assets = [ImageFile::FOLDER, FontFile::FOLDER, STATIC].map(str::to_owned);
    folders(types).chain(of_assets).any(|folder| folder.strip_suffix('/') == Some(path))
}

/// True for the names of files that `sed -i` and vim write, and rename or remove a moment later: `sedOt8lXN`, `4913`.
fn is_of_editor(name: &str) -> bool {
    let of_sed = |rest: &str| rest.len() == 6 && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
    name == "4913" || name.strip_prefix("sed").is_some_and(of_sed)
}

/// What may lie anywhere without being content: a word to those who work on it, and what programs leave behind.
fn is_ignored(name: &str) -> bool {
    name.ends_with('~')
        || is_of_editor(name)
        || ["README", "README.md", "README.txt", "Thumbs.db", "desktop.ini"].contains(&name)
}

/// Where a text in Markdown belongs that stands in this folder.
fn markdown(folder: &str, stem: &str, types: &Types) -> String {
    let id = kebab_case(stem);
    match folders(types).find(|known| known.trim_end_matches('/') == folder) {
        Some(_) => {
            format!("entries are TOML: write it as {folder}/{id}.toml, with the text behind one of its keys")
        }
        None => format!("if it is a page, move it to content/pages/{id}.md, and give it a title"),
    }
}

/// The paths of singles, without `.toml`.
fn singles(types: &Types) -> impl Iterator<Item = String> {
    types.singles.keys().map(|name| format!("content/{name}"))
}

/// The folders of entries and pages, with a slash at their ends.
fn folders(types: &Types) -> impl Iterator<Item = String> {
    let entries = types.collections.values().filter(|found| found.collection.listed.is_none());
    entries.map(|found| found.collection.folder()).chain(["content/pages/".to_owned()])
}

/// Where a file of this name in this folder was probably meant to be.
fn meant(folder: &str, stem: &str, types: &Types) -> Option<String> {
    let id = kebab_case(stem);
    if let Some(single) = nearest_tail(&format!("{folder}/{id}"), singles(types)) {
        return Some(format!("{single}.toml"));
    }
    let folders = folders(types).map(|folder| folder.trim_end_matches('/').to_owned());
    let near = nearest_tail(folder, folders).filter(|_| !id.is_empty())?;
    Some(format!("{near}/{id}.toml"))
}

/// The path whose last part is nearest to that of `written`; of several, one in the same folder.
fn nearest_tail(written: &str, paths: impl Iterator<Item = String>) -> Option<String> {
    let (folder, tail) = written.rsplit_once('/')?;
    let paths: Vec<String> = paths.collect();
    let mut known: Vec<(&str, &str)> = paths.iter().filter_map(|path| path.rsplit_once('/')).collect();
    known.sort_by_key(|(other, _)| *other != folder);
    let near = nearest(tail, known.iter().map(|(_, tail)| *tail))?;
    known.into_iter().find(|(_, tail)| *tail == near).map(|(folder, tail)| format!("{folder}/{tail}"))
}

fn is_picture(extension: &str) -> bool {
    const PICTURES: [&str; 9] = ["jpg", "jpeg", "png", "webp", "avif", "gif", "heic", "tif", "tiff"];
    PICTURES.contains(&extension.to_ascii_lowercase().as_str())
}
