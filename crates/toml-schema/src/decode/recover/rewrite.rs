//! Rewrites of a value that isn't TOML: the values that were probably meant, the likeliest first.

use std::ops::Range;

use toml::de::DeTable;

use super::statement::{FEWER_QUOTES, entry, is_bare_key, is_colour, is_sign_alone, is_toml};
use crate::{
    decode::{
        corrections::{escaped, in_quotes},
        line_end,
        value::{DateOrder, date, loose, time},
    },
    diagnostic::{Applicability, clean},
};

/// A kind of mistake: its message, and the rule that the text breaks.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::decode) struct Mistake {
    pub message: &'static str,
    pub rule: &'static str,
}

const fn mistake(message: &'static str, rule: &'static str) -> Mistake {
    Mistake { message, rule }
}

pub(super) const BELOW: Mistake = mistake("this value stands below its key", "key = value, on one line");
pub(super) const COLON: Mistake = mistake("a colon stands where = belongs", "key = value");
pub(super) const EQUALS_MISSING: Mistake = mistake("the = behind the key is missing", "key = value");
pub(super) const EQUALS_TWICE: Mistake = mistake("one = is enough", "key = value");
pub(super) const KEY: Mistake =
    mistake("\"{}\" can't be a key", "a key of letters, digits, - and _, then = and a value");
pub(super) const NO_VALUE: Mistake = mistake(
    "\"{}\" has no value",
    "write a value behind the =, a text in quotes and a number without, or remove the line if the key is optional",
);
pub(super) const WORDS: Mistake =
    mistake("this line gives no key a value", "write key = value, or put a # in front to make it a comment");
pub(super) const HEADER: Mistake = mistake(
    "this line is neither a key nor the name of a table",
    "[name] for a table, or [[name]] for one of several",
);
pub(super) const HEADER_TWICE: Mistake = mistake(
    "the table [{}] is given twice",
    "the keys of both in one table, or two brackets on each side of both",
);
pub(super) const SINGLE_HEADER: Mistake =
    mistake("[{}] is one of several tables", "[[name]] for each of several tables");
pub(super) const LOST_HEADER: Mistake = mistake(
    "the line {} is missing above these keys",
    "the name of the table on a line of its own, and the keys below it",
);
pub(super) const NO_HEADER: Mistake = mistake(
    "the line {} is missing above these keys",
    "the name of the table on a line of its own, and the keys below it",
);
pub(super) const KEY_TWICE: Mistake =
    mistake("the key \"{}\" is given twice", "each key once: remove one of the two");
pub(super) const STRAY_BRACKET: Mistake =
    mistake("a stray bracket", "remove the line, or write the bracket that belongs to it");
pub(super) const INVISIBLE: Mistake = mistake(
    "there is a character that can't be seen or looks like another",
    "only characters of the keyboard, outside of texts",
);
const TRAILING: Mistake = mistake(
    "something stands behind the end of the value",
    "each key on a line of its own, and nothing between them",
);
pub(super) const ENTRIES: Mistake =
    mistake("several keys stand on one line", "key = value, without a comma behind it");
pub(super) const COMMENT: Mistake = mistake("a comment doesn't begin with //", "a comment behind a #");
pub(in crate::decode) const QUOTES: Mistake =
    mistake("a text needs quotes around it", "a text in quotes: \"...\"");
const CURLY: Mistake =
    mistake("these quotes are not those of TOML", "straight quotes, as on the keyboard: \"...\"");
const OPEN_QUOTE: Mistake = mistake("this text isn't closed", "a text between two straight quotes: \"...\"");
const INNER_QUOTE: Mistake =
    mistake("there is a quote or a backslash within this text", "\\\" and \\\\ within a text");
pub(super) const LINES: Mistake = mistake(
    "a text in quotes ends on its line",
    "a text on one line, or ''' before and behind one of several lines",
);
const OPEN_TEXT: Mistake = mistake(
    "this text of several lines doesn't have three quotes on both sides",
    "''' before the text and behind it",
);
const DATE: Mistake =
    mistake("{} is not a date", "a date as year-month-day without quotes, such as 2026-12-31");
