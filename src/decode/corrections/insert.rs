//! A key put into a table where it belongs.

use std::ops::Range;

use super::{
    place::{KeyValue, Layout, TableSyntax},
    placeholder::{COMMENT, comment_behind},
};
use crate::{
    decode::line_ends::line_end,
    diagnostic::{Applicability, Edit, Fix, Span},
};

/// A key to be put in.
pub(super) struct Insertion<'k> {
    pub key: &'k str,
    /// A value to begin with.
    pub example: &'k str,
    /// The keys that stand before it, the nearest last.
    pub after: &'k [String],
    /// True if it belongs to the top of the file.
    pub root: bool,
}

/// Puts a key into the table at `span`, with the comment that its value isn't the right one yet.
pub(super) fn insert(insertion: &Insertion<'_>, span: Span, layout: &Layout<'_>) -> Option<Fix> {
    let range = span.range();
    let table = match layout.at(&range).chars().next() {
        _ if insertion.root => layout.block(None)?,
        Some('{') => layout.inline(range)?,
        _ => layout.block(Some(range.start))?,
    };
    let pairs = table.pairs();
    let named = |name: &String| pairs.iter().find(|pair| layout.at(&pair.key).trim() == name);
    let last = pairs.last().filter(|_| insertion.after.is_empty());
    let before = insertion.after.iter().rev().find_map(named).or(last);
    let entry = format!("{} = {}", insertion.key, insertion.example.replace('\n', line_end(&layout.text)));
    let edits = match &table {
        TableSyntax::Block { header, .. } => {
            vec![block(layout, header.as_ref(), before, pairs.first(), &entry)]
        }
        TableSyntax::Inline { inside, .. } => inline(layout, inside, before, pairs.first(), &entry)?,
    };
    let edits = edits.into_iter().map(|(at, text)| Edit::at(span.file, at, text));
    Fix::new(edits.collect(), Applicability::Proposed)
}

/// The lines of the key at `span` moved above the first header, behind what stands there.
pub(super) fn move_up(span: Span, layout: &Layout<'_>) -> Option<Fix> {
    // Within braces there are several on a line.
    let (pair, None) = layout.entry(span.range().start)? else { return None };
    let top = layout.block(None)?;
    let line_end = line_end(&layout.text);
    let entry = layout.at(&pair.whole).trim();
    let (at, moved) = match top.pairs().last() {
        Some(last) => (last.whole.end, format!("{line_end}{entry}")),
        None => (layout.first_header()?, format!("{entry}{line_end}{line_end}")),
    };
    let below = layout.text.get(pair.whole.end..)?;
    let gap = below.len() - below.strip_prefix(line_end).unwrap_or(below).len();
    let edits =
        [Edit::at(span.file, at..at, moved), Edit::at(span.file, pair.whole.start..pair.whole.end + gap, "")];
    Fix::new(edits.into(), Applicability::Proposed)
}

fn block(
    layout: &Layout<'_>,
    header: Option<&Range<usize>>,
    before: Option<&KeyValue>,
    first: Option<&KeyValue>,
    entry: &str,
) -> (Range<usize>, String) {
    let line_end = line_end(&layout.text);
    let indent = |pair: &KeyValue| {
        let line = layout.at(&pair.whole);
        line.get(..line.len() - line.trim_start().len()).unwrap_or_default()
    };
    match (before, first, header) {
        (Some(pair), ..) => {
            let at = pair.whole.end;
            (at..at, format!("{line_end}{}{entry} {COMMENT}", indent(pair)))
        }
        (None, Some(pair), _) => {
            let at = pair.whole.start;
            (at..at, format!("{}{entry} {COMMENT}{line_end}", indent(pair)))
        }
        (None, None, Some(header)) => (header.end..header.end, format!("{line_end}{entry} {COMMENT}")),
        (None, None, None) => {
            let at = layout.first_header().unwrap_or(layout.text.len());
            let gap = if layout.first_header().is_some() { line_end } else { "" };
            let lead = if at == 0 || layout.at(&(0..at)).ends_with('\n') { "" } else { line_end };
            (at..at, format!("{lead}{entry} {COMMENT}{line_end}{gap}"))
        }
    }
}

fn inline(
    layout: &Layout<'_>,
    inside: &Range<usize>,
    before: Option<&KeyValue>,
    first: Option<&KeyValue>,
    entry: &str,
) -> Option<Vec<(Range<usize>, String)>> {
    let edit = match (before, first) {
        (Some(pair), _) => (pair.whole.end..pair.whole.end, format!(", {entry}")),
        (None, Some(pair)) => (pair.whole.start..pair.whole.start, format!("{entry}, ")),
        (None, None) => (inside.clone(), format!(" {entry} ")),
    };
    let comment = comment_behind(&layout.text, inside.end)?;
    let comment = comment.map(|(at, comment)| (at..at, comment));
    Some([edit].into_iter().chain(comment).collect())
}
