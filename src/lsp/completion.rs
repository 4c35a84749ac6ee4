//! What can be written at a place: what the type of the file says, with the entries, pictures, icons and pages that there are.

use std::sync::Arc;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionTextEdit, Documentation,
    InsertTextFormat, MarkupContent, MarkupKind, Range, TextEdit,
};

use super::{Server, checker::Analysis, text};
use crate::{
    content::Entry,
    diagnostic::{Code, Diagnostics, Lines},
    edit::file_position::{picture_size, title},
    render::Icons,
    routes::Page,
    schema::{
        Candidate, CandidateKind, Field, Kind, Scalar, candidates,
        decode::{FONT, ICON, IMAGE, Outline, Part},
    },
    site::EntryIndex,
};

const TEMPLATES: &str = "templates/";

/// More are sent only once some letters say which.
const MOST: usize = 400;

impl Server {
    pub(super) fn complete(&self, params: CompletionParams) -> Option<CompletionList> {
        let checker = self.checker.as_ref()?;
        let address = &params.text_document_position.text_document.uri;
        let path = checker.environment.root.unsaved_path(address)?;
        // What else there is may be a little older than the text.
        let analysis = checker.latest()?;
        let text = &self.documents.get(address)?.text;
        let lines = Lines::new(text, self.unit());
        let offset = text::offset(&lines, params.text_document_position.position);
        let (mut candidates, range) =
            match path.strip_prefix(TEMPLATES).filter(|name| name.ends_with(".html")) {
                Some(template) => in_template(template, text, offset, &analysis)?,
                None => in_content(&path, text, offset, &analysis)?,
            };
        let written = text.get(range.start..offset).unwrap_or_default().trim_matches(['"', '\'', '[']);
        let is_incomplete = candidates.len() > MOST;
        if is_incomplete {
            candidates.retain(|candidate| candidate.label.contains(written));
            candidates.truncate(MOST);
        }
        let range = text::range(&lines, range);
        let takes_snippets = self.client.as_ref().is_some_and(|client| client.takes_snippets);
        let items = candidates
            .into_iter()
            .enumerate()
            .map(|(at, candidate)| item(at, candidate, range, takes_snippets));
        Some(CompletionList { is_incomplete, items: items.collect() })
    }
}

/// Candidates, and the bytes that they replace.
type Candidates = (Vec<Candidate>, std::ops::Range<usize>);

fn in_content(path: &str, text: &str, offset: usize, analysis: &Analysis) -> Option<Candidates> {
    let (file_type, _) = analysis.content.types.file_type(path)?;
    let place = Outline::new(text).at(offset)?;
    let behind = text.get(place.range.end..).unwrap_or_default();
    let has_value = behind.trim_start_matches([' ', '\t']).starts_with('=');
    let candidates = match &place.part {
        Part::Value { key, .. } if key == "allow" => {
            let lint = |lint: &Code| Candidate::quoted(CandidateKind::Word, lint.name(), lint.summary());
            analysis.content.types.reading.lints.iter().map(lint).collect()
        }
        _ => candidates(file_type.schema(), &place, has_value, &|field| known(field, analysis)),
    };
    Some((candidates, place.range))
}

fn in_template(template: &str, text: &str, offset: usize, analysis: &Analysis) -> Option<Candidates> {
    let found = analysis.snapshot.as_ref()?.renderer.candidates(template, text, offset)?;
    let candidate = |name: String| Candidate::new(CandidateKind::Word, name, "");
    Some((found.names.into_iter().map(candidate).collect(), found.written))
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
        // They are in order.
        sort_text: Some(format!("{at:04}")),
        ..CompletionItem::default()
    }
}

/// The text with a place for the cursor at each of `stops`, and a last one at its end.
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

/// The values of a field that there are in the project. Returns `None` if its type says what there is to say.
fn known(field: &Field, analysis: &Analysis) -> Option<Vec<Candidate>> {
    let size = |name: &str| picture_size(name, analysis.snapshot.as_deref()?);
    let files = |scalar: Scalar| {
        let index = EntryIndex::build(&analysis.content, &mut Diagnostics::default());
        let names = index.for_schemas(&analysis.sources).texts.remove(scalar.name()).unwrap_or_default();
        let file = |name: String| {
            let size = size(&name).unwrap_or_default();
            Candidate::quoted(CandidateKind::File, name, size)
        };
        names.into_iter().map(file).collect()
    };
    match &field.kind {
        Kind::Ref(collection) => {
            let candidate = |entry: &Entry| {
                let (id, title) = (&*entry.id, title(&entry.table).unwrap_or_default());
                if collection.is_numbered() {
                    Candidate::new(CandidateKind::Reference, id, title)
                } else {
                    Candidate::quoted(CandidateKind::Reference, id, title)
                }
            };
            Some(analysis.content.entries(&collection.name).iter().map(candidate).collect())
        }
        kind if kind.is_one_of(&[Scalar::DATE, Scalar::DATETIME]) => {
            let today = analysis.snapshot.as_ref()?.site.today.date();
            Some(vec![Candidate::new(CandidateKind::Example, today.to_string(), "today")])
        }
        Kind::Scalar(scalar) if *scalar == Scalar::LINK => Some(links(analysis)),
        Kind::Scalar(scalar) if [IMAGE, FONT].contains(scalar) => Some(files(*scalar)),
        Kind::Scalar(scalar) if *scalar == ICON => {
            let icons = Icons::read(&analysis.sources, &mut Diagnostics::default());
            Some(icons.names().map(|name| Candidate::quoted(CandidateKind::Word, name, "")).collect())
        }
        _ => None,
    }
}

/// The pages, each with the anchors of its sections.
fn links(analysis: &Analysis) -> Vec<Candidate> {
    let pages = analysis.snapshot.iter().flat_map(|snapshot| snapshot.routes.pages());
    let page_values = |page: &Arc<Page>| {
        let anchors = page.sections().iter().map(|section| format!("{}#{}", page.path, section.id));
        let addresses = [page.path.to_string()].into_iter().chain(anchors);
        addresses
            .map(|address| Candidate::quoted(CandidateKind::File, address, &*page.title))
            .collect::<Vec<_>>()
    };
    pages.flat_map(page_values).collect()
}
