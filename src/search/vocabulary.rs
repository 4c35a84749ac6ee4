//! Every word that can be found, with the documents that have it and how much it matters there.

use serde::{Deserialize, Serialize};

/// Where a document has a word, the least telling place first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordField {
    /// In its text.
    Text,
    /// In its excerpt or a heading, or often.
    Stressed,
    /// In the name of its category, of a tag, or of its kind.
    Term,
    /// In its title.
    Title,
}

/// The number of a document. Posts come last, the oldest first: a new one leaves the others theirs.
pub(super) type DocumentNumber = u32;

/// A document that has a word, with the most telling place. There are millions of them: number and place are in four
/// bytes. In the order of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Posting(u32);

impl Posting {
    pub fn new(number: DocumentNumber, place: WordField) -> Self {
        Self(number << 2 | place as u32)
    }

    pub fn number(self) -> DocumentNumber {
        self.0 >> 2
    }

    pub fn place(self) -> WordField {
        match self.0 & 3 {
            0 => WordField::Text,
            1 => WordField::Stressed,
            2 => WordField::Term,
            _ => WordField::Title,
        }
    }
}

/// The documents that have a word, in the order of their numbers.
pub(super) type Postings = Vec<Posting>;

/// What is found, in the order of the letters: each word, and at least one document that has it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Vocabulary(Vec<(Box<str>, Postings)>);

impl FromIterator<(Box<str>, Postings)> for Vocabulary {
    fn from_iter<I: IntoIterator<Item = (Box<str>, Postings)>>(words: I) -> Self {
        let mut words: Vec<_> = words.into_iter().collect();
        words.sort_unstable_by(|(word, _), (other, _)| word.cmp(other));
        Self(words)
    }
}

impl Vocabulary {
    /// The words with their documents.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Postings)> {
        self.0.iter().map(|(word, postings)| (&**word, postings))
    }

    /// The same, when the documents have other numbers, or none any more.
    pub fn renumbered(&self, numbers: &[Option<DocumentNumber>]) -> Self {
        let new = |posting: &Posting| {
            let number = numbers.get(posting.number() as usize).copied().flatten()?;
            Some(Posting::new(number, posting.place()))
        };
        let words = self.0.iter().map(|(word, postings)| {
            let mut postings: Postings = postings.iter().filter_map(new).collect();
            put_in_order(&mut postings);
            (word.clone(), postings)
        });
        Self(words.filter(|(_, postings)| !postings.is_empty()).collect())
    }

    /// The words of both, of which no document is in both.
    pub fn and(self, other: Self) -> Self {
        let mut all = Vec::with_capacity(self.0.len().max(other.0.len()));
        let (mut ours, mut theirs) = (self.0.into_iter().peekable(), other.0.into_iter().peekable());
        loop {
            let next = match (ours.peek(), theirs.peek()) {
                (Some((word, _)), Some((other, _))) if word == other => ours
                    .next()
                    .zip(theirs.next())
                    .map(|((word, postings), (_, more))| (word, both(postings, more))),
                (Some((word, _)), Some((other, _))) if word > other => theirs.next(),
                (Some(_), _) => ours.next(),
                (None, _) => theirs.next(),
            };
            let Some(next) = next else { return Self(all) };
            all.push(next);
        }
    }
}

fn both(mut postings: Postings, more: Postings) -> Postings {
    postings.extend(more);
    put_in_order(&mut postings);
    postings
}

/// They mostly are: of other documents, those read later come behind.
fn put_in_order(postings: &mut Postings) {
    if !postings.is_sorted() {
        postings.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::{Posting, Vocabulary, WordField};

    fn vocabulary(words: &[(&str, &[(u32, WordField)])]) -> Vocabulary {
        let postings = |of: &[(u32, WordField)]| {
            of.iter().map(|(number, place)| Posting::new(*number, *place)).collect()
        };
        words.iter().map(|(word, of)| ((*word).into(), postings(of))).collect()
    }

    fn words_of(vocabulary: &Vocabulary) -> Vec<(&str, Vec<(u32, WordField)>)> {
        let places =
            |postings: &super::Postings| postings.iter().map(|one| (one.number(), one.place())).collect();
        vocabulary.iter().map(|(word, postings)| (word, places(postings))).collect()
    }

    #[test]
    fn documents_can_move_and_go() {
        let words = vocabulary(&[
            ("bar", &[(0, WordField::Text), (2, WordField::Title)]),
            ("rep", &[(1, WordField::Text)]),
        ]);
        let moved = words.renumbered(&[Some(3), None, Some(1)]);
        assert_eq!(words_of(&moved), [("bar", vec![(1, WordField::Title), (3, WordField::Text)])]);
    }

    #[test]
    fn two_vocabularies_are_one_in_order() {
        let some = vocabulary(&[("bar", &[(4, WordField::Text)]), ("set", &[(0, WordField::Term)])]);
        let more = vocabulary(&[
            ("bar", &[(1, WordField::Title), (9, WordField::Text)]),
            ("a", &[(1, WordField::Text)]),
        ]);
        let expected = [
            ("a", vec![(1, WordField::Text)]),
            ("bar", vec![(1, WordField::Title), (4, WordField::Text), (9, WordField::Text)]),
            ("set", vec![(0, WordField::Term)]),
        ];
        assert_eq!(words_of(&some.and(more)), expected);
    }
}
