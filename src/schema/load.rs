//! The type files of a project, read and checked.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{
    Collection, Data, Field, Kind, ListedIn, Name, Presence, Scalar, Schema, Section, Table, Types,
    collections, examples, extension, file,
    lower::{Lowering, Pending},
    type_names,
    types::{CollectionType, entry_fields, page_schema, section_fields},
    words::{self, SiteLocale},
};
use crate::{
    cache::Cache,
    decode::value::DateOrder,
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    source::{SourceText, Sources, layout::TypeFolder},
};

/// The kind of types in the cache.
const KIND: &str = "types";

/// The types of the newest state of a project.
#[derive(Debug)]
struct Loaded {
    texts: Vec<Arc<SourceText>>,
    /// That of the site, whose words and numbers are in the types.
    locale: SiteLocale,
    types: Arc<Types>,
    diagnostics: Diagnostics,
}

impl Loaded {
    fn is_of(&self, texts: &[Arc<SourceText>], locale: &SiteLocale) -> bool {
        self.locale == *locale
            && self.texts.len() == texts.len()
            && self.texts.iter().zip(texts).all(|(known, text)| Arc::ptr_eq(known, text))
    }
}

/// All types of a project. Mistakes in a type file are reported, and what is right of it is taken. As long as no type
/// file changes, those in the cache are returned, so that values decoded by them can be reused.
pub fn load(sources: &Sources, cache: &Cache, diagnostics: &mut Diagnostics) -> Arc<Types> {
    let texts: Vec<Arc<SourceText>> = type_files(sources).cloned().collect();
    let locale = SiteLocale::of(sources);
    let newest = cache.newest::<Loaded>(KIND).filter(|newest| newest.is_of(&texts, &locale));
    let loaded = newest.unwrap_or_else(|| {
        let mut found = Diagnostics::default();
        let types = Arc::new(build(sources, &locale, &mut found));
        let loaded = Arc::new(Loaded { texts, locale, types, diagnostics: found });
        cache.set_newest(KIND, loaded.clone());
        loaded
    });
    diagnostics.append(loaded.diagnostics.clone());
    loaded.types.clone()
}

/// The files that declare types, with the examples beside them, and their default words.
pub fn type_files(sources: &Sources) -> impl Iterator<Item = &Arc<SourceText>> {
    let folders = TypeFolder::ALL.into_iter().map(TypeFolder::path).chain([words::FOLDER]);
    let texts = folders.flat_map(|folder| sources.texts_below(folder));
    texts.map(|(_, text)| text).filter(|text| text.path.ends_with(".toml"))
}

/// True for the path of a file that declares a type.
pub fn declares_type(path: &str) -> bool {
    TypeFolder::ALL.into_iter().any(|folder| folder.type_name(path).is_some())
}

