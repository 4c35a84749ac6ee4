//! Names of files that become parts of addresses: ids of entries, and paths of pages.

use std::sync::Arc;

use crate::{
    decode::value::{is_kebab_case, kebab_case},
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Files as _, Span, shell_argument},
    source::Sources,
};

/// The folder of pages.
const PAGES: &str = "content/pages/";

/// The id of an entry: its file's name. Of a name that can't be an id, the nearest one that can.
pub(super) fn of_entry(
    file: FileId,
    id: &str,
    (noun, folder): (&str, &str),
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Arc<str> {
    let reserved = reserved(id);
    if is_kebab_case(id) && reserved.is_none() {
        return id.into();
    }
    let path = format!("{folder}{id}.toml");
    let meant = kebab_case(id);
    let is_free = |id: &str| sources.text_at(&format!("{folder}{id}.toml")).is_none();
    let free = !meant.is_empty() && reserved.is_none() && is_free(&meant);
    let numbered = || (2..100).map(|number| format!("{meant}-{number}")).find(|id| is_free(id));
    let new = if free { Some(meant.clone()) } else { numbered().filter(|_| !meant.is_empty()) };
    let rename = match &new {
        Some(new) => format!(
            "`gympress rename {noun} {} {new}` renames the file to {folder}{new}.toml",
            shell_argument(id)
        ),
        None => "rename the file".to_owned(),
    };
    let taken =
        Some(format!("{folder}{meant}.toml")).filter(|_| !free && !meant.is_empty() && reserved.is_none());
    let help = match copied(folder, id, sources).or(taken) {
        Some(original) => {
            format!("if it is a copy of {original} that nobody needs, remove it; if not, {rename}")
        }
        None => rename,
    };
    let message = match reserved {
        Some(reason) => format!("{path} can't have this name: {reason}"),
        None => format!("{path} has a name that can't be an id"),
    };
    diagnostics.push(
        Diagnostic::new(Code::BadFileName, Span::whole(file), message)
            .expected("a name of lower-case letters, digits and hyphens, such as power-lifting.toml")
            .help(format!("{help}; other files refer to it by its name without .toml")),
    );
    new.map_or_else(|| id.into(), Into::into)
}

/// The name of a page, which is its path unless it states one. Of a name that can't be a path, the nearest one that can.
pub(super) fn of_page(
    file: FileId,
    name: &str,
    states_path: bool,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Arc<str> {
    let mut parts = name.split('/');
    let wrong = parts.clone().find_map(wrong_part);
    let Some(wrong) = wrong.filter(|_| !states_path) else { return name.into() };
    let ending = if sources.path(file).ends_with(".md") { "md" } else { "toml" };
    let free =
        |name: &str| ["toml", "md"].iter().all(|ending| !exists(&format!("{PAGES}{name}.{ending}"), sources));
    let meant: Vec<String> = parts.by_ref().map(meant_part).collect();
    let meant = meant.iter().all(|part| !part.is_empty()).then(|| meant.join("/"));
    let taken =
        meant.as_ref().map(|meant| format!("{PAGES}{meant}.{ending}")).filter(|path| exists(path, sources));
    let numbered = |meant: &str| (2..100).map(|number| format!("{meant}-{number}")).find(|name| free(name));
    let new = meant.and_then(|meant| if free(&meant) { Some(meant) } else { numbered(&meant) });
    let rename = match &new {
        Some(new) => format!("rename the file to {PAGES}{new}.{ending}"),
        None => "rename the file".to_owned(),
    };
    let (folder, own) = name.rsplit_once('/').map_or(("", name), |(folder, own)| (folder, own));
    let folder = if folder.is_empty() { PAGES.to_owned() } else { format!("{PAGES}{folder}/") };
    let help = match copied(&folder, own, sources).or(taken) {
        Some(original) => {
            format!("if it is a copy of {original} that nobody needs, remove it; if not, {rename}")
        }
        None => rename,
    };
    let help = match &new {
        Some(new) => format!("{help}, and its address is {}", address(new)),
        None => help,
    };
    diagnostics.push(
        Diagnostic::new(
            Code::BadFileName,
            Span::whole(file),
            format!("{PAGES}{name}.{ending} has a name that can't be an address: {wrong}"),
        )
        .expected("a name of lower-case letters, digits and hyphens, such as opening-hours.toml")
        .help(help),
    );
    new.map_or_else(|| name.into(), Into::into)
}

/// The address of a page with this name.
fn address(name: &str) -> String {
    match name.strip_suffix("index").filter(|base| base.is_empty() || base.ends_with('/')) {
        Some(base) => format!("/{base}"),
        None => format!("/{name}/"),
    }
}

/// Why a part of a path can't be one.
fn wrong_part(part: &str) -> Option<String> {
    if let Some(odd) = part.chars().find(|c| !is_plain(*c)) {
        return Some(match odd {
            ' ' => "there is a space in it".to_owned(),
            _ if odd.is_ascii_uppercase() => "there are capital letters in it".to_owned(),
            _ if odd.is_ascii_graphic() => format!("there is a {odd} in it"),
            _ => "not every letter in it is one from a to z".to_owned(),
        });
    }
    match part {
        "" => Some("there is nothing before its ending".to_owned()),
        _ if part.starts_with('.') || part.ends_with('.') => Some("it begins or ends with a dot".to_owned()),
        _ => is_device(part).then(|| "Windows takes it for a device".to_owned()),
    }
}

fn is_plain(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || "-._~".contains(c)
}

/// The part that was probably meant; empty if nothing of it can stay.
fn meant_part(part: &str) -> String {
    match wrong_part(part) {
        None => part.to_owned(),
        Some(_) => match kebab_case(part) {
            meant if is_device(&meant) => format!("{meant}-1"),
            meant => meant,
        },
    }
}

/// Why a name that looks like an id can't be one.
fn reserved(id: &str) -> Option<&'static str> {
    match id {
        "index" => Some("at this address servers look for the page that lists all of them"),
        _ => is_device(id).then_some("Windows takes it for a device"),
    }
}

/// True for the names under which Windows has no files, with any ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_port = |stem: &str| {
        let number = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
        number.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
    };
    matches!(&*stem, "con" | "prn" | "aux" | "nul") || is_port(&stem)
}

/// The file of which this one is a copy, by what file managers append to the name of one.
fn copied(folder: &str, name: &str, sources: &Sources) -> Option<String> {
    const COPY: [&str; 8] = ["copy", "kopie", "copie", "copia", "cópia", "nakala", "نسخة", "コピー"];
    let (original, rest) = name.split_once([' ', '('])?;
    let rest = rest.trim_matches(|c: char| c.is_whitespace() || c.is_ascii_digit() || "-()".contains(c));
    let is_copy = rest.is_empty() || COPY.contains(&rest.to_lowercase().as_str());
    let path = format!("{folder}{original}.toml");
    (is_copy && exists(&path, sources)).then_some(path)
}

fn exists(path: &str, sources: &Sources) -> bool {
    sources.text_at(path).is_some()
}
