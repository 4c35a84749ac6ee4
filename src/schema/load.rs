//! The type files of a project, read and checked.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use rayon::prelude::*;
use toml::Spanned;

use super::{
    Collection, CollectionType, Field, Kind, ListedIn, Name, Presence, Role, RoleFields, Scalar, Schema,
    SectionType, StyleNames, Types,
    collections::entries,
    resolve::{OWN_TYPES, Resolver, condition, keys_of, partial},
    roles::{self, RoleDecl, RoleHolders, SectionRole},
    type_file::{self, Declared, FieldDecl, Result, SectionFile, TypeFile, TypeText},
    types::{EntryChoice, Reading, page_schema, section_fields, section_list},
    words::{self, SiteLocale},
};
use crate::{
    diagnostic::{Code, Diagnostics, FileId, Span, code, diagnostic, nearest, report},
    schema::decode::{WEEKDAY, scalar_named, value::kebab_case},
    source::{Sources, layout::TypeFolder, theme::PREFIX},
};

/// All types of a project, in all languages of the site. The first mistake of a type file is reported, and the theme's type stands for it.
/// `role_fields` says which fields gympress reads of types with a role, `lints` which warnings content can allow.
pub fn load(
    sources: &Sources,
    role_fields: RoleFields,
    lints: Vec<Code>,
    diagnostics: &mut Diagnostics,
) -> Arc<Types> {
    let files = read_files(sources, diagnostics);
    let locales = SiteLocale::all(sources);
    let built = locales.par_iter().map(|locale| {
        let mut found = Diagnostics::default();
        (build(sources, &files, locale, role_fields, lints.clone(), &mut found), found)
    });
    let (mut languages, mut found): (Vec<_>, Vec<_>) = built.collect();
    let mut main = languages.remove(0);
    // The mistakes of type files and words are the same in all languages.
    diagnostics.append(found.swap_remove(0));
    for edition in languages {
        let is_taken = |other: &Types| other.language == edition.language || other.folder == edition.folder;
        let has_folder = edition.folder.as_ref().is_some_and(|folder| main.has_folder(folder));
        // Without a folder of its own, there is no edition: the decoding of content reports it.
        if !has_folder && !is_taken(&main) && !main.editions.iter().any(|other| is_taken(other)) {
            main.editions.push(Arc::new(edition));
        }
    }
    Arc::new(Types { locales, ..main })
}

/// True for the path of a file that declares a type.
pub fn declares_type(path: &str) -> bool {
    TypeFolder::ALL.into_iter().any(|folder| folder.type_name(path).is_some())
}

/// The type files by their folders and names.
type TypeFiles = BTreeMap<(TypeFolder, Name), Pending>;

/// A type file that is read, and whose type isn't made yet.
struct Pending {
    file: FileId,
    is_of_theme: bool,
    /// Its declarations; `None` if neither it nor a file of the theme can be read.
    read: Option<TypeFile>,
    /// True if the theme's stands for one that can't be read.
    is_partial: bool,
}

