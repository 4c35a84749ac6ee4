//! Reads documents for their words.

use foldhash::HashMap;

use super::{
    documents::Document,
    vocabulary::{DocumentNumber, Posting, Postings, Vocabulary, WordField},
    words,
};

/// As often in a text, a word is what it's about.
const OFTEN: u32 = 3;

/// What was read so far.
#[derive(Debug, Default)]
pub(super) struct Indexer {
    by_word: HashMap<Box<str>, usize>,
    postings: Vec<Postings>,
    /// What the document that is being read has of each word.
    current: Vec<Occurrences>,
    /// The words that it has.
    touched: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Occurrences {
    place: WordField,
    times: u32,
}

impl Indexer {
    /// The words of these documents, which come in the order of their numbers.
    pub fn index(documents: &[(DocumentNumber, &Document<'_>)]) -> Vocabulary {
        let mut indexer = Self::default();
        for (number, document) in documents {
            document.read(|piece, place| indexer.add(piece, place));
            indexer.end(*number);
        }
        let Self { by_word, mut postings, .. } = indexer;
        let words = by_word.into_iter();
        words.map(|(word, id)| (word, postings.get_mut(id).map(std::mem::take).unwrap_or_default())).collect()
    }

    fn add(&mut self, text: &str, place: WordField) {
        words::each(text, |word| {
            let id = self.id(word);
            if let Some(occurrences) = self.current.get_mut(id) {
                if occurrences.times == 0 {
                    self.touched.push(id);
                }
                occurrences.times += 1;
                occurrences.place = occurrences.place.max(place);
            }
        });
    }

    fn id(&mut self, word: &str) -> usize {
        if let Some(id) = self.by_word.get(word) {
            return *id;
        }
        let id = self.postings.len();
        self.by_word.insert(word.into(), id);
        self.postings.push(Vec::new());
        self.current.push(Occurrences { place: WordField::Text, times: 0 });
        id
    }

    /// Notes what the document has.
    fn end(&mut self, number: DocumentNumber) {
        for id in self.touched.drain(..) {
            if let (Some(occurrences), Some(postings)) = (self.current.get_mut(id), self.postings.get_mut(id))
            {
                let often = if occurrences.times >= OFTEN { WordField::Stressed } else { WordField::Text };
                postings.push(Posting::new(number, occurrences.place.max(often)));
                *occurrences = Occurrences { place: WordField::Text, times: 0 };
            }
        }
    }
}
