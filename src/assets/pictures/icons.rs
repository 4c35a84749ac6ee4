//! The site's icon at the sizes that browsers and phones request, from one picture.

use std::sync::Arc;

use gympress_derive::{Named, Variants};
use gympress_pixels::Encoding;

use super::{format::Format, source::Source};
use crate::{
    cache::{self, BlobCache},
    diagnostic::FileId,
    failure::Failure,
    output::{Artifact, Bytes, Origin},
};

/// The least width and height of the picture, in pixels: those of the largest icon.
pub(super) const LEAST: u32 = 512;

/// What is behind a transparent picture where an icon must not be transparent: the colour behind the pages.
const BEHIND: [u8; 3] = [11, 10, 8];

/// What an icon is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Named, Variants)]
pub enum Purpose {
    /// A tab of the browser, 96 pixels for dense screens.
    Tab,
    /// The home screen of an Apple phone: 180 pixels, without transparency.
    Touch,
    /// A list of apps: 192 pixels.
    Small,
    /// The screen while an app starts: 512 pixels.
    Large,
    /// The same, of which a phone cuts off up to a tenth on each side, to its own shape.
    Maskable,
}

impl Purpose {
    /// Width and height in pixels.
    pub fn size(self) -> u32 {
        match self {
            Self::Tab => 96,
            Self::Touch => 180,
            Self::Small => 192,
            Self::Large | Self::Maskable => 512,
        }
    }

    /// The width and height in pixels of what is drawn in it. A circle of four fifths of the width is never
    /// cut off a maskable icon (W3C, Web Application Manifest, "Icon masks and safe zone").
    fn drawn(self) -> u32 {
        match self {
            Self::Maskable => 362,
            Self::Tab | Self::Touch | Self::Small | Self::Large => self.size(),
        }
    }
}

/// The icon for one purpose.
#[derive(Clone, Debug)]
pub(super) struct Icon {
    pub source: Arc<Source>,
    pub purpose: Purpose,
    /// The file that names its picture.
    pub content: FileId,
}

impl Icon {
    /// Its path within the site, without the base path: `/images/icon-1a2b3c4d-touch.png`.
    pub fn path(&self) -> String {
        format!("/images/{}-{}.png", self.source.stem, self.purpose.name())
    }

    /// The file of the site.
    pub fn artifact(self, blobs: &BlobCache) -> Option<Artifact> {
        let (address, origin) = (self.path(), Origin { content: self.content, template: None });
        let cache_key = format!("{}-icon-{}.png", cache::short(&self.source.key, 32), self.purpose.name());
        let most_bytes = Format::Png.most_bytes(self.purpose.size(), self.purpose.size());
        let bytes = Bytes::on_request(cache_key, most_bytes, blobs, move || self.draw());
        Artifact::hashed(&address, bytes, origin)
    }

    fn draw(&self) -> Result<Vec<u8>, Failure> {
        let (size, drawn) = (self.purpose.size(), self.purpose.drawn());
        let picture = self.source.decode()?;
        let transparent = self.source.is_transparent();
        let draw = || {
            let icon = picture.resized(drawn, drawn, transparent)?;
            match self.purpose {
                Purpose::Touch | Purpose::Maskable => {
                    icon.on(size, if transparent { BEHIND } else { icon.corner() }).encode(Encoding::Png)
                }
                Purpose::Tab | Purpose::Small | Purpose::Large => icon.encode(Encoding::Png),
            }
        };
        draw().map_err(|reason: String| Failure::new(format!("can't make {}: {reason}", self.path())))
    }
}
