//! The cards that chat programs and social networks show for pages: the template `templates/card.svg`, drawn over a
//! picture.

use std::{
    borrow::Cow,
    sync::{Arc, Mutex},
};

use gympress_pixels::{Canvas, DRAWING, Encoding, Fonts, SETTINGS};
use icu_casemap::CaseMapper;
use icu_locale::LanguageIdentifier;
use minijinja::{AutoEscape, Environment, Value, context, value::Serde};
use serde::Serialize;

use super::{Picture, Pictures, source::PictureSource};
use crate::{
    assets::styles::DrawingColours,
    cache::{self, BlobCache},
    diagnostic::{Diagnostic, Failure, Span, code, diagnostic},
    lock,
    output::{Artifact, Bytes, Origin, OutputPath},
    schema::decode::value::Language,
    source::Sources,
};

/// Width and height of a card in pixels, in the shape that Facebook, X, WhatsApp and Slack show uncut.
pub const SIZE: (u32, u32) = (1200, 630);

/// The template of all cards.
const TEMPLATE: &str = "templates/card.svg";

/// The font for letters that the font of headings lacks: Inter, with the letters of Europe, Africa and Vietnam.
const FALLBACK_FONT: &str = "templates/styles/fonts/card.ttf";

/// The version of the drawing. It changes whenever cards are drawn differently, as the names of cards depend on it.
const VERSION: &str = "card 5";

const MARGIN: u32 = 72;

/// The greatest width and height of a logo, in pixels.
const LOGO: (u32, u32) = (420, 56);

/// The left edge of the name beside the mark that stands in for a logo.
const NAME_X: u32 = 152;

/// The left edge of a picture that doesn't fill the card.
const RIGHT: u32 = 400;

/// The room for the title, and the sizes to try, in pixels.
const TITLE_ROOM: (f32, f32) = (660.0, 350.0);
const TITLE_SIZES: [u16; 8] = [128, 112, 98, 86, 74, 64, 54, 46];

/// The room for the name, on one line, and the sizes to try, in pixels.
const NAME_ROOM: (f32, f32) = (600.0, 56.0);
const NAME_SIZES: [u16; 4] = [48, 40, 32, 24];

/// The height of a line in relation to the size: headlines are set tight.
const LEADING: f32 = 0.98;

/// The number of pictures that are kept at the size of a card, for neighbouring posts that share one; each takes 3 MB.
const MOST_BACKGROUNDS: usize = 12;

/// Makes cards of one style.
#[derive(Clone, Debug)]
pub struct Cards {
    style: Arc<CardStyle>,
}

/// The properties that all cards of a site share.
#[derive(Debug)]
struct CardStyle {
    /// The environment with [`TEMPLATE`], or the reason why the template can't be parsed.
    templates: Result<Environment<'static>, String>,
    /// The gym's name; empty if the logo takes its place.
    name: String,
    /// The site's language, which determines the capitals of titles.
    language: LanguageIdentifier,
    logo: Option<Arc<PictureSource>>,
    colours: DrawingColours,
    fonts: Fonts,
    backgrounds: Mutex<Vec<CardBackground>>,
    blobs: BlobCache,
    hash: blake3::Hash,
}

/// A picture at the size of a card.
#[derive(Debug)]
struct CardBackground {
    /// The picture's key and its position.
    of: (blake3::Hash, CardFrame),
    canvas: Canvas,
}

/// The card of a page.
#[derive(Clone, Debug)]
pub struct Card {
    style: Arc<CardStyle>,
    title: String,
    source: Option<(Arc<PictureSource>, CardFrame)>,
    key: blake3::Hash,
}

/// The position of a picture on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardFrame {
    /// All over the card, for a picture made for cards, with room for words on the left.
    Whole,
    /// On the right, fading out to the left.
    Right,
}

/// Words broken into lines, for the template.
#[derive(Debug, Serialize)]
struct CardWords {
    family: String,
    weight: u16,
    /// In pixels.
    size: u16,
    lines: Vec<String>,
}

/// Colours in hexadecimal notation, for the template.
#[derive(Debug, Serialize)]
struct CardColours {
    behind: String,
    text: String,
    accent: String,
}

impl Cards {
    /// Makes cards for the gym called `name`, which is empty if the logo takes its place. `font` is the path of the
    /// font of headings. Returns `None` if the project has no template for cards.
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
        let style = CardStyle {
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
        Some(Self { style: Arc::new(style) })
    }

    /// The mistake in the project's own template, if it keeps cards from being drawn.
    pub fn check(&self, sources: &Sources) -> Option<Diagnostic> {
        // The theme's was drawn before it came into the binary.
        let (file, _) = sources.overrides(TEMPLATE).next()?;
        let error = self.style.draw_sample().err()?;
        Some(diagnostic!(code::TEMPLATE, Span::whole(file), "{TEMPLATE} can't be drawn: {error}";
            help: "an SVG is XML: close every element, and quote every attribute"))
    }

    /// The letters of a title that no font for cards has.
    pub fn missing_letters(&self, title: &str) -> String {
        self.style.fonts.missing(&self.style.capitals(title))
    }

    /// The card of a page with this title.
    pub fn card(&self, title: &str, picture: Option<(&Picture, CardFrame)>) -> Card {
        let source = picture.map(|(picture, frame)| (picture.source.clone(), frame));
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.style.hash.as_bytes());
        if let Some((source, frame)) = &source {
            hasher.update(source.key.as_bytes()).update(&[u8::from(*frame == CardFrame::Whole)]);
        }
        hasher.update(title.as_bytes());
        Card { style: self.style.clone(), title: title.to_owned(), source, key: hasher.finalize() }
    }
}

