//! The blog: which posts are out, and what they are sorted by.

use std::{collections::BTreeMap, sync::Arc};

use foldhash::HashMap;
use jiff::Timestamp;

use super::{
    Post, Settings, Taxonomy, Term, UnpublishedPost,
    publication::{Moment, Reason},
};
use crate::{
    content::{self, Content, Viewed},
    diagnostic::{Diagnostic, Diagnostics, Span, code},
    schema::{
        CollectionType, Role, Types,
        decode::{Spanned, value::Text},
    },
};

/// The address below which posts are, if their type declares no pages.
const BLOG: &str = "/blog/";

/// The address below which posts are, with categories and tags in folders of their own.
pub fn blog_root(types: &Types) -> &str {
    types.collection_of(Role::Blog).and_then(CollectionType::root).unwrap_or(BLOG)
}

/// The address of the first page of a category or tag, if there are such pages.
pub(super) fn term_path(types: &Types, taxonomy: Taxonomy, id: &str) -> Option<String> {
    let mut terms = types.collection_of(Role::Blog)?.terms.iter();
    terms.find(|term| *term.key == *taxonomy.field())?.path(id)
}

/// The ids and titles of categories or tags, by id.
type Names<'c> = HashMap<&'c str, (Arc<str>, &'c Text)>;

#[derive(Debug, Default)]
pub struct Posts {
    all: Vec<Arc<Post>>,
    /// The ones that are out, newest first.
    pub shown: Vec<Arc<Post>>,
    /// Where in `shown` each of them is, by the last part of its address.
    pub by_slug: BTreeMap<Arc<str>, usize>,
    /// The last parts of the addresses that content states, by the names of the files.
    pub stated_slugs: BTreeMap<Arc<str>, Arc<str>>,
    /// The ones that are left out of this build.
    pub unpublished: Vec<UnpublishedPost>,
    pub categories: Vec<Term>,
    pub tags: Vec<Term>,
}

impl Posts {
    /// The posts of `content` at the moment of the settings. Two at one address are reported.
    pub(super) fn resolve(content: &Content, settings: &Settings, diagnostics: &mut Diagnostics) -> Self {
        let all = posts(content, settings);
        check_addresses(&all, diagnostics);
        let is_shown = |post: &&Arc<Post>| settings.drafts || post.unpublished.is_none();
        let mut shown: Vec<Arc<Post>> = all.iter().filter(is_shown).cloned().collect();
        shown.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.slug.cmp(&b.slug)));
        let by_slug = shown.iter().enumerate().map(|(at, post)| (post.slug.clone(), at)).collect();
        let unpublished = all.iter().filter_map(|post| {
            let reason = post.unpublished.clone()?;
            Some(UnpublishedPost { file: post.file, reason })
        });
        let stated = content.posts.iter().filter_map(|(id, viewed)| {
            let slug = viewed.entry.slug.as_ref()?;
            Some((id.clone(), slug.value.as_str().into()))
        });
        Self {
            stated_slugs: stated.collect(),
            unpublished: unpublished.collect(),
            by_slug,
            categories: terms(Taxonomy::Category, content, &shown),
            tags: terms(Taxonomy::Tag, content, &shown),
            all,
            shown,
        }
    }

    /// The post that will be at this address, out or not.
    pub fn at(&self, path: &str) -> Option<&Arc<Post>> {
        self.all.iter().find(|post| *post.path == *path)
    }

    /// The post that is out at the address of this slug.
    pub fn get(&self, slug: &str) -> Option<&Arc<Post>> {
        self.shown.get(*self.by_slug.get(slug)?)
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

fn posts(content: &Content, settings: &Settings) -> Vec<Arc<Post>> {
    let blog = &content.blog.value;
    let categories = blog.categories.iter().map(|category| name(&category.id, &category.title));
    let tags = blog.tags.iter().map(|tag| name(&tag.id, &tag.title));
    let names: [Names<'_>; 2] = [categories.collect(), tags.collect()];
    let root = blog_root(&content.types);
    let moment = Moment::new(settings.now, &content.gym.value.time_zone);
    let post = |(id, viewed): (&Arc<str>, &Arc<Viewed<content::Post>>)| {
        let (entry, unpublished) = (&viewed.entry, moment.unpublished_reason(&viewed.entry));
        let slug = entry.slug.as_ref().map_or_else(|| id.clone(), |slug| slug.value.as_str().into());
        let path = [root, &*slug, "/"].concat().into();
        Arc::new(post((slug, path), viewed, blog.author.as_ref(), &names, unpublished))
    };
    content.posts.iter().map(post).collect()
}

fn name<'c>(id: &'c Spanned<Text>, title: &'c Text) -> (&'c str, (Arc<str>, &'c Text)) {
    (id.value.as_str(), (id.value.as_str().into(), title))
}

fn post(
    (slug, path): (Arc<str>, Arc<str>),
    viewed: &Viewed<content::Post>,
    author: Option<&Text>,
    [categories, tags]: &[Names<'_>; 2],
    unpublished: Option<Reason>,
) -> Post {
    let entry = &viewed.entry;
    let own = |(id, title): &(Arc<str>, &Text)| (id.clone(), Text::clone(title));
    let category = entry.category.as_ref().map(|category| {
        let id = &category.value.id;
        categories.get(&**id).map_or_else(|| (id.clone(), Text::fallback()), own)
    });
    let tags = entry.tags.iter().filter_map(|tag| tags.get(&*tag.value.id).map(own));
    Post {
        slug,
        path,
        file: viewed.file,
        author: entry.author.as_ref().or(author).cloned(),
        date: entry.date.value.civil(),
        category,
        tags: tags.collect(),
        unpublished,
        entry: entry.clone(),
        table: viewed.table.clone(),
    }
}

fn check_addresses(posts: &[Arc<Post>], diagnostics: &mut Diagnostics) {
    let written = |post: &Post| post.entry.slug.as_ref().map(|slug| slug.span);
    let place = |post: &Post| written(post).unwrap_or(Span::whole(post.file));
    let mut known: HashMap<&str, &Post> = HashMap::default();
    for post in posts {
        let Some(first) = known.insert(&post.slug, post) else { continue };
        // A slug that is written in a file is easier to change than the file's name.
        let is_first = written(first).is_some() && written(post).is_none();
        let (at, other): (&Post, &Post) = if is_first { (first, post) } else { (post, first) };
        diagnostics.push(
            Diagnostic::new(
                code::DUPLICATE_SLUG,
                place(at),
                format!("two posts have the address {}", post.path),
            )
            .related(place(other), "the other one")
            .help("give one of the two another slug"),
        );
    }
}

/// The categories or tags of the blog with their posts, as content orders them.
fn terms(taxonomy: Taxonomy, content: &Content, shown: &[Arc<Post>]) -> Vec<Term> {
    let mut posts: HashMap<&str, Vec<Arc<Post>>> = HashMap::default();
    for post in shown {
        let ids = match taxonomy {
            Taxonomy::Category => post.category.as_slice(),
            Taxonomy::Tag => &post.tags,
        };
        for (id, _) in ids {
            posts.entry(id).or_default().push(post.clone());
        }
    }
    let mut term = |id: &Text, title: &Text, declared_count| Term {
        taxonomy,
        id: id.as_str().into(),
        path: term_path(&content.types, taxonomy, id.as_str()).map(Arc::from),
        title: title.clone(),
        declared_count,
        posts: posts.remove(id.as_str()).unwrap_or_default(),
    };
    let blog = &content.blog.value;
    match taxonomy {
        Taxonomy::Category => {
            let count = |category: &content::Category| category.count.as_ref().map(|count| count.value);
            blog.categories.iter().map(|own| term(&own.id.value, &own.title, count(own))).collect()
        }
        Taxonomy::Tag => blog.tags.iter().map(|own| term(&own.id.value, &own.title, None)).collect(),
    }
}
