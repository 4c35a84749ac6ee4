//! The ids of one text: each once, and none that the page around it has.

use std::collections::BTreeSet;

/// Ids of the layout's own parts. A heading of that name gets a number.
const LAYOUT: [&str; 4] = ["content", "menu", "panel", "panel-title"];

/// The ids that are taken.
#[derive(Debug)]
pub(super) struct Anchors(BTreeSet<String>);

impl Anchors {
    pub fn new() -> Self {
        Self(LAYOUT.map(str::to_owned).into())
    }

    /// The id for a heading: its words, in lower case.
    pub fn heading_id(&mut self, heading: &str) -> String {
        let words: Vec<String> = heading
            .split(|c: char| !c.is_alphanumeric() && c != '\u{2019}' && c != '\'')
            .map(|word| word.replace(['\'', '\u{2019}'], "").to_lowercase())
            .filter(|word| !word.is_empty())
            .collect();
        self.take(if words.is_empty() { "section".to_owned() } else { words.join("-") })
    }

    /// `wanted`, or the same with the first number that makes it new.
    pub fn take(&mut self, wanted: String) -> String {
        let mut id = wanted.clone();
        let mut number = 1;
        while !self.0.insert(id.clone()) {
            number += 1;
            id = format!("{wanted}-{number}");
        }
        id
    }
}
