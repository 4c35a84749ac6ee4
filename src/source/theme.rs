//! The theme in the binary: what stands for each file of `templates/` and `components/` that a project doesn't have.

use std::sync::LazyLock;

/// What comes before the path of a file of the theme.
pub const PREFIX: &str = "theme:";

/// Files of a theme, in the order of their names.
pub(super) type ThemeFiles = &'static [ThemeFile];

/// A file of the theme: its name, which is [`PREFIX`] and its path, and what it holds.
pub(super) type ThemeFile = (&'static str, &'static [u8]);

pub(super) fn files() -> ThemeFiles {
    static FILES: LazyLock<Vec<ThemeFile>> =
        LazyLock::new(|| include!(concat!(env!("OUT_DIR"), "/theme.rs")));
    &FILES
}

/// The files of the theme as they are now, in a program for development.
#[cfg(not(theme_inside))]
fn read_from_disk(folders: &[&str], left_out: &[&str]) -> Vec<ThemeFile> {
    let files = repository_files(folders).into_iter();
    let kept = files.filter(|(path, _)| !left_out.contains(&path.as_str()));
    kept.map(|(path, bytes)| -> ThemeFile { (format!("{PREFIX}{path}").leak(), bytes.leak()) }).collect()
}

/// The files below these folders of the repository that this program was compiled from, by their paths.
#[cfg(not(theme_inside))]
pub fn repository_files(folders: &[&str]) -> Vec<(String, Vec<u8>)> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let below = |folder: &&str| {
        let is_shown = |entry: &walkdir::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
        walkdir::WalkDir::new(root.join(folder)).into_iter().filter_entry(is_shown).filter_map(Result::ok)
    };
    let read = |entry: walkdir::DirEntry| {
        let path = crate::source::paths::to_slash(entry.path().strip_prefix(root).ok()?);
        let is_file = entry.file_type().is_file();
        Some((path, std::fs::read(entry.path()).ok().filter(|_| is_file)?))
    };
    let mut files: Vec<(String, Vec<u8>)> = folders.iter().flat_map(below).filter_map(read).collect();
    files.sort_unstable();
    files
}

/// The path by which a project has a file in the place of the theme's.
pub(super) fn path(name: &'static str) -> &'static str {
    name.strip_prefix(PREFIX).unwrap_or(name)
}

pub(super) fn at(files: ThemeFiles, path: &str) -> Option<ThemeFile> {
    let place = files.binary_search_by(|(name, _)| self::path(name).cmp(path)).ok()?;
    files.get(place).copied()
}

/// The paths of all files of the theme, in their order.
pub fn paths() -> impl Iterator<Item = &'static str> {
    files().iter().map(|(name, _)| path(name))
}

/// The theme's file at this path, such as `templates/layout.html`.
pub fn bytes(path: &str) -> Option<&'static [u8]> {
    at(files(), path).map(|(_, bytes)| bytes)
}

/// The theme's text at this path.
pub fn text(path: &str) -> Option<&'static str> {
    str::from_utf8(bytes(path)?).ok()
}

/// The theme's own template of this name, such as `layout.html`, whatever a project has in its place.
pub fn template(name: &str) -> Option<&'static str> {
    text(&format!("templates/{name}"))
}
