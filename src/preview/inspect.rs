//! The look at an edition as a whole: what `gympress check` would say, and which pages a change changed.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender},
    },
    time::Duration,
};

use super::{News, Options, board::Board, news::Effect, problems::Problems};
use crate::{
    Edition,
    diagnostic::Diagnostics,
    output::{Artifact, OutputPath},
};

/// A large site is looked at when nothing was saved for this long.
const REST: Duration = Duration::from_millis(300);

/// An edition that is shown and wasn't looked at yet.
pub(super) struct Candidate {
    pub edition: Arc<Edition>,
    /// What was found while it was made.
    pub found: Diagnostics,
    /// The files that changed.
    pub changes: BTreeSet<Arc<str>>,
    /// From the change to being shown.
    pub took: Duration,
}

/// Looks at editions, and remembers the last one for comparison.
#[derive(Clone)]
pub(super) struct Inspector {
    options: Arc<Options>,
    root: Arc<Path>,
    board: Arc<Board>,
    tell: Sender<News>,
    last: Arc<Mutex<BTreeMap<OutputPath, blake3::Hash>>>,
}

impl Inspector {
    pub fn new(options: &Arc<Options>, root: &Arc<Path>, board: &Arc<Board>, tell: &Sender<News>) -> Self {
        Self {
            options: options.clone(),
            root: root.clone(),
            board: board.clone(),
            tell: tell.clone(),
            last: Arc::default(),
        }
    }

    /// Looks at the newest of what comes, whenever it was quiet for a while.
    pub fn run(&self, candidates: &Receiver<Candidate>) {
        while let Ok(mut candidate) = candidates.recv() {
            loop {
                match candidates.recv_timeout(REST) {
                    Ok(newer) => self.pass_over(std::mem::replace(&mut candidate, newer)),
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            self.inspect(candidate);
        }
    }

    /// Tells of an edition that was replaced before anybody looked.
    fn pass_over(&self, candidate: Candidate) {
        let Candidate { changes, took, edition, found } = candidate;
        let _ = self.tell.send(News::Shown {
            changes,
            took,
            effect: None,
            found: Arc::new(found),
            sources: edition.sources.clone(),
        });
    }

    /// Renders everything and checks it. If something is wrong, what was good before is shown again.
    pub fn inspect(&self, candidate: Candidate) {
        let Candidate { edition, mut found, changes, took } = candidate;
        let hash = |artifact: Artifact| Ok((artifact.path, blake3::hash(artifact.bytes.ready())));
        // To hash what is in memory can't fail.
        let Ok(made) = edition.make(&self.options.tools, &mut found, hash) else { return };
        let sources = edition.sources.clone();
        found.sort(&sources);
        if found.has_errors() {
            let editor = self.options.editor.as_ref();
            if self.board.shown().shows(&edition) {
                self.board.refuse(Problems::of(&found, &sources, &self.root, editor));
            }
            let _ = self.tell.send(News::Refused { changes, found: Arc::new(found), sources });
            return;
        }
        self.board.settle(&edition);
        let effect = Some(self.compare(made.taken));
        let _ = self.tell.send(News::Shown { changes, took, effect, found: Arc::new(found), sources });
    }

    fn compare(&self, new: Vec<(OutputPath, blake3::Hash)>) -> Effect {
        let new: BTreeMap<OutputPath, blake3::Hash> = new.into_iter().collect();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let pages = new.keys().filter(|path| path.is_html()).count();
        let is_page = |path: &&OutputPath| path.is_html();
        let changed = new.keys().filter(|path| last.get(*path) != new.get(*path)).filter(is_page);
        let removed = last.keys().filter(|path| !new.contains_key(*path)).filter(is_page);
        let changed = changed.chain(removed).map(OutputPath::address).collect();
        *last = new;
        Effect { pages, changed }
    }
}
