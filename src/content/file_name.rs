//! Names of files that become parts of addresses: ids of entries, and paths of pages.

use std::sync::Arc;

use crate::{
    decode::value::{is_kebab_case, kebab_case},
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Files as _, Span, shell_argument},
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
    let exists = |name: &str| {
        let path = |ending| format!("{folder}{name}.{ending}");
        endings.iter().any(|ending| sources.text_at(&path(ending)).is_some())
    };
    let copied = copied(own, exists);
    let original = copied.or_else(|| Some(similar).filter(|name| *name != own && exists(name)));
    let stem = original.unwrap_or(similar);
    let numbered = (2..100).map(|number| format!("{stem}-{number}"));
    let free = [similar.to_owned()].into_iter().chain(numbered).find(|name| !exists(name));
    (free, original.map(str::to_owned))
}

/// The name of which this one is a copy, by what file managers, sync programs and Git append to it: `yoga (1)`,
/// `yoga - Kopie`, `yoga (Sam's conflicted copy 2026-11-20)`, `yoga.sync-conflict-20261120-101010-7UQ4ZXA`.
fn copied(name: &str, exists: impl Fn(&str) -> bool) -> Option<&str> {
    const MARKS: [&str; 16] = [
        "copy",
        "kopie",
        "copie",
        "copia",
        "cópia",
        "nakala",
        "نسخة",
        "コピー",
        "conflict",
        "konflikt",
        "conflit",
        "conflito",
        "desktop-",
        "laptop-",
        "_local_",
        "_remote_",
    ];
    let ends = name.char_indices().filter(|(_, c)| " (-._".contains(*c)).map(|(at, _)| at);
    ends.rev().find_map(|end| {
        let (original, rest) = name.split_at(end);
        let rest = rest.to_lowercase();
        let is_number = rest.chars().all(|c| c.is_whitespace() || c.is_ascii_digit() || "-()".contains(c));
        let is_copy = is_number || MARKS.iter().any(|mark| rest.contains(mark));
        (is_copy && exists(original)).then_some(original)
    })
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
