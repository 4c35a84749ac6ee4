//! The file of a picture in `content/images`, as it was when it was probed.

use std::{path::Path, sync::Arc};

use gympress_pixels::{DRAWING, Flaw, OtherFormat, Pixels, SETTINGS};

use super::{
    error::PictureError,
    probes::{PictureInfo, PictureProbe, PictureProbes},
    widths,
};
use crate::{
    assets::{names::published_stem, soundness::text_in_place_of},
    cache,
    diagnostic::Failure,
    schema::decode::{IMAGES, value::ImageFile},
    source::{Binary, Sources, WrongContent, paths::extension, placeholder},
};

/// A picture without flaws.
#[derive(Debug)]
pub(super) struct PictureSource {
    binary: Arc<Binary>,
    /// The key in the cache of the file and of the pictures encoded from it.
    pub key: blake3::Hash,
    /// In pixels.
    pub size: (u32, u32),
    pub is_transparent: bool,
    /// The mean colour of its opaque parts, if the picture is transparent.
    pub colour: Option<[u8; 3]>,
    /// The time on the camera's clock when it was taken, if the file says it.
    pub taken: Option<String>,
    /// The beginning of the names of all files made from it: `boxing-1a2b3c4d`.
    pub stem: String,
}

/// The result of probing a file.
pub(super) struct ProbedFile {
    /// The probe with the hash of the file, for the cache; `None` for a file that can't be read.
    pub probe: Option<(blake3::Hash, PictureProbe)>,
    /// The picture, or the reason why it can't be used.
    pub picture: Result<PictureSource, PictureError>,
}

impl ProbedFile {
    fn unreadable(error: PictureError) -> Self {
        Self { probe: None, picture: Err(error) }
    }
}

impl PictureSource {
    /// Probes a file.
    pub fn probe(file: &ImageFile, sources: &Sources, probes: &PictureProbes) -> ProbedFile {
        let Some(binary) = sources.binary_at(&format!("{IMAGES}{}", file.as_str())) else {
            return ProbedFile::unreadable(PictureError::Missing);
        };
        let hash = match binary.hash() {
            Ok(hash) => hash,
            Err(reason) => return ProbedFile::unreadable(PictureError::Unreadable(reason.to_owned())),
        };
        let probe = match probes.on(hash, binary) {
            Ok(probe) => probe,
            Err(reason) => return ProbedFile::unreadable(PictureError::Unreadable(reason)),
        };
        let key = key(file, hash);
        let picture = match &probe {
            Ok(PictureInfo { size, is_transparent, colour, taken }) => Ok(Self {
                binary: binary.clone(),
                key,
                size: *size,
                is_transparent: *is_transparent,
                colour: *colour,
                taken: taken.clone(),
                stem: stem(file, key),
            }),
            Err(Flaw::Unsupported) => {
                Err(binary.bytes().map_or_else(PictureError::Unreadable, |bytes| unknown_kind(&bytes)))
            }
            Err(flaw) => Err(PictureError::Flawed(flaw.clone())),
        };
        ProbedFile { probe: Some((hash, probe)), picture }
    }

    /// Decodes the picture.
    ///
    /// # Errors
    /// If the file was changed or removed since it was probed, or the memory doesn't suffice.
    pub fn decode(&self) -> Result<Pixels, Failure> {
        let decoded =
            self.binary.bytes().and_then(|bytes| Pixels::decode(&bytes).map_err(|flaw| flaw.to_string()));
        decoded.map_err(|reason| {
            Failure::new(format!("the picture {} can't be decoded again: {reason}", self.stem))
        })
    }

    /// The widths of its variants, from the largest down to `least`.
    pub fn widths_down_to(&self, least: u32) -> impl Iterator<Item = u32> {
        let (width, height) = self.size;
        let descending = widths::for_source(width, height).into_iter().rev();
        descending.take_while(move |width| *width >= least)
    }

    /// Scales the picture down to one of its widths from the next larger one: all widths of a photo of 12 megapixels take
    /// a third of the time that they take from the photo itself.
    ///
    /// # Errors
    /// If the memory doesn't suffice.
    pub fn scaled(&self, larger: Pixels, width: u32) -> Result<Pixels, Failure> {
        let scaled = larger.resized(width, widths::height_at(width, self.size), self.is_transparent);
        scaled
            .map_err(|reason| Failure::new(format!("can't make {} {width} pixels wide: {reason}", self.stem)))
    }
}

/// The error for a file that doesn't begin like a picture of a known format.
fn unknown_kind(bytes: &[u8]) -> PictureError {
    if let Some(WrongContent { what, help }) = placeholder(bytes) {
        return PictureError::Placeholder(what.to_owned(), help);
    }
    match text_in_place_of("picture", bytes) {
        Some(what) => PictureError::Placeholder(what, "copy it again from its source"),
        None => PictureError::NotRead(OtherFormat::detect(bytes)),
    }
}

/// The reason why an uploaded file can't be used as a picture.
pub(super) fn error_of_upload(flaw: &Flaw, bytes: &[u8]) -> PictureError {
    if *flaw == Flaw::Unsupported { unknown_kind(bytes) } else { PictureError::Flawed(flaw.clone()) }
}

/// The part of the file name that all files made from the picture share. Browsers cache a file for ever, so another
/// picture or other settings need another name.
fn stem(file: &ImageFile, key: blake3::Hash) -> String {
    let name = Path::new(file.as_str()).file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    published_stem(&name, &cache::short(&key, 8))
}

/// The key in the cache, which changes with the file and with all that makes other pictures of it.
fn key(file: &ImageFile, hash: blake3::Hash) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(SETTINGS.as_bytes()).update(hash.as_bytes());
    if extension(file.as_str()).eq_ignore_ascii_case("svg") {
        hasher.update(DRAWING.as_bytes());
    }
    hasher.finalize()
}
