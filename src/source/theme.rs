//! The theme in the binary: what stands for each file of `templates/` and `components/` that a project doesn't have.

/// What comes before the path of a file of the theme.
pub const PREFIX: &str = "theme:";

/// Files of a theme, in the order of their names.
pub(super) type ThemeFiles = &'static [ThemeFile];

/// A file of the theme: its name, which is [`PREFIX`] and its path, and what it holds.
pub(super) type ThemeFile = (&'static str, &'static [u8]);

/// All files of the theme.
pub(super) const FILES: ThemeFiles = include!(concat!(env!("OUT_DIR"), "/theme.rs"));

/// The path by which a project has a file in the place of the theme's.
pub(super) fn path(name: &'static str) -> &'static str {
    name.strip_prefix(PREFIX).unwrap_or(name)
}

/// The file of this path.
pub(super) fn at(files: ThemeFiles, path: &str) -> Option<ThemeFile> {
    let place = files.binary_search_by(|(name, _)| self::path(name).cmp(path)).ok()?;
    files.get(place).copied()
}

/// The paths of the theme's files in `folder`.
pub fn names_below(folder: &str) -> Vec<&'static str> {
    let is_below = |path: &&str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    paths().filter(is_below).collect()
}

/// The paths of all files of the theme, in their order.
pub fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| path(name))
}

/// The theme's file at this path, such as `templates/layout.html`.
pub fn bytes(path: &str) -> Option<&'static [u8]> {
    at(FILES, path).map(|(_, bytes)| bytes)
}

/// The theme's text at this path.
pub fn text(path: &str) -> Option<&'static str> {
    str::from_utf8(bytes(path)?).ok()
}

/// The theme's own template of this name, such as `layout.html`, whatever a project has in its place.
pub fn template(name: &str) -> Option<&'static str> {
    text(&format!("templates/{name}"))
}

#[cfg(test)]
mod tests {
    use super::{FILES, at, names_below, template};

    #[test]
    fn files_are_found_by_path_and_folder() {
        assert!(FILES.is_sorted_by_key(|(name, _)| *name));
        assert_eq!(
            at(FILES, "templates/layout.html").map(|(name, _)| name),
            Some("theme:templates/layout.html")
        );
        assert_eq!(at(FILES, "templates/layout"), None);
        assert!(at(FILES, "components/README.md").is_none());
        assert!(names_below("templates/types").len() > 1);
        assert!(names_below("templates/layout").is_empty());
        assert!(template("layout.html").is_some_and(|text| text.contains("{% block content %}")));
    }
}
