//! Files that a site has at most once: the menu, the blog with its categories and tags, the pictures of the gallery.

use gympress_derive::View;

use crate::schema::{
    Picture,
    decode::{
        Spanned,
        value::{ImageFile, Link, Text},
    },
};

#[derive(Debug, View)]
pub struct Navigation {
    #[view(key = "link")]
    pub links: Vec<Button>,
}

/// A button or a link that looks like one.
#[derive(Debug, View)]
pub struct Button {
    pub title: Text,
    pub to: Link,
}

#[derive(Debug, View)]
pub struct Blog {
    /// Posts on a page of a category or tag.
    pub per_page: u32,
    /// Who writes, where a post doesn't say.
    pub author: Option<Text>,
    #[view(key = "category")]
    pub categories: Vec<Category>,
    #[view(key = "tag")]
    pub tags: Vec<Tag>,
}

#[derive(Debug, View)]
pub struct Category {
    /// The last part of its address, by which posts name it.
    pub id: Spanned<Text>,
    pub title: Text,
    /// How many posts are said to be in it, shown instead of the real number.
    pub count: Option<Spanned<u32>>,
}

#[derive(Debug, View)]
pub struct Tag {
    /// The last part of its address, by which posts name it.
    pub id: Spanned<Text>,
    pub title: Text,
}

/// A picture of the gallery.
#[derive(Debug, View)]
pub struct GalleryImage {
    pub file: ImageFile,
    pub alt: Text,
}

impl From<GalleryImage> for Picture {
    fn from(image: GalleryImage) -> Self {
        Self { file: image.file, alt: image.alt.as_str().to_owned(), focus: None }
    }
}
