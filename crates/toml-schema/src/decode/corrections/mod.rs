//! Corrections of values: the written value is tried in other forms, until the key takes one.

mod edits;
mod extract;
mod placeholder;

use toml::de::{DeTable, DeValue};

use super::{
    Item, Report,
    recover::QUOTES,
    value::{loose, noun},
};
use crate::{
    diagnostic::{
        Applicability, Diagnostic, Edit, FileId, Fix, Span, clean, code, diagnostic, line_at, splice,
    },
    schema::{Options, Scalar},
};
pub use edits::TomlDocument;
pub use placeholder::{comments, is_placeholder, is_unwritten, note_placeholders, placeholder_edit};

/// Adds to the diagnostic of `item`, which can't be decoded, the values that were probably meant. `decodes` tells whether a
/// value can be decoded, `scalar` is its type if that is one, `example` a value to begin with, and `expected` what belongs here.
pub fn offer(
    item: &Item<'_>,
    scalar: Option<Scalar>,
    example: &str,
    expected: &str,
    decodes: &dyn Fn(&Item<'_>, &mut Report<'_>) -> bool,
    report: &mut Report<'_>,
) {
    let span = item.span;
    let Some(raw) = report.text.get(span.range()) else { return };
    if is_bracketed(raw) && !matches!(item.value, DeValue::Table(_) | DeValue::Array(_)) {
        return report.doubt(span);
    }
    // A line that is no entry was recovered as the value of the key with which it begins: no other form of it is a value.
    let before = report.text.get(line_at(report.text, span.range().start).start..span.range().start);
    if report.invalid.contains(&span.range()) && before.is_some_and(|before| before.trim().is_empty()) {
        return;
    }
    let text = report.text;
    let Some(diagnostic) = report.last_about(span) else { return };
    let (within, around): (Vec<Fix>, Vec<Fix>) =
        std::mem::take(&mut diagnostic.fixes).into_iter().partition(|fix| is_within(fix, span));
    let (touching, lines): (Vec<Fix>, Vec<Fix>) = around
        .into_iter()
        .partition(|fix| fix.creates.is_none() && fix.edits.iter().any(|edit| touches(edit, span)));
    let is_element = is_element(text, span);
    let mut fixes = within;
    fixes.retain(|fix| {
        corrected(raw, fix, span).is_some_and(|written| {
            if is_element { takes_all(&written, decodes) } else { takes(&written, decodes) }
        })
    });
    let broken = diagnostic.code == code::SYNTAX;
    if broken {
        // Corrections around the value, such as of the = before it, are right whatever the value is.
        fixes.extend(touching);
    }
    if !(fixes.iter().any(Fix::is_certain) || broken && lines.iter().any(Fix::is_certain)) {
        let rated = rating(raw, decodes).map(|rated| (rated, Applicability::Certain));
        let mut others = rated.into_iter().chain(candidates(raw, item, scalar, broken));
        let mut other = others.find(|(written, _)| takes(written, decodes));
        if other.is_none() {
            other = scalar.and_then(|scalar| (scalar.0.completed)(raw, item, example));
            other = other.filter(|(written, _)| takes(written, decodes));
        }
        // The help asks for the country's code, which the correction adds.
        if other.is_some() && scalar.is_some_and(|scalar| scalar.0.at_home.is_some()) {
            diagnostic.help = None;
        }
        let fix = other.and_then(|(written, sure)| Fix::new(vec![Edit::new(span, written)], sure));
        fixes.splice(0..0, fix);
    }
    // A value that somebody wrote is theirs to correct: nothing that means something else takes its place.
    let is_empty = says_nothing(raw);
    if is_empty && !fixes.iter().any(Fix::is_certain) && takes(example, decodes) {
        fixes.extend(placeholder::fix(text, span, example));
    }
    let (certain, mut last): (Vec<Fix>, Vec<Fix>) = lines.into_iter().partition(Fix::is_certain);
    if broken && !is_empty {
        last.clear();
    }
    diagnostic.fixes = certain.into_iter().chain(fixes).chain(last).collect();
    if broken {
        reword(diagnostic, raw, span, expected);
    }
}

