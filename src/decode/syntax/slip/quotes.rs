//! Texts whose quotes are curly, missing, or in the wrong places.

use std::ops::Range;

use super::{Told, in_quotes, shortened};
use crate::decode::syntax::scan::{is_curly, quoted};

const EXPECTED: &str = "a text between two straight quotes: \"...\"";

/// What is wrong with a value that begins with a quote or ends with one.
pub(super) fn told(written: &str, at: &Range<usize>, nested: bool) -> Option<Told> {
    let first = written.chars().next()?;
    if is_curly(first) {
        return Some(curly(written, at));
    }
    if written.starts_with("'''") || written.starts_with("\"\"\"") {
        return Some(long(written, at));
    }
    if !matches!(first, '"' | '\'') {
        let unopened = written.strip_suffix(['"', '\''])?;
        let plausible = first.is_alphanumeric() && !unopened.contains('"');
        return plausible.then(|| {
            Told::new(at.clone(), "the text has no opening quote")
                .label("a quote is missing at its beginning")
                .expected(EXPECTED)
                .write(in_quotes(unopened))
        });
    }
    let end = quoted(written, 0, nested)?;
    let inner = written.get(1..).unwrap_or_default();
    if !end.closed {
        return Some(unclosed(inner, first, at));
    }
    if end.at == written.len() {
        return Some(inside(written, first, at));
    }
    let behind = written.get(end.at..).unwrap_or_default();
    if let Some(more) = inner.strip_suffix(first).filter(|_| !is_remark(behind)) {
        return Some(quote_inside(more, first, at));
    }
    Some(behind_the_end(&written[..end.at], behind, at))
}

fn is_remark(behind: &str) -> bool {
    behind.trim_start().starts_with("//") || behind.trim_start().starts_with("/*")
}

fn curly(written: &str, at: &Range<usize>) -> Told {
    let plain = written.trim_matches(|c: char| is_curly(c) || matches!(c, '"' | '\''));
    Told::new(at.clone(), "curly quotes can't hold a text")
        .label("these quotes are curly")
        .expected("straight quotes, as on the keyboard: \"...\"")
        .meant(in_quotes(plain))
        .help(format!(
            "write {}; word processors turn quotes curly, so edit the file in a text editor",
            shortened(&in_quotes(plain))
        ))
}

fn unclosed(inner: &str, quote: char, at: &Range<usize>) -> Told {
    let told = Told::new(at.clone(), "the text has no closing quote").expected(EXPECTED);
    let other = if quote == '"' { '\'' } else { '"' };
    if let Some(text) = inner.strip_suffix(is_curly) {
        return told
            .label("the last quote is curly")
            .help(format!("end it with a straight {quote}, not a curly one"))
            .meant(in_quotes(text));
    }
    if let Some(text) = inner.strip_suffix(other) {
        return told
            .label(format!("begins with {quote} and ends with {other}"))
            .help(format!("end the text with the same quote as it begins: {quote}"))
            .meant(in_quotes(text));
    }
    told.label(format!("{quote} is missing at its end"))
        .help(format!("add {quote} at the end of the text"))
        .meant(in_quotes(inner.trim_end()))
}

/// The quotes are right, but what is between them isn't.
fn inside(written: &str, quote: char, at: &Range<usize>) -> Told {
    let text = written.get(1..written.len() - 1).unwrap_or_default();
    if text.chars().any(|c| c.is_control() && c != '\t') {
        return Told::new(at.clone(), "there is an invisible character in this text")
            .label("type this text again")
            .expected(EXPECTED)
            .write(in_quotes(text));
    }
    if quote == '"' && text.contains('\\') {
        return Told::new(at.clone(), "a backslash in this text means nothing")
            .label("TOML knows \\n, \\t, \\\" and \\\\")
            .expected("a text without backslashes, or with each of them doubled: \\\\")
            .write(in_quotes(text));
    }
    Told::new(at.clone(), "this text can't be read").expected(EXPECTED).meant(in_quotes(text))
}

fn quote_inside(text: &str, quote: char, at: &Range<usize>) -> Told {
    let help = if quote == '"' {
        format!("put a backslash before each quote inside: {}", shortened(&in_quotes(text)))
    } else {
        format!("put the text into double quotes: {}", shortened(&in_quotes(text)))
    };
    Told::new(at.clone(), format!("the text has a {quote} inside"))
        .label("the second quote ends the text too early")
        .expected(EXPECTED)
        .help(help)
        .meant(in_quotes(text))
}

/// A whole text with more behind it.
fn behind_the_end(text: &str, behind: &str, at: &Range<usize>) -> Told {
    let start = at.end - behind.trim_start().len();
    let told = Told::new(start..at.end, "something stands behind the end of the text").meant(text);
    if is_remark(behind) {
        return told
            .label("a remark begins with #")
            .expected("a remark behind a #")
            .help(format!("write # instead: # {}", behind.trim().trim_start_matches(['/', '*', ' '])));
    }
    told.label("not part of the text")
        .expected(EXPECTED)
        .help("remove it, or put it before the closing quote")
}

/// A text of several lines.
fn long(written: &str, at: &Range<usize>) -> Told {
    let triple = written.get(..3).unwrap_or_default();
    let first_line = at.start + written.find('\n').unwrap_or(written.len());
    let Some(end) = quoted(written, 0, false).filter(|end| end.closed) else {
        let text = written.trim_end();
        return Told::new(at.start..at.end, format!("the text that begins with {triple} has no end"))
            .label("it begins here")
            .expected(format!("{triple} on a line of its own after the text"))
            .help(format!("add a line with {triple} after the last line of the text"))
            .meant(format!("'''{}\n'''", without_triples(text.get(3..).unwrap_or_default())));
    };
    let behind = written.get(end.at..).unwrap_or_default().trim();
    if !behind.is_empty() {
        return Told::new(at.end - behind.len()..at.end, "something stands behind the end of the text")
            .label("not part of the text")
            .expected(format!("nothing behind the closing {triple}"))
            .help("remove it, or put it before the closing quotes")
            .meant(&written[..end.at]);
    }
    let inner = written.get(3..end.at - 3).unwrap_or_default();
    let told = Told::new(at.start..first_line, "this text has a character in it that TOML doesn't know")
        .expected(format!("a text between {triple} and {triple}"));
    let told = if triple == "\"\"\"" && inner.contains('\\') {
        told.help("use ''' instead of \"\"\": a backslash stands for itself there")
    } else {
        told.help("type the text again where it was copied from elsewhere")
    };
    told.meant(format!("'''{}'''", without_triples(inner)))
}

fn without_triples(text: &str) -> String {
    let text = text.replace("'''", "   ");
    text.chars().map(|c| if c.is_control() && !matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect()
}
