//! What is said of a link that leads nowhere.

use std::{cell::Cell, collections::BTreeSet};

use super::{
    base::{Base, Target},
    links::{Cause, Files},
    picked,
    scan::Scan,
};
use crate::{
    diagnostic::{Applicability, Code, Diagnostic, FileId, Span, suggest},
    routes::{leads_nowhere, probable},
    schema::decode::{IMAGES, value::is_host},
    source::{STATIC, Sources},
};

/// What tells why a link is broken.
pub(super) struct LinkContext<'a> {
    pub base: &'a Base,
    pub files: &'a Files<'a>,
    /// The addresses of all files, without the site's base.
    addresses: Vec<String>,
    /// For how many links a nearest address is still looked for, which is a search among all pages: more break when a
    /// whole section is renamed, where suggestions help little.
    suggestions_left: Cell<usize>,
    pub sources: &'a Sources,
    /// The templates with mistakes: what their pages lack is no mistake of its own.
    broken: &'a BTreeSet<FileId>,
}

impl<'a> LinkContext<'a> {
    pub(super) fn new(
        base: &'a Base,
        files: &'a Files<'a>,
        sources: &'a Sources,
        broken: &'a BTreeSet<FileId>,
    ) -> Self {
        let mut addresses: Vec<String> = files.paths().map(|path| path.address()).collect();
        addresses.sort_unstable();
        Self { base, files, addresses, suggestions_left: Cell::new(100), sources, broken }
    }

    /// The page at a path without the slash that it begins with, and perhaps without the one at its end.
    fn page_below_root(&self, path: &str) -> Option<&str> {
        let path = path.trim_start_matches(['.', '/']).trim_end_matches('/');
        let address = format!("/{path}/");
        let index = self.addresses.binary_search(&address).ok().filter(|_| !path.is_empty())?;
        self.addresses.get(index).map(String::as_str)
    }

    /// The address that was probably meant by a decoded path from the site's root.
    fn probable(&self, address: &str) -> Option<&str> {
        self.suggestions_left.set(self.suggestions_left.get().checked_sub(1)?);
        let addresses = || self.addresses.iter().map(String::as_str);
        let alike = addresses().filter(|other| other.ends_with('/') == address.ends_with('/'));
        let pages = || addresses().filter(|other| other.ends_with('/'));
        probable(address, alike).or_else(|| probable(address, pages())).map(|(other, _)| other)
    }
}

/// A link that leads nowhere, on some pages.
pub(super) struct BrokenLink<'l, 'a> {
    pub written: &'l str,
    /// The pages that have it.
    pub pages: &'l [&'l Scan],
    /// Whether its author wrote it without the site's base.
    pub bare: bool,
    pub at: Span,
    pub context: &'l LinkContext<'a>,
}

/// A place within the site to which a link leads.
struct Destination<'l> {
    /// The address without the site's base.
    address: String,
    fragment: Option<&'l str>,
    is_page: bool,
    /// The pages, and that they link or refer to it.
    predicate: String,
}

impl BrokenLink<'_, '_> {
    /// The diagnostic. Returns `None` if the link is broken by another mistake, which is reported.
    pub fn diagnostic(&self, cause: Cause) -> Option<Diagnostic> {
        let from = &self.pages.first()?.path;
        let Target::File { path, fragment } = self.context.base.resolve(self.written, from) else {
            return Some(self.beyond(cause));
        };
        let address = format!("/{}", path.strip_suffix("index.html").unwrap_or(&path));
        let is_page = address.ends_with('/') || !address.rsplit('/').next()?.contains('.');
        let verb = match from.is_html() && is_page {
            true => verb(self.pages, "links to", "link to"),
            false => verb(self.pages, "refers to", "refer to"),
        };
        let predicate = format!("{} {verb}", subject(self.pages));
        let destination = Destination { address, fragment, is_page, predicate };
        match cause {
            Cause::NoSlash => Some(self.without_slash(&destination)),
            Cause::NoFragment => self.without_fragment(&destination),
            Cause::NothingPicked => {
                let target = self.context.files.target(self.written, from)?;
                picked::report(&destination.predicate, self.written, target, self.at, self.context.sources)
            }
            Cause::NoFile | Cause::Outside | Cause::Script => Some(self.without_file(&destination)),
        }
    }

    /// An address as the author would write it.
    fn shown(&self, address: &str) -> String {
        match self.bare {
            true => address.to_owned(),
            false => format!("{}{address}", self.context.base.path().trim_end_matches('/')),
        }
    }

    fn without_slash(&self, destination: &Destination<'_>) -> Diagnostic {
        let right = self.shown(&format!("{}/", destination.address));
        let message =
            format!("{} \"{}\", but that page's address is \"{right}\"", destination.predicate, self.written);
        let written = self.shown(&destination.address);
        Diagnostic::new(Code::BrokenLink, self.at, message)
            .label("a / is missing at the end")
            .help(format!("write \"{right}\""))
            .rename(self.context.sources, &written, &right, Applicability::Certain)
    }

