//! Entries and pictures get another name: their file or row, and every place that refers to them. Nothing is written while
//! a rename is planned; what is written can be undone with Git.

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use crate::{
    content::{Content, Entry, Redirect},
    diagnostic::{Diagnostic, Edit, Failure, FileId, Files, Severity, code, nearest, splice},
    edit::fix::{self, FileChange},
    routes::{EntryId, Route, Routes},
    schema::{
        self, CollectionType, Types,
        decode::{
            Document, IMAGES, Reference,
            value::{ImageFile, is_kebab_case, kebab_case},
        },
    },
    source::{SourceText, Sources, paths::extension},
};

/// What one picture is called on the command line.
pub const PICTURE: &str = "picture";

/// The file in which redirects stand.
const REDIRECTS: &str = "content/site.toml";

#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// What an entry of its collection is called, such as `class`, or `picture`.
    pub noun: &'r str,
    /// The id or file name that it has.
    pub old: &'r str,
    /// The one that it shall have.
    pub new: &'r str,
}

/// All that a rename does.
#[derive(Debug, Default)]
pub struct Plan {
    /// A file that gets another name, and the name.
    pub moved: Option<(String, String)>,
    /// Files that say something else then, by the names that they have now.
    changes: Vec<FileChange>,
    pub references: usize,
    /// The addresses that lead on to the new ones then.
    pub redirected: Vec<String>,
}

impl Plan {
    /// How many files besides the one that moves are changed.
    pub fn changed_files(&self) -> usize {
        self.changes.iter().filter(|change| !self.moves(&change.before.path)).count()
    }

    fn moves(&self, path: &str) -> bool {
        self.moved.as_ref().is_some_and(|(from, _)| from == path)
    }

    /// What files say in the end. The one that moves has its new path.
    pub fn changes(&self) -> Vec<FileChange> {
        let path = |path: &str| match &self.moved {
            Some((from, to)) if from == path => to.clone(),
            _ => path.to_owned(),
        };
        let change = |change: &FileChange| FileChange {
            before: change.before.clone(),
            after: Arc::new(SourceText::whole(path(&change.after.path), &*change.after.text)),
        };
        self.changes.iter().map(change).collect()
    }

    /// Writes it below `root`: files that say something else, then the file that gets another name.
    ///
    /// # Errors
    /// If a file can't be written, or is another one since it was read.
    pub fn write(&self, root: &Path) -> Result<(), Failure> {
        let Some((from, to)) = &self.moved else { return fix::write(root, &self.changes) };
        let (from, to) = (root.join(from), root.join(to));
        let canonical = |path: &Path| dunce::canonicalize(path).ok();
        // On a disk that doesn't tell capitals from small letters, both may be names of the same file.
        if to.exists() && canonical(&to) != canonical(&from) {
            return Err(Failure::new(format!("{} is there already", to.display())));
        }
        fix::write(root, &self.changes)?;
        fs::rename(&from, &to).map_err(|error| Failure::io("rename", &from, &error))
    }
}

/// Why something can't be renamed like that.
fn refused(message: impl Into<String>, help: impl Into<String>) -> Failure {
    Failure::new(message).help(help)
}

/// True for a mistake because of which a rename could miss a reference.
pub fn is_in_the_way(diagnostic: &Diagnostic) -> bool {
    let names = [code::BAD_FILE_NAME, code::DUPLICATE_SLUG, code::PATH_COLLISION];
    diagnostic.severity == Severity::Error && !names.contains(&diagnostic.code)
}

/// Finds all that a rename changes in a project without mistakes.
///
/// # Errors
/// If there is nothing of that name, or the new one is taken or can't be one.
pub fn plan(
    request: Request<'_>,
    sources: &Sources,
    content: &Content,
    routes: &Routes,
) -> Result<Plan, Failure> {
    if request.noun == PICTURE {
        return picture(request, sources, content);
    }
    let types = content.types.collections.values();
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
    entry(request, collection_type, sources, content, routes)
}

