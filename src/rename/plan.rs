//! The plan of a rename: which file moves, and which references change.

use std::{ops::Range, sync::Arc};

use super::{
    Plan, Refusal, Request,
    addresses::Addresses,
    edits::{Edits, place_of},
};
use crate::{
    content::{Content, Entry},
    decode::{
        Reference, line_end,
        value::{ImageFile, is_kebab_case, kebab_case},
    },
    diagnostic::{Edit, Span, line_start_before, nearest, splice},
    fix::FileChange,
    paths::extension,
    routes::Routes,
    schema::{self, CollectionType, WAS},
    source::{SourceText, Sources},
};

/// What one picture is called on the command line.
const PICTURE: &str = "picture";

/// Finds all that a rename changes in a project without mistakes.
///
/// # Errors
/// If there is nothing of that name, or the new one is taken or can't be one.
pub fn plan(
    request: Request<'_>,
    sources: &Sources,
    content: &Content,
    routes: &Routes,
) -> Result<Plan, Refusal> {
    if request.noun == PICTURE {
        return picture(request, sources, content);
    }
    let types = content.types.collections.values();
    let Some(found) = types.clone().find(|found| *found.collection.nouns[0] == *request.noun) else {
        let nouns: Vec<&str> = types.map(|found| &*found.collection.nouns[0]).chain([PICTURE]).collect();
        let help = match nearest(request.noun, nouns.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("these can be renamed: {}", nouns.join(", ")),
        };
        return Err(Refusal::new(format!("nothing in this project is called \"{}\"", request.noun), help));
    };
    entry(request, found, sources, content, routes)
}

fn entry(
    request: Request<'_>,
    found: &CollectionType,
    sources: &Sources,
    content: &Content,
    routes: &Routes,
) -> Result<Plan, Refusal> {
    let Request { noun, old, new, keeps_old } = request;
    let name = &found.collection.name;
    let entries = content.collections.get(name).map(|entries| entries.as_slice()).unwrap_or_default();
    let is_row = found.collection.listed.is_some();
    // A file whose name can't be an id has its name as an id, too.
    let is_file = |entry: &&Entry| !is_row && file_name(entry, sources) == Some(old);
    let by_id = || entries.iter().find(|entry| *entry.id == *old);
    let Some(entry) = entries.iter().find(is_file).or_else(by_id) else {
        let near = nearest(old, entries.iter().map(|entry| &*entry.id));
        let help = near.map_or_else(
            || format!("`gympress routes` and content/{name} show what there is"),
            |near| format!("did you mean \"{near}\"?"),
        );
        return Err(Refusal::new(format!("there is no {noun} \"{old}\""), help));
    };
    let request = Request { old: &entry.id, ..request };
    let old = request.old;
    let is_number = matches!(entry.table.get("id").map(|id| &id.value), Some(schema::Data::Integer(_)));
    let is_id = if is_number { new.parse::<u32>().is_ok() } else { is_kebab_case(new) };
    if !is_id {
        let help = match kebab_case(new) {
            _ if is_number => "its id is a number, such as 12".to_owned(),
            meant if meant.is_empty() => "take lower-case letters, digits and hyphens".to_owned(),
            meant => format!("take lower-case letters, digits and hyphens: \"{meant}\""),
        };
        return Err(Refusal::new(format!("\"{new}\" can't be the id of a {noun}"), help));
    }
    let is_misnamed = !is_row && file_name(entry, sources) != Some(old);
    let is_taken = |other: &Entry| match std::ptr::eq(entry, other) {
        true => !is_misnamed,
        false => is_row || !is_unfinished(entry, other, sources),
    };
    if entries.iter().any(|other| *other.id == *new && is_taken(other)) {
        return Err(Refusal::new(format!("there is a {noun} \"{new}\" already"), "take another id"));
    }
    let mut edits = Edits::default();
    let addresses = Addresses { collection: name, old, new, entry, routes };
    edits.references(content, sources, |reference| match reference {
        Reference::Entry { collection, id } if **collection == **name && **id == *old => {
            Some((old.to_owned(), new.to_owned()))
        }
        Reference::Page(path) => addresses.renamed(path).map(|to| (path.to_string(), to)),
        Reference::Entry { .. } | Reference::Image(_) | Reference::Placeholder | Reference::Word(_) => None,
    })?;
    let mut plan = Plan { references: edits.count(), ..Plan::default() };
    // What can't be an id can't be an older one either, and no page was ever there.
    let can_be_kept = (is_number || is_kebab_case(old)) && !is_misnamed;
    plan.redirected = addresses.own().filter(|_| can_be_kept);
    let keeps_old = (keeps_old || plan.redirected.is_some()) && can_be_kept;
    if is_row {
        row(entry, request, keeps_old, edits, sources, &mut plan)?;
    } else {
        file(entry, request, keeps_old, edits, sources, &mut plan)?;
    }
    Ok(plan)
}

