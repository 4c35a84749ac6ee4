//! The meaning of a word, its definition and uses, and new names for it.

use super::{
    LanguageServer, RpcError,
    checker::{Analysis, Environment},
    publish::OpenView,
    text,
};
use crate::{
    content::OriginalPlace,
    diagnostic::{Edit, Files as _, LineIndex, Span},
    edit::{
        file_position::{FilePosition, title},
        fix,
        rename::{self, RenameRequest},
    },
    schema::{
        Field, Table, TableType,
        decode::{Block, CursorPlace, IMAGES, Outline, Part, Reference},
    },
};
use lsp_server::ErrorCode;
use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, Hover, HoverContents, Location, MarkupContent, MarkupKind,
    PrepareRenameResponse, ReferenceParams, RenameParams, SymbolInformation, SymbolKind,
    TextDocumentPositionParams, Url, WorkspaceEdit, WorkspaceSymbolParams,
};

impl LanguageServer {
    fn position<'a>(
        &self,
        analysis: &'a Analysis,
        environment: &Environment,
        at: &TextDocumentPositionParams,
    ) -> Option<FilePosition<'a>> {
        let Analysis { sources, content, .. } = analysis;
        let path = environment.root.unsaved_path(&at.text_document.uri)?;
        let (file, text) = sources.text_at(&path)?;
        let offset = text::offset(&LineIndex::new(&text.text, self.unit()), at.position);
        Some(FilePosition { sources, content, snapshot: analysis.snapshot.as_deref(), file, offset })
    }

    pub(super) fn hover(&self, at: TextDocumentPositionParams) -> Option<Hover> {
        let (analysis, environment) = self.newest()?;
        let position = self.position(&analysis, environment, &at)?;
        let path = &analysis.sources.get(position.file)?.path;
        let schema = analysis.content.schema_at(path)?;
        let place = Outline::new(position.text()).at(position.offset)?;
        let mut parts: Vec<String> = Vec::new();
        parts.extend(original_at(&position, path, &place).map(|original| {
            let file = analysis.sources.path(original.span.file);
            format!("{file} says:\n\n{}", quoted(&original.text))
        }));
        parts.extend(position.reference().and_then(|(reference, _)| position.describe(&reference)));
        if let Some(table) = TableType::new(&schema, &place.tables) {
            let written = unquoted(position.text().get(place.range.clone()).unwrap_or_default());
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
            parts.extend(position.address());
        }
        let contents = MarkupContent { kind: MarkupKind::Markdown, value: parts.join("\n\n---\n\n") };
        let range = text::range(&LineIndex::new(position.text(), self.unit()), place.range);
        (!parts.is_empty()).then_some(Hover { contents: HoverContents::Markup(contents), range: Some(range) })
    }

    /// The definition of the word at a place: an entry, a picture, a page or a section of it, the type of a section, a field.
    pub(super) fn definition(&self, at: TextDocumentPositionParams) -> Option<Location> {
        let (analysis, environment) = self.newest()?;
        let position = self.position(&analysis, environment, &at)?;
        let mut view = OpenView::new(&analysis, &environment.root, self.unit());
        if let Some((reference, written)) = position.reference() {
            if let Reference::File(file) = &reference {
                let address = environment.root.address(&format!("{IMAGES}{}", file.as_str()))?;
                return Some(Location::new(address, lsp_types::Range::default()));
            }
            return view.location(position.definition(&reference, written)?);
        }
        let path = &analysis.sources.get(position.file)?.path;
        let schema = analysis.content.schema_at(path)?;
        let place = Outline::new(position.text()).at(position.offset)?;
        if let Some(original) = original_at(&position, path, &place) {
            return view.location(original.span);
        }
        let table = TableType::new(&schema, &place.tables)?;
        let written = unquoted(position.text().get(place.range).unwrap_or_default());
        let span = match place.part {
            Part::Key => table.field(written)?.span,
            Part::Value { .. } | Part::Header => table.schema?.span,
        };
        view.location(span)
    }

    /// All uses of the word at a place, or else of the entry or page that the file defines.
    pub(super) fn references(&self, params: ReferenceParams) -> Option<Vec<Location>> {
        let (analysis, environment) = self.newest()?;
        let position = self.position(&analysis, environment, &params.text_document_position)?;
        let found = position.reference();
        let reference = found.as_ref().map(|(reference, _)| reference.clone()).or_else(|| position.own())?;
        let all = analysis.content.in_all_languages();
        let named = all.filter_map(|content| content.references.get(&reference));
        let mut places: Vec<Span> = named.flatten().copied().collect();
        if params.context.include_declaration {
            places.extend(position.definition(&reference, Span::NOWHERE));
        }
        places.sort();
        // A text with escapes is, as a whole, the place of each name in it.
        places.dedup();
        let mut view = OpenView::new(&analysis, &environment.root, self.unit());
        Some(places.into_iter().filter_map(|place| view.location(place)).collect())
    }

    /// The word at a place, if it is the id of an entry or the name of a picture.
    pub(super) fn prepare_rename(&self, at: TextDocumentPositionParams) -> Option<PrepareRenameResponse> {
        let (analysis, environment) = self.newest()?;
        let position = self.position(&analysis, environment, &at)?;
        let name = position.name()?;
        let range = text::range(&LineIndex::new(position.text(), self.unit()), name.range);
        Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: name.text })
    }

    pub(super) fn rename(&self, params: RenameParams) -> Result<WorkspaceEdit, RpcError> {
        let nothing = || refused("only entries and pictures can be renamed");
        let (analysis, environment) = self.newest().ok_or_else(nothing)?;
        let position =
            self.position(&analysis, environment, &params.text_document_position).ok_or_else(nothing)?;
        let name = position.name().ok_or_else(nothing)?;
        let editions = rename::addresses(analysis.snapshot.as_deref(), &analysis.diagnostics);
        let Some(editions) = editions else {
            return Err(refused("content has mistakes: correct them first, so that no reference is missed"));
        };
        let request = RenameRequest { noun: &name.noun, old: &name.text, new: &params.new_name };
        let plan = rename::plan(request, &analysis.sources, &analysis.content, &editions);
        let plan = plan.map_err(|refusal| refused(refusal.to_string()))?;
        let mut edits: Vec<Edit> = Vec::new();
        for change in plan.changes() {
            let Some((file, before)) = analysis.sources.text_at(&change.before.path) else { continue };
            edits.extend(fix::line_edits(file, &before.text, &change.after.text));
        }
        let mut view = OpenView::new(&analysis, &environment.root, self.unit());
        let root = &environment.root;
        let moved = plan.moved.iter();
        let moved =
            moved.filter_map(|file| Some((root.address(&file.from)?, root.address(&file.to)?))).collect();
        let edit = self.edit(&edits, moved, &mut view);
        edit.ok_or_else(|| refused("this editor can't rename files: `gympress rename` does it"))
    }

    /// The tables of a file.
    pub(super) fn symbols(&self, params: DocumentSymbolParams) -> Option<Vec<DocumentSymbol>> {
        let text = &self
            .documents
            .get(&params.text_document.uri)
            .filter(|_| is_toml(&params.text_document.uri))?
            .text;
        let lines = LineIndex::new(text, self.unit());
        let outline = Outline::new(text);
        let blocks = outline.blocks.iter().skip(1);
        Some(blocks.map(|block| symbol(block, &lines)).collect())
    }

    /// The pages, sections and entries of the project whose titles and ids have the letters of the query in their order.
    pub(super) fn find(&self, params: WorkspaceSymbolParams) -> Option<Vec<SymbolInformation>> {
        let (analysis, environment) = self.newest()?;
        let content = &analysis.content;
        let mut named: Vec<NamedPlace> = Vec::new();
        for page in &content.pages {
            let name = title_and_id(&page.table, &page.name);
            named.push(NamedPlace {
                name: name.clone(),
                within: "pages".to_owned(),
                kind: SymbolKind::FILE,
                span: Span::whole(page.file),
            });
            let prepared = analysis.snapshot.iter().flat_map(|snapshot| &snapshot.main.site.pages);
            for section in prepared.filter(|other| other.file == page.file).flat_map(|page| &page.sections) {
                named.push(NamedPlace {
                    name: format!("#{}", section.id),
                    within: name.clone(),
                    kind: SymbolKind::STRUCT,
                    span: section.table.span,
                });
            }
        }
        for (collection, entries) in &content.collections {
            named.extend(entries.iter().map(|entry| NamedPlace {
                name: title_and_id(&entry.table, &entry.id),
                within: collection.to_string(),
                kind: SymbolKind::OBJECT,
                span: entry.span,
            }));
        }
        named.retain(|place| has_letters(&place.name, &params.query));
        let mut view = OpenView::new(&analysis, &environment.root, self.unit());
        let symbols = named.into_iter().filter_map(|place| place.symbol(&mut view));
        Some(symbols.collect())
    }
}

