//! What a synthetic site has how much of.

use std::{fmt::Write, fs, path::Path};

/// The categories of the shipped blog.
const CATEGORIES: [&str; 6] = ["body-building", "boxing", "crossfit", "yoga", "fitness", "meditation"];

/// Those on which the doors are open from eight to six at least.
const DAYS: [&str; 6] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/// Of what there is more than on the shipped site.
#[derive(Clone, Debug)]
pub struct Proportions {
    pub posts: usize,
    /// Of each post.
    pub words: usize,
    /// In all, at least one.
    pub categories: usize,
    /// Besides the shipped ones.
    pub classes: usize,
    /// Rows of the schedule, instead of the shipped ones; none leaves those.
    pub rows: usize,
}

impl Proportions {
    /// What the categories of posts are called in addresses.
    pub fn category_ids(&self) -> Vec<String> {
        let more = (CATEGORIES.len()..).map(|number| format!("category-{number}"));
        CATEGORIES.iter().map(ToString::to_string).chain(more).take(self.categories.max(1)).collect()
    }

    /// Adds to the shipped content at `content` what there is more of, posts apart.
    pub fn extend(&self, content: &Path) {
        append(&content.join("blog.toml"), &self.further_categories());
        for number in 0..self.classes {
            fs::write(content.join(format!("classes/class-{number}.toml")), class(number)).unwrap();
        }
        let listed: String = (0..self.classes).map(|number| format!("    \"class-{number}\",\n")).collect();
        replace(&content.join("pages/classes.toml"), "classes = [\n", &format!("classes = [\n{listed}"));
        if self.rows > 0 {
            fs::write(content.join("schedule.toml"), self.schedule(&content.join("classes"))).unwrap();
        }
    }

    fn further_categories(&self) -> String {
        let further = self.category_ids().into_iter().skip(CATEGORIES.len());
        further.fold(String::new(), |mut text, id| {
            write!(
                text,
                "\n[[category]]\nid = \"{id}\"\ntitle = \"{}\"\n",
                id.replace("category-", "Category ")
            )
            .unwrap();
            text
        })
    }

    /// As many rows each day, the classes in turn.
    fn schedule(&self, classes: &Path) -> String {
        let files = fs::read_dir(classes).unwrap().map(|entry| entry.unwrap().path());
        let mut classes: Vec<String> =
            files.map(|file| file.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        classes.sort();
        (0..self.rows).fold(String::new(), |mut text, number| {
            let (day, class) = (DAYS[number % DAYS.len()], &classes[number % classes.len()]);
            let (start, end) = clock(number);
            write!(
                text,
                "[[{day}]]\nclass = \"{class}\"\ntrainer = \"musa-kiprono\"\nstart = \"{start}\"\nend = \"{end}\"\n\n"
            )
            .unwrap();
            text
        })
    }
}

fn replace(file: &Path, find: &str, with: &str) {
    let shipped = fs::read_to_string(file).unwrap();
    assert!(shipped.contains(find), "{} has no {find:?}", file.display());
    fs::write(file, shipped.replacen(find, with, 1)).unwrap();
}

fn append(file: &Path, text: &str) {
    let shipped = fs::read_to_string(file).unwrap();
    fs::write(file, shipped + text).unwrap();
}

fn class(number: usize) -> String {
    let (start, end) = clock(number);
    format!(
        "title = \"Class {number}\"\ntrainer = \"musa-kiprono\"\n\
         image = {{ file = \"class-yoga.jpg\", alt = \"A class at work\" }}\n\
         summary = \"What class {number} does in a sentence.\"\n\n\
         [slot]\nday = \"{}\"\nstart = \"{start}\"\nend = \"{end}\"\n",
        DAYS[number % DAYS.len()]
    )
}

/// From when to when: a few of the six hundred minutes from eight to six.
fn clock(number: usize) -> (String, String) {
    let minutes = number / DAYS.len() * 3 % 600;
    let time = |minutes: usize| format!("{:02}:{:02}", 8 + minutes / 60, minutes % 60);
    (time(minutes), time(minutes + 3))
}
