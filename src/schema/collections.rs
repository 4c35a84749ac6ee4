//! What a type file says of a collection besides the fields of its entries: their order, their pages, whether the
//! search finds them, and the files for programs that are generated from them.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Collection, Data, Field, Kind, Name, Scalar, Schema, Table, address,
    lower::Lowering,
    types::{CollectionType, DeclaredFile},
};
use crate::{
    decode::Spanned,
    diagnostic::{Code, Diagnostic, Span, nearest},
};

/// The collection of which gympress lists the entries of each value of some fields.
const POSTS: &str = "posts";
/// What the pages of the entries themselves are called.
const ENTRY: &str = "entry";
/// What programs call the fields of a feed; the first three have to be there.
const FEED: [&str; 3] = ["title", "date", "text"];
/// What programs call the fields of a calendar; the first three have to be there.
const CALENDAR: [&str; 6] = ["title", "start", "end", "text", "place", "branch"];

impl CollectionType {
    /// A collection about which nothing else is said.
    pub(super) fn new(collection: Arc<Collection>, schema: Arc<Schema>) -> Self {
        Self {
            collection,
            schema,
            sort: Vec::new(),
            page: None,
            lists: BTreeMap::new(),
            is_searched: true,
            feed: None,
            calendar: None,
        }
    }
}

/// The collection that a type file declares. Mistakes are reported, and left out.
pub(super) fn lower(
    collection: &Arc<Collection>,
    schema: Arc<Schema>,
    table: &Table,
    lowering: &mut Lowering<'_>,
) -> CollectionType {
    let sort = sort(table, &schema, lowering);
    let (page, lists) = pages(collection, table, lowering);
    let [feed, calendar] = data(table, &schema, lowering);
    let is_searched = !matches!(table.get("search").map(|search| &search.value), Some(Data::Bool(false)));
    CollectionType {
        sort,
        page,
        lists,
        is_searched,
        feed,
        calendar,
        ..CollectionType::new(collection.clone(), schema)
    }
}

/// The fields by which entries are ordered.
fn sort(table: &Table, schema: &Schema, lowering: &mut Lowering<'_>) -> Vec<(Name, bool)> {
    let mut sort = Vec::new();
    for element in table.list("sort") {
        let Data::Text(text) = &element.value else { continue };
        let (name, is_reversed) = match text.as_str().strip_prefix('-') {
            Some(name) => (name, true),
            None => (text.as_str(), false),
        };
        match schema.field(name) {
            Some(field) => sort.push((field.key.clone(), is_reversed)),
            None => {
                let near = nearest(name, schema.fields.iter().map(|field| &*field.key));
                lowering.report(
                    Diagnostic::new(Code::Type, element.span, format!("the type has no field \"{name}\""))
                        .expected(
                            "the name of a field, such as \"title\", or \"-date\" for the greatest first",
                        )
                        .help(near.map(|near| format!("did you mean \"{near}\"?"))),
                );
            }
        }
    }
    sort
}

/// The pairs of a table with free keys.
fn pairs<'t>(table: &'t Table, key: &str) -> &'t [(Spanned<Name>, Spanned<Data>)] {
    match table.get(key).map(|value| &value.value) {
        Some(Data::Map(pairs)) => pairs,
        _ => &[],
    }
}

/// The fields by whose values posts are listed on pages of their own.
const SORTED_BY: [&str; 2] = ["category", "tags"];

/// The address of the page of each entry, and those of the pages that list the entries of each value of a field. In
/// place of one that can't be, it is what was probably meant, so that links aren't reported, too.
fn pages(
    collection: &Collection,
    table: &Table,
    lowering: &mut Lowering<'_>,
) -> (Option<Arc<str>>, BTreeMap<Name, Arc<str>>) {
    let mut page = None;
    let mut lists = BTreeMap::new();
    for (name, value) in pairs(table, "pages") {
        let Data::Table(declared) = &value.value else { continue };
        let is_list = *collection.name == *POSTS && SORTED_BY.contains(&&*name.value);
        if &*name.value != ENTRY && !is_list {
            lowering.report(no_pages(collection, name));
            continue;
        }
        let path = declared.text("path").unwrap_or_default();
        let address = address::of_each(path).unwrap_or_else(|meant| {
            let of_what = if is_list { format!("each value of \"{}\"", name.value) } else { "each entry".into() };
            let span = declared.get("path").map_or(name.span, |path| path.span);
            lowering.report(
                Diagnostic::new(Code::Type, span, format!("\"{path}\" can't be the address of {of_what}"))
                    .expected("an address of lower-case letters, digits and hyphens that ends with {id}, such as \"/events/{id}/\"")
                    .help(format!("write it as \"{meant}\"")),
            );
            meant
        });
        if is_list {
            lists.insert(name.value.clone(), address);
        } else {
            page = Some(address);
        }
    }
    (page, lists)
}

