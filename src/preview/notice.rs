//! Events of a running preview. How they are shown is up to the command.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    sync::Arc,
    time::Duration,
};

use gympress_accounts::Event;

use crate::{
    diagnostic::{Diagnostics, Failure},
    output::OutputPath,
    site::BaseUrl,
    source::Sources,
};

/// Something that happened in a preview.
pub enum Notice {
    /// It can be visited.
    Listening {
        /// Where.
        address: SocketAddr,
        /// Where the site will be published, if that is known yet.
        base: Option<BaseUrl>,
    },
    /// A new state of the project is shown, and was checked as a whole.
    Checked {
        /// The files that changed, relative to the root; none at the start, or when it was time for a post.
        changes: BTreeSet<Arc<str>>,
        /// From noticing the change to being ready for requests.
        took: Duration,
        /// What became different.
        effect: Effect,
        /// What is wrong, sorted.
        diagnostics: Arc<Diagnostics>,
        /// What `diagnostics` quotes from.
        sources: Arc<Sources>,
    },
    /// No page of a new state can be rendered, and the last good one stays.
    Refused {
        /// The files that changed, relative to the root; none at the start.
        changes: BTreeSet<Arc<str>>,
        /// The mistakes, sorted.
        diagnostics: Arc<Diagnostics>,
        /// What `diagnostics` quotes from.
        sources: Arc<Sources>,
    },
    /// Something happened in the account service.
    Accounts(Event),
    /// The machine failed, for now.
    Failed(Failure),
}

/// What a change did to the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// How many pages the site has.
    pub pages: usize,
    /// The addresses of the pages that were added, changed or removed since the check before. `None` for the first check.
    pub changed: Option<Vec<String>>,
}

impl Effect {
    /// What two checks saw of the pages: of each, what identifies its bytes.
    pub(super) fn new(
        pages: &BTreeMap<OutputPath, blake3::Hash>,
        before: Option<&BTreeMap<OutputPath, blake3::Hash>>,
    ) -> Self {
        let changed = before.map(|before| {
            let changed = pages.keys().filter(|path| before.get(*path) != pages.get(*path));
            let removed = before.keys().filter(|path| !pages.contains_key(*path));
            changed.chain(removed).map(OutputPath::address).collect()
        });
        Self { pages: pages.len(), changed }
    }
}
