//! Files that only programs read.

mod atom;
mod calendars;
mod dates;
mod entry;
mod host_site;
mod ical;
mod manifest;
mod robots;
mod sitemap;
mod worker;
mod xml;

pub(super) use atom::title as feed_title;
pub(super) use dates::{EntryDate, Occurrence, changes_of_clock, minutes_after, moment, moment_in};
pub(super) use entry::{Venue, author, event_word, notice, zone_of};
pub use host_site::beyond_host_limits;

use super::Renderer;
use crate::{
    assets::styles,
    diagnostic::Diagnostic,
    render::site::RenderSite,
    routes::{DataFile, DataKind, FixedContent},
    schema::{Name, Role, decode::value::Text},
};

/// The folders whose files have a hash in their names.
const HASHED_FOLDERS: [&str; 2] = [styles::FOLDER, "images"];

/// The file's bytes.
///
/// # Errors
/// If a page that is in it can't be rendered.
pub(super) fn bytes(file: &DataFile, renderer: &Renderer) -> Result<Vec<u8>, Box<Diagnostic>> {
    let (site, routes) = (&*renderer.shared.site, &renderer.context.routes);
    Ok(match &file.kind {
        DataKind::Fixed(fixed) => match fixed.content {
            FixedContent::ServiceWorker => worker::file(site, renderer.offline_page()?.as_ref()),
            FixedContent::Robots => robots::file(site),
            FixedContent::Manifest => manifest::file(site, renderer.icon(), &renderer.files.background),
            FixedContent::Sitemap => sitemap::file(site, routes),
            FixedContent::Search => renderer.search().root().to_vec(),
        },
        DataKind::Host(file) => (file.write)(&host_site::host_site(site, routes)),
        DataKind::Feed(subject) => atom::file(subject, &file.path, site),
        DataKind::Calendar(subject) => calendars::file(subject, site),
    })
}

/// The title of a file about a part of the site: the gym, and the title of that part if it has one.
fn title_of(part: Option<&str>, site: &RenderSite) -> String {
    let gym = site.gym.name.as_str();
    part.map_or_else(|| gym.to_owned(), |part| format!("{gym}{}{part}", site.formats.colon()))
}

/// The title of a feed or calendar of these entries: the gym, and the title of the page that lists them; of a blog without
/// such a page, the gym's tagline.
fn title_of_collection(name: &Name, site: &RenderSite) -> String {
    let part = match site.listing_page(name) {
        Some(page) => Some(&page.title),
        None => site.gym.tagline.as_ref().filter(|_| site.types.has_role(name, Role::Blog)),
    };
    title_of(part.map(Text::as_str), site)
}
