//! `content/gallery.toml`: the pictures of the gallery, numbered.

use gympress_derive::View;

use crate::schema::decode::{
    Spanned,
    value::{ImageFile, Text},
};

#[derive(Debug, View)]
pub struct Gallery {
    #[view(key = "image")]
    pub images: Vec<GalleryImage>,
}

#[derive(Debug, View)]
pub struct GalleryImage {
    /// Its number, by which other files name it.
    pub id: Spanned<u32>,
    pub file: ImageFile,
    pub alt: Text,
}