fn build(sources: &Sources, locale: &SiteLocale, diagnostics: &mut Diagnostics) -> Types {
    let files: BTreeMap<(TypeFolder, Name), Pending<'_>> =
        TypeFolder::ALL.into_iter().flat_map(|folder| read(folder, sources)).collect();
    let collections = declared(&files);
    for ((folder, name), pending) in &files {
        diagnostics.extend(pending.decoded.diagnostics.iter().cloned());
        type_names::check((*folder, name), pending.file, diagnostics);
    }
    type_names::check_nouns(&files, &collections, diagnostics);
    let mut lowering = Lowering::new(&files, &collections, locale, diagnostics);
    let mut types = Types {
        sections: BTreeMap::new(),
        collections: BTreeMap::new(),
        singles: BTreeMap::new(),
        tables: BTreeMap::new(),
        page: page_schema(&BTreeMap::new()),
        examples: BTreeMap::new(),
        assumed: BTreeSet::new(),
        words: Table::empty().schema,
        date_order: DateOrder::default(),
        language: "".into(),
    };
    for ((folder, name), pending) in &files {
        match folder {
            // Those that nothing uses are checked all the same.
            TypeFolder::Types => {
                let table = lowering.named(name, Span::whole(pending.file));
                types.tables.extend(table.map(|table| (name.clone(), table)));
            }
            TypeFolder::Sections => {
                let section = lower_section(name, pending, &mut lowering);
                types.sections.insert(name.clone(), section);
            }
            TypeFolder::Collections => {
                let Some(collection) = collections.get(name) else { continue };
                let mut schema = lowering.file(name, pending);
                refuse(&["id"], "an entry", &mut schema, &mut lowering);
                let schema = with_fields(&schema, entry_fields(), "entry", &mut lowering);
                let entries = collections::lower(collection, schema, &pending.decoded.table, &mut lowering);
                types.collections.insert(name.clone(), entries);
            }
            TypeFolder::Singles => drop(types.singles.insert(name.clone(), lowering.file(name, pending))),
        }
    }
    for ((folder, _), pending) in &files {
        let is_single = *folder == TypeFolder::Singles;
        refuse_entries(&pending.decoded.table, is_single, &mut lowering);
    }
    // Whether a file is needed doesn't depend on the language.
    let is_assumed = |schema: &Schema| !schema.fields.iter().any(Field::is_required);
    let assumed = types.singles.iter().filter(|(_, schema)| is_assumed(schema));
    types.assumed = assumed.map(|(name, _)| name.clone()).collect();
    words::apply(&mut types, sources, lowering.diagnostics());
    add_listed(&collections, &mut types, &mut lowering);
    types.page = page_schema(&types.sections);
    types.date_order = words::date_order(&locale.tag());
    types.examples = examples::read(&types, sources, diagnostics);
    types
}

fn read<'s>(folder: TypeFolder, sources: &'s Sources) -> Vec<((TypeFolder, Name), Pending<'s>)> {
    let files = sources.texts_below(folder.path()).filter_map(|(id, source)| {
        let name = Name::from(folder.type_name(&source.path)?);
        let decoded = file(id, source, folder.schema(), DateOrder::default());
        let mut pending = Pending { file: id, source, decoded, base: None };
        extension::extend(folder, &name, &mut pending, sources);
        Some(((folder, name), pending))
    });
    files.collect()
}

/// The collections that the files declare: a type of entries each, or a list of a single.
fn declared(files: &BTreeMap<(TypeFolder, Name), Pending<'_>>) -> BTreeMap<Name, Arc<Collection>> {
    let mut collections = BTreeMap::new();
    for ((folder, name), pending) in files {
        let table = &pending.decoded.table;
        match folder {
            TypeFolder::Collections => {
                let nouns = nouns(table).unwrap_or_else(|| [singular(name).into(), (&**name).into()]);
                let example = example(table).unwrap_or_else(|| format!("my-{}", nouns[0]).into());
                collections.insert(
                    name.clone(),
                    Arc::new(Collection { name: name.clone(), nouns, example, listed: None }),
                );
            }
            TypeFolder::Singles => {
                collections.extend(listed(name, table).map(|found| (found.name.clone(), Arc::new(found))));
            }
            TypeFolder::Types | TypeFolder::Sections => {}
        }
    }
    collections
}

fn nouns(table: &Table) -> Option<[Arc<str>; 2]> {
    match table.list("noun") {
        [one, several] => match (&one.value, &several.value) {
            (Data::Text(one), Data::Text(several)) => Some([one.as_str().into(), several.as_str().into()]),
            _ => None,
        },
        _ => None,
    }
}

fn example(table: &Table) -> Option<Arc<str>> {
    let Data::Any(written) = &table.get("example")?.value else { return None };
    Some(written.trim_matches(['"', '\'']).into())
}

/// One of what `name` is several of, as English writes it: a class of `classes`, a category of `categories`.
fn singular(name: &str) -> String {
    if let Some(stem) = name.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let stem = ["sses", "xes", "ches", "shes"]
        .iter()
        .find(|end| name.ends_with(**end))
        .and_then(|_| name.strip_suffix("es"));
    let stem = stem.or_else(|| name.strip_suffix('s').filter(|stem| !stem.ends_with('s')));
    stem.unwrap_or(name).to_owned()
}

