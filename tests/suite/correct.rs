//! Edits that are right stay silent: random ones, alone and in company, on the gym of the tests.
//!
//! `CORRECT_EDITS` says how many sites are tried; without it a few are.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use tempfile::TempDir;

use crate::copy;

/// How many sites are tried by default.
const FEW: u64 = 6;

/// The most edits of a site.
const EDITS: u64 = 6;

/// Numbers without a pattern, the same for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[usize::try_from(self.below(choices.len() as u64)).unwrap()]
    }
}

/// A site that is edited.
struct Site<'s> {
    root: &'s Path,
    random: Random,
    /// Numbers what is added.
    number: u64,
    /// What stood in the edited files; nothing where there was no file.
    before: BTreeMap<PathBuf, Option<String>>,
}

impl Drop for Site<'_> {
    /// Undoes all edits.
    fn drop(&mut self) {
        for (path, before) in &self.before {
            match before {
                Some(text) => fs::write(path, text).unwrap(),
                None => fs::remove_file(path).unwrap(),
            }
        }
    }
}

const CLASSES: [&str; 6] = ["boxing", "crossfit", "fitness", "karate", "running", "yoga"];
const TRAINERS: [&str; 3] = ["brian-otieno", "musa-kiprono", "wanjiru-kamau"];
const TEXTS: [&str; 8] = [
    "Strong, unhurried and in plain words.",
    "Karibu! It’s free for under-12s & over-60s.",
    "“No pain, no gain” is not what we say here.",
    "Rated 4.9 / 5 by 312 members (2026).",
    "Mazoezi ya asubuhi – njoo na maji.",
    "Open 24/7? No: we sleep, and so should you.",
    "Über-fit: Ñandú, café, naïve, 東京.",
    "Costs < KSH 500 – that’s #1 in South B; ask us.",
];
const PICTURES: [&str; 4] =
    ["class-yoga.jpg", "class-boxing.jpg", "gallery-kettlebells.jpg", "community-group-class.jpg"];

impl Site<'_> {
    fn write(&mut self, file: &str, text: &str) {
        let path = self.root.join(file);
        self.before.entry(path.clone()).or_insert_with(|| fs::read_to_string(&path).ok());
        fs::write(path, text).unwrap();
    }

    fn change(&mut self, file: &str, change: impl FnOnce(String) -> String) {
        let text = fs::read_to_string(self.root.join(file)).unwrap();
        self.write(file, &change(text));
    }

    /// Gives the first line of `file` that begins with `key` another value, as TOML writes it.
    fn set(&mut self, file: &str, key: &str, value: &str) {
        self.change(file, |text| {
            let line = text.lines().find(|line| line.starts_with(&format!("{key} = "))).unwrap().to_owned();
            text.replacen(&line, &format!("{key} = {value}"), 1)
        });
    }

    fn text(&mut self) -> String {
        format!("\"{}\"", self.random.pick(&TEXTS).replace('"', "\\\""))
    }

    fn picture(&mut self) -> String {
        format!("{{ file = \"{}\", alt = \"What it shows, in a few words\" }}", self.random.pick(&PICTURES))
    }

    /// Makes one of the edits that a gym makes.
    fn edit(&mut self) {
        self.number += 1;
        let number = self.number;
        match self.random.below(12) {
            0 => {
                let class = self.random.pick(&CLASSES);
                let summary = self.text();
                self.set(&format!("content/classes/{class}.toml"), "summary", &summary);
            }
            1 => {
                let price = 300 + self.random.below(50_000);
                self.set("content/plans/daily.toml", "price", &price.to_string());
            }
            2 => {
                let (day, picture, text) = (1 + self.random.below(28), self.picture(), self.text());
                let month = 1 + self.random.below(10);
                let post = format!(
                    "title = \"News {number} of the house\"\ndate = 2026-{month:02}-{day:02}\ncategory = \"fitness\"\n\
                     image = {picture}\nexcerpt = {text}\nbody = '''\n## A heading\n\nSee [prices](/pricing/) \
                     and [us](/contact/).\n'''\n"
                );
                self.write(&format!("content/posts/news-{number}.toml"), &post);
                // Categories say how many posts they have, and are right to be ignored once they don't.
                self.change("content/blog.toml", |text| {
                    text.lines()
                        .filter(|line| !line.starts_with("count = ") && !line.starts_with("allow = "))
                        .fold(String::new(), |text, line| text + line + "\n")
                });
            }
            3 => {
                let (month, day) = (1 + self.random.below(6), 1 + self.random.below(27) + number % 2);
                let closure = format!(
                    "\n[[closure]]\ndate = {}-{month:02}-{day:02}\nnote = \"Holiday\"\n",
                    2027 + number
                );
                self.change("content/site.toml", |text| text + &closure);
            }
            4 => {
                let digits = self.random.below(900_000) + 100_000;
                self.set("content/site.toml", "phone", &format!("\"+254 700 {digits}\""));
            }
            5 => {
                let tagline = self.text();
                self.set("content/site.toml", "tagline", &tagline);
            }
            6 => {
                let accent = self.random.pick(&["#FFCC00", "#7FDBFF", "#B6FF5A", "#FFB3C7", "#FFFFFF"]);
                self.set("content/site.toml", "accent", &format!("\"{accent}\""));
            }
            7 => {
                let (class, trainer) = (self.random.pick(&CLASSES), self.random.pick(&TRAINERS));
                let hour = 11 + self.random.below(1);
                // At noon there is no class, so that no trainer is in two places at once.
                let row = format!(
                    "\n[[saturday]]\nclass = \"{class}\"\ntrainer = \"{trainer}\"\nstart = \"{hour}:30\"\nend = \"{}:00\"\n",
                    hour + 1
                );
                self.change("content/schedule.toml", |text| match text.contains("start = \"11:30\"") {
                    true => text,
                    false => text.replacen(
                        "\n[[saturday]]\nclass = \"boxing\"",
                        &format!("{row}\n[[saturday]]\nclass = \"boxing\""),
                        1,
                    ),
                });
            }
            8 => {
                let name = self.random.pick(&["Wanjiru W. Kamau", "Dr. Wanjiru Kamau", "Wanjirũ Kamau"]);
                self.set("content/trainers/wanjiru-kamau.toml", "name", &format!("\"{name}\""));
            }
            9 => {
                let text = self.text();
                let section =
                    format!("\n[[section]]\ntype = \"text\"\nid = \"more-{number}\"\nbody = {text}\n");
                self.change("content/pages/about.toml", |page| page + &section);
            }
            10 => {
                let picture = self.picture();
                let page = format!(
                    "title = \"Page {number}\"\ndescription = \"A page of its own, number {number}.\"\n\n[[section]]\n\
                     type = \"hero\"\nlayout = \"tall\"\nheading = \"Page {number}\"\nimage = {picture}\n\n[[section]]\ntype = \"text\"\n\
                     body = \"See [the week](/schedule/).\"\n"
                );
                self.write(&format!("content/pages/page-{number}.toml"), &page);
            }
            _ => {
                self.change("content/pages/index.toml", |text| {
                    text.replacen("layout = \"news\"\n", "layout = \"news\"\nhidden = true\n", 1)
                        .replace("hidden = true\nhidden = true\n", "hidden = true\n")
                });
            }
        }
    }
}