const TIME: Mistake = mistake("{} is not a time", "a time of 24 hours in quotes, such as \"09:30\"");
const NUMBER: Mistake = mistake(
    "{} is not a number",
    "a number with a point for decimals and nothing between thousands, such as 18.5 or 2500",
);
const ANSWER: Mistake = mistake("{} is no value", "true or false, in small letters");
const BRACKET: Mistake = mistake(
    "this list or table has the wrong brackets",
    "every bracket in a pair: [ ... ] around a list, { ... } around a table on one line",
);
const COMMA: Mistake = mistake(
    "there is a comma missing, or one too many",
    "[\"one\", \"two\"], or { key = \"value\", other = \"value\" }",
);
const ELEMENTS: Mistake = mistake(
    "an element of this list or table can't be read",
    "[\"one\", \"two\"], or { key = \"value\", other = \"value\" }",
);

/// Another way to write a value.
#[derive(Debug)]
pub(super) struct Rewrite {
    pub text: String,
    pub mistake: &'static Mistake,
    pub applicability: Applicability,
}

/// Signs that open or close a text where they aren't within a word.
pub(super) const QUOTE_MARKS: [char; 13] =
    ['"', '\'', '“', '”', '„', '‟', '«', '»', '‘', '’', '´', '`', '＂'];

/// Signs that open or close a text wherever they stand.
const TEXT_MARKS: [char; 5] = ['"', '“', '”', '„', '＂'];

/// Signs before the elements of a list in other texts.
const BULLETS: [char; 5] = ['-', '*', '•', '–', '·'];

/// The depth to which lists and tables within each other are looked into.
const DEEPEST: usize = 4;

/// True if `written` can stand behind `key =`.
pub(super) fn is_value(written: &str) -> bool {
    DeTable::parse(&format!("x = {written}")).is_ok_and(|table| table.get_ref().len() == 1)
}

/// All ways to write `value` that TOML reads.
pub(super) fn rewrites(value: &str, order: DateOrder) -> Vec<Rewrite> {
    Rewriter { order, depth: 0 }.all(value)
}

struct Rewriter {
    order: DateOrder,
    depth: usize,
}

impl Rewriter {
    fn all(&self, value: &str) -> Vec<Rewrite> {
        let mut found = Rewrites::default();
        let certain = Applicability::Certain;
        found.add(clean(value).trim().to_owned(), &INVISIBLE, certain);
        if let Some((text, comment)) = value.split_once("//") {
            let written = text.trim_end().trim_end_matches([',', ';']);
            found.add(format!("{written}{}#{comment}", gap_at_end(text)), &COMMENT, certain);
        }
        let mut whole = value;
        while let Some(shorter) = whole.strip_suffix([',', ';', ']', '}', ')', '>', '.', ' ', '\t']) {
            whole = shorter;
            found.add(whole.trim_end().to_owned(), &TRAILING, certain);
        }
        if value.starts_with("\\\"") {
            let text = value.replace("\\\"", "\"");
            found.add(text.trim_end_matches([',', ';', ' ', '\t']).to_owned(), &CURLY, certain);
        }
        let several_lines = self.several_lines(value);
        let has_three_quotes = !several_lines.is_empty();
        for (text, mistake) in several_lines {
            found.add(text, mistake, certain);
        }
        if let Some(list) = self.yaml_list(value).or_else(|| self.yaml_table(value)) {
            found.add(list, if value.starts_with('[') { &ELEMENTS } else { &BRACKET }, certain);
        }
        if is_like_list(value) && self.depth < DEEPEST {
            let rewriter = Self { order: self.order, depth: self.depth + 1 };
            for (text, mistake, applicability) in rewriter.bracketed(value) {
                found.add(text, mistake, applicability);
            }
        }
        if let Some(Rewrite { text, mistake, applicability }) = requoted(value).filter(|_| !has_three_quotes)
        {
            found.add(text, mistake, applicability);
        }
        if let Some(date) = date::loosely(value, self.order) {
            found.add(date, &DATE, date::sureness(value));
        }
        let number = loose::number(value);
        let is_time = value.contains(':')
            || value.to_lowercase().ends_with(['m', 'h', 'r', 's'])
            || value.starts_with('0') && value.len() == 4;
        if let Some(time) = time::loosely(value).filter(|_| is_time) {
            // Four digits may be either.
            let is_number = number.as_ref().is_some_and(|(_, applicability)| *applicability == certain);
            let applicability = Applicability::certain_if(!is_number).max(time::sureness(value));
            found.add(in_quotes(&time.machine()), &TIME, applicability);
        }
        if let Some(answer) = loose::answer(value) {
            found.add(answer.to_owned(), &ANSWER, certain);
        }
        if let Some((number, applicability)) = number.filter(|(_, sure)| !is_time || *sure == certain) {
            found.add(number, &NUMBER, applicability.max(Applicability::certain_if(!is_time)));
        }
        let is_text =
            value.starts_with(|c: char| c.is_alphabetic()) || is_colour(value) || value.contains(' ');
        let text = in_quotes(&joined_lines(value));
        let is_list = value.starts_with(['[', '{']);
        let is_read = has_three_quotes
            || is_list
            || found.0.iter().any(|other| other.text.starts_with(['"', '[', '{']));
        if is_value(&text) && !is_read && !loose::is_keyword(value) {
            let applicability = Applicability::certain_if(is_text && !value.contains('\n'));
            found.0.push(Rewrite { text, mistake: &QUOTES, applicability });
        }
        found.0
    }

