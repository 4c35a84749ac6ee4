//! Links in content to missing pages of the site.

use percent_encoding::percent_decode_str;

use super::{Route, Routes};
use crate::{
    content::Content,
    diagnostic::{
        Applicability, Diagnostic, Diagnostics, Files as _, Span, code, diagnostic, same_beginning, suggest,
    },
    schema::decode::{Reference, value::kebab_case},
    site::Site,
    source::{Sources, paths::extension},
};

/// A broken link: its path, and the places that have it.
struct Broken<'c> {
    path: &'c str,
    first: Span,
    others: Vec<Span>,
}

impl<'c> Broken<'c> {
    fn new(path: &'c str, places: &[Span]) -> Option<Self> {
        let mut places = places.to_vec();
        places.sort();
        let (first, others) = places.split_first()?;
        Some(Self { path, first: *first, others: others.to_vec() })
    }

    /// The words for the number of places, if there are several.
    fn count(&self) -> String {
        match self.others.len() {
            0 => String::new(),
            others => format!(", which is linked from {} places", others + 1),
        }
    }

    /// Warns of a link to a page in the main language.
    fn leaves_language(&self, site: &Site) -> Diagnostic {
        let language = site.gym.settings.language.as_str();
        let message = format!("{} is not in the language \"{language}\"{}", self.path, self.count());
        let warning = diagnostic!(code::LINK_LEAVES_LANGUAGE, self.first, "{message}";
            label: "leads to the page in the main language";
            help: "translate that page, or take the link out");
        self.others.iter().fold(warning, |warning, other| warning.alike(*other))
    }

    /// Reports a link by the address that the page has in this language.
    fn named_otherwise(&self, main: &str, site: &Site) -> Diagnostic {
        let message = format!("there is no page at {} in the main language{}", self.path, self.count());
        self.report(message)
            .label("pages are named by their addresses in the main language")
            .help(format!("write \"{main}\": it leads to the page in the reader's language"))
            .rename(&*site.project.sources, self.path, main, Applicability::Certain)
    }

    fn report(&self, message: String) -> Diagnostic {
        let diagnostic = diagnostic!(code::BROKEN_LINK, self.first, "{message}");
        self.others.iter().fold(diagnostic, |diagnostic, other| diagnostic.alike(*other))
    }
}

impl Routes {
    /// Reports every link of a translation that leads nowhere, or out of its language. It names pages by their addresses in
    /// the main language, whose routes these are, or whole.
    pub fn check_links_of_edition(
        &self,
        content: &Content,
        site: &Site,
        own: &Self,
        is_elsewhere: &dyn Fn(&str) -> bool,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(original) = &site.original else { return };
        for (path, places) in paths_in(content) {
            let Some(broken) = Broken::new(path, places) else { continue };
            if is_elsewhere(path) || site.own_path(path).is_some() {
                continue;
            }
            if self.has(path) {
                let is_page = matches!(self.get(path), Some(Route::Page(_)));
                diagnostics.extend(is_page.then(|| broken.leaves_language(site)));
                continue;
            }
            // The address in this language, which readers see.
            let named = site.counterparts.0.iter().find(|(_, own)| ***own == *path).map(|(main, _)| main);
            let wrong = named.filter(|_| own.has(path)).map(|main| broken.named_otherwise(main, site));
            let wrong = wrong
                .or_else(|| self.without_slash(&broken, original))
                .or_else(|| to_held_back(&broken, site));
            diagnostics.push(wrong.unwrap_or_else(|| self.unknown(&broken, original)));
        }
    }

    /// Reports every broken link in content. `is_elsewhere` is true for the paths of other languages.
    pub fn check_links(
        &self,
        content: &Content,
        site: &Site,
        is_elsewhere: &dyn Fn(&str) -> bool,
        diagnostics: &mut Diagnostics,
    ) {
        let broken = paths_in(content).filter(|(path, _)| !self.has(path) && !is_elsewhere(path));
        diagnostics.extend(broken.filter_map(|(path, places)| {
            let broken = Broken::new(path, places)?;
            let known = self.without_slash(&broken, site).or_else(|| to_held_back(&broken, site));
            Some(known.unwrap_or_else(|| self.unknown(&broken, site)))
        }));
    }

    /// Reports a link without the slash at the end of a page's address.
    fn without_slash(&self, broken: &Broken<'_>, site: &Site) -> Option<Diagnostic> {
        let written = broken.path;
        let right = Some(format!("{written}/")).filter(|right| !written.ends_with('/') && self.has(right))?;
        let count = broken.count();
        let message = format!("there is no page at {written}{count}, only at {right}");
        Some(lacks_slash(broken.report(message), written, &right, &site.project.sources))
    }

    /// The page whose title is the last part of the path: `/prices/` may mean "Prices" at `/membership/`.
    fn titled(&self, path: &str) -> Option<(&str, Applicability)> {
        let wanted = kebab_case(last_part(path));
        let mut titled =
            self.pages().filter(|page| !wanted.is_empty() && kebab_case(&page.meta.title) == wanted);
        titled.next().map(|page| (&*page.address.path, Applicability::Proposed))
    }

