//! The notices above pages.

use std::sync::Arc;

use jiff::civil::Date;

use super::Site;
use crate::{
    content::{Content, SiteNotice},
    diagnostic::{Diagnostics, code, report},
    schema::decode::value::Link,
};

impl Site {
    /// The notices of the page at this path, warnings first.
    pub fn notices_on(&self, path: &str) -> impl Iterator<Item = &SiteNotice> {
        self.notices
            .iter()
            .filter(move |notice| notice.is_on(path, |named| self.own_path(named)))
            .map(|notice| &**notice)
    }
}

/// The notices that aren't over, warnings first.
pub(super) fn coming(content: &Content, today: Date) -> Vec<Arc<SiteNotice>> {
    let notices = content.notices.value.notice.iter();
    let mut coming: Vec<Arc<SiteNotice>> =
        notices.filter(|notice| !notice.period.is_over(today)).cloned().collect();
    coming.sort_by_key(|notice| notice.kind);
    coming
}

/// Reports notices that say the same as another, and pages that aren't of the site.
pub(super) fn check(content: &Content, diagnostics: &mut Diagnostics) {
    let notices = &content.notices.value.notice;
    for (place, SiteNotice { id, text, pages, .. }) in notices.iter().map(|notice| &**notice).enumerate() {
        let mut before = notices.iter().take(place);
        let first = before.clone().find(|first| first.text.value == text.value);
        if let Some(first) = first.filter(|_| text.span.is_somewhere()) {
            report!(diagnostics, code::DUPLICATE_ID, text.span, "two notices say the same";
                related: first.text.span => "the first one";
                help: "remove one of the two: whoever closes one has closed both");
        }
        if let Some(id) = id
            && let Some(first) =
                before.find_map(|first| first.id.as_ref().filter(|first| first.value == id.value))
        {
            report!(diagnostics, code::DUPLICATE_ID, id.span, "two notices have the id \"{}\"", id.value.as_str();
                related: first.span => "the first one";
                help: "give one of the two another id");
        }
        for page in pages.iter().filter(|page| !matches!(page.value, Link::Internal { .. })) {
            report!(diagnostics, code::MALFORMED, page.span, "this is no page of the site";
                help: "write the addresses of pages, such as \"/\" or \"/pricing/\"");
        }
    }
}
