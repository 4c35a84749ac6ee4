//! Entries that had other ids once, under which references still find them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::Entry;
use crate::{
    decode::{Reference, Spanned},
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span},
    schema::{Data, EntryRef, Name, Table, Types, WAS},
};

/// The entries of all collections by their older ids.
#[derive(Debug, Default)]
pub struct Renamed(BTreeMap<Name, BTreeMap<Arc<str>, CurrentId>>);

#[derive(Debug)]
struct CurrentId {
    id: Arc<str>,
    /// Where the older id stands.
    span: Span,
}

impl Renamed {
    /// The older ids that entries state. One that is the id of an entry, or is stated twice, is reported.
    pub(super) fn collect(
        collections: &BTreeMap<Name, Arc<Vec<Entry>>>,
        types: &Types,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut all = Self::default();
        for (name, entries) in collections {
            let stating = entries.iter().filter(|entry| !entry.table.list(WAS).is_empty());
            let stating: Vec<&Entry> = stating.collect();
            let Some(found) = types.collections.get(name).filter(|_| !stating.is_empty()) else { continue };
            let noun = &found.collection.nouns[0];
            let ids: BTreeMap<&str, Span> = entries.iter().map(|entry| (&*entry.id, entry.span)).collect();
            let known = all.0.entry(name.clone()).or_default();
            for (entry, old, span) in stating.into_iter().flat_map(older_ids) {
                let other = ids.get(&*old).or_else(|| known.get(&old).map(|now| &now.span));
                if let Some(other) = other {
                    let message = format!("\"{old}\" is the id of a {noun}, or was that of another one");
                    diagnostics.push(
                        Diagnostic::new(Code::DuplicateId, span, message)
                            .related(*other, "it is said here")
                            .help(format!("remove it from \"{WAS}\"")),
                    );
                    continue;
                }
                known.insert(old, CurrentId { id: entry.id.clone(), span });
            }
        }
        all.0.retain(|_, known| !known.is_empty());
        all
    }

    /// The id that an entry has now which once had the other one.
    pub fn now(&self, collection: &str, old: &str) -> Option<&str> {
        Some(&self.0.get(collection)?.get(old)?.id)
    }

    /// The files that refer to entries by older ids.
    pub(super) fn files<'m>(
        &self,
        references: impl Iterator<Item = (&'m Reference, &'m [Span])>,
    ) -> BTreeSet<FileId> {
        let is_old = |mention: &Reference| matches!(mention, Reference::Entry { collection, id } if self.now(collection, id).is_some());
        let places = references.filter(|(mention, _)| !self.0.is_empty() && is_old(mention));
        places.flat_map(|(_, places)| places).map(|place| place.file).collect()
    }

    /// The table with the ids that entries have now.
    pub(super) fn table(&self, table: &Table) -> Arc<Table> {
        let fields = table.iter().map(|(key, value)| (key.clone(), self.value(value)));
        Arc::new(Table::new(table.schema.clone(), fields.collect(), table.span))
    }

    fn value(&self, value: &Spanned<Data>) -> Spanned<Data> {
        let data = match &value.value {
            Data::Ref(EntryRef { collection, id }) => {
                let id = self.now(&collection.name, id).map_or_else(|| id.clone(), Into::into);
                Data::Ref(EntryRef { collection: collection.clone(), id })
            }
            Data::List(elements) => Data::List(elements.iter().map(|element| self.value(element)).collect()),
            Data::Table(table) => Data::Table(self.table(table)),
            other => other.clone(),
        };
        Spanned { value: data, span: value.span }
    }
}

/// The ids that the entry once had, each with its place.
fn older_ids(entry: &Entry) -> impl Iterator<Item = (&Entry, Arc<str>, Span)> {
    let old = entry.table.list(WAS).iter().filter(|element| element.span.is_somewhere());
    old.filter_map(move |element| Some((entry, element.value.as_id()?.into(), element.span)))
}
