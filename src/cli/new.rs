//! `gympress new`: the file of a new entry.

use super::{ProcessContext, Status, Streams, arguments::New, project};
use crate::{
    content::Content,
    diagnostic::{Diagnostics, Failure, nearest},
    edit::draft::{EntryDraft, id_of},
    schema::{CollectionFiles, CollectionType, decode::value::is_kebab_case},
    site::EntryIndex,
    source::file_write,
};

pub(super) fn run(
    options: &New,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let id = options.id.clone().unwrap_or_else(|| id_of(&options.title));
    if !is_kebab_case(&id) || options.title.trim().is_empty() {
        let why = no_id(options.title.trim(), options.id.as_deref());
        return Ok(streams.refuse(Status::Usage, why));
    }
    let root = &options.root.root;
    let mut diagnostics = Diagnostics::default();
    let content = project::decode(root, &mut diagnostics)?;
    let index = EntryIndex::build(&content, &mut diagnostics);
    let Some(collection_type) = named(&options.kind, &content) else {
        return Ok(streams.refuse(Status::Usage, unknown(&options.kind, &content)));
    };
    let now = options.now.unwrap_or(process.now).to_zoned(content.gym.value.time_zone.clone());
    let draft = EntryDraft {
        title: options.title.trim(),
        id: &id,
        today: now.date(),
        ids: index.for_schemas(&content.project.sources),
        draft_key: collection_type.draft.as_deref(),
    };
    let schema_name = content.project.types.schema_name(&collection_type.collection);
    let text = match draft.entry(&collection_type.schema, &schema_name) {
        Ok(text) => text,
        Err(missing) => {
            let why = format!("a new {} needs a {missing}, and there is none yet", options.kind);
            return Ok(streams.refuse(Status::Mistakes, why));
        }
    };
    let relative = collection_type.collection.file_of(&id);
    let path = root.join(&relative);
    if !file_write::create(&path, text.as_bytes())? {
        let help = "--id gives the new entry another name";
        let why = format!("{relative} already exists and was not changed\n  help: {help}");
        return Ok(streams.refuse(Status::Mistakes, why));
    }
    let next = match &collection_type.draft {
        Some(key) => format!("replace what is marked # placeholder, then remove {key} = true to publish it"),
        None => format!("replace what is marked # placeholder; other files refer to it as \"{id}\""),
    };
    let _ = writeln!(streams.out, "{relative}\n  next: {next}");
    if !content.editions.is_empty() {
        let _ = writeln!(streams.out, "  then: gympress translate writes its texts for the translators");
    }
    Ok(Status::Done)
}

/// The collections whose entries have files of their own.
fn collections(content: &Content) -> impl Iterator<Item = &CollectionType> {
    content.project.types.collections.values().filter(|declared| declared.collection.listed.is_none())
}

/// The collection whose entry is called by this noun.
fn named<'c>(noun: &str, content: &'c Content) -> Option<&'c CollectionType> {
    collections(content).find(|declared| *declared.collection.nouns[0] == *noun)
}

fn unknown(noun: &str, content: &Content) -> String {
    let nouns: Vec<&str> = collections(content).map(|declared| &*declared.collection.nouns[0]).collect();
    let help = match nearest(noun, nouns.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!(
            "there are entries of these kinds: {}; a page is a file that you add to content/pages",
            nouns.join(", ")
        ),
    };
    format!("\"{noun}\" is no kind of entry in this project\n  help: {help}")
}

/// The refusal of a title or id that can't be a file name, with advice.
fn no_id(title: &str, given: Option<&str>) -> String {
    match given {
        _ if title.is_empty() => "an entry needs a title, and this one is empty".to_owned(),
        Some(id) => format!(
            "\"{id}\" can't be a file's name here\n  help: --id takes lower-case letters, digits and hyphens, such as power-lifting"
        ),
        None => format!(
            "\"{title}\" has no letters from a to z and no digits to make a file name from\n  help: choose the file name with --id, for example --id power-lifting"
        ),
    }
}
