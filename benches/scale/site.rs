//! The synthetic site: the shipped one with as many posts as one likes, the same each time.

use std::{
    cell::Cell,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use tempfile::TempDir;
use walkdir::WalkDir;

const CATEGORIES: [&str; 6] = ["body-building", "boxing", "crossfit", "yoga", "fitness", "meditation"];
const TAGS: [&str; 8] = ["yoga", "crossfit", "gym", "workout", "boxing", "running", "fitness", "meditation"];
const WORDS: [&str; 48] = [
    "the", "week", "begins", "with", "a", "slow", "mile", "around", "block", "and", "ends", "under", "bar",
    "where", "every", "rep", "counts", "because", "nobody", "else", "will", "lift", "it", "for", "you",
    "breathe", "out", "when", "weight", "goes", "up", "hold", "your", "back", "flat", "look", "at", "wall",
    "then", "rest", "two", "minutes", "drink", "water", "again", "until", "song", "stops",
];

/// Words of a post.
const LENGTH: usize = 300;

pub struct Synthetic {
    folder: TempDir,
    edits: Cell<usize>,
}

/// Numbers without pattern, the same each time (Knuth's multiplicative congruential generator).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.roll(all.len())]
    }
}

impl Synthetic {
    /// In memory where there is such a disk, as others take their time.
    pub fn new(posts: usize) -> Self {
        let shared_memory = Path::new("/dev/shm");
        let folder = match shared_memory.is_dir() {
            true => TempDir::new_in(shared_memory).unwrap(),
            false => TempDir::new().unwrap(),
        };
        let site = Self { folder, edits: Cell::new(0) };
        site.copy_shipped();
        let mut dice = Dice(2026);
        for number in 0..posts {
            fs::write(site.post(number), text(number, &mut dice)).unwrap();
        }
        site
    }

    fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(path)
    }

    fn post(&self, number: usize) -> PathBuf {
        self.path(format!("content/posts/post-{number}.toml"))
    }

    fn copy_shipped(&self) {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR"));
        for part in ["content", "templates", "components"] {
            for entry in WalkDir::new(shipped.join(part)).into_iter().map(Result::unwrap) {
                let to = self.path(entry.path().strip_prefix(shipped).unwrap());
                match entry.file_type().is_dir() {
                    true => fs::create_dir(to).unwrap(),
                    false => fs::copy(entry.path(), to).map(drop).unwrap(),
                }
            }
        }
    }

    /// Takes the output folder away.
    pub fn clear(&self) {
        let _ = fs::remove_dir_all(self.path("dist"));
    }

    /// Changes a word of one post.
    pub fn edit(&self) {
        self.edits.set(self.edits.get() + 1);
        let text = fs::read_to_string(self.post(7)).unwrap();
        let (head, _) = text.split_once("\n'''\n").unwrap();
        let head = head.split("\nEdit ").next().unwrap();
        fs::write(self.post(7), format!("{head}\nEdit {}.\n'''\n", self.edits.get())).unwrap();
    }

    pub fn gympress(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gympress"));
        command.args(arguments);
        if arguments.first().is_some_and(|first| !first.starts_with('-')) {
            command.arg("--root").arg(self.folder.path());
        }
        command
    }

    /// Every published file.
    pub fn published(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let out = self.path("dist");
        let files =
            WalkDir::new(&out).into_iter().map(Result::unwrap).filter(|entry| entry.file_type().is_file());
        files
            .map(|entry| {
                (entry.path().strip_prefix(&out).unwrap().to_owned(), fs::read(entry.path()).unwrap())
            })
            .collect()
    }

    /// Seconds that it takes to write these files into a new folder.
    pub fn write_plainly(&self, files: &[(PathBuf, Vec<u8>)]) -> f64 {
        let to = self.path("plain");
        let start = Instant::now();
        for (path, bytes) in files {
            let path = to.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let took = start.elapsed().as_secs_f64();
        fs::remove_dir_all(&to).unwrap();
        took
    }
}

fn text(number: usize, dice: &mut Dice) -> String {
    let (year, month, day) = (2010 + dice.roll(16), 1 + dice.roll(12), 1 + dice.roll(28));
    let (category, tag, other) = (dice.of(&CATEGORIES), dice.roll(TAGS.len()), 1 + dice.roll(TAGS.len() - 1));
    let tags = [TAGS[tag], TAGS[(tag + other) % TAGS.len()]];
    let mut post = format!(
        "title = \"Post {number} about {} and {}\"\ndate = {year}-{month:02}-{day:02}\ncategory = \"{category}\"\n\
         tags = [\"{}\", \"{}\"]\nimage = {{ file = \"class-yoga.jpg\", alt = \"A class at work\" }}\n\
         excerpt = \"What post {number} says in a sentence.\"\nbody = '''\n",
        dice.of(&WORDS),
        dice.of(&WORDS),
        tags[0],
        tags[1],
    );
    for word in 0..LENGTH {
        match word % 60 {
            0 if word > 0 => write!(post, ".\n\n## {} {}\n\n", dice.of(&WORDS), dice.of(&WORDS)).unwrap(),
            30 => write!(post, " [{}](/classes/), **{}**", dice.of(&WORDS), dice.of(&WORDS)).unwrap(),
            _ => {}
        }
        write!(post, "{}{}", if word % 60 == 0 { "" } else { " " }, dice.of(&WORDS)).unwrap();
    }
    post.push_str(".\n'''\n");
    post
}
