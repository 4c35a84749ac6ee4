//! The list of the files in the folders of a project.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

use super::{FOLDERS, STATIC, theme::ThemeFile};
use crate::source::paths;

/// A file of a project, or something that can't be read as a file.
pub(super) struct ListedFile {
    /// Relative to the root, with `/` between its parts.
    pub path: String,
    /// The place to read it from, or the reason why it can't be read.
    pub origin: Result<FileOrigin, Unreadable>,
}

/// The reason why a file can't be read, and advice on what to do.
pub(super) struct Unreadable {
    pub reason: String,
    pub help: &'static str,
}

impl Unreadable {
    pub fn new(reason: impl Into<String>) -> Self {
        let help = "check that the file exists and that its permissions let you read it";
        Self { reason: reason.into(), help }
    }
}

/// The files in the folders of a project.
#[derive(Default)]
pub(super) struct Listing {
    pub files: Vec<ListedFile>,
    /// True if a folder or file is a link, so that some files may have two paths.
    pub has_links: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum FileOrigin {
    Disk(PathBuf),
    Theme(ThemeFile),
}

/// All files of the project in `root`, without hidden ones.
pub(super) fn list(root: &Path) -> Listing {
    // `content` itself may be a link to another folder.
    let places = FOLDERS.iter().map(|folder| root.join(folder)).chain([root.to_owned()]);
    let inside: Vec<PathBuf> = places.filter_map(|place| dunce::canonicalize(place).ok()).collect();
    let mut listing = Listing::default();
    for folder in FOLDERS {
        let start = root.join(folder);
        if start.symlink_metadata().is_err() {
            continue;
        }
        let mut walk = WalkDir::new(&start).follow_links(true).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    if !error.path().is_some_and(is_hidden) {
                        let path = error.path().map(|path| paths::relative(root, path));
                        let path = path.unwrap_or_else(|| folder.to_owned());
                        let origin = Err(unreadable_entry(&error, &inside));
                        listing.files.push(ListedFile { path, origin });
                    }
                    continue;
                }
            };
            let is_folder = entry.file_type().is_dir();
            listing.has_links |= entry.path_is_symlink();
            if entry.depth() > 0 && is_hidden(entry.path()) {
                if is_folder {
                    walk.skip_current_dir();
                }
                if let Some(path) = in_icloud(entry.path()) {
                    let reason =
                        "it is in iCloud, and not on this machine: choose \"Download Now\" in Finder";
                    listing.files.push(ListedFile {
                        path: paths::relative(root, &path),
                        origin: Err(Unreadable::new(reason)),
                    });
                }
                continue;
            }
            let path = paths::relative(root, entry.path());
            if is_generated(&path) {
                continue;
            }
            let link = if entry.path_is_symlink() { unreadable_link(entry.path(), &inside) } else { None };
            let unreadable = match link {
                Some(unreadable) => {
                    if is_folder {
                        walk.skip_current_dir();
                    }
                    Some(unreadable)
                }
                None if is_folder && !is_text(&path) => continue,
                None if is_folder => Some(Unreadable::new("it is a folder")),
                None if entry.depth() == 0 => Some(Unreadable::new("it is a file, where a folder is needed")),
                None if entry.file_type().is_file() || entry.path_is_symlink() => None,
                // Reading a pipe would wait for the program that writes into it.
                None => Some(Unreadable::new("it is no regular file")),
            };
            listing.files.push(ListedFile {
                path,
                origin: unreadable.map_or(Ok(FileOrigin::Disk(entry.into_path())), Err),
            });
        }
    }
    listing
}

/// The reason why an entry of a folder can't be read.
fn unreadable_entry(error: &walkdir::Error, inside: &[PathBuf]) -> Unreadable {
    if let Some(unreadable) = error.path().and_then(|path| unreadable_link(path, inside)) {
        return unreadable;
    }
    // The error's own text has the path too, which is in the message already and not the same on every machine.
    let reason = error.io_error().map(ToString::to_string);
    Unreadable::new(reason.unwrap_or_else(|| "it leads back to itself".to_owned()))
}

/// The reason why the target of a link can't be read: it is outside of the places `inside`, isn't there, or is the link
/// itself. Returns `None` for any other link, and for a path that is no link.
fn unreadable_link(path: &Path, inside: &[PathBuf]) -> Option<Unreadable> {
    let named = fs::read_link(path).ok()?;
    let (reason, help) = match dunce::canonicalize(path) {
        Ok(target) if inside.iter().any(|place| target.starts_with(place)) => return None,
        Ok(target) => (
            format!("it is a link to {}, outside of the project", target.display()),
            "put a copy of what it leads to in the place of the link: other machines don't have what is outside",
        ),
        Err(error) if error.kind() == ErrorKind::NotFound => (
            format!("it is a link to {}, where nothing is", named.display()),
            "put the file itself in the place of the link, or remove the link",
        ),
        Err(error) => (
            format!("it is a link to {}: {error}", named.display()),
            "put the file itself in the place of the link, or remove the link",
        ),
    };
    Some(Unreadable { reason, help })
}

