//! Diagnostics of mistakes in the output: one for each place where an author wrote the mistake, whatever the number of
//! pages.

use std::{
    cell::Cell,
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    ops::Range,
};

use memchr::memmem;

use super::{
    base::{Base, Target, is_relative},
    links::{BuiltFiles, Cause},
    rules::Violation,
    scan::Scan,
};
use crate::{
    diagnostic::{
        Applicability, Code, Diagnostic, FileId, Files as _, Span, code, diagnostic, same_beginning, suggest,
    },
    output::{Origin, address_of},
    routes::{lacks_slash, leads_nowhere, probable},
    schema::decode::{IMAGES, value::is_host},
    source::{STATIC, Sources},
};

/// A mistake, whichever pages have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Finding<'a> {
    Link { written: &'a str, cause: Cause },
    RepeatedId(&'a str),
    Violation(&'a Violation),
}

/// The folders in which authors write, in the order of the search.
const FOLDERS: [&str; 3] = [CONTENT, "templates/", COMPONENTS];

const CONTENT: &str = "content/";

const COMPONENTS: &str = "components/";

/// The template that all pages of the theme extend.
const LAYOUT: &str = "templates/layout.html";

/// Makes diagnostics of findings.
pub(super) struct CheckReport<'a> {
    base: &'a Base,
    files: &'a BuiltFiles<'a>,
    sources: &'a Sources,
    /// The addresses of all files, without the site's base.
    addresses: Vec<String>,
    /// The number of links for which the nearest address may still be searched among all pages. More links break only
    /// when a whole section is renamed, and suggestions help little then.
    suggestions_left: Cell<usize>,
    /// The templates with mistakes, which explain all that their pages lack.
    broken_templates: &'a BTreeSet<FileId>,
    /// The places of texts that were searched before: the project is searched once for each text.
    everywhere: HashMap<String, Vec<Span>>,
    /// The places of reported links: a feed repeats the links of its pages.
    reported: HashSet<(Code, Span)>,
    /// The targets of broken links on pages: feeds repeat these links with full addresses.
    broken_targets: HashSet<(String, String)>,
}

impl<'a> CheckReport<'a> {
    pub(super) fn new(
        base: &'a Base,
        files: &'a BuiltFiles<'a>,
        sources: &'a Sources,
        broken_templates: &'a BTreeSet<FileId>,
    ) -> Self {
        let mut addresses: Vec<String> = files.paths().map(|path| path.address()).collect();
        addresses.sort_unstable();
        Self {
            base,
            files,
            sources,
            addresses,
            suggestions_left: Cell::new(100),
            broken_templates,
            everywhere: HashMap::new(),
            reported: HashSet::new(),
            broken_targets: HashSet::new(),
        }
    }

    /// The diagnostics of `finding`, which `pages` have.
    pub(super) fn diagnostics(&mut self, finding: Finding<'a>, pages: &[&'a Scan]) -> Vec<Diagnostic> {
        // Rules run on samples, whose number says nothing. Only a mistake of a whole template is reported for each.
        let pages = match finding {
            Finding::Violation(violation) if !violation.is_of_document => pages.get(..1).unwrap_or_default(),
            _ => pages,
        };
        let mut by_place: BTreeMap<Vec<Span>, Vec<&Scan>> = BTreeMap::new();
        for page in pages {
            by_place.entry(self.places(finding, page)).or_default().push(page);
        }
        let diagnostics = by_place.into_iter().map(|(places, mut pages)| {
            pages.sort_by(|a, b| a.path.cmp(&b.path));
            if let Finding::Violation(_) = finding {
                pages.truncate(1);
            }
            self.report_at(finding, &places, &pages)
        });
        diagnostics.flatten().collect()
    }

    /// The places where an author wrote the finding on `page`; empty if they aren't known.
    fn places(&mut self, finding: Finding<'_>, page: &Scan) -> Vec<Span> {
        match finding {
            Finding::Violation(Violation { unbalanced: Some((element, starts)), .. }) => {
                self.unbalanced(element, *starts)
            }
            Finding::Violation(Violation { is_of_document: true, .. }) => self.document(page),
            Finding::Violation(Violation { island: Some(island), literals, .. }) => {
                self.in_island(island, literals)
            }
            // The theme's markup was checked before its release.
            Finding::Violation(violation) => {
                self.occurrences(&violation.literals, files_of(page.origin), Self::is_own_place)
            }
            Finding::RepeatedId(id) => {
                self.occurrences(&[format!("id=\"{id}\"")], files_of(page.origin), |_, _| true)
            }
            Finding::Link { written, cause } => {
                // A relative address depends on the page, so the page's own files are searched first.
                let own = if is_relative(written) { files_of(page.origin) } else { Vec::new() };
                let literals = self.literals(written, cause);
                // The base path is added to links of content. An address without it is in a template, else in the code of a
                // service.
                let is_outside = cause == Cause::Outside;
                let is_wanted: fn(&Self, &Span) -> bool =
                    if is_outside { Self::is_in_own_template } else { Self::is_own_place };
                let mut places = self.occurrences(&literals, own.clone(), is_wanted);
                if places.is_empty() {
                    places = self.interpolated(written);
                }
                if places.is_empty() && is_outside {
                    places = self.occurrences(&literals, own, Self::is_own_place);
                }
                places
            }
        }
    }

    fn report_at(&mut self, finding: Finding<'a>, places: &[Span], pages: &[&Scan]) -> Option<Diagnostic> {
        let first = pages.first()?;
        let template = first.origin.template.filter(|template| self.is_own(*template));
        let fallback = Span::whole(template.unwrap_or(first.origin.content));
        let (at, others) = places.split_first().map_or((fallback, &[][..]), |(at, others)| (*at, others));
        let has = |fault: &str| format!("{} {} {fault}", subject(pages), verb(pages, "has", "have"));
        let diagnostic = match finding {
            // A missing file is reported as a broken link already.
            Finding::Violation(_) if self.reported.contains(&(code::BROKEN_LINK, at)) => return None,
            Finding::Violation(violation) => {
                diagnostic!(violation.code(), at, "{}", has(&violation.fault); help: violation.help.to_string())
            }
            Finding::RepeatedId(id) => {
                diagnostic!(code::DUPLICATE_ID, at, "{}", has(&format!("the id \"{id}\" more than once"));
                    help: "an id is unique within a page: rename the others")
            }
            Finding::Link { written, cause } => {
                if let Target::File { path, fragment } = self.base.resolve(written, &first.path) {
                    let is_new = self.broken_targets.insert((path, fragment.unwrap_or_default().to_owned()));
                    // The findings of pages come first.
                    if !is_new && !first.path.is_html() {
                        return None;
                    }
                }
                let diagnostic = self.broken_link(written, cause, pages, at)?;
                // A link that a template composes differs on each page: one report is enough.
                let is_composed = !places.is_empty() || first.origin.template.is_some();
                if is_composed && !self.reported.insert((diagnostic.code, at)) {
                    return None;
                }
                diagnostic
            }
        };
        Some(if places.is_empty() {
            diagnostic.label(format!("{} comes from here", first.path.address()))
        } else {
            diagnostic.also_at(others, self.sources)
        })
    }

    /// The diagnostic of a broken link. Returns `None` if another mistake breaks it, which is reported.
    fn broken_link(&self, written: &str, cause: Cause, pages: &[&Scan], at: Span) -> Option<Diagnostic> {
        let from = &pages.first()?.path;
        let subject = subject(pages);
        let (path, fragment) = match self.base.resolve(written, from) {
            Target::File { path, fragment } => (path, fragment.unwrap_or_default()),
            _ if cause == Cause::Script => {
                let verb = verb(pages, "has", "have");
                return Some(
                    diagnostic!(code::TEMPLATE, at, "{subject} {verb} a script as an address: \"{written}\"";
                        label: "the content security policy forbids it";
                        help: "write a button, and listen for its click in an island"),
                );
            }
            _ => {
                let (verb, base) = (verb(pages, "links to", "link to"), self.base.path());
                if base.strip_suffix('/') == Some(written) {
                    let diagnostic = diagnostic!(
                        code::BROKEN_LINK,
                        at,
                        "{subject} {verb} \"{written}\", but that page's address is \"{base}\""
                    );
                    return Some(lacks_slash(diagnostic, written, base, self.sources));
                }
                return Some(diagnostic!(code::BROKEN_LINK, at,
                    "{subject} {verb} \"{written}\", which is outside of the site";
                    label: "not below {base}";
                    help: "addresses of the site start with \"{base}\"; in templates, write \"...\"|url"));
            }
        };
        let address = format!("/{}", address_of(&path));
        let is_page = address.ends_with('/') || !address.rsplit('/').next()?.contains('.');
        let verb = if from.is_html() && is_page {
            verb(pages, "links to", "link to")
        } else {
            verb(pages, "refers to", "refer to")
        };
        let says = |fault: &str| format!("{subject} {verb} \"{written}\", but {fault}");
        match cause {
            Cause::NoSlash => {
                let [address, right] =
                    [address.clone(), format!("{address}/")].map(|path| self.as_written(path, at));
                let message = says(&format!("that page's address is \"{right}\""));
                let diagnostic = diagnostic!(code::BROKEN_LINK, at, "{message}");
                Some(lacks_slash(diagnostic, &address, &right, self.sources))
            }
            Cause::NoFragment => {
                let target = self.files.target(written, from)?;
                if target.origin.template.is_some_and(|template| self.broken_templates.contains(&template)) {
                    return None;
                }
                let page = if target.path == *from { "that page".to_owned() } else { target.path.address() };
                let message = says(&format!("{page} has no element with the id \"{fragment}\""));
                let diagnostic = diagnostic!(code::BROKEN_FRAGMENT, at, "{message}"; label: "no such place");
                Some(self.without_fragment(diagnostic, fragment, target))
            }
            Cause::NoFile | Cause::Outside | Cause::Script => {
                let message =
                    says(&format!("the site has no such {}", if is_page { "page" } else { "file" }));
                Some(self.without_file(diagnostic!(code::BROKEN_LINK, at, "{message}"), written, &address))
            }
        }
    }

    /// Adds advice to the report of a link to a missing fragment of the page `target`.
    fn without_fragment(&self, diagnostic: Diagnostic, fragment: &str, target: &Scan) -> Diagnostic {
        let near = suggest(fragment, target.ids())
            .or_else(|| Some((same_beginning(fragment, target.ids())?, Applicability::Proposed)));
        let Some((id, applicability)) = near else { return diagnostic.help(ids_of(target)) };
        let (wrong, right) = (format!("#{fragment}"), format!("#{id}"));
        let diagnostic = diagnostic.help(format!("did you mean \"{right}\"?"));
        diagnostic.rename(self.sources, &wrong, &right, applicability)
    }

    /// Adds the base path to an address of the site if the text at the place has it, too.
    fn as_written(&self, address: String, at: Span) -> String {
        let base = self.base.path();
        let written = self.sources.text(at.file).get(at.range()).unwrap_or_default();
        if written.starts_with(base) { format!("{}{address}", base.trim_end_matches('/')) } else { address }
    }

    /// Adds advice to the report of a link to a missing file. `address` is its target.
    fn without_file(&self, diagnostic: Diagnostic, written: &str, address: &str) -> Diagnostic {
        if is_host(written) {
            let right = format!("https://{written}");
            let help = format!("write \"{right}\", if it is a page of another site");
            let diagnostic = diagnostic.label("leads nowhere").help(help);
            return diagnostic.rename(self.sources, written, &right, Applicability::Proposed);
        }
        if address == "/" {
            return diagnostic.label("leads nowhere").help("add the front page: content/pages/index.toml");
        }
        let name = address.rsplit('/').next().unwrap_or_default();
        if self.sources.binary_at(&format!("{IMAGES}{name}")).is_some() {
            return diagnostic.label("leads nowhere").help(format!(
                "templates show pictures of {IMAGES} with picture(), which makes files of several sizes; one that is to be \
                 published as it is belongs in {STATIC}"
            ));
        }
        let bare = self.base.without(written).unwrap_or(written);
        let wrong = bare.split(['?', '#']).next().unwrap_or_default();
        let right = self.page_below_root(wrong).or_else(|| self.probable(address));
        leads_nowhere(diagnostic, wrong, right.map(|right| (right, Applicability::Proposed)), self.sources)
    }

    /// The page at a path that lacks the slash at its beginning, or at both ends.
    fn page_below_root(&self, path: &str) -> Option<&str> {
        let path = path.trim_start_matches(['.', '/']).trim_end_matches('/').to_lowercase();
        let address = format!("/{path}/");
        let index = self.addresses.binary_search(&address).ok().filter(|_| !path.is_empty())?;
        self.addresses.get(index).map(String::as_str)
    }

    /// The address that a missing one probably means; both are decoded paths from the site's root.
    fn probable(&self, address: &str) -> Option<&str> {
        self.suggestions_left.set(self.suggestions_left.get().checked_sub(1)?);
        let alike = probable(address, self.addresses_of(address.ends_with('/')));
        alike.or_else(|| probable(address, self.addresses_of(true))).map(|(other, _)| other)
    }

    /// The addresses of pages if `pages` is true, else of other files.
    fn addresses_of(&self, pages: bool) -> impl Iterator<Item = &str> + Clone {
        self.addresses.iter().map(String::as_str).filter(move |address| address.ends_with('/') == pages)
    }

    /// The forms in which an author may have written an address, the likeliest first.
    fn literals(&self, written: &str, cause: Cause) -> Vec<String> {
        let mut literals = Vec::new();
        if !written.starts_with('/') && !written.contains(':') {
            // A relative address can be any word, which is a link only in brackets or quotes.
            literals.extend([format!("]({written})"), format!("\"{written}\"")]);
        }
        for form in [written.to_owned(), without_query(written, cause)] {
            let bare = self.base.without(&form).unwrap_or(&form).to_owned();
            literals.extend([form, bare]);
        }
        // A lone slash is in every end tag, and is a link only in brackets or quotes.
        if literals.iter().any(|literal| literal == "/") {
            literals.retain(|literal| literal != "/");
            literals.extend(["](/)".to_owned(), "\"/\"".to_owned()]);
        }
        literals.retain(|literal| !literal.is_empty());
        literals
    }

    /// True for a file of the project.
    fn is_own(&self, file: FileId) -> bool {
        self.sources.get(file).is_some_and(|text| text.theme.is_none())
    }

    fn is_own_place(&self, place: &Span) -> bool {
        self.is_own(place.file)
    }

    /// True for a place in a template or a component of the project.
    fn is_in_own_template(&self, place: &Span) -> bool {
        self.is_own_place(place) && !self.sources.path(place.file).starts_with(CONTENT)
    }

    /// True for a place in a component of the project.
    fn is_in_own_component(&self, place: &Span) -> bool {
        self.is_own_place(place) && self.sources.path(place.file).starts_with(COMPONENTS)
    }

    /// The places of the first of `literals` that an island has in its component, else in any other, or else where the
    /// project's templates place the island, perhaps without a prop.
    fn in_island(&mut self, island: &str, literals: &[String]) -> Vec<Span> {
        let components = self.sources.texts_below(COMPONENTS);
        let own = components.filter(|(_, source)| {
            let rest = source.path.strip_prefix(COMPONENTS).and_then(|name| name.strip_prefix(island));
            rest.is_some_and(|rest| rest.starts_with('.'))
        });
        let own = own.map(|(file, _)| file).collect();
        let places = self.occurrences(literals, own, Self::is_in_own_component);
        if !places.is_empty() {
            return places;
        }
        self.occurrences(&[format!("island(\"{island}\"")], Vec::new(), Self::is_own_place)
    }

    /// The wanted places of the first of `literals` that has any: in the files `own`, else anywhere in the project.
    fn occurrences(
        &mut self,
        literals: &[String],
        own: Vec<FileId>,
        is_wanted: fn(&Self, &Span) -> bool,
    ) -> Vec<Span> {
        for literal in literals {
            let mut spans: Vec<Span> =
                own.iter().flat_map(|file| occurrences(self.sources, *file, literal)).collect();
            spans.retain(|span| is_wanted(self, span));
            if spans.is_empty() {
                spans.clone_from(self.everywhere.entry(literal.clone()).or_insert_with(|| {
                    let files = FOLDERS.iter().flat_map(|folder| self.sources.texts_below(folder));
                    files.flat_map(|(file, _)| occurrences(self.sources, file, literal)).collect()
                }));
                spans.retain(|span| is_wanted(self, span));
            }
            spans.dedup();
            if !spans.is_empty() {
                return spans;
            }
        }
        Vec::new()
    }

    /// The places where templates of the project compose an address: the longest beginning of it before `{{`.
    fn interpolated(&self, written: &str) -> Vec<Span> {
        let bare = self.base.without(written).unwrap_or(written);
        // A lone slash begins every address, and so tells nothing.
        let ends = bare.char_indices().map(|(end, _)| end).skip(2);
        let beginnings: Vec<&str> = ends.filter_map(|end| bare.get(..end)).collect();
        let own: Vec<FileId> =
            self.sources.templates().map(|(file, _)| file).filter(|file| self.is_own(*file)).collect();
        for beginning in beginnings.iter().rev() {
            let literal = format!("\"{beginning}{{{{");
            let places = own.iter().flat_map(|file| occurrences(self.sources, *file, &literal));
            // The quote and the brackets aren't underlined.
            let places: Vec<Span> = places
                .map(|Span { file, start, end }| Span { file, start: start + 1, end: end - 2 })
                .collect();
            if !places.is_empty() {
                return places;
            }
        }
        Vec::new()
    }

    /// The project's template for the whole document of a page: its own, or the layout that it extends.
    fn document(&self, page: &Scan) -> Vec<Span> {
        let own = page.origin.template.filter(|file| self.is_own(*file));
        let whole = own.filter(|file| occurrences(self.sources, *file, "extends").is_empty());
        let layout = self.sources.text_at(LAYOUT).map(|(file, _)| file).filter(|file| self.is_own(*file));
        whole.or(layout).map(Span::whole).into_iter().collect()
    }

    /// The surplus tags in the project's templates: in each with too many start tags of an element the last one, or in
    /// each with too many end tags the last one.
    fn unbalanced(&self, element: &str, wanted: Ordering) -> Vec<Span> {
        let own = self.sources.templates().filter(|(file, _)| self.is_own(*file));
        let last = own.filter_map(|(file, _)| {
            let starts = occurrences(self.sources, file, &format!("<{element}"));
            let ends = occurrences(self.sources, file, &format!("</{element}>"));
            let last = if wanted == Ordering::Greater { starts.last() } else { ends.last() };
            last.copied().filter(|_| starts.len().cmp(&ends.len()) == wanted)
        });
        last.collect()
    }
}

