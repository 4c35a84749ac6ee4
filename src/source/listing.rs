//! Which files there are below a folder of the project.

use std::{
    fs,
    path::{Path, PathBuf},
};

use walkdir::{DirEntry, WalkDir};

use super::{FOLDERS, STATIC, overrides::is_generated, theme::ThemeFile};
use crate::paths;

/// A file that was found, or something in whose place none can be read.
pub(super) struct ListedFile {
    /// Relative to the root, with `/` between its parts.
    pub path: String,
    /// Where it is, or why it can't be read.
    pub place: Result<FileOrigin, String>,
}

/// Where a file is.
#[derive(Clone, Debug)]
pub(super) enum FileOrigin {
    Disk(PathBuf),
    Theme(ThemeFile),
}

/// The project's folder, and what counts as being inside of it.
pub(super) struct Territory<'a> {
    root: &'a Path,
    /// The root and its folders without links: `content` may be a link to another folder.
    inside: Vec<PathBuf>,
}

impl<'a> Territory<'a> {
    pub fn new(root: &'a Path) -> Self {
        let folders = FOLDERS.iter().map(|folder| root.join(folder));
        let inside = [root.to_owned()].into_iter().chain(folders);
        Self { root, inside: inside.filter_map(|place| dunce::canonicalize(place).ok()).collect() }
    }

    /// All files at or below `relative`, in the order of their paths, without hidden ones; none if
    /// nothing is there.
    pub fn list(&self, relative: &str) -> Vec<ListedFile> {
        let start = self.root.join(relative);
        let hidden = relative.split('/').any(is_hidden_name);
        if hidden || fs::symlink_metadata(&start).is_err() {
            return Vec::new();
        }
        if let Some(reason) = self.outside_link(&start) {
            return vec![ListedFile { path: relative.to_owned(), place: Err(reason) }];
        }
        // Following links takes another system call for each file, and most projects have none.
        let listed = self.walk(relative, &start, false).or_else(|| self.walk(relative, &start, true));
        let mut listed = listed.unwrap_or_default();
        listed.retain(|file| !is_generated(&file.path));
        listed
    }

    /// All files at or below `start`. Returns `None` if there is a link and links aren't to be followed.
    fn walk(&self, relative: &str, start: &Path, follow_links: bool) -> Option<Vec<ListedFile>> {
        let mut listed = Vec::new();
        let mut walk = WalkDir::new(start).follow_links(follow_links).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            let found = match entry {
                Ok(entry) if is_hidden(&entry) => {
                    skip(&entry, &mut walk);
                    continue;
                }
                Ok(entry) if entry.path_is_symlink() && !follow_links => return None,
                Ok(entry) => {
                    let outside = entry.path_is_symlink().then(|| self.outside_link(entry.path())).flatten();
                    if outside.is_some() {
                        skip(&entry, &mut walk);
                    } else if entry.file_type().is_dir()
                        && !is_text(&paths::relative(self.root, entry.path()))
                    {
                        continue;
                    }
                    // Reading a pipe would wait for whoever writes into it.
                    let other = match entry.file_type() {
                        kind if kind.is_dir() => Some("it is a folder"),
                        kind if kind.is_file() || kind.is_symlink() => None,
                        _ => Some("it is no regular file"),
                    };
                    let file_for_folder = (FOLDERS.contains(&relative) && entry.depth() == 0)
                        .then_some("it is a file, where a folder is needed");
                    let refused = outside.or(other.or(file_for_folder).map(str::to_owned));
                    let path = paths::relative(self.root, entry.path());
                    ListedFile {
                        path,
                        place: refused.map_or_else(|| Ok(FileOrigin::Disk(entry.into_path())), Err),
                    }
                }
                Err(error) => {
                    let path = error
                        .path()
                        .map_or_else(|| relative.to_owned(), |path| paths::relative(self.root, path));
                    // Without the path, which is in the message already and not the same on every machine.
                    let reason =
                        error.io_error().map_or("it leads back to itself".to_owned(), ToString::to_string);
                    ListedFile { path, place: Err(reason) }
                }
            };
            listed.push(found);
        }
        Some(listed)
    }

    /// Why `path` isn't read, if it is a link to a file or folder outside of the project.
    fn outside_link(&self, path: &Path) -> Option<String> {
        // A broken link is reported when it is read.
        let target = dunce::canonicalize(path).ok()?;
        let inside = self.inside.iter().any(|place| target.starts_with(place));
        (!inside).then(|| format!("it is a link to {}, outside of the project", target.display()))
    }
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && is_hidden_name(&entry.file_name().to_string_lossy())
}

/// True for names that begin with a dot, but for the folder in which hosts of the web look for files about a site.
fn is_hidden_name(name: &str) -> bool {
    name.starts_with('.') && name != ".well-known"
}

fn skip(entry: &DirEntry, walk: &mut walkdir::IntoIter) {
    if entry.file_type().is_dir() {
        walk.skip_current_dir();
    }
}

/// True for what is never read as text, whatever its name.
pub(super) fn is_raw(path: &str) -> bool {
    ["content/images/", "content/fonts/", STATIC].iter().any(|folder| path.starts_with(folder))
}

/// True for the names of texts, and for those that were meant to be.
pub(super) fn is_text(path: &str) -> bool {
    // Among them all that esbuild bundles: bundles are cached by the hash of texts.
    const TEXT: [&str; 18] = [
        "toml", "html", "xml", "txt", "css", "svg", "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx",
        "json", "md", "yaml", "yml",
    ];
    let extension = paths::extension(path);
    // "boxing.tml" is a misspelled name of a class or of a type. What editors leave behind ("boxing.toml~") is not.
    let is_misspelled =
        || (path.starts_with("content/") || path.starts_with("templates/")) && is_nearly_toml(extension);
    !is_raw(path) && (TEXT.contains(&extension) || is_misspelled())
}

/// True for `tml`, `TOML` and the like.
pub fn is_nearly_toml(extension: &str) -> bool {
    !extension.ends_with('~') && strsim::damerau_levenshtein(&extension.to_ascii_lowercase(), "toml") <= 1
}

#[cfg(test)]
mod tests {
    use super::is_text;

    #[test]
    fn what_esbuild_bundles_is_a_text() {
        for extension in ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "json", "css"] {
            assert!(is_text(&format!("components/parts/clock.{extension}")), "{extension}");
        }
        assert!(!is_text("components/parts/clock.wasm") && !is_text("content/images/sign.svg"));
    }
}
