//! The types of translations for editors: each by what its original says.

use std::sync::Arc;

use super::CONTENT;
use crate::{
    content::Content,
    diagnostic::Files as _,
    schema::{FileType, Schema, Table, TranslationType, Types},
};

impl Content {
    /// The type of the file of content at a path; of a translation, with the very keys that its original has.
    pub fn schema_at(&self, path: &str) -> Option<Arc<Schema>> {
        if let Some((file_type, _)) = self.project.types.file_type(path) {
            return Some(file_type.schema().clone());
        }
        let mut editions = self.project.types.editions.iter();
        let (types, main) = editions.find_map(|types| Some((types, original_path(path, types)?)))?;
        let (table, kind) = (self.table_at(&main)?, self.project.types.file_type(&main)?.0);
        let schema = match kind {
            FileType::Single(name, _) => types.singles.get(name)?,
            FileType::Entry(found) => &types.collections.get(&found.collection.name)?.schema,
            FileType::Page(_) => &types.page,
        };
        Some(Arc::new(TranslationType::new(table, schema, Vec::new(), None).schema))
    }

    /// True for a file of the folder of a further language that is laid over one of the main language.
    pub fn is_translation(&self, path: &str) -> bool {
        self.project.types.editions.iter().any(|types| original_path(path, types).is_some())
    }

    /// The table of a file of the main language.
    fn table_at(&self, path: &str) -> Option<&Arc<Table>> {
        let sources = &self.project.sources;
        match self.project.types.file_type(path)?.0 {
            FileType::Single(name, _) => self.singles.get(name),
            FileType::Entry(found) => {
                let mut entries = self.entries(&found.collection.name).iter();
                entries.find(|entry| sources.path(entry.file) == path).map(|entry| &entry.table)
            }
            FileType::Page(_) => {
                let mut pages = self.pages.iter();
                pages.find(|page| sources.path(page.file) == path).map(|page| &page.table)
            }
        }
    }
}

/// The path of the file of which the one at `path` is a translation into the language of these types.
fn original_path(path: &str, types: &Types) -> Option<String> {
    let within = path.strip_prefix(CONTENT)?.strip_prefix(&**types.folder.as_ref()?)?.strip_prefix('/')?;
    Some(format!("{CONTENT}{within}"))
}
