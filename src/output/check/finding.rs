//! One kind of mistake on any number of pages, reported once for each place where an author wrote it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{
    author_location::{AuthorLocation, Places, Unbalanced},
    base::{Base, Target},
    picked,
    route::{Cause, Routes},
    scan::Scan,
    suggest::Suggestions,
    violation::Violation,
};
use crate::{
    decode::value::{ImageFile, is_host},
    diagnostic::{Applicability, Code, Diagnostic, FileId, Remedy, Span, near},
    source::{STATIC, Sources},
};

/// A mistake, whichever page has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Finding<'a> {
    Link { written: &'a str, cause: Cause },
    Violation(&'a Violation),
}

impl<'a> Finding<'a> {
    /// What is written of a link that leads nowhere.
    pub(super) fn broken_link(&self) -> Option<&'a str> {
        match self {
            Self::Link { written, .. } => Some(written),
            Self::Violation(_) => None,
        }
    }
}

/// Makes diagnostics of findings.
pub(super) struct Report<'a> {
    base: &'a Base,
    routes: &'a Routes<'a>,
    places: Places<'a>,
    suggestions: Suggestions,
    sources: &'a Sources,
    /// Where links were reported already: what a page links to, its feed links to as well.
    reported: HashSet<(Code, Span)>,
    /// What pages lead to in vain: their feeds say it with another address.
    in_vain: HashSet<(String, String)>,
    pictures: &'a PicturePlaces<'a>,
    /// The templates with mistakes: what their pages lack is no mistake of its own.
    broken: &'a BTreeSet<FileId>,
}

/// Where content names the picture from which a file of the site is made: in a content file, if it does there.
pub(super) type PicturePlaces<'p> = dyn Fn(&str, FileId) -> Option<Span> + 'p;

impl<'a> Report<'a> {
    pub(super) fn new(
        base: &'a Base,
        routes: &'a Routes<'a>,
        sources: &'a Sources,
        pictures: &'a PicturePlaces<'a>,
        broken: &'a BTreeSet<FileId>,
    ) -> Self {
        Self {
            base,
            routes,
            places: Places::new(sources),
            suggestions: Suggestions::new(routes),
            sources,
            reported: HashSet::new(),
            in_vain: HashSet::new(),
            pictures,
            broken,
        }
    }

