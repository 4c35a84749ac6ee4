//! Texts that were saved in UTF-8 and read with another encoding: each letter beyond ASCII has become two or three.

use encoding_rs::{Encoding, WINDOWS_1252};
use memchr::memchr2_iter;

use crate::source::legacy_encoding;

/// What stands for letters of UTF-8 and hardly ever within a word.
const SIGNS: &str = "‚ƒ„†‡ˆ‰‹›Œ•™¤¦§¨©¬®¯°±²³´µ¶·¸¹¼½¾€¢£¥№";

/// So many letters in a row that can be read as UTF-8 are no chance.
const NO_CHANCE: usize = 3;

/// How texts of a language look that were read with the encoding in which programs save that language.
#[derive(Debug)]
pub(super) struct Misreading(Vec<(char, u8)>);

/// A letter of UTF-8 at the beginning of a text that was misread.
struct Misread<'t> {
    written: &'t str,
    meant: char,
}

impl Misreading {
    /// That of the language with this tag. Of encodings with letters of several bytes it finds nothing, and what was read
    /// as Windows-1252 is found in every language.
    pub(super) fn of_language(tag: &str) -> Self {
        let encoding = legacy_encoding(tag);
        match encoding.is_single_byte() && encoding != WINDOWS_1252 {
            true => Self(upper_half(encoding)),
            false => Self(Vec::new()),
        }
    }

    /// Where the first letter of `text` stands that is garbled, and how many bytes are.
    pub(super) fn find(&self, text: &str) -> Option<(usize, usize)> {
        let found = western(text);
        if self.0.is_empty() || text.is_ascii() {
            return found;
        }
        found.into_iter().chain(self.find_own(text)).min()
    }

    fn find_own(&self, text: &str) -> Option<(usize, usize)> {
        let (mut at, mut before) = (0, None);
        // Where those begin that stand in a row, and how many they are.
        let (mut start, mut count) = (0, 0);
        while let Some(rest) = text.get(at..) {
            let next = rest.chars().next()?;
            let Some(misread) = self.at_start(rest) else {
                (at, before, count) = (at + next.len_utf8(), Some(next), 0);
                continue;
            };
            let length = misread.written.len();
            if is_sure(&misread, before, rest.get(length..).unwrap_or_default()) {
                return Some((at, length));
            }
            if count == 0 {
                start = at;
            }
            (at, before, count) = (at + length, misread.written.chars().last(), count + 1);
            if count == NO_CHANCE {
                return Some((start, at - start));
            }
        }
        None
    }

    fn at_start<'t>(&self, text: &'t str) -> Option<Misread<'t>> {
        let mut letters = text.char_indices();
        let lead = self.byte(letters.next()?.1)?;
        let length = match lead {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            _ => return None,
        };
        let mut bytes = vec![lead];
        for (_, letter) in letters.by_ref().take(length - 1) {
            bytes.push(self.byte(letter)?);
        }
        let meant = std::str::from_utf8(&bytes).ok()?.chars().next()?;
        let is_of_language = self.byte(meant).is_some() && meant.is_alphabetic()
            || is_punctuation(meant)
            // The encoding of Vietnamese has accents by themselves, and not every letter that has one.
            || self.byte('\u{300}').is_some() && meant.is_alphabetic() && meant < '\u{1F00}';
        let written = text.get(..letters.offset()).filter(|_| is_of_language)?;
        Some(Misread { written, meant })
    }

    /// The byte of a letter beyond ASCII.
    fn byte(&self, letter: char) -> Option<u8> {
        let at = self.0.binary_search_by_key(&letter, |(known, _)| *known).ok()?;
        self.0.get(at).map(|(_, byte)| *byte)
    }
}

/// The letters of an encoding beyond ASCII, each with its byte.
fn upper_half(encoding: &'static Encoding) -> Vec<(char, u8)> {
    let letter = |byte: u8| encoding.decode_without_bom_handling(&[byte]).0.chars().next();
    let mut letters: Vec<(char, u8)> = (0x80..=0xFF).filter_map(|byte| Some((letter(byte)?, byte))).collect();
    letters.retain(|(letter, _)| *letter != char::REPLACEMENT_CHARACTER);
    letters.sort_unstable();
    letters
}

fn is_punctuation(letter: char) -> bool {
    ('\u{2010}'..='\u{204F}').contains(&letter)
}

/// True for what no author writes: a capital or a sign within a word.
fn is_sure(misread: &Misread<'_>, before: Option<char>, behind: &str) -> bool {
    let is_capital_within =
        misread.written.starts_with(char::is_uppercase) && before.is_some_and(char::is_lowercase);
    let has_sign = misread.written.chars().skip(1).any(|letter| SIGNS.contains(letter));
    is_punctuation(misread.meant) || is_capital_within || has_sign && behind.starts_with(char::is_alphabetic)
}

/// The same for Windows-1252, with which most programs read, whatever the language.
fn western(text: &str) -> Option<(usize, usize)> {
    // The first bytes of all letters that this looks for: most texts have neither, and are searched many bytes at a
    // time.
    memchr2_iter(0xC3, 0xEF, text.as_bytes())
        .find_map(|at| western_at(text.get(at..)?).map(|length| (at, length)))
}

