//! Input of the tokenizer from memory, which jumps over text faster than html5gum's own.

use std::convert::Infallible;

use html5gum::Reader;

/// True if `needle` has this byte. Most bytes are lower-case letters, at which the tokenizer never stops.
#[inline(always)]
fn stops(byte: u8, needle: &[u8]) -> bool {
    debug_assert!(!needle.iter().any(u8::is_ascii_lowercase));
    !byte.is_ascii_lowercase() && needle.contains(&byte)
}

/// Hands out slices one after the other.
pub(super) struct SliceReader<'a, S> {
    rest: &'a [u8],
    slices: S,
}

impl<'a, S: Iterator<Item = &'a [u8]>> SliceReader<'a, S> {
    pub(super) fn new(slices: S) -> Self {
        Self { rest: &[], slices }
    }

    /// True if there is more to read.
    #[inline(always)]
    fn has_more(&mut self) -> bool {
        while self.rest.is_empty() {
            let Some(next) = self.slices.next() else { return false };
            self.rest = next;
        }
        true
    }
}

impl<'a, S: Iterator<Item = &'a [u8]>> Reader for SliceReader<'a, S> {
    type Error = Infallible;

    #[inline(always)]
    fn read_byte(&mut self) -> Result<Option<u8>, Infallible> {
        if !self.has_more() {
            return Ok(None);
        }
        let Some((&first, rest)) = self.rest.split_first() else { return Ok(None) };
        self.rest = rest;
        Ok(Some(first))
    }

    #[inline(always)]
    fn try_read_string(&mut self, wanted: &[u8], case_sensitive: bool) -> Result<bool, Infallible> {
        self.has_more();
        // What is looked for never goes on in the next slice: those begin and end where a tag does.
        let Some((head, rest)) = self.rest.split_at_checked(wanted.len()) else {
            return Ok(false);
        };
        let found = head == wanted || (!case_sensitive && head.eq_ignore_ascii_case(wanted));
        if found {
            self.rest = rest;
        }
        Ok(found)
    }

    #[inline(always)]
    fn read_until<'b>(
        &'b mut self,
        needle: &[u8],
        _: &'b mut [u8; 4],
    ) -> Result<Option<&'b [u8]>, Infallible> {
        if !self.has_more() {
            return Ok(None);
        }
        let Some(first) = self.rest.first() else { return Ok(None) };
        let found = match needle {
            _ if stops(*first, needle) => Some(1),
            // Text: of what else the tokenizer would stop at, nothing matters to those who read tags only.
            b"&<\0\r" | b"<\0\r" => memchr::memchr(b'<', self.rest),
            // A quoted value. A carriage return makes a line end of its own, which must be seen.
            b"\"&\0\r" => memchr::memchr3(b'"', b'&', b'\r', self.rest),
            b"'&\0\r" => memchr::memchr3(b'\'', b'&', b'\r', self.rest),
            _ => self.rest.iter().position(|byte| stops(*byte, needle)),
        };
        let length = found.unwrap_or(self.rest.len());
        let (chunk, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(Some(chunk))
    }
}
