//! Each text of the site once more, compressed, for servers that send such files as they are: nginx with
//! `gzip_static` and `brotli_static`, Caddy with `precompressed`, Apache with `MultiViews`.

use std::{io::Read, sync::Arc};

use flate2::{Compression, bufread::GzEncoder};

use crate::{
    failure::Failure,
    output::{Artifact, Bytes, Deferred, OutputPath},
    store::Shelf,
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

/// A text to be compressed.
#[derive(Debug)]
struct Compressed {
    text: Arc<[u8]>,
    coding: Coding,
    shelf: Shelf,
}

/// The siblings of these files: `index.html.br` and `index.html.gz` beside `index.html`.
pub fn siblings(artifacts: &[Artifact], shelf: &Shelf) -> Vec<Artifact> {
    let texts = artifacts.iter().filter_map(|artifact| match &artifact.bytes {
        Bytes::Ready(text) if text.len() >= LEAST && KINDS.contains(&artifact.path.extension()) => {
            Some((artifact, text))
        }
        _ => None,
    });
    let sibling = |(artifact, text): (&Artifact, &Arc<[u8]>), coding: Coding| {
        let path = OutputPath::new(&format!("{}.{}", artifact.path, coding.extension()))?;
        let compressed = Compressed { text: text.clone(), coding, shelf: shelf.clone() };
        Some(Artifact { path, bytes: Bytes::Deferred(Arc::new(compressed)), ..artifact.clone() })
    };
    texts.flat_map(|text| [sibling(text, Coding::Brotli), sibling(text, Coding::Gzip)]).flatten().collect()
}

impl Coding {
    fn extension(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gz",
        }
    }

    fn compress(self, text: &[u8]) -> std::io::Result<Vec<u8>> {
        let mut compressed = Vec::new();
        match self {
            Self::Brotli => {
                let settings =
                    brotli::enc::BrotliEncoderParams { quality: 9, lgwin: 22, ..Default::default() };
                brotli::BrotliCompress(&mut &*text, &mut compressed, &settings)?;
            }
            Self::Gzip => drop(GzEncoder::new(text, Compression::best()).read_to_end(&mut compressed)?),
        }
        Ok(compressed)
    }
}

impl Deferred for Compressed {
    fn kept_as(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(SETTINGS.as_bytes()).update(&self.text);
        format!("{}.{}", &hasher.finalize().to_hex()[..32], self.coding.extension())
    }

    fn kept_length(&self) -> Option<usize> {
        self.shelf.length(&self.kept_as())
    }

    fn make(&self) -> Result<Arc<[u8]>, Failure> {
        self.shelf.load_or_make(&self.kept_as(), || {
            let compressed = self.coding.compress(&self.text);
            compressed.map_err(|error| Failure::new(format!("can't compress a file of the site: {error}")))
        })
    }
}