/// How many bytes are garbled at the start of `text`.
fn western_at(text: &str) -> Option<usize> {
    let mut letters = text.chars();
    let letter = letters.next()?;
    let next = letters.next();
    match (letter, next) {
        ('\u{FFFD}', _) => Some(letter.len_utf8()),
        (
            'Ã',
            Some(
                '\u{80}'..='\u{9F}'
                | '\u{A1}'..='\u{AA}'
                | '\u{AC}'..='\u{BA}'
                | '\u{BC}'..='\u{BF}'
                | '‰'
                | '€',
            ),
        )
        | ('Â', Some('\u{80}'..='\u{9F}' | '\u{A1}'..='\u{A9}' | '\u{AC}'..='\u{B9}'))
        | ('â', Some('€' | '\u{80}')) => Some(letter.len_utf8() + next.map_or(0, char::len_utf8)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::Encoding;

    use super::{Misreading, legacy_encoding};

    const SENTENCES: [(&str, &str); 14] = [
        ("pl", "Rękawice i ręcznik weź ze sobą; łącznie zajęcia trwają pół godziny, także w święta."),
        ("cs", "Přijďte včas, rukavice půjčujeme. Šatny jsou vždy otevřené od šesti ráno."),
        ("sk", "PÄŤ KÔL. Príď včas, päť minút stačí; vezmi si ľahký uterák a vôľu, ĎALŠÍ KĽUČ."),
        ("hu", "Hozz törölközőt és kesztyűt! ŐRÜLTEN JÓ ÓRÁK, minden este hétkor, szünet nélkül."),
        ("ro", "Vino la sală în fiecare zi; MĂŞTI şi mănuşi găseşti aici, FĂŢĂ de alţii."),
        ("ru", "«СССР» и Рёбра: Сёстры ходят В\u{a0}зал «Сила» — всё просто, приходите! СССР–США, №1."),
        ("uk", "СІРІ КОТИ, СУЗІР’Я і ПОДВІР’Я. Різні зали, січень; об’єднання сильних, ґанок, їжа."),
        ("sr", "Ђаци и љубав: Срђан, Његош, НОВИ СЈАЈ. Џудо и бокс сваког дана, ћао!"),
        ("el", "Ο Όμιλος: γυμναστήριο με ώρες· ΤΟΊΧΟΣ ΑΝΑΡΡΊΧΗΣΗΣ, «Ο χρόνος σου», πρωί και βράδυ."),
        ("tr", "Şimdi başla: ÇOK GÜÇLÜ, İYİ, kapı açık, ağırlık çalış, gürültü yok."),
        ("ar", "وسط،ثم تمارين القوة كل يوم؛ هل أنت جاهز؟ طائرة وظل وعضلات وغذاء."),
        ("he", "ג׳ודו וצ׳י קונג, אימון בסיסי ב־€50, רח׳ הרצל “מועדון”."),
        ("lt", "Ateik šiandien: ĄŽUOLAS, čia šilta, įmonė, ūkis, žmonės ir draugystė."),
        ("th", "เธอมาเธอรู้ เล่นโยคะทุกวัน เวลา เธก น้ำหนัก ธนาคาร"),
    ];

    fn misread(text: &str, encoding: &'static Encoding) -> String {
        encoding.decode_without_bom_handling(text.as_bytes()).0.into_owned()
    }

    #[test]
    fn sentences_are_garbled_only_where_they_were_misread() {
        for (language, sentence) in SENTENCES {
            let misreading = Misreading::of_language(language);
            let found =
                |text: &str| misreading.find(text).map(|(at, length)| text[at..at + length].to_owned());
            assert_eq!(found(sentence), None, "{language}: {sentence}");
            let garbled = misread(sentence, legacy_encoding(language));
            assert!(found(&garbled).is_some(), "{language}: {garbled}");
        }
    }

    #[test]
    fn single_words_are_found() {
        for (language, word) in [
            ("pl", "mąka"),
            ("cs", "příště"),
            ("ru", "Привет"),
            ("ru", "зал"),
            ("uk", "Різні"),
            ("el", "γυμναστήριο"),
            ("tr", "kapı"),
            ("vi", "Phòng tập"),
            ("ru", "зал — сила"),
        ] {
            let garbled = misread(word, legacy_encoding(language));
            let misreading = Misreading::of_language(language);
            assert!(misreading.find(&garbled).is_some(), "{language}: {garbled}");
            assert!(misreading.find(word).is_none(), "{language}: {word}");
        }
    }

    #[test]
    fn what_was_read_as_windows_1252_is_found_in_every_language() {
        for language in ["en", "pl", "ru", "ja"] {
            let misreading = Misreading::of_language(language);
            for text in ["CafÃ©", "donâ€™t", "5Â£", "caf\u{FFFD}"] {
                assert!(misreading.find(text).is_some(), "{text}");
            }
        }
        let misreading = Misreading::of_language("en");
        for text in ["Café", "MAÇÃ", "MAÇÃO “MANHÔ", "Âge", "âge", "l’été", "Ĩtĩna"] {
            assert!(misreading.find(text).is_none(), "{text}");
        }
    }
}
