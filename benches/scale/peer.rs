//! Other generators on the same blog: the same posts, a layout with navigation, sidebar and footer, pages of ten
//! posts, categories, tags, a feed and a sitemap. What of them is installed is measured.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::{post, proportions::Proportions, site::folder};

/// A generator, and how its site is laid out.
struct Kind {
    name: &'static str,
    /// Where it is in the folder that it was installed into.
    program: &'static str,
    /// Whether Node runs it.
    script: bool,
    arguments: &'static [&'static str],
    posts: &'static str,
    category: &'static str,
    tags: &'static str,
    /// What it writes, caches included.
    written: &'static [&'static str],
}

const KINDS: [Kind; 3] = [
    Kind {
        name: "hugo",
        program: "bin/hugo",
        script: false,
        arguments: &["--quiet"],
        posts: "content/posts",
        category: "categories",
        tags: "tags",
        written: &["public", "resources"],
    },
    Kind {
        name: "eleventy",
        program: "node_modules/@11ty/eleventy/cmd.cjs",
        script: true,
        arguments: &["--quiet"],
        posts: "posts",
        category: "category",
        tags: "topics",
        written: &["_site"],
    },
    Kind {
        name: "astro",
        program: "node_modules/.bin/astro",
        script: false,
        arguments: &["build", "--silent"],
        posts: "posts",
        category: "category",
        tags: "topics",
        written: &["dist", ".astro", ".cache"],
    },
];

/// An installed generator with its site.
pub struct Peer {
    kind: &'static Kind,
    program: PathBuf,
    folder: TempDir,
}

/// Those that are installed in `installed`, or that need no packages and are in the `PATH`, each with a site of these posts.
pub fn all(installed: Option<&Path>, of: &Proportions) -> Vec<Peer> {
    let installed = installed.map(|folder| fs::canonicalize(folder).unwrap());
    let program = |kind: &Kind| {
        let in_folder = installed.iter().map(|folder| folder.join(kind.program));
        let path = env::var_os("PATH").filter(|_| kind.program.starts_with("bin/")).unwrap_or_default();
        let in_path: Vec<PathBuf> = env::split_paths(&path).map(|folder| folder.join(kind.name)).collect();
        in_folder.chain(in_path).find(|program| program.is_file())
    };
    let there = KINDS.iter().filter_map(|kind| Some((kind, program(kind)?)));
    there.map(|(kind, program)| Peer::new(kind, program, installed.as_deref(), of)).collect()
}

impl Peer {
    fn new(kind: &'static Kind, program: PathBuf, installed: Option<&Path>, of: &Proportions) -> Self {
        let folder = folder();
        let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/scale/peers").join(kind.name);
        for entry in WalkDir::new(&template).min_depth(1).into_iter().map(Result::unwrap) {
            let to = folder.path().join(entry.path().strip_prefix(&template).unwrap());
            match entry.file_type().is_dir() {
                true => fs::create_dir(to).unwrap(),
                false => drop(fs::copy(entry.path(), to).unwrap()),
            }
        }
        if let Some(packages) = installed.map(|folder| folder.join("node_modules"))
            && packages.is_dir()
        {
            std::os::unix::fs::symlink(packages, folder.path().join("node_modules")).unwrap();
        }
        let to = folder.path().join(kind.posts);
        fs::create_dir_all(&to).unwrap();
        for post in post::posts(of) {
            fs::write(to.join(format!("{}.md", post.name)), post.markdown(kind.category, kind.tags)).unwrap();
        }
        Self { kind, program, folder }
    }

    pub fn name(&self) -> &'static str {
        self.kind.name
    }

    /// Takes away what it wrote.
    pub fn clear(&self) {
        for written in self.kind.written {
            let _ = fs::remove_dir_all(self.folder.path().join(written));
        }
    }

    pub fn build(&self) -> Command {
        let mut command = match self.kind.script {
            true => {
                let mut node = Command::new("node");
                node.arg(&self.program);
                node
            }
            false => Command::new(&self.program),
        };
        command
            .args(self.kind.arguments)
            .current_dir(self.folder.path())
            .env("ASTRO_TELEMETRY_DISABLED", "1");
        command
    }
}
