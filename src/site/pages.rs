//! Pages made of sections: their addresses, and the anchors of their sections.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{EntryFilter, Site};
use crate::{
    content::{self, Content, EntryId},
    diagnostic::{Diagnostic, Diagnostics, FileId, Span, code, diagnostic, report},
    schema::{
        Data, Name, Role, Table, anchors,
        decode::value::{Text, Weekday, kebab_case},
        is_hidden,
    },
    source::{
        layout::{TypeFolder, layout_file_name, style_name},
        paths::is_address,
    },
};

#[derive(Clone, Debug)]
pub struct PageFile {
    /// The name of its file below `content/pages/`, without `.toml`.
    pub name: Arc<str>,
    pub file: FileId,
    pub title: Text,
    /// The text that search engines show below the title.
    pub description: Text,
    /// Its address, which may contain `{day}` or `{number}`.
    path: String,
    /// The place that declares the address, else the file.
    pub path_span: Span,
    /// True for a page that exists for each day of the week.
    pub is_daily: bool,
    /// False to keep the page out of search engines.
    pub is_listed: bool,
    /// Its sections, in order, without hidden ones.
    pub sections: Vec<Section>,
    /// The stylesheets of all declared sections, including those left out because of a mistake, as styles are prepared
    /// for the same set.
    styles: BTreeSet<String>,
    /// The collection that is spread over its pages, and the number of entries on each.
    pub paged: Option<(Name, usize)>,
}

#[derive(Clone, Debug)]
pub struct Section {
    pub kind: Name,
    pub id: Arc<str>,
    pub table: Arc<Table>,
    /// True if it shows the part of a collection for this page.
    pub is_paged: bool,
    /// Its role.
    pub role: Option<Role>,
    /// True if it names a branch of the gym, and shows what belongs to that.
    pub is_of_branch: bool,
    /// The id of the form that it shows.
    pub form: Option<Arc<str>>,
    /// The beginning of the names by which addresses lead into it; empty for the first form and the first of its role on a page.
    pub prefix: Arc<str>,
}

impl Section {
    /// Its layout, if its type has several.
    pub fn layout(&self) -> Option<&str> {
        layout(&self.table)
    }
}

/// The placeholder for the day of the week in an address.
const DAY: &str = "{day}";
/// The placeholder for the number of the page in an address.
const NUMBER: &str = "{number}";

impl PageFile {
    /// The address of its first page; of one for each day, that of Monday.
    pub fn first_path(&self) -> Cow<'_, str> {
        if self.is_daily || self.is_numbered() {
            self.path(1, self.is_daily.then_some(Weekday::Monday)).into()
        } else {
            self.path.as_str().into()
        }
    }

    /// True for the front page.
    pub fn is_home(&self) -> bool {
        self.first_path() == "/"
    }

    /// The address of a page with this number, on a day if there is one for each.
    pub fn path(&self, number: usize, day: Option<Weekday>) -> String {
        let path = match day {
            Some(day) => self.path.replace(DAY, day.name()),
            None => self.path.clone(),
        };
        match (path.contains(NUMBER), number) {
            (true, number) => path.replace(NUMBER, &number.to_string()),
            (false, number) => numbered(&path, number),
        }
    }

    /// The page at its default address. Returns `None` if it is there already.
    pub fn at_default_path(&self) -> Option<Self> {
        let path = default_path(&self.name, self.is_daily);
        (path != self.path).then(|| Self { path, ..self.clone() })
    }

    /// In an edition: the address above entries is theirs, unless the translation says one.
    fn follow_entries(&mut self, content: &Content, original: Option<&Site>) {
        let Some(original) =
            original.filter(|_| self.path_span.file != self.file || self.path_span == Span::whole(self.file))
        else {
            return;
        };
        let Some(main) = original.pages.iter().find(|page| page.name == self.name) else { return };
        let mut collections = original.project.types.collections.iter();
        let above = collections.find(|(_, declared)| declared.root() == Some(&*main.first_path()));
        let own = above.and_then(|(name, _)| content.project.types.collections.get(name)?.root());
        if let Some(root) = own {
            root.clone_into(&mut self.path);
        }
    }

    /// True if even the first page has its number in its address.
    pub fn is_numbered(&self) -> bool {
        self.path.contains(NUMBER)
    }

    /// The part of the site that it belongs to: the start of its address, up to the second slash.
    pub fn part(&self) -> &str {
        part_of(&self.path)
    }

    /// The stylesheets that it loads beside the base sheet, relative to `templates/`.
    pub fn styles(&self) -> BTreeSet<String> {
        self.styles.clone()
    }

    /// The picture of its first section, for the card of the page.
    pub fn picture(&self) -> Option<&crate::schema::PictureRef> {
        self.sections.first()?.table.get("image")?.value.as_picture()
    }

    /// True if no section has the main heading: the first one has neither a `heading` nor a `title`.
    pub fn needs_title(&self) -> bool {
        !self
            .sections
            .first()
            .is_some_and(|first| ["heading", "title"].iter().any(|key| first.table.get(key).is_some()))
    }

    /// The sections with a role.
    pub fn sections_with(&self, role: Role) -> impl Iterator<Item = &Section> {
        self.sections.iter().filter(move |section| section.role == Some(role))
    }

    /// True if this collection is spread over its pages.
    pub fn is_spread_over(&self, collection: &str) -> bool {
        self.paged.as_ref().is_some_and(|(name, _)| **name == *collection)
    }

    /// The choice among the entries that are spread over its pages.
    pub fn filter(&self) -> EntryFilter<'_> {
        self.paged_section().map_or_else(EntryFilter::default, |section| EntryFilter::of(&section.table))
    }

    /// The section with a collection that is spread over pages.
    pub fn paged_section(&self) -> Option<&Section> {
        self.sections.iter().find(|section| section.is_paged)
    }
}

