//! Feeds (Atom, RFC 4287): the newest posts in full, or the newest entries of a collection.

use std::sync::Arc;

use jiff::civil::DateTime;

use super::{
    dates::{EntryDate, moment},
    entry, title_of,
    xml::Xml,
};
use crate::{
    content::{Entry, Redirect},
    markdown::{self, Medium},
    render::site::RenderSite,
    routes::FeedOf,
    schema::{Name, decode::value::Link},
    site::{BaseUrl, Post, Taxonomy},
};

/// As many of the newest entries as a feed holds; a reader that follows it has the older ones already.
const MOST_ENTRIES: usize = 20;

#[derive(Default)]
struct Feed<'s> {
    subtitle: Option<&'s str>,
    /// The path of the page that shows the same to people.
    page: Option<String>,
    /// Newest first.
    entries: Vec<FeedEntry<'s>>,
}

#[derive(Default)]
struct FeedEntry<'s> {
    title: String,
    id: String,
    /// The path of its page.
    page: Option<String>,
    published: Option<DateTime>,
    updated: DateTime,
    /// `None` if it is that of the feed.
    author: Option<&'s str>,
    /// Ids and titles.
    categories: Vec<(&'s str, &'s str)>,
    summary: Option<String>,
    html: Option<String>,
}

/// What readers call a feed.
pub(in crate::render) fn title(subject: &FeedOf, site: &RenderSite) -> String {
    let blog = || site.blog_page().map(|page| &page.title).or(site.gym.tagline.as_ref());
    match subject {
        FeedOf::Blog => title_of(blog(), site),
        FeedOf::Category(id) => {
            let category = site.term(Taxonomy::Category, id).map(|category| &category.title);
            title_of(category.or_else(blog), site)
        }
        FeedOf::Entries(name) => entry::title_of_collection(name, site),
    }
}

/// The feed at `path`.
pub(super) fn file(subject: &FeedOf, path: &str, site: &RenderSite) -> Vec<u8> {
    let Feed { subtitle, page, entries } = match subject {
        FeedOf::Blog => {
            let page = site.blog_page().map(|page| page.first_path().into_owned());
            post_feed(&site.posts.shown, page, site)
        }
        FeedOf::Category(id) => {
            let category = site.term(Taxonomy::Category, id);
            let page = category.and_then(|category| category.path.as_deref()).map(str::to_owned);
            post_feed(category.map_or(&[], |category| &category.posts), page, site)
        }
        FeedOf::Entries(name) => entry_feed(name, path, site).unwrap_or_default(),
    };
    let root = [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", site.gym.language.as_str())];
    let address = site.base.absolute(path);
    let link = |xml: &mut Xml, rel: &str, kind: &str, to: &str| {
        xml.empty("link", &[("rel", rel), ("type", kind), ("href", to)]);
    };
    Xml::document("feed", &root, |xml| {
        xml.text("title", &[], &title(subject, site));
        if let Some(subtitle) = subtitle {
            xml.text("subtitle", &[], subtitle);
        }
        xml.text("id", &[], &home(site).absolute(path));
        link(xml, "self", "application/atom+xml", &address);
        if let Some(page) = page {
            link(xml, "alternate", "text/html", &site.base.absolute(&page));
        }
        let newest = entries.iter().map(|entry| entry.updated).max();
        xml.text("updated", &[], &moment(newest.unwrap_or_else(|| site.today.datetime()), site));
        xml.element("author", &[], |xml| xml.text("name", &[], site.gym.name.as_str()));
        for entry in entries {
            xml.element("entry", &[], |xml| {
                xml.text("title", &[], &entry.title);
                xml.text("id", &[], &entry.id);
                if let Some(page) = &entry.page {
                    link(xml, "alternate", "text/html", &site.base.absolute(page));
                }
                if let Some(published) = entry.published {
                    xml.text("published", &[], &moment(published, site));
                }
                xml.text("updated", &[], &moment(entry.updated, site));
                if let Some(author) = entry.author {
                    xml.element("author", &[], |xml| xml.text("name", &[], author));
                }
                for (id, title) in entry.categories {
                    xml.empty("category", &[("term", id), ("label", title)]);
                }
                if let Some(summary) = entry.summary {
                    // Without a page of its own, all of the entry is here.
                    match &entry.page {
                        Some(_) => xml.text("summary", &[], &summary),
                        None => xml.text("content", &[("type", "text")], &summary),
                    }
                }
                if let Some(html) = entry.html {
                    xml.text("content", &[("type", "html")], &html);
                }
            });
        }
    })
}

fn post_feed<'s>(posts: &'s [Arc<Post>], page: Option<String>, site: &'s RenderSite) -> Feed<'s> {
    let subtitle = site.blog_page().map_or_else(|| site.gym.summary(), |page| page.description.as_str());
    let entry = |post: &'s Arc<Post>| {
        let category = post.category.as_ref();
        let tags = post.tags.iter().filter(|(id, _)| category.is_none_or(|(category, _)| id != category));
        let medium = Medium::Feed { page: &site.base.absolute(&post.path) };
        FeedEntry {
            id: id(&post.path, site),
            title: post.entry.title.value.as_str().to_owned(),
            page: Some(post.path.to_string()),
            published: Some(post.date),
            updated: post.modified(),
            author: post.author.as_ref().map(|author| author.as_str()),
            categories: category.into_iter().chain(tags).map(|(id, title)| (&**id, title.as_str())).collect(),
            summary: Some(post.entry.excerpt.as_str().to_owned()),
            html: Some(markdown::render(&post.entry.body, &site.text_context(), medium)),
        }
    };
    let page = page.or_else(|| Some("/".to_owned()));
    Feed { subtitle: Some(subtitle), page, entries: posts.iter().take(MOST_ENTRIES).map(entry).collect() }
}

