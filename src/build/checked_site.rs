//! A site of which every file was made: its weights, and what is cached of it.

use std::{collections::BTreeMap, sync::Arc};

use foldhash::HashSet;
use rayon::prelude::*;

use super::{FileReport, PageReport};
use crate::{
    assets::{Compression, OnProgress, Pictures},
    cache::BlobCache,
    content::Host,
    context::BuildContext,
    diagnostic::Diagnostics,
    failure::Failure,
    file_stamp::RacyWindow,
    incremental::{CachedPages, GatheredInputs, InputsOf, NewPage, OutputSnapshot, Pages},
    islands::{ComponentId, Islands},
    output::{
        Artifact, Deferred, Measured, OutputPath,
        check::{CachedScan, CachedTexts, References, Scans},
        limits,
        weight::{self, Payload, Weight},
    },
    render::{ScriptUse, reads::Inputs},
    routes::Routes,
    site::Site,
    snapshot::Snapshot,
};

/// The cache of pages is written again if more than one page in this many had to be rendered.
const RENDERED_SHARE: usize = 32;

/// A site, rendered and checked.
pub struct CheckedSite<T> {
    /// What `take` returned for each file; pages first, in the order of their routes.
    pub taken: Vec<T>,
    /// Pictures that pages show. They have bytes once [`CheckedSite::encode`] is through.
    pub pending: Vec<Artifact>,
    /// Which file refers to which.
    pub references: References,
    /// Every file but the pending ones, in the order of `taken`.
    pub(super) measured: Vec<Measured>,
    /// The scans of all files; `None` if some page couldn't be rendered.
    pub(super) scans: Option<Scans>,
    site: Arc<Site>,
    routes: Arc<Routes>,
    islands: Arc<Islands>,
    pictures: Arc<Pictures>,
    /// The cache of compressed texts.
    compressed: BlobCache,
    /// The scripts that each page loads.
    scripts: Vec<ScriptUse>,
    /// What the pages were rendered from; `None` if so few were rendered that the cache needn't be written again.
    inputs: Option<GatheredInputs>,
    /// The pages whose rendering gave diagnostics.
    noted: HashSet<OutputPath>,
}

impl<T> CheckedSite<T> {
    /// A site without files yet, with capacity for so many.
    pub(super) fn new(snapshot: &Snapshot, context: &BuildContext, files: usize) -> Self {
        Self {
            taken: Vec::with_capacity(files),
            pending: Vec::new(),
            references: References::none(&snapshot.site.base),
            measured: Vec::with_capacity(files),
            scans: None,
            site: snapshot.site.clone(),
            routes: snapshot.routes.clone(),
            islands: snapshot.islands.clone(),
            pictures: snapshot.pictures.clone(),
            compressed: context.cache.blobs("compressed"),
            scripts: Vec::new(),
            inputs: None,
            noted: HashSet::default(),
        }
    }

    /// Adds the scripts of a page, and returns its file and its inputs.
    pub(super) fn add_page(&mut self, page: PageReport<T>) -> (FileReport<T>, InputsOf) {
        if page.is_noted {
            self.noted.insert(page.scripts.path.clone());
        }
        self.scripts.push(page.scripts);
        (page.file, page.inputs)
    }

    /// Gathers what the pages were rendered from, for the cache.
    pub(super) fn gather(&mut self, pages: Vec<InputsOf>, published: &Pages<'_>, inputs: Inputs<'_>) {
        let rendered = pages.iter().filter(|page| matches!(page, InputsOf::Rendered(_))).count();
        let of_the_whole = pages.iter().filter(|page| matches!(page, InputsOf::Rendered(None))).count();
        tracing::info!(
            rendered = rendered - of_the_whole,
            reused = pages.len() - rendered,
            "pages; {of_the_whole} files about the site as a whole are made each time"
        );
        if rendered > pages.len() / RENDERED_SHARE {
            let routes = self.routes.clone();
            let pages = routes.iter().map(|(_, route)| route).zip(pages);
            self.inputs = Some(published.gather(pages, inputs));
        }
    }

    /// Encodes pending pictures that no earlier build has encoded, and returns how many those were. `on_progress` is called with
    /// the progress.
    ///
    /// # Errors
    /// If a picture was changed in the meantime, or the machine fails.
    pub fn encode(&self, on_progress: &OnProgress<'_>) -> Result<usize, Failure> {
        self.pictures.encode(&self.pending, on_progress)
    }

    /// The site.
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// The address of the site.
    pub fn base(&self) -> &str {
        self.site.base.as_str()
    }

    /// How many of the files are pages.
    pub fn pages(&self) -> usize {
        self.measured.iter().filter(|file| file.path.is_html()).count()
    }

