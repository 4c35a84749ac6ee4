//! Feeds of the blog (Atom, RFC 4287): its newest posts in full.

use super::{moment, xml::Xml};
use crate::{
    assets::Pictures,
    render::markdown::{self, Reader},
    routes::{FeedOf, post_path},
    site::{BaseUrl, Post, Site},
};

/// What readers call the feed.
pub(in crate::render) fn title(of: &FeedOf, site: &Site) -> String {
    let list = of.category(site).map_or(&site.blog_page.words.head.title, |category| &category.title);
    format!("{}: {}", site.gym.name.as_str(), list.as_str())
}

pub(super) fn file(of: &FeedOf, site: &Site, pictures: &Pictures) -> Vec<u8> {
    let posts = of.posts(site);
    let root = [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", site.gym.language.as_str())];
    Xml::document("feed", &root, |xml| {
        xml.text("title", &[], &title(of, site));
        xml.text("subtitle", &[], site.blog_page.words.head.description.as_str());
        xml.text("id", &[], &home(site).absolute(&of.path()));
        let atom = "application/atom+xml";
        xml.empty("link", &[("rel", "self"), ("type", atom), ("href", &site.base.absolute(&of.path()))]);
        let list = site.base.absolute(&of.list_path());
        xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &list)]);
        let newest = posts.iter().map(|post| post.date).max();
        xml.text("updated", &[], &moment(newest.unwrap_or(site.today.datetime()), site));
        xml.element("author", &[], |xml| xml.text("name", &[], site.gym.name.as_str()));
        for post in posts {
            xml.element("entry", &[], |xml| entry(post, site, pictures, xml));
        }
    })
}

fn entry(post: &Post, site: &Site, pictures: &Pictures, xml: &mut Xml) {
    let path = post_path(&post.slug);
    let address = site.base.absolute(&path);
    xml.text("title", &[], post.entry.title.value.as_str());
    xml.text("id", &[], &home(site).absolute(&path));
    xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &address)]);
    let date = moment(post.date, site);
    xml.text("published", &[], &date);
    xml.text("updated", &[], &date);
    xml.element("author", &[], |xml| xml.text("name", &[], post.author.as_str()));
    let tags = post.tags.iter().filter(|(id, _)| *id != post.category.0);
    for (id, title) in std::iter::once(&post.category).chain(tags) {
        xml.empty("category", &[("term", id), ("label", title.as_str())]);
    }
    xml.text("summary", &[], post.entry.excerpt.as_str());
    let html = markdown::render(&post.entry.body, &site.base, pictures, Reader::Feed { page: &address });
    xml.text("content", &[("type", "html")], &html);
}

/// Where content says that the site is: an id must stay the same wherever a preview is published.
fn home(site: &Site) -> BaseUrl {
    site.gym.base_url.value.url().and_then(BaseUrl::new).unwrap_or_else(|| site.base.clone())
}
