//! The blog: which posts are out, and what they are sorted by.

use std::sync::Arc;

use foldhash::HashMap;
use jiff::Timestamp;
use rayon::prelude::*;

use super::{
    Post, Settings, Taxonomy, Term, UnpublishedPost,
    lint::titles::{self, Title},
    publication::{Moment, Reason},
};
use crate::{
    content::{self, Content, Viewed},
    decode::{
        Spanned,
        value::{Slug, Text, Value as _},
    },
    diagnostic::{Applicability, Code, Diagnostic, Diagnostics, Remedy, Span},
    schema::{CollectionType, Types},
};

/// The address below which posts are, if their type declares no pages.
const BLOG: &str = "/blog/";

/// The address below which posts are, with categories and tags in folders of their own.
pub fn blog_root(types: &Types) -> &str {
    types.collections.get("posts").and_then(CollectionType::root).unwrap_or(BLOG)
}

/// The address of the first page of a category or tag, if there are such pages.
pub(super) fn term_path(types: &Types, taxonomy: Taxonomy, id: &str) -> Option<String> {
    types.collections.get("posts")?.list_path(taxonomy.field(), id)
}

/// The ids and titles of categories or tags, by id.
type Names<'c> = HashMap<&'c str, (Arc<str>, &'c Text)>;

/// The blog's posts, and what is wrong with them.
#[derive(Debug, Default)]
pub struct Posts {
    /// All of them, by id.
    pub(super) all: Vec<Arc<Post>>,
    /// The ones that are out, newest first.
    pub shown: Vec<Arc<Post>>,
    /// Where in `shown` each of them is, in the order of their addresses.
    pub by_address: Vec<usize>,
    /// The ones that are left out of this build.
    pub unpublished: Vec<UnpublishedPost>,
    /// Categories, as content orders them.
    pub categories: Vec<Term>,
    /// Tags, as content orders them.
    pub tags: Vec<Term>,
    /// Those that visitors can't distinguish.
    pub(super) same_titles: Vec<Diagnostic>,
    /// Mistakes.
    pub(super) found: Diagnostics,
}

impl Posts {
    /// The posts of `content` at the moment of the settings. Two at one address are reported.
    pub(super) fn resolve(content: &Content, settings: &Settings) -> Self {
        let blog = &content.blog.value;
        let (all, same_titles) = rayon::join(
            || posts(content, settings),
            || {
                let titles = content.posts.values().map(|post| &post.value.title);
                let titles = titles.map(|title| Title { text: title.value.as_str(), span: title.span });
                titles::distinct("posts", titles.map(|title| (title, None)))
            },
        );
        let (found, (shown, by_address)) =
            rayon::join(|| same_address(&all), || newest_first(&all, settings.drafts));
        let unpublished = all.iter().filter_map(|post| {
            let reason = post.unpublished.clone()?;
            Some(UnpublishedPost { file: post.file, reason })
        });
        let unpublished = unpublished.collect();
        let types = &content.types;
        let (categories, tags) =
            rayon::join(|| categories(blog, types, &shown), || tags(blog, types, &shown));
        Self { all, shown, by_address, unpublished, categories, tags, same_titles, found }
    }

    /// The post that will be at this address, out or not.
    pub fn at(&self, path: &str) -> Option<&Arc<Post>> {
        self.all.iter().find(|post| *post.path == *path)
    }

    /// The post that is out at the address of this slug.
    pub fn get(&self, slug: &str) -> Option<&Arc<Post>> {
        let at = |place: &usize| self.shown.get(*place);
        let found =
            self.by_address.binary_search_by(|place| at(place).map_or("", |post| &post.slug).cmp(slug));
        at(self.by_address.get(found.ok()?)?)
    }

    /// When another post appears by itself, if one will.
    pub(super) fn next_appearance(&self) -> Option<Timestamp> {
        let appears = self.unpublished.iter().filter_map(|post| match &post.reason {
            Reason::Scheduled(at) => Some(at.timestamp()),
            Reason::Draft => None,
        });
        appears.min()
    }
}

/// All posts, by id.
fn posts(content: &Content, settings: &Settings) -> Vec<Arc<Post>> {
    let blog = &content.blog.value;
    let categories = blog.categories.iter().map(|category| name(&category.id, &category.title));
    let tags = blog.tags.iter().map(|tag| name(&tag.id, &tag.title));
    let names: [Names<'_>; 2] = [categories.collect(), tags.collect()];
    let root = blog_root(&content.types);
    let moment = Moment::new(settings.now, &content.gym.value.time_zone);
    let post = |(id, single): (&Arc<str>, &Viewed<content::Post>)| {
        let (entry, unpublished) = (&single.value, moment.unpublished_reason(&single.value));
        let slug = entry.slug.as_ref().map_or_else(|| id.clone(), |slug| slug.value.as_str().into());
        let path = [root, &*slug, "/"].concat().into();
        Arc::new(post((slug, path), single, blog.author.as_ref(), &names, unpublished))
    };
    content.posts.par_iter().map(post).collect()
}

fn name<'c>(id: &'c Spanned<Slug>, title: &'c Text) -> (&'c str, (Arc<str>, &'c Text)) {
    (id.value.as_str(), (id.value.as_str().into(), title))
}

/// The posts that are out, newest first, and where each is, in the order of their addresses.
fn newest_first(posts: &[Arc<Post>], drafts: bool) -> (Vec<Arc<Post>>, Vec<usize>) {
    let is_shown = |post: &&Arc<Post>| drafts || post.unpublished.is_none();
    let mut shown: Vec<Arc<Post>> = posts.iter().filter(is_shown).cloned().collect();
    shown.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.slug.cmp(&b.slug)));
    let mut by_address: Vec<usize> = (0..shown.len()).collect();
    by_address.sort_by_key(|at| shown.get(*at).map(|post| &post.slug));
    (shown, by_address)
}