/// What to say of pages that gympress doesn't make.
fn no_pages(collection: &Collection, name: &Spanned<Name>) -> Diagnostic {
    let found =
        Diagnostic::new(Code::Type, name.span, format!("there are no pages \"{}\" of entries", name.value));
    let help = "a page that lists entries is a file of content/pages with a section for that";
    if *collection.name != *POSTS {
        return found.expected("[pages.entry], the page of each entry").help(help);
    }
    let near = nearest(&name.value, SORTED_BY.into_iter().chain([ENTRY]));
    found
        .expected("[pages.entry], the page of each post, [pages.category] or [pages.tags], those that list the posts of each category or tag")
        .help(near.map_or_else(|| help.to_owned(), |near| format!("did you mean [pages.{near}]?")))
}

/// The feed and the calendar.
fn data(table: &Table, schema: &Schema, lowering: &mut Lowering<'_>) -> [Option<DeclaredFile>; 2] {
    let [mut feed, mut calendar] = [None, None];
    for (name, value) in pairs(table, "data") {
        let Data::Table(declared) = &value.value else { continue };
        match &*name.value {
            "feed" => feed = data_file(declared, &FEED, schema, name.span, lowering),
            "calendar" => calendar = data_file(declared, &CALENDAR, schema, name.span, lowering),
            other => lowering.report(
                Diagnostic::new(
                    Code::Type,
                    name.span,
                    format!("gympress writes no file \"{other}\" of entries"),
                )
                .expected("[data.feed] or [data.calendar]"),
            ),
        }
    }
    [feed, calendar]
}

/// What belongs in the place of a field that programs can't read under the name that they have for it.
fn belongs(role: &str, field: &Field) -> Option<&'static str> {
    let (scalar, is_branch) = match &field.kind {
        Kind::Scalar(scalar) => (Some(*scalar), false),
        Kind::Ref(to) => (None, *to.name == *"branches"),
        // Its type is reported.
        Kind::Any => return None,
        Kind::Choice(_)
        | Kind::Picture
        | Kind::Plural(_)
        | Kind::Table(_)
        | Kind::Variants(_)
        | Kind::Map(_) => (None, false),
    };
    let (fits, expected) = match role {
        "date" | "start" | "end" => {
            (matches!(scalar, Some(Scalar::Date | Scalar::Datetime)), "a field of type date or datetime")
        }
        "text" => {
            (matches!(scalar, Some(Scalar::Text | Scalar::Markdown)), "a field of type text or markdown")
        }
        "branch" => (is_branch, "a field of type ref, to = \"branches\""),
        _ => (scalar == Some(Scalar::Text), "a field of type text"),
    };
    (!fits || field.list.is_some()).then_some(expected)
}

/// What programs call a field, and the field.
fn mapped(
    role: &Spanned<Name>,
    (name, span): (&str, Span),
    roles: &[&str],
    schema: &Schema,
) -> Result<(Name, Name), Box<Diagnostic>> {
    let wrong = |span: Span, message: String| Diagnostic::new(Code::Type, span, message);
    if !roles.contains(&&*role.value) {
        return Err(wrong(role.span, format!("nothing here is called \"{}\"", role.value))
            .expected(format!("one of {}", super::quoted(roles.iter().copied())))
            .into());
    }
    let Some(field) = schema.field(name) else {
        let near = nearest(name, schema.fields.iter().map(|field| &*field.key));
        return Err(wrong(span, format!("the type has no field \"{name}\""))
            .help(near.map(|near| format!("did you mean \"{near}\"?")))
            .into());
    };
    match belongs(&role.value, field) {
        Some(expected) => Err(wrong(span, format!("\"{name}\" can't be the \"{}\"", role.value))
            .related(field.span, "it is declared here")
            .expected(expected)
            .help("name another field, or change the type of this one")
            .into()),
        None => Ok((role.value.clone(), field.key.clone())),
    }
}

fn data_file(
    declared: &Table,
    roles: &[&str],
    schema: &Schema,
    span: Span,
    lowering: &mut Lowering<'_>,
) -> Option<DeclaredFile> {
    let mut map: Vec<(Name, Name)> = Vec::new();
    for (role, value) in pairs(declared, "map") {
        let Data::Text(field) = &value.value else { continue };
        match mapped(role, (field.as_str(), value.span), roles, schema) {
            Ok(pair) => map.push(pair),
            Err(wrong) => lowering.report(*wrong),
        }
    }
    let needed = || roles.iter().take(3);
    let is_said = |role: &&&str| pairs(declared, "map").iter().any(|(name, _)| *name.value == ***role);
    if let Some(missing) = needed().find(|role| !is_said(role)) {
        let message = format!("it isn't said which field is the \"{missing}\"");
        lowering.report(
            Diagnostic::new(Code::Type, span, message).help(format!("add it to map: {missing} = \"...\"")),
        );
        return None;
    }
    if needed().any(|role| !map.iter().any(|(name, _)| **name == **role)) {
        return None;
    }
    let path = declared.text("path").unwrap_or_default();
    if !address::is_of_file(path) {
        let place = declared.get("path").map_or(span, |path| path.span);
        lowering.report(
            Diagnostic::new(Code::Type, place, format!("\"{path}\" can't be the address of a file"))
                .expected(
                    "an address of lower-case letters, digits and hyphens that begins with a slash and ends with the name of a file, such as \"/events/feed.xml\"",
                ),
        );
        return None;
    }
    let span = declared.get("path").map_or(span, |path| path.span);
    Some(DeclaredFile { path: path.into(), map, span })
}
