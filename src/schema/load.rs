//! The type files of a project, read and checked.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use toml::Spanned;

use super::{
    Collection, CollectionType, Field, Kind, ListedIn, Name, Scalar, Schema, Section, Types,
    collections::entries,
    resolve::{OWN_TYPES, Resolver, condition, partial},
    type_file::{self, Declared, FieldDecl, Result, SectionFile, TypeFile, TypeText},
    types::{Reading, page_schema, section_fields},
    words::{self, SiteLocale},
};
use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span},
    schema::decode::scalar_named,
    source::{Sources, layout::TypeFolder, theme::PREFIX},
};

/// All types of a project. The first mistake of a type file is reported, and the theme's type stands for it.
pub fn load(sources: &Sources, diagnostics: &mut Diagnostics) -> Arc<Types> {
    Arc::new(build(sources, &SiteLocale::of(sources), diagnostics))
}

/// True for the path of a file that declares a type.
pub fn declares_type(path: &str) -> bool {
    TypeFolder::ALL.into_iter().any(|folder| folder.type_name(path).is_some())
}

/// A type file by its folder and name.
type Files = BTreeMap<(TypeFolder, Name), Pending>;

struct Pending {
    file: FileId,
    is_of_theme: bool,
    /// `None` if neither it nor a file of the theme can be read.
    read: Option<TypeFile>,
    /// True if the theme's stands for one that can't be read.
    is_partial: bool,
}

fn build(sources: &Sources, locale: &SiteLocale, diagnostics: &mut Diagnostics) -> Types {
    let mut files = Files::new();
    for folder in TypeFolder::ALL {
        for (id, source) in sources.texts_below(folder.path()) {
            let Some(name) = folder.type_name(&source.path) else { continue };
            check_name(folder, name, id, diagnostics);
            let name = Name::from(name);
            let read = type_file::read(folder, &name, (id, source), sources);
            let is_partial = read.is_err();
            // What keeps a file from being read was reported.
            let read = read.map_err(|wrong| {
                if source.error.is_none() {
                    diagnostics.push(*wrong);
                }
            });
            let read = read.ok();
            let read = read.or_else(|| original(folder, &name, sources));
            files.insert(
                (folder, name),
                Pending { file: id, is_of_theme: source.theme.is_some(), read, is_partial },
            );
        }
    }
    let collections = declared(&files);
    let types_in = |wanted: TypeFolder| {
        let files = files.iter().filter(move |((folder, _), _)| *folder == wanted);
        files.map(|((_, name), pending)| (name, pending))
    };
    let tables = types_in(TypeFolder::Types).map(|(name, pending)| (name.clone(), pending.read.as_ref()));
    let mut resolver = Resolver::new(&collections, tables.collect(), locale, diagnostics);
    let mut types = Types {
        sections: BTreeMap::new(),
        collections: BTreeMap::new(),
        singles: BTreeMap::new(),
        tables: BTreeMap::new(),
        page: page_schema(&BTreeMap::new()),
        assumed: BTreeSet::new(),
        missing_words: BTreeMap::new(),
        reading: Reading::default(),
        language: "".into(),
    };
    // Those that nothing uses are checked all the same.
    for (name, _) in types_in(TypeFolder::Types) {
        types.tables.extend(resolver.named(name).map(|table| (name.clone(), table)));
    }
    for (name, pending) in types_in(TypeFolder::Sections) {
        let declare = |file: &TypeFile, resolver: &mut Resolver<'_>| {
            let schema = resolver.file(name, file)?;
            let Declared::Section(declared) = &*file.declared else { return Ok(Section::of(schema)) };
            section(declared, schema, &file.text, resolver)
        };
        let found = pending.resolve(TypeFolder::Sections, name, sources, &mut resolver, declare);
        let mut section = found.unwrap_or_else(|| Section::of(partial(name, pending.file)));
        pending.mark(&mut section.schema);
        types.sections.insert(name.clone(), section);
    }
    for (name, pending) in types_in(TypeFolder::Collections) {
        let Some(collection) = collections.get(name) else { continue };
        let declare = |file: &TypeFile, resolver: &mut Resolver<'_>| {
            let schema = resolver.file(name, file)?;
            let Declared::Collection(declared) = &*file.declared else {
                return Ok(CollectionType::new(collection.clone(), schema.into()));
            };
            if !pending.is_of_theme {
                check_core(TypeFolder::Collections, name, &schema, sources, resolver)?;
            }
            entries(collection, declared, schema, &file.text)
        };
        let found = pending.resolve(TypeFolder::Collections, name, sources, &mut resolver, declare);
        let mut found = found
            .unwrap_or_else(|| CollectionType::new(collection.clone(), partial(name, pending.file).into()));
        pending.mark(&mut found.schema);
        types.collections.insert(name.clone(), found);
    }
    for (name, pending) in types_in(TypeFolder::Singles) {
        let declare = |file: &TypeFile, resolver: &mut Resolver<'_>| {
            let schema = resolver.file(name, file)?;
            if !pending.is_of_theme {
                check_core(TypeFolder::Singles, name, &schema, sources, resolver)?;
            }
            Ok(schema)
        };
        let found = pending.resolve(TypeFolder::Singles, name, sources, &mut resolver, declare);
        let mut schema = Arc::new(found.unwrap_or_else(|| partial(name, pending.file)));
        pending.mark(&mut schema);
        types.singles.insert(name.clone(), schema);
    }
    // Whether a file is needed doesn't depend on the language.
    let is_assumed = |schema: &Schema| !schema.is_partial && !schema.fields.iter().any(Field::is_required);
    let assumed = types.singles.iter().filter(|(_, schema)| is_assumed(schema));
    types.assumed = assumed.map(|(name, _)| name.clone()).collect();
    words::apply(&mut types, locale.tag(), sources, diagnostics);
    add_listed(&collections, &mut types, diagnostics);
    types.page = page_schema(&types.sections);
    types.reading = Reading {
        date_order: words::date_order(&locale.tag()),
        zone: locale.zone.clone(),
        elsewhere: types.keys(),
    };
    types
}

