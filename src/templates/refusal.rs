//! Errors with which a function stops the template that calls it.

use std::{borrow::Cow, error::Error as StdError, fmt};

use minijinja::{Error, ErrorKind};

use crate::diagnostic::Diagnostic;

/// The error of a call that makes no sense.
pub(super) fn refused(why: impl Into<Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::InvalidOperation, why)
}

/// An island that can't be rendered, on its way through the template engine.
#[derive(Debug)]
pub(super) enum IslandMistake {
    /// A mistake in its component, or an unknown name, which then gets the place of the call.
    Island(Box<Diagnostic>),
    /// A mistake in the template's props: the prop, and whether it is undefined.
    Props { island: String, message: String, prop: String, is_undefined: bool },
}

impl fmt::Display for IslandMistake {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Island(mistake) => &mistake.message,
            Self::Props { message, .. } => message,
        })
    }
}

impl StdError for IslandMistake {}
