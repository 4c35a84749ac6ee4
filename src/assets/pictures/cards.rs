//! The card that chat programs and social networks show of a page: `templates/card.svg`, a template, drawn over a picture.

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, PoisonError},
};

use gympress_pixels::{Canvas, DRAWING, Encoding, Fonts, SETTINGS};
use icu_casemap::CaseMapper;
use icu_locale::LanguageIdentifier;
use minijinja::{AutoEscape, Environment, Value, context, value::Serde};
use serde::Serialize;

use super::{Picture, Pictures, source::Source};
use crate::{
    assets::styles::DrawingColours,
    cache::{self, BlobCache},
    diagnostic::{Diagnostic, Failure, Span, code, diagnostic},
    output::{Artifact, Bytes, Origin, OutputPath},
    schema::decode::value::Language,
    source::Sources,
};

/// Width and height of a card in pixels, in the shape that Facebook, X, WhatsApp and Slack show uncut.
pub const SIZE: (u32, u32) = (1200, 630);

/// The template of all cards.
const TEMPLATE: &str = "templates/card.svg";

/// The font for letters that the one of headings doesn't have: Inter, with the letters of Europe, Africa and Vietnam.
const FALLBACK_FONT: &str = "templates/styles/fonts/card.ttf";

/// Changes whenever cards are drawn otherwise, as their names follow from it.
const VERSION: &str = "card 4";

const MARGIN: u32 = 72;

/// The most of a logo, in pixels.
const LOGO: (u32, u32) = (420, 56);

/// Where the name begins beside the mark that stands in the place of a logo.
const NAME_X: u32 = 152;

/// From where on a picture is shown that doesn't fill the card.
const RIGHT: u32 = 400;

/// The room for the title and the sizes in which it may be set, in pixels.
const TITLE_ROOM: (f32, f32) = (660.0, 350.0);
const TITLE_SIZES: [u16; 8] = [128, 112, 98, 86, 74, 64, 54, 46];

/// The same of the name, which has a line.
const NAME_ROOM: (f32, f32) = (600.0, 56.0);
const NAME_SIZES: [u16; 4] = [48, 40, 32, 24];

/// The height of a line for each pixel of the size: headlines are set tight.
const LEADING: f32 = 0.98;

/// How many pictures are kept at the size of a card, each taking 3 MB: neighbouring posts share some.
const MOST_BACKGROUNDS: usize = 12;

/// Makes cards that look alike.
#[derive(Clone, Debug)]
pub struct Cards {
    look: Arc<Look>,
}

/// What all cards have in common.
#[derive(Debug)]
struct Look {
    /// With [`TEMPLATE`], or why that can't be read.
    templates: Result<Environment<'static>, String>,
    /// The gym's name; empty if the logo stands in its place.
    name: String,
    /// That of the site, whose capitals titles have.
    language: LanguageIdentifier,
    logo: Option<Arc<Source>>,
    colours: DrawingColours,
    fonts: Fonts,
    backgrounds: Mutex<Vec<Background>>,
    blobs: BlobCache,
    hash: blake3::Hash,
}

/// A picture at the size of a card.
#[derive(Debug)]
struct Background {
    /// The picture's key and where it is.
    of: (blake3::Hash, Frame),
    canvas: Canvas,
}

/// The card of a page.
#[derive(Clone, Debug)]
pub struct Card {
    look: Arc<Look>,
    title: String,
    source: Option<(Arc<Source>, Frame)>,
    key: blake3::Hash,
}

/// Where a picture is on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// All over it: made for cards, with room for words on the left.
    Whole,
    /// On the right, fading out to the left.
    Right,
}

/// Words as the template sets them.
#[derive(Debug, Serialize)]
struct Words {
    family: String,
    weight: u16,
    /// In pixels.
    size: u16,
    lines: Vec<String>,
}

/// Colours as the template writes them.
#[derive(Debug, Serialize)]
struct Colours {
    behind: String,
    text: String,
    accent: String,
}