/// The content and the template of a page.
fn files_of(origin: Origin) -> Vec<FileId> {
    [Some(origin.content), origin.template].into_iter().flatten().collect()
}

/// The places of a literal as a whole, outside of comments: `/about/` isn't found in `/about/team/`.
fn occurrences(sources: &Sources, file: FileId, literal: &str) -> Vec<Span> {
    let text = sources.text(file);
    let mut places = Vec::new();
    for start in memmem::find_iter(text.as_bytes(), literal) {
        let place = start..start + literal.len();
        if is_whole(text, literal, &place) {
            places.push(place);
        }
    }
    // A blank ahead keeps `style=` apart from `data-style=`, and isn't underlined.
    let blank = literal.len() - literal.trim_start().len();
    if !places.is_empty() {
        let comments = sources.comments(file);
        places.retain(|place| !comments.iter().any(|comment| comment.contains(&place.start)));
    }
    places.into_iter().map(|place| Span::new(file, place.start + blank..place.end)).collect()
}

/// True if the address or name at a place is the literal alone, and goes on neither before nor behind it.
fn is_whole(text: &str, literal: &str, place: &Range<usize>) -> bool {
    let before = text.get(..place.start).and_then(|before| before.chars().next_back());
    let after = text.get(place.end..).and_then(|after| after.chars().next());
    !(continues(literal.chars().next(), before) || continues(literal.chars().next_back(), after))
}

