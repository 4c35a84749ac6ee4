//! The posts as they were resolved last: most changes are to something else.

use std::{ops::Range, sync::Arc};

use jiff::Timestamp;

use super::{Posts, Settings};
use crate::{
    cache::Cache,
    content::{Content, Entries, Post},
    decode::value::ZoneName,
    schema::Table,
    site,
};

/// The kind of posts in the cache.
const KIND: &str = "resolved posts";

/// The posts of the newest state of a project.
#[derive(Debug)]
struct CachedPosts {
    entries: Arc<Entries<Post>>,
    /// The table of `content/blog.toml`, if there is one.
    blog: Option<Arc<Table>>,
    zone: ZoneName,
    drafts: bool,
    /// From when until when the same posts are out.
    good: Range<Timestamp>,
    posts: Arc<Posts>,
}

/// The posts of `content`, resolved now or before.
pub(super) fn posts(content: &Content, settings: &Settings, cache: &Cache) -> Arc<Posts> {
    let newest = cache.newest::<CachedPosts>(KIND);
    if let Some(known) = newest.as_ref().filter(|known| known.is_of(content, settings)) {
        return known.posts.clone();
    }
    let alike = newest.as_ref().filter(|newest| newest.is_alike(content));
    let known = CachedPosts::new(content, settings, alike.map_or(&[], |newest| &newest.posts.all));
    let posts = known.posts.clone();
    cache.set_newest(KIND, Arc::new(known));
    posts
}

impl CachedPosts {
    fn new(content: &Content, settings: &Settings, before: &[Arc<site::Post>]) -> Self {
        let posts = Arc::new(Posts::resolve(content, settings, before));
        Self {
            entries: content.posts.clone(),
            blog: content.singles.get("blog").cloned(),
            zone: content.gym.value.time_zone.clone(),
            drafts: settings.drafts,
            good: settings.now..posts.next_appearance().unwrap_or(Timestamp::MAX),
            posts,
        }
    }

    fn is_of(&self, content: &Content, settings: &Settings) -> bool {
        self.is_alike(content)
            && Arc::ptr_eq(&self.entries, &content.posts)
            && self.drafts == settings.drafts
            && self.good.contains(&settings.now)
    }

    /// True if a post that didn't change is the same post.
    fn is_alike(&self, content: &Content) -> bool {
        let is_same_blog = match (&self.blog, content.singles.get("blog")) {
            (Some(known), Some(now)) => Arc::ptr_eq(known, now),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        is_same_blog && self.zone == content.gym.value.time_zone
    }
}
