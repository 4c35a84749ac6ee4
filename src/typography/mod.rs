//! Typewriter punctuation as printers set it: quotation marks of the language, apostrophes, feet and inches, dashes, dots.

mod quotes;

use std::sync::Arc;

use toml_schema::schema::Typesetter;

use self::quotes::Pair;
pub use self::quotes::QuotationMarks;

/// Sets the quotation marks of a plain text. Its dashes and dots stay, as they may belong to a code.
impl Typesetter for QuotationMarks {
    fn set(&self, text: Arc<str>) -> Arc<str> {
        if memchr::memchr2(b'"', b'\'', text.as_bytes()).is_none() {
            return text;
        }
        let mut setter = Setter { signs: b"\"'", ..Setter::new(*self) };
        setter.set(&text, false, "").map_or(text, Arc::from)
    }
}

/// Sets the texts of one block, one after the other.
#[derive(Debug)]
pub struct Setter {
    marks: QuotationMarks,
    /// The character before the next one.
    previous: Option<char>,
    in_outer: bool,
    in_inner: bool,
    /// The characters that are replaced.
    signs: &'static [u8],
}

impl Setter {
    pub fn new(marks: QuotationMarks) -> Self {
        Self { marks, previous: None, in_outer: false, in_inner: false, signs: b"-.\"'" }
    }

    /// Notes the end of a text that isn't set itself: the next text follows it.
    pub fn follow(&mut self, text: &str) {
        self.previous = text.chars().next_back();
    }

    /// Sets a text, behind which `further` stands in its block. Returns `None` if nothing changes.
    pub fn set(&mut self, text: &str, is_escaped: bool, further: &str) -> Option<String> {
        let mut output = String::with_capacity(text.len() + 8);
        let mut rest = text;
        if is_escaped && let Some(first) = rest.chars().next() {
            output.push(first);
            self.previous = Some(first);
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
        while let Some(at) = rest.bytes().position(|byte| self.signs.contains(&byte)) {
            let (plain, signs) = rest.split_at(at);
            output.push_str(plain);
            self.previous = plain.chars().next_back().or(self.previous);
            let Some(sign) = signs.chars().next() else { break };
            let run = signs.len() - signs.trim_start_matches(sign).len();
            let length = match sign {
                '-' if run > 1 => {
                    push_dashes(run, &mut output);
                    run
                }
                '.' if run >= 3 => {
                    output.push('…');
                    3
                }
                // Two apostrophes are inches, too.
                '\'' if run == 2 && self.previous.is_some_and(|sign| sign.is_ascii_digit()) => {
                    output.push('″');
                    run
                }
                '"' | '\'' => {
                    let behind = signs.get(1..).unwrap_or_default();
                    let next = behind.chars().chain(further.chars()).next();
                    match sign {
                        '"' => self.double(next, &mut output),
                        _ => self.single(next, behind, further, &mut output),
                    }
                    1
                }
                _ => {
                    output.push(sign);
                    1
                }
            };
            // A mark behind inches closes.
            self.previous = output.chars().next_back().filter(|last| *last == '″').or(Some(sign));
            rest = signs.get(length..).unwrap_or_default();
        }
        output.push_str(rest);
        self.previous = rest.chars().next_back().or(self.previous);
        (output != text).then_some(output)
    }

    fn double(&mut self, next: Option<char>, output: &mut String) {
        let follows_digit = self.previous.is_some_and(|sign| sign.is_ascii_digit());
        let ends_word = self.previous.is_some_and(|sign| !opens(sign) && sign != '\'');
        // The second of two marks behind a number in a quotation closes it.
        if follows_digit && (!self.in_outer || next == Some('"')) {
            output.push('″');
        } else if self.in_outer && (ends_word || next.is_none_or(char::is_whitespace)) {
            self.in_outer = false;
            output.push_str(self.marks.space);
            output.push_str(self.marks.outer.close);
        } else if ends_word && !next.is_some_and(char::is_alphanumeric) {
            // A closing mark, although none was opened.
            output.push_str(self.marks.outer.close);
        } else {
            self.in_outer = true;
            output.push_str(self.marks.outer.open);
            output.push_str(self.marks.space);
        }
    }

    fn single(&mut self, next: Option<char>, behind: &str, further: &str, output: &mut String) {
        let Pair { open, close } = self.marks.inner;
        let before = self.previous;
        let joins = next.is_some_and(char::is_alphanumeric);
        let follows_digit = before.is_some_and(|sign| sign.is_ascii_digit());
        let follows_word = before.is_some_and(|sign| !opens(sign));
        if follows_digit && next.is_some_and(|sign| sign.is_ascii_digit()) {
            output.push(if begins_thousands(behind) { '’' } else { '′' });
        } else if self.in_inner && follows_word && !joins {
            self.in_inner = false;
            output.push_str(close);
        } else if follows_digit && !joins {
            output.push('′');
        } else if !follows_word
            && next.is_some_and(starts_quotation)
            && !is_shortened(behind)
            && has_closing(&[behind, further].concat())
        {
            self.in_inner = true;
            output.push_str(open);
        } else {
            output.push('’');
        }
    }
}

/// True for the last digits of a number as people in Switzerland write it, such as `1'200`.
fn begins_thousands(behind: &str) -> bool {
    behind.bytes().take_while(u8::is_ascii_digit).count() == 3
}

/// True if a quotation can begin behind the sign.
fn opens(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '(' | '[' | '{' | '"' | '-' | '–' | '—' | '/' | '«' | '„' | '“')
}

/// True unless the mark stands for what is left out, as in `'90s`.
fn starts_quotation(next: char) -> bool {
    !next.is_whitespace() && !next.is_ascii_digit()
}

/// True for the rest of a word whose beginning is left out: `'n'`, German `'ne Runde`, Dutch `'s`.
fn is_shortened(behind: &str) -> bool {
    const WORDS: [&str; 13] =
        ["n", "s", "t", "m", "em", "ne", "nen", "nem", "ner", "til", "tis", "twas", "cause"];
    let end = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
    let word = behind.get(..end).unwrap_or_default();
    // A capital alone is more often one in quotation marks, as in sizes 'S' and 'M'.
    WORDS.iter().any(|short| *short == word || short.len() > 1 && short.eq_ignore_ascii_case(word))
}

/// True if a single quotation mark closes further on.
fn has_closing(behind: &str) -> bool {
    behind.match_indices('\'').any(|(at, _)| {
        let before = behind.get(..at).and_then(|text| text.chars().next_back());
        let after = behind.get(at + 1..).and_then(|text| text.chars().next());
        before.is_some_and(|sign| !sign.is_whitespace()) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Writes the dashes for a run of hyphens: a long one for three, a short one for two.
fn push_dashes(count: usize, output: &mut String) {
    let (long, short) = match count % 3 {
        0 => (count / 3, 0),
        _ if count.is_multiple_of(2) => (0, count / 2),
        1 => ((count - 4) / 3, 2),
        _ => ((count - 2) / 3, 1),
    };
    output.extend(std::iter::repeat_n('—', long).chain(std::iter::repeat_n('–', short)));
}
