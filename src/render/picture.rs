//! The markup of a picture: its files for the browser to choose from, and its size, so that nothing moves
//! when it arrives.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

use super::functions::escape;
use crate::{
    assets::{Picture, Pictures, Variant},
    decode::value::ImageFile,
    site::BaseUrl,
};

/// As wide as the window.
pub(super) const FULL_WIDTH: &str = "100vw";

/// A `<picture>`: the formats that not every browser knows, then an `<img>` for all.
pub(super) struct PictureTag<'a> {
    pub picture: &'a Picture,
    pub choices: &'a Choices,
    pub alt: &'a str,
    pub class: &'a str,
    pub labelled_by: &'a str,
    /// At the top of the page: fetched at once and before others.
    pub first: bool,
}

/// A picture's files for one width, as attributes: the same wherever it's shown so.
#[derive(Debug)]
pub(super) struct Choices {
    /// The `<source>` of each format that not every browser knows.
    sources: String,
    /// ` src="..." srcset="..." sizes="..."`, for all browsers.
    image: String,
}

impl Choices {
    /// The files of `picture` where it's as wide as `sizes` says, as in the attribute.
    pub(super) fn of(picture: &Picture, sizes: &str, base: &BaseUrl) -> Self {
        let (mut sources, mut image) = (String::new(), String::new());
        if let Some((fallback, better)) = picture.formats().split_last() {
            for format in better {
                sources.push_str(&format!("<source type=\"{}\"", format.media_type()));
                push_set(&picture.choices(*format, sizes), sizes, base, &mut sources);
                sources.push('>');
            }
            if let Some(plain) = picture.plain(sizes) {
                image.push_str(&format!(" src=\"{}\"", base.href(&plain.path())));
            }
            push_set(&picture.choices(*fallback, sizes), sizes, base, &mut image);
        }
        Self { sources, image }
    }
}

/// ` srcset="..." sizes="..."`
fn push_set(choices: &[Variant], sizes: &str, base: &BaseUrl, out: &mut String) {
    let files = choices.iter().map(|file| format!("{} {}w", base.href(&file.path()), file.width));
    let files: Vec<String> = files.collect();
    out.push_str(&format!(" srcset=\"{}\" sizes=\"{}\"", files.join(", "), escape(sizes)));
}

impl<'a> PictureTag<'a> {
    /// A picture somewhere down the page.
    pub(super) fn new(picture: &'a Picture, choices: &'a Choices) -> Self {
        Self { picture, choices, alt: "", class: "", labelled_by: "", first: false }
    }
}

impl fmt::Display for PictureTag<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "<picture>{}<img", self.choices.sources)?;
        match (self.class, self.picture.classes().unwrap_or_default()) {
            ("", own) if own.is_empty() => {}
            ("", own) => write!(out, " class=\"{own}\"")?,
            (given, own) if own.is_empty() => write!(out, " class=\"{}\"", escape(given))?,
            (given, own) => write!(out, " class=\"{} {own}\"", escape(given))?,
        }
        out.write_str(&self.choices.image)?;
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

/// The pictures of a site with the choices that pages have asked for: most stand on several.
pub(super) struct Shown {
    pub pictures: Arc<Pictures>,
    base: BaseUrl,
    known: RwLock<Known>,
}

/// By picture and by how wide it is.
type Known = HashMap<ImageFile, Vec<(String, Arc<Choices>)>>;

impl Shown {
    pub(super) fn new(pictures: Arc<Pictures>, base: BaseUrl) -> Self {
        Self { pictures, base, known: RwLock::default() }
    }

    /// The files of `picture`, which is that of `file`, where it's as wide as `sizes` says.
    pub(super) fn choices(&self, file: &ImageFile, picture: &Picture, sizes: &str) -> Arc<Choices> {
        let of = |known: &Known| {
            let all = known.get(file)?;
            all.iter().find(|(known, _)| known == sizes).map(|(_, choices)| choices.clone())
        };
        if let Some(choices) = of(&self.known.read().unwrap_or_else(PoisonError::into_inner)) {
            return choices;
        }
        let choices = Arc::new(Choices::of(picture, sizes, &self.base));
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.entry(file.clone()).or_default().push((sizes.to_owned(), choices.clone()));
        choices
    }
}
