//! What was bundled before the program was compiled: the theme's islands, so that a project without
//! components of its own needs no esbuild.

use std::{borrow::Cow, fs, io, path::Path, sync::OnceLock};

use gympress_derive::{Named, Variants};
use serde::{Serialize, de::DeserializeOwned};

use crate::failure::Failure;

/// The parts of the bundles, each a file of its name in the folder of bundles. `build.rs` has the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Named, Variants)]
pub enum BundlePart {
    /// The scripts of the islands.
    Islands,
}

/// The files that `build.rs` embedded, by the names of their parts; none in a binary that was compiled without them.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/bundles.rs"));

/// Bundles, packed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundles(Vec<(BundlePart, Cow<'static, [u8]>)>);

impl Bundles {
    /// Those in the binary.
    pub fn embedded() -> Self {
        let packed = |part: BundlePart| EMBEDDED.iter().find(|(name, _)| *name == part.name());
        let parts =
            BundlePart::ALL.into_iter().filter_map(|part| Some((part, Cow::Borrowed(packed(part)?.1))));
        Self(parts.collect())
    }

    /// What [`Bundles::add`] was given as this part. Returns `None` if there is no such part.
    pub fn get<T: DeserializeOwned>(&self, part: BundlePart) -> Option<T> {
        let (_, packed) = self.0.iter().find(|(known, _)| *known == part)?;
        let mut bytes = Vec::new();
        let unpacked =
            brotli::BrotliDecompress(&mut &**packed, &mut bytes).map_err(|error| error.to_string());
        let unpacked =
            unpacked.and_then(|()| serde_json::from_slice(&bytes).map_err(|error| error.to_string()));
        let log = |error: &String| tracing::warn!("the bundles in this program can't be unpacked: {error}");
        unpacked.inspect_err(log).ok()
    }

    /// Adds a part.
    ///
    /// # Errors
    /// If it can't be packed.
    pub fn add<T: Serialize>(&mut self, part: BundlePart, value: &T) -> Result<(), Failure> {
        let failed = |error: &dyn std::fmt::Display| {
            Failure::new(format!("the bundle of {} can't be packed: {error}", part.name()))
        };
        let bytes = serde_json::to_vec(value).map_err(|error| failed(&error))?;
        let params = brotli::enc::BrotliEncoderParams { quality: 9, lgwin: 22, ..Default::default() };
        let mut packed = Vec::new();
        brotli::BrotliCompress(&mut &*bytes, &mut packed, &params).map_err(|error| failed(&error))?;
        self.0.push((part, Cow::Owned(packed)));
        Ok(())
    }

    /// Writes each part into a file of `folder`, for `build.rs`.
    ///
    /// # Errors
    /// If one can't be written.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        let failed = |path: &Path, error: &io::Error| Failure::io("write", path, error);
        fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        for (part, packed) in &self.0 {
            let path = folder.join(part.name());
            fs::write(&path, packed).map_err(|error| failed(&path, &error))?;
        }
        Ok(())
    }
}

/// A part that is unpacked when it's first used.
#[derive(Debug)]
pub(crate) struct LazyPart<T> {
    bundles: Bundles,
    part: BundlePart,
    unpacked: OnceLock<Option<T>>,
}

impl<T: DeserializeOwned> LazyPart<T> {
    /// This part of `bundles`.
    pub fn new(bundles: &Bundles, part: BundlePart) -> Self {
        Self { bundles: bundles.clone(), part, unpacked: OnceLock::new() }
    }

    /// The unpacked part. Returns `None` if there is no such part.
    pub fn get(&self) -> Option<&T> {
        self.unpacked.get_or_init(|| self.bundles.get(self.part)).as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::{BundlePart, Bundles};

    #[test]
    fn a_part_is_what_was_added() {
        let mut bundles = Bundles::default();
        assert_eq!(bundles.get::<Vec<String>>(BundlePart::Islands), None);
        bundles.add(BundlePart::Islands, &vec!["a".to_owned(), "b".repeat(1000)]).expect("packed");
        assert_eq!(bundles.get(BundlePart::Islands), Some(vec!["a".to_owned(), "b".repeat(1000)]));
    }
}
