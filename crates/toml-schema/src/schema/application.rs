//! The program that reads files, and its knowledge of what they are for.

use std::fmt::Debug;

use diagnostics::Code;

use super::{Scalar, Schema};

/// A program that reads files. Each method has an answer for those that know nothing more.
pub trait Application: Debug + Sync {
    /// Headers for which people write one: `[[mon-fri]]` for those of five days.
    fn headers_meant_by(&self, _name: &str) -> Option<HeaderGroup> {
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

    /// The help for a file of this type in which nothing is written.
    fn help_if_empty(&self, _schema: &Schema) -> &'static str {
        "write them, or remove the file"
    }

    /// The help for a link to a file on one computer.
    fn help_if_local(&self) -> &'static str {
        "publish the file, and link to it by its address"
    }
}

/// Headers for which one stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderGroup {
    /// Each of them, without brackets.
    pub headers: Vec<&'static str>,
    /// The help that says what to write.
    pub help: &'static str,
}

/// A program of which nothing is known.
#[derive(Debug)]
pub(super) struct Unknown;

impl Application for Unknown {}
