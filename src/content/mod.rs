//! The files of `content/`, each decoded by its declared type, with the places where values were written.
//!
//! Typed views hold the fields with which gympress reasons itself: the gym, its week, its prices.

mod closure;
mod decoded;
mod destination;
mod entries;
mod file_name;
mod folders;
mod forms;
mod hours;
mod look;
mod notice;
mod schedule;
mod season;
mod services;
mod singles;
mod site;
mod texts;
mod translation;
mod words;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

pub use closure::{HoursException, check_closures, days_between};
pub use decoded::DecodedTexts;
pub use entries::{BlogFields, BranchFields, ClassFields, PlanFields, Slot, TrainerFields, TrainerSocial};
pub use folders::{FolderFields, PictureFolder, cover};
pub use forms::FormFields;
pub use hours::{Hours, check_span};
pub use notice::{NoticeKind, Notices, Period, SiteNotice};
pub use schedule::{ClassSlot, OneOffClass, Schedule, SessionRef, Substitute, WeekRows, Weeks};
pub use season::{SeasonDays, SeasonFields};
pub use services::{ServiceLink, Services, allows_origin};
pub use singles::{AccountMenu, Button, Footer, GalleryImage, MenuEntry, Navigation, SidePanel};
pub use site::{
    Accounts, Address, Colours, Contact, Design, Gym, Map, Offline, PayKind, Publish, Redirect, Scheme,
    Social, TestAccountFields, WayToPay, design_sheets, network_icon, network_title,
};

use foldhash::HashMap;

use self::translation::{DecodedTranslations, EditionFiles, EditionReader, UnreadFolders};
use crate::{
    diagnostic::{Diagnostics, FileId, Span},
    schema::{
        Decoded, FileType, Name, Role, RoleFields, Table, Types, View,
        decode::{Allow, Reference, Spanned},
    },
    source::{SourceText, Sources},
};
pub use translation::{
    FileLacks, Glossary, Lack, LackReason, OriginalPlace, Originals, TranslatableText, Unwritten, mark_of,
    toml_key, toml_value,
};

/// Things that files need elsewhere in the site, each with the places that name it, in the order of the files.
pub type References = HashMap<Reference, Vec<Span>>;

/// A file with its table, and a typed view of it.
#[derive(Debug)]
pub struct Single<T> {
    /// The file; `None` if the project has none.
    pub file: Option<FileId>,
    pub table: Arc<Table>,
    /// The fields that gympress reads of it.
    pub value: Arc<T>,
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub id: Arc<str>,
    pub file: FileId,
    pub table: Arc<Table>,
    pub span: Span,
    /// The last part of its address, where content says it.
    pub written_slug: Option<Spanned<Arc<str>>>,
    pub page: PageLanguage,
}

/// The language of a page in an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageLanguage {
    /// The edition's, which every page of the main language has.
    Here,
    /// The main one until its translation, which is a draft, is published.
    Draft,
    /// The main one.
    Main,
}

impl PageLanguage {
    /// True if visitors find it in the language; `drafts` as in the settings of the site.
    pub fn is_here(self, drafts: bool) -> bool {
        self == Self::Here || drafts && self == Self::Draft
    }
}

impl Entry {
    /// The keys for the title and for the description of an entry; the first that it has counts.
    pub const TITLES: &[&str] = &["title", "name", "heading"];
    pub const DESCRIPTIONS: &[&str] = &["summary", "excerpt", "description", "bio"];

    /// Its title or name; its id if content says none.
    pub fn title(&self) -> &Arc<str> {
        Self::TITLES.iter().find_map(|key| self.table.shared_text(key)).unwrap_or(&self.id)
    }

    /// The last part of its address: its id if content says no other.
    pub fn slug(&self) -> &Arc<str> {
        self.written_slug.as_ref().map_or(&self.id, |slug| &slug.value)
    }
}

/// An entry of a collection, by its id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId {
    pub collection: Name,
    pub id: Arc<str>,
}

#[derive(Clone, Debug)]
pub struct PageSource {
    /// The file's name below `content/pages/`, without `.toml`: `schedule/day`.
    pub name: Arc<str>,
    pub file: FileId,
    pub table: Arc<Table>,
    pub page: PageLanguage,
}

