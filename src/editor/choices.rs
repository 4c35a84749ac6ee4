//! Choices for a field: entries, pages, pictures, icons.

use std::sync::Arc;

use serde_json::Value as Json;
use toml_schema::edit::{BODY, Path, PathStep};

use super::{answers::ChoiceAnswer, project::EditedProject, tree::values};
use crate::{
    content::Entry,
    diagnostic::Diagnostics,
    edit::file_position::title,
    schema::{
        Collection, Field, Kind, Scalar, Schema,
        decode::{FOLDER, FONT, ICON, IMAGE, LINK, Reference, TARGET, value::ImageFile},
        picture,
    },
    site::EntryIndex,
    templates::Icons,
};

impl EditedProject {
    /// The choices for the field at a path of a file. Returns `None` if there is no such field.
    pub fn choices(&self, file: &str, path: &Path) -> Option<Vec<ChoiceAnswer>> {
        let schema = self.schema_of(file)?;
        // A translation that is begun with this field has no file yet.
        let text = self.sources.text_at(file).map_or("", |(_, text)| &*text.text);
        let values = values(text);
        let Some(field) = field_at(&schema, path, &values) else {
            return self.choices_within(&schema, path, &values);
        };
        Some(match &field.kind {
            Kind::Ref(collection) => self.entries(collection),
            Kind::Picture(scalar) => self.files_for(*scalar),
            Kind::Scalar(scalar) if [LINK, TARGET].contains(scalar) => self.links(),
            Kind::Scalar(scalar) if [IMAGE, FONT, FOLDER].contains(scalar) => self.files_for(*scalar),
            Kind::Scalar(scalar) if *scalar == ICON => self.icons(),
            Kind::Choice(words) => words.iter().map(|word| ChoiceAnswer::plain(word, word)).collect(),
            _ => Vec::new(),
        })
    }

    /// The choices within a text in Markdown, whose path ends with one of two words that no field has: pages to link to, or
    /// pictures.
    fn choices_within(&self, schema: &Schema, path: &Path, values: &Json) -> Option<Vec<ChoiceAnswer>> {
        let (PathStep::Key(wanted), markdown) = path.split_last()? else { return None };
        let is_markdown = matches!(markdown, [PathStep::Key(key)] if key == BODY)
            || field_at(schema, markdown, values)?.kind.is_one_of(&[Scalar::MARKDOWN]);
        match wanted.as_str() {
            "link" if is_markdown => Some(self.links()),
            "picture" if is_markdown => Some(self.files_for(IMAGE)),
            _ => None,
        }
    }

    fn entries(&self, collection: &Collection) -> Vec<ChoiceAnswer> {
        self.content.entries(&collection.name).iter().map(ChoiceAnswer::of_entry).collect()
    }

    /// The files of the project for a field of this type.
    fn files_for(&self, scalar: Scalar) -> Vec<ChoiceAnswer> {
        let index = EntryIndex::build(&self.content, &mut Diagnostics::default());
        let names = index.for_schemas(&self.sources).texts.remove(scalar.name()).unwrap_or_default();
        // Fonts and folders have no picture to show.
        if [FONT, FOLDER].contains(&scalar) {
            return names.iter().map(|name| ChoiceAnswer::plain(name, name)).collect();
        }
        names.iter().map(|name| self.file_choice(name)).collect()
    }

    fn file_choice(&self, name: &str) -> ChoiceAnswer {
        let file = ImageFile::new(name);
        let picture = self.snapshot.as_ref().zip(file.clone());
        let size = picture.and_then(|(snapshot, file)| Some(snapshot.pictures.get(&file)?.size()));
        let used = file.and_then(|file| self.content.references.get(&Reference::File(file)).map(Vec::len));
        ChoiceAnswer {
            picture: Some(name.to_owned()),
            size,
            used: Some(used.unwrap_or_default()),
            ..ChoiceAnswer::plain(name, name)
        }
    }

    /// The pages, each with its sections.
    fn links(&self) -> Vec<ChoiceAnswer> {
        let mut links = Vec::new();
        for page in self.snapshot.iter().flat_map(|snapshot| snapshot.main.routes.pages()) {
            if !page.meta.is_listed || page.number() > 1 {
                continue;
            }
            links.push(ChoiceAnswer::plain(&page.address.path, &page.meta.title));
            for section in page.sections() {
                let heading = title(&section.table).unwrap_or(&section.id);
                let (value, shown) = (
                    format!("{}#{}", page.address.path, section.id),
                    format!("{} › {heading}", page.meta.title),
                );
                links.push(ChoiceAnswer::plain(&value, &shown));
            }
        }
        links
    }

    fn icons(&self) -> Vec<ChoiceAnswer> {
        let icons = Icons::read(&self.sources, &mut Diagnostics::default());
        icons.names().map(|name| ChoiceAnswer::plain(name, name)).collect()
    }
}

impl ChoiceAnswer {
    fn plain(value: &str, title: &str) -> Self {
        Self { value: value.to_owned(), title: title.to_owned(), ..Self::default() }
    }

    /// An entry, with its first picture.
    fn of_entry(entry: &Entry) -> Self {
        let picture = entry.table.iter().find_map(|(_, value)| value.value.as_picture());
        Self {
            picture: picture.map(|picture| picture.file.as_str().to_owned()),
            ..Self::plain(&entry.id, title(&entry.table).unwrap_or(&entry.id))
        }
    }
}

/// The declared field at a path.
pub(super) fn field_at(schema: &Schema, path: &[PathStep], values: &Json) -> Option<Field> {
    let (first, mut rest) = path.split_first()?;
    let PathStep::Key(key) = first else { return None };
    let field = schema.field(key)?;
    let mut value = values.get(key);
    if let [PathStep::At(place), below @ ..] = rest {
        (value, rest) = (value.and_then(|value| value.get(*place)), below);
    }
    if rest.is_empty() {
        return Some(field.clone());
    }
    let nothing = Json::Null;
    let value = value.unwrap_or(&nothing);
    field_at(&*table_within(&field.kind, value)?, rest, value)
}

/// The table that a value of a kind is. Returns `None` if it is a single value.
pub(super) fn table_within(kind: &Kind, value: &Json) -> Option<Arc<Schema>> {
    match kind {
        Kind::Table(inner) | Kind::Plural(inner) => Some(inner.clone()),
        Kind::Picture(file) => Some(picture::schema(*file)),
        Kind::Variants(variants) => {
            let word = value.get(&*variants.by)?.as_str()?;
            let (_, inner) = variants.tables.iter().find(|(name, _)| **name == *word)?;
            Some(inner.clone())
        }
        _ => None,
    }
}
