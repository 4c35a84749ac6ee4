//! How much each page may weigh, in `content/site.toml`.

use crate::{
    decode::{Fields, Record, value::Whole},
    diagnostic::Span,
};

/// A number of bytes.
type Bytes = Whole<1, 10_000_000>;

/// What gympress promises visitors of its own scripts, in brotli. Content can promise less, not more.
const BOOT: u32 = 1_000;
const REACT: u32 = 62_000;
const ISLAND: u32 = 3_000;

/// The most bytes of each kind that a page may ask for. HTML and CSS are counted before compression, scripts in
/// brotli, fonts and pictures as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The page itself.
    pub html: usize,
    /// Its stylesheets.
    pub css: usize,
    /// Its own scripts, and those of all islands on it.
    pub script: usize,
    /// What it loads before it needs an island.
    pub boot: usize,
    /// The chunk with React, which all islands share.
    pub react: usize,
    /// What an island loads beside that chunk.
    pub island: usize,
    /// The fonts that its stylesheets name.
    pub font: usize,
    /// The picture at its top, in the largest file of the best format.
    pub image: usize,
    /// Where content states them, if it does.
    pub span: Option<Span>,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            html: 150_000,
            css: 80_000,
            script: 90_000,
            boot: BOOT as usize,
            react: REACT as usize,
            island: ISLAND as usize,
            font: 60_000,
            image: 150_000,
            span: None,
        }
    }
}

impl Record for Budget {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let span = fields.span();
        let boot = fields.optional::<Whole<1, BOOT>>(
            "boot",
            "The most bytes of script before an island is needed, in brotli",
        );
        let react = fields.optional::<Whole<1, REACT>>(
            "react",
            "The most bytes of the script that all islands share, in brotli",
        );
        let island = fields
            .optional::<Whole<1, ISLAND>>("island", "The most bytes of script of each island, in brotli");
        let mut ask = |key, doc, default: usize| {
            fields.optional::<Bytes>(key, doc).map_or(default, |bytes| bytes.get() as usize)
        };
        let usual = Self::default();
        Self {
            html: ask("html", "The most bytes of a page's HTML, before compression", usual.html),
            css: ask("css", "The most bytes of a page's stylesheets, before compression", usual.css),
            script: ask("script", "The most bytes of all scripts of a page, in brotli", usual.script),
            boot: boot.map_or(usual.boot, |bytes| bytes.get() as usize),
            react: react.map_or(usual.react, |bytes| bytes.get() as usize),
            island: island.map_or(usual.island, |bytes| bytes.get() as usize),
            font: ask("font", "The most bytes of a page's fonts", usual.font),
            image: ask("image", "The most bytes of the picture at the top of a page", usual.image),
            span: Some(span),
        }
    }
}