/// The feed of a collection, whose type says which field is which.
fn entry_feed<'s>(name: &Name, path: &str, site: &'s RenderSite) -> Option<Feed<'s>> {
    let declared = site.types.collections.get(name)?;
    let file = declared.feed.as_ref()?;
    let date = |entry: &Entry| EntryDate::new(&entry.table, file, "date").map(EntryDate::first_moment);
    let mut dated: Vec<_> =
        site.entries(name).iter().filter_map(|entry| Some((date(entry)?, entry))).collect();
    dated.sort_by(|(a, first), (b, second)| b.cmp(a).then_with(|| first.id.cmp(&second.id)));
    let entry = |(updated, entry): (DateTime, &Entry)| {
        let page = declared.path(&entry.id);
        let id = match &page {
            Some(page) => id(page, site),
            None => format!("{}#{}", home(site).absolute(path), entry.id),
        };
        let summary = Some(entry::text(&entry.table, file, "text").unwrap_or_default());
        FeedEntry {
            title: entry::title(&entry.table, file, name, site),
            id,
            page,
            updated,
            summary,
            ..FeedEntry::default()
        }
    };
    let page = declared.root().filter(|root| site.page_at(root).is_some()).map(str::to_owned);
    Some(Feed { subtitle: None, page, entries: dated.into_iter().take(MOST_ENTRIES).map(entry).collect() })
}

/// The id of the entry with a page at `path`: the address that it had first, by which readers know it. That is the one that
/// leads on to it, among those that could be of such a page.
fn id(path: &str, site: &RenderSite) -> String {
    let depth = path.matches('/').count();
    let leads_here = |redirect: &&Arc<Redirect>| {
        let from = redirect.from.value.as_str();
        let is_alike = from.matches('/').count() == depth && from.ends_with('/');
        let to = &redirect.to.value;
        is_alike && matches!(to, Link::Internal { path: to, suffix } if **to == *path && suffix.is_empty())
    };
    let first = site.gym.redirects.iter().find(leads_here);
    home(site).absolute(first.map_or(path, |redirect| redirect.from.value.as_str()))
}

/// Where content says that the site is, or was first: an id must stay the same wherever a preview is published.
fn home(site: &RenderSite) -> BaseUrl {
    let declared = site.gym.first_url().or_else(|| site.gym.declared_url()).and_then(BaseUrl::new);
    declared.unwrap_or_else(|| site.base.clone())
}
