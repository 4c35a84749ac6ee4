//! `gympress schema`

use std::{fs, io, path::Path, sync::Arc};

use super::{Status, Streams, arguments::SchemaArgs, project};
use crate::{
    content::Content,
    diagnostic::{Diagnostics, Failure},
    schema::{self, OwnPage, Schema, Types},
    site::EntryIndex,
    source::file_write,
};

pub(super) fn run(options: &SchemaArgs, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    // Other commands report mistakes in content; schemas help to correct them.
    let mut diagnostics = Diagnostics::default();
    let content = project::decode(&options.root.root, &mut diagnostics)?;
    if options.typescript {
        let _ = write!(streams.out, "{}", schema::interfaces(&content.project.types));
        return Ok(Status::Done);
    }
    if options.docs {
        let _ = write!(streams.out, "{}", schema::reference(&content.project.types));
        return Ok(Status::Done);
    }
    let folder = options.out.clone().unwrap_or_else(|| options.root.root.join(FOLDER));
    fs::create_dir_all(&folder).map_err(|error| Failure::io("make the folder", &folder, &error))?;
    let (all, written) = write(&folder, &content)?;
    let _ = writeln!(streams.out, "{all} schemas in {}, {written} changed", folder.display());
    Ok(Status::Done)
}

/// The name of the schema of files of words, which are in a folder of the theme.
const WORDS: &str = "words";

/// The folder in which editors look for schemas.
const FOLDER: &str = "content/.schema";

/// Updates the schemas of a project that has any, as entries and pictures may have been added or removed.
///
/// # Errors
/// If they can't be written.
pub(super) fn refresh(content: &Content) -> Result<(), Failure> {
    let folder = content.project.sources.root().join(FOLDER);
    if folder.is_dir() { write(&folder, content).map(drop) } else { Ok(()) }
}

/// Like [`refresh`], and makes the schemas of a project that has none, for somebody who edits it.
///
/// # Errors
/// If they can't be written.
pub(super) fn create(content: &Content) -> Result<(), Failure> {
    let folder = content.project.sources.root().join(FOLDER);
    if !folder.is_dir()
        && let Err(error) = fs::create_dir(&folder)
        // The content was moved away. A folder with only schemas must not take its place.
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(Failure::io("make the folder", &folder, &error));
    }
    refresh(content)
}

/// Reports that the schemas couldn't be updated, which stops nothing: the site doesn't need them.
pub(super) fn report(refreshed: Result<(), Failure>, streams: &mut Streams<'_>) {
    if let Err(failure) = refreshed {
        let _ = writeln!(streams.err, "the schemas for editors weren't updated: {failure}");
    }
}

/// Writes all schemas into `folder`, and returns their number and the number of those that changed.
fn write(folder: &Path, content: &Content) -> Result<(usize, usize), Failure> {
    let ids = EntryIndex::build(content, &mut Diagnostics::default()).for_schemas(&content.project.sources);
    let mut all: Vec<_> = documents(&content.project.types).collect();
    for types in &content.project.types.editions {
        all.extend(documents_of_translations(types));
    }
    let lints = &content.project.types.reading.lints;
    let mut written = 0;
    for (name, schema) in &all {
        let text = format!("{:#}\n", schema::document(&format!("gympress: {name}"), schema, &ids, lints));
        let path = folder.join(format!("{name}.json"));
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| Failure::io("make the folder", folder, &error))?;
        }
        written += usize::from(write_changed(&path, &text)?);
    }
    Ok((all.len(), written))
}

/// The types that have schemas, each with the name of its schema.
fn documents(types: &Types) -> impl Iterator<Item = (String, Arc<Schema>)> {
    let singles = types.singles.iter().map(|(name, schema)| (name.to_string(), schema.clone()));
    let entries = types.collections.values().filter(|declared| declared.collection.listed.is_none());
    let entries = entries.map(|declared| (types.schema_name(&declared.collection), declared.schema.clone()));
    let others =
        [(schema::PAGE.to_owned(), types.page.clone()), (WORDS.to_owned(), schema::words_schema(types))];
    singles.chain(entries).chain(others)
}

/// The types of the files of a further language, in a folder of its own.
fn documents_of_translations(types: &Types) -> Vec<(String, Arc<Schema>)> {
    let folder = types.folder.as_deref().unwrap_or_default();
    let with_page = types.collections.values().filter(|declared| declared.page.is_some());
    let with_page: Vec<String> = with_page.map(|declared| types.schema_name(&declared.collection)).collect();
    let translated = documents(types).filter(|(name, _)| name != WORDS).map(|(name, schema)| {
        let page = match &*name {
            schema::PAGE => Some(OwnPage::Page),
            _ if with_page.contains(&name) => Some(OwnPage::Entry),
            _ => None,
        };
        (name, schema::translation_schema(&schema, schema::own_fields(page)))
    });
    let glossary = Schema { is_partial: true, ..schema::glossary_schema(std::iter::empty::<&str>()) };
    translated
        .chain([(schema::GLOSSARY.to_owned(), glossary)])
        .map(|(name, schema)| (format!("{folder}/{name}"), schema.into()))
        .collect()
}

/// Writes a file if its text changed, so that editors don't reload it without need. Returns true if it was written.
fn write_changed(path: &Path, text: &str) -> Result<bool, Failure> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(false);
    }
    file_write::replace(path, text.as_bytes())?;
    Ok(true)
}
