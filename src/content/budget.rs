//! How much each page may weigh, in `content/site.toml`.

use gympress_derive::View;

use crate::diagnostic::Span;

/// The limits of gympress's own scripts, in brotli. Content can lower them, not raise them.
const BOOT: u32 = 1_000;
const REACT: u32 = 62_000;
const ISLAND: u32 = 3_000;

/// The most bytes of each kind that a page may load. HTML and CSS are counted before compression, scripts in
/// brotli, fonts and pictures as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The page itself.
    pub html: usize,
    pub css: usize,
    /// Its own scripts, and those of all islands on it.
    pub script: usize,
    /// What it loads before it needs an island.
    pub boot: usize,
    /// The chunk with React, which all islands share.
    pub react: usize,
    /// What an island loads beside that chunk.
    pub island: usize,
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

#[derive(Debug, View)]
pub(super) struct StatedBudget {
    html: Option<u32>,
    css: Option<u32>,
    script: Option<u32>,
    boot: Option<u32>,
    react: Option<u32>,
    island: Option<u32>,
    font: Option<u32>,
    image: Option<u32>,
    #[view(span)]
    span: Span,
}

impl From<&StatedBudget> for Budget {
    fn from(stated: &StatedBudget) -> Self {
        let usual = Self::default();
        let or = |stated: Option<u32>, usual: usize| stated.map_or(usual, |bytes| bytes as usize);
        Self {
            html: or(stated.html, usual.html),
            css: or(stated.css, usual.css),
            script: or(stated.script, usual.script),
            boot: or(stated.boot, usual.boot),
            react: or(stated.react, usual.react),
            island: or(stated.island, usual.island),
            font: or(stated.font, usual.font),
            image: or(stated.image, usual.image),
            span: Some(stated.span),
        }
    }
}
