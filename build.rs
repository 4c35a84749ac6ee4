//! Puts into the binary what isn't Rust: the files of the theme, and its islands if they were bundled.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    process::Command,
};

/// The folders of the theme.
const FOLDERS: [&str; 2] = ["templates", "components"];

/// Files that are for those who work on the theme: a bundle has a package of its own around it, and each project has types of
/// its own.
const LEFT_OUT: [&str; 3] = ["components/README.md", "components/package.json", "components/types.ts"];

fn main() -> io::Result<()> {
    let root = folder("CARGO_MANIFEST_DIR")?;
    println!("cargo::rustc-check-cfg=cfg(theme_inside)");
    embed_theme(&root)?;
    embed_bundles(&root)?;
    embed_starters(&root)?;
    name_build(&root);
    hash_cached_code(&root)
}

/// Writes what makes the table of the theme's files. A program for development reads them from disk, so that an edit of
/// a template compiles nothing.
fn embed_theme(root: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let table = folder("OUT_DIR")?.join("theme.rs");
    if is_for_development() {
        return fs::write(table, format!("read_from_disk(&{FOLDERS:?}, &{LEFT_OUT:?})\n"));
    }
    let mut paths = Vec::new();
    for name in FOLDERS {
        println!("cargo::rerun-if-changed={name}");
        collect(&root.join(name), name, &mut paths)?;
    }
    paths.retain(|path| !LEFT_OUT.contains(&path.as_str()));
    paths.sort();
    let rows: String = paths.iter().map(|path| row(&format!("theme:{path}"), path)).collect();
    println!("cargo::rustc-cfg=theme_inside");
    fs::write(table, format!("vec![\n{rows}]\n"))
}

/// A row of a table of files: the name of one, and what is at this path of the repository.
fn row(name: &str, path: &str) -> String {
    let place = format!("/{path}");
    format!("    ({name:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {place:?}))),\n")
}

/// Puts into `GYMPRESS_CACHED_CODE` a hash of the code whose results are cached, so that none made by other code is used.
fn hash_cached_code(root: &Path) -> io::Result<()> {
    let (mut paths, mut hasher) = (Vec::new(), DefaultHasher::new());
    for folder in ["crates/pixels/src", "src/assets/pictures", "src/islands"] {
        println!("cargo::rerun-if-changed={folder}");
        collect(&root.join(folder), folder, &mut paths)?;
    }
    paths.sort();
    // With the versions of the encoders.
    println!("cargo::rerun-if-changed=Cargo.lock");
    paths.push("Cargo.lock".to_owned());
    for path in paths {
        fs::read(root.join(path))?.hash(&mut hasher);
    }
    println!("cargo::rustc-env=GYMPRESS_CACHED_CODE={:016x}", hasher.finish());
    Ok(())
}

/// True for a program that reads what changes often from disk.
fn is_for_development() -> bool {
    env::var_os("PROFILE").is_some_and(|profile| profile == "debug")
}

/// Puts into `GYMPRESS_BUILD` what `--version` prints besides the number. The commit is named in binaries that are
/// released only: looking for it in all others would compile them again after each commit.
fn name_build(root: &Path) {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
        let said = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
        Some(said.trim().to_owned())
    };
    let is_release = env::var_os("PROFILE").is_some_and(|profile| profile == "release");
    let commit = is_release.then(|| git(&["rev-parse", "--short=10", "HEAD"])).flatten();
    if commit.is_some()
        && let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
    {
        println!("cargo::rerun-if-changed={}", root.join(log).display());
    }
    let commit = match (commit, is_release) {
        (Some(commit), _) => format!("commit {commit}"),
        (None, true) => "unknown commit".to_owned(),
        (None, false) => "for development".to_owned(),
    };
    let bundles = match env::var_os(BUNDLES).is_some_and(|folder| !folder.is_empty()) {
        true => "with islands inside",
        false => "without islands inside: esbuild bundles them",
    };
    println!("cargo::rustc-env=GYMPRESS_BUILD={commit}, {bundles}");
    // What `gympress init --host` writes takes gympress from there.
    println!("cargo::rerun-if-env-changed={REPOSITORY}");
    let named = || env::var(REPOSITORY).ok().filter(|name| !name.is_empty());
    let in_cargo = || at_github(&env::var("CARGO_PKG_REPOSITORY").ok()?);
    let cloned_from = || {
        if let Some(config) = git(&["rev-parse", "--git-path", "config"]) {
            println!("cargo::rerun-if-changed={}", root.join(config).display());
        }
        at_github(&git(&["remote", "get-url", "origin"])?)
    };
    let repository = named().or_else(in_cargo).or_else(cloned_from);
    println!("cargo::rustc-env={REPOSITORY}={}", repository.as_deref().unwrap_or("OWNER/gympress"));
}

