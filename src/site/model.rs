//! Entries that hold what they mention.

use std::sync::Arc;

use jiff::civil::DateTime;

use super::Reason;
use crate::{
    content::{self, parts::Picture},
    decode::value::{Text, TimeRange, Weekday},
    diagnostic::FileId,
};

/// The words of a page, with the file that they are from.
#[derive(Clone, Debug)]
pub struct File<T> {
    /// The file.
    pub file: FileId,
    /// What it holds.
    pub words: Arc<T>,
}

/// A trainer.
#[derive(Debug)]
pub struct Trainer {
    /// The id.
    pub id: Arc<str>,
    /// What the file says.
    pub entry: Arc<content::Trainer>,
}

/// A class and who usually teaches it.
#[derive(Debug)]
pub struct Class {
    /// The id.
    pub id: Arc<str>,
    /// What the file says.
    pub entry: Arc<content::Class>,
    /// Who usually teaches it.
    pub trainer: Arc<Trainer>,
}

/// A class on the home page.
#[derive(Debug)]
pub struct FeaturedClass {
    /// The class.
    pub class: Arc<Class>,
    /// What it's called there.
    pub title: Text,
}

/// A plan.
#[derive(Debug)]
pub struct Plan {
    /// The id.
    pub id: Arc<str>,
    /// What the file says.
    pub entry: Arc<content::Plan>,
}

/// A day of the schedule.
#[derive(Debug)]
pub struct Day {
    /// Which.
    pub weekday: Weekday,
    /// Its classes, as content orders them.
    pub rows: Vec<Row>,
}

/// A class on a day.
#[derive(Debug)]
pub struct Row {
    /// What.
    pub class: Arc<Class>,
    /// With whom.
    pub trainer: Arc<Trainer>,
    /// From when to when.
    pub time: TimeRange,
}

/// A picture of the gallery.
#[derive(Debug)]
pub struct GalleryPicture {
    /// Its number.
    pub id: u32,
    /// File and description.
    pub picture: Picture,
}

/// A way to sort posts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Taxonomy {
    /// Each post has one.
    Category,
    /// Each post has any number.
    Tag,
}

impl Taxonomy {
    /// Its part of the address.
    pub fn segment(self) -> &'static str {
        match self {
            Self::Category => "category",
            Self::Tag => "tag",
        }
    }
}

/// A category or tag.
#[derive(Debug)]
pub struct Term {
    /// Which of the two.
    pub taxonomy: Taxonomy,
    /// The last part of its address.
    pub id: Arc<str>,
    /// Its name.
    pub title: Text,
    /// How many posts content says that it has.
    pub stated_count: Option<u32>,
    /// Its published posts, newest first.
    pub posts: Vec<Arc<Post>>,
}

/// A post.
#[derive(Debug)]
pub struct Post {
    /// The last part of its address.
    pub slug: Arc<str>,
    /// Its file.
    pub file: FileId,
    /// What the file says.
    pub entry: Arc<content::Post>,
    /// Who wrote it.
    pub author: Text,
    /// When, on the site's clock.
    pub date: DateTime,
    /// The category's id and name.
    pub category: (Arc<str>, Text),
    /// The tags' ids and names.
    pub tags: Vec<(Arc<str>, Text)>,
    /// Why it would be left out, were drafts not asked for.
    pub unpublished: Option<Reason>,
}
