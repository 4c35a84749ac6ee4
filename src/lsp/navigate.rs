//! What a word means, where it is defined and used, and another name for it.

use std::ops::Range;

use super::{
    Refusal, Server,
    checker::{Analysis, Environment},
    completion::{picture_size, title},
    publish::View,
    text,
};
use crate::{
    content::Entry,
    diagnostic::{Edit, FileId, Files, Lines, Span, renamed},
    edit::{
        fix,
        rename::{self, Request},
    },
    routes::Subject,
    schema::{
        Field, FileType, TableType,
        decode::{Block, IMAGES, Outline, Part, Reference},
    },
};
use lsp_server::ErrorCode;
use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, Hover, HoverContents, Location, MarkupContent, MarkupKind,
    PrepareRenameResponse, ReferenceParams, RenameParams, SymbolKind, TextDocumentPositionParams, Url,
    WorkspaceEdit,
};

/// A place of a file in a state of the project.
struct Spot<'a> {
    analysis: &'a Analysis,
    file: FileId,
    offset: usize,
}

impl<'a> Spot<'a> {
    fn new(
        analysis: &'a Analysis,
        environment: &Environment,
        server: &Server,
        at: &TextDocumentPositionParams,
    ) -> Option<Self> {
        let path = environment.root.unsaved_path(&at.text_document.uri)?;
        let (file, text) = analysis.sources.text_at(&path)?;
        let offset = text::offset(&Lines::new(&text.text, server.unit()), at.position);
        Some(Self { analysis, file, offset })
    }

    fn text(&self) -> &'a str {
        self.analysis.sources.text(self.file)
    }

    fn holds(&self, span: Span) -> bool {
        span.file == self.file
            && (span.range().start..=span.range().end).contains(&self.offset)
            && span.start < span.end
    }

    /// What is referred to here, or defined, and where.
    fn reference(&self) -> Option<(Reference, Span)> {
        let content = &self.analysis.content;
        let places = content
            .references
            .iter()
            .flat_map(|(reference, places)| places.iter().map(move |place| (reference, *place)));
        let named = places.filter(|(reference, place)| {
            self.holds(*place)
                && matches!(reference, Reference::Entry { .. } | Reference::File(_) | Reference::Page(_))
        });
        let within = named.min_by_key(|(_, place)| place.end - place.start);
        within.map(|(reference, place)| (reference.clone(), place)).or_else(|| {
            let mut entries = content
                .collections
                .iter()
                .flat_map(|(name, entries)| entries.iter().map(move |entry| (name, entry)));
            let (name, entry) = entries.find(|(_, entry)| self.holds(entry.span))?;
            Some((Reference::Entry { collection: name.clone(), id: entry.id.clone() }, entry.span))
        })
    }

    /// What the file is as a whole.
    fn own(&self) -> Option<Reference> {
        let path = &self.analysis.sources.get(self.file)?.path;
        match self.analysis.content.types.file_type(path)? {
            (FileType::Entry(found), id) => {
                Some(Reference::Entry { collection: found.collection.name.clone(), id: id.into() })
            }
            (FileType::Page(_), _) => Some(Reference::Page(self.address()?.into())),
            (FileType::Single(..), _) => None,
        }
    }

    /// The address of the first page of the file.
    fn address(&self) -> Option<String> {
        let snapshot = self.analysis.snapshot.as_ref()?;
        snapshot.routes.pages().find(|page| page.file == self.file).map(|page| page.path.to_string())
    }

    fn entry(&self, reference: &Reference) -> Option<&'a Entry> {
        let Reference::Entry { collection, id } = reference else { return None };
        self.analysis.content.entries(collection).iter().find(|entry| entry.id == *id)
    }

    /// What there is to say of what is referred to.
    fn describe(&self, reference: &Reference) -> Option<String> {
        let analysis = self.analysis;
        match reference {
            Reference::Entry { collection, id } => {
                let entry = self.entry(reference)?;
                let found = analysis.content.types.collections.get(collection)?;
                let title = title(&entry.table).unwrap_or(id);
                let address = found.path(id).map(|path| format!("\n\n{path}")).unwrap_or_default();
                let file = analysis.sources.path(entry.file);
                Some(format!("**{title}**, a {} of {file}{address}", found.collection.nouns[0]))
            }
            Reference::File(file) => {
                picture_size(file.as_str(), analysis).map(|size| format!("{size} pixels"))
            }
            Reference::Page(path) => {
                let route = analysis.snapshot.as_ref()?.routes.get(path)?;
                let title = route.page().map_or("", |page| &page.title);
                Some(format!("**{title}**, {path} of {}", analysis.sources.path(route.content())))
            }
            Reference::Placeholder | Reference::Default(_) => None,
        }
    }

    /// Where it is defined.
    fn definition(&self, reference: &Reference, written: Span) -> Option<Span> {
        let Reference::Page(path) = reference else { return Some(self.entry(reference)?.span) };
        let snapshot = self.analysis.snapshot.as_ref()?;
        let route = snapshot.routes.get(path)?;
        let anchor = self.text().get(written.range()).and_then(|written| written.split_once('#'));
        let anchor = anchor.map(|(_, anchor)| anchor.trim_matches(['"', '\'', ')']));
        let section = route.page().and_then(|page| match &page.subject {
            Subject::Sections { page, .. } => {
                page.sections.iter().find(|section| Some(&*section.id) == anchor)
            }
            _ => None,
        });
        Some(section.map_or(Span::whole(route.content()), |section| section.table.span))
    }
}

