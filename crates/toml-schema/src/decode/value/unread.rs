//! Markdown that isn't read as such, because of a mistake: visitors would see its signs.

use std::ops::Range;

use super::address::is_host;
use crate::diagnostic::{Code, Diagnostic, Lint, Span};

/// What a text that is shown as it is was probably meant to be. `range` is where it stands in `whole`.
pub(super) fn unread_markup<'t>(
    whole: &'t str,
    range: Range<usize>,
    span: impl Fn(Range<usize>) -> Span + 't,
) -> impl Iterator<Item = Diagnostic> + 't {
    let shown = whole.get(range.clone()).unwrap_or_default();
    let is_escaped = |at: usize| whole.get(..at).is_some_and(|before| before.ends_with('\\'));
    let brackets = shown.match_indices(']').map(move |(at, _)| range.start + at);
    let links = brackets.filter(move |at| !is_escaped(*at)).filter_map(|at| link(whole, at));
    let signs = sign(whole, range.start, shown);
    links.chain(signs).map(move |problem| {
        Diagnostic::new(problem.code, span(problem.at), problem.message)
            .expected(problem.expected)
            .help(problem.help)
    })
}

struct Problem {
    code: diagnostics::Code,
    at: Range<usize>,
    message: &'static str,
    expected: &'static str,
    help: String,
}

const LINK: &str = "[a link](/contact/) or ![a picture](photo.jpg)";

/// A link or picture that isn't one, by the closing bracket of its text.
fn link(whole: &str, closing: usize) -> Option<Problem> {
    let line = whole.get(..closing)?.rsplit('\n').next()?;
    let opening = closing - line.len() + line.rfind('[')?;
    let (inner, rest) = (whole.get(opening + 1..closing)?, whole.get(closing + 1..)?);
    let before = whole.get(..opening)?;
    let start = if before.ends_with('!') { opening - 1 } else { opening };
    let problem = |end: usize, message, help: String| {
        Some(Problem { code: Code::Malformed.into(), at: start..end, message, expected: LINK, help })
    };
    if let Some(name) = inner.strip_prefix('^').filter(|name| !name.is_empty()) {
        let help = format!("add a line [^{name}]: with its text at the end, or take out this mark");
        return problem(closing + 1, "this footnote has no text", help);
    }
    let rest_of_line = rest.split('\n').next().unwrap_or_default();
    let is_picture = start < opening;
    if let Some(target) = rest_of_line.trim_start_matches(' ').strip_prefix('(') {
        let spaces = rest_of_line.len() - target.len() - 1;
        let begin = closing + 1 + spaces + 1;
        let end = target.find(')');
        let address = target.get(..end.unwrap_or(target.len()))?;
        if !(is_address(address) || is_picture && end.is_some()) {
            return None;
        }
        return match end {
            None => problem(
                begin + address.trim_end().len(),
                "the address of this link isn't closed",
                "write a ) behind the address".to_owned(),
            ),
            Some(end) if spaces > 0 => problem(
                begin + end + 1,
                "there is a space between the two parts of this link",
                "take out the space between ] and (".to_owned(),
            ),
            Some(end) => problem(
                begin + end + 1,
                "there is a space in the address of this link",
                spaced(address, is_picture),
            ),
        };
    }
    if before.ends_with(')') && (inner.starts_with("http") || inner.starts_with("www.")) {
        return problem(
            closing + 1,
            "the brackets of this link are the wrong way round",
            format!("write [its text]({inner})"),
        );
    }
    let label = rest_of_line.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    if let Some((label, _)) = label.filter(|_| !inner.is_empty()) {
        let name = if label.is_empty() { inner } else { label };
        let end = closing + 1 + label.len() + 2;
        return problem(
            end,
            "nothing says where this link leads",
            format!("write [{inner}](/contact/), or add a line [{name}]: with the address"),
        );
    }
    None
}

/// What to do about an address with a space in it, which isn't the beginning of a title.
fn spaced(address: &str, is_picture: bool) -> String {
    let is_ours = is_picture || address.starts_with('/');
    let joined = address.trim().replace(' ', if is_ours { "-" } else { "" });
    format!("take out the space: ({joined})")
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

/// Stars of bold text, and signs of a table or of a heading, that have no effect. Called for each piece of each text, so
/// that pieces without such a sign are left first.
fn sign(whole: &str, start: usize, shown: &str) -> Option<Problem> {
    if let Some(at) = shown.find("**") {
        return Some(Problem {
            code: Lint::MarkupInText.into(),
            at: start + at..start + at + 2,
            message: "these stars are shown as they are",
            expected: "two stars right before the first letter, and two right behind the last one: **bold**",
            help: "add the other two, take out the space beside them, or put a backslash before each"
                .to_owned(),
        });
    }
    heading(whole, start, shown).filter(|_| shown.starts_with('#'))
}

/// The signs of a heading that isn't one.
fn heading(whole: &str, start: usize, shown: &str) -> Option<Problem> {
    let before = whole.get(..start)?;
    let begins_line = before.is_empty() || before.ends_with('\n');
    let signs = shown.len() - shown.trim_start_matches('#').len();
    let heads = begins_line && (2..=6).contains(&signs) && shown.len() > signs;
    heads.then(|| Problem {
        code: Lint::MarkupInText.into(),
        at: start..start + signs,
        message: "this is shown as it is, and is no heading",
        expected: "a space between the signs and the words: ## A heading",
        help: "put a space behind them".to_owned(),
    })
}
