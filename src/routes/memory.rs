//! The table as it was last: most changes are to something that no path depends on.

use std::sync::{Arc, Mutex, PoisonError};

use super::{Page, Table, list};
use crate::site::{BaseUrl, Posts, Site};

/// The table of the newest state of a project, with all that it depends on.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Option<(Basis, Arc<Table>)>>);

/// All that a table depends on.
#[derive(Debug)]
pub(super) struct Basis {
    besides_posts: Vec<Page>,
    posts: Arc<Posts>,
    per_page: u32,
    base: BaseUrl,
}

impl Basis {
    pub fn of(site: &Site) -> Self {
        Self {
            besides_posts: list::besides_posts(site),
            posts: site.posts.clone(),
            per_page: site.blog.per_page.get(),
            base: site.base.clone(),
        }
    }

    /// All pages but the parts of the sitemap, which are made of the others.
    pub fn pages(&self, site: &Site) -> Vec<Page> {
        let mut pages = self.besides_posts.clone();
        pages.extend(list::of_posts(site));
        pages
    }
}

impl PartialEq for Basis {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.posts, &other.posts)
            && self.per_page == other.per_page
            && self.base == other.base
            && self.besides_posts == other.besides_posts
    }
}

impl Memory {
    pub(super) fn recall(&self, basis: &Basis) -> Option<Arc<Table>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|(known, _)| known == basis).map(|(_, table)| table.clone())
    }

    pub(super) fn keep(&self, basis: Basis, table: &Arc<Table>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((basis, table.clone()));
    }
}