impl Server {
    pub(super) fn hover(&self, at: TextDocumentPositionParams) -> Option<Hover> {
        let (analysis, environment) = self.newest()?;
        let spot = Spot::new(&analysis, environment, self, &at)?;
        let path = &analysis.sources.get(spot.file)?.path;
        let (file_type, _) = analysis.content.types.file_type(path)?;
        let place = Outline::new(spot.text()).at(spot.offset)?;
        let mut parts: Vec<String> = Vec::new();
        parts.extend(spot.reference().and_then(|(reference, _)| spot.describe(&reference)));
        if let Some(table) = TableType::new(file_type.schema(), &place.tables) {
            let written = spot.text().get(place.range.clone()).unwrap_or_default().trim_matches(['"', '\'']);
            match &place.part {
                Part::Key => parts.extend(table.field(written).map(Field::explained)),
                Part::Value { key, .. } => {
                    let chosen = table.variants.as_ref().filter(|variants| *variants.by == **key);
                    let chosen = chosen.and(table.schema.as_ref());
                    parts.extend(
                        chosen
                            .map(|chosen| chosen.help.to_string())
                            .or_else(|| table.field(key).map(Field::explained)),
                    );
                }
                Part::Header => parts.extend(table.schema.as_ref().map(|schema| schema.help.to_string())),
            }
        }
        if place.tables.len() == 1 && place.part == Part::Key {
            parts.extend(spot.address());
        }
        let contents = MarkupContent { kind: MarkupKind::Markdown, value: parts.join("\n\n---\n\n") };
        let range = text::range(&Lines::new(spot.text(), self.unit()), place.range);
        (!parts.is_empty()).then_some(Hover { contents: HoverContents::Markup(contents), range: Some(range) })
    }

    /// Where the word at a place is defined: an entry, a picture, a page or a section of it, the type of a section, a field.
    pub(super) fn definition(&self, at: TextDocumentPositionParams) -> Option<Location> {
        let (analysis, environment) = self.newest()?;
        let spot = Spot::new(&analysis, environment, self, &at)?;
        let mut view = View::new(&analysis, &environment.root, self.unit());
        if let Some((reference, written)) = spot.reference() {
            if let Reference::File(file) = &reference {
                let address = environment.root.address(&format!("{IMAGES}{}", file.as_str()))?;
                return Some(Location::new(address, lsp_types::Range::default()));
            }
            return view.location(spot.definition(&reference, written)?);
        }
        let path = &analysis.sources.get(spot.file)?.path;
        let (file_type, _) = analysis.content.types.file_type(path)?;
        let place = Outline::new(spot.text()).at(spot.offset)?;
        let table = TableType::new(file_type.schema(), &place.tables)?;
        let written = spot.text().get(place.range).unwrap_or_default().trim_matches(['"', '\'']);
        let span = match place.part {
            Part::Key => table.field(written)?.span,
            Part::Value { .. } | Part::Header => table.schema?.span,
        };
        view.location(span)
    }

    /// Everywhere the word at a place is used, or else the entry or page of the file.
    pub(super) fn references(&self, params: ReferenceParams) -> Option<Vec<Location>> {
        let (analysis, environment) = self.newest()?;
        let spot = Spot::new(&analysis, environment, self, &params.text_document_position)?;
        let found = spot.reference();
        let reference = found.as_ref().map(|(reference, _)| reference.clone()).or_else(|| spot.own())?;
        let mut places = analysis.content.references.get(&reference).cloned().unwrap_or_default();
        if params.context.include_declaration {
            places.extend(spot.definition(&reference, Span::NOWHERE));
        }
        places.sort();
        let mut view = View::new(&analysis, &environment.root, self.unit());
        Some(places.into_iter().filter_map(|place| view.location(place)).collect())
    }