/// Words the mistake in a value that isn't TOML by what was probably meant, where the parser says what it expected instead.
fn reword(diagnostic: &mut Diagnostic, raw: &str, span: Span, expected: &str) {
    let is_text = diagnostic.fixes.first().and_then(|fix| corrected(raw, fix, span)) == Some(in_quotes(raw));
    if is_text && diagnostic.message != QUOTES.message {
        // It looks like a number or a date, and is a text that begins so: a phone number, a weight.
        let fixes = std::mem::take(&mut diagnostic.fixes);
        *diagnostic = diagnostic!(code::SYNTAX, diagnostic.primary.span, "{}", QUOTES.message; expected);
        diagnostic.fixes = fixes;
    }
    // With quotes around it, it would be TOML, but no value of this key.
    if diagnostic.fixes.is_empty() && !raw.contains(['"', '\'', '\n']) {
        let message = if looks_like_date(raw) {
            format!("no calendar has {raw}")
        } else {
            format!("{raw} stands where {} belongs", noun(expected))
        };
        let midnight = raw.contains("T24").then_some("midnight is T00:00:00 of the next day");
        let value_diagnostic = diagnostic!(code::SYNTAX, diagnostic.primary.span, "{message}");
        *diagnostic = value_diagnostic.expected(expected).help(midnight.map(str::to_owned));
    }
}

/// Keeps, for a single value that had to be recovered and was read, the corrections by which it is one of its type.
pub fn confirm(
    item: &Item<'_>,
    decodes: &dyn Fn(&Item<'_>, &mut Report<'_>) -> bool,
    report: &mut Report<'_>,
) {
    let span = item.span;
    let raw = report.text.get(span.range()).unwrap_or_default();
    if !report.invalid.contains(&span.range()) || is_bracketed(raw) {
        return;
    }
    let Some(diagnostic) = report.last_about(span) else { return };
    diagnostic.fixes.retain(|fix| {
        corrected(raw, fix, span).is_some_and(|written| takes(&written, decodes))
            || fix.is_certain() && !is_within(fix, span)
    });
}

/// True for a date of digits, even one that isn't in the calendar: 2027-02-29, 2027-02-28T24:00:00.
fn looks_like_date(raw: &str) -> bool {
    const PATTERN: &str = "0000-00-00";
    if raw.len() < PATTERN.len() || raw.contains(" - ") || raw.contains('/') {
        return false;
    }
    let mut pairs = raw.chars().zip(PATTERN.chars());
    pairs.all(|(c, pattern)| if pattern == '0' { c.is_ascii_digit() } else { c == pattern })
}

/// True for a table or list. What stands within one that had to be recovered has no place of its own.
fn is_bracketed(raw: &str) -> bool {
    raw.starts_with(['{', '['])
}

/// `4/5` and `★★★★☆` as 4, if the value may be 5 at most.
fn rating(raw: &str, decodes: &dyn Fn(&Item<'_>, &mut Report<'_>) -> bool) -> Option<String> {
    let rating = loose::rating(raw.trim_matches(['"', '\'']))?;
    let is_of_scale = rating
        .most
        .map(u32::from)
        .is_none_or(|most| takes(&most.to_string(), decodes) && !takes(&(most + 1).to_string(), decodes));
    is_of_scale.then(|| rating.given.to_string())
}

/// True for a value without a letter or digit, and for `null`: the place of one that is still to be written.
fn says_nothing(raw: &str) -> bool {
    !raw.contains(char::is_alphanumeric) || loose::is_null(raw)
}

/// True if the value at `span` of `text` stands in a list.
pub fn is_element(text: &str, span: Span) -> bool {
    text.get(..span.range().start).is_some_and(|before| before.trim_end().ends_with(['[', ',']))
}

