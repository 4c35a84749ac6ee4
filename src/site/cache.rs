//! The posts as they were resolved last: most changes are to something else.

use std::{
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

use jiff::Timestamp;

use super::{Posts, Settings};
use crate::{
    content::{Content, Entries, Post},
    decode::value::ZoneName,
    schema::Table,
    site,
};

/// The posts of the newest state of a project.
#[derive(Debug, Default)]
pub struct PostCache(Mutex<Option<CachedPosts>>);

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

impl PostCache {
    /// The posts of `content`, resolved now or before.
    pub(super) fn posts(&self, content: &Content, settings: &Settings) -> Arc<Posts> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = last.as_ref().filter(|known| known.is_of(content, settings)) {
            return known.posts.clone();
        }
        // Let go of while others may wait for what it takes to make them.
        let before = last.take();
        drop(last);
        let alike = before.as_ref().filter(|before| before.is_alike(content));
        let known = CachedPosts::of(content, settings, alike.map_or(&[], |before| &before.posts.all));
        let posts = known.posts.clone();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
        posts
    }
}

impl CachedPosts {
    fn of(content: &Content, settings: &Settings, before: &[Arc<site::Post>]) -> Self {
        let posts = Arc::new(Posts::of(content, settings, before));
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