impl Pending {
    /// What `declare` makes of the file, or after reporting why nothing, of the theme's.
    fn resolve<'f, T>(
        &self,
        folder: TypeFolder,
        name: &Name,
        sources: &Sources,
        resolver: &mut Resolver<'f>,
        declare: impl Fn(&TypeFile, &mut Resolver<'f>) -> Result<T>,
    ) -> Option<T> {
        let wrong = match declare(self.read.as_ref()?, resolver) {
            Ok(found) => return Some(found),
            Err(wrong) => wrong,
        };
        resolver.diagnostics.push(*wrong);
        declare(&original(folder, name, sources)?, resolver).ok()
    }

    /// Content isn't blamed for keys that the file would have declared.
    fn mark(&self, schema: &mut Arc<Schema>) {
        if self.is_partial || schema.span.file != self.file {
            Arc::make_mut(schema).is_partial = true;
        }
    }
}

pub(super) fn original(folder: TypeFolder, name: &Name, sources: &Sources) -> Option<TypeFile> {
    let (id, source) = sources.text_at(&format!("{PREFIX}{}", folder.type_file(name)))?;
    type_file::read(folder, name, (id, source), sources).ok()
}

/// Reports a type file that nothing could name, or that a type of gympress's own is in the place of.
fn check_name(folder: TypeFolder, name: &str, file: FileId, diagnostics: &mut Diagnostics) {
    // Names are parts of ids and classes in HTML, and of the names of files.
    let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    let is_own = folder == TypeFolder::Types && (scalar_named(name).is_some() || OWN_TYPES.contains(&name));
    if name.is_empty() || is_own || !name.bytes().all(is_plain) {
        let message = format!("\"{name}\" can't be the name of a type");
        diagnostics.push(Diagnostic::new(Code::BadFileName, Span::whole(file), message).help(
            "rename it: lower-case letters, digits, hyphens and underscores, such as price-list, and no type of gympress's own",
        ));
    }
}

