//! Paths of files: without `.` and `..`, and with `/` between their parts on every system.

use std::path::{Component, Path, PathBuf};

/// `path`, which needn't exist, without `.` and `..`. Links aren't followed. A `..` that leads out of a relative path stays.
#[must_use]
pub fn normalize_lexically(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => match normal.components().next_back() {
                Some(Component::Normal(_)) => drop(normal.pop()),
                Some(Component::RootDir | Component::Prefix(_)) => {}
                Some(Component::ParentDir | Component::CurDir) | None => normal.push(part),
            },
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => normal.push(part),
        }
    }
    normal
}

/// The file that the one at `path` names relative to itself.
#[must_use]
pub fn resolve(path: &str, named: &str) -> String {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    to_slash(&normalize_lexically(&folder.join(named)))
}

/// `path` below `root`, with `/` between its parts.
#[must_use]
pub fn relative(root: &Path, path: &Path) -> String {
    to_slash(path.strip_prefix(root).unwrap_or(path))
}

/// `path` with `/` between its parts.
#[must_use]
pub fn to_slash(path: &Path) -> String {
    let path = path.to_string_lossy();
    if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() }
}

/// The ending of the file's name behind its last dot; empty without a dot.
#[must_use]
pub fn extension(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// True for a path with `/` between its parts of which none is empty, `.` or `..`, so that it leads nowhere else.
#[must_use]
pub fn is_normal(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// True for an address within a site: lower-case letters, digits and `-._~` between single slashes.
pub fn is_address(path: &str) -> bool {
    path.starts_with('/')
        && !path.contains("//")
        && path.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "/-._~".contains(c))
        && (path == "/" || is_normal(path.trim_matches('/')))
}
