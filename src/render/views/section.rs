//! The sections of a page as templates see them.

use std::sync::Arc;

use minijinja::{
    Value,
    value::{Enumerator, Object},
};

use super::{
    entries,
    values::{field, keys},
};
use crate::{
    render::{
        lookups::{self, Known},
        site::RenderSite,
    },
    routes::FilePlace,
    schema::{Name, Table},
    site::Section,
    source::layout::{TypeFolder, template_name},
};

/// A section at its place in a page.
#[derive(Debug)]
struct SectionValue {
    kind: Name,
    id: Arc<str>,
    table: Arc<Table>,
    /// Its place among the sections of the page.
    index: usize,
    /// That of its heading.
    level: u8,
    /// The entries that this page shows of the collection that is spread over pages.
    entries: Option<Value>,
    site: Arc<RenderSite>,
}

/// What a section has besides its declared fields.
const COMPUTED: [&str; 6] = ["id", "type", "template", "index", "level", "entries"];

/// The sections of a page, in order.
pub(super) fn sections(place: &FilePlace, site: &Arc<RenderSite>) -> Value {
    let sections = place.page.sections.iter().enumerate();
    sections.map(|(index, section)| Value::from_object(section_value(index, section, place, site))).collect()
}

fn section_value(index: usize, section: &Section, place: &FilePlace, site: &Arc<RenderSite>) -> SectionValue {
    let paged = place.page.paged.as_ref().filter(|_| section.is_paged);
    let entries =
        paged.and_then(|(collection, size)| entries::list(collection, place.window().start, *size, site));
    SectionValue {
        kind: section.kind.clone(),
        id: section.id.clone(),
        table: section.table.clone(),
        index,
        // The first heading of a page is its title.
        level: if index == 0 && !place.page.needs_title() { 1 } else { 2 },
        entries,
        site: site.clone(),
    }
}

impl Object for SectionValue {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        Some(match key {
            "id" => (&*self.id).into(),
            "type" => (&*self.kind).into(),
            "template" => template_name(TypeFolder::Sections, &self.kind).into(),
            "index" => self.index.into(),
            "level" => self.level.into(),
            "entries" => self.entries.clone()?,
            key => {
                let Some(declared) = self.table.schema.field(key) else {
                    lookups::failed(key, || Known::Fields(self.table.schema.clone(), &COMPUTED));
                    return None;
                };
                field(&self.table, declared, &self.site)
            }
        })
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        keys(&self.table)
    }
}
