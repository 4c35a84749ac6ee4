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
    let misnamed = Misnamed { file, folder, name: id, ending: "toml", sources };
    let free = misnamed.free(&kebab_case(id));
    let rename = match &free {
        Some(free) => {
            let id = shell_argument(id);
            format!("`gympress rename {noun} {id} {free}` renames the file to {folder}{free}.toml")
        }
        None => "rename the file".to_owned(),
    };
    let rename = format!("{rename}; other files refer to it by its name without .toml");
    diagnostics.push(misnamed.report(reason, "power-lifting", &rename));
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
    let Some(reason) = name.split('/').find_map(why_no_part).filter(|_| !has_path) else {
        return name.into();
    };
    let ending = if sources.path(file).ends_with(".md") { "md" } else { "toml" };
    let misnamed = Misnamed { file, folder: PAGES, name, ending, sources };
    let part = |part: &str| if why_no_part(part).is_some() { kebab_case(part) } else { part.to_owned() };
    let parts: Vec<String> = name.split('/').map(part).collect();
    let similar = if parts.contains(&String::new()) { String::new() } else { parts.join("/") };
    let free = misnamed.free(&similar);
    let rename = match &free {
        Some(free) => {
            let base = free.strip_suffix("index").filter(|base| base.is_empty() || base.ends_with('/'));
            let address = base.map_or_else(|| format!("/{free}/"), |base| format!("/{base}"));
            format!("rename the file to {PAGES}{free}.{ending}, and its address is {address}")
        }
        None => "rename the file".to_owned(),
    };
    let reason = format!("has a name that can't be an address: {reason}");
    diagnostics.push(misnamed.report(&reason, "opening-hours", &rename));
    free.map_or_else(|| name.into(), Into::into)
}

/// A file whose name can't be part of an address.
struct Misnamed<'s> {
    file: FileId,
    folder: &'s str,
    name: &'s str,
    ending: &'static str,
    sources: &'s Sources,
}

impl Misnamed<'_> {
    fn exists(&self, name: &str) -> bool {
        let Self { folder, ending, sources, .. } = self;
        sources.text_at(&format!("{folder}{name}.{ending}")).is_some()
    }

    /// `similar`, with a number behind it if another file has that name.
    fn free(&self, similar: &str) -> Option<String> {
        let numbered = (2..100).map(|number| format!("{similar}-{number}"));
        let mut names = std::iter::once(similar.to_owned()).chain(numbered);
        names.find(|name| !self.exists(name)).filter(|_| !similar.is_empty())
    }

    /// The file of which it is probably a copy: `yoga` of `yoga (1)`, `yoga (Sam's conflicted copy 2026-11-20)` or
    /// `yoga-DESKTOP-7Q2LM`.
    fn original(&self) -> Option<&str> {
        let ends = self.name.char_indices().rev().filter(|(_, c)| " ([-._~".contains(*c));
        ends.filter_map(|(at, _)| self.name.get(..at)).find(|name| self.exists(name))
    }

    fn report(&self, reason: &str, example: &str, rename: &str) -> Diagnostic {
        let Self { file, folder, name, ending, .. } = self;
        let help = match self.original() {
            Some(original) => format!(
                "if it is a copy of {folder}{original}.{ending}, as sync programs make them, move what is new in it there and remove it; if not, {rename}"
            ),
            None => rename.to_owned(),
        };
        Diagnostic::new(Code::BadFileName, Span::whole(*file), format!("{folder}{name}.{ending} {reason}"))
            .expected(format!("a name of lower-case letters, digits and hyphens, such as {example}.toml"))
            .help(help)
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
