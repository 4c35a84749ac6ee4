//! The kinds of mistakes in a site, a constant each. Scripts filter by the names, so that none is ever changed.

mod content;
mod explanation;
mod files;
mod links;
mod publishing;
mod theme;
mod toml;
mod translation;
mod warnings;

use diagnostics::Code;

pub use self::{
    content::*, explanation::explanation, files::*, links::*, publishing::*, theme::*, toml::*,
    translation::*, warnings::*,
};

/// All but those that content can allow, in the order in which documentation lists them.
pub const ALL: &[Code] = &[
    SYNTAX,
    UNKNOWN_KEY,
    MISSING_KEY,
    WRONG_TYPE,
    EMPTY_TEXT,
    OUT_OF_RANGE,
    UNKNOWN_WORD,
    MALFORMED,
    END_BEFORE_START,
    DUPLICATE_ID,
    SEASON_OVERLAP,
    DUPLICATE_SLUG,
    UNKNOWN_REFERENCE,
    MISSING_IMAGE,
    BAD_IMAGE,
    MISSING_FILM,
    BAD_FILM,
    MISSING_FONT,
    BAD_FONT,
    MISSING_ALT,
    BROKEN_LINK,
    BROKEN_FRAGMENT,
    BLOCKED,
    REDIRECT,
    NOT_FOLLOWED,
    PATH_COLLISION,
    SECRET_IN_CONTENT,
    PLAIN_FTP,
    UNKNOWN_TARGET,
    TARGET_AND_HOST,
    NO_ADDRESS,
    FACT_IN_TRANSLATION,
    NO_ORIGINAL,
    UNREADABLE,
    INVALID_UTF8,
    UNKNOWN_FILE,
    MISSING_FILE,
    BAD_FILE_NAME,
    RAW_HTML,
    TEMPLATE,
    BUNDLE,
    ISLAND,
    TYPE,
    UNUSED_FILE,
    OUTSIDE_BLOCK,
    UNKNOWN_ELEMENT,
    UNKNOWN_PROPERTY,
    PHYSICAL_SIDES,
    LEFT_OUT,
];