/// The types in a language of the site.
fn build(
    sources: &Sources,
    files: &TypeFiles,
    locale: &SiteLocale,
    role_fields: RoleFields,
    lints: Vec<Code>,
    diagnostics: &mut Diagnostics,
) -> Types {
    let collections = declared_collections(files, diagnostics);
    let tables =
        types_in(TypeFolder::Types, files).map(|(name, pending)| (name.clone(), pending.read.as_ref()));
    let branches = collections_of(Role::Branch, files, sources);
    let mut loader = Loader {
        sources,
        role_fields,
        branches: branches.into_iter().map(|(name, _)| name).collect(),
        resolver: Resolver::new(&collections, tables.collect(), locale, diagnostics),
    };
    let style_names = StyleNames::read(sources, loader.resolver.diagnostics);
    let mut holders = RoleHolders::default();
    let mut types = Types {
        sections: BTreeMap::new(),
        collections: BTreeMap::new(),
        singles: BTreeMap::new(),
        tables: BTreeMap::new(),
        roles: BTreeMap::new(),
        page: page_schema(&BTreeMap::new()),
        assumed: BTreeSet::new(),
        missing_words: BTreeMap::new(),
        reading: Reading { lints, ..Reading::default() },
        language: "".into(),
        folder: locale.folder.clone(),
        editions: Vec::new(),
        locales: Vec::new(),
        style_names,
    };
    loader.add_tables(files, &mut types);
    loader.add_sections(files, &mut types);
    loader.add_collections(files, &collections, &mut types, &mut holders);
    loader.add_singles(files, &mut types, &mut holders);
    // Whether a file is needed doesn't depend on the language.
    for (name, schema) in &types.singles {
        if !schema.is_partial && !schema.fields.iter().any(Field::is_required) {
            types.assumed.insert(name.clone());
        }
    }
    words::apply(&mut types, locale, sources, diagnostics);
    add_listed(&collections, &mut types, diagnostics);
    add_filters(&mut types, diagnostics);
    add_listed_roles(files, role_fields, &mut types, &mut holders, diagnostics);
    types.roles = holders.into_names();
    // A collection of the theme isn't in the project if one of the project has its role.
    types
        .collections
        .retain(|name, found| found.role.is_none_or(|role| types.roles.get(&role) == Some(name)));
    check_terms(&mut types, files, diagnostics);
    types.page = page_schema(&types.sections);
    add_sections_of_entries(&mut types, diagnostics);
    types.reading = Reading {
        date_order: words::date_order(&locale.tag()),
        quotation_marks: locale.quotation_marks(),
        zone: locale.zone.clone(),
        elsewhere: types.keys(),
        lints: std::mem::take(&mut types.reading.lints),
    };
    types
}

/// Adds the list of sections to the types of entries whose pages have some.
fn add_sections_of_entries(types: &mut Types, diagnostics: &mut Diagnostics) {
    let list = section_list(types.sections.iter().filter(|(_, section)| section.is_for_entries)).optional();
    for found in types.collections.values_mut().filter(|found| found.has_sections) {
        let schema = Arc::make_mut(&mut found.schema);
        if let Err(wrong) = add_fields(schema, [list.clone()], "entry whose page has sections", &[]) {
            diagnostics.push(*wrong);
        }
    }
}

/// Adds the roles of collections whose entries are rows of a single. Reports a field that gympress reads of types with the role,
/// if the rows lack it or declare it otherwise.
fn add_listed_roles(
    files: &TypeFiles,
    role_fields: RoleFields,
    types: &mut Types,
    holders: &mut RoleHolders,
    diagnostics: &mut Diagnostics,
) {
    for list in listed_roles(files) {
        let found = types.collections.get_mut(&list.collection);
        let Some(found) = found.filter(|found| list.holds(&found.collection)) else { continue };
        let role = list.role.and_then(|role| {
            let read = role_fields.iter().find(|(of, _)| Some(*of) == role);
            read.map_or(Ok(()), |(of, fields)| roles::check(*of, fields, &found.schema, None))?;
            Ok(role)
        });
        match role {
            Ok(role) => {
                found.role = role;
                let holder = (&list.collection, list.pending.is_of_theme);
                holders.add(role, holder, found.schema.span, diagnostics);
            }
            Err(wrong) => diagnostics.push(*wrong),
        }
    }
}

/// Reads the type files. The theme's stands for one that can't be read.
fn read_files(sources: &Sources, diagnostics: &mut Diagnostics) -> TypeFiles {
    let mut files = TypeFiles::new();
    for folder in TypeFolder::ALL {
        for (file, source) in sources.texts_below(folder.path()) {
            let Some(name) = folder.type_name(&source.path) else { continue };
            check_name(folder, name, file, diagnostics);
            let name = Name::from(name);
            let mut pending =
                Pending { file, is_of_theme: source.theme.is_some(), read: None, is_partial: false };
            match type_file::read(folder, &name, (file, source), sources) {
                Ok(read) => pending.read = Some(read),
                Err(wrong) => {
                    // Files that aren't texts were reported.
                    if source.error.is_none() {
                        diagnostics.push(*wrong);
                    }
                    pending.read = file_of_theme(folder, &name, sources);
                    pending.is_partial = true;
                }
            }
            files.insert((folder, name), pending);
        }
    }
    files
}

