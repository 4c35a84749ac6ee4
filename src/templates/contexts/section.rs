//! The sections of a page, as templates see them.

use std::{ops::Range, sync::Arc};

use minijinja::Value;

use super::{
    entries,
    fields::{Computed, ContextValue, Record, computed, names_of},
    pictures,
    values::{declared, names},
};
use crate::{
    content::Entry,
    schema::{Name, Table},
    site::{PageFile, Section},
    source::{
        Sources,
        layout::{TypeFolder, layout_file_name, template_name},
    },
    templates::{FOLDER, lookups::KnownNames, site::RenderSite},
};

/// A section at its place in a page.
#[derive(Debug)]
pub(super) struct SectionValue {
    kind: Name,
    id: Arc<str>,
    /// The beginning of the names by which addresses lead into it.
    prefix: Arc<str>,
    /// The name of its template.
    template: Arc<str>,
    pub table: Arc<Table>,
    /// Its position among the sections of the page.
    index: usize,
    /// The level of its heading.
    level: u8,
    /// The entries on this page, if the section shows a collection that is spread over pages.
    entries: Option<Value>,
    site: Arc<RenderSite>,
}

/// The fields of a section, beside the declared ones.
const COMPUTED: &[Computed<SectionValue>] = &[
    ("id", |section| section.id.clone().into()),
    ("type", |section| (&*section.kind).into()),
    ("template", |section| section.template.clone().into()),
    ("place", |section| section.site.project.types.style_names.place(section.index).into()),
    ("index", |section| section.index.into()),
    ("level", |section| section.level.into()),
    ("prefix", |section| section.prefix.clone().into()),
    ("pictures", |section| pictures::of_section(&section.table, &section.site)),
];

/// The sections of a page, in order.
pub(super) fn sections(page: &PageFile, window: &Range<usize>, site: &Arc<RenderSite>) -> Value {
    let needs_title = page.needs_title();
    let sections = page.sections.iter().enumerate().map(|(index, section)| {
        let paged = page.paged.as_ref().filter(|_| section.is_paged);
        let entries = paged.map(|(collection, _)| {
            let shown = site.paged_entries(page, window.clone());
            shown.into_iter().map(|entry| entries::entry_value(collection, entry, site)).collect()
        });
        // The first heading of a page is its title.
        let level = if index == 0 && !needs_title { 1 } else { 2 };
        Record::value(SectionValue { level, entries, ..SectionValue::new(section, index, site) })
    });
    sections.collect()
}

/// The number of sections for which what the template of an entry says stands, so that none is at the top of the page.
const ABOVE_SECTIONS_OF_ENTRY: usize = 2;

/// The sections of the page of an entry, in order.
pub(super) fn of_entry(collection: &Name, entry: &Entry, site: &Arc<RenderSite>) -> Value {
    let sections = site.sections_of(collection, entry).iter().zip(ABOVE_SECTIONS_OF_ENTRY..);
    sections.map(|(section, index)| Record::value(SectionValue::new(section, index, site))).collect()
}

impl SectionValue {
    fn new(section: &Section, index: usize, site: &Arc<RenderSite>) -> Self {
        Self {
            kind: section.kind.clone(),
            id: section.id.clone(),
            prefix: section.prefix.clone(),
            template: template(section, &site.project.sources).into(),
            table: section.table.clone(),
            index,
            level: 2,
            entries: None,
            site: site.clone(),
        }
    }
}

/// The template of a section: its layout's, else its type's. A project's file wins over the theme's.
fn template(section: &Section, sources: &Sources) -> String {
    let layout_template = section.layout().map(|layout| layout_file_name(&section.kind, layout, "html"));
    let type_template = template_name(TypeFolder::Sections, &section.kind);
    let is_of_theme = |name: &String| Some(sources.text_at(&format!("{FOLDER}{name}"))?.1.theme.is_some());
    let found =
        layout_template.into_iter().chain([type_template.clone()]).filter(|name| is_of_theme(name).is_some());
    found.min_by_key(is_of_theme).unwrap_or(type_template)
}

impl ContextValue for SectionValue {
    fn get(&self, name: &str) -> Option<Value> {
        if name == "entries" {
            return self.entries.clone();
        }
        computed(COMPUTED, name, self).or_else(|| declared(&self.table, name, &self.site))
    }

    fn known(&self) -> Option<KnownNames> {
        Some(KnownNames::declared(&self.table.schema, names_of(COMPUTED).chain(["entries"])))
    }

    fn names(&self) -> Vec<Value> {
        names(&self.table)
    }
}