/// The name of the file of an entry, without its ending.
fn file_name<'s>(entry: &Entry, sources: &'s Sources) -> Option<&'s str> {
    let path = &*sources.get(entry.file)?.path;
    let name = path.rsplit('/').next()?;
    Some(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

/// True if `new` is a copy of the file of `old` that a rename left which was interrupted.
fn is_unfinished(old: &Entry, new: &Entry, sources: &Sources) -> bool {
    let text = |entry: &Entry| sources.get(entry.file).map(|source| &source.text);
    text(old).is_some() && text(old) == text(new)
}

/// An entry with a file of its own. Its copy under the new name is there before references are changed, and the old
/// file goes after that: whenever this is interrupted, every reference leads somewhere.
fn file(
    entry: &Entry,
    request: Request<'_>,
    keeps_old: bool,
    mut edits: Edits,
    sources: &Sources,
    plan: &mut Plan,
) -> Result<(), Refusal> {
    let Some(source) = sources.get(entry.file) else { return Err(unreadable(request)) };
    let (folder, name) = source.path.rsplit_once('/').unwrap_or(("", &source.path));
    let extension = extension(name);
    let to = format!("{folder}/{}.{extension}", request.new);
    // What refers to itself.
    let own = edits.take(entry.file);
    // The new id can't be an older one of another entry as well.
    let without_new = older_ids(entry, request, false, source, None);
    plan.first = without_new.as_ref().and_then(|edit| {
        let after = SourceText::whole(source.path.clone(), splice(&source.text, [edit])?);
        Some(FileChange { before: source.clone(), after: Arc::new(after) })
    });
    let text = splice(&source.text, &with(own.clone(), without_new)).ok_or_else(|| unreadable(request))?;
    let with_older = splice(&source.text, &with(own, older_ids(entry, request, keeps_old, source, None)));
    let with_older = with_older.ok_or_else(|| unreadable(request))?;
    plan.last = (with_older != text).then(|| (to.clone(), with_older));
    plan.moved_text = Some(Arc::new(SourceText::whole(to.as_str(), text)));
    plan.moved = Some((source.path.to_string(), to));
    plan.changes = edits.changes(sources).ok_or_else(|| unreadable(request))?;
    Ok(())
}

/// A row of a file. It has its old id until all references are changed.
fn row(
    entry: &Entry,
    request: Request<'_>,
    keeps_old: bool,
    mut edits: Edits,
    sources: &Sources,
    plan: &mut Plan,
) -> Result<(), Refusal> {
    let (Some(source), Some(id)) = (sources.get(entry.file), entry.table.get("id")) else {
        return Err(unreadable(request));
    };
    let written = source.text.get(id.span.range()).unwrap_or_default();
    let place = place_of(request.old, written).ok_or_else(|| {
        Refusal::new(
            format!(
                "{} has the id \"{}\" written as {written}, which can't be changed",
                source.path, request.old
            ),
            format!("write it as id = \"{}\" first", request.old),
        )
    })?;
    let start = id.span.start as usize;
    let renamed = Edit::at(id.span.file, start + place.start..start + place.end, request.new);
    let mut own = edits.take(entry.file);
    own.push(renamed);
    let first = with(own.clone(), older_ids(entry, request, true, source, Some(id.span)));
    let last = with(own, older_ids(entry, request, keeps_old, source, Some(id.span)));
    let text = |edits: &[Edit]| splice(&source.text, edits).ok_or_else(|| unreadable(request));
    let (first, last) = (text(&first)?, text(&last)?);
    plan.changes = edits.changes(sources).ok_or_else(|| unreadable(request))?;
    plan.last = (first != last).then(|| (source.path.to_string(), last));
    let after = Arc::new(SourceText::whole(source.path.clone(), first));
    // Before the files that refer to it.
    plan.changes.insert(0, FileChange { before: source.clone(), after });
    Ok(())
}

fn picture(request: Request<'_>, sources: &Sources, content: &Content) -> Result<Plan, Refusal> {
    let Request { old, new, .. } = request;
    let path = |name: &str| format!("{}{name}", ImageFile::FOLDER);
    if sources.binary_at(&path(old)).is_none() {
        let names = sources.binaries_below(ImageFile::FOLDER);
        let names: Vec<&str> = names.filter_map(|path| path.strip_prefix(ImageFile::FOLDER)).collect();
        let help = nearest(old, names).map_or_else(
            || format!("pictures are in {}", ImageFile::FOLDER),
            |near| format!("did you mean \"{near}\"?"),
        );
        return Err(Refusal::new(format!("there is no picture \"{old}\""), help));
    }
    let end = extension(old).to_lowercase();
    if ImageFile::new(new).is_none() || extension(new).to_lowercase() != end {
        return Err(Refusal::new(
            format!("\"{new}\" can't be the name of this picture"),
            format!("take a file name that ends with .{end}, such as front-door.{end}"),
        ));
    }
    let copied = |path: &str| sources.binary_at(path).and_then(|binary| binary.hash().ok());
    if let Some(taken) = copied(&path(new))
        && copied(&path(old)) != Some(taken)
    {
        return Err(Refusal::new(format!("there is a picture \"{new}\" already"), "take another name"));
    }
    let mut edits = Edits::default();
    // Content may write letters with accents otherwise than the file's name does.
    let is_same = |file: &str| {
        file == old || sources.binary_at(&path(file)).is_none() && kebab_case(file) == kebab_case(old)
    };
    edits.references(content, sources, |reference| match reference {
        Reference::Image(file) if is_same(file.as_str()) => Some((file.as_str().to_owned(), new.to_owned())),
        Reference::Image(_)
        | Reference::Entry { .. }
        | Reference::Page(_)
        | Reference::Placeholder
        | Reference::Word(_) => None,
    })?;
    Ok(Plan {
        references: edits.count(),
        moved: Some((path(old), path(new))),
        changes: edits.changes(sources).ok_or_else(|| unreadable(request))?,
        ..Plan::default()
    })
}

/// These edits and one more, in order.
fn with(mut edits: Vec<Edit>, more: Option<Edit>) -> Vec<Edit> {
    edits.extend(more);
    edits.sort_by_key(|edit| edit.span.start);
    edits
}

/// What changes in the older ids of the entry. `id` is where a row says its id.
fn older_ids(
    entry: &Entry,
    request: Request<'_>,
    keeps_old: bool,
    source: &SourceText,
    id: Option<Span>,
) -> Option<Edit> {
    let known: Vec<String> = entry.table.list(WAS).iter().filter_map(|id| id.value.as_id()).collect();
    let mut ids: Vec<&str> = known.iter().map(String::as_str).filter(|id| *id != request.new).collect();
    if keeps_old {
        ids.push(request.old);
    }
    if ids == known {
        return None;
    }
    let ids: Vec<String> = ids.iter().map(|id| format!("\"{id}\"")).collect();
    let list = format!("[{}]", ids.join(", "));
    if let Some(known) = entry.table.get(WAS) {
        let line = line_of(&source.text, known.span.start as usize);
        // A line with nothing else is removed.
        let is_alone = source.text.get(line.clone()).is_some_and(|line| line.trim_start().starts_with(WAS));
        return Some(match ids.is_empty() && is_alone {
            true => Edit::at(entry.file, line, ""),
            false => Edit::new(known.span, list),
        });
    }
    let end = line_end(&source.text);
    Some(match id {
        None => {
            let at = first_statement(&source.text);
            Edit::at(entry.file, at..at, format!("{WAS} = {list}{end}"))
        }
        Some(id) => {
            let at = id.end as usize;
            let rest = source.text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
            let is_line = rest.trim().is_empty() || rest.trim_start().starts_with('#');
            match is_line {
                true => {
                    let at = line_of(&source.text, at).end;
                    Edit::at(entry.file, at..at, format!("{WAS} = {list}{end}"))
                }
                false => Edit::at(entry.file, at..at, format!(", {WAS} = {list}")),
            }
        }
    })
}

/// The line around `at`, with its end.
fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = line_start_before(text, at);
    let end = text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at + end + 1);
    start..end
}

/// Where the first line begins that isn't a comment.
fn first_statement(text: &str) -> usize {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
            return at;
        }
        at += line.len();
    }
    at
}

fn unreadable(request: Request<'_>) -> Refusal {
    Refusal::new(
        format!("the {} \"{}\" can't be renamed, as its file can't be read", request.noun, request.old),
        "`gympress check` shows what is wrong with it",
    )
}