/// Several of them.
fn plural(noun: &str) -> String {
    let stem = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    match stem {
        Some(stem) => format!("{stem}ies"),
        None if noun.ends_with(['s', 'x']) || noun.ends_with("ch") || noun.ends_with("sh") => {
            format!("{noun}es")
        }
        None => format!("{noun}s"),
    }
}

/// The lists of a single whose rows are entries that others refer to.
fn listed<'t>(single: &'t Name, table: &'t Table) -> impl Iterator<Item = Collection> + 't {
    let fields = match table.get("field").map(|value| &value.value) {
        Some(Data::Map(fields)) => fields.as_slice(),
        _ => &[],
    };
    fields.iter().filter_map(move |(key, value)| {
        let Data::Table(field) = &value.value else { return None };
        let name = Name::from(field.text("entries")?);
        let numbered = is_numbered(field);
        let singular = singular(&name);
        let (noun, example) = match (numbered, &*name) {
            (true, "gallery") => ("gallery picture".to_owned(), "4".to_owned()),
            (true, _) => (singular.clone(), "4".to_owned()),
            (false, "categories") => (singular.clone(), "fitness".to_owned()),
            (false, "tags") => (singular.clone(), "workout".to_owned()),
            (false, _) => (singular.clone(), format!("my-{singular}")),
        };
        let several = plural(&noun);
        let listed = ListedIn { single: single.clone(), key: key.value.clone(), numbered };
        Some(Collection {
            name,
            nouns: [noun.into(), several.into()],
            example: example.into(),
            listed: Some(listed),
        })
    })
}

/// True if the field `id` of a list of tables is a number.
fn is_numbered(field: &Table) -> bool {
    let Some(Data::Map(fields)) = field.get("field").map(|value| &value.value) else { return false };
    let id = fields.iter().find(|(key, _)| &*key.value == "id");
    matches!(id.map(|(_, value)| &value.value), Some(Data::Table(id)) if id.text("type") == Some("integer"))
}

fn lower_section(name: &Name, pending: &Pending<'_>, lowering: &mut Lowering<'_>) -> Section {
    let mut schema = lowering.file(name, pending);
    refuse(&OF_SECTIONS, "a section", &mut schema, lowering);
    let schema = with_fields(&schema, section_fields(), "section", lowering);
    let table = &pending.decoded.table;
    let pages = table.text("pages").map(Name::from);
    if let (Some(name), Some(value)) = (&pages, table.get("pages")) {
        lowering.collection(name, value.span);
        check_size(&schema, value.span, lowering);
    }
    let is_daily = table.get("each").is_some();
    Section { schema, pages, is_daily, was: was(name, table, lowering) }
}

/// Reports a section that spreads over pages and doesn't say how many entries a page shows. `span` is where it says so.
fn check_size(schema: &Schema, span: Span, lowering: &mut Lowering<'_>) {
    let size = schema.field("size");
    let is_number = size.is_some_and(|size| matches!(size.kind, Kind::Scalar(Scalar::Integer) | Kind::Any));
    if is_number || schema.is_partial {
        return;
    }
    let found = Diagnostic::new(Code::Type, span, "nothing says how many entries a page shows")
        .expected("a field \"size\" of type integer")
        .help("add it: size = { type = \"integer\", range = [1, 1000], default = 10, help = \"How many a page shows\" }");
    lowering.report(match size {
        Some(size) => found.related(size.span, "this one is of another type"),
        None => found,
    });
}

/// Names in the template context of a section besides its fields.
const OF_SECTIONS: [&str; 4] = ["template", "index", "level", "entries"];

/// Reports fields whose names are taken in the template context. Content needn't have them.
fn refuse(taken: &[&str], whose: &str, schema: &mut Arc<Schema>, lowering: &mut Lowering<'_>) {
    for own in Arc::make_mut(schema).fields.iter_mut().filter(|field| taken.contains(&&*field.key)) {
        own.presence = Presence::Optional;
        let message = format!(
            "no field of {whose} can be called \"{}\": gympress says something itself under that name",
            own.key
        );
        lowering.report(Diagnostic::new(Code::Type, own.span, message).help("give the field another name"));
    }
}

