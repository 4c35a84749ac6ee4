//! Reports files that no type reads, because of their name or their folder.

use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span, nearest},
    schema::{
        CollectionFiles as _, Types,
        decode::{FONTS, IMAGES, value::kebab_case},
    },
    source::{STATIC, Sources, is_nearly_toml, paths::extension},
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
        diagnostics.push(
            Diagnostic::new(
                Code::UnknownFile,
                Span::whole(file),
                format!("{path} is a file, but has to be a folder"),
            )
            .help("remove the file, or give it another name and its place to the folder"),
        );
        return None;
    }
    let extension = extension(name).to_lowercase();
    let stem = name.split('.').next().unwrap_or_default();
    let id = kebab_case(stem);
    let is_toml = is_nearly_toml(&extension) || name.to_lowercase().contains(".toml");
    let is_other_format = ["yaml", "yml", "json"].contains(&&*extension);
    let intended = intended(folder, &id, types).filter(|_| is_toml || is_other_format);
    let help = match &intended {
        Some(right) if is_other_format => format!(
            "content is written in TOML, with key = \"value\" on each line: write it as {right}, and remove this file"
        ),
        Some(right) if sources.text_at(right).is_some() => format!(
            "if it is a copy of {right} that nobody needs, remove it; if not, give it a name of its own"
        ),
        Some(right) => format!("did you mean {right}? Rename or move the file"),
        None if is_toml => {
            format!("if it is a page, move it to content/pages/{id}.toml; if not, to where it belongs")
        }
        None if is_picture(&extension) => format!("move the picture to {}{name}", IMAGES),
        None if extension == "md" && folders(types).any(|known| known.trim_end_matches('/') == folder) => {
            format!("entries are TOML: write it as {folder}/{id}.toml, with the text behind one of its keys")
        }
        None if extension == "md" => {
            format!("if it is a page, move it to content/pages/{id}.md, and give it a title")
        }
        None => format!("if visitors are to get it as it is, move it to {STATIC}{name}; if not, remove it"),
    };
    diagnostics.push(
        Diagnostic::new(Code::UnknownFile, Span::whole(file), format!("nothing reads {path}")).help(help),
    );
    intended
}

/// True for a file in the place of a folder of which content needs what is in it.
pub(super) fn is_in_place_of_folder(path: &str, types: &Types) -> bool {
    let of_assets = [IMAGES, FONTS, STATIC].map(str::to_owned);
    folders(types).chain(of_assets).any(|folder| folder.strip_suffix('/') == Some(path))
}

/// What may lie anywhere without being content: a word to those who work on it.
fn is_ignored(name: &str) -> bool {
    ["README", "README.md", "README.txt"].contains(&name)
}

/// The folders of entries and pages, with a slash at their ends.
fn folders(types: &Types) -> impl Iterator<Item = String> {
    let entries =
        types.collections.values().filter(|collection_type| collection_type.collection.listed.is_none());
    entries.map(|collection_type| collection_type.collection.folder()).chain(["content/pages/".to_owned()])
}

/// Where a file with this id in this folder was probably intended to be: a single of nearly this name, or an entry in a
/// folder of nearly this name.
fn intended(folder: &str, id: &str, types: &Types) -> Option<String> {
    let folders: Vec<String> = folders(types).collect();
    let is_known = folders.iter().any(|known| known.trim_end_matches('/') == folder);
    let single = nearest(id, types.singles.keys().map(|name| &**name));
    if let Some(single) = single.filter(|_| !is_known) {
        return Some(format!("content/{single}.toml"));
    }
    let tail = |path: &str| path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned();
    let tails: Vec<String> = folders.iter().map(|folder| tail(folder)).collect();
    let near = nearest(&tail(folder), tails.iter().map(String::as_str)).filter(|_| !id.is_empty())?;
    let folder = folders.iter().find(|folder| tail(folder) == near)?;
    Some(format!("{folder}{id}.toml"))
}

fn is_picture(extension: &str) -> bool {
    ["jpg", "jpeg", "png", "webp", "avif", "gif", "heic", "tif", "tiff"].contains(&extension)
}
