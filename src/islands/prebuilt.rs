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
    BundleOptions, Bundler, React,
    bundle::Bundle,
    bundler::{Bundled, own_code, own_key},
    component::Components,
};
use crate::{
    cache::Cache,
    diagnostic::{Diagnostic, Diagnostics, Failure, FileId, Span, code, diagnostic},
    source::Sources,
};

/// The bytes that `build.rs` embedded; empty in a binary that was compiled without bundles.
const EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/islands"));

/// The file of the bundles in the folder of [`Bundles::write`]; `build.rs` reads it by the same name.
const FILE: &str = "islands";

/// The theme's islands, bundled and compressed, or none.
#[derive(Clone, Debug, Default)]
pub struct Bundles {
    compressed: Cow<'static, [u8]>,
    /// The decompressed bundle, made when it's first used.
    prebuilt: OnceLock<Option<Prebuilt>>,
}

/// A bundle, and the key of the components that it was made from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Prebuilt {
    /// The hash of the components.
    key: [u8; 32],
    bundle: Arc<Bundle>,
}

impl Bundles {
    /// The bundles in this binary.
    pub fn embedded() -> Self {
        Self { compressed: Cow::Borrowed(EMBEDDED), prebuilt: OnceLock::new() }
    }

    /// Bundles the islands of the theme.
    ///
    /// # Errors
    /// If esbuild is missing, can't be run, or finds something wrong.
    pub fn bundle(sources: &Sources, options: &BundleOptions) -> Result<Self, Failure> {
        let mut diagnostics = Diagnostics::default();
        let components = Components::find(sources);
        let bundler = Bundler::new(Cache::default(), Self::default());
        let bundled = bundler.bundle(sources, &components, options, &mut diagnostics)?;
        if let Some(first) = diagnostics.iter().next() {
            return Err(not_bundled(&first.message));
        }
        let bundled = bundled.ok_or_else(|| not_bundled("there are none"))?;
        let key = *own_key(sources, options.react).as_bytes();
        let prebuilt = Prebuilt { key, bundle: bundled.bundle };
        let compressed = prebuilt.compress().map_err(|error| not_bundled(&error.to_string()))?;
        Ok(Self { compressed: Cow::Owned(compressed), prebuilt: OnceLock::new() })
    }

    /// Writes them into `folder`, for `build.rs`.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        fs::create_dir_all(folder).map_err(|error| Failure::io("write", folder, &error))?;
        let path = folder.join(FILE);
        fs::write(&path, self.as_bytes()).map_err(|error| Failure::io("write", &path, &error))
    }

    /// The bytes to embed into a binary.
    pub fn as_bytes(&self) -> &[u8] {
        &self.compressed
    }

    /// The bundle. Returns `None` if there is none.
    pub(super) fn get(&self) -> Option<&Prebuilt> {
        self.prebuilt.get_or_init(|| decompressed(&self.compressed)).as_ref()
    }
}

fn not_bundled(reason: &str) -> Failure {
    Failure::new(format!("the islands can't be bundled: {reason}"))
}

fn decompressed(compressed: &[u8]) -> Option<Prebuilt> {
    if compressed.is_empty() {
        return None;
    }
    let mut json = Vec::new();
    let decompressed = ZlibDecoder::new(compressed).read_to_end(&mut json).map_err(serde_json::Error::io);
    match decompressed.and_then(|_| serde_json::from_slice(&json)) {
        Ok(prebuilt) => Some(prebuilt),
        Err(error) => {
            log::warn!("the islands in this program can't be decompressed: {error}");
            None
        }
    }
}

impl Prebuilt {
    fn compress(&self) -> io::Result<Vec<u8>> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&serde_json::to_vec(self)?)?;
        encoder.finish()
    }

    /// True if the bundle was made from the components of this project.
    pub fn is_of(&self, sources: &Sources, react: React) -> bool {
        self.key == *own_key(sources, react).as_bytes()
    }

    /// The bundle in the form of one that was just made.
    pub fn bundled(&self, file: FileId) -> Bundled {
        Bundled { bundle: self.bundle.clone(), key: self.key.into(), file }
    }
}

fn is_script(path: &str) -> bool {
    [".ts", ".tsx"].iter().any(|ending| path.ends_with(ending))
}

/// Reports that the project's own components can't be bundled, as there is no esbuild.
///
/// # Errors
/// With `failure`, if the project has no components of its own: then the bundle should be in the program.
pub(super) fn needs_esbuild(sources: &Sources, failure: Failure) -> Result<Diagnostic, Failure> {
    let own: Vec<(FileId, &str)> = own_code(sources).collect();
    let scripts: Vec<(FileId, &str)> = own.iter().copied().filter(|(_, path)| is_script(path)).collect();
    // Scripts are what esbuild is for. Other files are named where there are none.
    let mut own = if scripts.is_empty() { own } else { scripts }.into_iter();
    let Some((file, path)) = own.next() else { return Err(failure) };
    let others = own.map(|(file, path)| (Span::whole(file), format!("{path} as well")));
    let diagnostic = diagnostic!(code::BUNDLE, Span::whole(file),
        "{path} needs esbuild, which isn't installed";
        help: "run `npm install --save-dev esbuild react react-dom firebase` in the folder that holds content, or remove the file; everything else is checked without it");
    Ok(others.fold(diagnostic, |diagnostic, (span, text)| diagnostic.related(span, text)))
}