fn types_in(wanted: TypeFolder, files: &TypeFiles) -> impl Iterator<Item = (&Name, &Pending)> {
    let files = files.iter().filter(move |((folder, _), _)| *folder == wanted);
    files.map(|((_, name), pending)| (name, pending))
}

/// Makes types of type files.
struct Loader<'f> {
    sources: &'f Sources,
    role_fields: RoleFields,
    /// The collections that have the role of branches.
    branches: Vec<Name>,
    resolver: Resolver<'f>,
}

impl Loader<'_> {
    /// Adds the tables of types, even those that no type uses: they are checked, too.
    fn add_tables(&mut self, files: &TypeFiles, types: &mut Types) {
        for (name, _) in types_in(TypeFolder::Types, files) {
            types.tables.extend(self.resolver.named(name).map(|table| (name.clone(), table)));
        }
    }

    fn add_sections(&mut self, files: &TypeFiles, types: &mut Types) {
        for (name, pending) in types_in(TypeFolder::Sections, files) {
            let found = pending.resolve(TypeFolder::Sections, name, self, |file, loader| {
                loader.section(name, pending, file)
            });
            let mut section = found.unwrap_or_else(|| SectionType::of(partial(name, pending.file)));
            pending.mark_partial(&mut section.schema);
            types.sections.insert(name.clone(), section);
        }
    }

    fn add_collections(
        &mut self,
        files: &TypeFiles,
        collections: &BTreeMap<Name, Arc<Collection>>,
        types: &mut Types,
        holders: &mut RoleHolders,
    ) {
        for (name, pending) in types_in(TypeFolder::Collections, files) {
            let Some(collection) = collections.get(name) else { continue };
            let unreadable = || CollectionType::new(collection.clone(), partial(name, pending.file).into());
            let yields = pending.yields(name, files, self.sources);
            let found = pending.resolve(TypeFolder::Collections, name, self, |file, loader| {
                let found = loader.collection(collection, pending, file);
                if yields { Ok(found.unwrap_or_else(|_| unreadable())) } else { found }
            });
            let mut found = found.unwrap_or_else(unreadable);
            pending.mark_partial(&mut found.schema);
            let holder = (name, pending.is_of_theme);
            holders.add(found.role, holder, pending.role_span(), self.resolver.diagnostics);
            types.collections.insert(name.clone(), found);
        }
    }

    fn add_singles(&mut self, files: &TypeFiles, types: &mut Types, holders: &mut RoleHolders) {
        for (name, pending) in types_in(TypeFolder::Singles, files) {
            let found = pending
                .resolve(TypeFolder::Singles, name, self, |file, loader| loader.single(name, pending, file));
            let (schema, role) = found.unwrap_or_else(|| (partial(name, pending.file), None));
            let mut schema = Arc::new(schema);
            pending.mark_partial(&mut schema);
            holders.add(role, (name, pending.is_of_theme), pending.role_span(), self.resolver.diagnostics);
            types.singles.insert(name.clone(), schema);
        }
    }

    fn section(&mut self, name: &Name, pending: &Pending, file: &TypeFile) -> Result<SectionType> {
        let schema = self.resolver.file(name, file)?;
        let Declared::Section(declared) = &*file.declared else { return Ok(SectionType::of(schema)) };
        let mut section = section(declared, schema, &file.text, &self.resolver)?;
        section.role = pending.section_role(name, file, &section.schema.fields, self.sources)?;
        Ok(section)
    }

    fn collection(
        &mut self,
        collection: &Arc<Collection>,
        pending: &Pending,
        file: &TypeFile,
    ) -> Result<CollectionType> {
        let name = &collection.name;
        let schema = self.resolver.file(name, file)?;
        let Declared::Collection(declared) = &*file.declared else {
            return Ok(CollectionType::new(collection.clone(), schema.into()));
        };
        let role = self.role((TypeFolder::Collections, name), pending, file, &schema)?;
        let theme = pending.replaced(TypeFolder::Collections, name, self.sources);
        let theme = theme.as_ref().and_then(|theme| theme.declared.collection());
        entries(collection, declared, theme, role, &self.branches, (schema, &file.text))
    }

    fn single(&mut self, name: &Name, pending: &Pending, file: &TypeFile) -> Result<(Schema, Option<Role>)> {
        let schema = self.resolver.file(name, file)?;
        let role = self.role((TypeFolder::Singles, name), pending, file, &schema)?;
        Ok((schema, role))
    }

    /// The role of the type. Reports a field that gympress reads of types with this role, if the type lacks it or declares it
    /// otherwise.
    fn role(
        &mut self,
        (folder, name): (TypeFolder, &Name),
        pending: &Pending,
        file: &TypeFile,
        schema: &Schema,
    ) -> Result<Option<Role>> {
        let declared = pending.role(folder, name, file, self.sources)?;
        if let Some((role, fields)) = self.role_fields.iter().find(|(of, _)| Some(*of) == declared) {
            let theme = pending.replaced(folder, name, self.sources);
            // The theme's type gives no hints if it refers to a collection that the project has under another name.
            let theme = theme.and_then(|file| self.resolver.file(name, &file).ok());
            roles::check(*role, fields, schema, theme.as_ref())?;
        }
        Ok(declared)
    }
}