fn post(
    (slug, path): (Arc<str>, Arc<str>),
    single: &Viewed<content::Post>,
    author: Option<&Text>,
    [categories, tags]: &[Names<'_>; 2],
    unpublished: Option<Reason>,
) -> Post {
    let entry = &single.value;
    let own = |(id, title): &(Arc<str>, &Text)| (id.clone(), Text::clone(title));
    let category = entry.category.as_ref().map(|category| {
        let id = &category.value.id;
        categories.get(&**id).map_or_else(|| (id.clone(), Text::fallback(None)), own)
    });
    let tags = entry.tags.iter().filter_map(|tag| tags.get(&*tag.value.id).map(own));
    Post {
        slug,
        path,
        file: single.file,
        author: entry.author.as_ref().or(author).cloned(),
        date: entry.date.value.civil(),
        category,
        tags: tags.collect(),
        unpublished,
        entry: entry.clone(),
        table: single.table.clone(),
    }
}

fn same_address(posts: &[Arc<Post>]) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let written = |post: &Post| post.entry.slug.as_ref().map(|slug| slug.span);
    let place = |post: &Post| written(post).unwrap_or(Span::whole(post.file));
    let mut known: HashMap<&str, &Post> = HashMap::default();
    let free = |slug: &str| {
        let mut numbered = (2..100).map(|number| format!("{slug}-{number}"));
        numbered.find(|slug| !posts.iter().any(|post| *post.slug == **slug))
    };
    for post in posts {
        let Some(first) = known.insert(&post.slug, post) else { continue };
        // A slug that is written in a file is easier to change than the file's name.
        let is_first = written(first).is_some() && written(post).is_none();
        let (at, other): (&Post, &Post) = if is_first { (first, post) } else { (post, first) };
        let message = format!("two posts have the address {}", post.path);
        diagnostics.push(
            Diagnostic::new(Code::DuplicateSlug, place(at), message)
                .related(place(other), "the other one")
                .expected("an address of its own for each post")
                .help("give one of the two another slug")
                .remedy(
                    free(&post.slug).map(|free| Remedy::rename(&post.slug, &free, Applicability::Proposed)),
                ),
        );
    }
    diagnostics
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
fn categories(blog: &content::Blog, types: &Types, posts: &[Arc<Post>]) -> Vec<Term> {
    let mut by_id = sorted(posts, |post| post.category.as_slice());
    let term = |category: &content::Category| Term {
        taxonomy: Taxonomy::Category,
        id: category.id.value.as_str().into(),
        path: term_path(types, Taxonomy::Category, category.id.value.as_str()).map(Arc::from),
        title: category.title.clone(),
        stated_count: category.count.as_ref().map(|count| count.value),
        posts: by_id.remove(category.id.value.as_str()).unwrap_or_default(),
    };
    blog.categories.iter().map(term).collect()
}

/// The tags of the blog with their posts, as content orders them.
fn tags(blog: &content::Blog, types: &Types, posts: &[Arc<Post>]) -> Vec<Term> {
    let mut by_id = sorted(posts, |post| &post.tags);
    let term = |tag: &content::Tag| Term {
        taxonomy: Taxonomy::Tag,
        id: tag.id.value.as_str().into(),
        path: term_path(types, Taxonomy::Tag, tag.id.value.as_str()).map(Arc::from),
        title: tag.title.clone(),
        stated_count: None,
        posts: by_id.remove(tag.id.value.as_str()).unwrap_or_default(),
    };
    blog.tags.iter().map(term).collect()
}