/// The typed views of a collection's entries, by id.
pub type Entries<T> = BTreeMap<Arc<str>, Arc<Viewed<T>>>;

#[derive(Clone, Debug)]
pub struct Viewed<T> {
    pub id: Arc<str>,
    pub file: FileId,
    pub table: Arc<Table>,
    /// The fields that gympress reads of it.
    pub entry: Arc<T>,
}

/// The files of a project, and its types.
#[derive(Debug)]
pub struct Project {
    pub sources: Arc<Sources>,
    pub types: Arc<Types>,
    /// The files that are published as they are, by their addresses.
    pub static_files: BTreeMap<String, FileId>,
    /// The files of the language of an edition; `None` for the main language, which has all others.
    own_files: Option<BTreeSet<FileId>>,
}

impl Project {
    fn new(sources: Arc<Sources>, types: Arc<Types>) -> Self {
        let static_files = sources.static_files().map(|(address, file, _)| (address, file)).collect();
        let own_files = types.folder.as_ref().map(|folder| {
            let folder = format!("content/{folder}/");
            sources.texts_below(&folder).map(|(file, _)| file).collect()
        });
        Self { sources, types, static_files, own_files }
    }

    /// True for a value in the words of the main language, in an edition in another one.
    pub fn is_foreign(&self, value: Span) -> bool {
        value.is_somewhere() && self.own_files.as_ref().is_some_and(|own| !own.contains(&value.file))
    }
}

/// Everything under `content/` in one language, decoded file by file. References are as they were written.
#[derive(Debug)]
pub struct Content {
    pub project: Arc<Project>,
    pub gym: Single<Gym>,
    /// The file of the gym, readable or not.
    pub gym_file: FileId,
    pub navigation: Single<Navigation>,
    pub schedule: Single<Schedule>,
    pub notices: Single<Notices>,
    pub classes: Entries<ClassFields>,
    pub trainers: Entries<TrainerFields>,
    pub plans: Entries<PlanFields>,
    pub branches: Entries<BranchFields>,
    pub forms: Entries<FormFields>,
    pub seasons: Entries<SeasonFields>,
    /// The tables of the files that a site has at most once, by name.
    pub singles: BTreeMap<Name, Arc<Table>>,
    /// The entries of all collections, in the order of their ids or of their list.
    pub collections: BTreeMap<Name, Arc<Vec<Entry>>>,
    pub pages: Vec<PageSource>,
    pub references: Arc<References>,
    pub allows: Vec<Allow>,
    /// Files that couldn't be decoded, so that their entries are missing.
    pub unreadable: BTreeSet<FileId>,
    /// The collections and ids that entries in misplaced or misnamed files were probably intended to have.
    pub misplaced: BTreeSet<(Name, String)>,
    /// The texts that files of the main language lack in this one, the articles that aren't in it, its glossary, and what can be
    /// chosen in the words of the main one; empty in that.
    pub lacks: Vec<FileLacks>,
    pub unwritten: Vec<Unwritten>,
    pub glossary: Glossary,
    pub originals: Arc<Originals>,
    /// The content in the further languages of the site, in the order in which it names them; none in one of these.
    pub editions: Vec<Arc<Content>>,
}

/// The fields that gympress reads of types with a role.
pub const ROLE_FIELDS: RoleFields = &[
    (Role::Navigation, Navigation::FIELDS),
    (Role::Schedule, Schedule::FIELDS),
    (Role::Notice, Notices::FIELDS),
    (Role::Class, ClassFields::FIELDS),
    (Role::Trainer, TrainerFields::FIELDS),
    (Role::Plan, PlanFields::FIELDS),
    (Role::Branch, BranchFields::FIELDS),
    (Role::Form, FormFields::FIELDS),
    (Role::Season, SeasonFields::FIELDS),
    (Role::Gallery, GalleryImage::FIELDS),
    (Role::Album, FolderFields::FIELDS),
    (Role::Blog, BlogFields::FIELDS),
];

