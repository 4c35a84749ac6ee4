//! `content/blog.toml`: how the blog is listed, its categories and tags, and its sidebar.

use serde::Serialize;

use super::parts::{Button, Picture};
use crate::decode::{
    Fields, Record,
    value::{Count, Slug, Spanned, Target, TargetKind, Text, Whole},
};

/// The blog as a whole.
#[derive(Clone, Debug)]
pub struct Blog {
    /// Posts on a page.
    pub per_page: Count,
    /// Recent posts in the sidebar.
    pub recent: Count,
    /// Who writes, where a post doesn't say.
    pub author: Text,
    /// The words of the sidebar.
    pub sidebar: SidebarWords,
    /// The advertisement in the sidebar.
    pub promo: Promo,
    /// What posts are about.
    pub categories: Vec<Category>,
    /// What else posts are about.
    pub tags: Vec<Tag>,
}

impl Record for Blog {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let per_page = fields.required("per_page", "How many posts a page lists");
        let recent = fields.required("recent", "How many recent posts the sidebar lists");
        let author = fields.required("author", "Who writes, where a post doesn't say");
        let sidebar = fields.table("sidebar", "The words of the sidebar");
        let promo = fields.table("promo", "The advertisement in the sidebar");
        let categories = fields.tables("category", "A category");
        let tags = fields.optional_tables("tag", "A tag");
        Self { per_page, recent, author, sidebar, promo, categories, tags }
    }
}

/// The words of the sidebar.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the text of the key of its name")]
pub struct SidebarWords {
    pub label: Text,
    pub search_title: Text,
    pub search_placeholder: Text,
    pub search_loading: Text,
    pub search_found: Text,
    pub search_found_one: Text,
    pub search_empty: Text,
    pub search_failed: Text,
    pub search_offline: Text,
    pub categories_title: Text,
    pub recent_title: Text,
    pub tags_title: Text,
}

impl Record for SidebarWords {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let label = fields.required("label", "What the sidebar is called by screen readers");
        let search_title = fields.required("search_title", "The heading of the search");
        let search_placeholder = fields.required("search_placeholder", "What the empty search field shows");
        let search_loading = fields.required("search_loading", "What is said while the search is loaded");
        let search_found =
            fields.required("search_found", "What is said of several posts; {count} is how many are shown");
        let search_found_one = fields.required("search_found_one", "What is said of one post");
        let search_empty = fields.required("search_empty", "What is said when nothing is found");
        let search_failed = fields.required("search_failed", "What is said when the search can't be loaded");
        let search_offline = fields.required("search_offline", "The same, without a network");
        let categories_title = fields.required("categories_title", "The heading of the categories");
        let recent_title = fields.required("recent_title", "The heading of the recent posts");
        let tags_title = fields.required("tags_title", "The heading of the tags");
        Self {
            label,
            search_title,
            search_placeholder,
            search_loading,
            search_found,
            search_found_one,
            search_empty,
            search_failed,
            search_offline,
            categories_title,
            recent_title,
            tags_title,
        }
    }
}

/// The advertisement in the sidebar.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the text of the key of its name")]
pub struct Promo {
    pub title: Text,
    pub text: Text,
    pub button: Button,
    pub image: Picture,
}

impl Record for Promo {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The offer");
        let text = fields.required("text", "Its conditions");
        let button = fields.table("button", "Where it leads");
        let image = fields.table("image", "The picture behind it");
        Self { title, text, button, image }
    }
}

/// A category.
#[derive(Clone, Debug)]
pub struct Category {
    /// The last part of its address, by which posts name it.
    pub id: Spanned<Slug>,
    /// Its name.
    pub title: Text,
    /// How many posts are said to be in it, shown instead of the real number.
    pub count: Option<Spanned<Whole<0, 1_000_000>>>,
}

impl Target for Category {
    const TARGET: &'static TargetKind = &TargetKind {
        noun: "category",
        defined_in: "content/blog.toml, a [[category]] each",
        expected: "the id of a category, such as \"fitness\"",
        example: "\"fitness\"",
        numbered: false,
    };
}

impl Record for Category {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let id = fields.required("id", "The last part of its address, by which posts name it");
        let title = fields.required("title", "Its name");
        let count = fields.optional("count", "How many posts to show; without it they are counted");
        Self { id, title, count }
    }
}

/// A tag.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The last part of its address, by which posts name it.
    pub id: Spanned<Slug>,
    /// Its name.
    pub title: Text,
}

impl Target for Tag {
    const TARGET: &'static TargetKind = &TargetKind {
        noun: "tag",
        defined_in: "content/blog.toml, a [[tag]] each",
        expected: "the id of a tag, such as \"workout\"",
        example: "\"workout\"",
        numbered: false,
    };
}

impl Record for Tag {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let id = fields.required("id", "The last part of its address, by which posts name it");
        let title = fields.required("title", "Its name");
        Self { id, title }
    }
}
