//! New names for entries and pictures: that of the file or the row, and that in every place that refers to it. Nothing is
//! written while a rename is planned; a written rename can be undone with Git.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use toml::de::DeTable;

use crate::{
    build::Snapshot,
    content::{Content, Entry, EntryId, Redirect, toml_key},
    diagnostic::{
        Diagnostic, Diagnostics, Edit, Failure, FileId, Files, Severity, Span, code, nearest, splice,
    },
    edit::fix::{self, FileChange},
    routes::Routes,
    schema::{
        self, CollectionFiles as _, CollectionType, ListedIn, Role, Types,
        decode::{
            IMAGES, Reference, TomlDocument,
            value::{ImageFile, Link, is_kebab_case, kebab_case},
        },
        is_named,
    },
    site::Site,
    source::{SourceText, Sources, paths::extension},
};

/// The noun for a picture on the command line.
pub const PICTURE: &str = "picture";

/// The file with the redirects.
const REDIRECTS: &str = "content/site.toml";

#[derive(Clone, Copy, Debug)]
pub struct RenameRequest<'r> {
    /// The noun of the collection, such as `class`, or `picture`.
    pub noun: &'r str,
    /// The present id or file name.
    pub old: &'r str,
    /// The new id or file name.
    pub new: &'r str,
}

/// The changes that a rename consists of.
#[derive(Debug, Default)]
pub struct RenamePlan {
    /// The files that get another name: that of an entry with its translations, or a picture.
    pub moved: Vec<PathChange>,
    /// The files whose content changes, by their present paths.
    changes: Vec<FileChange>,
    pub references: usize,
    /// The old addresses, which get a redirect to the new ones.
    pub redirected: Vec<String>,
}

/// A path or an address before and after a rename.
#[derive(Debug)]
pub struct PathChange {
    pub from: String,
    pub to: String,
}

impl RenamePlan {
    /// The number of files that change besides those that get another name.
    pub fn changed_files(&self) -> usize {
        self.changes.iter().filter(|change| self.new_path(&change.before.path).is_none()).count()
    }

    /// The paths at which something is written, comes or goes.
    pub fn paths(&self) -> BTreeSet<String> {
        let changed = self.changes.iter().map(|change| change.before.path.to_string());
        let moved = self.moved.iter().flat_map(|PathChange { from, to }| [from.clone(), to.clone()]);
        changed.chain(moved).collect()
    }

    /// The new path of the file at `path`, if it gets one.
    fn new_path(&self, path: &str) -> Option<&str> {
        let moved = self.moved.iter().find(|moved| moved.from == path)?;
        Some(&moved.to)
    }

    /// The files that change, as they are in the end: those that get another name have their new paths.
    pub fn changes(&self) -> Vec<FileChange> {
        let mut changes = self.changes.clone();
        for FileChange { after, .. } in &mut changes {
            if let Some(path) = self.new_path(&after.path) {
                *after = Arc::new(SourceText::whole(path, &*after.text));
            }
        }
        changes
    }

    /// Writes the changes below `root`: first the contents of files, which are at their old paths, then the new names.
    ///
    /// # Errors
    /// If a file can't be written or renamed, or was changed since it was read: then all is as it was.
    pub fn write(&self, root: &Path) -> Result<(), Failure> {
        let moved = self.moved.iter().map(|PathChange { from, to }| (root.join(from), root.join(to)));
        let moved: Vec<(PathBuf, PathBuf)> = moved.collect();
        for (from, to) in &moved {
            // On a disk that ignores case, both may be names of the same file.
            if to.exists() && dunce::canonicalize(to).ok() != dunce::canonicalize(from).ok() {
                return Err(Failure::new(format!("{} is there already", to.display())));
            }
            // The new name of a picture may begin with that of a new folder.
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder).map_err(|error| Failure::io("make the folder", folder, &error))?;
            }
        }
        fix::write(root, &self.changes)?;
        for (at, (from, to)) in moved.iter().enumerate() {
            if let Err(error) = fs::rename(from, to) {
                self.take_back(root, moved.get(..at).unwrap_or_default());
                return Err(Failure::io("rename", from, &error));
            }
        }
        Ok(())
    }

    /// Puts back the names of files and the contents, as far as that is possible: the failure that led here is reported.
    fn take_back(&self, root: &Path, moved: &[(PathBuf, PathBuf)]) {
        for (from, to) in moved {
            let _ = fs::rename(to, from);
        }
        let changes = self.changes.iter();
        let changes = changes
            .map(|FileChange { before, after }| FileChange { before: after.clone(), after: before.clone() });
        let _ = fix::write(root, &changes.collect::<Vec<_>>());
    }
}

