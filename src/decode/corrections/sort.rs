//! Tables of one name put into the order in which they begin, each with the comments right above it.

use std::ops::Range;

use super::place::{Layout, TableSyntax};
use crate::diagnostic::{Applicability, Edit, Fix, Span, line_start_before};

/// The tables with the name of the one that holds `span`, in the order of their key `start`.
pub(super) fn sort(span: Span, layout: &Layout<'_>) -> Option<Fix> {
    let header = layout.header_above(span.range().start)?;
    let name = layout.at(&header).trim();
    let mut rows = Vec::new();
    for header in layout.headers().filter(|header| layout.at(header).trim() == name) {
        let Some(TableSyntax::Block { pairs, .. }) = layout.block(Some(header.start)) else { return None };
        let start = pairs.iter().find(|pair| layout.at(&pair.key) == "start")?;
        let whole = layout.whole(header.start)?;
        rows.push((layout.at(&start.value).trim_matches(['"', '\'']), with_comments(&layout.text, whole)));
    }
    let mut sorted = rows.clone();
    sorted.sort_by_key(|(start, _)| *start);
    let moved = rows.iter().zip(&sorted).filter(|(old, new)| old.1 != new.1);
    let edits = moved.map(|((_, place), (_, row))| Edit::at(span.file, place.clone(), layout.at(row)));
    Fix::new(edits.collect(), Applicability::Certain)
}

/// The table at `range` with the comments on the lines right above it.
fn with_comments(text: &str, range: Range<usize>) -> Range<usize> {
    let mut start = range.start;
    while let Some(before) = text.get(..start).and_then(|before| before.strip_suffix('\n')) {
        let line = line_start_before(before, before.len());
        // What stands at the top of a file is about all of it.
        if line == 0 || !before.get(line..).is_some_and(|line| line.trim_start().starts_with('#')) {
            break;
        }
        start = line;
    }
    start..range.end
}
