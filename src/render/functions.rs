//! What templates can call: `picture()`, `image_url()`, `asset()`, `fonts()` and the filter `url`.

use std::{collections::BTreeMap, fmt, sync::Arc};

use minijinja::{Environment, Error, ErrorKind, State, Value, value::Kwargs};

use super::{
    picture::{FULL_WIDTH, Look, Shown},
    placed::Placed,
};
use crate::{
    assets::{
        Cards, Graphic, Picture, Pictures,
        styles::{self, Styles},
    },
    decode::value::ImageFile,
    site::BaseUrl,
};

/// The files with hashed names that templates ask for by their plain ones.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// From `styles/site.css` to the path within the site.
    pub assets: BTreeMap<String, String>,
    /// The paths of the fonts that every page needs at once.
    pub fonts: Vec<String>,
    /// What makes the pages' cards.
    pub cards: Option<Cards>,
}

impl Files {
    /// The bundled stylesheet with the fonts that it names, and the graphics.
    pub fn of(styles: &Styles, graphics: &[Graphic], cards: Option<Cards>) -> Self {
        let path = |name: &str| format!("/{}/{name}", styles::FOLDER);
        // A stylesheet that can't be bundled was reported; pages are rendered for their own mistakes then.
        let sheet = styles.sheet().map(path).unwrap_or_default();
        let graphics = graphics.iter().map(|graphic| (graphic.name.clone(), graphic.path.clone()));
        let assets = graphics.chain([("styles/site.css".to_owned(), sheet)]).collect();
        Self { assets, fonts: styles.fonts().map(path).collect(), cards }
    }
}

pub(super) fn register(
    environment: &mut Environment<'_>,
    base: BaseUrl,
    pictures: Arc<Pictures>,
    files: Arc<Files>,
) {
    let base = Arc::new(base);
    let of = base.clone();
    environment.add_filter("url", move |link: &str| href(&of, link));
    let shown = Shown::new(pictures.clone(), (*base).clone());
    environment.add_function("picture", move |state: &State<'_, '_>, image: Value, options: Kwargs| {
        picture(state, &image, &options, &shown)
    });
    let (of, known) = (base.clone(), pictures);
    environment.add_function("image_url", move |image: Value| {
        Ok::<_, Error>(
            find(&image, &known)?.map(|picture| of.href(&picture.largest().path())).unwrap_or_default(),
        )
    });
    let (of, known) = (base.clone(), files.clone());
    environment.add_function("asset", move |name: &str| match known.assets.get(name) {
        Some(path) => Ok(of.href(path)),
        None => Err(Error::new(ErrorKind::InvalidOperation, format!("there is no asset \"{name}\""))),
    });
    environment
        .add_function("fonts", move || files.fonts.iter().map(|path| base.href(path)).collect::<Vec<_>>());
}

/// A link as templates and content write it, under the base path; full addresses stay as they are.
fn href(base: &BaseUrl, link: &str) -> String {
    if link.starts_with('/') && !link.starts_with("//") { base.href(link) } else { link.to_owned() }
}

fn picture(state: &State<'_, '_>, image: &Value, options: &Kwargs, shown: &Shown) -> Result<Value, Error> {
    let own_alt = image.get_attr("alt")?;
    let file = file(image).ok_or_else(no_picture)?;
    let Some(picture) = shown.pictures.get(&file).map_err(|_| no_picture())? else {
        return Ok(Value::from(""));
    };
    let look = Look {
        sizes: options.get::<Option<&str>>("sizes")?.unwrap_or(FULL_WIDTH),
        alt: options.get::<Option<&str>>("alt")?.or(own_alt.as_str()).unwrap_or_default(),
        class: options.get::<Option<&str>>("class")?.unwrap_or_default(),
        labelled_by: options.get::<Option<&str>>("labelledby")?.unwrap_or_default(),
        first: options.get::<Option<bool>>("priority")?.unwrap_or(false),
    };
    options.assert_all_used()?;
    let tag = shown.tag(&file, picture, look);
    // Most pictures are on several pages, which then have a stretch in common.
    Ok(match Placed::of(state).ok().filter(|placed| placed.is_page()) {
        Some(page) => page.place_partial(&tag),
        None => Value::from_safe_string(tag.html.clone()),
    })
}

/// The file of a picture of content.
fn file(image: &Value) -> Option<ImageFile> {
    image.get_attr("file").ok()?.as_str().and_then(ImageFile::new)
}

fn no_picture() -> Error {
    let what = "this is no picture of the content; pictures are { file, alt }";
    Error::new(ErrorKind::InvalidOperation, what)
}

/// Nothing for a picture that was reported already.
fn find<'a>(image: &Value, pictures: &'a Pictures) -> Result<Option<&'a Picture>, Error> {
    file(image).and_then(|file| pictures.get(&file).ok()).ok_or_else(no_picture)
}

/// Text for HTML, in an attribute or between tags.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Writing into a string can't fail.
    let _ = write_escaped(&mut out, text);
    out
}

/// Writes text for HTML, in an attribute or between tags, copying what needs no escape in one go.
pub(super) fn write_escaped(out: &mut impl fmt::Write, text: &str) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'')) {
        let (plain, special) = rest.split_at(at);
        out.write_str(plain)?;
        out.write_str(match special.as_bytes().first() {
            Some(b'&') => "&amp;",
            Some(b'<') => "&lt;",
            Some(b'>') => "&gt;",
            Some(b'"') => "&quot;",
            _ => "&#39;",
        })?;
        rest = special.get(1..).unwrap_or_default();
    }
    out.write_str(rest)
}
