//! The markup of a picture: the files that browsers choose from, and its size, so that nothing moves when it loads.

use std::fmt;

use crate::{
    assets::{Picture, Variant, focus},
    output::escape,
    schema::FocusPoint,
    site::BaseUrl,
};

/// The media query for phones that are held upright.
const UPRIGHT_PHONE: &str = "(max-width: 40rem) and (orientation: portrait)";

/// The class of a picture that is never cropped.
const WHOLE: &str = "whole";

/// The `sizes` of a picture that is as wide as the window.
pub const FULL_WIDTH: &str = "100vw";

/// Options of a picture's markup.
#[derive(Clone, Copy, Default)]
pub struct Look<'a> {
    /// The value of the attribute `sizes`.
    pub sizes: &'a str,
    pub alt: &'a str,
    pub class: &'a str,
    /// The point that stays in view where the picture is cropped.
    pub focus: Option<FocusPoint>,
    /// True for a picture that is never mirrored.
    pub unmirrored: bool,
    /// True for a picture that is never cropped.
    pub is_whole: bool,
    pub labelled_by: &'a str,
    /// The crop for phones that are held upright.
    pub portrait: Option<Portrait<'a>>,
    /// True for a picture at the top of the page, which is fetched at once and before others.
    pub first: bool,
}

/// Another crop of a picture.
#[derive(Clone, Copy)]
pub struct Portrait<'a> {
    pub picture: &'a Picture,
    /// The value of the attribute `sizes`.
    pub sizes: &'a str,
}

/// A `<picture>`: the formats that some browsers lack, then an `<img>` for all.
pub struct PictureTag<'a> {
    pub picture: &'a Picture,
    pub base: &'a BaseUrl,
    pub look: Look<'a>,
}

impl fmt::Display for PictureTag<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { picture, base, look } = self;
        let Some((fallback, better)) = picture.formats().split_last() else { return Ok(()) };
        let useful = picture.useful_width(look.sizes);
        out.write_str("<picture>")?;
        if let Some(portrait) = look.portrait {
            write_portrait(portrait, base, out)?;
        }
        for files in better {
            write!(out, "<source type=\"{}\"", files.format.media_type())?;
            write_set(&files.choices(useful), look.sizes, base, out)?;
            out.write_str(">")?;
        }
        out.write_str("<img")?;
        let given = (!look.class.is_empty()).then(|| escape(look.class));
        let whole = look.is_whole.then(|| WHOLE.to_owned());
        let classes = [given, look.focus.map(focus::classes), whole];
        let classes: Vec<String> = classes.into_iter().flatten().collect();
        if !classes.is_empty() {
            write!(out, " class=\"{}\"", classes.join(" "))?;
        }
        if look.unmirrored {
            out.write_str(" data-mirror=\"false\"")?;
        }
        let choices = fallback.choices(useful);
        if let Some(plain) = Picture::fallback_choice(&choices) {
            write!(out, " src=\"{}\"", base.href(&plain.path))?;
        }
        write_set(&choices, look.sizes, base, out)?;
        let (width, height) = picture.size();
        write!(out, " width=\"{width}\" height=\"{height}\" alt=\"{}\"", escape(look.alt))?;
        if !look.labelled_by.is_empty() {
            write!(out, " aria-labelledby=\"{}\"", escape(look.labelled_by))?;
        }
        out.write_str(if look.first {
            " fetchpriority=\"high\">"
        } else {
            " loading=\"lazy\" decoding=\"async\">"
        })?;
        out.write_str("</picture>")
    }
}

/// Writes a `<source>` for each format, with the size of this crop.
fn write_portrait(portrait: Portrait<'_>, base: &BaseUrl, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Portrait { picture, sizes } = portrait;
    let (width, height) = picture.size();
    let useful = picture.useful_width(sizes);
    picture.formats().iter().try_for_each(|files| {
        write!(out, "<source media=\"{UPRIGHT_PHONE}\" type=\"{}\"", files.format.media_type())?;
        write_set(&files.choices(useful), sizes, base, out)?;
        write!(out, " width=\"{width}\" height=\"{height}\">")
    })
}

/// ` srcset="..." sizes="..."`
fn write_set(choices: &[&Variant], sizes: &str, base: &BaseUrl, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    out.write_str(" srcset=\"")?;
    for (place, file) in choices.iter().enumerate() {
        let comma = if place == 0 { "" } else { ", " };
        for part in [comma, base.path(), file.path.trim_start_matches('/')] {
            out.write_str(part)?;
        }
        write!(out, " {}w", file.width)?;
    }
    write!(out, "\" sizes=\"{}\"", escape(sizes))
}
