//! Events of a running preview. How they are shown is up to the command.

use std::{collections::BTreeSet, net::SocketAddr, sync::Arc, time::Duration};

use gympress_accounts::Event;

use crate::{diagnostic::Diagnostics, failure::Failure, site::BaseUrl, source::Sources};

/// Something that happened in a preview.
pub enum Notice {
    /// It can be visited.
    Listening {
        /// Where.
        address: SocketAddr,
        /// Where the site will be published, if that is known yet.
        base: Option<BaseUrl>,
    },
    /// A new state of the project is shown.
    Shown {
        /// The files that changed, relative to the root; none at the start, or when it was time for a post.
        changes: BTreeSet<Arc<str>>,
        /// From noticing the change to being ready for requests.
        took: Duration,
        /// What became different.
        effect: Effect,
        /// The warnings.
        found: Arc<Diagnostics>,
        /// What `found` quotes from.
        sources: Arc<Sources>,
    },
    /// A new state has mistakes, and the last good one stays.
    Refused {
        /// The files that changed, relative to the root; none at the start.
        changes: BTreeSet<Arc<str>>,
        /// The mistakes, sorted.
        found: Arc<Diagnostics>,
        /// What `found` quotes from.
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
    /// The addresses of the pages that were added, changed or removed.
    pub changed: Vec<String>,
}
