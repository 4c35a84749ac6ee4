//! The entries that refer to an entry, by a field or by a link in a text.

use std::sync::{Arc, OnceLock};

use foldhash::HashMap;

use super::Site;
use crate::{
    content::{Content, EntryId, References},
    diagnostic::FileId,
    schema::{Name, decode::Reference},
};

/// The collection of an entry, and its position in it.
type EntryPlace = (Name, usize);

/// Entries by the entries that they refer to, collected on first use.
#[derive(Debug)]
pub struct Mentions {
    references: Arc<References>,
    by_target: OnceLock<HashMap<EntryId, Vec<EntryPlace>>>,
}

impl Mentions {
    pub(super) fn collect(content: &Content) -> Self {
        Self { references: content.references.clone(), by_target: OnceLock::new() }
    }
}

impl Site {
    /// The entries of one collection, or of all, that refer to an entry: by collection, in the order of each.
    pub fn mentions(&self, collection: &str, id: &str, from: Option<&str>) -> Vec<EntryId> {
        let by_target = self.mentions.by_target.get_or_init(|| self.by_target());
        let target = EntryId { collection: Name::from(collection), id: Arc::from(id) };
        let mut places = by_target.get(&target).cloned().unwrap_or_default();
        places.retain(|(collection, _)| from.is_none_or(|from| **collection == *from));
        // The facts of an edition, among which references are, are said in the main language.
        let main = self.original.iter().flat_map(|original| original.mentions(collection, id, from));
        let main: Vec<EntryPlace> = main.filter_map(|mention| self.place_of(mention)).collect();
        if !main.is_empty() {
            places.extend(main);
            places.sort_unstable();
            places.dedup();
        }
        places.iter().filter_map(|(collection, place)| self.id_at(collection, *place)).collect()
    }

    fn place_of(&self, EntryId { collection, id }: EntryId) -> Option<EntryPlace> {
        let place = self.list(&collection)?.place(&id)?;
        Some((collection, place))
    }

    fn id_at(&self, collection: &Name, place: usize) -> Option<EntryId> {
        let entry = self.entries(collection).get(place)?;
        Some(EntryId { collection: collection.clone(), id: entry.id.clone() })
    }

    fn by_target(&self) -> HashMap<EntryId, Vec<EntryPlace>> {
        let files = self.places_of_files();
        let mut by_target: HashMap<EntryId, Vec<EntryPlace>> = HashMap::default();
        for (reference, places) in self.mentions.references.iter() {
            let Some(target) = self.target(reference) else { continue };
            let mentioning = places.iter().filter_map(|place| files.get(&place.file));
            let others = mentioning
                .filter(|(collection, place)| self.id_at(collection, *place).as_ref() != Some(&target));
            let others: Vec<EntryPlace> = others.cloned().collect();
            by_target.entry(target).or_default().extend(others);
        }
        for places in by_target.values_mut() {
            places.sort_unstable();
            places.dedup();
        }
        by_target
    }

    /// The entry of each file that has exactly one.
    fn places_of_files(&self) -> HashMap<FileId, EntryPlace> {
        let mut places = HashMap::default();
        for (name, declared) in &self.project.types.collections {
            if declared.collection.listed.is_none() {
                let entries = self.entries(name).iter().enumerate();
                places.extend(entries.map(|(place, entry)| (entry.file, (name.clone(), place))));
            }
        }
        places
    }

    /// The entry that a reference leads to.
    fn target(&self, reference: &Reference) -> Option<EntryId> {
        if let Some(original) = &self.original {
            return original.target(reference);
        }
        match reference {
            Reference::Entry { collection, id } => {
                Some(EntryId { collection: Name::from(&**collection), id: id.clone() })
            }
            Reference::Path(path) => self.project.types.collections.iter().find_map(|(name, declared)| {
                let slug = path.strip_prefix(declared.root()?)?.strip_suffix('/')?;
                let id = self.list(name)?.at_slug(slug)?.id.clone();
                Some(EntryId { collection: name.clone(), id })
            }),
            Reference::File(_) | Reference::Link { .. } | Reference::Placeholder | Reference::Default(_) => {
                None
            }
        }
    }
}