    /// Texts of several lines that lack quotes on one side, or have too few on both.
    fn several_lines(&self, value: &str) -> Vec<(String, &'static Mistake)> {
        let line_end = line_end(value);
        let mut texts = Vec::new();
        for quotes in ["'''", "\"\"\""] {
            if value.starts_with(quotes) {
                let text = value.trim_end_matches(['\n', '\r', ' ', '\t']);
                texts.push((format!("{text}{line_end}{quotes}"), &OPEN_TEXT));
                let words = text.trim_end_matches(['\'', '"']);
                // Quotes at the end of a single line, and two of three, are the closing ones, of which there are too few.
                let (_, two) = quotes.split_at(1);
                let is_closed = !text.contains('\n') || text.ends_with(two);
                let at = if is_closed { texts.len() - 1 } else { texts.len() };
                texts.insert(at, (format!("{words}{quotes}"), &OPEN_TEXT));
            } else if value.ends_with(quotes) && value.contains('\n') {
                let text = match value.split_once('\n') {
                    Some((first, rest)) if FEWER_QUOTES.contains(&first.trim_end()) => rest,
                    _ => value,
                };
                texts.push((format!("{quotes}{line_end}{text}"), &OPEN_TEXT));
            }
        }
        if texts.is_empty() {
            texts.extend(with_paragraphs(value).map(|text| (text, &LINES)));
        }
        texts
    }

