//! A picture's file in `content/images`, as it was when it was read.

use std::{path::Path, sync::Arc};

use gympress_pixels::{DRAWING, Flaw, OtherFormat, Pixels, SETTINGS};

use super::{
    error::PictureError,
    probes::{PictureInfo, PictureProbe, PictureProbes},
};
use crate::{
    assets::{names::published_stem, soundness::text_in_place_of},
    cache,
    diagnostic::Failure,
    schema::decode::{IMAGES, value::ImageFile},
    source::{Binary, Sources, paths::extension, stand_in},
};

/// A sound picture.
#[derive(Debug)]
pub(super) struct Source {
    binary: Arc<Binary>,
    /// Of the file and of the pictures encoded from it.
    pub key: blake3::Hash,
    /// In pixels.
    pub size: (u32, u32),
    /// True if something shows through.
    pub is_transparent: bool,
    /// The mean colour of what can be seen, if something shows through.
    pub colour: Option<[u8; 3]>,
    /// What the names of all files made from it begin with: `boxing-1a2b3c4d`.
    pub stem: String,
}

impl Source {
    /// Looks at a file. What it is comes back along with whether it can be used.
    pub fn probe(
        file: &ImageFile,
        sources: &Sources,
        probes: &PictureProbes,
    ) -> (Option<(blake3::Hash, PictureProbe)>, Result<Self, PictureError>) {
        let Some(binary) = sources.binary_at(&format!("{IMAGES}{}", file.as_str())) else {
            return (None, Err(PictureError::Missing));
        };
        let judged =
            binary.hash().map_err(str::to_owned).and_then(|hash| Ok((hash, probes.on(hash, binary)?)));
        let (hash, probe) = match judged {
            Ok(judged) => judged,
            Err(reason) => return (None, Err(PictureError::Unreadable(reason))),
        };
        let key = key(file, hash);
        let source = match &probe {
            Ok(PictureInfo { size, is_transparent, colour }) => Ok(Self {
                binary: binary.clone(),
                key,
                size: *size,
                is_transparent: *is_transparent,
                colour: *colour,
                stem: stem(file, key),
            }),
            Err(Flaw::Kind) => {
                let bytes = binary.bytes().unwrap_or_default();
                let text = || {
                    let what = text_in_place_of("picture", &bytes)?;
                    Some(PictureError::StandIn(what, "copy it again from its source"))
                };
                let stand_in =
                    stand_in(&bytes).map(|(what, help)| PictureError::StandIn(what.to_owned(), help));
                let not_read = || PictureError::NotRead(OtherFormat::detect(&bytes));
                Err(stand_in.or_else(text).unwrap_or_else(not_read))
            }
            Err(flaw) => Err(PictureError::Flawed(flaw.clone())),
        };
        (Some((hash, probe)), source)
    }

    /// The picture.
    ///
    /// # Errors
    /// If the memory doesn't suffice any more.
    pub fn decode(&self) -> Result<Pixels<'static>, Failure> {
        let failed = |reason: String| {
            Failure::new(format!("the picture {} can't be decoded again: {reason}", self.stem))
        };
        let bytes = self.binary.bytes().map_err(failed)?;
        Pixels::decode(&bytes).map_err(|flaw| failed(flaw.to_string()))
    }
}

/// Part of the file name: browsers cache the file for ever, so that another picture or other settings need another
/// name.
fn stem(file: &ImageFile, key: blake3::Hash) -> String {
    let name = Path::new(file.as_str()).file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    published_stem(&name, &cache::short(&key, 8))
}

fn key(file: &ImageFile, hash: blake3::Hash) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(SETTINGS.as_bytes()).update(hash.as_bytes());
    if extension(file.as_str()).eq_ignore_ascii_case("svg") {
        hasher.update(DRAWING.as_bytes());
    }
    hasher.finalize()
}
