//! A text composed of pieces of another: places in it are mapped to the other.

use std::ops::Range;

/// The origins of the pieces of a recovered text.
#[derive(Clone, Debug, Default)]
pub(in crate::decode) struct Patch {
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
struct Piece {
    /// The byte of the recovered text at which it begins. It ends where the next piece begins.
    start: usize,
    origin: Range<usize>,
    /// True if it is as the author wrote it, letter for letter.
    verbatim: bool,
}

impl Patch {
    /// The range of the author's text from which this range of the recovered one came.
    pub(in crate::decode) fn origin(&self, range: Range<usize>) -> Range<usize> {
        let start = self.translate(range.start, |piece| piece.origin.start);
        if range.is_empty() {
            return start..start;
        }
        let end = self.translate(range.end - 1, |piece| piece.origin.end.saturating_sub(1)) + 1;
        start..end.max(start)
    }

    fn translate(&self, place: usize, otherwise: impl Fn(&Piece) -> usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.start <= place);
        match next.checked_sub(1).and_then(|index| self.pieces.get(index)) {
            Some(piece) if piece.verbatim => piece.origin.start + (place - piece.start),
            Some(piece) => otherwise(piece),
            None => 0,
        }
    }
}

/// A recovered text under construction.
#[derive(Debug)]
pub(super) struct Builder<'t> {
    source: &'t str,
    text: String,
    patch: Patch,
}

impl<'t> Builder<'t> {
    pub(super) fn new(source: &'t str) -> Self {
        Self { source, text: String::with_capacity(source.len()), patch: Patch::default() }
    }

    /// Copies a range as it is.
    pub(super) fn copy(&mut self, origin: Range<usize>) {
        let copied = self.source.get(origin.clone()).unwrap_or_default();
        self.push(origin, copied, true);
    }

    /// Puts `text` where the author wrote `origin`.
    pub(super) fn instead(&mut self, origin: Range<usize>, text: &str) {
        self.push(origin, text, false);
    }

    fn push(&mut self, origin: Range<usize>, text: &str, verbatim: bool) {
        self.patch.pieces.push(Piece { start: self.text.len(), origin, verbatim });
        self.text.push_str(text);
    }

    pub(super) fn finish(self) -> (String, Patch) {
        (self.text, self.patch)
    }
}
