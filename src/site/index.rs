//! All ids of the site by collection, and the check of every reference to them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::{
    content::{Content, Entry},
    diagnostic::{
        Applicability, Diagnostic, Diagnostics, Edit, Files, Fix, Span, code, diagnostic, nearest, report,
    },
    schema::{
        Collection, CollectionFiles, EntryRef, Ids, Name,
        decode::{FOLDER, FONT, FONT_EXTENSION, FONTS, IMAGE, IMAGES, Reference, is_element},
    },
    source::{Sources, paths::extension},
};

/// The ids of every collection, with the places of their definitions.
#[derive(Debug, Default)]
pub struct EntryIndex {
    ids: BTreeMap<Name, BTreeMap<Arc<str>, Span>>,
    /// The collections with an unreadable id.
    incomplete: BTreeSet<Name>,
    /// The collections and ids of entries in misplaced files.
    misplaced: BTreeSet<(Name, String)>,
}

impl EntryIndex {
    /// Collects the ids of `content`, and reports those that are given twice.
    pub fn build(content: &Content, diagnostics: &mut Diagnostics) -> Self {
        let mut index = Self { misplaced: content.misplaced.clone(), ..Self::default() };
        for (name, entries) in &content.collections {
            let Some(found) = content.project.types.collections.get(name) else { continue };
            match &found.collection.listed {
                None => {
                    let ids = entries.iter().map(|entry| (entry.id.clone(), entry.span)).collect();
                    index.ids.insert(name.clone(), ids);
                }
                Some(_) => index.add_rows(&found.collection, entries, content, diagnostics),
            }
        }
        index
    }

    /// Adds the ids of the rows in one file.
    fn add_rows(
        &mut self,
        collection: &Collection,
        entries: &[Entry],
        content: &Content,
        diagnostics: &mut Diagnostics,
    ) {
        let known = self.ids.entry(collection.name.clone()).or_default();
        let mut readable = 0;
        for Entry { id, span, .. } in entries {
            if !span.is_somewhere() {
                // References to the intended id aren't reported.
                self.incomplete.insert(collection.name.clone());
                self.misplaced.insert((collection.name.clone(), id.to_string()));
                continue;
            }
            readable += 1;
            if let Some(first) = known.get(id) {
                report!(diagnostics, code::DUPLICATE_ID, *span,
                    "the {} {} is defined twice", collection.nouns[0], collection.quoted(id);
                    label: "the second time";
                    related: *first => "it is first defined here";
                    help: "give one of the two another id, or remove it");
            } else {
                known.insert(id.clone(), *span);
            }
        }
        let is_whole = entries.first().is_some_and(|entry| content.knows(entry.file));
        // A missing file hides no ids.
        let is_there = collection.listed.as_ref().is_some_and(|listed| content.has_single(&listed.single));
        if is_there && (!is_whole || readable == 0) {
            self.incomplete.insert(collection.name.clone());
        }
    }

    pub fn ids_of(&self, collection: &str) -> impl Iterator<Item = &str> {
        self.ids.get(collection).into_iter().flat_map(|ids| ids.keys().map(|id| &**id))
    }

    /// The ids and pictures that editors complete.
    pub fn for_schemas(&self, sources: &Sources) -> Ids {
        let entries =
            self.ids.keys().map(|name| (name.clone(), self.ids_of(name).map(str::to_owned).collect()));
        let images = names_below(IMAGES, sources).filter(|name| is_picture(name));
        let images = images.map(str::to_owned).collect();
        let folders =
            names_below(IMAGES, sources).filter_map(|name| Some(name.rsplit_once('/')?.0.to_owned()));
        let folders: BTreeSet<String> = folders.collect();
        let fonts = names_below(FONTS, sources).filter(|name| name.ends_with(FONT_EXTENSION));
        let fonts: Vec<String> = fonts.map(str::to_owned).collect();
        let mut texts = BTreeMap::from([(IMAGE.name(), images)]);
        if !folders.is_empty() {
            texts.insert(FOLDER.name(), folders.into_iter().collect());
        }
        // In a project without fonts, any name may be that of its first font.
        if !fonts.is_empty() {
            texts.insert(FONT.name(), fonts);
        }
        Ids { entries: entries.collect(), texts }
    }

    /// Reports every reference to a missing entry.
    pub(super) fn check_references(&self, content: &Content, diagnostics: &mut Diagnostics) {
        for (reference, places) in content.references.iter() {
            if let Reference::Entry { collection, id } = reference
                && let Some(found) = content.project.types.collections.get(&**collection)
                && !self.may_have(&found.collection, id)
            {
                let collection = &found.collection;
                diagnostics.extend(self.unknown_references(collection, id, places, &content.project.sources));
            }
        }
    }