/// The failure of a rename that can't be done.
fn refused(message: impl Into<String>, help: impl Into<String>) -> Failure {
    Failure::new(message).help(help)
}

/// True for a mistake that could make a rename miss a reference.
pub fn is_in_the_way(diagnostic: &Diagnostic) -> bool {
    let names = [code::BAD_FILE_NAME, code::DUPLICATE_SLUG, code::PATH_COLLISION];
    diagnostic.severity == Severity::Error && !names.contains(&diagnostic.code)
}

/// The addresses of a site in all its languages, for a plan. Returns `None` if there is no site, or a mistake that could make a
/// rename miss a reference.
pub fn addresses<'s>(
    snapshot: Option<&'s Snapshot>,
    diagnostics: &Diagnostics,
) -> Option<Vec<EditionAddresses<'s>>> {
    let editions = snapshot.filter(|_| !diagnostics.iter().any(is_in_the_way))?.editions();
    Some(editions.map(|edition| EditionAddresses { site: &edition.site, routes: &edition.routes }).collect())
}

/// Plans a rename in a project without mistakes.
///
/// # Errors
/// If nothing has the old name, or the new name is taken or can't be an id or a file name.
pub fn plan(
    request: RenameRequest<'_>,
    sources: &Sources,
    content: &Content,
    editions: &[EditionAddresses<'_>],
) -> Result<RenamePlan, Failure> {
    if request.noun == PICTURE {
        return picture(request, sources, content);
    }
    let types = content.project.types.collections.values();
    let Some(collection_type) =
        types.clone().find(|collection_type| *collection_type.collection.nouns[0] == *request.noun)
    else {
        let nouns: Vec<&str> =
            types.map(|collection_type| &*collection_type.collection.nouns[0]).chain([PICTURE]).collect();
        let help = match nearest(request.noun, nouns.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("these can be renamed: {}", nouns.join(", ")),
        };
        return Err(refused(format!("nothing in this project is called \"{}\"", request.noun), help));
    };
    entry(request, collection_type, sources, content, editions)
}

fn entry(
    request: RenameRequest<'_>,
    collection_type: &CollectionType,
    sources: &Sources,
    content: &Content,
    editions: &[EditionAddresses<'_>],
) -> Result<RenamePlan, Failure> {
    let RenameRequest { noun, old, new } = request;
    let name = &collection_type.collection.name;
    let entries = content.collections.get(name).map(|entries| entries.as_slice()).unwrap_or_default();
    let is_row = collection_type.collection.listed.is_some();
    // The name of a file is looked for first: if it can't be an id, the entry has another id.
    let by_file_name = entries.iter().find(|entry| !is_row && file_name(entry, sources) == Some(old));
    let Some(entry) = by_file_name.or_else(|| entries.iter().find(|entry| *entry.id == *old)) else {
        let near = nearest(old, entries.iter().map(|entry| &*entry.id));
        let help = near.map_or_else(
            || format!("they are in {}", collection_type.collection.defined_in()),
            |near| format!("did you mean \"{near}\"?"),
        );
        return Err(refused(format!("there is no {noun} \"{old}\""), help));
    };
    let old = &*entry.id;
    let is_number = collection_type.collection.is_numbered();
    let is_id = if is_number {
        // `+12` and `012` would be other ids than the number that they are read as.
        new.parse::<u32>().is_ok_and(|number| number.to_string() == new)
    } else {
        is_kebab_case(new)
    };
    if !is_id {
        let intended = kebab_case(new);
        let help = if is_number {
            "its id is a number, such as 12".to_owned()
        } else if intended.is_empty() {
            "take lower-case letters, digits and hyphens".to_owned()
        } else {
            format!("take lower-case letters, digits and hyphens: \"{intended}\"")
        };
        return Err(refused(format!("\"{new}\" can't be the id of a {noun}"), help));
    }
    let is_misnamed = !is_row && file_name(entry, sources) != Some(old);
    // A misnamed file may get the name that its id suggests.
    let mut others = entries.iter().filter(|other| !is_misnamed || !std::ptr::eq(entry, *other));
    if others.any(|other| *other.id == *new) {
        return Err(refused(format!("there is a {noun} \"{new}\" already"), "take another id"));
    }
    let mut edits = Edits::default();
    let is_form = collection_type.role == Some(Role::Form);
    let addresses = Addresses { collection: name, old, new, editions };
    for content in content.in_all_languages() {
        edits.references(content, sources, |reference| match reference {
            Reference::Entry { collection, id } if **collection == **name && **id == *old => {
                Some((old.to_owned(), new.to_owned()))
            }
            Reference::Link { address, .. } if *address == form_link(old) && is_form => {
                Some((form_link(old).to_string(), form_link(new).to_string()))
            }
            Reference::Path(path) => addresses.renamed(path).map(|to| (path.to_string(), to)),
            _ => None,
        })?;
    }
    let mut plan = RenamePlan { references: edits.count(), ..RenamePlan::default() };
    if let Some(ListedIn { single, key, .. }) = &collection_type.collection.listed {
        edits.row_id(entry, old, new, sources)?;
        let main = schema::single_file(single);
        let editions = content.project.types.editions.iter();
        for (file, text) in editions.filter_map(|types| sources.text_at(&types.path_of_translation(&main)?)) {
            edits.key_in_translation(file, &text.text, Some(key), (old, new));
        }
    } else if let Some(source) = sources.get(entry.file) {
        let folder = source.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let to = format!("{folder}/{new}.{}", extension(&source.path));
        plan.moved = with_translations(PathChange { from: source.path.to_string(), to }, content, sources);
    }
    // An entry whose file name can't be an id never had a page.
    let moved = if is_misnamed { Vec::new() } else { addresses.own() };
    if let Some((file, _)) = sources.text_at(REDIRECTS).filter(|_| !moved.is_empty()) {
        edits.redirects(file, sources, content, &moved);
        plan.redirected = moved.into_iter().map(|address| address.from).collect();
    }
    plan.changes = edits.changes(sources, &content.project.types)?;
    Ok(plan)
}

/// The new name of a file of the main language, and those of its translations.
fn with_translations(moved: PathChange, content: &Content, sources: &Sources) -> Vec<PathChange> {
    let types = content.project.types.editions.iter();
    let translations = types.filter_map(|types| {
        let from = types.path_of_translation(&moved.from)?;
        let to = types.path_of_translation(&moved.to)?;
        sources.text_at(&from).is_some().then_some(PathChange { from, to })
    });
    let translations: Vec<PathChange> = translations.collect();
    std::iter::once(moved).chain(translations).collect()
}

/// The bytes of the first key that names a row of the table `list`, or without one, a picture anywhere in the file.
fn place_of_key(table: &DeTable<'_>, list: Option<&str>, name: &str) -> Option<Range<usize>> {
    let rows = match list {
        Some(list) => table.get(list)?.get_ref().as_table()?,
        None => table,
    };
    rows.iter().find_map(|(key, value)| {
        let inner = value.get_ref().as_table().filter(|_| list.is_none());
        let is_named = is_named(key.get_ref(), name);
        is_named.then(|| key.span()).or_else(|| place_of_key(inner?, None, name))
    })
}

fn form_link(id: &str) -> Arc<str> {
    Link::Form { id: id.into() }.as_written().into()
}

/// The name of the file of an entry, without its ending.
fn file_name<'s>(entry: &Entry, sources: &'s Sources) -> Option<&'s str> {
    let path = &*sources.get(entry.file)?.path;
    let name = path.rsplit('/').next()?;
    Some(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

fn picture(request: RenameRequest<'_>, sources: &Sources, content: &Content) -> Result<RenamePlan, Failure> {
    let RenameRequest { old, new, .. } = request;
    let (from, to) = (format!("{IMAGES}{old}"), format!("{IMAGES}{new}"));
    if sources.binary_at(&from).is_none() {
        let names = sources.binaries_below(IMAGES);
        let names: Vec<&str> = names.filter_map(|path| path.strip_prefix(IMAGES)).collect();
        let help = nearest(old, names)
            .map_or_else(|| format!("pictures are in {IMAGES}"), |near| format!("did you mean \"{near}\"?"));
        return Err(refused(format!("there is no picture \"{old}\""), help));
    }
    let end = extension(old).to_lowercase();
    if ImageFile::new(new).is_none() || extension(new).to_lowercase() != end {
        return Err(refused(
            format!("\"{new}\" can't be the name of this picture"),
            format!("take a file name that ends with .{end}, such as front-door.{end}"),
        ));
    }
    if sources.binary_at(&to).is_some() {
        return Err(refused(format!("there is a picture \"{new}\" already"), "take another name"));
    }
    let mut edits = Edits::default();
    for content in content.in_all_languages() {
        edits.references(content, sources, |reference| {
            let Reference::File(file) = reference else { return None };
            let file = file.as_str();
            // Content may store the accents of a name in another way than the name of the file.
            let is_missing = sources.binary_at(&format!("{IMAGES}{file}")).is_none();
            let is_same = file == old || is_missing && kebab_case(file) == kebab_case(old);
            is_same.then(|| (file.to_owned(), new.to_owned()))
        })?;
    }
    for folder in content.project.types.editions.iter().filter_map(|types| types.folder.as_deref()) {
        for (file, text) in sources.texts_below(&format!("content/{folder}/")) {
            edits.key_in_translation(file, &text.text, None, (old, new));
        }
    }
    Ok(RenamePlan {
        references: edits.count(),
        moved: vec![PathChange { from, to }],
        changes: edits.changes(sources, &content.project.types)?,
        redirected: Vec::new(),
    })
}

#[derive(Default)]
struct Edits(BTreeMap<FileId, Vec<Edit>>);

impl Edits {
    /// Adds an edit for each place of the references for which `change` gives the old and the new text.
    fn references(
        &mut self,
        content: &Content,
        sources: &Sources,
        change: impl Fn(&Reference) -> Option<(String, String)>,
    ) -> Result<(), Failure> {
        for (reference, places) in content.references.iter() {
            let Some((old, new)) = change(reference) else { continue };
            // A text with escapes is, as a whole, the place of each name in it.
            let mut times: BTreeMap<Span, usize> = BTreeMap::new();
            places.iter().for_each(|place| *times.entry(*place).or_default() += 1);
            for (place, times) in times {
                let edits = renamed(place, times, (&old, &new), sources);
                if edits.is_empty() {
                    let path = sources.path(place.file);
                    return Err(refused(
                        format!("{path} refers to \"{old}\" in a way that can't be changed"),
                        "`gympress check` shows whether something is wrong with that file",
                    ));
                }
                edits.into_iter().for_each(|edit| self.add(edit));
            }
        }
        Ok(())
    }

    fn add(&mut self, edit: Edit) {
        let edits = self.0.entry(edit.span.file).or_default();
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }

    /// Adds the edit of the id of a row.
    fn row_id(&mut self, entry: &Entry, old: &str, new: &str, sources: &Sources) -> Result<(), Failure> {
        let id = entry.table.get("id").map(|id| id.span);
        let Some(edit) = id.and_then(|id| Edit::rename(id, old, new, sources)) else {
            return Err(refused(
                format!("the id \"{old}\" is written in a way that can't be changed"),
                format!("write it as id = \"{old}\" first"),
            ));
        };
        self.add(edit);
        Ok(())
    }

    /// Adds an edit for each place of a key of a translation that names a row of `list`, or without one, a picture.
    fn key_in_translation(&mut self, file: FileId, text: &str, list: Option<&str>, (old, new): (&str, &str)) {
        let mut rest = text.to_owned();
        loop {
            let (table, _) = DeTable::parse_recoverable(&rest);
            let Some(at) = place_of_key(table.get_ref(), list, old) else { return };
            // The key may stand in further headers. This one is overwritten by hyphens, which no id and no file is called.
            rest.replace_range(at.clone(), &"-".repeat(at.len()));
            self.add(Edit::new(Span::new(file, at), toml_key(new)));
        }
    }

    /// Adds a redirect from each old address to the new one. Redirects to the old address get the new one as target. A redirect
    /// away from the new address, as after an earlier rename, is turned round.
    fn redirects(&mut self, file: FileId, sources: &Sources, content: &Content, moved: &[PathChange]) {
        let mut added = Vec::new();
        for PathChange { from, to } in moved {
            let mut is_there = false;
            for Redirect { from: source, to: target, .. } in
                content.gym.value.redirects.iter().map(|it| &**it)
            {
                if source.span.file != file {
                    continue;
                }
                let renamed = Edit::rename(target.span, from, to, sources);
                let leads_away = source.value.as_str() == to;
                is_there |= leads_away || source.value.as_str() == from;
                if leads_away {
                    self.add(Edit::new(source.span, quoted(from)));
                    self.add(renamed.unwrap_or_else(|| Edit::new(target.span, quoted(to))));
                } else if let Some(edit) = renamed {
                    self.add(edit);
                }
            }
            if !is_there {
                added.push(vec![("from", quoted(from)), ("to", quoted(to))]);
            }
        }
        let pushed = TomlDocument::new(file, sources.text(file)).push("redirect", &added);
        pushed.into_iter().flat_map(|fix| fix.edits).for_each(|edit| self.add(edit));
    }

    fn count(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// The files as they are after the edits.
    ///
    /// # Errors
    /// If one of them would have a mistake then.
    fn changes(self, sources: &Sources, types: &Types) -> Result<Vec<FileChange>, Failure> {
        let mut changes = Vec::new();
        for (file, edits) in self.0 {
            let change = changed_file(file, edits, sources, types).ok_or_else(|| {
                refused(
                    format!("{} is written in a way that can't be changed", sources.path(file)),
                    "rename the file and what refers to it by hand; `gympress check` says what is missing",
                )
            })?;
            changes.push(change);
        }
        Ok(changes)
    }
}

/// The edits of a name that stands at a place so many times, from the last one on; fewer if it doesn't.
fn renamed(place: Span, times: usize, (old, new): (&str, &str), sources: &Sources) -> Vec<Edit> {
    let (mut edits, mut rest) = (Vec::new(), place);
    while edits.len() < times
        && let Some(edit) = Edit::rename(rest, old, new, sources)
    {
        rest = Span { end: edit.span.start, ..rest };
        edits.push(edit);
    }
    edits
}

/// The file with these edits. Returns `None` if it has a mistake then.
fn changed_file(file: FileId, mut edits: Vec<Edit>, sources: &Sources, types: &Types) -> Option<FileChange> {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let before = sources.get(file)?.clone();
    let after = Arc::new(SourceText::whole(before.path.clone(), splice(&before.text, &edits)?));
    let decoded = types.decode(file, &after);
    let mut diagnostics = decoded.iter().flat_map(|decoded| decoded.diagnostics.iter());
    if diagnostics.any(|diagnostic| diagnostic.severity == Severity::Error) {
        return None;
    }
    Some(FileChange { before, after })
}

fn quoted(path: &str) -> String {
    format!("\"{path}\"")
}

/// The site in one language, and its addresses.
pub struct EditionAddresses<'e> {
    pub site: &'e Site,
    pub routes: &'e Routes,
}

/// The addresses that come from the id of an entry.
struct Addresses<'p> {
    collection: &'p str,
    old: &'p str,
    new: &'p str,
    /// The main language first.
    editions: &'p [EditionAddresses<'p>],
}

