//! The theme's islands, bundled before the program was compiled: a project without components of its own needs no
//! esbuild.

use std::{
    borrow::Cow,
    fs,
    io::{self, Read as _, Write as _},
    path::Path,
    sync::{Arc, OnceLock},
};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use serde::{Deserialize, Serialize};

use super::{
    Bundler, Options, React,
    bundle::Bundle,
    bundler::{Bundled, own_code, own_key},
    component::Components,
};
use crate::{
    cache::Cache,
    diagnostic::{Diagnostic, Diagnostics, Failure, FileId, Span, code, diagnostic},
    source::Sources,
};

/// What `build.rs` embedded: nothing in a binary that was compiled without bundles.
const EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/islands"));

/// The file of the bundles in a folder of [`Bundles::write`]; `build.rs` has the same name.
const FILE: &str = "islands";

/// The theme's islands, bundled and compressed, or none.
#[derive(Clone, Debug, Default)]
pub struct Bundles {
    compressed: Cow<'static, [u8]>,
    /// The bundle, decompressed when it's first used.
    prebuilt: OnceLock<Option<Prebuilt>>,
}

/// A bundle, and what it was made from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Prebuilt {
    /// The hash of the components.
    key: [u8; 32],
    bundle: Arc<Bundle>,
}

impl Bundles {
    /// Those in the binary.
    pub fn embedded() -> Self {
        Self { compressed: Cow::Borrowed(EMBEDDED), prebuilt: OnceLock::new() }
    }

    /// Bundles the islands of the theme.
    ///
    /// # Errors
    /// If esbuild is missing, can't be run, or finds something wrong.
    pub fn bundle(sources: &Sources, options: &Options) -> Result<Self, Failure> {
        let mut diagnostics = Diagnostics::default();
        let components = Components::find(sources);
        let bundler = Bundler::new(Cache::default(), Self::default());
        let bundled = bundler.bundle(sources, &components, options, &mut diagnostics)?;
        let failed = |reason: &str| Failure::new(format!("the islands can't be bundled: {reason}"));
        let wrong = || failed(diagnostics.iter().next().map_or("there are none", |first| &first.message));
        let bundled = bundled.filter(|_| diagnostics.is_empty()).ok_or_else(wrong)?;
        let key = *own_key(sources, options.react).as_bytes();
        let json = serde_json::to_vec(&Prebuilt { key, bundle: bundled.bundle });
        let json = json.map_err(|error| failed(&error.to_string()))?;
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        let compressed = encoder.write_all(&json).and_then(|()| encoder.finish());
        let compressed = compressed.map_err(|error| failed(&error.to_string()))?;
        Ok(Self { compressed: Cow::Owned(compressed), prebuilt: OnceLock::new() })
    }

    /// Writes them into `folder`, for `build.rs`.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        let failed = |path: &Path, error: &io::Error| Failure::io("write", path, error);
        fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        let path = folder.join(FILE);
        fs::write(&path, self.as_bytes()).map_err(|error| failed(&path, &error))
    }

    /// What is embedded into a binary.
    pub fn as_bytes(&self) -> &[u8] {
        &self.compressed
    }

    /// The bundle. Returns `None` if there is none.
    pub(super) fn get(&self) -> Option<&Prebuilt> {
        self.prebuilt.get_or_init(|| decompressed(&self.compressed)).as_ref()
    }
}

fn decompressed(compressed: &[u8]) -> Option<Prebuilt> {
    if compressed.is_empty() {
        return None;
    }
    let mut json = Vec::new();
    let decompressed = ZlibDecoder::new(compressed).read_to_end(&mut json).map_err(serde_json::Error::io);
    let prebuilt = decompressed.and_then(|_| serde_json::from_slice(&json));
    let log = |error: &_| log::warn!("the islands in this program can't be decompressed: {error}");
    prebuilt.inspect_err(log).ok()
}

impl Prebuilt {
    /// True if the components of this project are those of which the bundle was made.
    pub fn is_of(&self, sources: &Sources, react: React) -> bool {
        self.key == *own_key(sources, react).as_bytes()
    }

    /// The bundle, as if it had been made now.
    pub fn bundled(&self, file: FileId) -> Bundled {
        Bundled { bundle: self.bundle.clone(), key: self.key.into(), file }
    }
}

fn is_script(path: &str) -> bool {
    [".ts", ".tsx"].iter().any(|ending| path.ends_with(ending))
}

/// That the project's own components can't be bundled, as there is no esbuild.
///
/// # Errors
/// With `failure`, if it has none: then the program should have brought the bundle along.
pub(super) fn needs_esbuild(sources: &Sources, failure: Failure) -> Result<Diagnostic, Failure> {
    let own: Vec<(FileId, &str)> = own_code(sources).collect();
    let scripts: Vec<(FileId, &str)> = own.iter().copied().filter(|(_, path)| is_script(path)).collect();
    // Other files are named only where there is nothing else.
    let mut own = if scripts.is_empty() { own } else { scripts }.into_iter();
    let Some((file, path)) = own.next() else { return Err(failure) };
    let others = own.map(|(file, path)| (Span::whole(file), format!("{path} as well")));
    let diagnostic = diagnostic!(code::BUNDLE, Span::whole(file),
        "{path} needs esbuild, which isn't installed";
        help: "run `npm install --save-dev esbuild react react-dom firebase` in the folder that holds content, or remove the file; everything else is checked without it");
    Ok(others.fold(diagnostic, |diagnostic, (span, text)| diagnostic.related(span, text)))
}
