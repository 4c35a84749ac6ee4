//! The gallery and its pages.

use std::sync::Arc;

use minijinja::{Value, context};
use serde::Serialize;

use super::{pager, value};
use crate::{
    content::parts::Picture,
    routes::PageNumber,
    site::{GalleryPicture, Site},
};

#[derive(Serialize)]
struct PictureView<'a> {
    id: u32,
    image: &'a Picture,
    description: &'a str,
}

pub(super) fn pictures<'a>(pictures: impl Iterator<Item = &'a Arc<GalleryPicture>>) -> Value {
    let view = |picture: &'a Arc<GalleryPicture>| PictureView {
        id: picture.id,
        image: &picture.picture,
        description: &picture.picture.alt,
    };
    value(pictures.map(view).collect::<Vec<_>>())
}

pub(super) fn page(site: &Site, number: PageNumber) -> Value {
    let per_page = site.gallery_per_page;
    let shown = site.gallery.iter().skip((number.get() - 1) * per_page).take(per_page);
    context! {
        images => pictures(shown),
        alt => site.gallery_alt.as_str(),
        pager => pager::gallery(site, number),
    }
}
