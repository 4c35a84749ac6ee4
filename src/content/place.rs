//! Files that no kind of content reads, because of their name or their folder.

use super::kind::{Kind, Place};
use crate::{
    decode::value::kebab_case,
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span, nearest},
};

/// What may lie beside content without being any: remarks for people.
const REMARKS: [&str; 2] = ["md", "txt"];

/// Reports the file at `path`, unless it's a remark; the id that it was probably meant to define.
pub(super) fn check(file: FileId, path: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let (folder, name) = path.rsplit_once('/')?;
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if REMARKS.contains(&extension) && !name.contains(".toml") {
        return None;
    }
    let stem = name.split('.').next().unwrap_or_default();
    let help = match meant(folder, stem) {
        Some(right) => format!("did you mean {right}? Rename or move the file"),
        None if is_picture(extension) => format!("move the picture to content/images/{name}"),
        None => "move the file to where it belongs, or remove it".to_owned(),
    };
    diagnostics.push(
        Diagnostic::new(Code::UnknownFile, Span::whole(file), format!("{path} is read by nothing"))
            .expected(format!("a file of {}", places().collect::<Vec<_>>().join(", ")))
            .help(help),
    );
    Some(kebab_case(stem))
}

/// Where a file of this name in this folder was probably meant to be.
fn meant(folder: &str, stem: &str) -> Option<String> {
    let id = kebab_case(stem);
    let single = Kind::ALL.into_iter().filter_map(|kind| match kind.place() {
        Place::File(path) => path.strip_suffix(".toml"),
        Place::Folder { .. } => None,
    });
    if let Some(single) = nearest_tail(&format!("{folder}/{id}"), single) {
        return Some(format!("{single}.toml"));
    }
    let folders = Kind::ALL.into_iter().filter_map(|kind| match kind.place() {
        Place::Folder { path, .. } => path.strip_suffix('/'),
        Place::File(_) => None,
    });
    let near = nearest_tail(folder, folders).filter(|_| !id.is_empty())?;
    Some(format!("{near}/{id}.toml"))
}

/// The path whose last part is nearest to that of `written`; of several, one in the same folder.
fn nearest_tail<'p>(written: &str, paths: impl Iterator<Item = &'p str>) -> Option<&'p str> {
    let split = |path: &'p str| path.rsplit_once('/');
    let (folder, tail) = written.rsplit_once('/')?;
    let mut known: Vec<(&str, &str, &str)> =
        paths.filter_map(|path| split(path).map(|(folder, tail)| (folder, tail, path))).collect();
    known.sort_by_key(|(other, ..)| *other != folder);
    let near = nearest(tail, known.iter().map(|(_, tail, _)| *tail))?;
    known.into_iter().find(|(_, tail, _)| *tail == near).map(|(.., path)| path)
}

fn places() -> impl Iterator<Item = &'static str> {
    Kind::ALL.into_iter().map(|kind| match kind.place() {
        Place::File(path) | Place::Folder { path, .. } => path,
    })
}

fn is_picture(extension: &str) -> bool {
    const PICTURES: [&str; 9] = ["jpg", "jpeg", "png", "webp", "avif", "gif", "heic", "tif", "tiff"];
    PICTURES.contains(&extension.to_ascii_lowercase().as_str())
}
