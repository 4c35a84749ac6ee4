//! Collections of entries, as far as references need them.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use super::Name;
use crate::{
    decode::{ExpectedType, Item, Report},
    diagnostic::{code, report},
};

/// A collection of entries, as far as references need it.
#[derive(Debug)]
pub struct Collection {
    /// The name: "classes".
    pub name: Name,
    /// The noun for one entry and for several: "class", "classes".
    pub nouns: [Arc<str>; 2],
    /// The id of an entry, as an example.
    pub example: Arc<str>,
    /// The list that has the entries, if they have no files of their own.
    pub listed: Option<ListedIn>,
}

/// A list of tables in a file of which there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedIn {
    /// The name of the file's type.
    pub single: Name,
    /// The key of the list.
    pub key: Name,
    /// True if ids are numbers.
    pub numbered: bool,
}

impl PartialEq for Collection {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Collection {}

impl Hash for Collection {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl Collection {
    /// True if ids are numbers.
    pub fn is_numbered(&self) -> bool {
        self.listed.as_ref().is_some_and(|listed| listed.numbered)
    }

    /// An id as TOML writes it.
    pub fn quoted(&self, id: &str) -> String {
        if self.is_numbered() { id.to_owned() } else { format!("\"{id}\"") }
    }

    /// A reference as TOML writes it.
    pub fn example(&self) -> String {
        self.quoted(&self.example)
    }

    /// The expected value where an entry is referred to, with an example.
    pub fn expected(&self) -> String {
        let (noun, example) = (&self.nouns[0], self.example());
        match &self.listed {
            None => format!(
                "the id of {}, which is the name of its file without .toml, such as {example}",
                with_article(noun)
            ),
            Some(ListedIn { numbered: true, .. }) => {
                format!("the number of {}, such as {example}", with_article(noun))
            }
            Some(_) => format!("the id of {}, such as {example}", with_article(noun)),
        }
    }

    /// The id as it is written, or `None` after reporting that it is none.
    pub fn decode_id(&self, item: &Item<'_>, report: &mut Report<'_>) -> Option<Arc<str>> {
        if self.listed.is_none() && item.value.is_table() {
            let (noun, name) = (&self.nouns[0], &self.name);
            let new = report.options.application.new_entry(self);
            let fix =
                new.and_then(|new| report.document().extract(item.span, &self.quoted(&new.id), new.path));
            report!(report, code::WRONG_TYPE, item.span, "each {noun} is a file of its own";
                label: "this is a table";
                expected: "{}", self.expected();
                help: "move the keys to a file of content/{name}, and write {} = \"...\" here, with the name of that file", item.key;
                fix);
            return None;
        }
        if !self.is_numbered() {
            // Most ids are right: only for others is it put into words what belongs there.
            let id = item.filled_text().or_else(|| item.as_filled_text(&self.expected(), report));
            return id.map(Arc::from);
        }
        if !item.value.is_integer() {
            item.wrong_type(ExpectedType::Value, &self.expected(), report);
            return None;
        }
        Some(item.as_whole(&self.expected(), report)?.to_string().into())
    }
}

/// The noun behind its article.
pub fn with_article(noun: &str) -> String {
    let vowel = noun.trim_start_matches('[').starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}
