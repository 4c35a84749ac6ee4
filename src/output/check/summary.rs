//! What the tags of a page say together: its links, ids and violations.

use super::{
    elements::RequiredElements,
    scan::{Ids, PageScan},
    table::LinkId,
    violation::Violation,
};

/// What the tags of a page, or of a part of one, say.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) links: Vec<LinkId>,
    pub(super) ids: String,
    /// `<a name>`: fragments lead there, but no attribute refers to it.
    pub(super) names: String,
    pub(super) references: Vec<(&'static str, Box<str>)>,
    pub(super) violations: Vec<Violation>,
    /// True if every element that begins here ends here.
    pub(super) is_balanced: bool,
    /// What there is of a whole page. `None` in a drawing.
    pub(super) required: Option<RequiredElements>,
}

impl Summary {
    /// Its links.
    pub(super) fn links(&self) -> &[LinkId] {
        &self.links
    }

    /// Adds links that a part of the page has.
    pub(super) fn add_links(&mut self, links: &[LinkId]) {
        self.links.extend_from_slice(links);
    }

    /// Adds whatever else a part of the page says.
    pub(super) fn add_rest(&mut self, part: &Self) {
        self.ids.push_str(&part.ids);
        self.names.push_str(&part.names);
        self.references.extend_from_slice(&part.references);
        self.violations.extend_from_slice(&part.violations);
        self.required = self.required.zip(part.required).map(|(own, part)| own.and(part));
    }

    /// What is known of the whole page.
    pub(super) fn into_scan(mut self) -> PageScan {
        let mut sorted: Vec<&str> = self.ids.split_terminator(Ids::END).collect();
        sorted.sort_unstable();
        for pair in sorted.windows(2) {
            if let [first, second] = pair
                && first == second
            {
                self.violations.push(Violation::DuplicateId((*first).into()));
            }
        }
        for (attribute, id) in self.references {
            if sorted.binary_search(&&*id).is_err() {
                self.violations.push(Violation::UnknownId { attribute, id });
            }
        }
        self.violations.extend(self.required.and_then(RequiredElements::lacks));
        self.violations.sort();
        self.violations.dedup();
        self.ids.push_str(&self.names);
        PageScan {
            links: self.links,
            shared: Vec::new(),
            ids: Ids(self.ids.into()),
            violations: self.violations,
        }
    }
}