    /// Reports all places that refer to the same missing entry.
    fn unknown_references(
        &self,
        collection: &Collection,
        id: &str,
        places: &[Span],
        sources: &Sources,
    ) -> Option<Diagnostic> {
        let mut places = places.to_vec();
        places.sort();
        let (first, others) = places.split_first()?;
        let mut diagnostic = self.unknown_reference(collection, id, *first);
        if !others.is_empty() {
            diagnostic.message.push_str(&format!(", to which {} places refer", places.len()));
        }
        let ids = self.ids_of(&collection.name).filter(|_| !collection.is_numbered());
        let diagnostic = match self.several(collection, id) {
            Some(several) => as_list(diagnostic, *first, &several, sources),
            None => diagnostic.did_you_mean(sources, id, ids),
        };
        Some(diagnostic.also_at(others, sources))
    }

    /// Splits a text at its commas into ids. Returns `None` if one of them isn't known.
    fn several(&self, collection: &Collection, written: &str) -> Option<Vec<String>> {
        let ids = written.split(',').map(|id| id.trim().to_lowercase().replace(' ', "-"));
        let ids: Vec<String> = ids.collect();
        (ids.len() > 1 && ids.iter().all(|id| self.has(collection, id))).then_some(ids)
    }

    /// True if there is such an entry, or if an unreadable id may be this one.
    fn may_have(&self, collection: &Collection, id: &str) -> bool {
        self.has(collection, id)
            || self.misplaced.contains(&(collection.name.clone(), id.to_owned()))
            || self.incomplete.contains(&collection.name) && self.nearest(collection, id).is_none()
    }

    fn has(&self, collection: &Collection, id: &str) -> bool {
        self.ids.get(&collection.name).is_some_and(|ids| ids.contains_key(id))
    }

    /// The entry whose id a missing one probably means.
    fn nearest(&self, collection: &Collection, id: &str) -> Option<&str> {
        let ids = self.ids.get(&collection.name).filter(|_| !collection.is_numbered())?;
        nearest(id, ids.keys().map(|id| &**id))
    }

    /// The id that a reference means: its own if there is such an entry, else the nearest.
    pub fn intended<'s>(&'s self, reference: &'s EntryRef) -> Option<&'s str> {
        let EntryRef { collection, id } = reference;
        if self.has(collection, id) { Some(id) } else { self.nearest(collection, id) }
    }

    fn unknown_reference(&self, collection: &Collection, id: &str, span: Span) -> Diagnostic {
        let [noun, nouns] = &collection.nouns;
        let known: Vec<String> = self.ids_of(&collection.name).map(|id| collection.quoted(id)).collect();
        let shown = known.get(..known.len().min(SHOWN_IDS)).unwrap_or_default().join(", ");
        let rest = if known.len() > SHOWN_IDS { ", ..." } else { "" };
        let place = collection.defined_in();
        let help = if known.is_empty() {
            format!("there are no {nouns}: each is defined in {place}")
        } else {
            format!("the {nouns} are {shown}{rest}, defined in {place}")
        };
        diagnostic!(code::UNKNOWN_REFERENCE, span, "there is no {noun} {}", collection.quoted(id);
            label: "no {noun} has this id";
            help)
    }
}

/// Adds a fix that replaces the text at `place` by a list of its ids.
fn as_list(diagnostic: Diagnostic, place: Span, ids: &[String], sources: &Sources) -> Diagnostic {
    let ids: Vec<String> = ids.iter().map(|id| format!("\"{id}\"")).collect();
    let is_element = is_element(sources.text(place.file), place);
    let list = if is_element { ids.join(", ") } else { format!("[{}]", ids.join(", ")) };
    let help = format!("each id is a text of its own: {list}");
    diagnostic.help(help).fix(Fix::new(vec![Edit::new(place, list)], Applicability::Certain))
}

/// The number of ids to name in a message if none is like the unknown one.
const SHOWN_IDS: usize = 8;

/// The files below a folder, by their paths in it.
fn names_below<'s>(folder: &'s str, sources: &'s Sources) -> impl Iterator<Item = &'s str> {
    sources.binaries_below(folder).filter_map(move |path| path.strip_prefix(folder))
}

fn is_picture(name: &str) -> bool {
    let extension = extension(name).to_ascii_lowercase();
    ["jpg", "jpeg", "png", "webp", "avif", "gif"].contains(&extension.as_str())
}
