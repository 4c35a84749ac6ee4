//! Long texts of a file, kept without a copy of them.

use std::{ops::Range, sync::Arc};

/// A part of a text that somebody else keeps anyway.
#[derive(Clone, Debug)]
pub struct Excerpt {
    whole: Arc<str>,
    range: Range<usize>,
}

impl Excerpt {
    /// `part`, which is a part of `whole` if it has the same place in memory; otherwise a copy of it.
    pub(super) fn of(whole: &Arc<str>, part: &str) -> Self {
        let start = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize);
        let range = start.map(|start| start..start + part.len());
        match range.filter(|range| whole.get(range.clone()) == Some(part)) {
            Some(range) => Self { whole: whole.clone(), range },
            None => Self { whole: part.into(), range: 0..part.len() },
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.whole.get(self.range.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Excerpt;

    #[test]
    fn what_stands_in_the_text_is_not_copied() {
        let whole: Arc<str> = "body = 'Ä long text'".into();
        let part = Excerpt::of(&whole, &whole[8..]);
        assert_eq!(part.as_str(), "Ä long text'");
        assert!(Arc::ptr_eq(&part.whole, &whole));
        assert_eq!(Excerpt::of(&whole, "elsewhere").as_str(), "elsewhere");
        assert_eq!(Excerpt::of(&whole, "").as_str(), "");
    }
}