impl Pending {
    /// The result of `declare` for the file or, after the mistake in that is reported, for the theme's file.
    fn resolve<'f, T>(
        &self,
        folder: TypeFolder,
        name: &Name,
        loader: &mut Loader<'f>,
        declare: impl Fn(&TypeFile, &mut Loader<'f>) -> Result<T>,
    ) -> Option<T> {
        let wrong = match declare(self.read.as_ref()?, loader) {
            Ok(found) => return Some(found),
            Err(wrong) => wrong,
        };
        loader.resolver.diagnostics.push(*wrong);
        declare(&file_of_theme(folder, name, loader.sources)?, loader).ok()
    }

    /// The role of the type: the one that its file declares, else that of the theme's file which it replaces.
    fn role(
        &self,
        folder: TypeFolder,
        name: &Name,
        file: &TypeFile,
        sources: &Sources,
    ) -> Result<Option<Role>> {
        if let Some(declared) = file.declared.role() {
            return roles::role(declared, folder, &file.text);
        }
        match self.replaced(folder, name, sources) {
            Some(theme) => {
                theme.declared.role().map_or(Ok(None), |declared| roles::role(declared, folder, &theme.text))
            }
            None => Ok(None),
        }
    }

    /// True for a collection of the theme whose role one of the project has. It isn't in the project, which may lack what the
    /// collection refers to.
    fn yields(&self, name: &Name, files: &TypeFiles, sources: &Sources) -> bool {
        let role = self
            .read
            .as_ref()
            .and_then(|file| self.role(TypeFolder::Collections, name, file, sources).ok().flatten());
        let holders = role.map(|role| collections_of(role, files, sources)).unwrap_or_default();
        self.is_of_theme && holders.iter().any(|(_, holder)| !holder.is_of_theme)
    }

    /// The place of the role, or the whole file if it declares none.
    fn role_span(&self) -> Span {
        let file = self.read.as_ref();
        let declared = file.and_then(|file| Some(file.text.span(file.declared.role()?.span())));
        declared.unwrap_or_else(|| Span::whole(self.file))
    }

    /// The theme's file that this one of the project replaces, if there is one.
    fn replaced(&self, folder: TypeFolder, name: &Name, sources: &Sources) -> Option<TypeFile> {
        if self.is_of_theme { None } else { file_of_theme(folder, name, sources) }
    }

