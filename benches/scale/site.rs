//! The synthetic site: the shipped one with as many posts as one likes, the same each time.

#[cfg(unix)]
pub use std::os::unix::fs::symlink;
#[cfg(windows)]
pub use std::os::windows::fs::symlink_dir as symlink;
use std::{
    cell::Cell,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::{post, proportions::Proportions};

pub struct Synthetic {
    folder: TempDir,
    edits: Cell<usize>,
}

/// A folder that is gone when dropped: in memory where there is such a disk, as others take their time.
pub fn folder() -> TempDir {
    let shared_memory = Path::new("/dev/shm");
    match shared_memory.is_dir() {
        true => TempDir::new_in(shared_memory).unwrap(),
        false => TempDir::new().unwrap(),
    }
}

/// The folder of the shipped site's second language, and the table that names it.
const TRANSLATED: &str = "sw";
const LANGUAGE: &str = "[[translation]]\nlanguage = \"sw-KE\"\n";

/// Makes the project in `folder`.
pub fn write(of: &Proportions, folder: &Path) {
    copy_shipped(folder);
    let content = folder.join("content");
    // In one language, as that of the others is.
    fs::remove_dir_all(content.join(TRANSLATED)).unwrap();
    let site = fs::read_to_string(content.join("site.toml")).unwrap();
    assert!(site.contains(LANGUAGE), "the shipped site has a second language");
    fs::write(content.join("site.toml"), site.replace(LANGUAGE, "")).unwrap();
    // As the other generators have it.
    for (file, key) in [("blog.toml", "per_page"), ("pages/blog.toml", "size")] {
        let text = fs::read_to_string(content.join(file)).unwrap();
        let shipped = format!("\n{key} = 7\n");
        assert!(text.contains(&shipped), "the shipped blog has pages of seven posts");
        fs::write(content.join(file), text.replace(&shipped, &format!("\n{key} = 10\n"))).unwrap();
    }
    of.extend(&content);
    for post in post::posts(of) {
        fs::write(content.join(format!("posts/{}.toml", post.name)), post.toml()).unwrap();
    }
}

fn copy_shipped(folder: &Path) {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR"));
    for part in ["content", "templates", "components"] {
        copy(part, folder);
    }
    // A project's components are bundled by the esbuild that is installed in it.
    symlink(shipped.join("node_modules"), folder.join("node_modules")).unwrap();
}

/// Copies a folder of the shipped site.
fn copy(part: &str, folder: &Path) {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in WalkDir::new(shipped.join(part)).into_iter().map(Result::unwrap) {
        let to = folder.join(entry.path().strip_prefix(shipped).unwrap());
        match entry.file_type().is_dir() {
            true => fs::create_dir_all(to).unwrap(),
            false => fs::copy(entry.path(), to).map(drop).unwrap(),
        }
    }
}

/// The number of HTML files in a folder.
pub fn pages(folder: &Path) -> usize {
    let files = WalkDir::new(folder).into_iter().map(Result::unwrap);
    files.filter(|file| file.path().extension().is_some_and(|extension| extension == "html")).count()
}

impl Synthetic {
    pub fn new(of: &Proportions) -> Self {
        let site = Self { folder: folder(), edits: Cell::new(0) };
        write(of, site.folder.path());
        site
    }

    /// The same with the second language of the shipped site: its pages, classes and few posts.
    pub fn in_two_languages(of: &Proportions) -> Self {
        let site = Self::new(of);
        copy(&format!("content/{TRANSLATED}"), site.folder.path());
        let file = site.path("content/site.toml");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(file, format!("{text}\n{LANGUAGE}")).unwrap();
        site
    }

    /// The same with every post in the second language.
    pub fn whole_in_two_languages(of: &Proportions) -> Self {
        let site = Self::in_two_languages(of);
        let folder = site.path(format!("content/{TRANSLATED}/posts"));
        for post in post::posts(of) {
            fs::write(folder.join(format!("{}.toml", post.name)), post.translation()).unwrap();
        }
        site
    }

    /// A path within the project.
    pub fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(path)
    }

    /// A post that is edited.
    fn edited(&self) -> PathBuf {
        self.path("content/posts/post-7.toml")
    }

    /// Gives pages the layout that the other generators have for theirs.
    pub fn lay_out_as_others(&self) {
        let layout = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/scale/peers/gympress");
        let files = WalkDir::new(&layout).into_iter().map(Result::unwrap);
        for file in files.filter(|entry| entry.file_type().is_file()) {
            fs::copy(file.path(), self.path(file.path().strip_prefix(&layout).unwrap())).unwrap();
        }
    }

    /// Takes away the output folder. The cache of bundles and pictures stays.
    pub fn clear(&self) {
        let _ = fs::remove_dir_all(self.path("dist"));
    }

    /// Changes a word of one post.
    pub fn edit(&self) {
        self.edits.set(self.edits.get() + 1);
        let text = fs::read_to_string(self.edited()).unwrap();
        let (head, _) = text.split_once("\n'''\n").unwrap();
        let head = head.split("\nEdit ").next().unwrap();
        fs::write(self.edited(), format!("{head}\nEdit {}.\n'''\n", self.edits.get())).unwrap();
    }

    pub fn gympress(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gympress"));
        command.args(arguments);
        if arguments.first().is_some_and(|first| !first.starts_with('-')) {
            command.arg("--root").arg(self.folder.path());
        }
        command
    }

    /// Seconds that it takes to write the published files once more. Each is read before and removed after it is
    /// written, outside of the time, so that a large site isn't in memory twice.
    pub fn write_plainly(&self) -> f64 {
        let (out, to) = (self.path("dist"), self.path("plain"));
        let entries = WalkDir::new(&out).into_iter().map(Result::unwrap);
        let mut took = Duration::ZERO;
        for entry in entries.filter(|entry| entry.file_type().is_file()) {
            let bytes = fs::read(entry.path()).unwrap();
            let path = to.join(entry.path().strip_prefix(&out).unwrap());
            let start = Instant::now();
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &bytes).unwrap();
            took += start.elapsed();
            fs::remove_file(path).unwrap();
        }
        fs::remove_dir_all(&to).unwrap();
        took.as_secs_f64()
    }
}