/// The collections that the files declare: a type of entries each, or a list of a single.
fn declared(files: &Files) -> BTreeMap<Name, Arc<Collection>> {
    let mut collections = BTreeMap::new();
    for ((folder, name), pending) in files {
        let Some(TypeFile { declared, text }) = &pending.read else {
            if *folder == TypeFolder::Collections {
                collections.insert(name.clone(), collection(name, None, None, None));
            }
            continue;
        };
        match &**declared {
            Declared::Collection(declared) => {
                let noun = declared.noun.as_ref().map(Spanned::get_ref);
                let example = declared.example.as_deref();
                collections.insert(name.clone(), collection(name, noun, example, None));
            }
            Declared::Table(declared) if *folder == TypeFolder::Singles => {
                for (key, field) in type_file::in_order(&declared.field) {
                    let Some(entries) = &field.entries else { continue };
                    let id = field.field.as_ref().and_then(|fields| fields.get_ref().get("id"));
                    let numbered = id.is_some_and(|id| id.kind.get_ref() == "integer");
                    let example = id.and_then(|id| Some(text.written(id.example.as_ref()?.span())));
                    let listed =
                        ListedIn { single: name.clone(), key: Name::from(&**key.get_ref()), numbered };
                    let name = Name::from(&**entries.get_ref());
                    let listed = collection(&name, field.noun.as_ref(), example, Some(listed));
                    collections.insert(name, listed);
                }
            }
            Declared::Table(_) | Declared::Section(_) => {}
        }
    }
    collections
}

/// Entries as they are declared. Without a noun they are called as the collection is.
fn collection(
    name: &Name,
    noun: Option<&[String; 2]>,
    example: Option<&str>,
    listed: Option<ListedIn>,
) -> Arc<Collection> {
    let nouns: [Arc<str>; 2] = match noun {
        Some([one, several]) => [(&**one).into(), (&**several).into()],
        None => [singular(name).into(), (&**name).into()],
    };
    let is_numbered = listed.as_ref().is_some_and(|listed| listed.numbered);
    let example = match example {
        Some(example) => example.trim_matches('"').into(),
        None if is_numbered => "4".into(),
        None => format!("my-{}", nouns[0]).into(),
    };
    Arc::new(Collection { name: name.clone(), nouns, example, listed })
}

/// What one of several is called in English: `class` of `classes`, `bus` of `buses`, `coach` of `coaches`, `story` of
/// `stories`, `press` of `press`.
fn singular(name: &str) -> String {
    if name.ends_with("ss") {
        return name.to_owned();
    }
    let stem = |ending: &str, instead: &str| Some(format!("{}{instead}", name.strip_suffix(ending)?));
    let is_hissing = |stem: &String| ["ss", "us", "x", "ch", "sh"].iter().any(|end| stem.ends_with(end));
    stem("es", "")
        .filter(is_hissing)
        .or_else(|| stem("ies", "y"))
        .or_else(|| stem("s", ""))
        .unwrap_or_else(|| name.to_owned())
}

impl Section {
    fn of(schema: Schema) -> Self {
        Self { schema: schema.into(), pages: None, is_daily: false, when: None }
    }
}

/// Names in the template context of a section besides its fields.
const OF_SECTIONS: [&str; 5] = ["template", "place", "index", "level", "entries"];

fn section(
    declared: &SectionFile,
    mut schema: Schema,
    text: &TypeText,
    resolver: &Resolver<'_>,
) -> Result<Section> {
    refuse_entries(declared.field.values(), text)?;
    add_fields(&mut schema, section_fields(), "section", &OF_SECTIONS)?;
    if let Some(pages) = &declared.pages {
        resolver.collection(pages, text)?;
        let is_number = |field: &Field| field.kind.is_one_of(&[Scalar::INTEGER]);
        if !schema.field("size").is_some_and(is_number) {
            return Err(text
                .wrong(pages, "the section doesn't say how many entries a page shows")
                .help("add it: size = { type = \"integer\", range = [1, 1000], default = 10, help = \"How many a page shows\" }")
                .into());
        }
    }
    let pages = declared.pages.as_ref().map(|pages| Name::from(&**pages.get_ref()));
    let when =
        declared.when.as_ref().map(|when| condition("when", when, &schema.fields, text)).transpose()?;
    Ok(Section { schema: schema.into(), pages, is_daily: declared.each.is_some(), when })
}

