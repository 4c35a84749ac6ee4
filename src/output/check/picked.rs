//! Links that pick something in the form of a page, `/contact/?plan=daily`: what they name has a place in that page, with
//! the id `plan-daily`.

use super::scan::Scan;
use crate::{
    diagnostic::{Code, Diagnostic, Span, suggest},
    source::Sources,
};

/// What can be picked.
const KINDS: [&str; 3] = ["class", "plan", "offer"];

/// The kind and the id of what a link without a fragment picks, if it picks something.
fn of_link(written: &str) -> Option<(&str, &str)> {
    let (_, query) = written.split_once('?').filter(|_| !written.contains('#'))?;
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(kind, _)| KINDS.contains(kind))
}

/// True if the page has a form, in which there is nothing that the link picks.
pub(super) fn is_missing(page: &Scan, link: &str) -> bool {
    let Some((kind, id)) = of_link(link) else { return false };
    // Other pages have ids that begin with "class-", and are narrowed down by a class.
    let has_form = page.ids().any(|id| id.starts_with("plan-") || id.starts_with("offer-"));
    has_form && !ids(page, kind).any(|known| known == id)
}

/// The ids of a kind that the form of a page knows.
fn ids<'p>(page: &'p Scan, kind: &'p str) -> impl Iterator<Item = &'p str> {
    page.ids().filter_map(move |id| id.strip_prefix(kind)?.strip_prefix('-'))
}

/// What to say of such a link, which is there on the pages that are the `subject`.
pub(super) fn report(
    subject: &str,
    written: &str,
    page: &Scan,
    at: Span,
    sources: &Sources,
) -> Option<Diagnostic> {
    let (kind, id) = of_link(written)?;
    let address = page.path.address();
    let diagnostic = format!("{subject} \"{written}\", but the form at {address} knows no {kind} \"{id}\"");
    let diagnostic = Diagnostic::new(Code::BrokenFragment, at, diagnostic).label("picks nothing");
    Some(match suggest(id, ids(page, kind)) {
        Some((near, applicability)) => {
            let (written, right) = (format!("?{kind}={id}"), format!("?{kind}={near}"));
            let diagnostic = diagnostic.help(format!("did you mean \"{right}\"?"));
            diagnostic.rename(sources, &written, &right, applicability)
        }
        None => diagnostic.help(format!(
            "leave out what follows the ?, or write the id of a {kind} that the form there knows"
        )),
    })
}