/// True if an address or name goes on from the character `edge` at its end to `beyond`.
fn continues(edge: Option<char>, beyond: Option<char>) -> bool {
    edge.is_some_and(|c| c.is_alphanumeric() || "/-_.".contains(c))
        && beyond.is_some_and(|c| c.is_alphanumeric() || "/-_.~%?&=#+:@".contains(c))
}

/// The address without its query, which a template may have added.
fn without_query(address: &str, cause: Cause) -> String {
    let (address, fragment) = address.split_once('#').unwrap_or((address, ""));
    let address = address.split('?').next().unwrap_or_default();
    // A broken fragment has to be found together with the address.
    if cause == Cause::NoFragment { format!("{address}#{fragment}") } else { address.to_owned() }
}

fn ids_of(page: &Scan) -> String {
    const SHOWN: usize = 8;
    // Ids that begin with an underscore are made up by templates for labels of forms.
    let mut named = page.ids().filter(|id| !id.starts_with('_'));
    let ids: Vec<String> = named.by_ref().take(SHOWN).map(|id| format!("\"#{id}\"")).collect();
    let more = if named.next().is_some() { ", ..." } else { "" };
    if ids.is_empty() {
        "that page has no ids: leave out what follows the #".to_owned()
    } else {
        format!("that page has {}{more}", ids.join(", "))
    }
}

/// The pages, by the first one's address.
fn subject(pages: &[&Scan]) -> String {
    let first = pages.first().map(|page| page.path.address()).unwrap_or_default();
    match pages.len() {
        0 | 1 => first,
        2 => format!("{first} and 1 other page"),
        more => format!("{first} and {} other pages", more - 1),
    }
}

/// `one` if it is one page, and `many` if there are more.
fn verb<'v>(pages: &[&Scan], one: &'v str, many: &'v str) -> &'v str {
    if pages.len() > 1 { many } else { one }
}
