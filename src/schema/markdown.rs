//! Pages in Markdown: their keys in TOML at the top, and the text below, which is the page's only section.

use std::sync::Arc;

use toml::{
    Spanned as TomlSpanned,
    de::{DeTable, DeValue},
};

use toml_schema::{
    Options, Scalar,
    schema::{Application, MeantHeader, NewEntry, decode::table, table::TablePlace},
};

use super::{
    Collection, CollectionFiles as _, Data, Decoded, Field, Kind, Name, Schema, Table,
    scalars::header_of_days,
    types::{PAGE, Reading},
};
use crate::{
    diagnostic::{Code, FileId, Span, code, report},
    schema::decode::{
        Findings, FrontMatter, IMAGE, LINK, Report, Spanned, first_statement, note_placeholders,
        value::kebab_case, with_toml,
    },
    source::SourceText,
};

/// The key of the sections of a page.
const SECTION: &str = "section";
/// The type of section that a text becomes, with the keys of its text and its heading.
const TEXT: &str = "text";
const BODY: &str = "body";
const HEADING: &str = "heading";

/// The ending of the names of pages in Markdown.
pub const MARKDOWN: &str = ".md";

const EMPTY_PAGE: &str = "write them, or remove the file; the smallest page is title = \"...\", description = \"...\", [[section]], \
                          type = \"text\" and body = \"...\", each on a line of its own";
const LOCAL: &str =
    "put the file into content/static/, and link to it by its path there, such as /price-list.pdf";
const EMPTY: &str = "write them, or remove the file; `gympress new` begins a file with all of them";

/// The content of a site.
#[derive(Debug)]
struct SiteContent<'r> {
    lints: &'r [Code],
    /// The path of the file that is read.
    path: &'r str,
}

impl Application for SiteContent<'_> {
    fn header_meant_by(&self, name: &str) -> Option<MeantHeader> {
        header_of_days(name)
    }

    fn new_entry(&self, collection: &Collection) -> Option<NewEntry> {
        let (_, name) = self.path.rsplit_once('/')?;
        let id = kebab_case(name.split('.').next()?);
        let path = collection.file_of(&id);
        (!id.is_empty() && path != self.path).then_some(NewEntry { id, path })
    }

    fn lints(&self) -> &[Code] {
        self.lints
    }

    fn picture(&self) -> Option<Scalar> {
        Some(IMAGE)
    }

    fn link(&self) -> Scalar {
        LINK
    }

    fn help_if_empty(&self, schema: &Schema) -> &'static str {
        // Pages are made by hand, as each has other sections.
        if *schema.name == *PAGE { EMPTY_PAGE } else { EMPTY }
    }

    fn help_if_local(&self) -> &'static str {
        LOCAL
    }
}

/// Decodes a file of this type, gathering all its mistakes.
pub fn file(file: FileId, source: &SourceText, schema: &Arc<Schema>, reading: &Reading) -> Decoded {
    if source.error.is_some() && (source.text.is_empty() || source.has_conflict()) {
        // The reason why it can't be read was reported.
        let (diagnostics, allows, references) = Default::default();
        let table = Table::fallback(schema);
        return Decoded { table, unreadable: true, diagnostics, allows, references };
    }
    let options = Options {
        date_order: reading.date_order,
        zone: reading.zone.as_ref(),
        elsewhere: Some(&reading.elsewhere),
        typesetter: Some(&reading.quotation_marks),
        application: &SiteContent { lints: &reading.lints, path: &source.path },
    };
    if source.path.ends_with(MARKDOWN) {
        return page(file, &source.text, schema, options);
    }
    toml_schema::file(file, &source.text, schema, options)
}

/// Decodes a page in Markdown, gathering all its mistakes. `page` is the type of pages.
fn page(file: FileId, source: &Arc<str>, page: &Arc<Schema>, options: Options<'_>) -> Decoded {
    let mut report = Report::new(file, source, options);
    report.source = Some(source.clone());
    let front = FrontMatter::parse(file, source).map_err(|wrong| report.push(*wrong)).ok();
    let table = front.and_then(|front| {
        note_placeholders(&front.toml, &mut report);
        let keys = keys(&front.toml, page, source, &mut report)?;
        report.leave_recovered();
        let section = section(&keys, &front, page, source, &mut report).map(|section| {
            let element = Spanned { span: section.span, value: Data::Table(Arc::new(section)) };
            (Name::from(SECTION), Spanned { span: element.span, value: Data::List(vec![element]) })
        });
        let fields = keys.iter().map(|(key, value)| (key.clone(), value.clone())).chain(section);
        Some(Arc::new(Table::new(page.clone(), fields.collect(), keys.span)))
    });
    let Findings { diagnostics, allows, references } = report.finish();
    let unreadable = table.is_none();
    let table = table.unwrap_or_else(|| Table::fallback(page));
    Decoded { table, unreadable, diagnostics, allows, references }
}

/// The keys of the page, ahead of its first section.
fn keys(toml: &str, page: &Schema, source: &str, report: &mut Report<'_>) -> Option<Arc<Table>> {
    let fields = page.fields.iter().filter(|field| *field.key != *SECTION).cloned().collect();
    let schema = Arc::new(Schema { fields, ..page.clone() });
    let span = first_statement(report.file, source);
    let scope = Span::new(report.file, 0..source.len());
    let place = TablePlace { span, scope, is_root: true };
    with_toml(toml, report, |root, report| table(&schema, root, &[], place, report))
}

/// The text as a section, under the page's title.
fn section(
    keys: &Table,
    front: &FrontMatter,
    page: &Schema,
    source: &str,
    report: &mut Report<'_>,
) -> Option<Table> {
    let span = Span::new(report.file, front.body.clone());
    let Some(schema) = type_of_text(page) else {
        report!(report, code::TYPE, span,
            "a page in Markdown is a section \"{TEXT}\", and there is no such type";
            help: "write the page in TOML");
        return None;
    };
    let text = source.get(front.body.clone()).unwrap_or_default();
    if text.trim().is_empty() {
        report!(report, code::EMPTY_TEXT, span, "the page has no text";
            help: "write the text below the second line +++";
            unwritten);
        return None;
    }
    let mut written = DeTable::new();
    let value = TomlSpanned::new(front.body.clone(), DeValue::String(text.into()));
    written.insert(TomlSpanned::new(front.body.clone(), BODY.into()), value);
    let place = TablePlace { span, scope: span, is_root: true };
    let section = table(schema, &written, &[], place, report);
    let heading = keys.get("title").filter(|_| schema.field(HEADING).is_some_and(is_text));
    let heading = heading.map(|title| (Name::from(HEADING), title.clone()));
    let fields = section.iter().map(|(key, value)| (key.clone(), value.clone())).chain(heading);
    Some(Table::new(schema.clone(), fields.collect(), span))
}

fn is_text(field: &Field) -> bool {
    field.kind.is_one_of(&[super::Scalar::TEXT]) && field.list.is_none()
}

fn type_of_text(page: &Schema) -> Option<&Arc<Schema>> {
    let Kind::Variants(sections) = &page.field(SECTION)?.kind else { return None };
    sections.tables.iter().find(|(word, _)| **word == *TEXT).map(|(_, schema)| schema)
}