    /// The address in the language of the site of what has this one in English: `/vipindi/yoga/` for `/classes/yoga/`.
    fn worded(&self, path: &str, site: &Site) -> Option<String> {
        let changes = site.project.types.collections.values().flat_map(|declared| &declared.worded);
        changes.filter_map(|change| change.applied(path)).find(|right| self.has(right))
    }

    /// Reports a link to any other path.
    fn unknown(&self, broken: &Broken<'_>, site: &Site) -> Diagnostic {
        let path = broken.path;
        let diagnostic = broken.report(format!("there is no page at {path}{}", broken.count()));
        if let Some(right) = self.worded(path, site) {
            return leads_nowhere(
                diagnostic,
                path,
                Some((&right, Applicability::Certain)),
                &site.project.sources,
            );
        }
        // If several places agree, the page rather than the links may have the wrong name.
        let probable = probable(path, self.paths()).or_else(|| self.titled(path)).map(|(right, sure)| {
            (right, if broken.others.is_empty() { sure } else { Applicability::Proposed })
        });
        leads_nowhere(diagnostic.expected(PAGE), path, probable, &site.project.sources)
    }
}

/// The paths to which texts of content lead, each with the places that name it.
fn paths_in(content: &Content) -> impl Iterator<Item = (&str, &[Span])> {
    content.references.iter().filter_map(|(reference, places)| match reference {
        Reference::Path(path) => Some((&**path, places.as_slice())),
        _ => None,
    })
}

/// The expected target of a link, in messages.
pub(super) const PAGE: &str = "the path of a page of the site, such as \"/contact/\"";

/// The last part of an address, without the ending of a page's file.
fn last_part(path: &str) -> &str {
    let path = [".html", ".htm", ".php"].into_iter().find_map(|end| path.strip_suffix(end)).unwrap_or(path);
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}

/// The address that a broken one probably means: one with the same name in another folder, else the nearest one, else
/// one whose name begins alike.
pub fn probable<'a>(
    path: &str,
    addresses: impl Iterator<Item = &'a str> + Clone,
) -> Option<(&'a str, Applicability)> {
    let decoded = percent_decode_str(path).decode_utf8();
    let path = decoded.as_deref().unwrap_or(path);
    let folder = path.strip_suffix("index.html").filter(|folder| folder.ends_with('/'));
    if let Some(page) = folder.and_then(|folder| addresses.clone().find(|other| *other == folder)) {
        return Some((page, Applicability::Certain));
    }
    let wanted = last_part(path);
    let mut moved = addresses.clone().filter(|other| !wanted.is_empty() && last_part(other) == wanted);
    let front = addresses.clone().find(|other| *other == "/" && matches!(wanted, "home" | "index"));
    let moved = moved.next().or(front).map(|other| (other, Applicability::Proposed));
    moved.or_else(|| suggest(path, addresses.clone())).or_else(|| {
        let alike = addresses.clone().filter(|other| extension(other) == extension(path));
        let name = same_beginning(wanted, alike.clone().map(last_part))?;
        let page = alike.clone().find(|other| last_part(other) == name)?;
        Some((page, Applicability::Proposed))
    })
}

/// Adds the correction to the report of a link without the slash at the end of a page's address.
pub fn lacks_slash(diagnostic: Diagnostic, written: &str, right: &str, sources: &Sources) -> Diagnostic {
    let diagnostic = diagnostic.label("a / is missing at the end").help(format!("write \"{right}\""));
    diagnostic.rename(sources, written, right, Applicability::Certain)
}

/// Adds the correction to the report of a broken link, if there is a probable one.
pub fn leads_nowhere(
    diagnostic: Diagnostic,
    written: &str,
    probable: Option<(&str, Applicability)>,
    sources: &Sources,
) -> Diagnostic {
    let diagnostic = diagnostic.label("leads nowhere");
    match probable {
        Some((right, applicability)) => {
            // A space would end the address of a link in Markdown.
            let right = right.replace(' ', "%20");
            let diagnostic = diagnostic.help(format!("did you mean \"{right}\"?"));
            // Content may have the file name as it is on disk, not percent-encoded.
            let decoded = percent_decode_str(written).decode_utf8().unwrap_or_default();
            let is_decoded = !sources.text(diagnostic.primary.span.file).contains(written);
            diagnostic.rename(sources, if is_decoded { &decoded } else { written }, &right, applicability)
        }
        None => diagnostic.help("correct the address, or add a page for it to content/pages"),
    }
}

/// Reports a link to an entry that waits to be published, which will make the link right.
fn to_held_back(broken: &Broken<'_>, site: &Site) -> Option<Diagnostic> {
    let entry = site.held_back().find(|entry| entry.path.as_deref() == Some(broken.path))?;
    let noun = &entry.noun;
    let message = format!("the {noun} at {} is left out{}", broken.path, broken.count());
    Some(
        broken
            .report(message)
            .label("leads nowhere")
            .related(entry.span, format!("the {noun}: {}", entry.reason.describe()))
            .help(format!("publish the {noun}, or remove the link until it is")),
    )
}
