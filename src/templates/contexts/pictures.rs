//! The pictures of folders, as templates see them.

use std::sync::Arc;

use minijinja::Value;

use super::values;
use crate::{
    content::{Entry, PictureFolder},
    schema::{PictureRef, Table},
    templates::site::RenderSite,
};

/// The pictures of an album.
pub(super) fn of_album(album: &Entry, site: &Arc<RenderSite>) -> Value {
    PictureFolder::of_album(album).map(|folder| pictures(&folder, &album.table, site)).into()
}

/// The pictures of the folder that a section names; none if it names none.
pub(super) fn of_section(section: &Arc<Table>, site: &Arc<RenderSite>) -> Value {
    PictureFolder::of_section(section).map(|folder| pictures(&folder, section, site)).into()
}

/// Those that content describes come first, then the others by name, or by the time on the cameras' clocks, behind which are
/// those without a time.
fn pictures(folder: &PictureFolder, table: &Arc<Table>, site: &Arc<RenderSite>) -> Value {
    let mut pictures = folder.pictures(&site.project.sources);
    if folder.is_by_time {
        let described = pictures.iter().take_while(|picture| !picture.alt.is_empty()).count();
        let others = pictures.get_mut(described..).unwrap_or_default();
        others.sort_by_key(|picture| {
            let taken = site.picture(&picture.file).and_then(|picture| picture.taken());
            (taken.is_none(), taken.map(str::to_owned))
        });
    }
    pictures.retain(|picture| site.picture(&picture.file).is_some());
    let shown = pictures.into_iter().map(|picture| match folder.described(&picture.file) {
        Some(described) if !picture.alt.is_empty() => {
            let alt = values::words(&described.alt, site).to_string();
            values::picture(&PictureRef { alt, ..picture }, site)
        }
        _ => values::picture(&picture, site),
    });
    shown.map(|picture| site.said_of(Some(table), picture)).collect()
}
