//! The index that the blog's search loads: every post as text.

use pulldown_cmark::Event;

use crate::{
    decode::value::Markdown,
    islands::props::SearchEntry,
    routes::post_path,
    site::{Post, Site},
};

/// The index as JSON, newest post first.
pub(super) fn index(site: &Site) -> Vec<u8> {
    let entries: Vec<SearchEntry> = site.posts.iter().map(|post| entry(post, site)).collect();
    serde_json::to_vec(&entries).unwrap_or_default()
}

fn entry(post: &Post, site: &Site) -> SearchEntry {
    let tags = post.tags.iter().map(|(_, title)| title.as_str());
    let terms: Vec<&str> = std::iter::once(post.category.1.as_str()).chain(tags).collect();
    SearchEntry {
        title: post.entry.title.value.as_str().to_owned(),
        url: site.base.href(&post_path(&post.slug)),
        excerpt: post.entry.excerpt.as_str().to_owned(),
        terms: terms.join(" "),
        text: plain(&post.entry.body),
    }
}

/// What a reader reads of a text.
fn plain(markdown: &Markdown) -> String {
    let mut out = String::with_capacity(markdown.as_str().len());
    for event in markdown.parse() {
        match event {
            Event::Text(text) | Event::Code(text) => out.push_str(&text),
            Event::SoftBreak | Event::HardBreak | Event::End(_) if !out.ends_with(' ') => out.push(' '),
            _ => {}
        }
    }
    out.truncate(out.trim_end().len());
    out
}
