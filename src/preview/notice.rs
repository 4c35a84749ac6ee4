//! Events of a running preview, which the command shows.

use std::{collections::BTreeSet, net::SocketAddr, sync::Arc, time::Duration};

use gympress_accounts::AccountEvent;

use crate::{
    content::Content,
    diagnostic::{Diagnostics, Failure},
    site::BaseUrl,
    source::Sources,
};

/// An event of a preview.
pub enum Notice {
    /// The preview can be visited.
    Listening {
        /// The address of the preview.
        address: SocketAddr,
        /// The address at which the site will be published, if that is known yet.
        base: Option<BaseUrl>,
        /// The address of the editor, which ends with its secret, if there is one.
        editor: Option<String>,
    },
    /// A new state of the project is shown, and was checked as a whole.
    Checked {
        /// The files that changed, relative to the root; empty at the start, or if only time has passed, such as until
        /// the date of a post.
        changes: BTreeSet<Arc<str>>,
        /// The time from noticing the change to serving the new state.
        took: Duration,
        /// The number of the site's pages.
        pages: usize,
        /// The diagnostics, sorted.
        diagnostics: Arc<Diagnostics>,
        /// The content of the state; `diagnostics` quotes from its sources.
        content: Arc<Content>,
    },
    /// No page of a new state can be rendered, so the last good one stays.
    Refused {
        /// The files that changed, relative to the root; empty at the start.
        changes: BTreeSet<Arc<str>>,
        /// The mistakes, sorted.
        diagnostics: Arc<Diagnostics>,
        /// The files that `diagnostics` quotes from.
        sources: Arc<Sources>,
    },
    /// An event of the account service.
    Accounts(AccountEvent),
    /// A failure of the machine. The preview goes on.
    Failed(Failure),
}
