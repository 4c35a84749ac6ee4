//! A site of which every file was made, and what can be said of it then.

use std::{collections::BTreeMap, sync::Arc};

use foldhash::HashSet;
use rayon::prelude::*;

use super::{Seen, SeenPage};
use crate::{
    Edition,
    assets::{Compression, Pictures, Told},
    content::Host,
    diagnostic::Diagnostics,
    failure::Failure,
    incremental::{Kept, Left, NewPage, PageKey, Pages},
    islands::{Component, Islands},
    output::{
        self, Artifact, Measured, OutputPath,
        check::{KeptScan, KeptTexts, References, Scans},
        weight::{self, Load, Weight},
    },
    render::ScriptUse,
    routes::Routes,
    site::{Held, Site},
    stamp::Settling,
    store::Shelf,
    tools::Tools,
};

/// What is known of pages is kept anew when more than one of so many had to be made.
const MANY: usize = 32;

/// A site, rendered and checked.
pub struct Made<T> {
    /// What became of each file when it was taken; pages first, in the order of their routes.
    pub taken: Vec<T>,
    /// Pictures that pages show. They have bytes once [`Made::encode`] is through.
    pub pending: Vec<Artifact>,
    /// Which file refers to which.
    pub references: References,
    /// Posts that are left out.
    pub held: Vec<Held>,
    /// Every file but the pending ones, in the order of `taken`.
    pub(super) measured: Vec<Measured>,
    /// What was read of all files; nothing if some page could not be made.
    pub(super) scans: Option<Scans>,
    site: Arc<Site>,
    routes: Arc<Routes>,
    islands: Arc<Islands>,
    pictures: Arc<Pictures>,
    /// Where compressed texts are kept.
    compressed: Shelf,
    /// What each page asks for.
    scripts: Vec<ScriptUse>,
    /// What each page was made from, if it wasn't made anew.
    keys: Vec<Option<PageKey>>,
    /// The pages of which there was something to tell.
    noted: HashSet<OutputPath>,
}

impl<T> Made<T> {
    /// Nothing of `edition` yet, but room for so many files.
    pub(super) fn new(edition: &Edition, tools: &Tools, files: usize) -> Self {
        Self {
            taken: Vec::with_capacity(files),
            pending: Vec::new(),
            references: References::none(&edition.site.base),
            held: edition.site.posts.held.clone(),
            measured: Vec::with_capacity(files),
            scans: None,
            site: edition.site.clone(),
            routes: edition.routes.clone(),
            islands: edition.islands.clone(),
            pictures: edition.pictures.clone(),
            compressed: tools.store.shelf("compressed"),
            scripts: Vec::new(),
            keys: Vec::new(),
            noted: HashSet::default(),
        }
    }

    /// Takes what a page asks for, and leaves its file.
    pub(super) fn add_page(&mut self, page: SeenPage<T>) -> Seen<T> {
        if page.is_noted {
            self.noted.insert(page.scripts.path.clone());
        }
        self.scripts.push(page.scripts);
        self.keys.push(page.key);
        page.file
    }

    /// Makes what takes long and wasn't in an earlier build, such as pictures, and says how many files that were;
    /// `told` hears how far it is.
    ///
    /// # Errors
    /// If a picture was changed in the meantime, or the machine fails.
    pub fn encode(&self, told: &Told<'_>) -> Result<usize, Failure> {
        self.pictures.encode(&self.pending, told)
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

    /// Reports what is over the budget of content, or more than the host takes. Pictures count once they are
    /// encoded.
    pub fn check_weights(&self) -> Diagnostics {
        let (gym, pending) = (&self.site.gym, self.measured_pending());
        let files: Vec<&Measured> = self.measured.iter().chain(&pending).collect();
        let mut diagnostics = weight::check(&self.weigh(&files), &gym.budget);
        let stated = gym.publish.span.unwrap_or(gym.span);
        diagnostics.append(output::limits::check(&files, gym.publish.host, stated));
        diagnostics
    }

    fn weigh(&self, files: &[&Measured]) -> Vec<Weight<'_>> {
        // Most pages have the same islands on them.
        let mut known: BTreeMap<&[Component], Load> = BTreeMap::new();
        let pages = self.measured.iter().zip(&self.scripts).map(|(page, scripts)| {
            let islands = scripts.islands.as_slice();
            let load = known.entry(islands).or_insert_with(|| self.islands.page_load(islands));
            (page, load.clone())
        });
        weight::weigh(pages.collect(), files, &self.references)
    }

    fn measured_pending(&self) -> Vec<Measured> {
        let base = self.site.base.path();
        self.pending.par_iter().map(|asset| Measured::of(asset, base)).collect()
    }

    /// What puts each text of the site beside it in fewer bytes; nothing unless content says that a plain server, which
    /// sends such files, is what reads the site.
    pub fn compression(&self) -> Option<Compression<'_>> {
        let publish = &self.site.gym.publish;
        let is_wanted = publish.span.is_some() && publish.host == Host::Plain;
        is_wanted.then(|| Compression::new(&self.compressed))
    }

    /// Forgets what was kept for earlier builds and isn't needed any more. `compression` is what this build used.
    pub fn forget_others(&self, compression: Option<Compression<'_>>) {
        self.pictures.forget_others(&self.pending);
        self.compressed.retain(&compression.map(Compression::needed).unwrap_or_default());
    }

    /// What was read of the pages, of which nothing is known any more then; nothing if some page could not be made, or
    /// if hardly any had to be made, so that what is kept of the others needn't be kept once more.
    pub fn take_scans(&mut self) -> Option<Scans> {
        let made = self.keys.iter().filter(|key| key.is_none()).count();
        let is_much = made > self.keys.len() / MANY;
        self.scans.take_if(|_| is_much).map(|scans| scans.first(self.scripts.len()))
    }

    /// Keeps what is known of the pages now that they are in the output folder.
    pub fn keep_pages(
        &self,
        pages: &Pages<'_>,
        (texts, scans): (KeptTexts, Vec<Option<KeptScan>>),
        left: (&Left, Settling),
        tools: &Tools,
    ) -> Kept {
        let rows = self.routes.iter().zip(self.scripts.iter().zip(&self.keys));
        let rows = rows.zip(self.measured.iter().zip(scans));
        let new = rows.map(|(((_, page), (scripts, key)), (measured, scan))| NewPage {
            page,
            key: *key,
            measured,
            islands: &scripts.islands,
            scan: scan.filter(|_| !self.noted.contains(&measured.path)),
        });
        pages.keep(tools, &self.site, (texts, new), &self.pending, left)
    }
}