    /// The role of a section, as [`Pending::role`] finds that of another type. `fields` are those of the section.
    fn section_role(
        &self,
        name: &Name,
        file: &TypeFile,
        fields: &[Field],
        sources: &Sources,
    ) -> Result<Option<SectionRole>> {
        if let Some(declared) = file.declared.role() {
            return roles::section_role(declared, fields, &file.text);
        }
        match self.replaced(TypeFolder::Sections, name, sources) {
            Some(theme) => {
                let declared = theme.declared.role();
                declared.map_or(Ok(None), |declared| roles::section_role(declared, fields, &theme.text))
            }
            None => Ok(None),
        }
    }

    /// Marks the schema as partial if it isn't that of the file, so that content isn't blamed for keys that the file would have
    /// declared.
    fn mark_partial(&self, schema: &mut Arc<Schema>) {
        if self.is_partial || schema.span.file != self.file {
            Arc::make_mut(schema).is_partial = true;
        }
    }
}

/// The theme's type file, even where the project has its own.
pub(super) fn file_of_theme(folder: TypeFolder, name: &Name, sources: &Sources) -> Option<TypeFile> {
    let (id, source) = sources.text_at(&format!("{PREFIX}{}", folder.type_file(name)))?;
    type_file::read(folder, name, (id, source), sources).ok()
}

/// Reports a type file whose name can't be written, or is that of a type of gympress.
fn check_name(folder: TypeFolder, name: &str, file: FileId, diagnostics: &mut Diagnostics) {
    // Names are parts of ids and classes in HTML, and of the names of files.
    let is_plain = name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_'));
    let is_own = folder == TypeFolder::Types && (scalar_named(name).is_some() || OWN_TYPES.contains(&name));
    if name.is_empty() || is_own || !is_plain {
        report!(diagnostics, code::BAD_FILE_NAME, Span::whole(file), "\"{name}\" can't be the name of a type";
            help: "rename it: lower-case letters, digits, hyphens and underscores, such as price-list, and no type of gympress's own");
    }
}

/// The collections that have a role by what files say, each with the file: one of the project, one of the theme, or both.
fn collections_of<'f>(role: Role, files: &'f TypeFiles, sources: &Sources) -> Vec<(Name, &'f Pending)> {
    let folder = TypeFolder::Collections;
    let mut found = Vec::new();
    for (name, pending) in types_in(folder, files) {
        let declared = pending.read.as_ref().map(|file| pending.role(folder, name, file, sources));
        if matches!(declared, Some(Ok(Some(own))) if own == role) {
            found.push((name.clone(), pending));
        }
    }
    let lists =
        listed_roles(files).into_iter().filter(|list| matches!(list.role, Ok(Some(own)) if own == role));
    found.extend(lists.map(|list| (list.collection, list.pending)));
    found
}

/// A collection with the place that declares it.
struct CollectionDecl {
    collection: Arc<Collection>,
    role: Option<Role>,
    is_of_theme: bool,
    at: Span,
}

impl CollectionDecl {
    /// True for one of the project that plays the part of one of the theme.
    fn stands_for(&self, other: &Self) -> bool {
        !self.is_of_theme && other.is_of_theme && self.role.is_some() && self.role == other.role
    }
}

