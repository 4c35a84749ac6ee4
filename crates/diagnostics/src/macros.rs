//! Macros that write a mistake in the line where it is found.

/// Makes a [`Diagnostic`](crate::Diagnostic) of its code, its place and its headline, which is written as in [`format!`].
/// Its parts follow behind a `;`, each by the name of the method that adds it: a text as in [`format!`], or a value. For a
/// variable with the name of the part, such as `help`, that name alone is enough; so it is for `unwritten`, which is only a mark.
///
/// ```
/// # mod code {
/// #     diagnostics::codes! { pub const ALL = [END_BEFORE_START "end-before-start" Error "an end before its start"]; }
/// # }
/// use diagnostics::{FileId, Span, diagnostic};
///
/// let (start, end) = (Span::new(FileId(0), 0..5), Span::new(FileId(0), 8..13));
/// let (hour, help) = (7, "write another time");
/// let found = diagnostic!(code::END_BEFORE_START, end, "it ends at {hour}, before it starts at {}", hour + 2;
///     label: "the end";
///     related: start => "the start";
///     help);
/// assert_eq!(found.message, "it ends at 7, before it starts at 9");
/// assert_eq!(found.help.as_deref(), Some("write another time"));
/// ```
#[macro_export]
macro_rules! diagnostic {
    ($code:expr, $at:expr, $text:literal $(, $argument:expr)* $(,)? $(; $($parts:tt)*)?) => {
        $crate::with_parts!(
            $crate::Diagnostic::new($code, $at, format!($text $(, $argument)*)); $($($parts)*)?
        )
    };
}

/// Pushes what [`diagnostic!`](crate::diagnostic!) makes of the rest: to [`Diagnostics`](crate::Diagnostics), or to whatever
/// else has `push`.
///
/// ```
/// # mod code {
/// #     diagnostics::codes! { pub const ALL = [UNKNOWN_KEY "unknown-key" Error "a key which this table doesn't have"]; }
/// # }
/// use diagnostics::{Diagnostics, FileId, Span, report};
///
/// let mut diagnostics = Diagnostics::default();
/// let key = "nmae";
/// report!(diagnostics, code::UNKNOWN_KEY, Span::new(FileId(0), 0..4), "there is no key \"{key}\""; help: "remove it");
/// assert!(diagnostics.has_errors());
/// ```
#[macro_export]
macro_rules! report {
    ($sink:expr, $($diagnostic:tt)+) => {
        $sink.push($crate::diagnostic!($($diagnostic)+))
    };
}

/// The parts of [`diagnostic!`](crate::diagnostic!), one after the other.
#[doc(hidden)]
#[macro_export]
macro_rules! with_parts {
    ($diagnostic:expr; $(;)?) => {
        $diagnostic
    };
    ($diagnostic:expr; unwritten $(; $($rest:tt)*)?) => {
        $crate::with_parts!($diagnostic.unwritten(); $($($rest)*)?)
    };
    ($diagnostic:expr; $part:ident $(; $($rest:tt)*)?) => {
        $crate::with_parts!($diagnostic.$part($part); $($($rest)*)?)
    };
    ($diagnostic:expr; $part:ident: $at:expr => $text:literal $(, $argument:expr)* $(; $($rest:tt)*)?) => {
        $crate::with_parts!($diagnostic.$part($at, format!($text $(, $argument)*)); $($($rest)*)?)
    };
    ($diagnostic:expr; $part:ident: $at:expr => $text:expr $(; $($rest:tt)*)?) => {
        $crate::with_parts!($diagnostic.$part($at, $text); $($($rest)*)?)
    };
    ($diagnostic:expr; $part:ident: $text:literal $(, $argument:expr)* $(; $($rest:tt)*)?) => {
        $crate::with_parts!($diagnostic.$part(format!($text $(, $argument)*)); $($($rest)*)?)
    };
    ($diagnostic:expr; $part:ident: $value:expr $(; $($rest:tt)*)?) => {
        $crate::with_parts!($diagnostic.$part($value); $($($rest)*)?)
    };
}
