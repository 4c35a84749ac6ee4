//! Names of files that become parts of addresses, and files that no type reads because of their name or their folder.

use std::sync::Arc;

use super::{Entry, PageSource};
use crate::{
    diagnostic::{
        Diagnostic, Diagnostics, FileId, Files as _, Span, code, diagnostic, nearest, report, shell_argument,
    },
    schema::{
        Collection, CollectionFiles as _, Types,
        decode::{
            IMAGES,
            value::{is_kebab_case, kebab_case},
        },
    },
    source::{STATIC, Sources, is_nearly_toml, paths::extension},
};

/// The folder of pages in the main language.
const PAGES: &str = "content/pages/";

/// The id of an entry: its file's name. Of a name that can't be an id, the nearest one that can, unless one of the entries so
/// far has it.
pub(super) fn entry_id(
    file: FileId,
    id: &str,
    collection: &Collection,
    entries: &[Entry],
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Arc<str> {
    let reason = match id {
        "index" => "can't have this name: at this address servers look for the page that lists all of them",
        _ if is_kebab_case(id) => return id.into(),
        _ => "has a name that can't be an id",
    };
    let (noun, path) = (&collection.nouns[0], sources.path(file));
    let folder = path.strip_suffix(&*format!("{id}.toml")).unwrap_or_default();
    let similar = kebab_case(id);
    let is_given = entries.iter().any(|entry| *entry.id == *similar);
    let free = free(similar, [folder, &collection.folder()], sources).filter(|_| !is_given);
    // No command can be given a name that isn't Unicode.
    let is_named = *folder == *collection.folder() && !id.contains(char::REPLACEMENT_CHARACTER);
    let rename = match &free {
        Some(free) if is_named => {
            format!("rename the file with `gympress rename {noun} {} {free}`", shell_argument(id))
        }
        Some(free) => format!("rename the file to {folder}{free}.toml"),
        None => "rename the file".to_owned(),
    };
    diagnostics.push(misnamed(file, &format!("{path} {reason}"), &rename));
    free.map_or_else(|| id.into(), Into::into)
}

/// The name of a page, which is its path unless it has one. Of a name that can't be a path, the nearest one that can, unless
/// one of the pages so far has it.
pub(super) fn page_name(
    file: FileId,
    name: &str,
    has_path: bool,
    pages: &[PageSource],
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Arc<str> {
    if has_path || name.split('/').all(is_part) {
        return name.into();
    }
    let path = sources.path(file);
    let ending = if path.ends_with(".md") { "md" } else { "toml" };
    let folder = path.strip_suffix(&*format!("{name}.{ending}")).unwrap_or_default();
    let parts: Vec<String> = name.split('/').map(as_part).collect();
    let similar = if parts.contains(&String::new()) { String::new() } else { parts.join("/") };
    let is_given = pages.iter().any(|page| *page.name == *similar);
    let free = free(similar, [folder, PAGES], sources).filter(|_| !is_given);
    let rename = match &free {
        Some(free) => format!("rename the file to {folder}{free}.{ending}"),
        None => "rename the file".to_owned(),
    };
    diagnostics.push(misnamed(file, &format!("{path} has a name that can't be an address"), &rename));
    free.map_or_else(|| name.into(), Into::into)
}

/// The name, unless there is none or another file has it: in the same folder, which may be that of a language, or in the one of
/// the main language, where it would be the original.
fn free(name: String, folders: [&str; 2], sources: &Sources) -> Option<String> {
    let is_taken = folders.iter().any(|folder| {
        ["toml", "md"].iter().any(|ending| sources.text_at(&format!("{folder}{name}.{ending}")).is_some())
    });
    Some(name).filter(|name| !name.is_empty() && !is_taken)
}

fn misnamed(file: FileId, message: &str, rename: &str) -> Diagnostic {
    diagnostic!(code::BAD_FILE_NAME, Span::whole(file), "{message}";
        expected: "a name of lower-case letters, digits and hyphens, such as power-lifting.toml";
        help: "{rename}; if it is a copy of another, as sync programs make them, compare both and remove it")
}

fn is_part(part: &str) -> bool {
    let is_plain = part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-._~".contains(c));
    is_plain && !part.is_empty() && !part.starts_with('.') && !part.ends_with('.')
}

/// The part, or else the nearest one that can be in an address.
fn as_part(part: &str) -> String {
    if is_part(part) { part.to_owned() } else { kebab_case(part) }
}

/// Reports the file at `path`, unless it may lie anywhere. Returns the path of content that was probably intended.
pub(super) fn check_place(
    file: FileId,
    path: &str,
    types: &Types,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let (folder, name) = path.rsplit_once('/')?;
    // A word to those who work on the content.
    if ["README", "README.md", "README.txt"].contains(&name) {
        return None;
    }
    let extension = extension(name).to_lowercase();
    let id = kebab_case(name.split('.').next().unwrap_or_default());
    let is_toml = is_nearly_toml(&extension) || name.to_lowercase().contains(".toml");
    let is_text = is_toml || ["yaml", "yml", "json", "md"].contains(&&*extension);
    let intended = intended(folder, &id, types).filter(|_| is_text);
    let help = match &intended {
        Some(right) if is_toml => {
            format!(
                "did you mean {right}? Rename or move the file; if it is a copy, compare both and remove it"
            )
        }
        Some(right) => {
            format!("content is written in TOML, with key = \"value\" on each line: write it as {right}")
        }
        None if is_text && id.is_empty() => {
            "if it is a page, move it to content/pages/ with a name of lower-case letters, digits and hyphens"
                .to_owned()
        }
        None if is_text => format!(
            "if it is a page, move it to content/pages/{id}.{}",
            if extension == "md" { "md" } else { "toml" }
        ),
        None if types.editions.iter().any(|edition| edition.within_folder(path).is_some()) => {
            "remove it: the folder of a language has texts alone".to_owned()
        }
        None => format!(
            "move a picture to {IMAGES}, and what visitors are to get as it is to {STATIC}; remove all else"
        ),
    };
    report!(diagnostics, code::UNKNOWN_FILE, Span::whole(file), "nothing reads {path}"; help);
    intended
}

/// The probable place of a file with this id in this folder: a single of nearly this name, or an entry in a
/// folder of nearly this name.
fn intended(folder: &str, id: &str, types: &Types) -> Option<String> {
    let file_collections = types.collections.values().filter(|found| found.collection.listed.is_none());
    let mut folders: Vec<String> = file_collections.map(|found| found.collection.folder()).collect();
    folders.push(PAGES.to_owned());
    let is_known = folders.iter().any(|known| known.trim_end_matches('/') == folder);
    let single = nearest(id, types.singles.keys().map(|name| &**name));
    if let Some(single) = single.filter(|_| !is_known) {
        return Some(format!("content/{single}.toml"));
    }
    let names = folders.iter().map(|folder| folder_name(folder));
    let near = nearest(folder_name(folder), names).filter(|_| !id.is_empty())?;
    let folder = folders.iter().find(|folder| folder_name(folder) == near)?;
    Some(format!("{folder}{id}.toml"))
}

/// The last part of a folder's path.
fn folder_name(path: &str) -> &str {
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}