    /// What each page weighs. Pictures that aren't encoded weigh nothing.
    pub fn weights(&self) -> Vec<Weight<'_>> {
        let pending = self.measured_pending();
        self.weigh(&self.measured.iter().chain(&pending).collect::<Vec<_>>())
    }

    /// Reports what is over the budget of content. The pictures at the tops of pages are encoded for that, so that it
    /// doesn't depend on what was encoded before.
    ///
    /// # Errors
    /// If a picture was changed in the meantime, or the machine fails.
    pub(super) fn check_weights(&self) -> Result<Diagnostics, Failure> {
        let at_top: HashSet<&OutputPath> =
            self.measured.iter().filter_map(|file| file.top_picture.as_ref()).collect();
        let at_top = self.pending.iter().filter(|asset| at_top.contains(&asset.path)).cloned();
        self.pictures.encode(&at_top.collect::<Vec<_>>(), &|_| {})?;
        let pending = self.measured_pending();
        let files: Vec<&Measured> = self.measured.iter().chain(&pending).collect();
        let place = |path: &str, content| self.pictures.place(&OutputPath::new(path)?, content);
        Ok(weight::check(&self.weigh(&files), &files, &self.site.gym.budget(), place))
    }

    /// Reports what is more than the host takes. Pictures are encoded for that if they might be more, so that it doesn't
    /// depend on what was encoded before.
    ///
    /// # Errors
    /// If a picture was changed in the meantime, or the machine fails.
    pub(super) fn check_limits(&self) -> Result<Diagnostics, Failure> {
        let gym = &self.site.gym;
        let (host, stated) = gym.publish();
        let most = |asset: &Artifact| asset.bytes.deferred().map_or(0, Deferred::most_bytes);
        let made: usize = self.measured.iter().map(|file| file.length).sum();
        let encoded: usize = self.pending.iter().map(most).sum();
        let near_limit =
            self.pending.iter().filter(|asset| limits::may_exceed(host, most(asset), made + encoded));
        self.pictures.encode(&near_limit.cloned().collect::<Vec<_>>(), &|_| {})?;
        let pending = self.measured_pending();
        let files: Vec<&Measured> = self.measured.iter().chain(&pending).collect();
        Ok(limits::check(&files, host, stated.unwrap_or(gym.span)))
    }

    fn weigh(&self, files: &[&Measured]) -> Vec<Weight<'_>> {
        // Most pages have the same islands on them.
        let mut known: BTreeMap<&[ComponentId], Payload> = BTreeMap::new();
        let pages = self.measured.iter().zip(&self.scripts).map(|(page, scripts)| {
            let islands = scripts.islands.as_slice();
            let payload = known.entry(islands).or_insert_with(|| self.islands.page_payload(islands));
            (page, payload.clone())
        });
        weight::weigh(pages.collect(), files, &self.references)
    }

    fn measured_pending(&self) -> Vec<Measured> {
        let base = self.site.base.path();
        self.pending.par_iter().map(|asset| Measured::measure(asset, base)).collect()
    }

    /// What writes a compressed file beside each text of the site. Returns `None` unless content names a plain server,
    /// which sends such files.
    pub fn compression(&self) -> Option<Compression<'_>> {
        let (host, stated) = self.site.gym.publish();
        let is_wanted = stated.is_some() && host == Host::Plain;
        is_wanted.then(|| Compression::new(&self.compressed))
    }

    /// Removes from the caches what this build doesn't need. `compression` is what it compressed with.
    pub fn forget_others(&self, compression: Option<Compression<'_>>) {
        self.pictures.forget_others(&self.pending);
        self.compressed.retain(&compression.map(Compression::needed).unwrap_or_default());
    }

    /// Takes the scans of the pages out of `self`. Returns `None` if some page couldn't be rendered, or if so few had to be
    /// rendered that the cache needn't be written again.
    pub fn take_scans(&mut self) -> Option<Scans> {
        let scans = self.scans.take_if(|_| self.inputs.is_some());
        scans.map(|scans| scans.first(self.scripts.len()))
    }

    /// Caches the pages and their scans, now that they are in the output folder.
    pub fn save_pages(
        &mut self,
        pages: &Pages<'_>,
        (texts, scans): (CachedTexts, Vec<Option<CachedScan>>),
        left: (&OutputSnapshot, RacyWindow),
        context: &BuildContext,
    ) -> CachedPages {
        let inputs = self.inputs.take().unwrap_or_default();
        let rows = self.scripts.iter().zip(self.measured.iter().zip(scans));
        let new = rows.map(|(scripts, (measured, scan))| NewPage {
            measured,
            islands: scripts.islands.iter().filter_map(|island| self.islands.name(*island)).collect(),
            scan: scan.filter(|_| !self.noted.contains(&measured.path)),
        });
        pages.save(context, inputs, (texts, new), &self.pending, left)
    }
}