/// The type with fields that all of its kind have. One that it has itself is reported.
fn with_fields(
    schema: &Schema,
    more: impl IntoIterator<Item = Field>,
    kind: &str,
    lowering: &mut Lowering<'_>,
) -> Arc<Schema> {
    let mut schema = schema.clone();
    for field in more {
        match schema.field(&field.key) {
            Some(own) => lowering.report(
                Diagnostic::new(
                    Code::Type,
                    own.span,
                    format!("every {kind} has the key \"{}\" already", field.key),
                )
                .help("give the field another name"),
            ),
            None => schema.fields.push(field),
        }
    }
    Arc::new(schema)
}

/// The older names of a section.
fn was(name: &Name, table: &Table, lowering: &mut Lowering<'_>) -> Vec<Name> {
    let mut names = Vec::new();
    for element in table.list("was") {
        let Data::Text(text) = &element.value else { continue };
        let old = Name::from(text.as_str());
        if lowering.has_section(&old) {
            let message = match old == *name {
                true => format!("\"{old}\" is the name of this section, not an older one"),
                false => format!("\"{old}\" is the name of another section"),
            };
            lowering
                .report(Diagnostic::new(Code::Type, element.span, message).help("remove it from \"was\""));
            continue;
        }
        names.push(old);
    }
    names
}

/// Reports lists that can't hold entries because of where they stand: `is_top` is true for the fields of a single.
fn refuse_entries(table: &Table, is_top: bool, lowering: &mut Lowering<'_>) {
    let maps = ["field", "one"].into_iter().filter_map(|key| {
        let Data::Map(pairs) = &table.get(key)?.value else { return None };
        Some(pairs)
    });
    for (key, value) in maps.flatten() {
        let Data::Table(inner) = &value.value else { continue };
        if let Some(entries) = inner.get("entries").filter(|_| !is_top) {
            let message = format!("\"{}\" can't hold entries here", key.value);
            lowering.report(
                Diagnostic::new(Code::Type, entries.span, message)
                    .expected(
                        "\"entries\" at a list of a file in templates/singles, and not within another table",
                    )
                    .help("remove \"entries\", or move the list to a single"),
            );
        }
        refuse_entries(inner, false, lowering);
    }
}

/// Adds the collections whose entries are rows of a single.
fn add_listed(collections: &BTreeMap<Name, Arc<Collection>>, types: &mut Types, lowering: &mut Lowering<'_>) {
    for (name, collection) in collections {
        let Some(listed) = &collection.listed else { continue };
        let Some(single) = types.singles.get_mut(&listed.single) else { continue };
        let field = Arc::make_mut(single).fields.iter_mut().find(|field| field.key == listed.key);
        let Some(Field { kind: Kind::Table(schema), span, .. }) = field else { continue };
        if schema.field("id").is_none() && !schema.is_partial {
            lowering.report(
                Diagnostic::new(Code::Type, *span, format!("the entries of \"{name}\" have no id"))
                    .expected("a field \"id\" of type slug or integer")
                    .help("add it: id = { type = \"slug\", help = \"...\" }"),
            );
        }
        if !listed.numbered {
            *schema = with_fields(schema, entry_fields(), "entry", lowering);
        }
        let entries = CollectionType::new(collection.clone(), schema.clone());
        types.collections.insert(name.clone(), entries);
    }
}

#[cfg(test)]
mod tests {
    use super::{plural, singular};

    #[test]
    fn only_what_makes_several_of_one_is_taken_off() {
        for (one, several) in [
            ("class", "classes"),
            ("plan", "plans"),
            ("category", "categories"),
            ("boss", "bosses"),
            ("box", "boxes"),
            ("day", "days"),
        ] {
            assert_eq!((singular(several).as_str(), plural(one).as_str()), (one, several));
        }
        assert_eq!(singular("press"), "press");
    }
}