impl Cards {
    /// Cards for the gym called `name` with its logo; `name` is empty if the logo stands in its place. `font` is the path of
    /// the font of headings, in which words are set. Returns `None` if the project has no template of cards.
    pub fn new(
        name: &str,
        language: &Language,
        logo: Option<&Picture>,
        colours: DrawingColours,
        font: &str,
        pictures: &Pictures,
        sources: &Sources,
    ) -> Option<Self> {
        let (_, template) = sources.text_at(TEMPLATE)?;
        let fonts: Vec<Vec<u8>> = [font, FALLBACK_FONT]
            .into_iter()
            .filter_map(|path| sources.binary_at(path)?.bytes().ok())
            .collect();
        let mut hasher = blake3::Hasher::new();
        let key = logo.map(|logo| logo.source.key);
        let logo_key: &[u8] = key.as_ref().map_or(&[], |key| key.as_bytes());
        let DrawingColours { behind, text, accent } = &colours;
        let parts = [VERSION, DRAWING, SETTINGS, name, language.as_str(), &template.text].map(str::as_bytes);
        let parts = parts.into_iter().chain([logo_key, behind, text, accent]);
        for part in parts.chain(fonts.iter().map(Vec::as_slice)) {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        let mut templates = Environment::new();
        templates.set_auto_escape_callback(|_| AutoEscape::Html);
        let added = templates.add_template_owned(TEMPLATE, template.text.to_string());
        let look = Look {
            templates: added.map(|()| templates).map_err(|error| error.to_string()),
            name: name.to_owned(),
            language: language.locale().id.clone(),
            logo: logo.map(|logo| logo.source.clone()),
            colours,
            fonts: Fonts::new(fonts),
            backgrounds: Mutex::default(),
            blobs: pictures.blobs.clone(),
            hash: hasher.finalize(),
        };
        Some(Self { look: Arc::new(look) })
    }

    /// The mistake in a template of the project's own that keeps cards from being drawn.
    pub fn check(&self, sources: &Sources) -> Option<Diagnostic> {
        let (file, template) = sources.text_at(TEMPLATE)?;
        if template.theme.is_some() {
            return None;
        }
        let drawn = self.look.plain().and_then(|mut canvas| {
            let svg = self.look.svg("Title", true)?;
            canvas.draw(&svg, &self.look.fonts)
        });
        let error = drawn.err()?;
        Some(diagnostic!(code::TEMPLATE, Span::whole(file), "{TEMPLATE} can't be drawn: {error}";
            help: "an SVG is XML: close every element, and quote every attribute"))
    }

    /// The letters of a title that no font of cards has.
    pub fn missing_letters(&self, title: &str) -> String {
        self.look.fonts.missing(&self.look.capitals(title))
    }

    /// The card of a page with this title.
    pub fn card(&self, title: &str, picture: Option<(&Picture, Frame)>) -> Card {
        let source = picture.map(|(picture, frame)| (picture.source.clone(), frame));
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.look.hash.as_bytes());
        if let Some((source, frame)) = &source {
            hasher.update(source.key.as_bytes()).update(&[u8::from(*frame == Frame::Whole)]);
        }
        hasher.update(title.as_bytes());
        Card { look: self.look.clone(), title: title.to_owned(), source, key: hasher.finalize() }
    }
}

impl Card {
    /// Its path within the site, without the base path: `/images/card-1a2b3c4d5e6f7a8b.jpg`.
    pub fn path(&self) -> String {
        format!("/images/card-{}.jpg", cache::short(&self.key, 16))
    }

    /// What the name of every card begins with.
    pub const START: &'static str = "images/card-";

    /// The file of the site.
    pub fn artifact(self, origin: Origin) -> Option<Artifact> {
        let path = OutputPath::new(self.path().trim_start_matches('/'))?;
        let cache_key = format!("card-{}.jpg", cache::short(&self.key, 32));
        let blobs = self.look.blobs.clone();
        let bytes = Bytes::on_request(cache_key, &blobs, move || self.draw());
        // No page shows it, so no page that is open requests it after a deploy.
        Some(Artifact { path, bytes, origin, has_hashed_name: false })
    }

    fn draw(&self) -> Result<Vec<u8>, Failure> {
        let failed = |reason: String| Failure::new(format!("can't make {}: {reason}", self.path()));
        let mut canvas = match &self.source {
            Some(source) => self.look.background(source)?,
            None => self.look.plain().map_err(failed)?,
        };
        let svg = self.look.svg(&self.title, self.source.is_some()).map_err(failed)?;
        canvas.draw(&svg, &self.look.fonts).map_err(failed)?;
        if let Some(logo) = &self.look.logo {
            let (width, height) = fitted(logo.size);
            let pixels = logo.decode()?;
            let pixels = pixels.resized(width, height, logo.is_transparent).map_err(failed)?;
            canvas.place(&pixels, (MARGIN, MARGIN + (LOGO.1 - height) / 2));
        }
        canvas.into_pixels().encode(Encoding::Jpeg).map_err(failed)
    }
}

