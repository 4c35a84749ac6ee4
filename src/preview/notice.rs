//! Events of a running preview. How they are shown is up to the command.

use std::{collections::BTreeSet, net::SocketAddr, sync::Arc, time::Duration};

use gympress_accounts::Event;

use crate::{
    content::Content,
    diagnostic::{Diagnostics, Failure},
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
        /// How many pages the site has.
        pages: usize,
        /// What is wrong, sorted.
        diagnostics: Arc<Diagnostics>,
        /// The content of the state; `diagnostics` quotes from its sources.
        content: Arc<Content>,
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
