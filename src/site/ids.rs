//! The ids that exist right now, for the schemas that editors complete from.

use super::Catalogue;
use crate::{
    content::{Category, Class, Content, GalleryImage, Plan, Tag, Trainer},
    decode::{
        schema::Ids,
        value::{ImageFile, Target},
    },
    diagnostic::Diagnostics,
    source::Sources,
};

/// All ids and picture names of the project.
pub fn ids(content: &Content, sources: &Sources) -> Ids {
    let catalogue = Catalogue::of(content, &mut Diagnostics::default());
    let mut ids = Ids::default();
    insert::<Class>(&catalogue, &mut ids);
    insert::<Trainer>(&catalogue, &mut ids);
    insert::<Plan>(&catalogue, &mut ids);
    insert::<Category>(&catalogue, &mut ids);
    insert::<Tag>(&catalogue, &mut ids);
    insert::<GalleryImage>(&catalogue, &mut ids);
    let names =
        sources.binaries_below(ImageFile::FOLDER).filter_map(|path| path.strip_prefix(ImageFile::FOLDER));
    ids.set_image_files(names.filter(|name| is_picture(name)).map(str::to_owned));
    ids
}

fn insert<T: Target>(catalogue: &Catalogue, ids: &mut Ids) {
    ids.insert::<T>(catalogue.ids_of::<T>().map(str::to_owned));
}

fn is_picture(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    ["jpg", "jpeg", "png", "webp", "avif", "gif"].contains(&extension.as_str())
}