/// The collections that the files declare: a type of entries each, or a list of a single. Reports two of one name.
fn declared_collections(files: &TypeFiles, diagnostics: &mut Diagnostics) -> BTreeMap<Name, Arc<Collection>> {
    let mut found: BTreeMap<Name, CollectionDecl> = BTreeMap::new();
    for ((folder, name), pending) in files {
        let (is_of_theme, at) = (pending.is_of_theme, Span::whole(pending.file));
        let Some(TypeFile { declared, text }) = &pending.read else {
            if *folder == TypeFolder::Collections {
                let collection = collection(name, None, None, None);
                found.insert(name.clone(), CollectionDecl { collection, role: None, is_of_theme, at });
            }
            continue;
        };
        match &**declared {
            Declared::Collection(declared) => {
                let noun = declared.noun.as_ref().map(Spanned::get_ref);
                let collection = collection(name, noun, declared.example.as_deref(), None);
                let role = role_of_entries(declared.role.as_ref(), text);
                found.insert(name.clone(), CollectionDecl { collection, role, is_of_theme, at });
            }
            Declared::Table(declared) if *folder == TypeFolder::Singles => {
                for (key, field) in type_file::in_order(&declared.field) {
                    let Some(entries) = &field.entries else { continue };
                    let collection = listed_collection(name, key, field, entries, text);
                    let role = role_of_entries(field.role.as_ref(), text);
                    let at = text.span(entries.span());
                    let list = CollectionDecl { collection, role, is_of_theme, at };
                    let name = list.collection.name.clone();
                    if let Some(other) = found.get(&name).filter(|other| !list.stands_for(other)) {
                        // The theme's list keeps its name.
                        let [kept, wrong] = if is_of_theme { [at, other.at] } else { [other.at, at] };
                        report!(diagnostics, code::TYPE, wrong, "there is a collection \"{name}\" already";
                            related: kept => "the other one";
                            help: "give one of the two another name");
                        if !is_of_theme {
                            continue;
                        }
                    }
                    found.insert(name, list);
                }
            }
            Declared::Table(_) | Declared::Section(_) => {}
        }
    }
    found.into_iter().map(|(name, declared)| (name, declared.collection)).collect()
}

/// The role that a file says of entries, if there is such a role.
fn role_of_entries(declared: Option<&Spanned<RoleDecl>>, text: &TypeText) -> Option<Role> {
    roles::role(declared?, TypeFolder::Collections, text).ok().flatten()
}

/// The collection whose entries are the rows of a list.
fn listed_collection(
    single: &Name,
    key: &Spanned<String>,
    field: &FieldDecl,
    entries: &Spanned<String>,
    text: &TypeText,
) -> Arc<Collection> {
    let id = field.field.as_ref().and_then(|fields| fields.get_ref().get("id"));
    let numbered = id.is_some_and(|id| id.kind.get_ref() == "integer");
    let example = id.and_then(|id| Some(text.written(id.example.as_ref()?.span())));
    let listed = ListedIn { single: single.clone(), key: Name::from(&**key.get_ref()), numbered };
    collection(&Name::from(&**entries.get_ref()), field.noun.as_ref(), example, Some(listed))
}

/// A collection as it is declared. Without a noun, its entries are called after its name.
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
        None => kebab_case(&format!("my-{}", nouns[0])).into(),
    };
    Arc::new(Collection { name: name.clone(), nouns, example, listed })
}

/// Words that end as several and are one, or have none for one.
const SAME_FOR_ONE: [&str; 9] =
    ["aerobics", "athletics", "calisthenics", "gymnastics", "news", "pilates", "series", "species", "tennis"];

/// Words of which one ends with `ie`.
const WITH_IE: [&str; 8] =
    ["brownies", "calories", "cookies", "hoodies", "movies", "rookies", "selfies", "smoothies"];

/// The English noun for one of several: `class` of `classes`, `bus` of `buses`, `coach` of `coaches`, `story` of
/// `stories`, `press` of `press`.
fn singular(name: &str) -> String {
    let word = name.rsplit(['-', '_']).next().unwrap_or_default();
    if word.ends_with("ss") || SAME_FOR_ONE.contains(&word) {
        return name.to_owned();
    }
    // One of `houses` and of `causes` ends with `e`.
    let has_e = ["ouses", "auses"].iter().any(|end| word.ends_with(end));
    if let Some(stem) = name.strip_suffix("es")
        && !has_e
        && ["ss", "us", "x", "ch", "sh"].iter().any(|hiss| stem.ends_with(hiss))
    {
        return stem.to_owned();
    }
    if let Some(stem) = name.strip_suffix("ies").filter(|_| !WITH_IE.contains(&word)) {
        return format!("{stem}y");
    }
    name.strip_suffix('s').unwrap_or(name).to_owned()
}