/// Decodes every file of `content/`; texts that `known` has decoded already aren't decoded again.
pub fn decode(
    sources: &Arc<Sources>,
    types: &Arc<Types>,
    known: &DecodedTexts,
    diagnostics: &mut Diagnostics,
) -> Content {
    let (texts, further) = translation::apart(sources, types);
    let (decoded, references) = known.decode(&texts, types);
    let unread = UnreadFolders::find(&texts, types, sources);
    let mut files = DecodedFiles::default();
    for ((file, text), decoded) in texts.into_iter().zip(decoded) {
        match decoded {
            Some(_) if unread.has_in_contested(&text.path, types) => {}
            Some(decoded) => files.add(file, text, &decoded, (types, sources), diagnostics),
            // Texts that can't be read were reported.
            None if text.error.is_some() => {}
            None if unread.has(&text.path, types) => {}
            None => files.add_misplaced(file, &text.path, types, diagnostics),
        }
    }
    for (file, path) in sources.misplaced_binaries().filter(|(_, path)| !unread.has(path, types)) {
        files.add_misplaced(file, path, types, diagnostics);
    }
    let site = Name::from("site");
    let looked = files
        .singles
        .get(&site)
        .and_then(|(file, gym)| Some((*file, look::with_look(gym, (types, sources), diagnostics)?)));
    files.singles.extend(looked.map(|looked| (site.clone(), looked)));
    if let Some((file, gym)) = files.singles.get(&site) {
        translation::check_rows((*file, gym), types, diagnostics);
    }
    // A mistake in the list of languages is the cause.
    if !diagnostics.has_errors_in(sources.site_file()) {
        diagnostics.extend(unread.reports(types, sources));
    }
    let mut editions = Vec::with_capacity(further.len());
    let (before, mut translations) = (known.take_translations(), DecodedTranslations::default());
    for (edition, texts) in types.editions.iter().zip(&further) {
        let main_mistakes = &*diagnostics;
        let reader = EditionReader {
            main: &files,
            main_types: types,
            types: edition,
            sources,
            main_mistakes,
            known: &before,
        };
        let mut found = Diagnostics::default();
        let EditionFiles { files: laid, references, lacks, unwritten, glossary, originals } =
            reader.read(texts, &mut translations, &mut found);
        let content = Content::of(laid, edition, sources, Arc::new(gathered(references)));
        let originals = Arc::new(originals);
        let content = Content { lacks, unwritten, glossary, originals, ..content };
        words::check(&content, &mut found);
        diagnostics.append(found);
        files.allows.extend(content.allows.iter().copied());
        editions.push(Arc::new(content));
    }
    known.keep_translations(translations);
    let content = Content::of(files, types, sources, references);
    words::check(&content, diagnostics);
    destination::check(&content.gym.value, diagnostics);
    Content { editions, ..content }
}

/// References with all places that name them.
fn gathered(references: Vec<(Reference, Span)>) -> References {
    let mut places = References::default();
    for (reference, place) in references {
        places.entry(reference).or_default().push(place);
    }
    places
}

/// The entries of the collection with a role, if there is one.
fn viewed<V: View>(role: Role, types: &Types, collections: &BTreeMap<Name, Arc<Vec<Entry>>>) -> Entries<V> {
    let mut viewed = Entries::new();
    let collection = types.with_role(role).and_then(|name| collections.get(name));
    for Entry { id, file, table, .. } in collection.map_or(&[][..], |entries| entries) {
        let entry = Arc::new(V::view(table));
        let entry = Viewed { id: id.clone(), file: *file, table: table.clone(), entry };
        viewed.insert(id.clone(), Arc::new(entry));
    }
    viewed
}

/// The decoded files of one language, by what they hold.
#[derive(Default)]
struct DecodedFiles {
    singles: BTreeMap<Name, (FileId, Arc<Table>)>,
    entries: BTreeMap<Name, Vec<Entry>>,
    pages: Vec<PageSource>,
    allows: Vec<Allow>,
    unreadable: BTreeSet<FileId>,
    misplaced: BTreeSet<(Name, String)>,
}

