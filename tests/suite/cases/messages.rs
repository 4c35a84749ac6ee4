//! The words of what cases report, in a file for each code: `tests/messages/*.txt`. Below each text are the cases in which it
//! is said, so that a text that changes changes there alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use crate::project::{repository, write};

/// The longest line of a text.
pub const WIDTH: usize = 116;

/// The message, help and notes of one report, with `{written}` for the text that is underlined, and `{corrected}` for the one
/// that takes its place: both are in the case.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReportedWords {
    code: String,
    lines: String,
}

impl ReportedWords {
    /// Each of the parts is a paragraph.
    pub fn new(code: String, parts: &[String], written: &str, corrected: &str) -> Self {
        let mut names = [(written, "{written}"), (corrected, "{corrected}")];
        // One may be a part of the other.
        names.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        let mut lines = "=== ".to_owned();
        for part in parts {
            let words = names.iter().fold(part.clone(), |words, (text, name)| named(&words, text, name));
            lines += &folded(&words.replace('\n', "\n    "), "    ");
        }
        Self { code, lines }
    }
}

/// The words with a name for a text in them, where it stands in quotes, or for itself and is no word like others.
fn named(words: &str, text: &str, name: &str) -> String {
    let text = text.trim_matches(['"', '\'']);
    if text.is_empty() {
        return words.to_owned();
    }
    let words = words.replace(&format!("\"{text}\""), &format!("\"{name}\""));
    if text.chars().all(char::is_alphabetic) || text.chars().count() < 3 {
        return words;
    }
    let mut parts = words.split(text);
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_alone = named.ends_with([' ', '('])
            && (part.is_empty() || part.starts_with([' ', ',', ':', ')']))
            || named.is_empty();
        named += if is_alone { name } else { text };
        named += part;
    }
    named
}

/// A text whose lines are no longer than [`WIDTH`] unless a word is; those that it gets begin so.
pub fn folded(text: &str, indentation: &str) -> String {
    let mut folded = String::new();
    for line in text.lines() {
        let (mut length, mut is_empty) = (0, true);
        for word in line.split(' ') {
            let width = word.chars().count();
            if !is_empty && length + width > WIDTH {
                folded.truncate(folded.trim_end().len());
                folded += &format!("\n{indentation}");
                length = indentation.chars().count();
            }
            folded += &format!("{word} ");
            length += width + 1;
            is_empty &= word.is_empty();
        }
        folded.truncate(folded.trim_end_matches(' ').len());
        folded.push('\n');
    }
    folded
}

/// The texts of all codes, each with the cases in which it is said.
#[derive(Clone, Default)]
pub struct Messages(BTreeMap<ReportedWords, BTreeSet<String>>);

fn folder() -> PathBuf {
    repository().join("tests/messages")
}

impl Messages {
    pub fn read() -> Self {
        let mut messages = Self::default();
        for entry in fs::read_dir(folder()).unwrap() {
            let path = entry.unwrap().path();
            let code = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = fs::read_to_string(&path).unwrap();
            for entry in format!("\n{text}").split("\n=== ").skip(1) {
                let (cases, lines): (Vec<&str>, Vec<&str>) =
                    entry.trim_end().lines().partition(|line| line.starts_with("- "));
                let lines = format!("=== {}\n", lines.join("\n"));
                let cases = cases.into_iter().map(|case| case["- ".len()..].to_owned()).collect();
                messages.0.insert(ReportedWords { code: code.clone(), lines }, cases);
            }
        }
        messages
    }

    /// Takes the words of a case for those that it had.
    pub fn replace(&mut self, case: &str, words: BTreeSet<ReportedWords>) {
        for cases in self.0.values_mut() {
            cases.remove(case);
        }
        for words in words {
            self.0.entry(words).or_default().insert(case.to_owned());
        }
        self.0.retain(|_, cases| !cases.is_empty());
    }

    /// The text of each file.
    fn files(&self) -> BTreeMap<&str, String> {
        let mut files: BTreeMap<&str, String> = BTreeMap::new();
        for (words, cases) in &self.0 {
            let text = files.entry(&words.code).or_default();
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&words.lines);
            cases.iter().for_each(|case| *text += &format!("- {case}\n"));
        }
        files
    }

    /// The differences of the files whose texts are others now.
    pub fn differences(&self, new: &Self) -> Vec<String> {
        let (old, new) = (self.files(), new.files());
        let codes: BTreeSet<&&str> = old.keys().chain(new.keys()).collect();
        let text = |files: &BTreeMap<&str, String>, code| files.get(code).cloned().unwrap_or_default();
        let each = codes.into_iter().map(|code| (code, text(&old, *code), text(&new, *code)));
        let differing = each.filter(|(_, old, new)| old != new);
        differing
            .map(|(code, old, new)| format!("tests/messages/{code}.txt\n{}", diffy::create_patch(&old, &new)))
            .collect()
    }

    pub fn write(&self) {
        let files = self.files();
        for entry in fs::read_dir(folder()).unwrap() {
            let path = entry.unwrap().path();
            if !files.contains_key(path.file_stem().unwrap().to_str().unwrap()) {
                fs::remove_file(path).unwrap();
            }
        }
        for (code, text) in files {
            write(&folder().join(format!("{code}.txt")), text);
        }
    }
}
