//! The program that reads files: its answers to what types alone can't say.

use std::fmt::Debug;

use diagnostics::Code;

use super::{Collection, Scalar, Schema};

/// A program that reads files. Each method has a neutral answer.
pub trait Application: Debug + Sync {
    /// The header that people mean by another one: by `[[mon-fri]]`, that of a row for several days.
    fn header_meant_by(&self, _name: &str) -> Option<MeantHeader> {
        None
    }

    /// The entry for a table that stands in the place of a reference, in the file that is read: the table moves to its file.
    fn new_entry(&self, _collection: &Collection) -> Option<NewEntry> {
        None
    }

    /// The warnings that `allow = ["..."]` in a table can name.
    fn lints(&self) -> &[Code] {
        &[]
    }

    /// The scalar of names of pictures in Markdown; without one, they are not looked at.
    fn picture(&self) -> Option<Scalar> {
        None
    }

    /// The scalar of links in Markdown, whose words say what is expected of one that leads nowhere.
    fn link(&self) -> Scalar {
        Scalar::URL
    }

    /// The help for a file of this type that has none of the keys that it needs.
    fn help_if_empty(&self, _schema: &Schema) -> &'static str {
        "write them, or remove the file"
    }

    /// The help for a link to a file on one computer.
    fn help_if_local(&self) -> &'static str {
        "publish the file, and link to it by its address"
    }
}

/// An entry that is still to be written, and its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// The id.
    pub id: String,
    /// The path, relative to the project.
    pub path: String,
}

/// A header and a line of its table, which people write as one header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeantHeader {
    /// The header without brackets.
    pub name: &'static str,
    /// The line below it that says the rest.
    pub line: String,
    /// The help for people who wrote them as one.
    pub help: String,
}

/// A program that answers nothing.
#[derive(Debug)]
pub(super) struct Unknown;

impl Application for Unknown {}
