//! What a preview has to tell while it runs. How that is shown is up to the command.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use crate::{diagnostic::Diagnostics, failure::Failure, site::BaseUrl, source::Sources};

/// Something that happened in a preview.
pub enum News {
    /// It can be visited.
    Listening {
        /// Where.
        address: SocketAddr,
        /// Where the site will be published, if that is known yet.
        base: Option<BaseUrl>,
    },
    /// The project was read, at the start or again.
    Read {
        /// The files that changed, relative to the root; empty at the start.
        changes: Vec<Arc<str>>,
        /// From noticing to being ready for requests.
        took: Duration,
        /// True if what was read is shown from now on.
        shown: bool,
        /// What is to be said of it, sorted.
        found: Arc<Diagnostics>,
        /// What `found` quotes from.
        sources: Arc<Sources>,
    },
    /// The machine failed, for now.
    Failed(Failure),
}