impl<T: View> Single<T> {
    /// The single of a project without such a type.
    fn absent() -> Self {
        let table = Arc::new(Table::empty());
        Self { file: None, value: Arc::new(T::view(&table)), table }
    }
}

impl DecodedFiles {
    fn add(
        &mut self,
        file: FileId,
        text: &SourceText,
        decoded: &Decoded,
        (types, sources): (&Types, &Sources),
        diagnostics: &mut Diagnostics,
    ) {
        let Some((file_type, name)) = types.file_type(&text.path) else { return };
        diagnostics.extend(decoded.diagnostics.iter().cloned());
        self.allows.extend(decoded.allows.iter().cloned());
        if decoded.unreadable {
            self.unreadable.insert(file);
        }
        let table = decoded.table.clone();
        match file_type {
            FileType::Single(name, _) => {
                self.singles.insert(name.clone(), (file, table));
            }
            FileType::Entry(found) => {
                let collection = &found.collection;
                let known = self.entries.get(&collection.name).map(Vec::as_slice).unwrap_or_default();
                let id = file_name::entry_id(file, name, collection, known, sources, diagnostics);
                let written_slug = found.written_slug(&table);
                let span = Span::whole(file);
                let entry = Entry { id, file, table, span, written_slug, page: PageLanguage::Here };
                self.entries.entry(collection.name.clone()).or_default().push(entry);
            }
            FileType::Page(_) => {
                let has_path = table.get("path").is_some();
                let name = file_name::page_name(file, name, has_path, &self.pages, sources, diagnostics);
                self.pages.push(PageSource { name, file, table, page: PageLanguage::Here });
            }
        }
    }

    /// Reports a file that no type reads. References to the entry that it was probably intended to be aren't reported.
    fn add_misplaced(&mut self, file: FileId, path: &str, types: &Types, diagnostics: &mut Diagnostics) {
        let Some(intended) = file_name::check_place(file, path, types, diagnostics) else { return };
        if let Some((FileType::Entry(found), id)) = types.file_type(&intended) {
            self.misplaced.insert((found.collection.name.clone(), id.to_owned()));
        }
    }

    /// The single with a role.
    fn with_role<V: View>(&self, role: Role, types: &Types) -> Single<V> {
        types.with_role(role).map_or_else(Single::absent, |name| self.single(name, types))
    }

    /// The schedule with the weeks of seasons.
    fn schedule(&self, seasons: &Entries<SeasonFields>, types: &Types) -> Single<Schedule> {
        let mut single: Single<Schedule> = self.with_role(Role::Schedule, types);
        if let Some(schedule) = Arc::get_mut(&mut single.value) {
            schedule.add_seasons(seasons);
        }
        single
    }

    fn single<V: View>(&self, name: &Name, types: &Types) -> Single<V> {
        let (file, table) = match (self.singles.get(name), types.singles.get(name)) {
            (Some((file, table)), _) => (Some(*file), table.clone()),
            (None, Some(schema)) => (None, Table::fallback(schema)),
            (None, None) => (None, Arc::new(Table::empty())),
        };
        Single { file, value: Arc::new(V::view(&table)), table }
    }

    /// The entries of every collection: files of a folder, or rows of a single.
    fn collections(&mut self, types: &Types) -> BTreeMap<Name, Arc<Vec<Entry>>> {
        let mut collections = BTreeMap::new();
        for (name, found) in &types.collections {
            let mut entries = Vec::new();
            if let Some(listed) = &found.collection.listed {
                if let Some((file, table)) = self.singles.get(&listed.single) {
                    entries = rows(table.tables(&listed.key), *file);
                }
            } else if let Some(files) = self.entries.remove(name) {
                entries = files;
                entries.sort_by(|a, b| a.id.cmp(&b.id));
            }
            collections.insert(name.clone(), Arc::new(entries));
        }
        collections
    }
}