impl Report<'_> {
    /// Adds a correction to the last diagnostic of the value at `span`: `written` in its place.
    pub fn correct(&mut self, span: Span, written: impl Into<String>, applicability: Applicability) {
        let fix = Fix::new(vec![Edit::new(span, written)], applicability);
        if let Some(diagnostic) = self.last_about(span) {
            let first = usize::from(diagnostic.fixes.first().is_some_and(Fix::is_certain));
            diagnostic.fixes.splice(first..first, fix);
        }
    }

    /// The same for a text, which keeps its quotes.
    pub(crate) fn correct_text(&mut self, span: Span, text: &str, applicability: Applicability) {
        let raw = self.text.get(span.range()).unwrap_or_default();
        if !is_bracketed(raw) {
            self.correct(span, quoted_like(raw, text), applicability);
        }
    }

    /// Adds a placeholder to the last diagnostic of the value at `span`, if that says nothing.
    pub(crate) fn offer_placeholder(&mut self, span: Span, example: &str) {
        let before = self.text.get(..span.start as usize).unwrap_or_default();
        let is_value = before.rsplit('\n').next().is_some_and(|line| line.contains('='));
        let raw = self.text.get(span.range()).unwrap_or_default();
        let is_header = !is_value && raw.starts_with('[') && raw.ends_with(']');
        let fix = placeholder::fix(self.text, span, example).filter(|_| !is_header && says_nothing(raw));
        if let Some(diagnostic) = self.last_about(span) {
            diagnostic.fixes.splice(0..0, fix);
        }
    }

    /// Makes the corrections of the value at `span` proposals: with them it can be read, and is wrong all the same.
    pub(crate) fn doubt(&mut self, span: Span) {
        let Some(diagnostic) = self.last_about(span) else { return };
        if diagnostic.code == code::SYNTAX {
            diagnostic.fixes.iter_mut().for_each(|fix| fix.applicability = Applicability::Proposed);
        }
    }

    /// Adds what a number means to the last diagnostic of the value at `span`, if that says no more.
    pub(crate) fn explain(&mut self, span: Span, help: &str) {
        if let Some(diagnostic) = self.last_about(span).filter(|found| found.fixes.is_empty()) {
            diagnostic.help.get_or_insert_with(|| help.to_owned());
        }
    }

    /// The last diagnostic of the value at `span`. Within a place that isn't TOML, the one of its line.
    pub(crate) fn last_about(&mut self, span: Span) -> Option<&mut Diagnostic> {
        let Some(broken) =
            self.invalid.iter().find(|place| Span::new(self.file, (*place).clone()).holds(span))
        else {
            return self.diagnostics.iter_mut().rfind(|diagnostic| span.holds(diagnostic.primary.span));
        };
        let line = line_at(self.text, broken.start);
        self.diagnostics.iter_mut().find(|diagnostic| {
            let at = diagnostic.primary.span.start as usize;
            diagnostic.code == code::SYNTAX && (line_at(self.text, at) == line || broken.contains(&at))
        })
    }
}

fn touches(edit: &Edit, span: Span) -> bool {
    edit.span.start <= span.end && span.start <= edit.span.end
}

/// True if the fix changes nothing outside of `span`.
fn is_within(fix: &Fix, span: Span) -> bool {
    fix.edits.iter().all(|edit| span.holds(edit.span))
}

/// The text `raw`, which stands at `span`, with the fix made. Returns `None` for a fix that changes something else, too.
fn corrected(raw: &str, fix: &Fix, span: Span) -> Option<String> {
    if !is_within(fix, span) {
        return None;
    }
    let edits = fix.edits.iter().map(|edit| {
        let range = edit.span.range();
        let start = span.start as usize;
        Edit::at(span.file, range.start - start..range.end - start, edit.replacement.clone())
    });
    splice(raw, &edits.collect::<Vec<_>>())
}

/// True if `decodes` takes each of these elements, which stand in a list.
fn takes_all(elements: &str, decodes: &dyn Fn(&Item<'_>, &mut Report<'_>) -> bool) -> bool {
    takes(&format!("[{elements}]"), &|item, report| {
        let DeValue::Array(list) = item.value else { return false };
        let items: Vec<Item<'_>> = list.iter().map(|element| Item::new("x", element, report)).collect();
        items.iter().all(|item| decodes(item, report))
    })
}