fn entry(
    request: Request<'_>,
    collection_type: &CollectionType,
    sources: &Sources,
    content: &Content,
    routes: &Routes,
) -> Result<Plan, Failure> {
    let Request { noun, old, new } = request;
    let name = &collection_type.collection.name;
    let entries = content.collections.get(name).map(|entries| entries.as_slice()).unwrap_or_default();
    let is_row = collection_type.collection.listed.is_some();
    // A file whose name can't be an id has its name as an id, too.
    let is_named = |entry: &&Entry| !is_row && file_name(entry, sources) == Some(old);
    let by_id = || entries.iter().find(|entry| *entry.id == *old);
    let Some(entry) = entries.iter().find(is_named).or_else(by_id) else {
        let near = nearest(old, entries.iter().map(|entry| &*entry.id));
        let help = near.map_or_else(
            || format!("content/{name} has all there are"),
            |near| format!("did you mean \"{near}\"?"),
        );
        return Err(refused(format!("there is no {noun} \"{old}\""), help));
    };
    let old = &*entry.id;
    let is_number = matches!(entry.table.get("id").map(|id| &id.value), Some(schema::Data::Integer(_)));
    let is_id = if is_number { new.parse::<u32>().is_ok() } else { is_kebab_case(new) };
    if !is_id {
        let help = match kebab_case(new) {
            _ if is_number => "its id is a number, such as 12".to_owned(),
            intended if intended.is_empty() => "take lower-case letters, digits and hyphens".to_owned(),
            intended => format!("take lower-case letters, digits and hyphens: \"{intended}\""),
        };
        return Err(refused(format!("\"{new}\" can't be the id of a {noun}"), help));
    }
    let is_misnamed = !is_row && file_name(entry, sources) != Some(old);
    let is_taken = |other: &Entry| *other.id == *new && !(is_misnamed && std::ptr::eq(entry, other));
    if entries.iter().any(is_taken) {
        return Err(refused(format!("there is a {noun} \"{new}\" already"), "take another id"));
    }
    let mut edits = Edits::default();
    let addresses = Addresses { collection: name, old, new, routes };
    edits.references(content, sources, |reference| match reference {
        Reference::Entry { collection, id } if **collection == **name && **id == *old => {
            Some((old.to_owned(), new.to_owned()))
        }
        Reference::Page(path) => addresses.renamed(path).map(|to| (path.to_string(), to)),
        _ => None,
    })?;
    let mut plan = Plan { references: edits.count(), ..Plan::default() };
    if is_row {
        edits.row_id(entry, old, new, sources)?;
    } else if let Some(source) = sources.get(entry.file) {
        let folder = source.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        plan.moved = Some((source.path.to_string(), format!("{folder}/{new}.{}", extension(&source.path))));
    }
    // What can't be an id never had a page.
    let moved = if is_misnamed { Vec::new() } else { addresses.own() };
    if let Some((file, _)) = sources.text_at(REDIRECTS).filter(|_| !moved.is_empty()) {
        edits.redirects(file, sources, content, &moved);
        plan.redirected = moved.into_iter().map(|(from, _)| from).collect();
    }
    plan.changes = edits.changes(sources, &content.types)?;
    Ok(plan)
}

