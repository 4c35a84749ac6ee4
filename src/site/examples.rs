//! A page for each of the project's own sections, with the examples of its fields: rendered to find mistakes in templates,
//! never published.

use std::sync::Arc;

use super::{PageFile, Section, Site};
use crate::{
    decode::{IMAGE, Spanned, value::Text},
    diagnostic::Span,
    schema::{Data, EntryRef, Field, Name, Picture, Table},
};

impl Site {
    /// The pages of examples whose references can be resolved in this project.
    pub fn examples(&self) -> impl Iterator<Item = Arc<PageFile>> {
        self.types.examples.iter().filter_map(|(kind, example)| {
            let table = example.table.tables("section").next()?;
            let table = Arc::new(self.adapt(table)?);
            let pages = self.types.section(kind)?.pages_of(&table).cloned();
            let title = Text::new(kind)?;
            let section =
                Section { kind: kind.clone(), id: Arc::from(&**kind), table, is_paged: pages.is_some() };
            let paged = pages.map(|collection| (collection, 1));
            Some(Arc::new(PageFile::of_example(title, example.file, section, paged)))
        })
    }

    /// The table with references to entries and pictures that this project has. Returns `None` if it has none of a
    /// kind that the table needs.
    fn adapt(&self, table: &Table) -> Option<Table> {
        let mut fields = Vec::new();
        for (key, value) in table.iter() {
            match self.adapt_value(&value.value) {
                Some(data) => fields
                    .push((key.clone(), Spanned { value: data, span: Span::whole(table.schema.span.file) })),
                None if table.schema.field(key).is_some_and(Field::is_required) => return None,
                None => {}
            }
        }
        Some(Table::new(table.schema.clone(), fields, table.span))
    }

    fn adapt_value(&self, data: &Data) -> Option<Data> {
        Some(match data {
            Data::Ref(reference) => Data::Ref(self.some_entry(reference)?),
            Data::Picture(picture) => {
                Data::Picture(Picture { file: self.some_picture()?, ..picture.clone() })
            }
            Data::Str(scalar, _) if *scalar == IMAGE => {
                Data::Str(IMAGE, self.some_picture()?.as_str().into())
            }
            Data::Table(table) => Data::Table(Arc::new(self.adapt(table)?)),
            Data::List(elements) => {
                let adapted = elements.iter().filter_map(|element| {
                    Some(Spanned { value: self.adapt_value(&element.value)?, span: element.span })
                });
                let adapted: Vec<_> = adapted.collect();
                if adapted.is_empty() {
                    return None;
                }
                Data::List(adapted)
            }
            other => other.clone(),
        })
    }

    fn some_entry(&self, reference: &EntryRef) -> Option<EntryRef> {
        let id = match &*reference.collection.name {
            "posts" => self.posts.shown.first()?.slug.clone(),
            name => self.collections.get(&Name::from(name))?.first()?.id.clone(),
        };
        Some(EntryRef { collection: reference.collection.clone(), id })
    }

    /// A picture that a page shows.
    fn some_picture(&self) -> Option<crate::decode::value::ImageFile> {
        let pictures = self.pages.iter().flat_map(|page| &page.sections);
        let mut pictures =
            pictures.filter_map(|section| Some(section.table.get("image")?.value.as_picture()?.file.clone()));
        pictures.next()
    }
}