    /// A list as YAML writes it, each element behind a hyphen on a line of its own, between brackets. The hyphens may be other
    /// signs of lists, and the brackets there.
    fn yaml_list(&self, value: &str) -> Option<String> {
        let inner = value.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(value);
        let mut elements = Vec::new();
        for line in inner.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let element = line.strip_prefix(BULLETS)?.strip_prefix(' ')?;
            elements.push(self.element(element.trim()));
        }
        (elements.len() > 1).then(|| format!("[{}]", elements.join(", ")))
    }

    /// A table as YAML writes it, each key further in on a line of its own, between braces.
    fn yaml_table(&self, value: &str) -> Option<String> {
        let fields = value.lines().map(|line| {
            let (key, field) = line.split_once(':')?;
            is_bare_key(key.trim()).then(|| format!("{} = {}", key.trim(), self.element(field.trim())))
        });
        let fields = fields.collect::<Option<Vec<_>>>()?;
        (fields.len() > 1).then(|| format!("{{ {} }}", fields.join(", ")))
    }

    /// A list or table with brackets of one kind around it, then with each of its elements as it was intended.
    fn bracketed(&self, value: &str) -> [(String, &'static Mistake, Applicability); 2] {
        let value = value.trim_end_matches([',', ';', ' ', '\n', '\r', '\t']);
        let inner = value.strip_prefix(OPENING).unwrap_or(value);
        let inner = inner.strip_suffix(CLOSING).unwrap_or(inner);
        let brackets = Brackets { value, is_table: begins_field(inner) };
        let (elements, mistake) = self.elements(inner, brackets.is_table);
        // A quote within an element may as well be the end of one.
        let is_sure = inner.matches(TEXT_MARKS).count().is_multiple_of(2) && !elements.contains("\\\"");
        [
            (brackets.around(inner), &BRACKET, Applicability::Certain),
            (brackets.around(&elements), mistake, Applicability::certain_if(is_sure)),
        ]
    }

    /// The elements of a list or the fields of a table, with one comma between them.
    fn elements(&self, inner: &str, is_table: bool) -> (String, &'static Mistake) {
        let parts = parts(inner);
        let last = parts.iter().rposition(|part| bare_element(part).is_some());
        let (mut out, mut mistake) = (String::new(), &COMMA);
        for (index, part) in parts.iter().enumerate() {
            let (code, comment) = part.split_at_checked(comment_of(part)).unwrap_or_default();
            let Some(bare) = bare_element(part) else {
                // A line with nothing but quotes goes.
                if !code.contains(QUOTE_MARKS) {
                    out.extend(code.chars().filter(|c| c.is_whitespace()));
                }
                out.push_str(comment);
                continue;
            };
            let element = if is_table { self.field(bare) } else { self.element(bare) };
            if element != bare {
                mistake = if is_table && is_json(bare) { &COLON } else { &ELEMENTS };
            }
            let lead = code.len() - code.trim_start().len();
            out.push_str(code.get(..lead).unwrap_or_default());
            out.push_str(&element);
            if Some(index) != last || code.trim_end().ends_with(',') {
                out.push(',');
            }
            let tail = code.get(lead + bare.len()..).unwrap_or_default();
            out.push_str(tail.trim_start_matches(SEPARATORS));
            out.push_str(comment);
        }
        (out, mistake)
    }

    /// The first way to write an element that TOML reads.
    fn element(&self, written: &str) -> String {
        if is_value(written) || written.is_empty() {
            return written.to_owned();
        }
        self.all(written).into_iter().next().map_or_else(|| written.to_owned(), |rewrite| rewrite.text)
    }

    /// The first way to write a key and its value that TOML reads, also from the form of JSON.
    fn field(&self, written: &str) -> String {
        let Some(field) = entry(written).filter(|_| !is_toml(written)) else { return written.to_owned() };
        let key = written.get(field.key).unwrap_or_default();
        let bare = key.trim_matches('"');
        let value = written.get(field.sign.end..).unwrap_or_default().trim();
        format!("{} = {}", if is_bare_key(bare) { bare } else { key }, self.element(value))
    }
}

/// Rewrites of a value, each once.
#[derive(Default)]
struct Rewrites(Vec<Rewrite>);

impl Rewrites {
    /// Adds a text, if it is TOML.
    fn add(&mut self, text: String, mistake: &'static Mistake, applicability: Applicability) {
        if is_value(&text) && !self.0.iter().any(|other| other.text == text) {
            self.0.push(Rewrite { text, mistake, applicability });
        }
    }
}

const OPENING: [char; 6] = ['[', '{', '(', '［', '｛', '（'];
const CLOSING: [char; 6] = [']', '}', ')', '］', '｝', '）'];

/// The brackets of one kind that belong around a list or table.
struct Brackets<'v> {
    /// The value as it is written, perhaps without one of its brackets.
    value: &'v str,
    is_table: bool,
}

impl Brackets<'_> {
    fn around(&self, inner: &str) -> String {
        let (open, close) = if self.is_table { ("{", "}") } else { ("[", "]") };
        let before = if !self.value.starts_with(OPENING) && inner.ends_with(' ') { " " } else { "" };
        let behind = if self.value.ends_with(CLOSING) {
            ""
        } else if inner.contains('\n') && !self.is_table {
            line_end(self.value)
        } else if inner.starts_with(' ') {
            " "
        } else {
            ""
        };
        format!("{open}{before}{inner}{behind}{close}")
    }
}

/// An element without its comment and the separators behind it. Returns `None` for nothing but quotes.
fn bare_element(part: &str) -> Option<&str> {
    let code = part.get(..comment_of(part)).unwrap_or_default();
    let bare = code.trim().trim_end_matches(SEPARATORS).trim_end();
    Some(bare).filter(|bare| !bare.trim_matches(QUOTE_MARKS).is_empty() || is_value(bare))
}

