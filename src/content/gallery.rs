//! `content/gallery.toml`: the pictures of the gallery, numbered.

use crate::decode::{
    Fields, Record,
    value::{Count, ImageFile, Spanned, Target, TargetKind, Text, Whole},
};

/// The gallery.
#[derive(Clone, Debug)]
pub struct Gallery {
    /// Pictures on a page.
    pub per_page: Count,
    /// The alternative text which all pictures of the gallery carry beside their own descriptions
    /// (specification, section 2, Gallery).
    pub alt: Text,
    /// The pictures, in order.
    pub images: Vec<GalleryImage>,
}

impl Record for Gallery {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let per_page = fields.required("per_page", "How many pictures a page shows");
        let alt = fields.required("alt", "The alternative text of every picture, beside its own description");
        let images = fields.tables("image", "A picture");
        Self { per_page, alt, images }
    }
}

/// A picture of the gallery.
#[derive(Clone, Debug)]
pub struct GalleryImage {
    /// Its number, by which other files name it.
    pub id: Spanned<Whole<1, 100_000>>,
    /// The file.
    pub file: ImageFile,
    /// What it shows.
    pub alt: Text,
}

impl Target for GalleryImage {
    const TARGET: &'static TargetKind = &TargetKind {
        noun: "gallery picture",
        defined_in: "content/gallery.toml, an [[image]] each",
        expected: "the number of a picture of the gallery, such as 4",
        example: "4",
        numbered: true,
    };
}

impl Record for GalleryImage {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let id = fields.required("id", "The picture's number");
        let file = fields.required("file", "The picture's name in content/images");
        let alt = fields.required("alt", "What the picture shows, for people who don't see it");
        Self { id, file, alt }
    }
}
