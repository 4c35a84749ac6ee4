//! What a type file says of a collection besides the fields of its entries: their order, their pages, whether the
//! search finds them, and the files for programs that are generated from them.

use std::{collections::BTreeMap, sync::Arc};

use toml::Spanned;

use super::{
    Collection, CollectionType, DeclaredFile, Field, Kind, Name, Role, Scalar, Schema,
    load::refuse_entries,
    type_file::{CollectionFile, FileDecl, Result, TypeText, in_order},
    types::ID,
};
use crate::{schema::decode::value::kebab_case, source::paths::is_address};

/// What the pages of the entries themselves are called.
const ENTRY: &str = "entry";
/// The fields by whose values posts are listed on pages of their own.
const SORTED_BY: [&str; 2] = ["category", "tags"];

impl CollectionType {
    /// A collection about which nothing else is said.
    pub(super) fn new(collection: Arc<Collection>, schema: Arc<Schema>) -> Self {
        Self {
            collection,
            role: None,
            schema,
            words: None,
            sort: Vec::new(),
            page: None,
            lists: BTreeMap::new(),
            is_searched: true,
            feed: None,
            calendar: None,
        }
    }
}

pub(super) fn entries(
    collection: &Arc<Collection>,
    declared: &CollectionFile,
    role: Option<Role>,
    branches: &[Name],
    (schema, text): (Schema, &TypeText),
) -> Result<CollectionType> {
    refuse_entries(declared.field.values(), text)?;
    let mut sort = Vec::new();
    for name in &declared.sort {
        let (key, is_reversed) = match name.get_ref().strip_prefix('-') {
            Some(key) => (key, true),
            None => (&**name.get_ref(), false),
        };
        let key = Spanned::new(name.span(), key.to_owned());
        sort.push((field(&key, &schema, text)?.key.clone(), is_reversed));
    }
    let mut entries = CollectionType { role, ..CollectionType::new(collection.clone(), schema.into()) };
    let schema = entries.schema.clone();
    for (name, pages) in in_order(&declared.pages) {
        let is_list = role == Some(Role::Blog) && SORTED_BY.contains(&&**name.get_ref());
        if name.get_ref() != ENTRY && !is_list {
            let message = format!("there are no pages \"{}\" of entries", name.get_ref());
            let help = "a page that lists entries is a file of content/pages with a section for that";
            return Err(text.wrong(name, message).help(help).into());
        }
        let path = &pages.path;
        let address = address_of_each(path.get_ref()).map_err(|intended| {
            let message = format!("\"{}\" can't be the address of each {}", path.get_ref(), name.get_ref());
            text.wrong(path, message).help(format!("write it as \"{intended}\""))
        })?;
        if is_list {
            entries.lists.insert(Name::from(&**name.get_ref()), address);
        } else {
            entries.page = Some(address);
        }
    }
    if let Some(feed) = &declared.data.feed {
        let map = &feed.map;
        let roles = [("title", &map.title), ("date", &map.date), ("text", &map.text)];
        entries.feed = Some(data_file(feed, roles.into(), branches, (&schema, text))?);
    }
    if let Some(calendar) = &declared.data.calendar {
        let map = &calendar.map;
        let mut roles = vec![("title", &map.title), ("start", &map.start), ("end", &map.end)];
        let optional = [("text", &map.text), ("place", &map.place), ("branch", &map.branch)];
        roles.extend(optional.into_iter().filter_map(|(role, name)| Some((role, name.as_ref()?))));
        entries.calendar = Some(data_file(calendar, roles, branches, (&schema, text))?);
    }
    entries.sort = sort;
    entries.words = declared.words.as_ref().map(|words| Name::from(&**words.get_ref()));
    entries.is_searched = declared.search != Some(false);
    Ok(entries)
}

fn field<'s>(name: &Spanned<String>, schema: &'s Schema, text: &TypeText) -> Result<&'s Field> {
    schema.field(name.get_ref()).ok_or_else(|| {
        let message = format!("the type has no field \"{}\"", name.get_ref());
        text.unknown(name, message, schema.fields.iter().map(|field| &*field.key))
    })
}

/// The file for programs, of which each part is a field whose type they can read.
fn data_file<M>(
    declared: &FileDecl<M>,
    roles: Vec<(&'static str, &Spanned<String>)>,
    branches: &[Name],
    (schema, text): (&Schema, &TypeText),
) -> Result<DeclaredFile> {
    let mut map = Vec::new();
    for (role, name) in roles {
        let field = field(name, schema, text)?;
        if !fits(role, field, branches) {
            let message = format!("\"{}\" can't be the \"{role}\"", name.get_ref());
            let wrong = text.wrong(name, message).related(field.span, "it is declared here");
            let help = "dates are of type date or datetime, a branch is of type ref, all else is text";
            return Err(wrong.help(help).into());
        }
        map.push((Name::from(role), field.key.clone()));
    }
    let path = &declared.path;
    if !is_address_of_file(path.get_ref()) {
        let message = format!("\"{}\" can't be the address of a file", path.get_ref());
        return Err(text
            .wrong(path, message)
            .help("write an address that ends with the name of a file, such as \"/events/feed.xml\"")
            .into());
    }
    Ok(DeclaredFile { path: path.get_ref().as_str().into(), map, span: text.span(path.span()) })
}

/// True if programs can read the field under the name that they have for it. `branches` are the collections of branches.
fn fits(role: &str, field: &Field, branches: &[Name]) -> bool {
    let is_right = match (role, &field.kind) {
        ("date" | "start" | "end", kind) => kind.is_one_of(&[Scalar::DATE, Scalar::DATETIME]),
        ("text", kind) => kind.is_one_of(&[Scalar::TEXT, Scalar::MARKDOWN]),
        ("branch", kind) => matches!(kind, Kind::Ref(to) if branches.contains(&to.name)),
        (_, kind) => kind.is_one_of(&[Scalar::TEXT]),
    };
    is_right && field.list.is_none()
}

/// The address of each entry, or what was probably intended.
fn address_of_each(path: &str) -> std::result::Result<Arc<str>, Arc<str>> {
    let folder = path.strip_suffix('/').and_then(|path| path.strip_suffix(ID));
    if folder.is_some_and(|folder| folder.ends_with('/') && is_address(folder)) {
        return Ok(path.into());
    }
    let parts = path.split('/').map(|part| if part.contains('{') { String::new() } else { kebab_case(part) });
    let folder: String = parts.filter(|part| !part.is_empty()).map(|part| format!("/{part}")).collect();
    Err(format!("{folder}/{ID}/").into())
}

/// True for what can be the address of a file: its name has an ending, by which hosts know what it is.
fn is_address_of_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    is_address(path) && name.trim_matches('.').contains('.')
}
