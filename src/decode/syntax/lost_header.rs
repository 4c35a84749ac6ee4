//! Lines `[[name]]` that were forgotten, so that the keys of a table seem to belong to what stands above them.

use std::ops::Range;

use crate::decode::line_end;

use super::{
    header::Heading,
    headings,
    mistake::{self, SyntaxMistake},
    scan,
    statement::{Kind, Statement, split},
};

/// Tables of a list that begin with a key of their own, as the sections of a page do with their type.
#[derive(Clone, Copy, Debug)]
pub struct ListedTables<'n> {
    /// The name in their headers.
    pub name: &'n str,
    /// The key that each of them has, and the file itself has not.
    pub by: &'n str,
    /// What may stand behind that key.
    pub words: &'n [&'n str],
    /// The keys of the file itself.
    pub of_file: &'n [&'n str],
}

/// A header that isn't there.
#[derive(Clone, Debug)]
pub(in crate::decode) struct LostHeader {
    /// The statement before which it belongs.
    at: Range<usize>,
    heading: Heading,
}

impl LostHeader {
    pub(super) fn is_before(&self, statement: &Statement) -> bool {
        self.at.start == statement.range.start
    }

    pub(super) fn place(&self) -> (&Heading, Range<usize>) {
        (&self.heading, self.at.clone())
    }

    pub(super) fn mistake(&self, text: &str) -> SyntaxMistake {
        let (header, start) = (self.heading.right(), self.at.start);
        mistake::lost_header(scan::trimmed(text, self.at.clone()), start, &header, line_end(text))
    }
}

/// The headers that `text` lacks.
pub(in crate::decode) fn find(text: &str, tables: ListedTables<'_>) -> Vec<LostHeader> {
    if !may_lack_one(text, tables) {
        return Vec::new();
    }
    let statements = split(text);
    let headings = headings(text, &statements);
    let mut search = Search { text, tables, statements: &statements, above: Above::File, first: 0 };
    let mut lost = Vec::new();
    for (index, heading) in headings.iter().enumerate() {
        match heading {
            Some(heading) => search.enter(index, heading),
            None => lost.extend(search.before_table_of(index)),
        }
    }
    lost
}

/// True if there are more of the key than of the headers, which is seen without taking the text apart.
fn may_lack_one(text: &str, tables: ListedTables<'_>) -> bool {
    let begins = |line: &str, with: &str| line.trim_start().strip_prefix(with).map(str::to_owned);
    let is_key = |line: &&str| {
        begins(line, tables.by).is_some_and(|rest| rest.trim_start().starts_with(['=', ':', '＝']))
    };
    let is_header = |line: &&str| {
        let name = line.trim_start().trim_start_matches(['[', '(', '“', '［', ' ']);
        name.strip_prefix(tables.name).is_some_and(|rest| !rest.starts_with('.'))
    };
    text.lines().filter(is_key).count() > text.lines().filter(is_header).count()
}

/// What the statements stand below that are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    File,
    Table,
    /// A table within one of them, in which the key may mean something else.
    Within,
    Other,
}

struct Search<'t> {
    text: &'t str,
    tables: ListedTables<'t>,
    statements: &'t [Statement],
    above: Above,
    /// The first statement below the last header.
    first: usize,
}

impl<'t> Search<'t> {
    fn enter(&mut self, index: usize, heading: &Heading) {
        self.above = match heading.name.strip_prefix(self.tables.name) {
            Some("") => Above::Table,
            Some(rest) if rest.starts_with('.') => Above::Within,
            Some(_) | None => Above::Other,
        };
        self.first = index + 1;
    }