/// Signs between elements.
const SEPARATORS: [char; 3] = [',', ';', '，'];

/// A list or table cut behind each sign between its elements, at line ends, and where such a sign is missing between two of
/// them; but not within brackets, nor within quotes, unless one of these is missing on the line.
fn parts(inner: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut depth, mut line_start) = (0, 0_usize, 0);
    for line in inner.split_inclusive('\n') {
        let code = comment_of(line);
        let is_balanced = line.matches(TEXT_MARKS).count() % 2 == 0;
        let mut is_quoted = false;
        for (at, c) in line.char_indices() {
            let is_code = at < code && !is_quoted;
            let written = inner.get(start..line_start + at).unwrap_or_default();
            let before = written.trim_end();
            let is_begin =
                matches!(c, '[' | '{') || is_balanced && (TEXT_MARKS.contains(&c) || c.is_alphabetic());
            let is_second = is_begin && before.ends_with(['"', '”', ']', '}'])
                || before.len() < written.len() && is_second_text(before, c);
            if is_code && depth == 0 && is_second {
                parts.extend(inner.get(start..line_start + at));
                start = line_start + at;
            }
            match c {
                '[' | '{' if is_code => depth += 1,
                ']' | '}' if is_code => depth = depth.saturating_sub(1),
                _ => is_quoted ^= is_balanced && at < code && TEXT_MARKS.contains(&c),
            }
            if depth == 0 && (c == '\n' || is_code && SEPARATORS.contains(&c)) {
                let end = line_start + at + c.len_utf8();
                parts.extend(inner.get(start..end));
                start = end;
            }
        }
        line_start += line.len();
    }
    parts.extend(inner.get(start..).filter(|rest| !rest.is_empty()));
    parts
}

/// `'one' 'two'`: what is also an apostrophe ends a text only if another begins behind a space.
fn is_second_text(before: &str, quote: char) -> bool {
    match quote {
        '\'' => before.ends_with(['\'', '"']),
        '"' => before.ends_with('\''),
        _ => false,
    }
}

/// The entries of a line on which there are several, each of which is TOML.
pub(super) fn entries(line: &str) -> Option<Vec<Range<usize>>> {
    let mut at = 0;
    let entries = parts(line).into_iter().map(|part| {
        let start = at + part.len() - part.trim_start().len();
        at += part.len();
        let entry = part.trim().trim_end_matches(SEPARATORS).trim_end();
        (begins_field(entry) && is_toml(entry)).then(|| start..start + entry.len())
    });
    entries.collect::<Option<Vec<_>>>().filter(|entries| entries.len() > 1 && !line.contains('\n'))
}

/// The byte at which the comment of a line begins, or else its end.
fn comment_of(line: &str) -> usize {
    for (at, _) in line.match_indices('#') {
        let (before, comment) = line.split_at(at);
        let is_sign = is_sign_alone(comment) && !before.ends_with(char::is_alphabetic);
        if is_sign && before.matches(TEXT_MARKS).count().is_multiple_of(2) {
            return at;
        }
    }
    line.len()
}

/// True for `key =`, and for `"key":`.
fn begins_field(written: &str) -> bool {
    let written = written.trim_start();
    entry(written)
        .and_then(|entry| written.get(entry.key))
        .is_some_and(|key| is_bare_key(key.trim_matches('"')))
}

fn is_json(field: &str) -> bool {
    field.starts_with('"')
}

fn gap_at_end(text: &str) -> &str {
    text.get(text.trim_end().len()..).unwrap_or_default()
}

fn is_like_list(value: &str) -> bool {
    let marks = ['[', '{', '(', ']', '}', ')', '［', '（', '］', '）'];
    let is_several = value.starts_with(['"', '\'']) && value.contains("\", \"");
    // A colon stands in texts and addresses.
    let is_table = value.split_once('=').is_some_and(|(key, _)| is_bare_key(key.trim()));
    value.starts_with(marks) || value.ends_with(marks) || is_several || is_table
}

