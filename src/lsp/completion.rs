//! Completion: the keys and values that the type of the file allows at a place, and the project's entries, pictures, icons
//! and pages.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionTextEdit, Documentation,
    InsertTextFormat, MarkupContent, MarkupKind, Range, TextEdit,
};

use super::{LanguageServer, checker::Analysis, text};
use crate::{
    diagnostic::{Diagnostics, LineIndex},
    edit::file_position::{picture_size, title},
    schema::{
        Candidate, CandidateKind, Field, Kind, Scalar, candidates,
        decode::{FONT, ICON, IMAGE, LINK, Outline, Part, TARGET},
    },
    site::EntryIndex,
    templates::Icons,
};

const TEMPLATES: &str = "templates/";

/// The most candidates that are sent. If there are more, the letters before the cursor select among them.
const MOST: usize = 400;

impl LanguageServer {
    pub(super) fn complete(&self, params: CompletionParams) -> Option<CompletionList> {
        let checker = self.checker.as_ref()?;
        let address = &params.text_document_position.text_document.uri;
        let path = checker.environment.root.unsaved_path(address)?;
        // The rest of the project may be a little older than the text.
        let analysis = checker.latest()?;
        let text = &self.documents.get(address)?.text;
        let lines = LineIndex::new(text, self.unit());
        let offset = text::offset(&lines, params.text_document_position.position);
        let CandidatesAt { mut candidates, replaced } =
            match path.strip_prefix(TEMPLATES).filter(|name| name.ends_with(".html")) {
                Some(template) => in_template(template, text, offset, &analysis)?,
                None => in_content(&path, text, offset, &analysis)?,
            };
        let written = text.get(replaced.start..offset).unwrap_or_default().trim_matches(['"', '\'', '[']);
        let is_incomplete = candidates.len() > MOST;
        if is_incomplete {
            candidates.retain(|candidate| candidate.label.contains(written));
            candidates.truncate(MOST);
        }
        let range = text::range(&lines, replaced);
        let takes_snippets = self.client.as_ref().is_some_and(|client| client.takes_snippets);
        let mut items = Vec::with_capacity(candidates.len());
        for (at, candidate) in candidates.into_iter().enumerate() {
            items.push(item(at, candidate, range, takes_snippets));
        }
        Some(CompletionList { is_incomplete, items })
    }
}

/// The candidates at a place.
struct CandidatesAt {
    candidates: Vec<Candidate>,
    /// The bytes that each of them replaces.
    replaced: std::ops::Range<usize>,
}

fn in_content(path: &str, text: &str, offset: usize, analysis: &Analysis) -> Option<CandidatesAt> {
    let schema = analysis.content.schema_at(path)?;
    let place = Outline::new(text).at(offset)?;
    let behind = text.get(place.range.end..).unwrap_or_default();
    let has_value = behind.trim_start_matches([' ', '\t']).starts_with('=');
    let candidates = match &place.part {
        Part::Value { key, .. } if key == "allow" => {
            let lints = analysis.content.project.types.reading.lints.iter();
            lints.map(|lint| Candidate::quoted(CandidateKind::Word, lint.name(), lint.summary())).collect()
        }
        _ => candidates(&schema, &place, has_value, &|field| known(field, analysis)),
    };
    Some(CandidatesAt { candidates, replaced: place.range })
}

fn in_template(template: &str, text: &str, offset: usize, analysis: &Analysis) -> Option<CandidatesAt> {
    let found = analysis.snapshot.as_ref()?.main.renderer.pages.candidates(template, text, offset)?;
    let candidates = found.names.into_iter().map(|name| Candidate::new(CandidateKind::Word, name, ""));
    Some(CandidatesAt { candidates: candidates.collect(), replaced: found.written })
}

