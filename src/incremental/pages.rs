//! Pages that would come out as they are in the output folder aren't rendered again.
//!
//! A page is reused if it is about the same thing, and if each input that its rendering read has the fingerprint that
//! it had ([`crate::render::reads`]). What the check of the whole output and the budgets ask of a page is cached with
//! it, as they depend on every page. Files about the site as a whole, such as the sitemap, are made each time.
//!
//! Pictures and cards are named by all that they are made from, and known by what the file system says of their files.

use std::{fs, io, path::PathBuf};

use foldhash::HashMap;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    BuildInputs, OutputSnapshot, inputs,
    reads::{ComparedReads, ReadGatherer, ReadSetId, ReadTable},
};
use crate::{
    context::BuildContext,
    file_stamp::{FileStamp, ObservedAt, RacyWindow},
    output::{
        Artifact, Measured, Origin, OutputPath,
        check::{CachedScan, CachedTexts},
        publish::OutFolder,
    },
    render::{
        self,
        reads::{Fingerprint, Read, Reads},
    },
    routes::Route,
};

/// The kind of pages in the cache.
const KIND: &str = "pages";

/// What a page was rendered from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct PageInputs {
    /// What it is about.
    own: Fingerprint,
    /// What its rendering read.
    reads: ReadSetId,
}

/// What is known of a published page.
#[derive(Debug, Serialize, Deserialize)]
pub struct KnownPage {
    inputs: PageInputs,
    /// The file stamp of its file.
    pub stamp: FileStamp,
    /// Its links and ids.
    pub scan: CachedScan,
    /// The names of the islands on it, in their order.
    pub islands: Vec<String>,
    redirects: usize,
    top_picture: Option<String>,
}

/// What is known of a published file that is called after all that it's made from.
#[derive(Debug, Serialize, Deserialize)]
struct KnownFile {
    /// The cache key of its bytes.
    cache_key: String,
    stamp: FileStamp,
}

/// The pages and files of a build, as cached.
#[derive(Debug, Serialize, Deserialize)]
pub struct CachedPages {
    looked: ObservedAt,
    /// What all pages have in common.
    common: [u8; 32],
    reads: ReadTable,
    texts: CachedTexts,
    pages: Vec<(String, KnownPage)>,
    files: Vec<(String, KnownFile)>,
}

/// The files of the last publication.
#[derive(Debug, Default)]
pub struct KnownSite {
    looked: Option<ObservedAt>,
    common: [u8; 32],
    reads: ComparedReads,
    texts: CachedTexts,
    pages: HashMap<String, KnownPage>,
    files: HashMap<String, KnownFile>,
}

/// The pages of the last publication, to be compared with those of another one.
#[derive(Debug)]
pub struct Pages<'i> {
    inputs: &'i BuildInputs,
    common: [u8; 32],
    out: PathBuf,
    known: KnownSite,
    /// Whether pages that would be reused are rendered nevertheless, to be compared.
    verifies: bool,
}

/// What the pages of a build were rendered from, in the order of the routes.
#[derive(Debug, Default)]
pub struct GatheredInputs {
    table: ReadTable,
    pages: Vec<Option<PageInputs>>,
}

/// A rendered page, to be cached.
pub struct NewPage<'p> {
    /// Its file.
    pub measured: &'p Measured,
    /// The names of the islands on it, in their order.
    pub islands: Vec<&'p str>,
    /// `None` if it isn't to be cached.
    pub scan: Option<CachedScan>,
}

/// Where the inputs of a page come from.
#[derive(Debug)]
pub enum InputsOf {
    /// It was rendered; `None` if it's about the site as a whole.
    Rendered(Option<Reads>),
    /// It was reused.
    Reused(PageInputs),
}

impl KnownSite {
    /// What is known of the site in `out`.
    pub fn load(context: &BuildContext, out: &OutFolder) -> Self {
        let cached = inputs::program(out).and_then(|program| context.cache.load_packed(KIND, program));
        let Some(CachedPages { looked, common, reads, texts, pages, files }) = cached else {
            return Self::default();
        };
        let (pages, files) = (pages.into_iter().collect(), files.into_iter().collect());
        Self { looked: Some(looked), common, reads: ComparedReads::new(reads), texts, pages, files }
    }
}

impl<'i> Pages<'i> {
    /// What is `known` of the pages in `out`, to be compared with pages that are rendered from `inputs` and have all
    /// that `common` stands for in common. If it `verifies`, pages that would be reused are rendered and compared.
    pub fn new(
        known: KnownSite,
        inputs: &'i BuildInputs,
        common: Fingerprint,
        out: &OutFolder,
        verifies: bool,
    ) -> Self {
        let common = blake3::keyed_hash(inputs.common.as_bytes(), &common.bytes());
        if known.common != *common.as_bytes() {
            tracing::info!("nothing is known of pages with this program, these packages, settings and types");
        }
        Self { inputs, common: *common.as_bytes(), out: out.path().to_owned(), known, verifies }
    }

    /// What the scans of the known ones have in common.
    pub fn texts(&self) -> &CachedTexts {
        &self.known.texts
    }

