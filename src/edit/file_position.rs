//! The meaning of a position in a file: the reference or the definition there, for editors, which show it and rename it.

use std::ops::Range;

use super::rename;
use crate::{
    build::Snapshot,
    content::{Content, Entry},
    diagnostic::{FileId, Files, Span, renamed},
    schema::{
        FileType, Table,
        decode::{Reference, value::ImageFile},
        with_article,
    },
    source::Sources,
};

/// A position of a file in a state of the project.
#[derive(Clone, Copy)]
pub struct FilePosition<'a> {
    pub sources: &'a Sources,
    pub content: &'a Content,
    /// `None` if mistakes leave no site.
    pub snapshot: Option<&'a Snapshot>,
    pub file: FileId,
    /// The position in bytes.
    pub offset: usize,
}

/// The name of an entry or picture at a position.
pub struct NamedThing {
    /// The noun for `gympress rename`.
    pub noun: String,
    /// The id or the file name.
    pub text: String,
    /// The bytes at which it is written.
    pub range: Range<usize>,
}

impl<'a> FilePosition<'a> {
    pub fn text(&self) -> &'a str {
        self.sources.text(self.file)
    }

    fn holds(&self, span: Span) -> bool {
        span.file == self.file
            && (span.range().start..=span.range().end).contains(&self.offset)
            && span.start < span.end
    }

    /// The reference at the position, or the entry that is defined there, with its place.
    pub fn reference(&self) -> Option<(Reference, Span)> {
        let mut shortest: Option<(Reference, Span)> = None;
        let all = self.content.in_all_languages().flat_map(|content| content.references.iter());
        for (reference, places) in all {
            if !matches!(reference, Reference::Entry { .. } | Reference::File(_) | Reference::Path(_)) {
                continue;
            }
            for place in places.iter().filter(|place| self.holds(**place)) {
                let length = place.end - place.start;
                if shortest.as_ref().is_none_or(|(_, known)| length < known.end - known.start) {
                    shortest = Some((reference.clone(), *place));
                }
            }
        }
        shortest.or_else(|| self.defined_entry())
    }

    /// The entry that is defined at the position, with its place.
    fn defined_entry(&self) -> Option<(Reference, Span)> {
        for (collection, entries) in &self.content.collections {
            if let Some(entry) = entries.iter().find(|entry| self.holds(entry.span)) {
                let (collection, id) = (collection.clone(), entry.id.clone());
                return Some((Reference::Entry { collection, id }, entry.span));
            }
        }
        None
    }

    /// The entry or page that the file as a whole defines.
    pub fn own(&self) -> Option<Reference> {
        let path = &self.sources.get(self.file)?.path;
        match self.content.project.types.file_type(path)? {
            (FileType::Entry(collection_type), id) => {
                Some(Reference::Entry { collection: collection_type.collection.name.clone(), id: id.into() })
            }
            (FileType::Page(_), _) => Some(Reference::Path(self.address()?.into())),
            (FileType::Single(..), _) => None,
        }
    }

    /// The address of the first page of the file.
    pub fn address(&self) -> Option<String> {
        let page = self.snapshot?.main.routes.pages().find(|page| page.address.file == self.file);
        page.map(|page| page.address.path.to_string())
    }

    fn entry(&self, reference: &Reference) -> Option<&'a Entry> {
        let Reference::Entry { collection, id } = reference else { return None };
        self.content.entries(collection).iter().find(|entry| entry.id == *id)
    }

    /// A description of the target of a reference, in Markdown.
    pub fn describe(&self, reference: &Reference) -> Option<String> {
        match reference {
            Reference::Entry { collection, id } => {
                let entry = self.entry(reference)?;
                let collection_type = self.content.project.types.collections.get(collection)?;
                let title = title(&entry.table).unwrap_or(id);
                let address =
                    collection_type.path(entry.slug()).map(|path| format!("\n\n{path}")).unwrap_or_default();
                let file = self.sources.path(entry.file);
                let noun = with_article(&collection_type.collection.nouns[0]);
                Some(format!("**{title}**, {noun} of {file}{address}"))
            }
            Reference::File(file) => {
                picture_size(file.as_str(), self.snapshot?).map(|size| format!("{size} pixels"))
            }
            Reference::Path(path) => {
                let route = self.snapshot?.main.routes.get(path)?;
                let title = route.page().map_or("", |page| &page.meta.title);
                Some(format!("**{title}**, {path} of {}", self.sources.path(route.content())))
            }
            Reference::Link { .. } | Reference::Placeholder | Reference::Default(_) => None,
        }
    }

    /// The definition of the target of a reference, which is written at `written`.
    pub fn definition(&self, reference: &Reference, written: Span) -> Option<Span> {
        let Reference::Path(path) = reference else { return Some(self.entry(reference)?.span) };
        let route = self.snapshot?.main.routes.get(path)?;
        let anchor = self.text().get(written.range()).and_then(|written| written.split_once('#'));
        let anchor = anchor.map(|(_, anchor)| anchor.trim_matches(['"', '\'', ')']));
        let mut sections = route.page().into_iter().flat_map(|page| page.sections());
        let section = sections.find(|section| Some(&*section.id) == anchor);
        Some(section.map_or(Span::whole(route.content()), |section| section.table.span))
    }

    /// The entry or picture at the position that can be renamed.
    pub fn name(&self) -> Option<NamedThing> {
        let (reference, span) = self.reference()?;
        let collections = &self.content.project.types.collections;
        let noun = |collection: &str| Some(collections.get(collection)?.collection.nouns[0].to_string());
        let (noun, text) = match &reference {
            Reference::Entry { collection, id } => (noun(collection)?, id.to_string()),
            Reference::File(file) => (rename::PICTURE.to_owned(), file.as_str().to_owned()),
            Reference::Path(path) => {
                let entry = self.snapshot?.main.routes.get(path)?.entry()?;
                (noun(&entry.collection)?, entry.id.to_string())
            }
            Reference::Link { .. } | Reference::Placeholder | Reference::Default(_) => return None,
        };
        let (within, _) = renamed(self.text().get(span.range())?, &text, "")?;
        Some(NamedThing { noun, text, range: span.part(within).range() })
    }
}

/// The title of an entry, or another text that can stand for it.
pub fn title(table: &Table) -> Option<&str> {
    ["title", "name", "heading", "text"].iter().find_map(|key| table.text(key))
}

/// Width and height of a picture that content shows.
pub fn picture_size(name: &str, snapshot: &Snapshot) -> Option<String> {
    let picture = snapshot.pictures.get(&ImageFile::new(name)?)?;
    let (width, height) = picture.size();
    Some(format!("{width} × {height}"))
}
