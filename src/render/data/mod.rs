//! Files that only programs read.

mod atom;
mod calendars;
mod dates;
mod entry;
mod hosts;
mod ical;
mod xml;

pub(super) use atom::title as feed_title;
pub(super) use dates::{EntryDate, Occurrence, changes_of_clock, minutes_after, moment, moment_in};
pub(super) use entry::{Venue, event_word, notice, zone_of};

use super::Renderer;
use crate::{
    diagnostic::Diagnostic,
    render::site::RenderSite,
    routes::{DataFile, DataKind},
    schema::decode::value::Text,
};

/// The file's bytes.
///
/// # Errors
/// If a page that is in it can't be rendered.
pub(super) fn bytes(file: &DataFile, renderer: &Renderer) -> Result<Vec<u8>, Box<Diagnostic>> {
    let (site, routes) = (&*renderer.shared.site, &renderer.context.routes);
    Ok(match &file.kind {
        DataKind::Search => renderer.search().root().to_vec(),
        DataKind::Manifest => hosts::manifest(site, renderer.icon(), &renderer.files.surface),
        DataKind::ServiceWorker => hosts::worker(site, renderer.offline_page()?.as_ref()),
        DataKind::Robots => hosts::robots(site),
        DataKind::Sitemap => hosts::sitemap(site, routes),
        DataKind::Feed(subject) => atom::file(subject, &file.path, site),
        DataKind::Calendar(subject) => calendars::file(subject, site),
        DataKind::Headers => hosts::headers(site, routes),
        DataKind::Redirects => hosts::redirects(site, routes),
        DataKind::Htaccess => hosts::htaccess(site, routes),
        DataKind::SpeculationRules => hosts::speculation_rules(site),
        DataKind::Due => site.changes_next().map(|due| format!("{due}\n")).unwrap_or_default().into_bytes(),
        DataKind::NoJekyll => Vec::new(),
    })
}

/// What programs call a file about a part of the site: the gym, and the title of that part if it has one.
fn title_of(part: Option<&Text>, site: &RenderSite) -> String {
    let gym = site.gym.name.as_str();
    part.map_or_else(|| gym.to_owned(), |part| format!("{gym}{}{}", site.formats.colon(), part.as_str()))
}