fn item(at: usize, candidate: Candidate, range: Range, takes_snippets: bool) -> CompletionItem {
    let Candidate { kind, label, text, stops, detail, help } = candidate;
    let snippet = (takes_snippets && !stops.is_empty()).then(|| snippet(&text, &stops));
    let kind = match kind {
        CandidateKind::Key => CompletionItemKind::FIELD,
        CandidateKind::Table => CompletionItemKind::STRUCT,
        CandidateKind::Word => CompletionItemKind::ENUM_MEMBER,
        CandidateKind::Reference => CompletionItemKind::REFERENCE,
        CandidateKind::File => CompletionItemKind::FILE,
        CandidateKind::Example => CompletionItemKind::VALUE,
    };
    let help = (!help.is_empty()).then_some(MarkupContent { kind: MarkupKind::Markdown, value: help });
    CompletionItem {
        insert_text_format: snippet.is_some().then_some(InsertTextFormat::SNIPPET),
        filter_text: Some(if kind == CompletionItemKind::STRUCT { label.clone() } else { text.clone() }),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, snippet.unwrap_or(text)))),
        detail: Some(detail).filter(|detail| !detail.is_empty()),
        documentation: help.map(Documentation::MarkupContent),
        label,
        kind: Some(kind),
        // Clients sort by this text: the candidates are in order already.
        sort_text: Some(format!("{at:04}")),
        ..CompletionItem::default()
    }
}

/// The text with a place for the cursor at each of `stops`, and a last place at its end.
fn snippet(text: &str, stops: &[usize]) -> String {
    let mut snippet = String::new();
    let mut written = 0;
    let within = stops.iter().copied().filter(|stop| *stop < text.len());
    let numbered = within.zip(1..).chain([(text.len(), 0)]);
    for (stop, number) in numbered {
        let part = text.get(written..stop).unwrap_or_default();
        snippet += &part.replace('\\', "\\\\").replace('$', "\\$");
        snippet += &format!("${number}");
        written = stop;
    }
    snippet
}

/// The values that the project has for a field. Returns `None` for a field whose type lists its values, or has none.
fn known(field: &Field, analysis: &Analysis) -> Option<Vec<Candidate>> {
    match &field.kind {
        Kind::Ref(collection) => {
            let mut candidates = Vec::new();
            for entry in analysis.content.entries(&collection.name) {
                let (id, title) = (&*entry.id, title(&entry.table).unwrap_or_default());
                candidates.push(if collection.is_numbered() {
                    Candidate::new(CandidateKind::Reference, id, title)
                } else {
                    Candidate::quoted(CandidateKind::Reference, id, title)
                });
            }
            Some(candidates)
        }
        kind if kind.is_one_of(&[Scalar::DATE, Scalar::DATETIME]) => {
            let today = analysis.snapshot.as_ref()?.main.site.clock.today.date();
            Some(vec![Candidate::new(CandidateKind::Example, today.to_string(), "today")])
        }
        Kind::Scalar(scalar) if [LINK, TARGET].contains(scalar) => Some(links(analysis)),
        Kind::Scalar(scalar) if [IMAGE, FONT].contains(scalar) => Some(files(*scalar, analysis)),
        Kind::Scalar(scalar) if *scalar == ICON => {
            let icons = Icons::read(&analysis.sources, &mut Diagnostics::default());
            Some(icons.names().map(|name| Candidate::quoted(CandidateKind::Word, name, "")).collect())
        }
        _ => None,
    }
}

/// The files of the project for a field of this type, pictures with their sizes.
fn files(scalar: Scalar, analysis: &Analysis) -> Vec<Candidate> {
    let index = EntryIndex::build(&analysis.content, &mut Diagnostics::default());
    let names = index.for_schemas(&analysis.sources).texts.remove(scalar.name()).unwrap_or_default();
    let snapshot = analysis.snapshot.as_deref();
    let mut candidates = Vec::new();
    for name in names {
        let size = snapshot.and_then(|snapshot| picture_size(&name, snapshot)).unwrap_or_default();
        candidates.push(Candidate::quoted(CandidateKind::File, name, size));
    }
    candidates
}

/// The addresses of the pages, each before those of its sections.
fn links(analysis: &Analysis) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for page in analysis.snapshot.iter().flat_map(|snapshot| snapshot.main.routes.pages()) {
        let path = &page.address.path;
        let sections = page.sections().iter().map(|section| format!("{path}#{}", section.id));
        for address in std::iter::once(path.to_string()).chain(sections) {
            candidates.push(Candidate::quoted(CandidateKind::File, address, &*page.meta.title));
        }
    }
    candidates
}
