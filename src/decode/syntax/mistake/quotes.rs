//! Texts whose quotes are curly, missing, or in the wrong places.

use std::ops::Range;

use super::{SyntaxMistake, in_quotes, repair, shortened};
use crate::{
    decode::{
        line_end,
        syntax::{
            is_value,
            scan::{is_curly, quoted},
        },
        value::frame_source,
    },
    diagnostic::Applicability,
};

const EXPECTED: &str = "a text between two straight quotes: \"...\"";

/// What is wrong with a value that begins with a quote or ends with one.
pub(super) fn mistake(written: &str, at: &Range<usize>, nested: bool) -> Option<SyntaxMistake> {
    let first = written.chars().next()?;
    if is_curly(first) {
        return Some(curly(written, at));
    }
    if written.starts_with("'''") || written.starts_with("\"\"\"") {
        return Some(long(written, at));
    }
    if !matches!(first, '"' | '\'') {
        let unopened = written.strip_suffix(['"', '\''])?;
        let plausible = (first.is_alphanumeric() || first == '#') && !unopened.contains('"');
        return plausible.then(|| {
            SyntaxMistake::new(at.clone(), "the text has no opening quote")
                .label("a quote is missing at its beginning")
                .expected(EXPECTED)
                .help(format!("write {}", shortened(&in_quotes(unopened))))
                .repaired(Applicability::certain_if(written.ends_with('"')), opened(written, at))
                .meant(in_quotes(unopened))
        });
    }
    if let Some(source) = frame_source(written) {
        return Some(
            SyntaxMistake::new(
                at.clone(),
                "this is the code of a frame, of which only the address belongs here",
            )
            .label("an address is what stands in src")
            .expected(EXPECTED)
            .write(in_quotes(source), at),
        );
    }
    if written.contains('\n') {
        return Some(broken(written, at));
    }
    let end = quoted(written, 0, nested)?;
    let inner = written.get(1..).unwrap_or_default();
    if !end.closed {
        return Some(unclosed(inner, first, at));
    }
    if end.at == written.len() {
        return Some(inside(written, first, at));
    }
    let (text, behind) = written.split_at_checked(end.at)?;
    if let Some(more) = inner.strip_suffix(first).filter(|_| !is_comment(behind)) {
        return Some(quote_inside(more, first, at));
    }
    Some(behind_the_end(text, behind, at))
}

/// A text with a line break in it.
fn broken(written: &str, at: &Range<usize>) -> SyntaxMistake {
    let inner = written.get(1..written.len() - 1).unwrap_or_default();
    let joined = inner.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let joined = in_quotes(&joined);
    let first = written.find('\n').map_or(at.end, |newline| at.start + newline);
    SyntaxMistake::new(at.start..first, "this text goes on in the next line")
        .label("a text between single quotes ends in the line in which it begins")
        .expected(EXPECTED)
        .help(format!(
            "write it in one line: {}; a text of several lines stands between three quotes: '''...'''",
            shortened(&joined)
        ))
        .certain([(at.clone(), joined.clone())])
        .meant(joined)
}

/// The quote that a text lacks at its beginning.
fn opened(written: &str, at: &Range<usize>) -> Option<(Range<usize>, String)> {
    let quote = written.chars().next_back()?.to_string();
    match is_value(&format!("{quote}{written}")) {
        true => Some((at.start..at.start, quote)),
        false => Some((at.clone(), in_quotes(written.strip_suffix(&quote)?))),
    }
}

fn is_comment(behind: &str) -> bool {
    behind.trim_start().starts_with("//") || behind.trim_start().starts_with("/*")
}

fn curly(written: &str, at: &Range<usize>) -> SyntaxMistake {
    let is_quote = |c: char| is_curly(c) || matches!(c, '"' | '\'');
    let plain = written.trim_matches(is_quote);
    let inner = written.strip_prefix(is_quote).unwrap_or(written);
    let inner = inner.strip_suffix(is_quote).unwrap_or(inner);
    // The text ends where its quotes do, if they don't end it too early.
    let whole = quoted(written, 0, false).is_some_and(|end| end.at == written.len() || !end.closed);
    let applicability = Applicability::certain_if(whole);
    SyntaxMistake::new(at.clone(), "curly quotes can't hold a text")
        .label("these quotes are curly")
        .expected("straight quotes, as on the keyboard: \"...\"")
        .repaired(applicability, [(at.clone(), in_quotes(inner))])
        .meant(in_quotes(plain))
        .help(format!(
            "write {}; word processors turn quotes curly, so edit the file in a text editor",
            shortened(&in_quotes(plain))
        ))
}

fn unclosed(inner: &str, quote: char, at: &Range<usize>) -> SyntaxMistake {
    let mistake = SyntaxMistake::new(at.clone(), "the text has no closing quote").expected(EXPECTED);
    let other = if quote == '"' { '\'' } else { '"' };
    if let Some(text) = inner.strip_suffix(is_curly) {
        return mistake
            .label("the last quote is curly")
            .help(format!("end it with a straight {quote}, not a curly one"))
            .certain(ended(text, quote, at))
            .meant(in_quotes(text));
    }
    if let Some(text) = inner.strip_suffix(other) {
        return mistake
            .label(format!("begins with {quote} and ends with {other}"))
            .help(format!("end the text with the same quote as it begins: {quote}"))
            .certain(ended(text, quote, at))
            .meant(in_quotes(text));
    }
    mistake
        .label(format!("{quote} is missing at its end"))
        .help(format!("add {quote} at the end of the text"))
        .certain(ended(inner.trim_end(), quote, at))
        .meant(in_quotes(inner.trim_end()))
}

