//! Labels in the search for the entries of a collection, such as "Class": from `content/search.toml`, else the title of
//! the page at the address above its entries.

use super::Site;
use crate::{
    content::Content,
    diagnostic::{Diagnostics, code, diagnostic},
    schema::Role,
};

impl Site {
    /// The label for the entries of a collection, if content gives one. Entries with terms, such as categories, have
    /// these instead.
    pub fn kind_of(&self, collection: &str) -> Option<&str> {
        let declared = self.single_of(Role::SearchWords).into_iter().flat_map(|search| search.tables("kind"));
        let mut declared = declared.filter(|kind| kind.text("of") == Some(collection));
        declared.find_map(|kind| kind.text("title")).or_else(|| self.title_above(collection))
    }

    /// The title of the page at the address above the entries of a collection.
    fn title_above(&self, collection: &str) -> Option<&str> {
        let declared =
            self.project.types.collections.get(collection).filter(|found| found.terms.is_empty())?;
        Some(self.page_at(declared.root()?)?.title.as_str())
    }
}

/// Reports labels for collections that don't exist, or whose entries have no pages.
pub(super) fn check(content: &Content, diagnostics: &mut Diagnostics) {
    let Some(search) = content.single_of(Role::SearchWords) else { return };
    let collections =
        content.project.types.collections.iter().filter(|(_, declared)| declared.page.is_some());
    let names: Vec<&str> = collections.map(|(name, _)| &**name).collect();
    for kind in search.tables("kind") {
        let Some((collection, value)) = kind.text("of").zip(kind.get("of")) else { continue };
        if names.contains(&collection) || !value.span.is_somewhere() {
            continue;
        }
        diagnostics.push(
            diagnostic!(code::UNKNOWN_REFERENCE, value.span,
                "there is no collection \"{collection}\" whose entries have pages";
                help: "write one of {}, or remove this [[kind]]", names.join(", "))
            .did_you_mean(&*content.project.sources, collection, names.iter().copied()),
        );
    }
}