/// True for a path that is never part of a project.
pub(super) fn is_left_out(path: &str) -> bool {
    let is_hidden = Path::new(path).iter().any(|part| is_hidden(Path::new(part)));
    is_generated(path) || is_hidden && in_icloud(Path::new(path)).is_none()
}

/// True for leftovers of programs, and for names that begin with a dot, except those that web hosts look for.
fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && ![".well-known", ".htaccess"].contains(&&*name) || is_leftover(&name)
}

/// True for the names of files that editors and systems keep for themselves, or for a moment: backups, locks of open files,
/// thumbnails, unfinished downloads, and what macOS saves beside a file, such as `site.toml.sb-97e2d9a1-iKwlCC`.
pub fn is_leftover(name: &str) -> bool {
    const NAMES: [&str; 14] = [
        "4913",
        "thumbs.db",
        "ehthumbs.db",
        "ehthumbs_vista.db",
        "desktop.ini",
        "icon\r",
        "__macosx",
        "@eadir",
        "#recycle",
        "#snapshot",
        "$recycle.bin",
        "system volume information",
        "lost+found",
        "node_modules",
    ];
    const ENDINGS: [&str; 22] = [
        "~",
        ".bak",
        ".backup",
        ".old",
        ".orig",
        ".rej",
        ".save",
        ".swp",
        ".swo",
        ".swn",
        ".kate-swp",
        ".crswap",
        ".tmp",
        ".temp",
        ".part",
        ".partial",
        ".filepart",
        ".download",
        ".crdownload",
        ".autosave",
        "___jb_tmp___",
        "___jb_old___",
    ];
    let lower = name.to_lowercase();
    is_of_sed(name)
        || NAMES.contains(&&*lower)
        || ENDINGS.iter().any(|ending| lower.ends_with(ending))
        || name.starts_with("~$")
        || name.len() > 1 && name.starts_with('#') && name.ends_with('#')
        || name.rsplit_once(".sb-").is_some_and(|(_, rest)| !rest.contains('.'))
}

/// True for the copies that `sed -i` makes, such as `sedKdX3hp`.
fn is_of_sed(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("sed") else { return false };
    rest.len() == 6
        && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && rest.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// The path of the file that a placeholder of iCloud stands for on older systems, such as `.boxing.jpg.icloud`.
fn in_icloud(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?.strip_prefix('.')?.strip_suffix(".icloud")?;
    Some(path.with_file_name(name))
}

/// True for the TypeScript types of islands, which are generated.
pub fn is_generated(path: &str) -> bool {
    path == "components/types.ts"
}

/// True for the path of a text that belongs to a project if it is there.
pub fn is_project_text(path: &str) -> bool {
    let is_in_project = FOLDERS.iter().any(|folder| {
        path.strip_prefix(folder).and_then(|rest| rest.strip_prefix("/")).is_some_and(paths::is_normal)
    });
    let has_hidden_part = path.split('/').any(|part| is_hidden(Path::new(part)));
    is_in_project && !has_hidden_part && is_text(path) && !is_generated(path)
}

/// True for files that are never read as text, whatever their names: pictures, fonts and static files.
pub(super) fn is_raw(path: &str) -> bool {
    ["content/images/", "content/fonts/", "content/films/", STATIC]
        .iter()
        .any(|folder| path.starts_with(folder))
}

/// True for the names of texts, and for misspelled ones.
pub(super) fn is_text(path: &str) -> bool {
    // The endings include all that esbuild bundles: bundles are cached by the hash of texts.
    const TEXT: [&str; 18] = [
        "toml", "html", "xml", "txt", "css", "svg", "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx",
        "json", "md", "yaml", "yml",
    ];
    if is_raw(path) {
        return false;
    }
    let extension = paths::extension(path);
    // "boxing.tml" is a misspelled name of a class or of a type. A backup of an editor ("boxing.toml~") is not.
    let may_be_toml = path.starts_with("content/") || path.starts_with("templates/");
    TEXT.contains(&extension) || may_be_toml && is_nearly_toml(extension)
}

/// True for `tml`, `TOML` and the like.
pub fn is_nearly_toml(extension: &str) -> bool {
    !extension.ends_with('~') && strsim::damerau_levenshtein(&extension.to_ascii_lowercase(), "toml") <= 1
}
