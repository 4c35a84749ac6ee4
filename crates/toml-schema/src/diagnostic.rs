//! What can be wrong with a TOML file: the codes of this crate. All else is that of the crate `diagnostics`.

pub use diagnostics::{
    Applicability, Diagnostic, Diagnostics, Edit, FileId, Files, Fix, Label, Position, Severity, Span, codes,
    is_slip, line_at, nearest, next_line, shortened, splice, suggest,
};

pub use crate::lookalikes::{clean, digit, is_blank, is_invisible, is_odd, visible, without_copied_marks};

codes! {
    /// A kind of mistake.
    pub enum Code {
        Syntax "syntax" Error "the text isn't TOML",
        UnknownKey "unknown-key" Error "a key which this table doesn't have",
        MissingKey "missing-key" Error "a key which this table needs",
        WrongType "wrong-type" Error "a number where a text belongs, and the like",
        EmptyText "empty-text" Error "a text without a letter in it",
        OutOfRange "out-of-range" Error "a number too small or too large, a list too short or too long",
        UnknownWord "unknown-word" Error "not a word of the list of allowed words",
        Malformed "malformed" Error "a text which isn't what its key says: a time, date, price, email, URL, colour",
        EndBeforeStart "end-before-start" Error "an end at or before its start",
        MissingAlt "missing-alt" Error "an image without a description",
        RawHtml "raw-html" Error "HTML in Markdown",
    }
}

codes! {
    /// A warning, which a file can allow by its name.
    pub enum Lint {
        MarkupInText "markup-in-text" Warning "signs of markup that are shown as they are",
    }
}