    fn key(&self, index: usize) -> Option<&'t str> {
        let Kind::Entry(entry) = &self.statements.get(index)?.kind else { return None };
        self.text.get(entry.key.clone())
    }

    /// The header that is missing above the table of which statement `index` is the key.
    fn before_table_of(&mut self, index: usize) -> Option<LostHeader> {
        self.key(index).filter(|key| *key == self.tables.by)?;
        let above = index.checked_sub(1).and_then(|before| self.beginning(before)).unwrap_or(index);
        let is_lost = match self.above {
            Above::File => true,
            Above::Table => self.is_second(index) && self.is_apart(above),
            Above::Within => self.is_word(index) && self.is_apart(above),
            Above::Other => false,
        };
        let at = self.statements.get(above).filter(|_| is_lost)?.range.clone();
        (self.above, self.first) = (Above::Table, above);
        let heading = Heading { name: self.tables.name.to_owned(), doubled: true, sound: true };
        Some(LostHeader { at, heading })
    }

    /// The first of the statements, without a gap up to `last`, that belong to the same table. Returns `None` if
    /// `last` doesn't.
    fn beginning(&self, last: usize) -> Option<usize> {
        let is_of_table = |index: &usize| {
            let key = self.key(*index);
            key.is_some_and(|key| !self.tables.of_file.contains(&key) || self.is_second(*index))
        };
        let is_entry = |index: &usize| match self.above {
            Above::File => is_of_table(index),
            Above::Table | Above::Within | Above::Other => self.key(*index).is_some(),
        };
        (self.first..=last).rev().take_while(is_entry).last()
    }

    /// True if one of the words stands behind the key.
    fn is_word(&self, index: usize) -> bool {
        let Some(Kind::Entry(entry)) = self.statements.get(index).map(|statement| &statement.kind) else {
            return false;
        };
        let value = self.text.get(entry.value.clone()).unwrap_or_default();
        self.tables.words.contains(&value.trim_matches(['"', '\'']))
    }

    /// True if the same key stands above, below the same header.
    fn is_second(&self, index: usize) -> bool {
        (self.first..index).any(|before| self.key(before) == self.key(index))
    }

    /// True if an empty line stands above the statement.
    fn is_apart(&self, index: usize) -> bool {
        let above = index.checked_sub(1).and_then(|above| self.statements.get(above));
        above
            .and_then(|above| self.text.get(above.range.clone()))
            .is_some_and(|written| written.trim().is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::{ListedTables, find};

    const SECTIONS: ListedTables<'_> =
        ListedTables { name: "section", by: "type", words: &["text"], of_file: &["title", "section"] };

    fn lost(text: &str) -> Vec<&str> {
        find(text, SECTIONS).iter().map(|lost| &text[lost.at.clone()]).collect()
    }

    #[test]
    fn a_table_without_its_header_is_found_by_its_key() {
        assert_eq!(lost("title = 1\n\ntype = 2\ntext = 3\n"), ["type = 2"]);
        assert_eq!(lost("title = 1\ntext = 3\ntype = 2\n"), ["text = 3"]);
        assert_eq!(lost("title = 1\n\ntitle = 3\ntype = 2\n\n[[section]]\ntype = 4\n"), ["title = 3"]);
        assert_eq!(lost("[[section]]\ntype = 1\n\nid = 2\ntype = 3\n"), ["id = 2"]);
        assert_eq!(
            lost("[[section]]\ntype = 1\n[section.form]\nid = 1\n\ntype = \"text\"\n"),
            ["type = \"text\""]
        );
        assert_eq!(lost("type = 1\n\ntype = 2\n"), ["type = 1", "type = 2"]);
    }

    #[test]
    fn a_key_that_is_given_twice_or_belongs_to_another_table_is_none() {
        assert_eq!(lost("[[section]]\ntype = 1\ntype = 1\n"), [""; 0]);
        assert_eq!(lost("[[section]]\ntype = 1\n[section.form]\ntype = \"text\"\n"), [""; 0]);
        assert_eq!(lost("[[section]]\ntype = 1\n[section.form]\nid = 1\n\ntype = 1\n"), [""; 0]);
        assert_eq!(lost("title = 1\n[[section]]\ntype = 1\n"), [""; 0]);
    }
}