/// A copy of the gym of the tests, for one thread.
struct Copy {
    folder: TempDir,
    /// Results of esbuild for all sites that were tried: the cache itself has the newest only.
    results: TempDir,
}

impl Copy {
    fn new() -> Self {
        let folder = copy::gym("correct-", "cache/images");
        let results = TempDir::with_prefix_in("results-", env!("CARGO_TARGET_TMPDIR")).unwrap();
        Self { folder, results }
    }

    /// What `check` says of the site with the edits of this seed, if it says anything.
    fn reported(&self, seed: u64) -> Option<String> {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let edits = 1 + random.below(EDITS);
        let mut site = Site { root: self.folder.path(), random, number: 0, before: BTreeMap::new() };
        (0..edits).for_each(|_| site.edit());
        let cache = self.folder.path().join(".gympress/cache");
        link_results(self.results.path(), &cache);
        let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
            .args(["check", "--now", "2026-11-20T12:00:00+03:00", "--root"])
            .arg(self.folder.path())
            .output()
            .unwrap();
        link_results(&cache, self.results.path());
        let reported = String::from_utf8(output.stderr).unwrap();
        let is_silent = output.status.success() && reported.lines().count() == 1;
        (!is_silent).then(|| format!("seed {seed}:\n{reported}"))
    }
}

/// Links the results of esbuild that are in one folder into another.
fn link_results(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let name = entry.file_name();
        let is_result = name.to_string_lossy().starts_with("bundle-");
        if is_result && !to.join(&name).exists() {
            fs::hard_link(entry.path(), to.join(&name)).unwrap();
        }
    }
}

#[test]
fn correct_edits_stay_silent() {
    let count = env::var("CORRECT_EDITS").ok().and_then(|count| count.parse().ok()).unwrap_or(FEW);
    let next = AtomicU64::new(0);
    let seeds = || {
        let copy = Copy::new();
        let seeds =
            std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed < count));
        seeds.filter_map(|seed| copy.reported(seed)).collect::<Vec<String>>()
    };
    let reported: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..thread::available_parallelism().unwrap().get()).map(|_| scope.spawn(seeds)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(reported.is_empty(), "{}", reported.join("\n"));
}
