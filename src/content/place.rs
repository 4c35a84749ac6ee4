//! Reports files that no type reads, because of their name or their folder.

use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span, nearest},
    schema::{
        CollectionFiles as _, Types,
        decode::{IMAGES, value::kebab_case},
    },
    source::{STATIC, is_nearly_toml, paths::extension},
};

/// Reports the file at `path`, unless it may lie anywhere. Returns the path of content that was probably intended.
pub(super) fn check(
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
        None if is_text => format!(
            "if it is a page, move it to content/pages/{id}.{}",
            if extension == "md" { "md" } else { "toml" }
        ),
        None => format!(
            "move a picture to {IMAGES}, and what visitors are to get as it is to {STATIC}; remove all else"
        ),
    };
    diagnostics.push(
        Diagnostic::new(Code::UnknownFile, Span::whole(file), format!("nothing reads {path}")).help(help),
    );
    intended
}

/// Where a file with this id in this folder was probably intended to be: a single of nearly this name, or an entry in a
/// folder of nearly this name.
fn intended(folder: &str, id: &str, types: &Types) -> Option<String> {
    let of_files = types.collections.values().filter(|found| found.collection.listed.is_none());
    let mut folders: Vec<String> = of_files.map(|found| found.collection.folder()).collect();
    folders.push("content/pages/".to_owned());
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
