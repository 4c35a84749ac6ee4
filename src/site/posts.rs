//! The blog: which posts are out, and what they are sorted by.

use std::sync::Arc;

use foldhash::HashMap;
use rayon::prelude::*;

use super::{
    Held, Post, Settings, Taxonomy, Term,
    publication::{Moment, Reason},
};
use crate::{
    content::{self, Content, Single},
    decode::value::{Text, Value as _},
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
};

/// The titles of categories or tags, by id.
type Titles<'c> = HashMap<&'c str, &'c Text>;

/// The posts that are out, newest first, and the ones that are not. Two at one address are reported.
pub(super) fn resolve(
    content: &Content,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> (Vec<Arc<Post>>, Vec<Held>) {
    let blog = &content.blog.value;
    let categories = blog.categories.iter().map(|category| (category.id.value.as_str(), &category.title));
    let tags = blog.tags.iter().map(|tag| (tag.id.value.as_str(), &tag.title));
    let titles: [Titles<'_>; 2] = [categories.collect(), tags.collect()];
    let moment = Moment::new(settings.now, &content.gym.value.time_zone);
    let post = |(id, single): (&Arc<str>, &Single<content::Post>)| {
        let entry = &single.value;
        let slug = entry.slug.as_ref().map_or_else(|| id.clone(), |slug| slug.value.as_str().into());
        post(slug, single, &blog.author, &titles, moment.held_back(entry))
    };
    let posts: Vec<Post> = content.posts.par_iter().map(post).collect();
    report_same_address(&posts, diagnostics);
    let held = |post: &Post| {
        let reason = post.unpublished.clone()?;
        Some(Held { slug: post.slug.clone(), file: post.file, reason })
    };
    let held = posts.iter().filter_map(held).collect();
    let is_shown = |post: &Post| settings.drafts || post.unpublished.is_none();
    let mut shown: Vec<Arc<Post>> = posts.into_iter().filter(is_shown).map(Arc::new).collect();
    shown.par_sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.slug.cmp(&b.slug)));
    (shown, held)
}

fn post(
    slug: Arc<str>,
    single: &Single<content::Post>,
    author: &Text,
    [categories, tags]: &[Titles<'_>; 2],
    unpublished: Option<Reason>,
) -> Post {
    let entry = &single.value;
    let category = categories.get(&*entry.category.id).map(|title| (*title).clone());
    let tags = entry.tags.iter().filter_map(|tag| Some((tag.id.clone(), (*tags.get(&*tag.id)?).clone())));
    Post {
        slug,
        file: single.file,
        author: entry.author.as_ref().unwrap_or(author).clone(),
        date: entry.date.value.civil(),
        category: (entry.category.id.clone(), category.unwrap_or_else(|| Text::stand_in(None))),
        tags: tags.collect(),
        unpublished,
        entry: entry.clone(),
    }
}

fn report_same_address(posts: &[Post], diagnostics: &mut Diagnostics) {
    let written = |post: &Post| post.entry.slug.as_ref().map(|slug| slug.span);
    let place = |post: &Post| written(post).unwrap_or(Span::whole(post.file));
    let mut known: HashMap<&str, &Post> = HashMap::default();
    for post in posts {
        let Some(first) = known.insert(&post.slug, post) else { continue };
        // A slug that somebody wrote is easier to change than a file's name.
        let is_first = written(first).is_some() && written(post).is_none();
        let (at, other) = if is_first { (first, post) } else { (post, first) };
        let message = format!("two posts have the address /blog/{}/", post.slug);
        diagnostics.push(
            Diagnostic::new(Code::DuplicateSlug, place(at), message)
                .related(place(other), "the other one")
                .expected("an address of its own for each post")
                .help("give one of the two another slug"),
        );
    }
}

/// Posts by the ids of what they are sorted by, of which each has some.
fn sorted<'p>(
    posts: &'p [Arc<Post>],
    ids: impl Fn(&'p Post) -> &'p [(Arc<str>, Text)],
) -> HashMap<&'p str, Vec<Arc<Post>>> {
    let mut by_id: HashMap<&str, Vec<Arc<Post>>> = HashMap::default();
    for post in posts {
        for (id, _) in ids(post) {
            by_id.entry(id).or_default().push(post.clone());
        }
    }
    by_id
}

/// The categories of the blog with their posts, as content orders them.
pub(super) fn categories(blog: &content::Blog, posts: &[Arc<Post>]) -> Vec<Term> {
    let mut by_id = sorted(posts, |post| std::slice::from_ref(&post.category));
    let term = |category: &content::Category| Term {
        taxonomy: Taxonomy::Category,
        id: category.id.value.as_str().into(),
        title: category.title.clone(),
        stated_count: category.count.as_ref().map(|count| count.value.get()),
        posts: by_id.remove(category.id.value.as_str()).unwrap_or_default(),
    };
    blog.categories.iter().map(term).collect()
}

/// The tags of the blog with their posts, as content orders them.
pub(super) fn tags(blog: &content::Blog, posts: &[Arc<Post>]) -> Vec<Term> {
    let mut by_id = sorted(posts, |post| &post.tags);
    let term = |tag: &content::Tag| Term {
        taxonomy: Taxonomy::Tag,
        id: tag.id.value.as_str().into(),
        title: tag.title.clone(),
        stated_count: None,
        posts: by_id.remove(tag.id.value.as_str()).unwrap_or_default(),
    };
    blog.tags.iter().map(term).collect()
}
