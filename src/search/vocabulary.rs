//! Every word of the blog, with the posts that have it and how much it matters there.

use foldhash::HashMap;

use super::{
    shares,
    text::{self, Part},
    words,
};
use crate::site::Post;

/// As often in a text, a word is what it's about.
const OFTEN: u32 = 3;

/// Where a post has a word, the least telling place first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// In its text.
    Text,
    /// In its excerpt or a heading, or often.
    Stressed,
    /// In the name of its category or of a tag.
    Term,
    /// In its title.
    Title,
}

/// The number of a post, the oldest first: a new one leaves the others theirs.
pub(super) type PostNumber = u32;

/// A post that has a word, with the most telling place. There are millions of them: number and place are in four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Posting(u32);

impl Posting {
    const PLACES: [Place; 4] = [Place::Text, Place::Stressed, Place::Term, Place::Title];

    pub fn new(number: PostNumber, place: Place) -> Self {
        Self(number << 2 | place as u32)
    }

    pub fn number(self) -> PostNumber {
        self.0 >> 2
    }

    pub fn place(self) -> Place {
        Self::PLACES[self.0 as usize & 3]
    }
}

/// The posts that have a word, in the order of their numbers.
pub(super) type Postings = Vec<Posting>;

/// What is found, by word.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    by_word: HashMap<Box<str>, usize>,
    postings: Vec<Postings>,
    /// What the post that is being read has of each word.
    current: Vec<Seen>,
    /// The words that it has.
    touched: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    place: Place,
    times: u32,
}

impl Vocabulary {
    /// The words of these posts, which come the oldest first.
    pub fn of(posts: &[&Post]) -> Self {
        let read =
            |first, posts: &[&Post]| Self::of_some(posts, PostNumber::try_from(first).unwrap_or_default());
        shares::of(posts, read).into_iter().reduce(Self::and_newer).unwrap_or_default()
    }

    /// The words of posts of which the oldest has the number `first`.
    fn of_some(posts: &[&Post], first: PostNumber) -> Self {
        let mut vocabulary = Self::default();
        for (number, post) in (first..).zip(posts) {
            text::read(&post.entry.body, |part, piece| match part {
                Part::Body => vocabulary.add(piece, Place::Text),
                Part::Heading => vocabulary.add(piece, Place::Stressed),
            });
            vocabulary.add(post.entry.excerpt.as_str(), Place::Stressed);
            for title in super::posts::terms(post) {
                vocabulary.add(title.as_str(), Place::Term);
            }
            vocabulary.add(post.entry.title.value.as_str(), Place::Title);
            vocabulary.end(number);
        }
        vocabulary
    }

    /// The same with the words of newer posts.
    fn and_newer(mut self, newer: Self) -> Self {
        for (word, id) in newer.by_word {
            let Some(postings) = newer.postings.get(id) else { continue };
            let own = self.id(&word);
            if let Some(own) = self.postings.get_mut(own) {
                own.extend_from_slice(postings);
            }
        }
        self
    }

    /// The words with their posts, in the order of their letters.
    pub fn sorted(&self) -> Vec<(&str, &Postings)> {
        let mut words: Vec<(&str, &Postings)> =
            self.by_word.iter().filter_map(|(word, id)| Some((&**word, self.postings.get(*id)?))).collect();
        words.sort_unstable_by_key(|(word, _)| *word);
        words
    }

    fn add(&mut self, text: &str, place: Place) {
        words::each(text, |word| {
            let id = self.id(word);
            if let Some(seen) = self.current.get_mut(id) {
                if seen.times == 0 {
                    self.touched.push(id);
                }
                seen.times += 1;
                seen.place = seen.place.max(place);
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
        self.current.push(Seen { place: Place::Text, times: 0 });
        id
    }

    /// Notes what the post has.
    fn end(&mut self, number: PostNumber) {
        for id in self.touched.drain(..) {
            if let (Some(seen), Some(postings)) = (self.current.get_mut(id), self.postings.get_mut(id)) {
                let often = if seen.times >= OFTEN { Place::Stressed } else { Place::Text };
                postings.push(Posting::new(number, seen.place.max(often)));
                *seen = Seen { place: Place::Text, times: 0 };
            }
        }
    }
}
