//! Feeds of the blog (Atom, RFC 4287): its newest posts in full.

use super::{moment, title_of, xml::Xml};
use crate::{
    render::{
        markdown::{self, Medium},
        reads::{PageQuery, Reader},
    },
    routes::FeedOf,
    site::{BaseUrl, Post, Taxonomy},
};

/// What readers call the feed.
pub(in crate::render) fn title(of: &FeedOf, reader: &Reader) -> String {
    let category = of.category().and_then(|id| reader.term(Taxonomy::Category, id));
    let category = category.map(|category| &category.title);
    let blog = || reader.page(PageQuery::Paged("posts")).map(|page| page.title());
    let list = category.or_else(blog).or_else(|| reader.gym_fields(&["tagline"]).tagline.as_ref());
    title_of(list.map(|list| list.as_str()), reader)
}

pub(super) fn file(of: &FeedOf, reader: &Reader) -> Vec<u8> {
    let posts = reader.feed(of);
    let root = [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", reader.language())];
    Xml::document("feed", &root, |xml| {
        xml.text("title", &[], &title(of, reader));
        let subtitle = reader.page(PageQuery::Paged("posts"));
        let subtitle = subtitle.map_or_else(|| reader.gym_summary(), |page| page.description().as_str());
        xml.text("subtitle", &[], subtitle);
        xml.text("id", &[], &home(reader).absolute(&of.path()));
        let atom = "application/atom+xml";
        xml.empty("link", &[("rel", "self"), ("type", atom), ("href", &reader.base().absolute(&of.path()))]);
        let list = reader.base().absolute(&list_path(of, reader));
        xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &list)]);
        let newest = posts.iter().map(|post| post.modified()).max();
        xml.text("updated", &[], &moment(newest.unwrap_or_else(|| reader.today().datetime()), reader));
        xml.element("author", &[], |xml| xml.text("name", &[], reader.gym_name()));
        for post in posts {
            xml.element("entry", &[], |xml| entry(post, reader, xml));
        }
    })
}

/// The path of the list that shows the same posts to people; the front page without one.
fn list_path(of: &FeedOf, reader: &Reader) -> String {
    match of.category() {
        Some(id) => {
            reader.term(Taxonomy::Category, id).and_then(|category| Some(category.path.as_ref()?.to_string()))
        }
        None => reader.page(PageQuery::Paged("posts")).map(|page| page.first_path().into_owned()),
    }
    .unwrap_or_else(|| "/".to_owned())
}

fn entry(post: &Post, reader: &Reader, xml: &mut Xml) {
    reader.read_head(post);
    reader.read_terms(post);
    reader.read_body(post);
    let path = &post.path;
    let address = reader.base().absolute(path);
    xml.text("title", &[], post.entry.title.value.as_str());
    xml.text("id", &[], &home(reader).absolute(path));
    xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &address)]);
    let date = moment(post.date, reader);
    xml.text("published", &[], &date);
    xml.text("updated", &[], &moment(post.modified(), reader));
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
    let html = markdown::render(&post.entry.body, reader, Medium::Feed { page: &address });
    xml.text("content", &[("type", "html")], &html);
}

/// Where content says that the site is: an id must stay the same wherever a preview is published.
fn home(reader: &Reader) -> BaseUrl {
    let stated = reader.gym_fields(&["base_url"]).stated_url().and_then(BaseUrl::new);
    stated.unwrap_or_else(|| reader.base().clone())
}
