//! Names of files that become parts of addresses: ids of entries, and paths of pages.

use std::sync::Arc;

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
    let free = free(kebab_case(id), folder, "toml", sources);
    let rename = match &free {
        Some(free) => format!("rename the file with `gympress rename {noun} {} {free}`", shell_argument(id)),
        None => "rename the file".to_owned(),
    };
    diagnostics.push(misnamed(file, &format!("{folder}{id}.toml {reason}"), &rename));
    free.map_or_else(|| id.into(), Into::into)
}

/// The name of a page, which is its path unless it has one. Of a name that can't be a path, the nearest one that can.
pub(super) fn of_page(
    file: FileId,
    name: &str,
    has_path: bool,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Arc<str> {
    if has_path || name.split('/').all(is_part) {
        return name.into();
    }
    let ending = if sources.path(file).ends_with(".md") { "md" } else { "toml" };
    let part = |part: &str| if is_part(part) { part.to_owned() } else { kebab_case(part) };
    let parts: Vec<String> = name.split('/').map(part).collect();
    let similar = if parts.contains(&String::new()) { String::new() } else { parts.join("/") };
    let free = free(similar, PAGES, ending, sources);
    let rename = match &free {
        Some(free) => format!("rename the file to {PAGES}{free}.{ending}"),
        None => "rename the file".to_owned(),
    };
    let message = format!("{PAGES}{name}.{ending} has a name that can't be an address");
    diagnostics.push(misnamed(file, &message, &rename));
    free.map_or_else(|| name.into(), Into::into)
}

/// The name, unless there is none or another file has it.
fn free(name: String, folder: &str, ending: &str, sources: &Sources) -> Option<String> {
    let is_taken = sources.text_at(&format!("{folder}{name}.{ending}")).is_some();
    Some(name).filter(|name| !name.is_empty() && !is_taken)
}

fn misnamed(file: FileId, message: &str, rename: &str) -> Diagnostic {
    Diagnostic::new(Code::BadFileName, Span::whole(file), message)
        .expected("a name of lower-case letters, digits and hyphens, such as power-lifting.toml")
        .help(format!(
            "{rename}; if it is a copy of another, as sync programs make them, compare both and remove it"
        ))
}

fn is_part(part: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-._~".contains(c);
    !part.is_empty() && part.chars().all(is_plain) && !part.starts_with('.') && !part.ends_with('.')
}
