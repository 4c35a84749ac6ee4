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
    /// How bad it is.
    pub severity: Severity,
    /// What it says, in a line of documentation.
    pub summary: &'static str,
}

/// A kind of mistake: a row of the table of some program. Two codes are the same if their names are.
#[derive(Clone, Copy)]
pub struct Code(pub &'static CodeRow);

impl Code {
    /// Its name.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// How bad it is.
    pub const fn severity(self) -> Severity {
        self.0.severity
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

/// Declares an enum of codes by its table: the variant, its name, its severity, and what it says in a line.
///
/// The enum gets `ALL`, `row`, `name` and `named`, becomes a [`Code`], and can be compared with one.
///
/// ```
/// diagnostics::codes! {
///     /// What can be wrong with a recipe.
///     pub enum Code {
///         NoSalt "no-salt" Warning "a recipe without salt",
///     }
/// }
/// assert_eq!(Code::NoSalt.name(), "no-salt");
/// assert_eq!(Code::named("no-salt"), Some(Code::NoSalt));
/// ```
#[macro_export]
macro_rules! codes {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $Codes:ident {
            $($Variant:ident $name:literal $Severity:ident $summary:literal),* $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "each variant has its summary in the table")]
        $visibility enum $Codes {
            $($Variant),*
        }

        impl $Codes {
            /// All of them, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$Variant),*];

            /// The row of the table.
            pub const fn row(self) -> &'static $crate::CodeRow {
                match self {
                    $(Self::$Variant => &$crate::CodeRow {
                        name: $name,
                        severity: $crate::Severity::$Severity,
                        summary: $summary,
                    }),*
                }
            }

            /// The name in the table.
            pub const fn name(self) -> &'static str {
                self.row().name
            }

            /// Returns `None` if none has this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.name() == name)
            }
        }

        impl From<$Codes> for $crate::Code {
            fn from(code: $Codes) -> Self {
                Self(code.row())
            }
        }

        impl PartialEq<$Codes> for $crate::Code {
            fn eq(&self, other: &$Codes) -> bool {
                self.name() == other.name()
            }
        }
    };
}
