//! Quotes in templates that open the value of an attribute and aren't closed: they make many mistakes of one.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    delimiters::{COMMENT, EXPRESSION, STATEMENT, delimited},
    finding::Finding,
    scan::Scan,
    subject::{subject, verb},
    violation::Violation,
};
use crate::{
    diagnostic::{Code, Diagnostic, FileId, Span},
    source::Sources,
};

/// What holds no attributes of HTML.
const SKIPPED: [(&str, &str); 4] = [EXPRESSION, STATEMENT, COMMENT, ("<!--", "-->")];

/// Reports the quotes that aren't closed in templates, where pages have attributes with quotes in their names, and leaves
/// out all other violations of these pages, which follow from them.
pub(super) fn take<'a>(
    findings: &mut BTreeMap<Finding<'a>, Vec<&'a Scan>>,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let is_of_quote =
        |finding: &Finding<'_>| matches!(finding, Finding::Violation(Violation::AttributeWithQuote(_)));
    let mut pages: Vec<&Scan> = Vec::new();
    for (_, scans) in findings.iter().filter(|(finding, _)| is_of_quote(finding)) {
        pages.extend(scans);
    }
    if pages.is_empty() {
        return Vec::new();
    }
    let places = unclosed(sources);
    if places.is_empty() {
        return Vec::new();
    }
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    pages.dedup_by(|a, b| a.path == b.path);
    let paths: BTreeSet<_> = pages.iter().map(|page| &page.path).collect();
    for (finding, scans) in findings.iter_mut() {
        if matches!(finding, Finding::Violation(_)) {
            scans.retain(|scan| !paths.contains(&scan.path));
        }
    }
    findings.retain(|_, scans| !scans.is_empty());
    let report = |place| {
        let has = verb(&pages, "has", "have");
        let message = format!("{} {has} an attribute whose value isn't closed", subject(&pages));
        Diagnostic::new(Code::Template, place, message)
            .label("the value begins here")
            .help("write the quote that is missing behind the value")
    };
    places.into_iter().map(report).collect()
}

/// The first value of each template that isn't closed before the next tag.
fn unclosed(sources: &Sources) -> Vec<Span> {
    sources.templates().filter_map(|(file, source)| in_text(&source.text, file)).collect()
}

fn in_text(text: &str, file: FileId) -> Option<Span> {
    let mut at = 0;
    // Where the value of an attribute begins within a tag, and its quote.
    let mut value: Option<(usize, char)> = None;
    let mut is_in_tag = false;
    while let Some(rest) = text.get(at..)
        && let Some(c) = rest.chars().next()
    {
        if let Some(length) = delimited(rest, &SKIPPED) {
            at += length;
            continue;
        }
        match (value, c) {
            (Some((start, _)), '<') => {
                let line = text.get(start..)?.lines().next()?.trim_end();
                return Some(Span::new(file, start..start + line.len()));
            }
            (Some((_, quote)), _) if c == quote => value = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if is_in_tag && text.get(..at)?.ends_with('=') => value = Some((at, c)),
            (None, '<') => is_in_tag = rest.get(1..)?.starts_with(|c: char| c.is_ascii_alphabetic()),
            (None, '>') => is_in_tag = false,
            (None, _) => {}
        }
        at += c.len_utf8();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{FileId, in_text};

    #[test]
    fn only_a_value_that_runs_into_the_next_tag_is_unclosed() {
        let found = |text: &str| in_text(text, FileId(0)).map(|span| text[span.range()].to_owned());
        assert_eq!(found("<ul class=\"a\n  <li class=\"b\">").as_deref(), Some("\"a"));
        assert_eq!(found("<a class=\"b>\n<i title='it'>").as_deref(), Some("\"b>"));
        assert_eq!(found("<a class=\"{{ \"<i>\" }}{% if a < b %} c\"{% endif %}>\"<b>\" it's</a>"), None);
        assert_eq!(found("{# <a class=\" #}<p>a = \"<b>\"</p>"), None);
    }
}
