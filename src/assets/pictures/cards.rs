//! The card that chat programs and social networks show of a page: its title and the gym's name on a picture.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use gympress_pixels::{Encoding, Face, LETTERING, Pixels, SETTINGS, TextBox};

use super::{Picture, Pictures, format::Format, source::Source};
use crate::{
    assets::styles::DrawingColours,
    cache::{self, BlobCache},
    failure::Failure,
    output::{Artifact, Bytes, Origin, OutputPath},
};

/// Width and height of a card in pixels, in the shape that Facebook, X, WhatsApp and Slack show uncut.
pub const SIZE: (u32, u32) = (1200, 630);

/// Changes whenever cards are drawn otherwise, as their names follow from it.
const DRAWING: &str = "card 3";

const MARGIN: u32 = 72;

/// Of the sign beside the name, in pixels.
const SIGN_HEIGHT: u32 = 56;

/// The most of a logo, in pixels.
const LOGO_WIDTH: u32 = 420;

/// The columns between which a picture fades in.
const FADE_FROM: u32 = 400;
const FADE_TO: u32 = 860;

/// Takes the glare off the brightest pictures, of 255.
const LEAST_OPACITY: u8 = 20;

/// The sizes in which a title may be set, in pixels.
const TITLE_SIZES: [u16; 8] = [128, 112, 98, 86, 74, 64, 54, 46];

/// How many pictures are cached at the size of a card, each taking 3 MB: neighbouring posts share some.
const MAX_CACHED: usize = 12;

/// Makes cards that look alike.
#[derive(Clone, Debug)]
pub struct Cards {
    look: Arc<Look>,
}

/// What all cards have in common.
#[derive(Debug)]
struct Look {
    /// The gym's name; empty if the logo stands in its place.
    name: String,
    logo: Option<Arc<Source>>,
    colours: DrawingColours,
    font: Vec<u8>,
    face: OnceLock<Option<Face>>,
    backgrounds: Mutex<Vec<Background>>,
    blobs: BlobCache,
    hash: blake3::Hash,
}

/// A picture at the size of a card.
#[derive(Debug)]
struct Background {
    /// The picture's key and where it is.
    of: (blake3::Hash, Frame),
    pixels: Arc<Pixels<'static>>,
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

impl Cards {
    /// Cards for the gym called `name`, set in `font`, with its logo; `name` is empty if the logo stands in its place.
    pub fn new(
        name: &str,
        logo: Option<&Picture>,
        colours: DrawingColours,
        font: &[u8],
        pictures: &Pictures,
    ) -> Self {
        let mut hasher = blake3::Hasher::new();
        let of_code = [DRAWING, LETTERING, SETTINGS].map(str::as_bytes);
        let key = logo.map(|logo| logo.source.key);
        let logo_key: &[u8] = key.as_ref().map_or(&[], |key| key.as_bytes());
        let DrawingColours { behind, text, accent } = &colours;
        for part in of_code.into_iter().chain([name.as_bytes(), logo_key, behind, text, accent, font]) {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        let look = Look {
            name: name.to_uppercase(),
            logo: logo.map(|logo| logo.source.clone()),
            colours,
            font: font.to_owned(),
            face: OnceLock::new(),
            backgrounds: Mutex::default(),
            blobs: pictures.blobs.clone(),
            hash: hasher.finalize(),
        };
        Self { look: Arc::new(look) }
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
        let (most_bytes, look) = (Format::Jpeg.most_bytes(SIZE.0, SIZE.1), self.look.clone());
        let bytes = Bytes::on_request(cache_key, most_bytes, &look.blobs, move || self.draw());
        // No page shows it, so no page that is open requests it after a deploy.
        Some(Artifact { path, bytes, origin, has_hashed_name: false })
    }

    fn draw(&self) -> Result<Vec<u8>, Failure> {
        let mut card = (*self.look.background(self.source.as_ref())?).clone();
        let beside_it = self.look.sign(&mut card)?;
        self.look.name(&mut card, beside_it);
        if let Some(face) = self.look.face() {
            let (_, height) = SIZE;
            let place = TextBox { left: MARGIN, bottom: height - MARGIN, width: 660, height: 350 };
            let top =
                face.draw(&mut card, &self.title.to_uppercase(), place, &TITLE_SIZES, self.look.colours.text);
            card.fill((MARGIN, top.saturating_sub(32)), (96, 8), opaque(self.look.colours.accent));
        }
        let encoded = card.encode(Encoding::QuickJpeg);
        encoded.map_err(|reason| Failure::new(format!("can't make {}: {reason}", self.path())))
    }
}

impl Look {
    fn face(&self) -> Option<&Face> {
        self.face.get_or_init(|| Face::read(&self.font)).as_ref()
    }