/// The path of a page of a list that begins at `first`.
pub fn numbered(first: &str, number: usize) -> String {
    if number == 1 { first.to_owned() } else { format!("{first}page-{number}/") }
}

/// The part of the site that an address belongs to: its start, up to the second slash.
pub fn part_of(path: &str) -> &str {
    let end = path.get(1..).and_then(|rest| rest.find('/')).map_or(0, |at| at + 2);
    path.get(..end).filter(|part| !part.is_empty()).unwrap_or("/")
}

/// The stylesheets of the shown sections of a page: those of their types and of their layouts.
pub fn styles_of_sections(page: &Table) -> BTreeSet<String> {
    let mut styles = BTreeSet::new();
    for section in shown(page) {
        let name = &section.schema.name;
        styles.insert(style_name(TypeFolder::Sections, name));
        styles.extend(layout(section).map(|layout| layout_file_name(name, layout, "css")));
    }
    styles
}

fn layout(section: &Table) -> Option<&str> {
    section.get("layout")?.value.as_word().map(|word| &**word)
}

fn shown(page: &Table) -> impl Iterator<Item = &Arc<Table>> {
    page.tables("section").filter(|section| !is_hidden(section))
}

/// All pages, in the order of their names. Reports impossible addresses.
pub(super) fn pages(
    content: &Content,
    (original, drafts): (Option<&Site>, bool),
    diagnostics: &mut Diagnostics,
) -> Vec<Arc<PageFile>> {
    let pages = content.pages.iter().filter(|file| file.page.is_here(drafts));
    let mut pages: Vec<PageFile> = pages.map(|file| page(file, content, diagnostics)).collect();
    for page in &mut pages {
        page.follow_entries(content, original);
    }
    pages.into_iter().map(Arc::new).collect()
}

fn page(page: &content::PageSource, content: &Content, diagnostics: &mut Diagnostics) -> PageFile {
    let table = &page.table;
    let is_daily = table.get("each").is_some();
    let sections = sections(table, content, is_daily, diagnostics);
    let paged = sections.iter().find(|section| section.is_paged).and_then(|section| {
        let collection = content.project.types.section(&section.kind)?.pages_of(&section.table).cloned()?;
        let size = match section.table.get("size").map(|value| &value.value) {
            Some(Data::Integer(size)) => usize::try_from(*size).ok().filter(|size| *size > 0),
            _ => None,
        };
        Some((collection, size.unwrap_or(usize::MAX)))
    });
    let path_span = table.get("path").map_or(Span::whole(page.file), |value| value.span);
    let path = match table.text("path") {
        None => {
            let path = default_path(&page.name, is_daily);
            let paged = sections.iter().find(|section| section.is_paged && path.ends_with(".html"));
            diagnostics.extend(paged.map(|section| paged_in_a_file(&path, section)));
            path
        }
        Some(path) => match wrong_path(path, is_daily, paged.is_some(), path_span) {
            None => path.to_owned(),
            Some(wrong) => {
                diagnostics.push(wrong);
                default_path(&page.name, is_daily)
            }
        },
    };
    PageFile {
        name: page.name.clone(),
        file: page.file,
        title: text_of(table, "title"),
        description: text_of(table, "description"),
        path,
        path_span,
        is_daily,
        is_listed: !matches!(table.get("listed").map(|value| &value.value), Some(Data::Bool(false))),
        sections,
        styles: styles_of_sections(table),
        paged,
    }
}