/// True if `decodes` takes this value.
fn takes(written: &str, decodes: &dyn Fn(&Item<'_>, &mut Report<'_>) -> bool) -> bool {
    let text = format!("x = {written}\n");
    let Ok(table) = DeTable::parse(&text) else { return false };
    let Some((_, value)) = table.get_ref().iter().next().filter(|_| table.get_ref().len() == 1) else {
        return false;
    };
    let mut report = Report::new(FileId(0), &text, Options::default());
    let item = Item::new("x", value, &report);
    decodes(&item, &mut report) && report.diagnostics.is_empty()
}

/// Other ways to write the value `raw`, the likeliest first.
fn candidates(
    raw: &str,
    item: &Item<'_>,
    scalar: Option<Scalar>,
    broken: bool,
) -> Vec<(String, Applicability)> {
    let mut all = Vec::new();
    let bare = raw.trim_matches(['"', '\'']).trim();
    all.extend(loose::number(bare));
    let mut add = |written: String| all.push((written, Applicability::Certain));
    if let Some(answer) = loose::answer(bare) {
        add(answer.to_owned());
    }
    if let Some(list) = scalar.and_then(|scalar| (scalar.0.list_of)(bare)) {
        add(list);
    }
    if broken {
        add(format!("[{raw}"));
        add(format!("{raw}]"));
        // In quotes on one line, a text would lose its paragraphs.
        if !is_bracketed(raw) && !raw.contains('\n') && !loose::is_keyword(raw) {
            add(in_quotes(bare));
        }
    }
    match item.value {
        DeValue::String(text) => {
            let plain: String = clean(text).chars().filter(|c| !c.is_control()).collect();
            add(quoted_like(raw, plain.trim()));
            add(bare.to_owned());
        }
        DeValue::Array(array) if array.len() == 1 && !broken => {
            let inner = raw.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(raw);
            add(inner.trim().trim_end_matches(',').trim_end().to_owned());
        }
        // An answer is no text: nobody wants to read "true".
        DeValue::Array(_) | DeValue::Table(_) | DeValue::Boolean(_) => {}
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Datetime(_) => add(in_quotes(raw)),
    }
    // A comma may also be part of an element, so that this is a proposal.
    if let Some(elements) = separated(bare).filter(|_| !is_bracketed(raw)) {
        all.push((format!("[{}]", elements.join(", ")), Applicability::Proposed));
    }
    all.push((format!("[{raw}]"), Applicability::Certain));
    all
}

/// The words of `yoga, boxing` and `yoga;boxing`, each in quotes.
fn separated(written: &str) -> Option<Vec<String>> {
    let words: Vec<&str> = written.split([',', ';']).map(str::trim).collect();
    // A comma without a space stands within numbers, too.
    let is_apart = written.contains(", ") || written.contains("; ");
    let are_words =
        words.iter().all(|word| !word.is_empty() && (is_apart || word.contains(char::is_alphabetic)));
    (words.len() > 1 && are_words).then(|| words.into_iter().map(in_quotes).collect())
}

/// A text between the quotes that `raw` has, if it can stand between them.
pub(crate) fn quoted_like(raw: &str, text: &str) -> String {
    let literal = raw.starts_with('\'') && !raw.starts_with("'''") && !text.contains(['\'', '\n']);
    if literal { format!("'{text}'") } else { in_quotes(text) }
}

/// A text in double quotes, as TOML writes it.
pub fn in_quotes(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// A text as TOML writes it between double quotes, without control characters, which nobody means to write.
pub fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let letters = text.chars().filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t'));
    letters.for_each(|letter| push_escaped(letter, &mut written));
    written
}

/// Adds a character as TOML writes it between double quotes.
pub(crate) fn push_escaped(letter: char, written: &mut String) {
    match letter {
        '\n' => written.push_str("\\n"),
        '\t' => written.push_str("\\t"),
        '\\' => written.push_str("\\\\"),
        '"' => written.push_str("\\\""),
        letter if letter.is_control() => written.push_str(&format!("\\u{:04X}", u32::from(letter))),
        letter => written.push(letter),
    }
}
