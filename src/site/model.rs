//! Resolved entries: references replaced by what they refer to.

use std::sync::Arc;

use gympress_derive::Named;
use jiff::civil::DateTime;

use super::{Branch, Reason};
use crate::{
    content,
    diagnostic::FileId,
    schema::{
        Data, Picture, Table,
        decode::value::{Text, TimeRange, Weekday},
    },
};

pub type Trainer = content::Viewed<content::Trainer>;
pub type Class = content::Viewed<content::Class>;

/// A day of the schedule.
#[derive(Debug)]
pub struct Day {
    /// The day of the week.
    pub weekday: Weekday,
    /// Its classes, as content orders them.
    pub rows: Vec<Row>,
}

/// A class on a day.
#[derive(Debug)]
pub struct Row {
    /// What content says of it.
    pub entry: Arc<content::Row>,
    /// The class that is taught.
    pub class: Arc<Class>,
    /// Its trainers on this day; none where nobody teaches.
    pub trainers: Vec<Arc<Trainer>>,
    /// In which of the gym's branches; `None` if it has none, or content doesn't say.
    pub branch: Option<Arc<Branch>>,
    /// From when to when.
    pub time: TimeRange,
}

impl Row {
    /// The id of its branch.
    pub fn branch_id(&self) -> Option<&str> {
        self.branch.as_ref().map(|branch| &*branch.id)
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Named)]
pub enum Taxonomy {
    /// Each post has one.
    Category,
    /// Each post has any number.
    Tag,
}

impl Taxonomy {
    /// The field of posts that sorts them so.
    pub fn field(self) -> &'static str {
        match self {
            Self::Category => "category",
            Self::Tag => "tags",
        }
    }

    /// The collection of such terms.
    pub fn collection(self) -> &'static str {
        match self {
            Self::Category => "categories",
            Self::Tag => "tags",
        }
    }
}

/// A category or tag.
#[derive(Debug)]
pub struct Term {
    /// Whether it is a category or a tag.
    pub taxonomy: Taxonomy,
    /// The last part of its address.
    pub id: Arc<str>,
    /// The address of the first page of its posts, if the type of posts declares such pages.
    pub path: Option<Arc<str>>,
    /// Its name.
    pub title: Text,
    /// How many posts content says that it has.
    pub declared_count: Option<u32>,
    /// Its published posts, newest first.
    pub posts: Vec<Arc<Post>>,
}

/// A post.
#[derive(Debug)]
pub struct Post {
    /// The last part of its address.
    pub slug: Arc<str>,
    /// Its address.
    pub path: Arc<str>,
    /// Its file.
    pub file: FileId,
    /// The decoded file.
    pub table: Arc<Table>,
    /// The typed view of the entry.
    pub entry: Arc<content::Post>,
    /// Who wrote it, if anybody is named.
    pub author: Option<Text>,
    /// When, on the site's clock.
    pub date: DateTime,
    /// The category's id and name, if it has one.
    pub category: Option<(Arc<str>, Text)>,
    /// The tags' ids and names.
    pub tags: Vec<(Arc<str>, Text)>,
    /// Why it would be left out without `--drafts`.
    pub unpublished: Option<Reason>,
}

impl Post {
    /// When its text was last changed: its field `updated`, or else when it appeared.
    pub fn modified(&self) -> DateTime {
        match self.table.get("updated").map(|updated| &updated.value) {
            Some(Data::Datetime(updated)) => updated.civil().max(self.date),
            _ => self.date,
        }
    }
}
