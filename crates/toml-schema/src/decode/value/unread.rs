//! Markdown that isn't read as such, because of a mistake: visitors would see its signs.

use std::ops::Range;

use super::address::is_host;
use crate::diagnostic::{Code, Diagnostic, Lint, Span};

/// What a text that is shown as it is was probably intended to be. `range` is where it stands in `whole`.
pub(super) fn unread_markup<'t>(
    whole: &'t str,
    range: Range<usize>,
    span: impl Fn(Range<usize>) -> Span + Copy + 't,
) -> impl Iterator<Item = Diagnostic> + 't {
    let shown = whole.get(range.clone()).unwrap_or_default();
    let is_escaped = |at: usize| whole.get(..at).is_some_and(|before| before.ends_with('\\'));
    let brackets = shown.match_indices(']').map(move |(at, _)| range.start + at);
    let links = brackets.filter(move |at| !is_escaped(*at)).filter_map(move |at| {
        let (at, help) = link(whole, at)?;
        let diagnostic = Diagnostic::new(Code::Malformed, span(at), "this is shown as it is, and is no link");
        Some(diagnostic.expected("[a link](/contact/) or ![a picture](photo.jpg)").help(help))
    });
    links.chain(sign(whole, range.start, shown, span))
}

/// The brackets of a link, picture or footnote that isn't one, by the closing bracket, and what to do.
fn link(whole: &str, closing: usize) -> Option<(Range<usize>, String)> {
    let line = whole.get(..closing)?.rsplit('\n').next()?;
    let opening = closing - line.len() + line.rfind('[')?;
    let (before, inner) = (whole.get(..opening)?, whole.get(opening + 1..closing)?);
    let rest = whole.get(closing + 1..)?.split('\n').next()?;
    let label = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let target = rest.trim_start_matches(' ').strip_prefix('(').map(|target| {
        let end = target.find(')');
        (target.get(..end.unwrap_or(target.len())).unwrap_or_default(), end.is_some())
    });
    let is_target =
        |(target, is_closed): (&str, bool)| is_address(target) || is_closed && before.ends_with('!');
    let help = if inner.starts_with('^') && inner.len() > 1 {
        format!("add a line [{inner}]: with its text at the end, or take out this mark")
    } else if let Some((_, is_closed)) = target.filter(|target| is_target(*target)) {
        match is_closed {
            true => "take out the space; in the name of a file, write - in its place".to_owned(),
            false => "write a ) behind the address".to_owned(),
        }
    } else if before.ends_with(')') && is_address(inner) {
        format!("write [its text]({inner})")
    } else if let Some((label, _)) = label.filter(|_| !inner.is_empty()) {
        let name = if label.is_empty() { inner } else { label };
        format!("write [{inner}](/contact/), or add a line [{name}]: with the address")
    } else {
        return None;
    };
    Some((opening..closing + 1, help))
}

fn is_address(text: &str) -> bool {
    let text = text.trim_start();
    let schemes = ["http:", "https:", "mailto:", "tel:", "/", "#", "\\"];
    let is_number = text.strip_prefix('+').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    schemes.iter().any(|scheme| text.starts_with(scheme))
        || text.contains("://")
        || is_host(text)
        || is_number
}

/// Stars of bold text, and signs of a heading, that have no effect.
fn sign(whole: &str, start: usize, shown: &str, span: impl Fn(Range<usize>) -> Span) -> Option<Diagnostic> {
    if let Some(at) = shown.find("**") {
        let at = span(start + at..start + at + 2);
        let diagnostic = Diagnostic::new(Lint::MarkupInText, at, "these stars are shown as they are");
        return Some(
            diagnostic
                .expected(
                    "two stars right before the first letter, and two right behind the last one: **bold**",
                )
                .help("add the other two, take out the space beside them, or put a backslash before each"),
        );
    }
    let begins_line = whole.get(..start).is_some_and(|before| before.is_empty() || before.ends_with('\n'));
    let signs = shown.len() - shown.trim_start_matches('#').len();
    let is_heading = begins_line && (2..=6).contains(&signs) && shown.len() > signs;
    is_heading.then(|| {
        let at = span(start..start + signs);
        Diagnostic::new(Lint::MarkupInText, at, "this is shown as it is, and is no heading")
            .expected("a space between the signs and the words: ## A heading")
            .help("put a space behind them")
    })
}
