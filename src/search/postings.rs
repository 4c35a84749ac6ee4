//! The posts that have a word, as text: a few characters for a rare word, about a bit for each post for a frequent one.

use super::vocabulary::{Place, PostNumber, Postings};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Stands before a stream of bits.
const STREAM: char = '~';

/// What stands before the list of a place; that of [`Place::Text`] comes first and needs none.
fn mark(place: Place) -> Option<char> {
    match place {
        Place::Text => None,
        Place::Stressed => Some('+'),
        Place::Term => Some('#'),
        Place::Title => Some('!'),
    }
}

/// One of 64 signs.
pub(super) fn digit(value: usize) -> char {
    char::from(DIGITS[value % 64])
}

/// A number in digits of 5 bits, the lowest first; the sixth bit says that there are more.
pub(super) fn number(mut value: u32, out: &mut String) {
    loop {
        let (rest, low) = (value >> 5, (value & 31) as usize);
        out.push(digit(if rest == 0 { low } else { low | 32 }));
        if rest == 0 {
            return;
        }
        value = rest;
    }
}

/// The lists of several words.
pub(super) struct Lists {
    text: String,
    ends: Vec<usize>,
}

impl Lists {
    pub fn of<'a>(all: impl Iterator<Item = &'a Postings>) -> Self {
        let mut lists = Self { text: String::new(), ends: Vec::new() };
        for postings in all {
            write(postings, &mut lists.text);
            lists.ends.push(lists.text.len());
        }
        lists
    }

    /// How long they are together.
    pub fn length(&self) -> usize {
        self.text.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| self.text.get(start..*end).unwrap_or_default())
    }
}

/// Writes the posts, place by place.
fn write(postings: &Postings, out: &mut String) {
    let mut gaps: [Vec<u32>; Place::ALL.len()] = Default::default();
    let mut next = [0; Place::ALL.len()];
    for (post, place) in postings {
        let place = *place as usize;
        gaps[place].push(post - next[place]);
        next[place] = post + 1;
    }
    for (place, gaps) in Place::ALL.into_iter().zip(gaps).filter(|(_, gaps)| !gaps.is_empty()) {
        out.extend(mark(place));
        list(&gaps, next[place as usize], out);
    }
}

/// Writes the gaps between numbers below `end`: digit by digit, or, where that's shorter, as a stream of bits.
fn list(gaps: &[u32], end: PostNumber, out: &mut String) {
    let digits = gaps.iter().map(|gap| u64::from(gap.max(&1).ilog2() / 5 + 1)).sum::<u64>();
    // A mark, the number of low bits, and six bits a sign.
    let streamed =
        |low: u32| 2 + gaps.iter().map(|gap| u64::from((gap >> low) + 1 + low)).sum::<u64>().div_ceil(6);
    let guess = (end / (gaps.len() as u32).max(1)).checked_ilog2().unwrap_or(0);
    let candidates = [guess.saturating_sub(1), guess].map(|low| (streamed(low), low));
    match candidates.into_iter().min() {
        Some((signs, low)) if signs < digits => {
            out.push(STREAM);
            out.push(digit(low as usize));
            stream(gaps, low, out);
        }
        _ => gaps.iter().for_each(|gap| number(*gap, out)),
    }
}

/// Writes each gap in the code of Golomb and Rice: its high bits as so many ones and a zero, then its `low` lowest
/// bits as they are. What's left of the last sign is ones, which no gap ends with.
fn stream(gaps: &[u32], low: u32, out: &mut String) {
    let (mut waiting, mut filled) = (0_u64, 0);
    let mut push = |bits: u64, count: u32| {
        waiting = waiting << count | bits;
        filled += count;
        while filled >= 6 {
            filled -= 6;
            out.push(digit((waiting >> filled) as usize));
            waiting &= (1 << filled) - 1;
        }
        filled
    };
    let mut rest = 0;
    for gap in gaps {
        let mut high = gap >> low;
        while high >= 32 {
            push(u64::from(u32::MAX), 32);
            high -= 32;
        }
        push(((1 << high) - 1) << 1, high + 1);
        rest = push(u64::from(gap & ((1 << low) - 1)), low);
    }
    if rest > 0 {
        push((1 << (6 - rest)) - 1, 6 - rest);
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, write};

    fn written(postings: &[(u32, Place)]) -> String {
        let mut out = String::new();
        write(&postings.to_vec(), &mut out);
        out
    }

    #[test]
    fn each_place_has_its_list() {
        assert_eq!(written(&[(3, Place::Text)]), "D");
        assert_eq!(written(&[(0, Place::Title), (40, Place::Text), (73, Place::Text)]), "oBgB!A");
        assert_eq!(written(&[(1, Place::Stressed), (2, Place::Term)]), "+B#C");
    }

    #[test]
    fn a_frequent_word_is_a_stream_of_bits() {
        let all: Vec<_> = (0..100).map(|number| (number, Place::Text)).collect();
        // A hundred gaps of nothing are a hundred zeros; two ones fill the last sign.
        assert_eq!(written(&all), format!("~A{}D", "A".repeat(16)));
        // Gaps of 2, 4, 4, ... with one low bit: 100, then 1100 each time, then 111.
        let some: Vec<_> = (0..10).map(|number| (2 + number * 5, Place::Text)).collect();
        assert_eq!(written(&some), "~BmZmZmZn");
    }
}