/// Adds the fields that all types of the kind have. `reserved` are names that templates are given besides.
pub(super) fn add_fields(
    schema: &mut Schema,
    more: impl IntoIterator<Item = Field>,
    kind: &str,
    reserved: &[&str],
) -> Result<()> {
    let more: Vec<Field> = more.into_iter().collect();
    let is_taken = |key: &str| reserved.contains(&key) || more.iter().any(|field| *field.key == *key);
    if let Some(own) = schema.fields.iter().find(|own| is_taken(&own.key)) {
        let message = format!("every {kind} already has the key \"{}\"", own.key);
        let wrong = Diagnostic::new(Code::Type, own.span, message);
        return Err(wrong.help("give the field another name").into());
    }
    schema.fields.extend(more);
    Ok(())
}

/// Reports a list that can't hold entries because of where it stands.
pub(super) fn refuse_entries<'d>(fields: impl Iterator<Item = &'d FieldDecl>, text: &TypeText) -> Result<()> {
    for field in fields {
        if let Some(entries) = &field.entries {
            let wrong = text.wrong(entries, "this list can't hold entries");
            return Err(wrong
                .help("remove \"entries\", or move the list to a file in templates/singles, outside of other tables")
                .into());
        }
        refuse_entries(field.inner(), text)?;
    }
    Ok(())
}

/// Adds the collections whose entries are rows of a single.
fn add_listed(
    collections: &BTreeMap<Name, Arc<Collection>>,
    types: &mut Types,
    diagnostics: &mut Diagnostics,
) {
    for (name, collection) in collections {
        let Some(listed) = &collection.listed else { continue };
        let Some(single) = types.singles.get_mut(&listed.single) else { continue };
        let field = Arc::make_mut(single).fields.iter_mut().find(|field| field.key == listed.key);
        let Some(Field { kind: Kind::Table(schema), span, .. }) = field else { continue };
        if schema.field("id").is_none() {
            diagnostics.push(
                Diagnostic::new(Code::Type, *span, format!("the entries of \"{name}\" have no id"))
                    .help("add it: id = { type = \"slug\", help = \"...\" }"),
            );
        }
        let entries = CollectionType::new(collection.clone(), schema.clone());
        types.collections.insert(name.clone(), entries);
    }
}

/// Types of which gympress reads the fields itself: those of a project have what those of the theme have.
const SINGLES: [&str; 5] = ["site", "navigation", "schedule", "gallery", "blog"];
const COLLECTIONS: [&str; 5] = ["classes", "trainers", "plans", "branches", "posts"];

/// Reports a field of the theme's type that `own` lacks, or declares otherwise.
fn check_core(
    folder: TypeFolder,
    name: &Name,
    own: &Schema,
    sources: &Sources,
    resolver: &mut Resolver<'_>,
) -> Result<()> {
    let is_read = match folder {
        TypeFolder::Singles => SINGLES.contains(&&**name),
        TypeFolder::Collections => COLLECTIONS.contains(&&**name),
        TypeFolder::Types | TypeFolder::Sections => false,
    };
    match original(folder, name, sources).filter(|_| is_read) {
        Some(theme) => agree(&resolver.file(name, &theme)?, own),
        None => Ok(()),
    }
}

fn agree(theme: &Schema, own: &Schema) -> Result<()> {
    for field in &theme.fields {
        let is_needed = field.is_always_there() && field.list.is_none();
        let own_field = own.field(&field.key);
        let is_right = own_field.map_or(!is_needed, |own| {
            let is_there = !is_needed || own.is_always_there();
            is_there && own.list.is_some() == field.list.is_some() && is_alike(&own.kind, &field.kind)
        });
        if !is_right {
            let at = own_field.map_or(own.span, |own| own.span);
            let message =
                format!("gympress reads \"{}\", which has to be declared as in the theme", field.key);
            return Err(Diagnostic::new(Code::Type, at, message)
                .related(field.span, "the field of the theme")
                .help("declare it like that, and use another name for other data")
                .into());
        }
        if let (Kind::Table(theme), Some(Kind::Table(own))) = (&field.kind, own_field.map(|own| &own.kind)) {
            agree(theme, own)?;
        }
    }
    Ok(())
}

fn is_alike(own: &Kind, theme: &Kind) -> bool {
    match (own, theme) {
        (Kind::Scalar(own), Kind::Scalar(theme)) => own == theme,
        (own, theme) => std::mem::discriminant(own) == std::mem::discriminant(theme),
    }
}
