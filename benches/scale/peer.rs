//! Other generators on the same blog: the same posts, a layout with navigation, sidebar and footer, pages of ten
//! posts, categories, tags, a feed and a sitemap. What of them is installed is measured.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::{
    post,
    proportions::Proportions,
    site::{self, folder, symlink},
};

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
    /// What prints its version.
    version: &'static str,
    /// What it writes, caches included: first the site.
    written: &'static [&'static str],
}

const KINDS: [Kind; 3] = [
    Kind {
        name: "hugo",
        program: "hugo/binaries/hugo",
        script: false,
        arguments: &["--quiet"],
        posts: "content/posts",
        category: "categories",
        tags: "tags",
        version: "version",
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
        version: "--version",
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
        version: "--version",
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
        let path =
            env::var_os("PATH").filter(|_| !kind.program.starts_with("node_modules/")).unwrap_or_default();
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
            symlink(packages, folder.path().join("node_modules")).unwrap();
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

    /// The number of HTML files that it wrote.
    pub fn pages(&self) -> usize {
        self.kind.written.first().map_or(0, |out| site::pages(&self.folder.path().join(out)))
    }

    /// Its version as it prints it, without what else it prints: `0.168.0`.
    pub fn version(&self) -> String {
        let output = self.run(&[self.kind.version]).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut numbers = printed.split_whitespace().map(|word| word.trim_start_matches('v'));
        let version = numbers.find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        version.and_then(|version| version.split('-').next()).unwrap_or("unknown").to_owned()
    }

    pub fn build(&self) -> Command {
        self.run(self.kind.arguments)
    }

    fn run(&self, arguments: &[&str]) -> Command {
        let mut command = match self.kind.script {
            true => {
                let mut node = Command::new("node");
                node.arg(&self.program);
                node
            }
            false => Command::new(&self.program),
        };
        command.args(arguments).current_dir(self.folder.path()).env("ASTRO_TELEMETRY_DISABLED", "1");
        command
    }
}
