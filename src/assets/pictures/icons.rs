//! The site's icon, made from one picture in the sizes that browsers and phones request.

use std::sync::Arc;

use gympress_pixels::{Canvas, Encoding, Pixels};

use super::source::PictureSource;
use crate::{
    cache::{self, BlobCache},
    diagnostic::{Failure, FileId},
    output::{Artifact, Bytes, Origin},
};

/// The least width and height of the picture, in pixels: the size of the largest icon.
pub(super) const LEAST: u32 = IconKind::Large.size();

/// The use of an icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IconKind {
    /// A tab of the browser, 96 pixels for dense screens.
    Tab,
    /// The home screen of an Apple phone: 180 pixels, without transparency.
    Touch,
    /// The screen while an app starts: 512 pixels.
    Large,
    /// The screen while an app starts, on phones that cut up to a tenth off each side: 512 pixels.
    Maskable,
}

impl IconKind {
    /// All icons.
    pub const ALL: [Self; 4] = [Self::Tab, Self::Touch, Self::Large, Self::Maskable];

    fn name(self) -> &'static str {
        match self {
            Self::Tab => "tab",
            Self::Touch => "touch",
            Self::Large => "large",
            Self::Maskable => "maskable",
        }
    }

    /// Width and height in pixels.
    pub const fn size(self) -> u32 {
        match self {
            Self::Tab => 96,
            Self::Touch => 180,
            Self::Large | Self::Maskable => 512,
        }
    }

    /// True if it must not be transparent.
    fn is_opaque(self) -> bool {
        match self {
            Self::Touch | Self::Maskable => true,
            Self::Tab | Self::Large => false,
        }
    }

    /// The width and height of the picture within the icon, in pixels. A circle of four fifths of the width is never
    /// cut off a maskable icon (W3C, Web Application Manifest, "Icon masks and safe zone"). A square of 362 pixels is within it
    /// but for its corners, and within a circle of the whole width with them.
    fn drawn(self) -> u32 {
        match self {
            Self::Maskable => 362,
            Self::Tab | Self::Touch | Self::Large => self.size(),
        }
    }
}

/// The file of one icon.
#[derive(Clone, Debug)]
pub(super) struct IconFile {
    pub source: Arc<PictureSource>,
    pub kind: IconKind,
    /// The colour behind the pages, which fills the transparent parts of an opaque icon.
    pub behind: [u8; 3],
    /// The content file that names its picture.
    pub content: FileId,
}

impl IconFile {
    /// The path within the site, without the base path: `/images/icon-1a2b3c4d-touch.png`.
    pub fn path(&self) -> String {
        format!("/images/{}-{}.png", self.source.stem, self.name())
    }

    /// The part of the file name that tells it from other icons of the same picture.
    fn name(&self) -> String {
        let name = self.kind.name();
        let [r, g, b] = self.behind;
        if self.shows_behind() { format!("{name}-{r:02x}{g:02x}{b:02x}") } else { name.to_owned() }
    }

    /// True if the colour behind the picture shows through.
    fn shows_behind(&self) -> bool {
        self.kind.is_opaque() && self.source.is_transparent
    }

    /// The icon as a file of the site.
    pub fn artifact(self, blobs: &BlobCache) -> Option<Artifact> {
        let (address, origin) = (self.path(), Origin { content: self.content, template: None });
        let cache_key = format!("{}-icon-{}.png", cache::short(&self.source.key, 32), self.name());
        let bytes = Bytes::on_request(cache_key, blobs, move || self.draw());
        Artifact::hashed(&address, bytes, origin)
    }

    fn draw(&self) -> Result<Vec<u8>, Failure> {
        let icon = self.draw_picture(self.source.decode()?);
        icon.map_err(|reason| Failure::new(format!("can't make {}: {reason}", self.path())))
    }

    fn draw_picture(&self, picture: Pixels) -> Result<Vec<u8>, String> {
        let (size, drawn) = (self.kind.size(), self.kind.drawn());
        let icon = picture.resized(drawn, drawn, self.source.is_transparent)?;
        if !self.kind.is_opaque() {
            return icon.encode(Encoding::Png);
        }
        // An opaque picture goes on to the edge in the colour of its corner.
        let behind = match icon.pixel(0, 0) {
            Some([r, g, b, _]) if !self.shows_behind() => [r, g, b],
            _ => self.behind,
        };
        let mut square = Canvas::new(size, size, behind).ok_or("there is no such size")?;
        let edge = (size - drawn) / 2;
        square.place(&icon, (edge, edge));
        square.into_pixels().encode(Encoding::Png)
    }
}
