//! Which tables and keys a file has had so far.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::header::Heading;

/// The tables of a file, as its headers name them.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// How often each `[[name]]` was begun, by its place.
    counts: BTreeMap<String, usize>,
    keys: BTreeMap<(String, String), Range<usize>>,
    current: String,
    /// Names which some header writes with two brackets, with the first place.
    doubled: BTreeMap<String, Range<usize>>,
    /// Places where `[name]` stands more than once.
    repeated: BTreeSet<String>,
    first: BTreeMap<String, Range<usize>>,
}

/// How a header has to be understood.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shape {
    AsWritten,
    /// `[name]` among `[[name]]`, one of which is here.
    OneOfSeveral(Range<usize>),
    /// `[name]`, which is there more than once; where it stood first, if this isn't the first.
    Repeated(Option<Range<usize>>),
}

impl Tables {
    /// Looks at all headers ahead.
    pub(super) fn new<'h>(headings: impl Iterator<Item = (&'h Heading, Range<usize>)> + Clone) -> Self {
        let mut doubled = BTreeMap::new();
        for (heading, at) in headings.clone().filter(|(heading, _)| heading.doubled) {
            doubled.entry(heading.name.clone()).or_insert(at);
        }
        let mut ahead = Self { doubled, ..Self::default() };
        let (mut seen, mut repeated) = (BTreeSet::new(), BTreeSet::new());
        for (heading, _) in headings {
            let place = ahead.place(&heading.name);
            let single = !heading.doubled && !ahead.doubled.contains_key(&heading.name);
            if single && !seen.insert(place.clone()) {
                repeated.insert(place.clone());
            }
            ahead.enter(heading, place, !single);
        }
        Self { doubled: ahead.doubled, repeated, ..Self::default() }
    }

    /// Begins the table of a header.
    pub(super) fn open(&mut self, heading: &Heading, at: Range<usize>) -> Shape {
        let place = self.place(&heading.name);
        let shape = match self.doubled.get(&heading.name) {
            _ if heading.doubled => Shape::AsWritten,
            Some(other) => Shape::OneOfSeveral(other.clone()),
            None if self.repeated.contains(&place) => {
                let first = self.first.get(&place).cloned();
                self.first.entry(place.clone()).or_insert(at);
                Shape::Repeated(first)
            }
            None => Shape::AsWritten,
        };
        let several = heading.doubled || shape != Shape::AsWritten;
        self.enter(heading, place, several);
        shape
    }

    fn enter(&mut self, heading: &Heading, place: String, several: bool) {
        if several {
            *self.counts.entry(place).or_insert(0) += 1;
        }
        self.current = self.place(&heading.name);
    }

    /// Where the table stands: its name, with the number of each of several above it and of itself.
    fn place(&self, name: &str) -> String {
        let mut place = String::new();
        for part in name.split('.') {
            if let Some(count) = self.counts.get(&place) {
                place.push_str(&format!("#{count}"));
            }
            place.push('.');
            place.push_str(part);
        }
        place
    }

    /// Notes a key of the current table; where it stood first, if it was there already.
    pub(super) fn claim(&mut self, key: &str, at: Range<usize>) -> Option<Range<usize>> {
        let number = self.counts.get(&self.current).copied().unwrap_or_default();
        let table = format!("{}#{number}", self.current);
        let known = self.keys.insert((table.clone(), key.to_owned()), at);
        if let Some(first) = &known {
            self.keys.insert((table, key.to_owned()), first.clone());
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::{Heading, Shape, Tables};

    fn heading(name: &str, doubled: bool) -> Heading {
        Heading { name: name.to_owned(), doubled, sound: true }
    }

    #[test]
    fn keys_are_claimed_once_in_each_table() {
        let headings = [heading("a", true), heading("a.b", false), heading("a", true), heading("a.b", false)];
        let mut tables = Tables::new(headings.iter().map(|heading| (heading, 0..1)));
        assert_eq!(tables.claim("x", 1..2), None);
        for (number, heading) in headings.iter().enumerate() {
            assert_eq!(tables.open(heading, 0..1), Shape::AsWritten, "{number}");
            assert_eq!(tables.claim("x", number..number + 1), None, "{number}");
        }
        assert_eq!(tables.claim("x", 9..10), Some(3..4));
        assert_eq!(tables.claim("x", 11..12), Some(3..4));
    }

    #[test]
    fn tables_that_are_there_twice_are_noticed() {
        let headings = [
            heading("a", false),
            heading("b", false),
            heading("a", false),
            heading("c", true),
            heading("c", false),
        ];
        let mut tables = Tables::new(headings.iter().zip(0..).map(|(heading, at)| (heading, at..at + 1)));
        let shapes: Vec<Shape> =
            headings.iter().zip(0..).map(|(heading, at)| tables.open(heading, at..at + 1)).collect();
        let expected = [
            Shape::Repeated(None),
            Shape::AsWritten,
            Shape::Repeated(Some(0..1)),
            Shape::AsWritten,
            Shape::OneOfSeveral(3..4),
        ];
        assert_eq!(shapes, expected);
    }
}