/// The quote at the end of a text that begins at `at`, in the place of what stands behind the text.
fn ended(text: &str, quote: char, at: &Range<usize>) -> Option<(Range<usize>, String)> {
    let end = at.start + quote.len_utf8() + text.len();
    Some(match is_value(&format!("{quote}{text}{quote}")) {
        true => (end..at.end.max(end), quote.to_string()),
        false => (at.clone(), in_quotes(text)),
    })
}

/// The quotes are right, but what is between them isn't.
fn inside(written: &str, quote: char, at: &Range<usize>) -> SyntaxMistake {
    let text = written.get(1..written.len() - 1).unwrap_or_default();
    if text.chars().any(|c| c.is_control() && c != '\t') {
        return SyntaxMistake::new(at.clone(), "there is an invisible character in this text")
            .label("type this text again")
            .expected(EXPECTED)
            .help(format!("write {}", shortened(&in_quotes(text))))
            .certain(text.char_indices().filter(|(_, c)| c.is_control() && *c != '\t').map(|(place, c)| {
                let start = at.start + 1 + place;
                (start..start + c.len_utf8(), "")
            }))
            .meant(in_quotes(text));
    }
    if quote == '"' && text.contains('\\') {
        return SyntaxMistake::new(at.clone(), "a backslash in this text means nothing")
            .label("TOML knows \\n, \\t, \\\" and \\\\")
            .expected("a text without backslashes, or with each of them doubled: \\\\")
            .help(format!("write {}", shortened(&in_quotes(text))))
            .certain(repair::backslashes(text, at.start + 1))
            .meant(in_quotes(text));
    }
    SyntaxMistake::new(at.clone(), "this text can't be read")
        .expected(EXPECTED)
        .proposed([(at.clone(), in_quotes(text))])
        .meant(in_quotes(text))
}

fn quote_inside(text: &str, quote: char, at: &Range<usize>) -> SyntaxMistake {
    let help = if quote == '"' {
        format!("put a backslash before each quote inside: {}", shortened(&in_quotes(text)))
    } else {
        format!("put the text into double quotes: {}", shortened(&in_quotes(text)))
    };
    let (edits, paired) = match quote {
        '"' => repair::inner_quotes(text, at.start + 1),
        _ => (vec![(at.clone(), in_quotes(text))], true),
    };
    SyntaxMistake::new(at.clone(), format!("the text has a {quote} inside"))
        .repaired(Applicability::certain_if(paired), edits)
        .label("the second quote ends the text too early")
        .expected(EXPECTED)
        .help(help)
        .meant(in_quotes(text))
}

/// A whole text with more behind it.
fn behind_the_end(text: &str, behind: &str, at: &Range<usize>) -> SyntaxMistake {
    let start = at.end - behind.trim_start().len();
    let mistake =
        SyntaxMistake::new(start..at.end, "something stands behind the end of the text").meant(text);
    if is_comment(behind) {
        return mistake
            .label("a comment begins with #")
            .expected("a comment behind a #")
            .certain([(start..start + 2, "#")])
            .help(format!("write # instead: # {}", behind.trim().trim_start_matches(['/', '*', ' '])));
    }
    mistake
        .label("not part of the text")
        .proposed([(start..start, "# ")])
        .expected(EXPECTED)
        .help("remove it, or put it before the closing quote")
}

/// A text of several lines.
fn long(written: &str, at: &Range<usize>) -> SyntaxMistake {
    let triple = written.get(..3).unwrap_or_default();
    let first_line = at.start + written.find('\n').unwrap_or(written.len());
    let Some(end) = quoted(written, 0, false).filter(|end| end.closed) else {
        let text = written.trim_end();
        let end = at.start + text.len();
        let line_end = line_end(text);
        return SyntaxMistake::new(
            at.start..at.end,
            format!("the text that begins with {triple} has no end"),
        )
        .label("it begins here")
        .expected(format!("{triple} on a line of its own after the text"))
        .help(format!("add a line with {triple} after the last line of the text"))
        .certain([(end..end, format!("{line_end}{triple}"))])
        .runs_on()
        .meant(format!("'''{}\n'''", without_triples(text.get(3..).unwrap_or_default())));
    };
    let behind = written.get(end.at..).unwrap_or_default().trim();
    if !behind.is_empty() {
        return SyntaxMistake::new(
            at.end - behind.len()..at.end,
            "something stands behind the end of the text",
        )
        .label("not part of the text")
        .expected(format!("nothing behind the closing {triple}"))
        .proposed([(at.end - behind.len()..at.end - behind.len(), "# ")])
        .help("remove it, or put it before the closing quotes")
        .meant(written.get(..end.at).unwrap_or_default());
    }
    let inner = written.get(3..end.at - 3).unwrap_or_default();
    let mistake =
        SyntaxMistake::new(at.start..first_line, "this text has a character in it that TOML doesn't know")
            .expected(format!("a text between {triple} and {triple}"));
    let mistake = if triple == "\"\"\"" && inner.contains('\\') {
        mistake.help("use ''' instead of \"\"\": a backslash stands for itself there")
    } else {
        mistake.help("type the text again where it was copied from elsewhere")
    };
    let meant = format!("'''{}'''", without_triples(inner));
    mistake.proposed([(at.start..at.end, meant.clone())]).meant(meant)
}

fn without_triples(text: &str) -> String {
    let text = text.replace("'''", "   ");
    text.chars().map(|c| if c.is_control() && !matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect()
}