/// The original of the place of a translation.
fn original_at(position: &FilePosition<'_>, path: &str, place: &CursorPlace) -> Option<OriginalPlace> {
    let mut keys: Vec<&str> = place.tables.iter().skip(1).map(|table| &*table.key).collect();
    match &place.part {
        Part::Key => keys.push(unquoted(position.text().get(place.range.clone())?)),
        Part::Value { key, .. } => keys.push(key),
        Part::Header => {}
    }
    position.content.original_text(path, &keys)
}

/// A text as Markdown quotes it.
fn quoted(text: &str) -> String {
    let lines = text.trim().lines().map(|line| format!("> {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// A key or a word without its quotes.
fn unquoted(written: &str) -> &str {
    written.trim_matches(['"', '\''])
}

/// A part of the project that can be found by its name.
struct NamedPlace {
    name: String,
    within: String,
    kind: SymbolKind,
    span: Span,
}

impl NamedPlace {
    #[allow(deprecated, reason = "it is a field of the protocol")]
    fn symbol(self, view: &mut OpenView<'_>) -> Option<SymbolInformation> {
        let Self { name, within, kind, span } = self;
        let (location, container_name) = (view.location(span)?, Some(within));
        Some(SymbolInformation { name, kind, tags: None, deprecated: None, location, container_name })
    }
}

/// Title and id in one text, such as "Yoga for all (yoga)": editors search the names of the answer once more.
fn title_and_id(table: &Table, id: &str) -> String {
    title(table).map_or_else(|| id.to_owned(), |title| format!("{title} ({id})"))
}

/// True if `name` has the letters of `query` in their order, with others between them or not. Case is ignored.
fn has_letters(name: &str, query: &str) -> bool {
    let mut name = name.chars().flat_map(char::to_lowercase);
    let letters = query.chars().filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase);
    letters.into_iter().all(|letter| name.any(|other| other == letter))
}

fn refused(why: impl Into<String>) -> RpcError {
    (ErrorCode::RequestFailed, why.into())
}

/// The value of the first of these keys that the table has.
fn first_value(block: &Block, keys: &[&str]) -> Option<String> {
    for key in keys {
        if let Some((_, value)) = block.entries.iter().find(|(other, _)| other == key) {
            return Some(value.clone());
        }
    }
    None
}

fn is_toml(address: &Url) -> bool {
    address.path().ends_with(".toml") || address.path().ends_with(".md")
}

#[allow(deprecated, reason = "it is a field of the protocol")]
fn symbol(block: &Block, lines: &LineIndex<'_>) -> DocumentSymbol {
    let detail = first_value(block, &["heading", "title", "name", "class", "id", "date", "days", "from"]);
    let name = block.path.join(".");
    let name = if name.is_empty() { "[]".to_owned() } else { name };
    DocumentSymbol {
        name: first_value(block, &["type"]).map(|kind| format!("{name}: {kind}")).unwrap_or(name),
        detail,
        kind: SymbolKind::STRUCT,
        tags: None,
        deprecated: None,
        range: text::range(lines, block.range.clone()),
        selection_range: text::range(lines, block.header.clone()),
        children: None,
    }
}
