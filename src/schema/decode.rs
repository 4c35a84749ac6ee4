//! TOML files of a project, read by the crate `toml-schema`.

pub use toml_schema::decode::*;

pub use super::scalars::{
    CAPTIONS, CODE, FILM, FOLDER, FONT, FRAME, ICON, IMAGE, LINK, REDIRECT, TARGET, WEEKDAY, scalar_named,
    scalars,
};

/// The types of single values.
pub mod value {
    pub use toml_schema::decode::value::*;
    /// The name of a picture or font. That the file exists is checked when all files are known.
    pub use toml_schema::decode::value::{FileName as FontFile, FileName as ImageFile};

    pub use crate::{
        formats::{Country, Weekday},
        schema::scalars::{Channel, Destination, Link},
    };
}

pub const IMAGES: &str = "content/images/";
pub const FILMS: &str = "content/films/";
pub const FONTS: &str = "content/fonts/";
/// The ending of the names of fonts.
pub const FONT_EXTENSION: &str = ".woff2";
