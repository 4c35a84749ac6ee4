//! Entries that visitors can't tell apart, and those that the sections which show them leave out.

use std::collections::{BTreeSet, HashMap};

use super::Context;
use crate::{
    content::Content,
    diagnostic::{Code, Diagnostic, Span, code, diagnostic, report},
    schema::{CollectionType, EntryRef, Name, Role, Scalar, Table},
    site::{PageFile, Site},
};

/// What an entry is called, and where it says so.
struct Title<'t> {
    text: &'t str,
    span: Span,
    /// When it is: events that are repeated at another time can be distinguished.
    start: Option<String>,
}

pub(super) fn same_titles(Context { content, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // The titles of pages for each day have the day in them.
    let pages = content.pages.iter().filter(|page| page.table.get("each").is_none());
    distinct("pages", pages.filter_map(|page| Title::of(&page.table, "title", None)), diagnostics);
    let menu = content.navigation.table.tables("link");
    distinct("entries of the menu", menu.filter_map(|link| Title::of(link, "title", None)), diagnostics);
    for (name, declared) in &content.types.collections {
        let Some(key) = title_key(declared) else { continue };
        let start = declared.calendar.as_ref().and_then(|calendar| calendar.field("start"));
        let entries = content.entries(name).iter();
        let titles = entries.filter_map(|entry| Title::of(&entry.table, key, start));
        distinct(&declared.collection.nouns[1], titles, diagnostics);
    }
}

impl<'t> Title<'t> {
    /// The title in the field `key`, of what begins as the field `start` says.
    fn of(table: &'t Table, key: &str, start: Option<&str>) -> Option<Self> {
        let value = table.get(key).filter(|value| value.span.is_somewhere())?;
        let start = start.and_then(|start| table.get(start)).map(|start| format!("{:?}", start.value));
        Some(Self { text: value.value.as_text()?, span: value.span, start })
    }
}

/// The field by which visitors know an entry.
fn title_key(declared: &CollectionType) -> Option<&'static str> {
    let is_text = |key: &&str| {
        let field = declared.schema.field(key).filter(|field| field.list.is_none());
        field.is_some_and(|field| field.kind.is_one_of(&[Scalar::TEXT]))
    };
    ["title", "name"].into_iter().find(is_text)
}

/// Reports entries of one kind that have the same title, and are at the same time if they are at one.
fn distinct<'t>(noun: &str, titles: impl Iterator<Item = Title<'t>>, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<(String, Option<String>), Span> = HashMap::new();
    for Title { text, span, start } in titles {
        let first = *seen.entry((text.to_lowercase(), start)).or_insert(span);
        if first != span {
            report!(diagnostics, code::DUPLICATE_TITLE, span, "two {noun} are called \"{text}\"";
                related: first => "the other one";
                help: "give one of the two another title, so that visitors can tell them apart");
        }
    }
}

/// The collections of which an entry that no section shows is warned of.
const LISTED: [(Role, Code); 3] = [
    (Role::Class, code::CLASS_NOT_LISTED),
    (Role::Plan, code::PLAN_NOT_LISTED),
    (Role::Trainer, code::TRAINER_NOT_LISTED),
];

pub(super) fn not_listed(context: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Context { content, index, site } = context;
    diagnostics.extend(plans_on_no_page(content));
    for (role, lint) in LISTED {
        let Some(collection) = content.types.collection_of(role).map(|declared| &declared.collection) else {
            continue;
        };
        let Some(Choices { page, key, references }) = Choices::of(&collection.name, site) else { continue };
        let listed: BTreeSet<&str> =
            references.iter().filter_map(|reference| index.intended(reference)).collect();
        let entries = content.entries(&collection.name).iter();
        for entry in entries.filter(|entry| !listed.contains(&*entry.id)) {
            let title = entry.table.get("title").or_else(|| entry.table.get("name"));
            let [noun, _] = &collection.nouns;
            report!(diagnostics, lint, title.map_or(entry.span, |title| title.span),
                "the {noun} \"{}\" is on no page that lists {}", entry.id, collection.name;
                help: "add it to the list {key} in content/pages/{}.toml", page.name);
        }
    }
}

/// Reports plans where no page has the section that shows them. A template of the project might.
fn plans_on_no_page(content: &Content) -> Option<Diagnostic> {
    let plan = content.entries_of(Role::Plan).first()?;
    let mut sections = content.pages.iter().flat_map(|page| page.table.tables("section"));
    let is_shown = sections.any(|section| &*section.schema.name == "prices");
    let is_sure = content.unreadable.is_empty()
        && content.sources.texts_below("templates/").all(|(_, text)| text.theme.is_some());
    (is_sure && !is_shown).then(|| {
        let at = plan.table.get("title").map_or(plan.span, |title| title.span);
        diagnostic!(code::PLAN_NOT_LISTED, at, "no page shows what it costs to train here";
            label: "a plan that visitors can't see";
            help: "add [[section]] with type = \"prices\" to a page")
    })
}

/// Reports the time that a class's card shows where the week has the class at others.
pub(super) fn moved_slots(Context { site, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for class in site.scheduled() {
        let Some(slot) = &class.entry.slot else { continue };
        let days = site.week.iter().flat_map(|day| day.rows.iter().map(|row| (day.weekday, row)));
        let of_class = days.filter(|(_, row)| row.class.id == class.id);
        let times: Vec<_> = of_class.map(|(weekday, row)| (weekday, row.time)).collect();
        if !times.is_empty() && slot.time().is_some_and(|time| !times.contains(&time)) {
            report!(diagnostics, code::MOVED_SLOT, slot.day.span,
                "the schedule has the class \"{}\" at other times than its card shows", class.id;
                label: "shown on the card of the class";
                help: "write one of its times in content/schedule.toml, or remove [slot]: the card then shows the first of the week");
        }
    }
}

/// Reports plans besides the first that are set off from the others: where several are, none is.
pub(super) fn several_featured(Context { content, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let entries = content.entries_of(Role::Plan).iter();
    let mut featured =
        entries.filter(|plan| plan.table.is("featured")).filter_map(|plan| plan.table.get("featured"));
    let Some(first) = featured.next() else { return };
    diagnostics.extend(featured.map(|further| {
        diagnostic!(code::SEVERAL_FEATURED, further.span, "two plans are set off from the others";
            related: first.span => "the other one";
            help: "keep featured = true in one plan, so that visitors see which most members choose")
    }));
}

/// What the sections that show entries of a collection list of them.
struct Choices<'s> {
    /// The first of their pages, and the key of its list.
    page: &'s PageFile,
    key: &'s Name,
    references: Vec<EntryRef>,
}

impl<'s> Choices<'s> {
    /// Returns `None` without such a section, if one of them shows all, or if what one lists can't be read, as it may mean any.
    fn of(collection: &Name, site: &'s Site) -> Option<Self> {
        let mut choices: Option<Self> = None;
        let sections =
            site.pages.iter().flat_map(|page| page.sections.iter().map(move |section| (page, section)));
        for (page, section) in sections {
            let choice = site.types.section(&section.kind).and_then(|found| found.choice_in(&section.table));
            let Some(choice) = choice.filter(|choice| choice.collection == *collection) else { continue };
            let list = section.table.list(&choice.key);
            if list.is_empty() {
                return None;
            }
            let first = || Self { page, key: &choice.key, references: Vec::new() };
            let references = &mut choices.get_or_insert_with(first).references;
            for element in list {
                let reference = element.value.as_reference().filter(|_| element.span.is_somewhere())?;
                references.push(reference.clone());
            }
        }
        choices
    }
}
