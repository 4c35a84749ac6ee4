//! What can be written at a place: keys, headers of tables, and values.

use std::sync::Arc;

use super::{Server, checker::Analysis, text::Lines};
use crate::{
    diagnostic::{Diagnostics, Lint},
    render::Icons,
    routes::{Page, Subject},
    schema::{
        Collection, Condition, Data, Field, Kind, Presence, Scalar, Schema, Table, TableType,
        decode::{
            FONT, ICON, IMAGE, Outline, Part, Place,
            value::{ImageFile, Weekday},
        },
    },
    site::EntryIndex,
};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionTextEdit, Documentation,
    InsertTextFormat, MarkupContent, MarkupKind, TextEdit,
};

/// More are sent only once some letters say which.
const MOST: usize = 400;

/// Something that can be written.
struct Offer {
    label: String,
    /// What is written, with `$0` for the cursor.
    snippet: String,
    kind: CompletionItemKind,
    detail: String,
    help: String,
}

impl Offer {
    fn new(label: impl Into<String>, kind: CompletionItemKind, detail: impl Into<String>) -> Self {
        let label = label.into();
        let snippet = escaped(&label);
        Self { label, snippet, kind, detail: detail.into(), help: String::new() }
    }

    fn snippet(self, snippet: String) -> Self {
        Self { snippet, ..self }
    }

    fn help(self, help: &str) -> Self {
        Self { help: help.to_owned(), ..self }
    }

    /// The word between quotes.
    fn quoted(label: impl Into<String>, kind: CompletionItemKind, detail: impl Into<String>) -> Self {
        let offer = Self::new(label, kind, detail);
        let snippet = format!("\"{}\"", offer.snippet);
        offer.snippet(snippet)
    }
}

/// What a snippet writes as it is.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

impl Server {
    pub(super) fn complete(&self, params: CompletionParams) -> Option<CompletionList> {
        let checker = self.checker.as_ref()?;
        let address = &params.text_document_position.text_document.uri;
        let path = checker.environment.root.unsaved_path(address)?;
        // What else there is may be a little older than the text.
        let analysis = checker.latest()?;
        let text = &self.documents.get(address)?.text;
        let (file_type, _) = analysis.content.types.file_type(&path)?;
        let lines = Lines::new(text, self.encoding());
        let offset = lines.offset(params.text_document_position.position);
        let place = Outline::new(text).at(offset)?;
        let file = file_type.schema();
        let table = TableType::new(file, &place.tables)?;
        let behind = text.get(place.range.end..).unwrap_or_default();
        let has_sign = behind.trim_start_matches([' ', '\t']).starts_with('=');
        let mut offers = match &place.part {
            Part::Header => headers(file, &place),
            Part::Key if has_sign => keys(&table, &place)
                .into_iter()
                .map(|key| {
                    let label = escaped(&key.label);
                    key.snippet(label)
                })
                .collect(),
            Part::Key if place.is_inline => keys(&table, &place),
            Part::Key => keys(&table, &place).into_iter().chain(headers(file, &place)).collect(),
            Part::Value { key, is_element } => values(&table, key, *is_element, &analysis),
        };
        let written = text.get(place.range.start..offset).unwrap_or_default().trim_matches(['"', '\'', '[']);
        let is_incomplete = offers.len() > MOST;
        if is_incomplete {
            offers.retain(|offer| offer.label.contains(written));
            offers.truncate(MOST);
        }
        let range = lines.range(place.range.clone());
        let takes_snippets = self.client.as_ref().is_some_and(|client| client.takes_snippets);
        let item = |(at, offer): (usize, Offer)| {
            let plain =
                offer.snippet.replace("$0", "").replace("\\}", "}").replace("\\$", "$").replace("\\\\", "\\");
            let is_snippet = takes_snippets && offer.snippet.contains("$0");
            let help = MarkupContent { kind: MarkupKind::Markdown, value: offer.help };
            CompletionItem {
                filter_text: Some(plain.clone()),
                text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
                    range,
                    if is_snippet { offer.snippet } else { plain },
                ))),
                insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
                label: offer.label,
                kind: Some(offer.kind),
                detail: Some(offer.detail).filter(|detail| !detail.is_empty()),
                documentation: Some(help)
                    .filter(|help| !help.value.is_empty())
                    .map(Documentation::MarkupContent),
                // Required keys come first.
                sort_text: Some(format!("{at:04}")),
                ..CompletionItem::default()
            }
        };
        Some(CompletionList { is_incomplete, items: offers.into_iter().enumerate().map(item).collect() })
    }
}