    /// The word at a place, if it is the id of an entry or the name of a picture.
    pub(super) fn prepare_rename(&self, at: TextDocumentPositionParams) -> Option<PrepareRenameResponse> {
        let (analysis, environment) = self.newest()?;
        let spot = Spot::new(&analysis, environment, self, &at)?;
        let (_, old, range) = named(&spot)?;
        let range = text::range(&Lines::new(spot.text(), self.unit()), range);
        Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: old })
    }

    pub(super) fn rename(&self, params: RenameParams) -> Result<WorkspaceEdit, Refusal> {
        let refused = |why: String| (ErrorCode::RequestFailed, why);
        let nothing = || refused("only entries and pictures can be renamed".to_owned());
        let (analysis, environment) = self.newest().ok_or_else(nothing)?;
        let spot =
            Spot::new(&analysis, environment, self, &params.text_document_position).ok_or_else(nothing)?;
        let (noun, old, _) = named(&spot).ok_or_else(nothing)?;
        let Some(snapshot) =
            analysis.snapshot.as_ref().filter(|_| !analysis.diagnostics.iter().any(rename::is_in_the_way))
        else {
            return Err(refused(
                "content has mistakes: correct them first, so that no reference is missed".to_owned(),
            ));
        };
        let request = Request { noun: &noun, old: &old, new: &params.new_name };
        let plan = rename::plan(request, &analysis.sources, &analysis.content, &snapshot.routes);
        let plan = plan.map_err(|refusal| refused(refusal.to_string()))?;
        let mut edits: Vec<Edit> = Vec::new();
        for change in plan.changes() {
            let Some((file, before)) = analysis.sources.text_at(&change.before.path) else { continue };
            edits.extend(fix::line_edits(file, &before.text, &change.after.text));
        }
        let mut view = View::new(&analysis, &environment.root, self.unit());
        let address = |path: &str| environment.root.address(path);
        let moved = plan.moved.and_then(|(from, to)| Some((address(&from)?, address(&to)?)));
        let edit = self.edit(&edits, moved, &mut view);
        edit.ok_or_else(|| refused("this editor can't rename files: `gympress rename` does it".to_owned()))
    }

    /// The tables of a file.
    pub(super) fn symbols(&self, params: DocumentSymbolParams) -> Option<Vec<DocumentSymbol>> {
        let text = &self
            .documents
            .get(&params.text_document.uri)
            .filter(|_| is_toml(&params.text_document.uri))?
            .text;
        let lines = Lines::new(text, self.unit());
        let outline = Outline::new(text);
        let blocks = outline.blocks.iter().skip(1);
        Some(blocks.map(|block| symbol(block, &lines)).collect())
    }
}

fn is_toml(address: &Url) -> bool {
    address.path().ends_with(".toml") || address.path().ends_with(".md")
}

#[allow(deprecated, reason = "it is a field of the protocol")]
fn symbol(block: &Block, lines: &Lines<'_>) -> DocumentSymbol {
    let value = |keys: &[&str]| {
        let value =
            |key: &&str| block.entries.iter().find(|(other, _)| other == key).map(|(_, value)| value.clone());
        keys.iter().find_map(value)
    };
    let detail = value(&["heading", "title", "name", "class", "id", "date", "days", "from"]);
    let name = block.path.join(".");
    let name = if name.is_empty() { "[]".to_owned() } else { name };
    DocumentSymbol {
        name: value(&["type"]).map(|kind| format!("{name}: {kind}")).unwrap_or(name),
        detail,
        kind: SymbolKind::STRUCT,
        tags: None,
        deprecated: None,
        range: text::range(lines, block.range.clone()),
        selection_range: text::range(lines, block.header.clone()),
        children: None,
    }
}

/// What an entry or picture at a place is called, its id or file name, and where that is written.
fn named(spot: &Spot<'_>) -> Option<(String, String, Range<usize>)> {
    let (reference, span) = spot.reference()?;
    let types = &spot.analysis.content.types;
    let noun = |collection: &str| Some(types.collections.get(collection)?.collection.nouns[0].to_string());
    let (noun, old) = match &reference {
        Reference::Entry { collection, id } => (noun(collection)?, id.to_string()),
        Reference::File(file) => (rename::PICTURE.to_owned(), file.as_str().to_owned()),
        Reference::Page(path) => {
            let entry = spot.analysis.snapshot.as_ref()?.routes.get(path)?.entry()?.clone();
            (noun(&entry.collection)?, entry.id.to_string())
        }
        Reference::Placeholder | Reference::Default(_) => return None,
    };
    let (at, _) = renamed(spot.text().get(span.range())?, &old, "")?;
    let start = span.range().start;
    Some((noun, old, start + at.start..start + at.end))
}
