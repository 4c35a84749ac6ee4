//! The kinds of mistakes of a program, which it declares in a table.

use std::{
    fmt,
    hash::{Hash, Hasher},
};

use crate::Severity;

/// A row of a table of codes.
#[derive(Debug)]
pub struct CodeRow {
    /// The name, which is stable: scripts filter by it.
    pub name: &'static str,
    /// The severity.
    pub severity: Severity,
    /// The summary, in a line.
    pub summary: &'static str,
    /// The paragraph of documentation, with advice; empty in a crate that leaves it to the program that uses it.
    pub text: &'static str,
    /// Excerpts that are reported with it.
    pub wrong: &'static [Example],
    /// The same excerpts corrected.
    pub right: &'static [Example],
}

/// An example in documentation: an excerpt of a file.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The file in which it stands; `None` for an example that is only shown, as it is no text that could be written.
    pub file: Option<&'static str>,
    /// The excerpt, perhaps with a line end before and behind it.
    pub text: &'static str,
}

impl Example {
    /// An example that can be written into a file.
    pub const fn new(file: &'static str, text: &'static str) -> Self {
        Self { file: Some(file), text }
    }

    /// An example that is only shown.
    pub const fn shown(text: &'static str) -> Self {
        Self { file: None, text }
    }
}

/// A kind of mistake: a row of the table of some program. Two codes are the same if their names are.
#[derive(Clone, Copy)]
pub struct Code(pub &'static CodeRow);

impl Code {
    /// Its name.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// The severity.
    pub const fn severity(self) -> Severity {
        self.0.severity
    }

    /// The summary, in a line.
    pub const fn summary(self) -> &'static str {
        self.0.summary
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Code {}

impl Hash for Code {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

/// Declares a table of codes: for each its constant, name, severity and summary, and a constant with all of them.
///
/// ```
/// mod code {
///     diagnostics::codes! {
///         /// The mistakes in recipes.
///         pub const ALL = [
///             NO_SALT "no-salt" Warning "a recipe without salt",
///         ];
///     }
/// }
/// assert_eq!(code::NO_SALT.name(), "no-salt");
/// assert_eq!(code::ALL, [code::NO_SALT]);
/// ```
#[macro_export]
macro_rules! codes {
    (
        $(#[$attribute:meta])*
        pub const $ALL:ident = [
            $($CODE:ident $name:literal $Severity:ident $summary:literal),* $(,)?
        ];
    ) => {
        $(
            #[doc = $summary]
            pub const $CODE: $crate::Code = $crate::Code(&$crate::CodeRow {
                name: $name,
                severity: $crate::Severity::$Severity,
                summary: $summary,
                text: "",
                wrong: &[],
                right: &[],
            });
        )*

        $(#[$attribute])*
        pub const $ALL: &[$crate::Code] = &[$($CODE),*];
    };
}
