//! `content/pages/*.toml`: the words of each page, a file each.

mod about;
mod blog;
mod classes;
mod contact;
mod forms;
mod gallery;
mod home;
mod not_found;
mod pricing;
mod schedule;

pub use about::AboutPage;
pub use blog::BlogPage;
pub use classes::ClassesPage;
pub use contact::{CheckedField, ContactPage};
pub use forms::{FormField, HintedField, LoginPage, SignupPage};
pub use gallery::GalleryPage;
pub use home::{FeaturedClass, HomePage};
pub use not_found::NotFoundPage;
pub use pricing::PricingPage;
pub use schedule::SchedulePage;

use serde::Serialize;

use crate::decode::{Fields, value::Text};

/// What every page has.
#[derive(Clone, Debug, Serialize)]
pub struct Head {
    /// The title in the browser's tab and in search results.
    pub title: Text,
    /// What search engines show below it.
    pub description: Text,
}

impl Head {
    /// The keys `title` and `description` of a page's file.
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The title in the browser's tab and in search results");
        let description = fields.required("description", "What search engines show below the title");
        Self { title, description }
    }
}
