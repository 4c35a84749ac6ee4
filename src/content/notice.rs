//! `content/notice.toml`: what pages say above everything else for a while.

use std::sync::Arc;

use jiff::civil::Date;
use serde::Deserialize;

use crate::{
    diagnostic::Span,
    schema::{
        Choice, Table, View,
        decode::{
            Spanned,
            value::{Link, PublicationDate, Text},
        },
    },
};

#[derive(Debug, View)]
pub struct Notices {
    pub notice: Vec<Arc<SiteNotice>>,
}

#[derive(Debug, View)]
pub struct SiteNotice {
    /// Its name, by which translations find it.
    pub id: Option<Spanned<Text>>,
    pub text: Spanned<Text>,
    pub kind: NoticeKind,
    /// The pages on which it is, with those below them; on all if content names none.
    pub pages: Vec<Spanned<Link>>,
    #[view(flatten)]
    pub period: Period,
    #[view(span)]
    pub span: Span,
    /// All its fields, for templates.
    #[view(table)]
    pub table: Arc<Table>,
}

/// The kinds of notices, in the order in which pages show them.
#[derive(Choice, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    Warning,
    #[default]
    News,
}

impl SiteNotice {
    /// True if it is on the page at this path. `own_path` gives the paths of the pages that it names.
    pub fn is_on<'p>(&'p self, path: &str, own_path: impl Fn(&'p str) -> Option<&'p str>) -> bool {
        let mut pages = self.pages.iter();
        pages.len() == 0
            || pages.any(|page| {
                let Link::Internal { path: named, .. } = &page.value else { return false };
                own_path(named).is_some_and(|page| is_at(path, page))
            })
    }
}

/// True for the path of `page`, and of what is below it; below the front page is nothing.
fn is_at(path: &str, page: &str) -> bool {
    let below = path.strip_prefix(page.trim_end_matches('/'));
    path == page || page != "/" && below.is_some_and(|rest| rest.starts_with('/'))
}

/// From when until when something holds: both days belong to it.
#[derive(Debug, View)]
pub struct Period {
    pub from: Option<Spanned<PublicationDate>>,
    pub until: Option<Spanned<PublicationDate>>,
}

impl Period {
    pub fn first_day(&self) -> Option<Date> {
        self.from.as_ref().map(|from| from.value.civil().date())
    }

    pub fn last_day(&self) -> Option<Date> {
        self.until.as_ref().map(|until| until.value.civil().date())
    }

    /// True if its last day is before `today`.
    pub fn is_over(&self, today: Date) -> bool {
        self.last_day().is_some_and(|last| last < today)
    }
}
