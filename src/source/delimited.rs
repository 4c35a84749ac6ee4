//! What stands between delimiters, such as comments.

/// The length of what `text` begins with, from `open` to the end of `close`. Returns `None` if it isn't closed. The two
/// don't overlap: `/*/` is no whole comment.
pub fn length(open: &str, close: &str, text: &str) -> Option<usize> {
    let inner = text.get(open.len()..)?;
    inner.find(close).map(|at| open.len() + at + close.len())
}
