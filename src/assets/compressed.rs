//! Each text of the site once more, compressed, for servers that send such files as they are: nginx with
//! `gzip_static` and `brotli_static`, Caddy with `precompressed`, Apache with `MultiViews`.

use std::{
    collections::HashSet,
    io::Read,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use flate2::{Compression as Level, bufread::GzEncoder};
use rayon::prelude::*;

use super::pictures::{OnProgress, Progress};
use crate::{
    cache::{self, BlobCache},
    failure::Failure,
    output::{
        OutputPath,
        publish::{Staged, Staging},
    },
};

/// Changes whenever the same text is compressed to other bytes.
const SETTINGS: &str = "brotli 9.1 quality 9, flate2 1.1 level 9";

/// Shorter texts fit into one packet as they are.
const LEAST: usize = 1_000;

/// The kinds of files that are text.
const KINDS: [&str; 9] = ["css", "html", "ics", "js", "json", "svg", "txt", "webmanifest", "xml"];

/// How a text is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Brotli,
    Gzip,
}

/// Compresses texts, one after the other, through a cache.
#[derive(Debug)]
pub struct Compression<'s> {
    blobs: &'s BlobCache,
    needed: Mutex<HashSet<String>>,
}

impl<'s> Compression<'s> {
    /// A compressor with this cache.
    pub fn new(blobs: &'s BlobCache) -> Self {
        Self { blobs, needed: Mutex::default() }
    }

    /// Stages each text among `staged` once more in fewer bytes. It's read from where it is staged: there are never more
    /// texts in memory than threads.
    ///
    /// # Errors
    /// As [`Staging::take`].
    pub fn stage(
        &self,
        staging: &Staging,
        staged: &[Staged],
        on_progress: &OnProgress<'_>,
    ) -> Result<Vec<Staged>, Failure> {
        let texts: Vec<&Staged> =
            staged.iter().filter(|file| KINDS.contains(&file.path().extension())).collect();
        let done = AtomicUsize::new(0);
        let siblings = texts.par_iter().map(|text| {
            let bytes = staging.bytes_of(text)?;
            let siblings = self.siblings(text.path(), &bytes);
            let taken = siblings.map(|(path, bytes)| staging.take_beside(text, path, &bytes?));
            let taken = taken.collect::<Result<Vec<_>, _>>();
            on_progress(Progress { done: done.fetch_add(1, Ordering::Relaxed) + 1, all: texts.len() });
            taken
        });
        Ok(siblings.collect::<Result<Vec<_>, Failure>>()?.into_iter().flatten().collect())
    }

    /// The siblings of a text: `index.html.br` and `index.html.gz` beside `index.html`. Short texts have none.
    fn siblings(
        &self,
        path: &OutputPath,
        text: &[u8],
    ) -> impl Iterator<Item = (OutputPath, Result<Arc<Vec<u8>>, Failure>)> {
        let codings: &[Coding] = if text.len() < LEAST { &[] } else { &[Coding::Brotli, Coding::Gzip] };
        let mut hasher = blake3::Hasher::new();
        let key = hasher.update(SETTINGS.as_bytes()).update(text).finalize();
        codings.iter().filter_map(move |coding| {
            let sibling = OutputPath::new(&format!("{path}.{}", coding.extension()))?;
            let name = format!("{}.{}", cache::short(&key, 32), coding.extension());
            let compressed = self.blobs.load_or_make(&name, || coding.compress(text));
            self.needed.lock().unwrap_or_else(PoisonError::into_inner).insert(name);
            Some((sibling, compressed))
        })
    }

    /// The cache keys of everything that was requested.
    pub fn needed(self) -> HashSet<String> {
        self.needed.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Coding {
    fn extension(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gz",
        }
    }

    fn compress(self, text: &[u8]) -> Result<Vec<u8>, Failure> {
        let mut compressed = Vec::new();
        let done = match self {
            Self::Brotli => {
                let settings =
                    brotli::enc::BrotliEncoderParams { quality: 9, lgwin: 22, ..Default::default() };
                brotli::BrotliCompress(&mut &*text, &mut compressed, &settings)
            }
            Self::Gzip => GzEncoder::new(text, Level::best()).read_to_end(&mut compressed),
        };
        done.map_err(|error| Failure::new(format!("can't compress a file of the site: {error}")))?;
        Ok(compressed)
    }
}