/// The name of the file of an entry, without its ending.
fn file_name<'s>(entry: &Entry, sources: &'s Sources) -> Option<&'s str> {
    let path = &*sources.get(entry.file)?.path;
    let name = path.rsplit('/').next()?;
    Some(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

fn picture(request: Request<'_>, sources: &Sources, content: &Content) -> Result<Plan, Failure> {
    let Request { old, new, .. } = request;
    let path = |name: &str| format!("{}{name}", IMAGES);
    if sources.binary_at(&path(old)).is_none() {
        let names = sources.binaries_below(IMAGES);
        let names: Vec<&str> = names.filter_map(|path| path.strip_prefix(IMAGES)).collect();
        let help = nearest(old, names).map_or_else(
            || format!("pictures are in {}", IMAGES),
            |near| format!("did you mean \"{near}\"?"),
        );
        return Err(refused(format!("there is no picture \"{old}\""), help));
    }
    let end = extension(old).to_lowercase();
    if ImageFile::new(new).is_none() || extension(new).to_lowercase() != end {
        return Err(refused(
            format!("\"{new}\" can't be the name of this picture"),
            format!("take a file name that ends with .{end}, such as front-door.{end}"),
        ));
    }
    if sources.binary_at(&path(new)).is_some() {
        return Err(refused(format!("there is a picture \"{new}\" already"), "take another name"));
    }
    let mut edits = Edits::default();
    // Content may write letters with accents otherwise than the file's name does.
    let is_same = |file: &str| {
        file == old || sources.binary_at(&path(file)).is_none() && kebab_case(file) == kebab_case(old)
    };
    edits.references(content, sources, |reference| match reference {
        Reference::File(file) if is_same(file.as_str()) => Some((file.as_str().to_owned(), new.to_owned())),
        _ => None,
    })?;
    Ok(Plan {
        references: edits.count(),
        moved: Some((path(old), path(new))),
        changes: edits.changes(sources, &content.types)?,
        redirected: Vec::new(),
    })
}

#[derive(Default)]
struct Edits(BTreeMap<FileId, Vec<Edit>>);

impl Edits {
    /// Adds an edit for each place of the references for which `change` gives what is written there, and what shall be.
    fn references(
        &mut self,
        content: &Content,
        sources: &Sources,
        change: impl Fn(&Reference) -> Option<(String, String)>,
    ) -> Result<(), Failure> {
        for (reference, places) in content.references.iter() {
            let Some((old, new)) = change(reference) else { continue };
            for place in places {
                let Some(edit) = Edit::rename(*place, &old, &new, sources) else {
                    let path = sources.path(place.file);
                    return Err(refused(
                        format!("{path} refers to \"{old}\" in a way that can't be changed"),
                        "`gympress check` shows whether something is wrong with that file",
                    ));
                };
                self.add(edit);
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

    /// Adds a redirect from each old address to the new one, to which those that led to the old one lead then. One that leads away
    /// from the new address, as after an earlier rename, is turned round.
    fn redirects(&mut self, file: FileId, sources: &Sources, content: &Content, moved: &[(String, String)]) {
        let quoted = |path: &str| format!("\"{path}\"");
        let mut added = Vec::new();
        for (from, to) in moved {
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
        let pushed = Document::new(file, sources.text(file)).push("redirect", &added);
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
        let change = |(file, mut edits): (FileId, Vec<Edit>)| {
            edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
            let before = sources.get(file)?.clone();
            let after = Arc::new(SourceText::whole(before.path.clone(), splice(&before.text, &edits)?));
            let decoded = types.decode(file, &after);
            let errors = decoded.iter().flat_map(|decoded| decoded.diagnostics.iter());
            let is_right = errors.clone().all(|diagnostic| diagnostic.severity != Severity::Error);
            is_right.then_some(FileChange { before, after })
        };
        let changes = self.0.into_iter().map(|(file, edits)| {
            change((file, edits)).ok_or_else(|| {
                refused(
                    format!("{} is written in a way that can't be changed", sources.path(file)),
                    "rename the file and what refers to it by hand; `gympress check` says what is missing",
                )
            })
        });
        changes.collect()
    }
}

/// The addresses that come from the id of an entry.
struct Addresses<'p> {
    collection: &'p str,
    old: &'p str,
    new: &'p str,
    routes: &'p Routes,
}

impl Addresses<'_> {
    /// The address that `path` becomes. Returns `None` if it stays.
    fn renamed(&self, path: &str) -> Option<String> {
        let entry = self.routes.get(path)?.entry();
        entry.is_some_and(|entry| self.is_entry(entry)).then(|| self.with_new_id(path))
    }

    /// The addresses of the entry's own page, calendar and feed, as far as it has them, each with the one that follows it. Visitors
    /// reach further pages of a list from its first one.
    fn own(&self) -> Vec<(String, String)> {
        let is_own = |route: &&Route| route.entry().is_some_and(|entry| self.is_entry(entry));
        let is_first = |route: &&Route| {
            let list = route.page().and_then(|page| page.list.as_ref());
            list.is_none_or(|list| list.number == 1)
        };
        let own = self.routes.iter().filter(is_own).filter(is_first);
        let moved = own.map(|route| (route.path().to_string(), self.with_new_id(route.path())));
        moved.filter(|(from, to)| from != to).collect()
    }

    fn is_entry(&self, EntryId { collection, id }: &EntryId) -> bool {
        **collection == *self.collection && **id == *self.old
    }

    /// `path` with the new id in the place of the old one.
    fn with_new_id(&self, path: &str) -> String {
        let segment = |segment: &str| match segment.strip_prefix(self.old) {
            Some("") => self.new.to_owned(),
            Some(rest) if rest.starts_with('.') => format!("{}{rest}", self.new),
            _ => segment.to_owned(),
        };
        path.split('/').map(segment).collect::<Vec<_>>().join("/")
    }
}