    fn without_fragment(&self, destination: &Destination<'_>) -> Option<Diagnostic> {
        let from = &self.pages.first()?.path;
        let target = self.context.files.target(self.written, from)?;
        if target.origin.template.is_some_and(|template| self.context.broken.contains(&template)) {
            return None;
        }
        let fragment = destination.fragment.unwrap_or_default();
        let page = if target.path == *from { "that page".to_owned() } else { target.path.address() };
        let message = format!(
            "{} \"{}\", but {page} has no element with the id \"{fragment}\"",
            destination.predicate, self.written
        );
        let diagnostic = Diagnostic::new(Code::BrokenFragment, self.at, message).label("no such place");
        Some(match suggest(fragment, target.ids()) {
            Some((id, applicability)) => {
                let (written, right) = (format!("#{fragment}"), format!("#{id}"));
                let diagnostic = diagnostic.help(format!("did you mean \"{right}\"?"));
                diagnostic.rename(self.context.sources, &written, &right, applicability)
            }
            None => diagnostic.help(ids_of(target)),
        })
    }

    fn without_file(&self, destination: &Destination<'_>) -> Diagnostic {
        let written = self.written;
        let kind = if destination.is_page { "page" } else { "file" };
        let message = format!("{} \"{written}\", but the site has no such {kind}", destination.predicate);
        let bare = if self.bare { self.context.base.without(written).unwrap_or(written) } else { written };
        let diagnostic = Diagnostic::new(Code::BrokenLink, self.at, message);
        if is_host(written) {
            let right = format!("https://{written}");
            let help = format!("write \"{right}\", if it is a page of another site");
            let diagnostic = diagnostic.label("leads nowhere").help(help);
            return diagnostic.rename(self.context.sources, bare, &right, Applicability::Proposed);
        }
        if self.is_picture(&destination.address) {
            return diagnostic.label("leads nowhere").help(format!(
                "templates show pictures of {} with picture(), which makes files of several sizes; one that is to be \
                 published as it is belongs in {STATIC}",
                IMAGES
            ));
        }
        let wrong = bare.split(['?', '#']).next().unwrap_or_default();
        let right =
            self.context.page_below_root(wrong).or_else(|| self.context.probable(&destination.address));
        let right = right.map(|right| self.shown(right));
        let right = right.as_deref().map(|right| (right, Applicability::Proposed));
        leads_nowhere(diagnostic, wrong, right, self.context.sources)
    }

    /// True for an address that ends with the name of a picture of content.
    fn is_picture(&self, address: &str) -> bool {
        let name = address.rsplit('/').next().unwrap_or_default();
        self.context.sources.binary_at(&format!("{}{name}", IMAGES)).is_some()
    }

    /// A link that leads to no place within the site.
    fn beyond(&self, cause: Cause) -> Diagnostic {
        let (pages, written) = (self.pages, self.written);
        let subject = subject(pages);
        if cause == Cause::Script {
            let message =
                format!("{subject} {} a script as an address: \"{written}\"", verb(pages, "has", "have"));
            return Diagnostic::new(Code::Template, self.at, message)
                .label("the content security policy forbids it")
                .help("write a button, and listen for its click in an island");
        }
        let base = self.context.base.path();
        let within = format!("{}{}", base.trim_end_matches('/'), written);
        let is_known = |from: &Scan| self.context.files.target(&within, &from.path).is_some();
        let help = match pages.first().filter(|_| written.starts_with('/')).is_some_and(|from| is_known(from))
        {
            true => format!("did you mean \"{within}\"?"),
            false => format!("addresses of the site start with \"{base}\""),
        };
        let verb = verb(pages, "links to", "link to");
        let message = format!("{subject} {verb} \"{written}\", which is outside of the site");
        Diagnostic::new(Code::BrokenLink, self.at, message).label(format!("not below {base}")).help(help)
    }
}

fn ids_of(page: &Scan) -> String {
    const SHOWN: usize = 8;
    // What begins like this was made up for labels of forms.
    let named = || page.ids().filter(|id| !id.starts_with('_'));
    let ids: Vec<String> = named().take(SHOWN).map(|id| format!("\"#{id}\"")).collect();
    let more = if named().nth(SHOWN).is_some() { ", ..." } else { "" };
    match ids.is_empty() {
        true => "that page has no ids: leave out what follows the #".to_owned(),
        false => format!("that page has {}{more}", ids.join(", ")),
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

/// `one` if it is one page, and `many` if there are more.
pub(super) fn verb<'v>(pages: &[&Scan], one: &'v str, many: &'v str) -> &'v str {
    if pages.len() > 1 { many } else { one }
}