impl Card {
    /// The path within the site, without the base path: `/images/card-1a2b3c4d5e6f7a8b.jpg`.
    pub fn path(&self) -> String {
        format!("/images/card-{}.jpg", cache::short(&self.key, 16))
    }

    /// The beginning of the paths of all cards.
    pub const START: &'static str = "images/card-";

    /// The card as a file of the site.
    pub fn artifact(self, origin: Origin) -> Option<Artifact> {
        let path = OutputPath::new(self.path().trim_start_matches('/'))?;
        let cache_key = format!("card-{}.jpg", cache::short(&self.key, 32));
        let blobs = self.style.blobs.clone();
        let bytes = Bytes::on_request(cache_key, &blobs, move || self.draw());
        // No page shows it, so no page opened before a new build requests it.
        Some(Artifact { path, bytes, origin, has_hashed_name: false })
    }

    fn draw(&self) -> Result<Vec<u8>, Failure> {
        let failed = |reason| Failure::new(format!("can't make {}: {reason}", self.path()));
        let mut canvas = match &self.source {
            Some(source) => self.style.background(source)?,
            None => self.style.blank_canvas().map_err(failed)?,
        };
        let svg = self.style.svg(&self.title, self.source.is_some()).map_err(failed)?;
        canvas.draw(&svg, &self.style.fonts).map_err(failed)?;
        if let Some(logo) = &self.style.logo {
            let (width, height) = fitted(logo.size);
            let pixels = logo.decode()?;
            let pixels = pixels.resized(width, height, logo.is_transparent).map_err(failed)?;
            canvas.place(&pixels, (MARGIN, MARGIN + (LOGO.1 - height) / 2));
        }
        canvas.into_pixels().encode(Encoding::Jpeg).map_err(failed)
    }
}

impl CardStyle {
    fn blank_canvas(&self) -> Result<Canvas, String> {
        Canvas::new(SIZE.0, SIZE.1, self.colours.behind).ok_or_else(|| "there is no such size".to_owned())
    }

    /// Draws a card with some title, to find errors in the template.
    fn draw_sample(&self) -> Result<(), String> {
        let svg = self.svg("Title", true)?;
        self.blank_canvas()?.draw(&svg, &self.fonts)
    }

    /// Renders the drawing over the picture.
    fn svg(&self, title: &str, has_picture: bool) -> Result<String, String> {
        let logo = self.logo.as_ref().map(|logo| fitted(logo.size));
        let DrawingColours { behind, text, accent } = self.colours;
        let [behind, text, accent] =
            [behind, text, accent].map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}"));
        let colours = CardColours { behind, text, accent };
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

    /// The text in capitals of the language.
    fn capitals<'t>(&self, text: &'t str) -> Cow<'t, str> {
        CaseMapper::new().uppercase_to_string(text, &self.language)
    }

    /// Breaks the words into lines, in the largest of the descending `sizes` that fits. If even the smallest is too
    /// large, keeps as many lines as fit. Returns `None` if the fonts have no letter of the text.
    fn words(&self, text: &str, (width, height): (f32, f32), sizes: &[u16]) -> Option<CardWords> {
        let lettering = self.fonts.set(text).filter(|lettering| !lettering.text.trim().is_empty())?;
        let words: Vec<&str> = lettering.text.split_whitespace().collect();
        let mut set =
            CardWords { family: lettering.family, weight: lettering.weight, size: 0, lines: Vec::new() };
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
            let fits = lines.len() <= rows(*size, height) && !lines.iter().any(|line| is_wide(line));
            (set.size, set.lines) = (*size, lines);
            if fits {
                break;
            }
        }
        set.lines.truncate(rows(set.size, height).max(1));
        Some(set)
    }

    /// The picture at the size of a card.
    fn background(&self, (source, frame): &(Arc<PictureSource>, CardFrame)) -> Result<Canvas, Failure> {
        let wanted = (source.key, *frame);
        if let Some(background) = lock(&self.backgrounds).iter().find(|background| background.of == wanted) {
            return Ok(background.canvas.clone());
        }
        let failed = |reason| Failure::new(format!("can't use {}: {reason}", source.stem));
        let left = if *frame == CardFrame::Whole { 0 } else { RIGHT };
        let picture =
            source.decode()?.covering(SIZE.0 - left, SIZE.1, source.is_transparent).map_err(failed)?;
        let mut canvas = self.blank_canvas().map_err(failed)?;
        canvas.place(&picture, (left, 0));
        let mut known = lock(&self.backgrounds);
        known.truncate(MOST_BACKGROUNDS - 1);
        known.insert(0, CardBackground { of: wanted, canvas: canvas.clone() });
        Ok(canvas)
    }
}

/// The number of lines of this size that fit into the height.
fn rows(size: u16, height: f32) -> usize {
    (1..=u16::MAX).take_while(|rows| f32::from(*rows) * f32::from(size) * LEADING <= height).count()
}

/// The largest size with the same proportions at which a logo fits on a card.
fn fitted((width, height): (u32, u32)) -> (u32, u32) {
    let (most_width, most_height) = LOGO;
    let width_at_most_height = scaled(width, most_height, height);
    if width_at_most_height <= most_width {
        (width_at_most_height, most_height)
    } else {
        (most_width, scaled(height, most_width, width))
    }
}

/// `side` times `part` / `whole`.
fn scaled(side: u32, part: u32, whole: u32) -> u32 {
    let scaled = u64::from(side) * u64::from(part) / u64::from(whole.max(1));
    u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
}
