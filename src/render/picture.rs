//! The markup of a picture: its files for the browser to choose from, and its size, so that nothing moves
//! when it arrives.

use std::fmt;

use super::functions::escape;
use crate::{
    assets::{Picture, Variant},
    site::BaseUrl,
};

/// As wide as the window.
pub(super) const FULL_WIDTH: &str = "100vw";

/// A `<picture>`: the formats that not every browser knows, then an `<img>` for all.
pub(super) struct PictureTag<'a> {
    pub picture: &'a Picture,
    pub base: &'a BaseUrl,
    /// How wide it's shown, as in the attribute.
    pub sizes: &'a str,
    pub alt: &'a str,
    pub class: &'a str,
    pub labelled_by: &'a str,
    /// At the top of the page: fetched at once and before others.
    pub first: bool,
}

impl<'a> PictureTag<'a> {
    /// A picture somewhere down the page.
    pub fn new(picture: &'a Picture, base: &'a BaseUrl) -> Self {
        Self { picture, base, sizes: FULL_WIDTH, alt: "", class: "", labelled_by: "", first: false }
    }

    /// ` srcset="..." sizes="..."`
    fn write_choices(&self, choices: &[Variant], out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(" srcset=\"")?;
        for (place, variant) in choices.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(out, "{comma}{} {}w", self.base.href(&variant.path()), variant.width)?;
        }
        write!(out, "\" sizes=\"{}\"", escape(self.sizes))
    }
}

impl fmt::Display for PictureTag<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((fallback, better)) = self.picture.formats().split_last() else { return Ok(()) };
        out.write_str("<picture>")?;
        for format in better {
            write!(out, "<source type=\"{}\"", format.media_type())?;
            self.write_choices(&self.picture.choices(*format, self.sizes), out)?;
            out.write_str(">")?;
        }
        out.write_str("<img")?;
        match (self.class, self.picture.classes().unwrap_or_default()) {
            ("", own) if own.is_empty() => {}
            ("", own) => write!(out, " class=\"{own}\"")?,
            (given, own) if own.is_empty() => write!(out, " class=\"{}\"", escape(given))?,
            (given, own) => write!(out, " class=\"{} {own}\"", escape(given))?,
        }
        if let Some(plain) = self.picture.plain(self.sizes) {
            write!(out, " src=\"{}\"", self.base.href(&plain.path()))?;
        }
        self.write_choices(&self.picture.choices(*fallback, self.sizes), out)?;
        let (width, height) = self.picture.size();
        write!(out, " width=\"{width}\" height=\"{height}\" alt=\"{}\"", escape(self.alt))?;
        if !self.labelled_by.is_empty() {
            write!(out, " aria-labelledby=\"{}\"", escape(self.labelled_by))?;
        }
        out.write_str(if self.first {
            " fetchpriority=\"high\">"
        } else {
            " loading=\"lazy\" decoding=\"async\">"
        })?;
        out.write_str("</picture>")
    }
}
