//! `gympress schema`

use std::{fs, path::Path};

use super::{Status, Streams, arguments::Schema, project};
use crate::{content, diagnostic::Diagnostics, failure::Failure, schema, site::EntryIndex};

pub(super) fn run(options: &Schema, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    // Mistakes don't matter here: the schemas are what helps to mend them.
    let mut found = Diagnostics::default();
    let sources = project::read(&options.root.root, &mut found)?;
    let types = project::types(&sources, &mut found);
    if options.typescript {
        let _ = write!(streams.out, "{}", schema::interfaces(&types));
        return Ok(Status::Done);
    }
    if options.docs {
        let _ = write!(streams.out, "{}", schema::reference(&types));
        return Ok(Status::Done);
    }
    let content = content::decode(&sources, &types, &mut found);
    let ids = EntryIndex::of(&content, &mut found).for_schemas(&sources);
    let folder = options.out.clone().unwrap_or_else(|| options.root.root.join("content/.schema"));
    fs::create_dir_all(&folder).map_err(|error| Failure::io("make the folder", &folder, &error))?;
    let singles = types.singles.iter().map(|(name, schema)| (name.to_string(), schema));
    let entries = types.collections.values().filter(|found| found.collection.listed.is_none());
    let entries = entries.map(|found| (found.collection.nouns[0].to_string(), &found.schema));
    let others = [("page".to_owned(), &types.page), ("words".to_owned(), &types.words)];
    let all: Vec<_> = singles.chain(entries).chain(others).collect();
    let mut written = 0;
    for (name, schema) in &all {
        let text = format!("{:#}\n", schema::document(&format!("gympress: {name}"), schema, &ids));
        written += usize::from(write_changed(&folder.join(format!("{name}.json")), &text)?);
    }
    let _ = writeln!(streams.out, "{} schemas in {}, {written} changed", all.len(), folder.display());
    Ok(Status::Done)
}

/// Writes a file unless it says the same already, so that editors don't reload it; true if it was written.
fn write_changed(path: &Path, text: &str) -> Result<bool, Failure> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(false);
    }
    fs::write(path, text).map_err(|error| Failure::io("write", path, &error))?;
    Ok(true)
}