/// What there is to say of a field.
pub(super) fn explained(field: &Field) -> String {
    let needed = if field.is_required() { "required: " } else { "" };
    format!(
        "{}\n\n{needed}{}\n\n```toml\n{} = {}\n```",
        field.help,
        field.expected(),
        field.key,
        field.example()
    )
}

/// The keys that a table may have and lacks, those that it needs first.
fn keys(table: &TableType, place: &Place) -> Vec<Offer> {
    let written = place.tables.last().map(|table| table.entries.as_slice()).unwrap_or_default();
    let value = |key: &str| written.iter().find(|(other, _)| other == key).map(|(_, value)| value);
    let mut offers = Vec::new();
    if let Some(variants) = table.variants.as_ref().filter(|variants| value(&variants.by).is_none()) {
        let detail = format!("says which kind of {} it is", variants.noun.trim_start_matches("a "));
        let by = &variants.by;
        offers.push(Offer::new(&**by, CompletionItemKind::FIELD, detail).snippet(format!("{by} = \"$0\"")));
    }
    let fields = table.schema.iter().flat_map(|schema| &schema.fields);
    let default = |key: &str| match &table.field(key)?.presence {
        Presence::Default(Data::Choice(word)) => Some(word.to_string()),
        _ => None,
    };
    let holds = |condition: &Condition| {
        let value = value(&condition.field).cloned().or_else(|| default(&condition.field));
        match &condition.is {
            None => value.is_some(),
            Some(words) => value.is_some_and(|value| words.iter().any(|word| **word == *value)),
        }
    };
    let mut missing: Vec<(bool, &Field)> = fields
        .filter(|field| value(&field.key).is_none())
        .filter_map(|field| match &field.presence {
            Presence::When { condition, optional } => holds(condition).then_some((!optional, field)),
            _ => Some((field.is_required(), field)),
        })
        .collect();
    missing.sort_by_key(|(is_needed, _)| !is_needed);
    offers.extend(missing.into_iter().map(|(is_needed, field)| {
        let detail = format!("{}{}", if is_needed { "required: " } else { "" }, field.expected());
        let offer = Offer::new(&*field.key, CompletionItemKind::FIELD, detail).help(&explained(field));
        offer.snippet(format!("{} = {}", field.key, template(field)))
    }));
    offers
}

/// How a value begins.
fn template(field: &Field) -> String {
    let example = field.example();
    if field.list.is_some() {
        return "[$0]".to_owned();
    }
    match &field.kind {
        Kind::Picture(_) => "{ file = \"$0\", alt = \"\" }".to_owned(),
        Kind::Table(_) | Kind::Variants(_) | Kind::Plural(_) => "{ $0 }".to_owned(),
        _ if example.starts_with("'''") => "'''\n$0\n'''".to_owned(),
        _ if example.starts_with('"') => "\"$0\"".to_owned(),
        _ => "$0".to_owned(),
    }
}

/// The tables that can begin behind the one that holds the place: those of the file, and those within the table.
fn headers(file: &Arc<Schema>, place: &Place) -> Vec<Offer> {
    let mut offers = Vec::new();
    // Within the header, the table that it names is still to be chosen.
    let around = place.tables.len() - usize::from(place.part == Part::Header && place.tables.len() > 1);
    for length in (1..=around).rev() {
        let Some(tables) = place.tables.get(..length) else { continue };
        let Some(schema) = TableType::new(file, tables).and_then(|table| table.schema) else { continue };
        let path: String = tables.iter().skip(1).map(|table| format!("{}.", table.key)).collect();
        let written = tables.last().map(|table| table.entries.as_slice()).unwrap_or_default();
        let tables = schema.fields.iter().filter(|field| {
            matches!(field.kind, Kind::Table(_) | Kind::Variants(_) | Kind::Picture(_) | Kind::Plural(_))
                && !written.iter().any(|(key, _)| **key == *field.key)
        });
        offers.extend(tables.map(|field| {
            let (open, close) = if field.list.is_some() { ("[[", "]]") } else { ("[", "]") };
            let label = format!("{open}{path}{}{close}", field.key);
            Offer::new(label, CompletionItemKind::STRUCT, field.expected()).help(&field.help)
        }));
    }
    offers
}

fn values(table: &TableType, key: &str, is_element: bool, analysis: &Analysis) -> Vec<Offer> {
    if key == "allow" {
        return Lint::ALL
            .iter()
            .map(|lint| Offer::quoted(lint.name(), CompletionItemKind::ENUM_MEMBER, lint.row().summary))
            .collect();
    }
    if let Some(variants) = table.variants.as_ref().filter(|variants| *variants.by == *key) {
        let tables = variants.tables.iter();
        return tables
            .map(|(name, schema)| {
                Offer::quoted(&**name, CompletionItemKind::ENUM_MEMBER, "").help(&schema.help)
            })
            .collect();
    }
    let Some(field) = table.field(key) else { return Vec::new() };
    let offers = of_kind(field, analysis);
    if field.list.is_none() || field.takes_one() || is_element {
        return offers;
    }
    offers
        .into_iter()
        .map(|offer| {
            let snippet = format!("[{}]", offer.snippet);
            offer.snippet(snippet)
        })
        .collect()
}

