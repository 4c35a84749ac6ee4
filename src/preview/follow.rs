//! From a change on disk to the edition that is shown.

use std::{
    collections::BTreeSet,
    fs,
    sync::{Arc, mpsc::Sender},
    time::Instant,
};

use super::{News, Options, board::Board, watch::Watch};
use crate::{
    Edition, content,
    diagnostic::Diagnostics,
    failure::Failure,
    prepare,
    site::{BaseUrl, Settings},
    source::Sources,
};

/// Reads a project again after each change, and shows what comes of it if nothing is wrong.
pub(super) struct Follower {
    options: Options,
    board: Arc<Board>,
    tell: Sender<News>,
    watch: Watch,
    sources: Arc<Sources>,
}

impl Follower {
    /// Reads the project for the first time.
    ///
    /// # Errors
    /// If there's no project at the root, or it can't be watched.
    pub fn start(options: Options, board: Arc<Board>, tell: Sender<News>) -> Result<Self, Failure> {
        let root = &options.root;
        let watched = fs::canonicalize(root).map_err(|error| Failure::io("open", root, &error))?;
        let watch = Watch::new(&watched)?;
        let began = Instant::now();
        let mut found = Diagnostics::default();
        let mut sources = Sources::load(root, &mut found)?;
        sources.require(content::required_files(), &mut found);
        let mut follower = Self { options, board, tell, watch, sources: Arc::new(sources) };
        follower.take(BTreeSet::new(), found, began)?;
        Ok(follower)
    }

    /// Where the site will be published, if that is known.
    pub fn base(&self) -> Option<BaseUrl> {
        self.board.shown().edition.as_ref().map(|edition| edition.site.base.clone())
    }

    /// Follows changes for as long as the program runs.
    pub fn run(mut self) {
        loop {
            let paths = self.watch.batch(None);
            let began = Instant::now();
            let mut found = Diagnostics::default();
            let (mut sources, changes) = self.sources.reload(paths.iter().map(String::as_str), &mut found);
            if changes.is_empty() {
                continue;
            }
            sources.require(content::required_files(), &mut found);
            self.sources = Arc::new(sources);
            if let Err(failure) = self.take(changes, found, began) {
                let _ = self.tell.send(News::Failed(failure));
            }
        }
    }

    /// Makes an edition of what was read, and shows it unless something is wrong with it.
    fn take(
        &mut self,
        changes: BTreeSet<Arc<str>>,
        mut found: Diagnostics,
        began: Instant,
    ) -> Result<(), Failure> {
        let edition = prepare(&self.sources, &self.settings(), &self.options.tools, &mut found)?;
        if let Some(edition) = edition.as_ref().filter(|_| !found.has_errors()) {
            edition.make(&self.options.tools, &mut found);
        }
        found.sort(&*self.sources);
        let shown = edition.filter(|_| !found.has_errors());
        let is_shown = shown.is_some();
        match shown {
            Some(edition) => self.show(edition),
            None => self.board.refuse(&found, &self.sources),
        }
        let _ = self.tell.send(News::Read {
            changes: changes.into_iter().collect(),
            took: began.elapsed(),
            shown: is_shown,
            found: Arc::new(found),
            sources: self.sources.clone(),
        });
        Ok(())
    }

    fn show(&self, edition: Edition) {
        self.board.show(Arc::new(edition));
    }

    fn settings(&self) -> Settings {
        let Options { now, drafts, base_url, clock, .. } = &self.options;
        Settings { now: now.unwrap_or_else(clock), drafts: *drafts, base_url: base_url.clone() }
    }
}