/// A text of a page; a placeholder if a mistake made it unreadable.
fn text_of(table: &Table, key: &str) -> Text {
    table.text(key).and_then(Text::new).unwrap_or_else(Text::fallback)
}

/// The address of a page that declares none: `/about/` for `about.toml`, `/` for `index.toml`.
fn default_path(name: &str, is_daily: bool) -> String {
    let base = match name.strip_suffix("index").filter(|base| base.is_empty() || base.ends_with('/')) {
        Some(base) => format!("/{base}"),
        None if name == "404" => "/404.html".to_owned(),
        None => format!("/{name}/"),
    };
    if is_daily { format!("{base}{DAY}/") } else { base }
}

/// The first placeholder in a path that isn't known.
fn unknown_placeholder(path: &str) -> Option<&str> {
    let opening = path.find('{')?;
    let closing = opening + path.get(opening..)?.find('}')?;
    let found = path.get(opening..=closing)?;
    if ![DAY, NUMBER].contains(&found) {
        return Some(found);
    }
    unknown_placeholder(path.get(closing + 1..)?)
}

/// The address that was probably meant.
fn intended(path: &str) -> Option<String> {
    let (path, end) = path.strip_suffix(".html").map_or((path, "/"), |name| (name, ".html"));
    let parts: Vec<String> = path.split('/').map(intended_part).filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| format!("/{}{end}", parts.join("/")))
}

/// A part of the address that was probably meant, with its placeholders.
fn intended_part(part: &str) -> String {
    let split = [DAY, NUMBER].into_iter().find_map(|word| Some((word, part.split_once(word)?)));
    let Some((placeholder, (before, behind))) = split else { return kebab_case(part) };
    let words = [intended_part(before), placeholder.to_owned(), intended_part(behind)];
    let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
    words.join("-")
}

fn wrong_path(path: &str, is_daily: bool, is_paged: bool, span: Span) -> Option<Diagnostic> {
    let bare = path.replace(DAY, "day").replace(NUMBER, "1");
    let is_valid = is_address(&bare) && (bare.ends_with('/') || bare.ends_with(".html"));
    let (message, help) = if let Some(unknown) = unknown_placeholder(path) {
        let help = format!(
            "write {DAY} in the address of a page for each day, {NUMBER} in that of one with numbered pages"
        );
        (format!("unknown placeholder {unknown}"), help)
    } else if !is_valid {
        let expected =
            "write lower-case letters, digits and hyphens between slashes, such as \"/opening-hours/\"";
        let help = intended(path).map(|intended| format!("write it as \"{intended}\""));
        (format!("\"{path}\" can't be an address"), help.unwrap_or_else(|| expected.to_owned()))
    } else if is_daily != path.contains(DAY) {
        let message =
            format!("{DAY} and each = \"day\" need each other: the page has an address for each day");
        (message, format!("add the one that is missing, such as \"/schedule/{DAY}/\", or remove the other"))
    } else if !is_paged && path.contains(NUMBER) {
        let message = format!("{NUMBER} needs a section that spreads over several pages");
        (message, format!("remove {NUMBER}"))
    } else if is_paged && path.ends_with(".html") && !path.contains(NUMBER) {
        let message = format!("{path} is one file, and a section of this page is spread over several pages");
        let folder = path.trim_end_matches(".html");
        (message, format!("write path = \"{folder}/\", or \"{folder}-{NUMBER}.html\""))
    } else {
        return None;
    };
    Some(diagnostic!(code::MALFORMED, span, "{message}"; help))
}

/// Reports a section for the day of its page, on a page without days.
fn without_day(kind: &str, span: Span) -> Diagnostic {
    diagnostic!(code::MISSING_KEY, span,
        "the section \"{kind}\" shows the day of its page, but this isn't a page for each day";
        label: "shows nothing here";
        help: "add each = \"day\" at the top of its file, and {{day}} to its path if it has one; layout = \"week\" shows all days on one page")
}

