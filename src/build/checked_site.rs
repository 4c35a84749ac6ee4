//! A site of which every file was made, and what each of its pages weighs.

use std::{collections::BTreeMap, sync::Arc};

use foldhash::HashSet;
use rayon::prelude::*;

use crate::{
    assets::{OnProgress, Pictures},
    diagnostic::Diagnostics,
    failure::Failure,
    islands::{ComponentId, Islands},
    output::{
        Artifact, Deferred, Measured, OutputPath,
        check::References,
        limits,
        weight::{self, Payload, Weight},
    },
    render::ScriptUse,
    site::Site,
    snapshot::Snapshot,
};

/// A site, rendered and checked.
pub struct CheckedSite {
    /// Pictures that pages show. They have bytes once [`CheckedSite::encode`] is through.
    pub pending: Vec<Artifact>,
    /// Which file refers to which.
    pub references: References,
    /// Every file but the pending ones; pages first, in the order of their routes.
    pub(super) files: Vec<Measured>,
    /// The scripts that each page loads.
    pub(super) scripts: Vec<ScriptUse>,
    site: Arc<Site>,
    islands: Arc<Islands>,
    pictures: Arc<Pictures>,
}

impl CheckedSite {
    /// A site without files yet.
    pub(super) fn new(snapshot: &Snapshot) -> Self {
        Self {
            pending: Vec::new(),
            references: References::default(),
            files: Vec::new(),
            scripts: Vec::new(),
            site: snapshot.site.clone(),
            islands: snapshot.islands.clone(),
            pictures: snapshot.pictures.clone(),
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

    /// How many of the files are pages.
    pub fn pages(&self) -> usize {
        self.files.iter().filter(|file| file.path.is_html()).count()
    }

    /// What each page weighs. Pictures that aren't encoded weigh nothing.
    pub fn weights(&self) -> Vec<Weight<'_>> {
        let pending = self.measured_pending();
        self.weigh(&self.files.iter().chain(&pending).collect::<Vec<_>>())
    }

    /// Reports what is over the budget of content. The pictures at the tops of pages are encoded for that, so that it
    /// doesn't depend on what was encoded before.
    ///
    /// # Errors
    /// If a picture was changed in the meantime, or the machine fails.
    pub(super) fn check_weights(&self) -> Result<Diagnostics, Failure> {
        let at_top: HashSet<&OutputPath> =
            self.files.iter().filter_map(|file| file.top_picture.as_ref()).collect();
        let at_top = self.pending.iter().filter(|asset| at_top.contains(&asset.path)).cloned();
        self.pictures.encode(&at_top.collect::<Vec<_>>(), &|_| {})?;
        let pending = self.measured_pending();
        let files: Vec<&Measured> = self.files.iter().chain(&pending).collect();
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
        let made: usize = self.files.iter().map(|file| file.length).sum();
        let encoded: usize = self.pending.iter().map(most).sum();
        let near_limit =
            self.pending.iter().filter(|asset| limits::may_exceed(host, most(asset), made + encoded));
        self.pictures.encode(&near_limit.cloned().collect::<Vec<_>>(), &|_| {})?;
        let pending = self.measured_pending();
        let files: Vec<&Measured> = self.files.iter().chain(&pending).collect();
        Ok(limits::check(&files, host, stated.unwrap_or(gym.span)))
    }

    fn weigh(&self, files: &[&Measured]) -> Vec<Weight<'_>> {
        // Most pages have the same islands on them.
        let mut known: BTreeMap<&[ComponentId], Payload> = BTreeMap::new();
        let pages = self.files.iter().zip(&self.scripts).map(|(page, scripts)| {
            let islands = scripts.islands.as_slice();
            let payload = known.entry(islands).or_insert_with(|| self.islands.page_payload(islands));
            (page, payload.clone())
        });
        weight::weigh(pages.collect(), files, &self.references)
    }

    fn measured_pending(&self) -> Vec<Measured> {
        self.pending.par_iter().map(|asset| Measured::measure(asset, None)).collect()
    }

    /// Removes from the cache the pictures that this build doesn't need.
    pub fn forget_others(&self) {
        self.pictures.forget_others(&self.pending);
    }
}