    /// The page, if its file is there and as it would be if it were rendered now.
    pub fn unchanged(
        &self,
        route: &Route,
        path: &OutputPath,
        inputs: render::reads::Inputs<'_>,
    ) -> Option<&KnownPage> {
        if self.known.common != self.common {
            return None;
        }
        let known = self.known.pages.get(path.as_str())?;
        if inputs.of_route(route)? != known.inputs.own {
            tracing::debug!(%path, "rendered again: it is about something else, or its content changed");
            return None;
        }
        if !self.known.reads.is_unchanged(known.inputs.reads, inputs) {
            if tracing::enabled!(tracing::Level::DEBUG) {
                let changed = self.known.reads.changed(known.inputs.reads, inputs);
                tracing::debug!(%path, ?changed, "rendered again: what it read has changed");
            }
            return None;
        }
        let is_there = self.is_there(path, &known.stamp);
        if !is_there {
            tracing::debug!(%path, "rendered again: the published file isn't the one that was left");
        }
        is_there.then_some(known)
    }

    /// Whether pages that would be reused are rendered nevertheless, to be compared.
    pub fn verifies(&self) -> bool {
        self.verifies
    }

    /// What pages that are reused were rendered from, each once.
    pub fn reads_of<'p>(&self, pages: impl Iterator<Item = &'p PageInputs>) -> impl Iterator<Item = &Read> {
        self.known.reads.of_sets(pages.map(|page| page.reads))
    }

    /// The bytes of a published page.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn published(&self, path: &OutputPath) -> io::Result<Vec<u8>> {
        fs::read(self.out.join(path.as_str()))
    }

    /// What pages were rendered from, with the fingerprints of now.
    pub fn gather<'p>(
        &self,
        pages: impl Iterator<Item = (&'p Route, InputsOf)>,
        inputs: render::reads::Inputs<'_>,
    ) -> GatheredInputs {
        let mut gatherer = ReadGatherer::new(&self.known.reads, inputs);
        let page = |(route, of): (&Route, InputsOf)| match of {
            InputsOf::Rendered(reads) => {
                Some(PageInputs { reads: gatherer.add(&reads?), own: inputs.of_route(route)? })
            }
            InputsOf::Reused(PageInputs { own, reads }) => {
                Some(PageInputs { own, reads: gatherer.add_known(reads) })
            }
        };
        let pages = pages.map(page).collect();
        GatheredInputs { table: gatherer.table(), pages }
    }

    /// What the file system says of a file that isn't a page, if it's there as it would be if it were made now.
    pub fn unchanged_file(&self, artifact: &Artifact) -> Option<FileStamp> {
        let known = self.known.files.get(artifact.path.as_str())?;
        let is_same = artifact.bytes.deferred()?.cache_key() == known.cache_key;
        (is_same && self.is_there(&artifact.path, &known.stamp)).then_some(known.stamp)
    }

    fn is_there(&self, path: &OutputPath, stamp: &FileStamp) -> bool {
        self.known.looked.is_some_and(|looked| stamp.is_of(&self.out.join(path.as_str()), looked))
    }

    /// Saves what was made, in the order of the files that were left, as soon as these have settled; of other files,
    /// those that are `deferred`.
    pub fn save<'p>(
        &self,
        context: &BuildContext,
        GatheredInputs { table, pages: inputs }: GatheredInputs,
        (texts, pages): (CachedTexts, impl Iterator<Item = NewPage<'p>>),
        deferred: &[Artifact],
        (left, window): (&OutputSnapshot, RacyWindow),
    ) -> CachedPages {
        let known =
            |((new, inputs), (path, stamp)): ((NewPage<'_>, Option<PageInputs>), &(String, FileStamp))| {
                let NewPage { measured, islands, scan } = new;
                let known = KnownPage {
                    inputs: inputs?,
                    stamp: *stamp,
                    scan: scan.filter(|_| measured.path.as_str() == path)?,
                    islands: islands.into_iter().map(str::to_owned).collect(),
                    redirects: measured.redirects,
                    top_picture: measured.top_picture.as_ref().map(OutputPath::to_string),
                };
                Some((path.clone(), known))
            };
        let pages = pages.zip(inputs);
        let pages: Vec<_> = pages.zip(&left.files).collect();
        let pages = pages.into_par_iter().filter_map(known).collect();
        let names = |file: &Artifact| Some((file.path.clone(), file.bytes.deferred()?.cache_key()));
        let mut names: HashMap<OutputPath, String> = deferred.iter().filter_map(names).collect();
        let file = |(path, stamp): &(String, FileStamp)| {
            let cache_key = names.remove(path.as_str())?;
            Some((path.clone(), KnownFile { cache_key, stamp: *stamp }))
        };
        let files = left.files.iter().filter_map(file).collect();
        let cached =
            CachedPages { looked: left.looked, common: self.common, reads: table, texts, pages, files };
        context.cache.save_packed_after(KIND, self.inputs.program, &cached, || window.wait());
        cached
    }
}

impl KnownPage {
    /// What it was rendered from.
    pub fn inputs(&self) -> InputsOf {
        InputsOf::Reused(self.inputs)
    }

    /// How its file counts.
    pub fn measured(&self, path: &OutputPath, origin: Origin) -> Measured {
        Measured {
            path: path.clone(),
            origin,
            length: self.stamp.length(),
            redirects: self.redirects,
            top_picture: self.top_picture.as_deref().and_then(OutputPath::new),
        }
    }
}
