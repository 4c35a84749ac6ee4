//! The codes of mistakes in a TOML file. Everything else comes from the crate `diagnostics`.

pub use diagnostics::{
    Applicability, Code, Diagnostic, Diagnostics, Edit, FileId, Files, Fix, Label, NewFile, Position,
    Severity, Span, diagnostic, is_slip, line_at, nearest, next_line, render::counted, report, shortened,
    splice, suggest,
};

pub use crate::lookalikes::{clean, digit, is_blank, is_invisible, is_odd, visible, without_copied_marks};

/// The kinds of mistakes, a constant each.
pub mod code {
    diagnostics::codes! {
        /// All errors.
        pub const ERRORS = [
            SYNTAX "syntax" Error "the text isn't TOML",
            UNKNOWN_KEY "unknown-key" Error "a key which this table doesn't have",
            MISSING_KEY "missing-key" Error "a key which this table needs",
            WRONG_TYPE "wrong-type" Error "a number where a text belongs, and the like",
            EMPTY_TEXT "empty-text" Error "a text without a letter in it",
            OUT_OF_RANGE "out-of-range" Error "a number too small or too large, a list too short or too long",
            UNKNOWN_WORD "unknown-word" Error "not a word of the list of allowed words",
            MALFORMED "malformed" Error "a text which isn't what its key says: a time, date, price, email, URL, colour",
            END_BEFORE_START "end-before-start" Error "an end at or before its start",
            MISSING_ALT "missing-alt" Error "an image without a description",
            RAW_HTML "raw-html" Error "HTML in Markdown",
        ];
    }

    diagnostics::codes! {
        /// All warnings, which a file can allow by their names.
        pub const LINTS = [
            MARKUP_IN_TEXT "markup-in-text" Warning "signs of markup that are shown as they are",
        ];
    }
}