impl SectionType {
    fn of(schema: Schema) -> Self {
        Self {
            schema: schema.into(),
            pages: None,
            is_daily: false,
            when: None,
            unless: Vec::new(),
            is_for_entries: true,
            role: None,
            shows: Vec::new(),
            choice: None,
        }
    }
}

/// Names in the template context of a section besides its fields.
const OF_SECTIONS: [&str; 7] = ["template", "place", "index", "level", "prefix", "pictures", "entries"];

fn section(
    declared: &SectionFile,
    mut schema: Schema,
    text: &TypeText,
    resolver: &Resolver<'_>,
) -> Result<SectionType> {
    refuse_entries(declared.field.values().map(Box::as_ref), text)?;
    add_fields(&mut schema, section_fields(), "section", &OF_SECTIONS)?;
    if let Some(pages) = &declared.pages {
        resolver.collection(pages, text)?;
        let size = schema.field("size");
        if !size.is_some_and(|size| size.kind.is_one_of(&[Scalar::INTEGER])) {
            return Err(text
                .wrong(pages, "the section doesn't say how many entries a page shows")
                .help("add it: size = { type = \"integer\", range = [1, 1000], default = 10, help = \"How many a page shows\" }")
                .into());
        }
    }
    let pages = declared.pages.as_ref().map(|pages| Name::from(&**pages.get_ref()));
    let when =
        declared.when.as_ref().map(|when| condition("when", when, &schema.fields, text)).transpose()?;
    let unless = keys_of(&declared.unless, &schema.fields, text)?;
    let choice = choice(declared, &schema, text)?;
    Ok(SectionType {
        schema: schema.into(),
        pages,
        is_daily: declared.each.is_some(),
        when,
        unless,
        is_for_entries: declared.entry != Some(false),
        role: None,
        shows: declared.shows.iter().map(|field| Name::from(&**field)).collect(),
        choice,
    })
}

/// The field of a section that lists the entries which it shows.
fn choice(declared: &SectionFile, schema: &Schema, text: &TypeText) -> Result<Option<EntryChoice>> {
    let mut fields = type_file::in_order(&declared.field).into_iter();
    let lists_all =
        fields.find_map(|(key, field)| Some((key, field.lists_all.as_ref().filter(|all| *all.get_ref())?)));
    let Some((key, at)) = lists_all else { return Ok(None) };
    let listed = schema.field(key.get_ref()).filter(|field| field.list.is_some());
    match listed.map(|field| (field, &field.kind)) {
        Some((field, Kind::Ref(collection))) => {
            let when = match &field.presence {
                Presence::When { condition, .. } => Some(condition.clone()),
                _ => None,
            };
            Ok(Some(EntryChoice { key: field.key.clone(), collection: collection.name.clone(), when }))
        }
        _ => Err(text
            .wrong(at, "only a list of entries can be a choice of all of them")
            .help("remove \"lists_all\", or declare the field as a list of type \"ref\"")
            .into()),
    }
}

/// Adds the fields that all types of the kind have. `reserved` are names that templates are given besides.
pub(super) fn add_fields(
    schema: &mut Schema,
    more: impl IntoIterator<Item = Field>,
    kind: &str,
    reserved: &[&str],
) -> Result<()> {
    let more: Vec<Field> = more.into_iter().collect();
    for own in &schema.fields {
        if reserved.contains(&&*own.key) || more.iter().any(|field| field.key == own.key) {
            return Err(
                diagnostic!(code::TYPE, own.span, "every {kind} already has the key \"{}\"", own.key;
                help: "give the field another name")
                .into(),
            );
        }
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

/// A list of a single whose entries have a role.
struct ListedRole<'f> {
    collection: Name,
    single: &'f Name,
    key: &'f str,
    role: Result<Option<Role>>,
    pending: &'f Pending,
}

impl ListedRole<'_> {
    /// True if the entries of the collection are the rows of this list.
    fn holds(&self, collection: &Collection) -> bool {
        collection
            .listed
            .as_ref()
            .is_some_and(|listed| listed.single == *self.single && *listed.key == *self.key)
    }
}

