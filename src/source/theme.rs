//! The theme in the binary: the file for each of `templates/` and `components/` that a project doesn't have.

use std::sync::LazyLock;

/// The prefix of the path of a file of the theme.
pub const PREFIX: &str = "theme:";

/// Files of a theme, in the order of their names.
pub(super) type ThemeFiles = &'static [ThemeFile];

/// A file of the theme: its name, which is [`PREFIX`] and its path, and its content.
pub(super) type ThemeFile = (&'static str, &'static [u8]);

pub(super) fn files() -> ThemeFiles {
    static FILES: LazyLock<Vec<ThemeFile>> =
        LazyLock::new(|| include!(concat!(env!("OUT_DIR"), "/theme.rs")));
    &FILES
}

/// The files of the theme as they are now, in a program for development.
#[cfg(not(theme_inside))]
fn read_from_disk(folders: &[&str], left_out: &[&str]) -> Vec<ThemeFile> {
    let mut files: Vec<ThemeFile> = Vec::new();
    for (path, bytes) in repository_files(folders) {
        if !left_out.contains(&path.as_str()) {
            files.push((format!("{PREFIX}{path}").leak(), bytes.leak()));
        }
    }
    files
}

/// The files below these folders of the repository that this program was compiled from, by their paths.
#[cfg(not(theme_inside))]
pub fn repository_files(folders: &[&str]) -> Vec<(String, Vec<u8>)> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in folders {
        let walk = walkdir::WalkDir::new(root.join(folder)).into_iter();
        let visible = walk.filter_entry(|entry| !entry.file_name().to_string_lossy().starts_with('.'));
        for entry in visible.filter_map(Result::ok).filter(|entry| entry.file_type().is_file()) {
            if let Ok(bytes) = std::fs::read(entry.path()) {
                files.push((crate::source::paths::relative(root, entry.path()), bytes));
            }
        }
    }
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

/// The theme's own template of this name, such as `layout.html`, even if a project has another in its place.
pub fn template(name: &str) -> Option<&'static str> {
    text(&format!("templates/{name}"))
}