/// Reports a section spread over pages, on a page with the address of a single file.
fn paged_in_a_file(path: &str, section: &Section) -> Diagnostic {
    diagnostic!(code::MALFORMED, section.table.span,
        "the section \"{}\" is spread over several pages, and this page is one file, {path}", section.kind;
        help: "move the section to a page of its own")
}

/// Reports a section spread over pages, on a page that exists for each day already.
fn paged_daily(kind: &str, span: Span) -> Diagnostic {
    diagnostic!(code::MALFORMED, span,
        "the section \"{kind}\" is spread over several pages, and this is a page for each day";
        label: "would be repeated for each day";
        help: "move the section to a page of its own, or remove each = \"day\" and {{day}} from this one")
}

/// The entry with a role that a section names.
fn named(role: Role, section: &Table, content: &Content) -> Option<Arc<str>> {
    let collection = content.project.types.with_role(role)?;
    let mut references = section.iter().filter_map(|(_, value)| value.value.as_reference());
    references
        .find(|reference| reference.collection.name == *collection)
        .map(|reference| reference.id.clone())
}

/// The sections of the pages of entries. Reports those that belong to pages of their own.
pub(super) fn of_entries(
    content: &Content,
    diagnostics: &mut Diagnostics,
) -> BTreeMap<EntryId, Arc<[Section]>> {
    let mut found = BTreeMap::new();
    for (collection, entry) in content.entries_with_sections() {
        let mut sections = sections(&entry.table, content, true, diagnostics);
        sections.retain(|Section { kind, table, .. }| {
            let section_type = content.project.types.section(kind);
            let is_of_pages =
                section_type.is_some_and(|found| found.is_daily_in(table) || found.pages_of(table).is_some());
            if is_of_pages {
                report!(diagnostics, code::MALFORMED, table.span,
                    "the section \"{kind}\" is spread over pages like this, and an entry has one page";
                    help: "choose another layout, or move the section to a page of content/pages");
            }
            !is_of_pages
        });
        let id = EntryId { collection: collection.clone(), id: entry.id.clone() };
        found.insert(id, sections.into());
    }
    found
}

/// The sections of a page or an entry. `has_days` is false if one that shows the day of its page has none to show.
fn sections(table: &Table, content: &Content, has_days: bool, diagnostics: &mut Diagnostics) -> Vec<Section> {
    let mut known: BTreeMap<&str, Span> = BTreeMap::new();
    let mut sections: Vec<Section> = Vec::new();
    let anchors = anchors(table.tables("section"));
    for (section, id) in table.tables("section").zip(anchors) {
        if is_hidden(section) {
            continue;
        }
        let kind = section.schema.name.clone();
        let declared = section.get("id").filter(|id| id.span.is_somewhere());
        let written = section.text("id").unwrap_or(&section.schema.name);
        if let (Some(first), Some(declared)) = (known.get(written), declared) {
            report!(diagnostics, code::DUPLICATE_ID, declared.span, "two sections have the id \"{written}\"";
                label: "the second time";
                related: *first => "it is first given here";
                help: "give one of the two another id");
        }
        known.entry(written).or_insert(declared.map_or(section.span, |id| id.span));
        let section_type = content.project.types.section(&kind);
        if section_type.is_some_and(|found| found.is_daily_in(section)) && !has_days {
            diagnostics.push(without_day(&kind, section.span));
        }
        let pages = section_type.is_some_and(|found| found.pages_of(section).is_some());
        if pages && table.get("each").is_some() {
            diagnostics.push(paged_daily(&kind, section.span));
        }
        let already = sections.iter().any(|section| section.is_paged);
        if pages && already {
            report!(diagnostics, code::DUPLICATE_ID, section.span,
                "a page can have only one section that is spread over several pages";
                help: "move one of the two sections to a page of its own");
            continue;
        }
        let role = section_type.and_then(|found| found.role_in(section));
        let form = named(Role::Form, section, content);
        let is_second = sections
            .iter()
            .any(|other| form.is_some() && other.form.is_some() || role.is_some() && other.role == role);
        let prefix: Arc<str> = if is_second { format!("{id}-").into() } else { "".into() };
        sections.push(Section {
            kind,
            id,
            table: section.clone(),
            is_paged: pages,
            role,
            is_of_branch: named(Role::Branch, section, content).is_some(),
            form,
            prefix,
        });
    }
    sections
}