    /// The diagnostics of `finding` on `pages`.
    pub(super) fn diagnostics(&mut self, finding: Finding<'a>, pages: &[&'a Scan]) -> Vec<Diagnostic> {
        let literals = self.literals(finding);
        let mut by_place: BTreeMap<Option<AuthorLocation>, Vec<&Scan>> = BTreeMap::new();
        let in_templates = match finding {
            Finding::Link { .. } => None,
            Finding::Violation(violation) => self.in_templates(violation),
        };
        for page in pages {
            let place = if let Finding::Violation(Violation::SmallPicture(source, ..)) = finding {
                self.of_picture(source, page)
            } else {
                let written = in_templates.clone().or_else(|| self.places.find(&literals, page.origin));
                written.or_else(|| self.places.templated(&literals))
            };
            by_place.entry(place).or_default().push(page);
        }
        join_parts(&mut by_place);
        let diagnostics = by_place.into_iter().map(|(place, mut pages)| {
            pages.sort_by(|a, b| a.path.cmp(&b.path));
            self.report_at(finding, place.as_ref(), &pages)
        });
        diagnostics.flatten().collect()
    }

    /// The place in a template of a mistake that is one of the template's own structure.
    fn in_templates(&self, violation: &Violation) -> Option<AuthorLocation> {
        match violation {
            Violation::Unclosed(name) => self.places.unbalanced(name, Unbalanced::Start),
            Violation::StrayEnd(name) => self.places.unbalanced(name, Unbalanced::End),
            Violation::RepeatedAttribute(name) => self.places.repeated(name),
            Violation::Nested(inner, outer) => self.places.nested(inner, outer),
            Violation::NoText(name, address) => self.places.empty(name, address),
            Violation::DuplicateId(_)
            | Violation::UnknownId { .. }
            | Violation::StyleAttribute
            | Violation::StyleElement
            | Violation::InlineScript
            | Violation::BlockedScript(_)
            | Violation::Handler(_)
            | Violation::ImageWithoutAlt(_)
            | Violation::ImageWithoutSize(_)
            | Violation::SmallPicture(..)
            | Violation::EmptySource
            | Violation::BaseElement
            | Violation::Blocked(..)
            | Violation::UnknownElement(_)
            | Violation::UnknownAttribute(..)
            | Violation::AttributeWithQuote(_)
            | Violation::NoElement(_)
            | Violation::EmptyMain => None,
        }
    }

    fn report_at(
        &mut self,
        finding: Finding<'a>,
        place: Option<&AuthorLocation>,
        pages: &[&Scan],
    ) -> Option<Diagnostic> {
        let first = pages.first()?;
        let fallback = match finding {
            Finding::Link { .. } => first.origin.content,
            Finding::Violation(_) => first.origin.template.unwrap_or(first.origin.content),
        };
        let spans = place.map_or_else(|| vec![Span::whole(fallback)], |place| place.spans.clone());
        let (primary, others) = spans.split_first()?;
        let mut diagnostic = match finding {
            Finding::Violation(violation) => {
                let message =
                    format!("{} {} {}", subject(pages), verb(pages, "has", "have"), violation.predicate());
                Diagnostic::new(violation.code(), *primary, message).help(violation.help())
            }
            Finding::Link { written, cause } => {
                // An address that was found without the site's base is answered without it.
                let bare = place.is_some_and(|place| place.literal % 2 == 1);
                self.link(written, cause, pages, bare, *primary)?
            }
        };
        let is_link = matches!(finding, Finding::Link { .. });
        if let Finding::Link { written, .. } = finding
            && let Target::File { path, fragment } = self.base.resolve(written, &first.path)
        {
            let is_new = self.in_vain.insert((path.to_string(), fragment.unwrap_or_default().to_owned()));
            // Findings of pages come first.
            if !is_new && !first.path.is_html() {
                return None;
            }
        }
        // What a template puts together is another text in each of its places.
        let varies = is_link || matches!(finding, Finding::Violation(Violation::UnknownId { .. }));
        if varies && place.is_some() && !self.reported.insert((diagnostic.code, *primary)) {
            return None;
        }
        if place.is_none() {
            diagnostic = diagnostic.label(format!("{} comes from here", first.path.address()));
        }
        for other in others {
            diagnostic = diagnostic.alike(*other);
        }
        Some(diagnostic)
    }

    /// Where content names a picture that a page shows.
    fn of_picture(&self, source: &str, page: &Scan) -> Option<AuthorLocation> {
        let Target::File { path, .. } = self.base.resolve(source, &page.path) else { return None };
        let span = (self.pictures)(&path, page.origin.content)?;
        Some(AuthorLocation { spans: vec![span], literal: 0 })
    }

    /// How an author may have written it: with the base and without it by turns, the likeliest first.
    fn literals(&self, finding: Finding<'_>) -> Vec<String> {
        let (written, cause) = match finding {
            Finding::Link { written, cause } => (written, cause),
            Finding::Violation(violation) => return violation.literals(),
        };
        let address = written.split(['?', '#']).next().unwrap_or_default();
        let fragment = written.split_once('#').map_or("", |(_, fragment)| fragment);
        // A link to a place in a page is another link than one to the page.
        let is_place = matches!(cause, Cause::NoFragment);
        let shorter = if is_place { format!("{address}#{fragment}") } else { address.to_owned() };
        let mut literals = Vec::new();
        if !written.starts_with('/') && !written.contains(':') {
            // A word that may stand anywhere is a link in brackets or in quotes.
            for form in [format!("]({written})"), format!("\"{written}\"")] {
                literals.extend([form.clone(), form]);
            }
        }
        for form in [written, &shorter] {
            literals.push(form.to_owned());
            literals.push(self.base.without(form).unwrap_or(form).to_owned());
        }
        literals.retain(|literal| !literal.is_empty());
        literals
    }

    fn link(
        &mut self,
        written: &str,
        cause: Cause,
        pages: &[&Scan],
        bare: bool,
        at: Span,
    ) -> Option<Diagnostic> {
        let from = &pages.first()?.path;
        let subject = subject(pages);
        let Target::File { path, fragment } = self.base.resolve(written, from) else {
            return Some(self.beyond(written, cause, pages, at));
        };
        let address = format!("/{}", path.strip_suffix("index.html").unwrap_or(&path));
        let is_page = address.ends_with('/') || !address.rsplit('/').next()?.contains('.');
        let verb = match from.is_html() && is_page {
            true => verb(pages, "links to", "link to"),
            false => verb(pages, "refers to", "refer to"),
        };
        let shown = |address: &str| match bare {
            true => address.to_owned(),
            false => format!("{}{}", self.base.path().trim_end_matches('/'), address),
        };
        Some(match cause {
            Cause::NoSlash => {
                let right = shown(&format!("{address}/"));
                let message =
                    format!("{subject} {verb} \"{written}\", but that page's address is \"{right}\"");
                Diagnostic::new(Code::BrokenLink, at, message)
                    .label("a / is missing at the end")
                    .help(format!("write \"{right}\""))
                    .remedy([Remedy::rename(&shown(&address), &right, Applicability::Certain)])
            }
            Cause::NoFragment => {
                let target = self.routes.target(written, from)?;
                if target.origin.template.is_some_and(|template| self.broken.contains(&template)) {
                    return None;
                }
                let fragment = fragment.unwrap_or_default();
                let page = if target.path == *from { "that page".to_owned() } else { target.path.address() };
                let message = format!(
                    "{subject} {verb} \"{written}\", but {page} has no element with the id \"{fragment}\""
                );
                let near = near(fragment, target.ids.iter());
                let help = match near {
                    Some((id, _)) => format!("did you mean \"#{id}\"?"),
                    None => ids_of(target),
                };
                let remedy = near.map(|(id, applicability)| {
                    Remedy::rename(&format!("#{fragment}"), &format!("#{id}"), applicability)
                });
                Diagnostic::new(Code::BrokenFragment, at, message)
                    .label("no such place")
                    .help(help)
                    .remedy(remedy)
            }
            Cause::NothingPicked => {
                let target = self.routes.target(written, from)?;
                picked::report(&format!("{subject} {verb}"), written, target, at)?
            }
            Cause::NoFile | Cause::Outside | Cause::Script => {
                let kind = if is_page { "page" } else { "file" };
                let message = format!("{subject} {verb} \"{written}\", but the site has no such {kind}");
                let is_picture = self.is_picture(&address);
                let (help, right) = match self.suggestions.for_address(&address) {
                    _ if is_host(written) => {
                        let right = format!("https://{written}");
                        (format!("write \"{right}\", if it is a page of another site"), Some(right))
                    }
                    _ if is_picture => (
                        format!(
                            "templates show pictures of {} with picture(), which makes files of several sizes; one that is to be published as it is belongs in {STATIC}",
                            ImageFile::FOLDER
                        ),
                        None,
                    ),
                    Some(meant) => (format!("did you mean \"{}\"?", shown(meant)), Some(shown(meant))),
                    None => ("`gympress routes` lists every address of the site".to_owned(), None),
                };
                let bare_written = if bare { self.base.without(written).unwrap_or(written) } else { written };
                let end = if is_host(written) { None } else { bare_written.find(['?', '#']) };
                let wrong = bare_written.get(..end.unwrap_or(bare_written.len())).unwrap_or(bare_written);
                let remedy = right.map(|right| Remedy::rename(wrong, &right, Applicability::Proposed));
                Diagnostic::new(Code::BrokenLink, at, message)
                    .label(format!("no such {kind}"))
                    .help(help)
                    .remedy(remedy)
            }
        })
    }

    /// True for an address that ends with the name of a picture of content.
    fn is_picture(&self, address: &str) -> bool {
        let name = address.rsplit('/').next().unwrap_or_default();
        self.sources.binary_at(&format!("{}{name}", ImageFile::FOLDER)).is_some()
    }

    /// A link that leads to no place within the site.
    fn beyond(&self, written: &str, cause: Cause, pages: &[&Scan], at: Span) -> Diagnostic {
        let subject = subject(pages);
        if cause == Cause::Script {
            let message =
                format!("{subject} {} a script as an address: \"{written}\"", verb(pages, "has", "have"));
            return Diagnostic::new(Code::Template, at, message)
                .label("the content security policy forbids it")
                .help("write a button, and listen for its click in an island");
        }
        let base = self.base.path();
        let within = format!("{}{}", base.trim_end_matches('/'), written);
        let is_known = |from: &Scan| self.routes.target(&within, &from.path).is_some();
        let help = match pages.first().filter(|_| written.starts_with('/')).is_some_and(|from| is_known(from))
        {
            true => format!("did you mean \"{within}\"?"),
            false => format!("addresses of the site start with \"{base}\""),
        };
        let verb = verb(pages, "links to", "link to");
        Diagnostic::new(
            Code::BrokenLink,
            at,
            format!("{subject} {verb} \"{written}\", which is outside of the site"),
        )
        .label(format!("not below {base}"))
        .help(help)
    }
}

