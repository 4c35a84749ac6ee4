//! The markup of a picture: its files for the browser to choose from, and its size, so that nothing moves
//! when it arrives.

use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

use foldhash::HashMap;

use super::{functions::escape, partial::Partial, site::RenderSite};
use crate::{
    assets::{Picture, Variant, focus},
    decode::value::ImageFile,
    schema::FocusPoint,
    site::BaseUrl,
};

/// Where the picture for phones that are held upright is shown.
const UPRIGHT_PHONE: &str = "(max-width: 30rem) and (orientation: portrait)";

/// As wide as the window.
pub(super) const FULL_WIDTH: &str = "100vw";

/// How a picture is shown.
#[derive(Clone, Copy, Default)]
pub(super) struct Look<'a> {
    /// How wide, as in the attribute.
    pub sizes: &'a str,
    pub alt: &'a str,
    pub class: &'a str,
    /// What stays in view where it is cropped.
    pub focus: Option<FocusPoint>,
    pub labelled_by: &'a str,
    /// In its place on phones that are held upright.
    pub portrait: Option<Portrait<'a>>,
    /// At the top of the page: fetched at once and before others.
    pub first: bool,
}

/// Another crop of a picture.
#[derive(Clone, Copy)]
pub(super) struct Portrait<'a> {
    pub picture: &'a Picture,
    pub file: &'a ImageFile,
    /// How wide, as in the attribute.
    pub sizes: &'a str,
}

/// A `<picture>`: the formats that some browsers lack, then an `<img>` for all.
pub(super) struct PictureTag<'a> {
    pub picture: &'a Picture,
    pub base: &'a BaseUrl,
    pub look: Look<'a>,
}

impl fmt::Display for PictureTag<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { picture, base, look } = self;
        let Some((fallback, better)) = picture.formats().split_last() else { return Ok(()) };
        out.write_str("<picture>")?;
        if let Some(portrait) = look.portrait {
            write_portrait(portrait, base, out)?;
        }
        for format in better {
            write!(out, "<source type=\"{}\"", format.media_type())?;
            write_set(&picture.choices(*format, look.sizes), look.sizes, base, out)?;
            out.write_str(">")?;
        }
        out.write_str("<img")?;
        let given = (!look.class.is_empty()).then(|| escape(look.class));
        let classes = [given, look.focus.map(focus::classes)];
        let classes: Vec<String> = classes.into_iter().flatten().collect();
        if !classes.is_empty() {
            write!(out, " class=\"{}\"", classes.join(" "))?;
        }
        if let Some(plain) = picture.plain(look.sizes) {
            write!(out, " src=\"{}\"", base.href(&plain.path()))?;
        }
        write_set(&picture.choices(*fallback, look.sizes), look.sizes, base, out)?;
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

/// A `<source>` for each format, with the size of this crop.
fn write_portrait(portrait: Portrait<'_>, base: &BaseUrl, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Portrait { picture, file: _, sizes } = portrait;
    let (width, height) = picture.size();
    picture.formats().iter().try_for_each(|format| {
        write!(out, "<source media=\"{UPRIGHT_PHONE}\" type=\"{}\"", format.media_type())?;
        write_set(&picture.choices(*format, sizes), sizes, base, out)?;
        write!(out, " width=\"{width}\" height=\"{height}\">")
    })
}

/// ` srcset="..." sizes="..."`
fn write_set(choices: &[Variant], sizes: &str, base: &BaseUrl, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    out.write_str(" srcset=\"")?;
    for (place, file) in choices.iter().enumerate() {
        let comma = if place == 0 { "" } else { ", " };
        write!(out, "{comma}{} {}w", base.href(&file.path()), file.width)?;
    }
    write!(out, "\" sizes=\"{}\"", escape(sizes))
}

/// A cache of the tags of pictures, as most stand on several pages.
pub(super) struct PictureTags {
    pub site: Arc<RenderSite>,
    /// By file and look.
    tags: RwLock<HashMap<String, Arc<Partial>>>,
}

impl PictureTags {
    pub(super) fn new(site: Arc<RenderSite>) -> Self {
        Self { site, tags: RwLock::default() }
    }

    /// The tag of `picture`, which is that of `file`, shown like this.
    pub(super) fn tag(&self, file: &ImageFile, picture: &Picture, look: Look<'_>) -> Arc<Partial> {
        // No text of content has this sign in it.
        let focus = look.focus.map(focus::classes).unwrap_or_default();
        let portrait = look.portrait.map(|portrait| [portrait.file.as_str(), portrait.sizes].join("\0"));
        let key = [
            file.as_str(),
            portrait.as_deref().unwrap_or_default(),
            look.sizes,
            look.alt,
            look.class,
            &focus,
            look.labelled_by,
            if look.first { "first" } else { "" },
        ]
        .join("\0");
        if let Some(known) = self.tags.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let partial =
            || Arc::new(Partial::plain(PictureTag { picture, base: &self.site.base, look }.to_string()));
        let mut tags = self.tags.write().unwrap_or_else(PoisonError::into_inner);
        tags.entry(key).or_insert_with(partial).clone()
    }
}
