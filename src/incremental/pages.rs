//! Page by page: what would come out as it lies in the output folder isn't made again.
//!
//! A page is known by the hash of all that it's made from, and by what the file system says of its file. What pages
//! have in common counts for each of them: the program, packages, settings, templates, styles, components, pictures,
//! every content file but posts, the day, and what all are told of posts (the column beside them). Of posts, a page
//! depends on those that [`Page::posts`] names. What the check of the whole output and the budgets ask of a page
//! is kept with it: they look at every page each time.
//!
//! Pictures and cards are called after all that they are made from, and known by what the file system says of their files.

use std::path::PathBuf;

use foldhash::HashMap;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Inputs, Left, inputs};
use crate::{
    islands::Component,
    output::{
        Artifact, Measured, Origin, OutputPath,
        check::{KeptScan, KeptTexts},
        publish::OutFolder,
    },
    routes::Page,
    site::Site,
    stamp::{Looked, Settling, Stamp},
    tools::Tools,
};

/// The name under which pages are kept.
const KIND: &str = "pages";

/// The hash of all that a page is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageKey([u8; 32]);

/// What is known of a published page.
#[derive(Debug, Serialize, Deserialize)]
pub struct KnownPage {
    /// What it was made from.
    pub key: PageKey,
    /// What the file system says of its file.
    pub stamp: Stamp,
    /// Its links and ids.
    pub scan: KeptScan,
    /// The islands on it, in their order.
    pub islands: Vec<Component>,
    redirects: usize,
    top_picture: Option<String>,
}

/// What is known of a published file that is called after all that it's made from.
#[derive(Debug, Serialize, Deserialize)]
struct KnownFile {
    /// What it's called where its bytes are kept.
    kept_as: String,
    stamp: Stamp,
}

/// What is kept of the files of a publication.
#[derive(Debug, Serialize, Deserialize)]
pub struct Kept {
    looked: Looked,
    texts: KeptTexts,
    pages: Vec<(String, KnownPage)>,
    files: Vec<(String, KnownFile)>,
}

/// The files of the last publication.
#[derive(Debug, Default)]
pub struct KnownSite {
    looked: Option<Looked>,
    texts: KeptTexts,
    pages: HashMap<String, KnownPage>,
    files: HashMap<String, KnownFile>,
}

/// The pages of the last publication, to be compared with those of another one.
#[derive(Debug)]
pub struct Pages<'i> {
    inputs: &'i Inputs,
    /// What the pages of an edition have in common with which they are compared.
    common: blake3::Hash,
    out: PathBuf,
    known: KnownSite,
}

/// What was made of a page, to be kept.
pub struct NewPage<'p> {
    /// The page.
    pub page: &'p Page,
    /// What it's made from, if that is known.
    pub key: Option<PageKey>,
    /// Its file.
    pub measured: &'p Measured,
    /// The islands on it, in their order.
    pub islands: &'p [Component],
    /// Nothing if it isn't to be kept.
    pub scan: Option<KeptScan>,
}

impl KnownSite {
    /// What is known of the site in `out`.
    pub fn load(tools: &Tools, out: &OutFolder) -> Self {
        let kept = inputs::program(out).and_then(|program| tools.store.load_packed(KIND, program));
        let Some(Kept { looked, texts, pages, files }) = kept else { return Self::default() };
        let (pages, files) = (pages.into_iter().collect(), files.into_iter().collect());
        Self { looked: Some(looked), texts, pages, files }
    }
}

impl<'i> Pages<'i> {
    /// What is `known` of the pages in `out`, to be compared with pages that are made of `inputs` and have all that
    /// `fingerprint` stands for in common.
    pub fn new(known: KnownSite, inputs: &'i Inputs, fingerprint: blake3::Hash, out: &OutFolder) -> Self {
        let common = blake3::keyed_hash(inputs.common.as_bytes(), fingerprint.as_bytes());
        Self { inputs, common, out: out.path().to_owned(), known }
    }

    /// What the scans of the known ones have in common.
    pub fn texts(&self) -> &KeptTexts {
        &self.known.texts
    }

    /// The page, if its file is there and as it would be if it were made now.
    pub fn unchanged(&self, page: &Page, path: &OutputPath, site: &Site) -> Option<&KnownPage> {
        let known = self.known.pages.get(path.as_str())?;
        let is_same = self.key(page, site)? == known.key;
        (is_same && self.is_there(path, &known.stamp)).then_some(known)
    }

    /// What the file system says of a file that isn't a page, if it's there as it would be if it were made now.
    pub fn unchanged_file(&self, artifact: &Artifact) -> Option<Stamp> {
        let known = self.known.files.get(artifact.path.as_str())?;
        let is_same = artifact.bytes.deferred()?.kept_as() == known.kept_as;
        (is_same && self.is_there(&artifact.path, &known.stamp)).then_some(known.stamp)
    }

    fn is_there(&self, path: &OutputPath, stamp: &Stamp) -> bool {
        self.known.looked.is_some_and(|looked| stamp.is_of(&self.out.join(path.as_str()), looked))
    }

    /// Keeps what was made, in the order of the files that were left, as soon as these have settled; of other files,
    /// those that are `deferred`.
    pub fn keep<'p>(
        &self,
        tools: &Tools,
        site: &Site,
        (texts, pages): (KeptTexts, impl Iterator<Item = NewPage<'p>>),
        deferred: &[Artifact],
        (left, settling): (&Left, Settling),
    ) -> Kept {
        let known = |(new, (path, stamp)): (NewPage<'_>, &(String, Stamp))| {
            let NewPage { page, key, measured, islands, scan } = new;
            let known = KnownPage {
                key: key.or_else(|| self.key(page, site))?,
                stamp: *stamp,
                scan: scan.filter(|_| measured.path.as_str() == path)?,
                islands: islands.to_vec(),
                redirects: measured.redirects,
                top_picture: measured.top_picture.as_ref().map(OutputPath::to_string),
            };
            Some((path.clone(), known))
        };
        let pages: Vec<_> = pages.zip(&left.files).collect();
        let pages = pages.into_par_iter().filter_map(known).collect();
        let names = |file: &Artifact| Some((file.path.clone(), file.bytes.deferred()?.kept_as()));
        let mut names: HashMap<OutputPath, String> = deferred.iter().filter_map(names).collect();
        let file = |(path, stamp): &(String, Stamp)| {
            let kept_as = names.remove(path.as_str())?;
            Some((path.clone(), KnownFile { kept_as, stamp: *stamp }))
        };
        let files = left.files.iter().filter_map(file).collect();
        let kept = Kept { looked: left.looked, texts, pages, files };
        tools.store.save_packed_after(KIND, self.inputs.program, &kept, || settling.wait());
        kept
    }

    fn key(&self, page: &Page, site: &Site) -> Option<PageKey> {
        let mut hasher = blake3::Hasher::new_keyed(self.common.as_bytes());
        hasher.update(page.path().as_bytes());
        if let Some((posts, _)) = page.list(site) {
            hasher.update(&posts.len().to_le_bytes());
        }
        if let Page::Post(place) = page {
            hasher.update(&[u8::from(place.has_own_card)]);
        }
        for post in page.posts(site) {
            self.inputs.add_post(post, &mut hasher)?;
        }
        Some(PageKey(*hasher.finalize().as_bytes()))
    }
}

impl KnownPage {
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
