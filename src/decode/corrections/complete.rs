//! Makes edits of a remedy, once the text is available.

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use super::{
    exchange::exchange,
    insert::{Insertion, insert, move_up},
    place::{Layout, TableSyntax},
    placeholder,
    sort::sort,
};
use crate::{
    decode::FrontMatter,
    diagnostic::{Applicability, Diagnostic, Diagnostics, Edit, FileId, Files, Fix, Remedy, Span},
};

/// Makes fixes of all remedies.
pub fn complete(found: &mut Diagnostics, files: &dyn Files) {
    // Each text is taken apart once, however many mistakes it has.
    let mut layouts: BTreeMap<FileId, Layout<'_>> = BTreeMap::new();
    found.for_each_mut(|diagnostic| {
        for remedy in std::mem::take(&mut diagnostic.remedies) {
            let made = diagnostic.places().filter_map(|place| {
                let layout =
                    layouts.entry(place.file).or_insert_with(|| Layout::parse(toml_of(place.file, files)));
                made(remedy.clone(), diagnostic, place, (layout, files.text(place.file)))
            });
            let fix = made.reduce(together);
            diagnostic.fixes.extend(fix.and_then(|fix| Fix::new(fix.edits, fix.applicability)));
        }
    });
}

/// The fixes of two places in one.
fn together(mut one: Fix, other: Fix) -> Fix {
    one.applicability = one.applicability.max(other.applicability);
    one.edits.extend(other.edits);
    one
}

/// What of a file is TOML.
fn toml_of(file: FileId, files: &dyn Files) -> Cow<'_, str> {
    let whole = files.text(file);
    // Below its front matter, a page in Markdown is none.
    match files.path(file).ends_with(".md") {
        true => Cow::Owned(FrontMatter::parse(file, whole).map(|front| front.toml).unwrap_or_default()),
        false => Cow::Borrowed(whole),
    }
}

/// The fix for what is wrong at `span` in the TOML of a file, or in the `whole` of it.
fn made(
    remedy: Remedy,
    diagnostic: &Diagnostic,
    span: Span,
    (layout, whole): (&Layout<'_>, &str),
) -> Option<Fix> {
    let text = &*layout.text;
    match remedy {
        Remedy::Rename { written, right, applicability } => {
            rename(&written, &right, applicability, span, whole)
        }
        Remedy::Insert { key, example, after, root } => {
            insert(&Insertion { key: &key, example: &example, after: &after, root }, span, layout)
        }
        Remedy::Placeholder { example } => {
            // In a text, it can be what the author meant.
            let value = text.get(span.range())?.starts_with(['"', '\'', '-']) || is_number(text, span);
            placeholder::fix(text, span, &example).filter(|_| value)
        }
        Remedy::OtherPlaceholder { example } => placeholder::fix(text, span, &example)
            .filter(|_| placeholder::is_placeholder(text, span.range().end)),
        Remedy::Append { at, element } => {
            let element = format!("{}, {element}", text.get(at.range())?);
            placeholder::fix(text, at, &element)
        }
        Remedy::Remove { at, applicability } => remove(at, applicability, layout),
        Remedy::MoveUp => move_up(span, layout),
        Remedy::Exchange => exchange(span, diagnostic.related.first()?.span, text),
        Remedy::Sort => sort(span, layout),
    }
}

fn is_number(text: &str, span: Span) -> bool {
    text.get(span.range()).is_some_and(|written| written.starts_with(|c: char| c.is_ascii_digit()))
}

/// The last place within `span` that has the name: in a link, what it says comes before where it leads.
fn rename(written: &str, right: &str, applicability: Applicability, span: Span, text: &str) -> Option<Fix> {
    let within = text.get(span.range())?;
    // An address may be written without its last slash.
    let bare = written.strip_suffix('/').zip(right.strip_suffix('/'));
    let names = [Some((written, right)), bare.filter(|(written, _)| !written.is_empty())];
    let mut found = names
        .into_iter()
        .flatten()
        .filter_map(|(written, right)| Some((within.rfind(written)?, written, right)));
    let (at, written, right) = found.next()?;
    let start = span.start as usize + at;
    let edit = Edit::at(span.file, start..start + written.len(), right);
    Fix::new(vec![edit], applicability)
}

/// An entry in braces taken out, with its comma; one on lines of its own, or a whole table, commented out.
fn remove(at: Span, applicability: Applicability, layout: &Layout<'_>) -> Option<Fix> {
    let offset = at.range().start;
    if let Some((pair, Some(table))) = layout.entry(offset) {
        let edit = Edit::at(at.file, with_comma(&pair.whole, &table), "");
        return Fix::new(vec![edit], applicability);
    }
    if let Some(element) = layout.element(offset) {
        return Fix::new(vec![Edit::at(at.file, element, "")], applicability);
    }
    let whole = layout.whole(offset)?;
    let mut edits = Vec::new();
    let mut start = whole.start;
    for line in layout.at(&whole).split_inclusive('\n') {
        if !line.trim().is_empty() {
            edits.push(Edit::at(at.file, start..start, "# "));
        }
        start += line.len();
    }
    Fix::new(edits, applicability)
}

/// One of several entries with the comma that separates it from the others.
fn with_comma(entry: &Range<usize>, table: &TableSyntax) -> Range<usize> {
    let before = table.pairs().iter().rfind(|pair| pair.whole.end <= entry.start);
    let behind = table.pairs().iter().find(|pair| pair.whole.start >= entry.end);
    match (before, behind) {
        (Some(before), _) => before.whole.end..entry.end,
        (None, Some(behind)) => entry.start..behind.whole.start,
        (None, None) => entry.clone(),
    }
}