fn of_kind(field: &Field, analysis: &Analysis) -> Vec<Offer> {
    let names = |scalar: Scalar| {
        let ids =
            EntryIndex::build(&analysis.content, &mut Diagnostics::default()).for_schemas(&analysis.sources);
        ids.texts.get(scalar.name()).cloned().unwrap_or_default()
    };
    match &field.kind {
        Kind::Choice(words) => {
            words.iter().map(|word| Offer::quoted(&**word, CompletionItemKind::ENUM_MEMBER, "")).collect()
        }
        Kind::Ref(collection) => entries(collection, analysis),
        Kind::Scalar(Scalar::Bool) => {
            ["true", "false"].map(|word| Offer::new(word, CompletionItemKind::KEYWORD, "")).into()
        }
        Kind::Scalar(Scalar::Weekday) => {
            Weekday::ALL.map(|day| Offer::quoted(day.name(), CompletionItemKind::ENUM_MEMBER, "")).into()
        }
        Kind::Scalar(Scalar::Link) => links(analysis),
        Kind::Scalar(scalar) if *scalar == IMAGE => {
            let size = |name: &str| picture_size(name, analysis).unwrap_or_default();
            names(IMAGE)
                .into_iter()
                .map(|name| {
                    let size = size(&name);
                    Offer::quoted(name, CompletionItemKind::FILE, size)
                })
                .collect()
        }
        Kind::Scalar(scalar) if *scalar == FONT => {
            names(FONT).into_iter().map(|name| Offer::quoted(name, CompletionItemKind::FILE, "")).collect()
        }
        Kind::Scalar(scalar) if *scalar == ICON => {
            let icons = Icons::read(&analysis.sources, &mut Diagnostics::default());
            icons.names().map(|name| Offer::quoted(name, CompletionItemKind::VALUE, "")).collect()
        }
        Kind::Table(_) | Kind::Variants(_) => {
            vec![Offer::new("{ }", CompletionItemKind::STRUCT, field.expected()).snippet("{ $0 }".to_owned())]
        }
        Kind::Picture(_) => vec![
            Offer::new("{ file, alt }", CompletionItemKind::STRUCT, field.expected())
                .snippet(template(&Field { list: None, ..field.clone() })),
        ],
        Kind::Scalar(_) | Kind::Plural(_) => {
            let example = Field { list: None, ..field.clone() }.example();
            vec![Offer::new(example, CompletionItemKind::VALUE, "an example")]
        }
    }
}

fn entries(collection: &Collection, analysis: &Analysis) -> Vec<Offer> {
    let of_entry = |entry: &crate::content::Entry| {
        let title = title(&entry.table).unwrap_or_default();
        match collection.is_numbered() {
            true => Offer::new(&*entry.id, CompletionItemKind::REFERENCE, title),
            false => Offer::quoted(&*entry.id, CompletionItemKind::REFERENCE, title),
        }
    };
    analysis.content.entries(&collection.name).iter().map(of_entry).collect()
}

/// What an entry or a section is called.
pub(super) fn title(table: &Table) -> Option<&str> {
    ["title", "name", "heading", "text"].iter().find_map(|key| table.text(key))
}

/// The pages, each with the anchors of its sections.
fn links(analysis: &Analysis) -> Vec<Offer> {
    let Some(snapshot) = &analysis.snapshot else { return Vec::new() };
    let of_page = |page: &Arc<Page>| {
        let own = Offer::quoted(&*page.path, CompletionItemKind::FILE, &*page.title);
        let sections = match &page.subject {
            Subject::Sections { page, .. } => page.sections.as_slice(),
            _ => &[],
        };
        let anchor = |id: &str| {
            Offer::quoted(format!("{}#{id}", page.path), CompletionItemKind::REFERENCE, &*page.title)
        };
        [own].into_iter().chain(sections.iter().map(|section| anchor(&section.id))).collect::<Vec<_>>()
    };
    snapshot.routes.pages().flat_map(of_page).collect()
}

/// Width and height of a picture that content shows.
pub(super) fn picture_size(name: &str, analysis: &Analysis) -> Option<String> {
    let picture = analysis.snapshot.as_ref()?.pictures.get(&ImageFile::new(name)?).ok()??;
    let (width, height) = picture.size();
    Some(format!("{width} × {height}"))
}
