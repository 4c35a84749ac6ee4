//! One kind of mistake on any number of pages, reported once for each place where an author wrote it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{
    base::{Base, Target, is_relative},
    broken_link::{BrokenLink, LinkContext, subject, verb},
    links::{Cause, Files},
    places::{AuthorLocation, Places, Scope},
    rules::Violation,
    scan::{Scan, SmallPicture},
};
use crate::{
    diagnostic::{Code, Diagnostic, FileId, Lint, Span},
    source::Sources,
};

/// A mistake, whichever page has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Finding<'a> {
    Link { written: &'a str, cause: Cause },
    RepeatedId(&'a str),
    SmallPicture(&'a SmallPicture),
    Violation(&'a Violation),
}

/// Makes diagnostics of findings.
pub(super) struct Report<'a> {
    links: LinkContext<'a>,
    places: Places<'a>,
    /// Where links were reported already: what a page links to, its feed links to as well.
    reported: HashSet<(diagnostics::Code, Span)>,
    /// What pages lead to in vain: their feeds say it with another address.
    in_vain: HashSet<(String, String)>,
    pictures: &'a PicturePlaces<'a>,
}

/// Where content names the picture from which a file of the site is made: in a content file, if it does there.
pub(super) type PicturePlaces<'p> = dyn Fn(&str, FileId) -> Option<Span> + 'p;

impl<'a> Report<'a> {
    pub(super) fn new(
        base: &'a Base,
        files: &'a Files<'a>,
        sources: &'a Sources,
        pictures: &'a PicturePlaces<'a>,
        broken: &'a BTreeSet<FileId>,
    ) -> Self {
        Self {
            links: LinkContext::new(base, files, sources, broken),
            places: Places::new(sources),
            reported: HashSet::new(),
            in_vain: HashSet::new(),
            pictures,
        }
    }

    /// The diagnostics of `finding` on `pages`.
    pub(super) fn diagnostics(&mut self, finding: Finding<'a>, pages: &[&'a Scan]) -> Vec<Diagnostic> {
        // Rules look at samples, whose number says nothing.
        let pages =
            if let Finding::Violation(_) = finding { pages.get(..1).unwrap_or_default() } else { pages };
        let mut by_place: BTreeMap<Option<AuthorLocation>, Vec<&Scan>> = BTreeMap::new();
        for page in pages {
            by_place.entry(self.locate(finding, page)).or_default().push(page);
        }
        let diagnostics = by_place.into_iter().map(|(place, mut pages)| {
            pages.sort_by(|a, b| a.path.cmp(&b.path));
            self.report_at(finding, place.as_ref(), &pages)
        });
        diagnostics.flatten().collect()
    }

    /// Where an author wrote what `page` has.
    fn locate(&mut self, finding: Finding<'_>, page: &Scan) -> Option<AuthorLocation> {
        match finding {
            Finding::SmallPicture(picture) => self.of_picture(&picture.source, page),
            Finding::Violation(Violation { literals, value, unbalanced, .. }) => self
                .places
                .find(literals, Some(page.origin), Scope::Project)
                .or_else(|| self.places.composed(value.as_deref()?, Scope::Project))
                .or_else(|| {
                    let (element, starts) = unbalanced.as_ref()?;
                    self.places.unbalanced(element, *starts)
                }),
            Finding::RepeatedId(id) => self
                .places
                .find(&[format!("id=\"{id}\"")], Some(page.origin), Scope::All)
                .or_else(|| self.places.composed(id, Scope::All)),
            Finding::Link { written, cause } => {
                // On another page a relative address leads elsewhere.
                let origin = is_relative(written).then_some(page.origin);
                self.places
                    .find(&self.literals(written, cause), origin, Scope::All)
                    .or_else(|| self.places.composed(written, Scope::All))
            }
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
            _ => {
                let template = first.origin.template;
                let template = template.filter(|file| self.places.is_in(*file, Scope::Project));
                template.unwrap_or(first.origin.content)
            }
        };
        let spans = place.map_or_else(|| vec![Span::whole(fallback)], |place| place.spans.clone());
        let (primary, others) = spans.split_first()?;
        let said = |what: &str| format!("{} {} {what}", subject(pages), verb(pages, "has", "have"));
        let mut diagnostic = match finding {
            Finding::Violation(violation) => Diagnostic::new(Code::Template, *primary, said(&violation.what))
                .help(violation.help.to_string()),
            Finding::RepeatedId(id) => {
                let message = said(&format!("the id \"{id}\" more than once"));
                Diagnostic::new(Code::DuplicateId, *primary, message)
                    .help("an id is unique within a page: rename the others")
            }
            Finding::SmallPicture(SmallPicture { width, shown, .. }) => {
                let message = said(&format!(
                    "a picture {width} pixels wide in a place up to {shown} pixels wide, where it looks blurred"
                ));
                Diagnostic::new(Lint::SmallPicture, *primary, message)
                    .help("use the original from the camera: it is scaled down automatically")
            }
            Finding::Link { written, cause } => {
                // An address that was found without the site's base is answered without it.
                let bare = place.is_some_and(|place| place.literal % 2 == 1);
                BrokenLink { written, pages, bare, at: *primary, context: &self.links }.diagnostic(cause)?
            }
        };
        let is_link = matches!(finding, Finding::Link { .. });
        if let Finding::Link { written, .. } = finding
            && let Target::File { path, fragment } = self.links.base.resolve(written, &first.path)
        {
            let is_new = self.in_vain.insert((path.to_string(), fragment.unwrap_or_default().to_owned()));
            // Findings of pages come first.
            if !is_new && !first.path.is_html() {
                return None;
            }
        }
        // A picture that isn't there has no size.
        if !is_link && self.reported.contains(&(Code::BrokenLink.into(), *primary)) {
            return None;
        }
        // What a template puts together is another text in each of its places.
        if is_link && place.is_some() && !self.reported.insert((diagnostic.code, *primary)) {
            return None;
        }
        if place.is_none() {
            diagnostic = diagnostic.label(format!("{} comes from here", first.path.address()));
        }
        Some(diagnostic.also_at(others, self.links.sources))
    }

    /// Where content names a picture that a page shows.
    fn of_picture(&self, source: &str, page: &Scan) -> Option<AuthorLocation> {
        let Target::File { path, .. } = self.links.base.resolve(source, &page.path) else { return None };
        let span = (self.pictures)(&path, page.origin.content)?;
        Some(AuthorLocation { spans: vec![span], literal: 0 })
    }

    /// How an author may have written an address: with the base and without it by turns, the likeliest first.
    fn literals(&self, written: &str, cause: Cause) -> Vec<String> {
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
            literals.push(self.links.base.without(form).unwrap_or(form).to_owned());
        }
        literals.retain(|literal| !literal.is_empty());
        literals
    }
}
