//! Feeds of the blog (Atom, RFC 4287): its newest posts in full.

use super::{moment, title_of, xml::Xml};
use crate::{
    content::Redirect,
    decode::value::Link,
    render::{
        markdown::{self, Medium},
        site::RenderSite,
    },
    routes::FeedOf,
    site::{BaseUrl, Post, Taxonomy},
};

/// What readers call the feed.
pub(in crate::render) fn title(of: &FeedOf, site: &RenderSite) -> String {
    let category = of.category().and_then(|id| site.term(Taxonomy::Category, id));
    let category = category.map(|category| &category.title);
    let blog = || site.paged("posts").map(|page| &page.title);
    let list = category.or_else(blog).or_else(|| site.gym.tagline.as_ref());
    title_of(list.map(|list| list.as_str()), site)
}

pub(super) fn file(of: &FeedOf, site: &RenderSite) -> Vec<u8> {
    let posts = of.posts(site);
    let root = [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", site.gym.language.as_str())];
    Xml::document("feed", &root, |xml| {
        xml.text("title", &[], &title(of, site));
        let subtitle = site.paged("posts");
        let subtitle = subtitle.map_or_else(|| site.gym.summary(), |page| page.description.as_str());
        xml.text("subtitle", &[], subtitle);
        xml.text("id", &[], &home(site).absolute(&of.path()));
        let atom = "application/atom+xml";
        xml.empty("link", &[("rel", "self"), ("type", atom), ("href", &site.base.absolute(&of.path()))]);
        let list = site.base.absolute(&list_path(of, site));
        xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &list)]);
        let newest = posts.iter().map(|post| post.modified()).max();
        xml.text("updated", &[], &moment(newest.unwrap_or_else(|| site.today.datetime()), site));
        xml.element("author", &[], |xml| xml.text("name", &[], site.gym.name.as_str()));
        for post in posts {
            xml.element("entry", &[], |xml| entry(post, site, xml));
        }
    })
}

/// The path of the list that shows the same posts to people; the front page without one.
fn list_path(of: &FeedOf, site: &RenderSite) -> String {
    match of.category() {
        Some(id) => {
            site.term(Taxonomy::Category, id).and_then(|category| Some(category.path.as_ref()?.to_string()))
        }
        None => site.paged("posts").map(|page| page.first_path().into_owned()),
    }
    .unwrap_or_else(|| "/".to_owned())
}

fn entry(post: &Post, site: &RenderSite, xml: &mut Xml) {
    let path = &post.path;
    let address = site.base.absolute(path);
    xml.text("title", &[], post.entry.title.value.as_str());
    xml.text("id", &[], &id(path, site));
    xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &address)]);
    let date = moment(post.date, site);
    xml.text("published", &[], &date);
    xml.text("updated", &[], &moment(post.modified(), site));
    // Without one, the author is that of the feed.
    if let Some(author) = &post.author {
        xml.element("author", &[], |xml| xml.text("name", &[], author.as_str()));
    }
    let category = post.category.as_ref();
    let tags = post.tags.iter().filter(|(id, _)| category.is_none_or(|(category, _)| id != category));
    for (id, title) in category.into_iter().chain(tags) {
        xml.empty("category", &[("term", id), ("label", title.as_str())]);
    }
    xml.text("summary", &[], post.entry.excerpt.as_str());
    let html = markdown::render(&post.entry.body, site, Medium::Feed { page: &address });
    xml.text("content", &[("type", "html")], &html);
}

/// The id of the entry with a page at `path`: the address that it had first, by which readers know it. That is the one that
/// leads on to it, among those that could be of such a page.
pub(super) fn id(path: &str, site: &RenderSite) -> String {
    let depth = path.matches('/').count();
    let leads_here = |redirect: &&std::sync::Arc<Redirect>| {
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
    let stated = site.gym.first_url().or_else(|| site.gym.stated_url()).and_then(BaseUrl::new);
    stated.unwrap_or_else(|| site.base.clone())
}