/// The lists of singles whose entries have a role.
fn listed_roles(files: &TypeFiles) -> Vec<ListedRole<'_>> {
    let mut found = Vec::new();
    for (single, pending) in types_in(TypeFolder::Singles, files) {
        let Some(TypeFile { declared, text }) = &pending.read else { continue };
        for (key, field) in declared.fields().field {
            if let (Some(entries), Some(role)) = (&field.entries, &field.role) {
                let role = roles::role(role, TypeFolder::Collections, text);
                let collection = Name::from(&**entries.get_ref());
                found.push(ListedRole { collection, single, key: key.get_ref(), role, pending });
            }
        }
    }
    found
}

/// Reports a collection whose entries are the terms of two fields, of one collection or of two: each term would have two
/// pages. A field of the theme yields to one of the project.
fn check_terms(types: &mut Types, files: &TypeFiles, diagnostics: &mut Diagnostics) {
    let mut names: Vec<Name> = types.collections.keys().cloned().collect();
    names.sort_by_key(|name| is_of_theme(name, files));
    let mut known: BTreeMap<Name, Span> = BTreeMap::new();
    for name in names {
        let Some(found) = types.collections.get_mut(&name) else { continue };
        found.terms.retain(|term| {
            let first = *known.entry(term.collection.name.clone()).or_insert(term.span);
            if first == term.span {
                return true;
            }
            if !is_of_theme(&name, files) {
                let nouns = &term.collection.nouns[1];
                report!(diagnostics, code::TYPE, term.span, "entries are listed by these {nouns} already";
                    related: first => "here";
                    help: "declare {nouns} of their own: a list of a single that says \"entries\"");
            }
            false
        });
    }
}

/// True for a collection whose type file is one of the theme.
fn is_of_theme(collection: &Name, files: &TypeFiles) -> bool {
    let pending = files.get(&(TypeFolder::Collections, collection.clone()));
    pending.is_some_and(|pending| pending.is_of_theme)
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
            report!(diagnostics, code::TYPE, *span, "the entries of \"{name}\" have no id";
                help: "add it: id = {{ type = \"slug\", help = \"...\" }}");
        }
        let entries = CollectionType::new(collection.clone(), schema.clone());
        types.collections.insert(name.clone(), entries);
    }
}

/// Adds the fields by which sections choose entries or tables: those that these have.
fn add_filters(types: &mut Types, diagnostics: &mut Diagnostics) {
    let Types { sections, collections, tables, .. } = types;
    for section in sections.values_mut() {
        for field in &mut Arc::make_mut(&mut section.schema).fields {
            let Kind::Table(filter) = &mut field.kind else { continue };
            let Some(of) = filter.chooses.clone() else { continue };
            let entries = collections.get(&of);
            let Some(chosen) = entries.map(|entries| &entries.schema).or_else(|| tables.get(&of)) else {
                let near = nearest(&of, collections.keys().chain(tables.keys()).map(|name| &**name));
                report!(diagnostics, code::TYPE, filter.span, "there is no collection \"{of}\", and no type of tables";
                help: match near {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => "write the name of a collection, or of a file in templates/types".to_owned(),
                });
                continue;
            };
            let draft = entries.and_then(|entries| entries.draft.as_ref());
            let fields =
                chosen.fields.iter().filter(|field| is_chosen_by(field) && Some(&field.key) != draft);
            let filter = Arc::make_mut(filter);
            filter.fields = fields.cloned().map(Field::as_filter).collect();
            filter.is_partial = chosen.is_partial;
        }
    }
}

/// True for a field by whose values sections can choose.
fn is_chosen_by(field: &Field) -> bool {
    let is_word = matches!(field.kind, Kind::Ref(_) | Kind::Choice(_));
    is_word || field.filter || field.kind.is_one_of(&[Scalar::BOOL, WEEKDAY])
}