/// The rows of a list as entries. One whose id can't be read has an empty one.
fn rows<'t>(tables: impl Iterator<Item = &'t Arc<Table>>, file: FileId) -> Vec<Entry> {
    let mut rows = Vec::new();
    for table in tables {
        let (id, span) = match table.get("id") {
            Some(id) => (id.value.as_id().unwrap_or_default(), id.span),
            None => (String::new(), Span::NOWHERE),
        };
        let (id, table, page) = (id.into(), table.clone(), PageLanguage::Here);
        rows.push(Entry { id, file, table, span, written_slug: None, page });
    }
    rows
}

impl Content {
    fn of(
        mut files: DecodedFiles,
        types: &Arc<Types>,
        sources: &Arc<Sources>,
        references: Arc<References>,
    ) -> Self {
        let collections = files.collections(types);
        let seasons = viewed(Role::Season, types, &collections);
        Self {
            project: Arc::new(Project::new(sources.clone(), types.clone())),
            gym: files.single(&Name::from("site"), types),
            gym_file: sources.site_file(),
            navigation: files.with_role(Role::Navigation, types),
            schedule: files.schedule(&seasons, types),
            notices: files.with_role(Role::Notice, types),
            classes: viewed(Role::Class, types, &collections),
            trainers: viewed(Role::Trainer, types, &collections),
            plans: viewed(Role::Plan, types, &collections),
            branches: viewed(Role::Branch, types, &collections),
            forms: viewed(Role::Form, types, &collections),
            seasons,
            singles: files.singles.iter().map(|(name, (_, table))| (name.clone(), table.clone())).collect(),
            pages: files.pages,
            references,
            allows: files.allows,
            unreadable: files.unreadable,
            misplaced: files.misplaced,
            collections,
            lacks: Vec::new(),
            unwritten: Vec::new(),
            glossary: Glossary::default(),
            originals: Arc::default(),
            editions: Vec::new(),
        }
    }

    /// True if something could be read of the file.
    pub fn knows(&self, file: FileId) -> bool {
        !self.unreadable.contains(&file)
    }

    /// True if the project has the file of a single, readable or not.
    pub fn has_single(&self, name: &str) -> bool {
        self.singles.contains_key(name)
    }

    /// True if the site is published in a further language: one with a front page, and no draft.
    pub fn is_in_several_languages(&self, drafts: bool) -> bool {
        self.in_published_languages(drafts).nth(1).is_some()
    }

    /// The content in the main language, and in each further one that has a front page and isn't a draft.
    pub fn in_published_languages(&self, drafts: bool) -> impl Iterator<Item = &Self> {
        let editions = self.editions.iter().map(|edition| &**edition);
        let published = editions.filter(move |edition| {
            let mut pages = edition.pages.iter();
            let has_home = pages.any(|page| translation::is_home(page) && page.page.is_here(drafts));
            has_home && (drafts || !self.is_draft(edition))
        });
        std::iter::once(self).chain(published)
    }

    /// True if the list of languages calls this one a draft.
    fn is_draft(&self, edition: &Self) -> bool {
        let mut rows = self.gym.value.translations.iter();
        let row = rows.find(|row| row.language.value.as_str() == &*edition.project.types.language);
        row.is_some_and(|row| row.is_draft == Some(true))
    }

    /// The content in the main language, and in each further one.
    pub fn in_all_languages(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.editions.iter().map(|edition| &**edition))
    }

    /// The tables of all files. Rows of a single come twice, as its own and as entries.
    pub fn tables(&self) -> impl Iterator<Item = &Arc<Table>> {
        let entries = self.collections.values().flat_map(|entries| entries.iter().map(|entry| &entry.table));
        entries.chain(self.singles.values()).chain(self.pages.iter().map(|page| &page.table))
    }

    /// The table of the single with a role, if the project has its file.
    pub fn single_of(&self, role: Role) -> Option<&Arc<Table>> {
        self.singles.get(self.project.types.with_role(role)?)
    }

    /// The entries of the collection with a role.
    pub fn entries_of(&self, role: Role) -> &[Entry] {
        self.project.types.with_role(role).map_or(&[], |name| self.entries(name))
    }

    /// The entries of a collection; none if there is no such collection.
    pub fn entries(&self, collection: &str) -> &[Entry] {
        self.collections.get(collection).map(|entries| entries.as_slice()).unwrap_or_default()
    }
}
