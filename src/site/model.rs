//! Resolved entries: references replaced by what they refer to.

use std::sync::Arc;

use jiff::civil::DateTime;

use super::{Branch, Reason};
use crate::{
    content,
    diagnostic::FileId,
    schema::{
        Data, Table,
        decode::value::{Text, TimeRange, Weekday},
    },
};

pub type Trainer = content::Viewed<content::Trainer>;
pub type Class = content::Viewed<content::Class>;

#[derive(Debug)]
pub struct Day {
    pub weekday: Weekday,
    pub rows: Vec<Row>,
}

#[derive(Debug)]
pub struct Row {
    pub entry: Arc<content::Row>,
    pub class: Arc<Class>,
    /// Its trainers on this day; none where nobody teaches.
    pub trainers: Vec<Arc<Trainer>>,
    /// In which of the gym's branches; `None` if it has none, or content doesn't say.
    pub branch: Option<Arc<Branch>>,
    pub time: TimeRange,
}

impl Row {
    pub fn branch_id(&self) -> Option<&str> {
        self.branch.as_ref().map(|branch| &*branch.id)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Taxonomy {
    Category,
    Tag,
}

impl Taxonomy {
    pub fn name(self) -> &'static str {
        match self {
            Self::Category => "category",
            Self::Tag => "tag",
        }
    }

    pub fn field(self) -> &'static str {
        match self {
            Self::Category => "category",
            Self::Tag => "tags",
        }
    }

    pub fn collection(self) -> &'static str {
        match self {
            Self::Category => "categories",
            Self::Tag => "tags",
        }
    }
}

#[derive(Debug)]
pub struct Term {
    pub taxonomy: Taxonomy,
    pub id: Arc<str>,
    /// The address of the first page of its posts, if the type of posts declares such pages.
    pub path: Option<Arc<str>>,
    pub title: Text,
    /// How many posts content says that it has.
    pub declared_count: Option<u32>,
    /// Its published posts, newest first.
    pub posts: Vec<Arc<Post>>,
}

#[derive(Debug)]
pub struct Post {
    pub slug: Arc<str>,
    pub path: Arc<str>,
    pub file: FileId,
    pub table: Arc<Table>,
    pub entry: Arc<content::Post>,
    pub author: Option<Text>,
    /// When, on the site's clock.
    pub date: DateTime,
    pub category: Option<(Arc<str>, Text)>,
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
