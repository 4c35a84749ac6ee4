//! Words in the addresses of what no file declares, in `content/site.toml`.

use std::sync::Arc;

use gympress_derive::View;

use crate::{diagnostic::Span, schema::decode::value::Text};

#[derive(Debug, View)]
pub struct Addresses {
    page: Option<Text>,
    offline: Option<Text>,
    calendar: Option<Text>,
    #[view(span)]
    pub span: Span,
}

impl Addresses {
    pub(super) const UNCHANGED: Self =
        Self { page: None, offline: None, calendar: None, span: Span::NOWHERE };

    /// What stands before the number in the addresses of all pages of a list but the first.
    pub fn page(&self) -> Arc<str> {
        word(self.page.as_ref(), "page")
    }

    /// The address of the page that stands for those that aren't cached.
    pub fn offline(&self) -> Arc<str> {
        format!("/{}/", word(self.offline.as_ref(), "offline")).into()
    }

    /// The name of the calendar of the week, and of the folder of those of classes.
    pub fn calendar(&self) -> Arc<str> {
        word(self.calendar.as_ref(), "schedule")
    }
}

fn word(declared: Option<&Text>, otherwise: &str) -> Arc<str> {
    declared.map_or(otherwise, Text::as_str).into()
}