/// A text between straight quotes, if quotes of any kind stand at one of its ends.
fn requoted(value: &str) -> Option<Rewrite> {
    let (open, close) = (value.starts_with(QUOTE_MARKS), value.ends_with(QUOTE_MARKS));
    let is_curly = value.starts_with(is_curly_quote) || value.ends_with(is_curly_quote);
    let mistake = match (open, close) {
        (false, false) => return None,
        _ if is_curly => &CURLY,
        (true, true) if value.contains('\n') => &LINES,
        (true, true) if value.chars().count() > 1 => &INNER_QUOTE,
        _ => &OPEN_QUOTE,
    };
    let inner = value.strip_prefix(QUOTE_MARKS).unwrap_or(value);
    let written = inner.strip_suffix(QUOTE_MARKS).unwrap_or(inner);
    let inner = joined_lines(written);
    // YAML writes an apostrophe between such quotes twice.
    let is_of_yaml = value.starts_with('\'') && value.ends_with('\'') && !written.starts_with('\'');
    let inner = if is_of_yaml { inner.replace("''", "'") } else { inner };
    // A quote that no other one answers, or that closes a word, may end the text: behind it stands a second one, another text, or
    // a comment without its #.
    let unescaped = written.replace("\\\"", "");
    let before = unescaped.split(TEXT_MARKS).next().unwrap_or_default();
    let is_paired = unescaped.matches(TEXT_MARKS).count().is_multiple_of(2)
        && (before == unescaped || !before.ends_with(|c: char| !c.is_whitespace() && !OPENING.contains(&c)))
        && (!value.starts_with('\'') || written.starts_with('\'') == written.ends_with('\''));
    // Nobody means a line end by the `\n` of `C:\new`.
    let is_literal = value.starts_with('\'') || inner.get(1..).is_some_and(|rest| rest.starts_with(":\\"));
    let (text, is_mixed) = if is_literal {
        (in_quotes(&inner.replace("\\\"", "\"")), false)
    } else {
        with_known_escapes(&inner)
    };
    let is_sure = match *mistake {
        // Or several keys on a line.
        INNER_QUOTE => !text.contains(" = "),
        // Or keys and values as YAML has them.
        OPEN_QUOTE => !value.contains('\n'),
        _ => is_one_paragraph(written),
    };
    let applicability = Applicability::certain_if(is_sure && is_paired && !is_mixed);
    Some(Rewrite { text, mistake, applicability })
}

/// A text in double quotes, whose escapes stay where they are those of TOML; every other backslash stands for itself. True if
/// there are both, so that either may have been meant otherwise.
fn with_known_escapes(text: &str) -> (String, bool) {
    let (mut out, mut rest) = (String::from("\""), text);
    let (mut has_known, mut has_other) = (false, false);
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(&escaped(before));
        let length = match behind.chars().next() {
            Some('x') => 3,
            Some('u') => 5,
            Some('U') => 9,
            _ => 1,
        };
        let known = behind.get(..length).filter(|escape| is_value(&format!("\"\\{escape}\"")));
        out.push_str(if known.is_some() { "\\" } else { "\\\\" });
        out.push_str(known.unwrap_or_default());
        // An escaped quote can't be anything else. Two backslashes may begin the path of a server.
        has_known |= known.is_some_and(|escape| escape != "\"");
        has_other |= known.is_none();
        rest = behind.get(known.map_or(0, str::len)..).unwrap_or_default();
    }
    out.push_str(&escaped(rest));
    out.push('"');
    (out, has_known && has_other)
}

/// A text in quotes of one line between three of them, if its lines are more than a paragraph.
fn with_paragraphs(value: &str) -> Option<String> {
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = value.strip_prefix(quote)?.strip_suffix(quote)?.trim();
    let quotes = quote.to_string().repeat(3);
    let text = format!("{quotes}{inner}{quotes}");
    (!inner.contains(quote) && !is_one_paragraph(inner) && is_value(&text)).then_some(text)
}

/// True if the lines of a text can be joined: none is empty, or looks like an element of a list.
fn is_one_paragraph(text: &str) -> bool {
    text.trim().lines().skip(1).all(|line| line.trim_start().starts_with(char::is_alphabetic))
}

fn is_curly_quote(c: char) -> bool {
    QUOTE_MARKS.contains(&c) && !matches!(c, '"' | '\'')
}

/// A text of several lines on one.
fn joined_lines(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