/// Joins places that are part of another one: pages whose own files have a link that others have from elsewhere, too.
fn join_parts(by_place: &mut BTreeMap<Option<AuthorLocation>, Vec<&Scan>>) {
    let places: Vec<AuthorLocation> = by_place.keys().flatten().cloned().collect();
    for part in &places {
        let has_part = |place: &&AuthorLocation| {
            let is_larger = place.spans.len() > part.spans.len() && place.literal == part.literal;
            is_larger && part.spans.iter().all(|span| place.spans.contains(span))
        };
        let Some(whole) = places.iter().find(has_part) else { continue };
        if let Some(pages) = by_place.remove(&Some(part.clone())) {
            by_place.entry(Some(whole.clone())).or_default().extend(pages);
        }
    }
}

/// The pages, by the first one's address.
pub(super) fn subject(pages: &[&Scan]) -> String {
    let first = pages.first().map(|page| page.path.address()).unwrap_or_default();
    match pages.len() {
        0 | 1 => first,
        2 => format!("{first} and 1 other page"),
        more => format!("{first} and {} other pages", more - 1),
    }
}

pub(super) fn verb<'v>(pages: &[&Scan], one: &'v str, many: &'v str) -> &'v str {
    if pages.len() > 1 { many } else { one }
}

fn ids_of(page: &Scan) -> String {
    const SHOWN: usize = 8;
    // What begins like this was made up for labels of forms.
    let named = || page.ids.iter().filter(|id| !id.starts_with('_'));
    let ids: Vec<String> = named().take(SHOWN).map(|id| format!("\"#{id}\"")).collect();
    let more = if named().nth(SHOWN).is_some() { ", ..." } else { "" };
    match ids.is_empty() {
        true => "that page has no ids: leave out what follows the #".to_owned(),
        false => format!("that page has {}{more}", ids.join(", ")),
    }
}
