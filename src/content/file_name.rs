//! Names of files that become parts of addresses: ids of entries, and paths of pages.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Files as _, Span, shell_argument},
    schema::decode::value::{is_kebab_case, kebab_case},
    source::Sources,
};

const PAGES: &str = "content/pages/";

/// The id of an entry: its file's name. Of a name that can't be an id, the nearest one that can.
pub(super) fn of_entry(
    file: FileId,
    id: &str,
    (noun, folder): (&str, &str),
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Arc<str> {
    let reason = match id {
        "index" => "can't have this name: at this address servers look for the page that lists all of them",
        _ if is_kebab_case(id) => return id.into(),
        _ => "has a name that can't be an id",
    };
    let similar = kebab_case(id);
    let (free, original) = free_name((folder, id), &similar, &["toml"], sources);
    let rename = free.as_ref().map_or_else(
        || "rename the file".to_owned(),
        |free| {
            let id = shell_argument(id);
            format!("`gympress rename {noun} {id} {free}` renames the file to {folder}{free}.toml")
        },
    );
    let rename = format!("{rename}; other files refer to it by its name without .toml");
    let original = original.map(|name| format!("{folder}{name}.toml"));
    diagnostics.push(
        Diagnostic::new(Code::BadFileName, Span::whole(file), format!("{folder}{id}.toml {reason}"))
            .expected("a name of lower-case letters, digits and hyphens, such as power-lifting.toml")
            .help(rename_or_remove(rename, original)),
    );
    free.map_or_else(|| id.into(), Into::into)
}

/// The name of a page, which is its path unless it states one. Of a name that can't be a path, the nearest one that can.
pub(super) fn of_page(
    file: FileId,
    name: &str,
    states_path: bool,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Arc<str> {
    let Some(reason) = name.split('/').find_map(why_no_part).filter(|_| !states_path) else {
        return name.into();
    };
    let path = sources.path(file);
    let ending = if path.ends_with(".md") { "md" } else { "toml" };
    let parts: Vec<String> = name
        .split('/')
        .map(|part| if why_no_part(part).is_some() { kebab_case(part) } else { part.to_owned() })
        .collect();
    let similar = if parts.contains(&String::new()) { String::new() } else { parts.join("/") };
    let (free, original) = free_name((PAGES, name), &similar, &["toml", "md"], sources);
    let rename = free.as_ref().map_or_else(
        || "rename the file".to_owned(),
        |free| {
            let address = free.strip_suffix("index").filter(|base| base.is_empty() || base.ends_with('/'));
            let address = address.map_or_else(|| format!("/{free}/"), |base| format!("/{base}"));
            format!("rename the file to {PAGES}{free}.{ending}, and its address is {address}")
        },
    );
    let original = original.map(|name| format!("{PAGES}{name}.{ending}"));
    diagnostics.push(
        Diagnostic::new(
            Code::BadFileName,
            Span::whole(file),
            format!("{path} has a name that can't be an address: {reason}"),
        )
        .expected("a name of lower-case letters, digits and hyphens, such as opening-hours.toml")
        .help(rename_or_remove(rename, original)),
    );
    free.map_or_else(|| name.into(), Into::into)
}

/// The name for a file that is to be called `similar`, with a number behind it if another one has that name, and the name
/// of the file of which it is probably a copy.
fn free_name(
    (folder, own): (&str, &str),
    similar: &str,
    endings: &[&str],
    sources: &Sources,
) -> (Option<String>, Option<String>) {
    if similar.is_empty() {
        return (None, None);
    }
    let text = |name: &str| {
        let path = |ending| format!("{folder}{name}.{ending}");
        endings.iter().find_map(|ending| sources.text_at(&path(ending))).map(|(_, text)| &text.text)
    };
    let exists = |name: &str| text(name).is_some();
    let is_alike = |name: &str| match (text(own), text(name)) {
        (Some(own), Some(other)) => are_alike(own, other),
        _ => false,
    };
    let is_marked = |name: &str| own.strip_prefix(name).is_some_and(is_mark_of_copies) && exists(name);
    let copied = parts(own).find(|name| is_marked(name) || is_alike(name));
    let original = copied.or_else(|| Some(similar.to_owned()).filter(|name| name != own && exists(name)));
    let stem = original.as_deref().unwrap_or(similar);
    let numbered = (2..100).map(|number| format!("{stem}-{number}"));
    let free = [similar.to_owned()].into_iter().chain(numbered).find(|name| !exists(name));
    (free, original)
}

/// The names to which file managers, sync programs and Git may have added something before or behind, the longest first:
/// `yoga` of `yoga (1)`, `Kopie von yoga`, `yoga (Sam's conflicted copy 2026-11-20)`, `yoga_LOCAL_1234`.
fn parts(name: &str) -> impl Iterator<Item = String> {
    let (folder, name) = name.rsplit_once('/').map_or(("", name), |(folder, name)| (folder, name));
    let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let ends = || name.char_indices().filter(|(_, c)| " ([-._~".contains(*c));
    let before = ends().rev().filter_map(|(at, _)| name.get(..at));
    let behind = ends().filter_map(|(at, c)| name.get(at + c.len_utf8()..));
    before.chain(behind).map(|part| format!("{folder}{part}")).collect::<Vec<_>>().into_iter()
}

/// True for what is put behind the name of a copy, such as ` (1)` or `-DESKTOP-7Q2LM`.
fn is_mark_of_copies(rest: &str) -> bool {
    const MARKS: [&str; 10] =
        ["cop", "cóp", "kopi", "nakala", "نسخة", "コピー", "confli", "konflikt", "desktop-", "laptop-"];
    let rest = rest.to_lowercase();
    !rest.contains(char::is_alphabetic) || MARKS.iter().any(|mark| rest.contains(mark))
}

/// True if most lines of a text are in the other one, too.
fn are_alike(text: &str, other: &str) -> bool {
    let lines = |text| str::lines(text).map(str::trim).filter(|line| !line.is_empty());
    let others: BTreeSet<&str> = lines(other).collect();
    let (shared, own): (Vec<&str>, Vec<&str>) = lines(text).partition(|line| others.contains(line));
    shared.len() > own.len()
}

fn rename_or_remove(rename: String, original: Option<String>) -> String {
    match original {
        Some(original) => {
            format!(
                "if it is a copy of {original}, as sync programs make them, take over what is new in it and remove it; if not, {rename}"
            )
        }
        None => rename,
    }
}

/// Why a part of a path can't be one. Returns `None` if it can.
fn why_no_part(part: &str) -> Option<&'static str> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-._~".contains(c);
    match part.chars().find(|c| !is_plain(*c)) {
        Some(' ') => Some("there is a space in it"),
        Some(c) if c.is_ascii_uppercase() => Some("there are capital letters in it"),
        Some(_) => Some("not every letter in it is one from a to z"),
        None if part.is_empty() => Some("there is nothing before its ending"),
        None if part.starts_with('.') || part.ends_with('.') => Some("it begins or ends with a dot"),
        None => None,
    }
}
