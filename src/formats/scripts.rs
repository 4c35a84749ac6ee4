//! Scripts whose words aren't kept apart by spaces.

use std::ops::RangeInclusive;

/// The letters of languages that put no spaces between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese.
const UNSPACED: [RangeInclusive<char>; 10] = [
    '\u{e00}'..='\u{eff}',
    '\u{1000}'..='\u{109f}',
    '\u{1780}'..='\u{17ff}',
    '\u{3005}'..='\u{3007}',
    '\u{3040}'..='\u{30ff}',
    '\u{3400}'..='\u{4dbf}',
    '\u{4e00}'..='\u{9fff}',
    '\u{f900}'..='\u{faff}',
    '\u{ff66}'..='\u{ff9f}',
    '\u{20000}'..='\u{3ffff}',
];

/// True for a letter of a language that puts no spaces between words.
pub fn is_unspaced(letter: char) -> bool {
    // All of them are behind the letters of Europe, which most texts are in.
    letter >= *UNSPACED[0].start() && UNSPACED.iter().any(|range| range.contains(&letter))
}
