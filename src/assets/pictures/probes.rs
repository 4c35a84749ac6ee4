//! Facts about source pictures that need decoding. They are cached by the hash of the file, so that a picture is
//! decoded once and not in every build.

use std::collections::BTreeMap;

use gympress_pixels::{DRAWING, Flaw, Pixels, SETTINGS, taken};
use serde::{Deserialize, Serialize};

use crate::{cache::Cache, source::Binary};

/// The facts about a picture that pages need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PictureInfo {
    /// In pixels, as the picture is shown.
    pub size: (u32, u32),
    pub is_transparent: bool,
    /// The mean colour of its opaque parts, if the picture is transparent.
    pub colour: Option<[u8; 3]>,
    /// The time on the camera's clock when it was taken, as a text that sorts by time.
    pub taken: Option<String>,
}

pub(super) type PictureProbe = Result<PictureInfo, Flaw>;

/// The probes of pictures, by the hash of the file in hexadecimal digits.
#[derive(Debug, Default)]
pub(super) struct PictureProbes(BTreeMap<String, PictureProbe>);

/// The name of the probes in the cache.
const KIND: &str = "picture-probes";

impl PictureProbes {
    /// The probes in the cache.
    pub fn load(store: &Cache) -> Self {
        Self(store.load(KIND, key()).unwrap_or_default())
    }

    /// The probe of a file with this hash.
    ///
    /// # Errors
    /// If the file has to be read and can't be: the reason.
    pub fn on(&self, hash: blake3::Hash, file: &Binary) -> Result<PictureProbe, String> {
        if let Some(known) = self.0.get(hash.to_hex().as_str()) {
            return Ok(known.clone());
        }
        let bytes = file.bytes()?;
        let decoded = Pixels::decode(&bytes);
        Ok(decoded.map(|pixels| {
            let is_transparent = pixels.is_transparent();
            let colour = if is_transparent { pixels.mean_colour() } else { None };
            PictureInfo { size: pixels.size(), is_transparent, colour, taken: taken(&bytes) }
        }))
    }

    /// Saves the probes of this build beside those in the cache, which may belong to another project.
    pub fn save(mut self, current: impl Iterator<Item = (blake3::Hash, PictureProbe)>, store: &Cache) {
        let known = self.0.len();
        self.0.extend(current.map(|(hash, probe)| (hash.to_hex().to_string(), probe)));
        if self.0.len() > known {
            store.save(KIND, key(), &self.0);
        }
    }
}

/// The version of the decoder, as another version may decode differently.
fn key() -> blake3::Hash {
    blake3::hash([SETTINGS, DRAWING].concat().as_bytes())
}