impl Look {
    fn plain(&self) -> Result<Canvas, String> {
        Canvas::new(SIZE.0, SIZE.1, self.colours.behind).ok_or_else(|| "there is no such size".to_owned())
    }

    /// What is drawn over the picture.
    fn svg(&self, title: &str, has_picture: bool) -> Result<String, String> {
        let logo = self.logo.as_ref().map(|logo| fitted(logo.size));
        let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
        let DrawingColours { behind, text, accent } = self.colours;
        let colours = Colours { behind: hex(behind), text: hex(text), accent: hex(accent) };
        let templates = self.templates.as_ref().map_err(Clone::clone)?;
        let template = templates.get_template(TEMPLATE).map_err(|error| error.to_string())?;
        let values = context! {
            width => SIZE.0,
            height => SIZE.1,
            picture => has_picture,
            logo => logo.is_some(),
            name => Value::from(Serde(self.words(&self.capitals(&self.name), NAME_ROOM, &NAME_SIZES))),
            name_x => logo.map_or(NAME_X, |(width, _)| MARGIN + width + 24),
            title => Value::from(Serde(self.words(&self.capitals(title), TITLE_ROOM, &TITLE_SIZES))),
            colors => Value::from(Serde(colours)),
        };
        template.render(values).map_err(|error| error.to_string())
    }

    /// The text in the capitals of the language.
    fn capitals<'t>(&self, text: &'t str) -> Cow<'t, str> {
        CaseMapper::new().uppercase_to_string(text, &self.language)
    }

    /// The words in the largest of `sizes`, which descend, in which they fit; in the least, as many lines as fit. Returns
    /// `None` if there are none in any letters that fonts have.
    fn words(&self, text: &str, (width, height): (f32, f32), sizes: &[u16]) -> Option<Words> {
        let lettering = self.fonts.set(text).filter(|lettering| !lettering.text.trim().is_empty())?;
        let words: Vec<&str> = lettering.text.split_whitespace().collect();
        let mut set =
            Words { family: lettering.family, weight: lettering.weight, size: 0, lines: Vec::new() };
        let rows = |size: u16| {
            let is_within = |rows: &u16| f32::from(*rows) * f32::from(size) * LEADING <= height;
            (1..=u16::MAX).take_while(is_within).count()
        };
        for size in sizes {
            let pixels = f32::from(*size);
            let is_wide = |line: &str| self.fonts.width(&set.family, line) * pixels > width;
            let mut lines: Vec<String> = Vec::new();
            for word in &words {
                match lines.last_mut() {
                    Some(line) if !is_wide(&format!("{line} {word}")) => *line = format!("{line} {word}"),
                    _ => lines.push((*word).to_owned()),
                }
            }
            let fits = lines.len() <= rows(*size) && !lines.iter().any(|line| is_wide(line));
            (set.size, set.lines) = (*size, lines);
            if fits {
                break;
            }
        }
        set.lines.truncate(rows(set.size).max(1));
        Some(set)
    }

    /// The picture at the size of a card.
    fn background(&self, (source, frame): &(Arc<Source>, Frame)) -> Result<Canvas, Failure> {
        let wanted = (source.key, *frame);
        let backgrounds = || self.backgrounds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(background) = backgrounds().iter().find(|background| background.of == wanted) {
            return Ok(background.canvas.clone());
        }
        let failed = |reason: String| Failure::new(format!("can't use {}: {reason}", source.stem));
        let left = if *frame == Frame::Whole { 0 } else { RIGHT };
        let picture = source.decode()?.covering(SIZE.0 - left, SIZE.1).map_err(failed)?;
        let mut canvas = self.plain().map_err(failed)?;
        canvas.place(&picture, (left, 0));
        let mut known = backgrounds();
        known.truncate(MOST_BACKGROUNDS - 1);
        known.insert(0, Background { of: wanted, canvas: canvas.clone() });
        Ok(canvas)
    }
}

/// The largest size in the shape of a logo of this size that fits on a card.
fn fitted((width, height): (u32, u32)) -> (u32, u32) {
    let scaled = |side: u32, part: u32, whole: u32| {
        let scaled = u64::from(side) * u64::from(part) / u64::from(whole.max(1));
        u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
    };
    let wide = scaled(width, LOGO.1, height);
    if wide <= LOGO.0 { (wide, LOGO.1) } else { (LOGO.0, scaled(height, LOGO.0, width)) }
}