/// The repository that an address at GitHub names, such as `git@github.com:someone/gympress.git`.
fn at_github(address: &str) -> Option<String> {
    let (_, path) = address.trim().split_once("github.com")?;
    let path = path.trim_start_matches([':', '/']).trim_end_matches('/');
    let (account, name) = path.trim_end_matches(".git").split_once('/')?;
    let is_plain = |part: &str| !part.is_empty() && !part.contains(['/', '?', '#', '@']);
    (is_plain(account) && is_plain(name)).then(|| format!("{account}/{name}"))
}

/// The variable that names the repository at GitHub from which a binary is released.
const REPOSITORY: &str = "GYMPRESS_REPOSITORY";

/// Writes the table of the projects to start from, `starters/`, with the pictures that each names in `pictures.txt`. The
/// shipped gym is among them, but in a program for development, which reads it from disk: it changes often.
fn embed_starters(root: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed=starters");
    let mut paths = Vec::new();
    collect(&root.join("starters"), "starters", &mut paths)?;
    let mut files: Vec<(String, String)> = Vec::new();
    for path in &paths {
        let name = path.trim_start_matches("starters/");
        match name.strip_suffix("/pictures.txt") {
            Some(starter) => files.extend(pictures(root, starter, &fs::read_to_string(root.join(path))?)),
            None => files.push((name.to_owned(), path.clone())),
        }
    }
    if !is_for_development() {
        println!("cargo::rerun-if-changed=content");
        let mut content = Vec::new();
        collect(&root.join("content"), "content", &mut content)?;
        files.extend(content.into_iter().map(|path| (format!("shipped/en/{path}"), path)));
    }
    files.sort();
    let rows: String = files.iter().map(|(name, path)| row(name, path)).collect();
    fs::write(folder("OUT_DIR")?.join("starters.rs"), format!("&[\n{rows}]\n"))
}

/// The pictures of a starter, which are those of the shipped gym.
fn pictures(root: &Path, starter: &str, names: &str) -> Vec<(String, String)> {
    let place = |name: &str| {
        let path = format!("content/images/{name}");
        println!("cargo::rerun-if-changed={}", root.join(&path).display());
        (format!("{starter}/pictures/content/images/{name}"), path)
    };
    names.lines().map(place).collect()
}

/// The variable that names the folder with the bundles.
const BUNDLES: &str = "GYMPRESS_BUNDLES";

/// What the folder of the bundles holds: the theme's islands, the app of the editor, and the licences of all that is in the
/// binary.
const PARTS: [&str; 3] = ["islands", "editor", "licences"];

/// Copies what was bundled; each part is empty unless [`BUNDLES`] names the folder.
fn embed_bundles(root: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-env-changed={BUNDLES}");
    println!("cargo::rustc-check-cfg=cfg(bundled)");
    let bundles = env::var_os(BUNDLES).filter(|folder| !folder.is_empty());
    if bundles.is_some() {
        println!("cargo::rustc-cfg=bundled");
    }
    for part in PARTS {
        let mut bytes = Vec::new();
        if let Some(bundles) = &bundles {
            let path = root.join(bundles).join(part);
            println!("cargo::rerun-if-changed={}", path.display());
            bytes =
                fs::read(&path).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
        }
        fs::write(folder("OUT_DIR")?.join(part), bytes)?;
    }
    Ok(())
}

fn folder(variable: &str) -> io::Result<PathBuf> {
    let folder = env::var_os(variable).map(PathBuf::from);
    folder.ok_or_else(|| io::Error::other(format!("{variable} isn't set")))
}

/// Adds the paths of all files in `folder`, which has the path `relative`, without hidden ones.
fn collect(folder: &Path, relative: &str, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string();
        let name = name.map_err(|name| io::Error::other(format!("{} is no UTF-8", name.display())))?;
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{relative}/{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}
