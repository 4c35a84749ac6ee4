//! Files that only programs read: feeds, calendars, and the files that browsers, hosts and search engines request.

mod atom;
mod calendars;
mod host_site;
mod ical;
mod manifest;
mod robots;
mod sitemap;
mod worker;
mod xml;

pub use atom::atom;
pub use calendars::calendar;
pub use host_site::{beyond_host_limits, host_site};
pub use manifest::manifest;
pub use robots::robots;
pub use sitemap::sitemap;
pub use worker::worker;

use crate::assets::styles;

/// The folders of files with a hash in their names.
pub(crate) const HASHED_FOLDERS: [&str; 2] = [styles::FOLDER, "images"];