    /// The picture at the size of a card, fading out where the words come.
    fn background(&self, source: Option<&(Arc<Source>, Frame)>) -> Result<Arc<Pixels<'static>>, Failure> {
        let ((width, height), behind) = (SIZE, self.colours.behind);
        let Some((source, frame)) = source else { return Ok(Arc::new(Pixels::plain(width, height, behind))) };
        let of_this = (source.key, *frame);
        let known = || self.backgrounds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(background) = known().iter().find(|background| background.of == of_this) {
            return Ok(background.pixels.clone());
        }
        let left = if *frame == Frame::Whole { 0 } else { FADE_FROM };
        let picture = source.decode()?.covering(width - left, height);
        let picture =
            picture.map_err(|reason| Failure::new(format!("can't use {}: {reason}", source.stem)))?;
        let mut background = Pixels::plain(width, height, behind);
        background.place(&picture, (left, 0));
        background.shade(behind, opacity);
        let pixels = Arc::new(background);
        let mut known = known();
        known.truncate(MAX_CACHED - 1);
        known.insert(0, Background { of: of_this, pixels: pixels.clone() });
        Ok(pixels)
    }

    /// Draws the gym's logo, or else the mark of the theme: three tubes of light. Returns the column behind it.
    fn sign(&self, card: &mut Pixels<'_>) -> Result<u32, Failure> {
        let Some(logo) = &self.logo else {
            for (left, top) in [(0, 24), (22, 0), (44, 12)] {
                card.fill(
                    (MARGIN + left, MARGIN + top),
                    (12, SIGN_HEIGHT - top),
                    opaque(self.colours.accent),
                );
            }
            return Ok(MARGIN + 56);
        };
        let (width, height) = fitted(logo.size);
        let pixels = logo.decode()?;
        let pixels = pixels.resized(width, height, logo.is_transparent());
        let pixels = pixels.map_err(|reason| Failure::new(format!("can't use {}: {reason}", logo.stem)))?;
        card.place(&pixels, (MARGIN, MARGIN + (SIGN_HEIGHT - height) / 2));
        Ok(MARGIN + width)
    }

    /// Draws the gym's name, a little behind `column`.
    fn name(&self, card: &mut Pixels<'_>, column: u32) {
        if let Some(face) = self.face().filter(|_| !self.name.is_empty()) {
            let place = TextBox { left: column + 24, bottom: MARGIN + 58, width: 600, height: SIGN_HEIGHT };
            face.draw(card, &self.name, place, &[48, 40, 32, 24], self.colours.text);
        }
    }
}

/// The largest size in the shape of a logo of this size that fits on a card.
fn fitted((width, height): (u32, u32)) -> (u32, u32) {
    let of = |side: u32, part: u32, whole: u32| {
        let scaled = u64::from(side) * u64::from(part) / u64::from(whole.max(1));
        u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
    };
    let wide = of(width, SIGN_HEIGHT, height);
    if wide <= LOGO_WIDTH { (wide, SIGN_HEIGHT) } else { (LOGO_WIDTH, of(height, LOGO_WIDTH, width)) }
}

/// How much of column `x` is hidden, of 255: all where the fading begins, little where it ends.
fn opacity(x: u32) -> u8 {
    let faded = x.saturating_sub(FADE_FROM) * u32::from(u8::MAX) / (FADE_TO - FADE_FROM);
    u8::MAX.saturating_sub(u8::try_from(faded).unwrap_or(u8::MAX)).max(LEAST_OPACITY)
}

fn opaque([r, g, b]: [u8; 3]) -> [u8; 4] {
    [r, g, b, u8::MAX]
}