impl Addresses<'_> {
    /// The address that `path` becomes. Returns `None` if it isn't one of the entry.
    fn renamed(&self, path: &str) -> Option<String> {
        let entry = self.editions.first()?.routes.get(path)?.entry();
        entry.is_some_and(|entry| self.is_entry(&entry)).then(|| self.with_new_id(path))
    }

    /// The addresses of the entry's own page, calendar and feed that change. Further pages of a list are left out: visitors
    /// reach them from the first page.
    fn own(&self) -> Vec<PathChange> {
        let mut changes = Vec::new();
        let routes = self.editions.iter().flat_map(|edition| {
            edition.routes.iter().map(|route| (route, edition.site.address_in_site(route.path())))
        });
        for (route, path) in routes {
            let list = route.page().and_then(|page| page.place.list.as_ref());
            let is_further_page = list.is_some_and(|list| list.number != 1);
            if is_further_page || !route.entry().is_some_and(|entry| self.is_entry(&entry)) {
                continue;
            }
            let change = PathChange { to: self.with_new_id(&path), from: path };
            if change.from != change.to {
                changes.push(change);
            }
        }
        changes
    }

    fn is_entry(&self, EntryId { collection, id }: &EntryId) -> bool {
        **collection == *self.collection && **id == *self.old
    }

    /// `path` with the new id in the place of the old one: a page, what is below it, or a calendar. A folder above it may be
    /// called like the entry, as in `/gallery/gallery/`.
    fn with_new_id(&self, path: &str) -> String {
        let mut segments: Vec<String> = path.split('/').map(str::to_owned).collect();
        for segment in segments.iter_mut().rev() {
            if let Some(end @ ("" | ".ics")) = segment.strip_prefix(self.old) {
                *segment = format!("{}{end}", self.new);
                break;
            }
        }
        segments.join("/")
    }
}
