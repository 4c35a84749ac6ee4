//! What one asks the benchmark for.

use std::{path::PathBuf, str::FromStr};

use crate::proportions::Proportions;

pub struct Options {
    /// The sites to measure, one after the other.
    pub sites: Vec<Proportions>,
    pub runs: usize,
    /// The number of photos whose first build to measure, instead of anything else.
    pub photos: usize,
    /// Where other generators are installed.
    pub peers: Option<PathBuf>,
    /// Whether to ask browsers what they ask for.
    pub routes: bool,
    /// Where to write the first site instead of measuring anything.
    pub write: Option<PathBuf>,
}

impl Options {
    pub fn read() -> Self {
        let arguments: Vec<String> = std::env::args().collect();
        let value = |name: &str| {
            let at = arguments.iter().position(|argument| argument == name)?;
            arguments.get(at + 1).map(String::as_str)
        };
        let number = |name: &str, otherwise: usize| value(name).map_or(otherwise, parsed);
        let posts = value("--posts").unwrap_or("1000,10000").split(',').map(parsed);
        let sites = posts.map(|posts| Proportions {
            posts,
            words: number("--words", 300),
            categories: number("--categories", 6),
            classes: number("--classes", 0),
            rows: number("--rows", 0),
        });
        Self {
            sites: sites.collect(),
            runs: number("--runs", 3),
            photos: number("--photos", 0),
            peers: value("--peers").map(PathBuf::from),
            routes: arguments.iter().any(|argument| argument == "--routes"),
            write: value("--write").map(PathBuf::from),
        }
    }
}

fn parsed<T: FromStr>(text: &str) -> T {
    text.parse().ok().unwrap()
}
