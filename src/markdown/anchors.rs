//! The ids of one text: each unique, and none of them used by the page around it.

use std::collections::BTreeSet;

/// The ids of the layout. A heading with such a name gets a number.
const LAYOUT: [&str; 4] = ["content", "menu", "panel", "panel-title"];

/// The ids in use.
#[derive(Debug)]
pub(super) struct Anchors(BTreeSet<String>);

impl Anchors {
    pub fn new() -> Self {
        Self(LAYOUT.map(str::to_owned).into())
    }

    /// The id of a heading: its words in lower case.
    pub fn heading_id(&mut self, heading: &str) -> String {
        let words: Vec<String> = heading
            .split(|c: char| !c.is_alphanumeric() && c != '\u{2019}' && c != '\'')
            .map(|word| word.replace(['\'', '\u{2019}'], "").to_lowercase())
            .filter(|word| !word.is_empty())
            .collect();
        self.take(if words.is_empty() { "section".to_owned() } else { words.join("-") })
    }

    /// Returns `wanted`, or `wanted` with the first number that makes it unique.
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
