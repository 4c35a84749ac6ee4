//! What the search shows of each post.

use std::collections::BTreeMap;

use super::{postings::number, shares};
use crate::{
    decode::value::Text,
    site::{Post, Site},
};

/// Characters that are shown of an excerpt.
const EXCERPT: usize = 120;

/// Posts of a part at least: with fewer, it hardly gets smaller.
const LEAST: usize = 6;

/// Parts that there may be before they grow.
const PARTS: usize = 560;

/// The names of its category and tags, each once.
pub(super) fn terms(post: &Post) -> Vec<&Text> {
    let mut terms: Vec<&Text> = post.category.iter().map(|(_, title)| title).collect();
    for (_, tag) in &post.tags {
        if !terms.contains(&tag) {
            terms.push(tag);
        }
    }
    terms
}

/// The names of all categories and tags, each once.
pub(super) fn all_terms(site: &Site) -> Vec<&str> {
    let mut all = Vec::new();
    for term in site.posts.categories.iter().chain(&site.posts.tags) {
        if !all.contains(&term.title.as_str()) {
            all.push(term.title.as_str());
        }
    }
    all
}

/// A line for each post, which come the oldest first: title, last part of the address, excerpt, terms.
pub(super) fn lines(posts: &[&Post], terms: &[&str]) -> Vec<String> {
    let numbers: BTreeMap<&str, u32> = terms.iter().copied().zip(0..).collect();
    shares::each(posts, |post| line(post, &numbers))
}

fn line(post: &Post, numbers: &BTreeMap<&str, u32>) -> String {
    let mut line = one_line(post.entry.title.value.as_str());
    line.push('\t');
    line.push_str(&post.slug);
    line.push('\t');
    line.push_str(&shortened(&one_line(post.entry.excerpt.as_str())));
    line.push('\t');
    for term in terms(post).iter().filter_map(|term| numbers.get(term.as_str())) {
        number(*term, &mut line);
    }
    line
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text, or as many of its first words as fit.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(EXCERPT) else { return text.to_owned() };
    let start = &text[..end];
    let whole_words = start.rfind(' ').map_or(start, |space| &start[..space]);
    format!("{}…", whole_words.trim_end_matches(|c: char| !c.is_alphanumeric()))
}

/// How many of so many posts are in a part.
pub(super) fn each(posts: usize) -> usize {
    posts.div_ceil(PARTS).max(LEAST)
}
