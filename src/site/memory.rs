//! The posts as they were resolved last: most changes are to something else.

use std::{
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

use jiff::Timestamp;

use super::{Posts, Settings};
use crate::{
    content::{Blog, Content, Entries, Post},
    decode::value::ZoneName,
    site,
};

/// The posts of the newest state of a project.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Option<Known>>);

#[derive(Debug)]
struct Known {
    entries: Arc<Entries<Post>>,
    blog: Arc<Blog>,
    zone: ZoneName,
    drafts: bool,
    /// From when until when the same posts are out.
    good: Range<Timestamp>,
    posts: Arc<Posts>,
}

impl Memory {
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
        let known = Known::of(content, settings, alike.map_or(&[], |before| &before.posts.all));
        let posts = known.posts.clone();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
        posts
    }
}

impl Known {
    fn of(content: &Content, settings: &Settings, before: &[Arc<site::Post>]) -> Self {
        let posts = Arc::new(Posts::of(content, settings, before));
        Self {
            entries: content.posts.clone(),
            blog: content.blog.value.clone(),
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
        Arc::ptr_eq(&self.blog, &content.blog.value) && self.zone == content.gym.value.time_zone
    }
}
