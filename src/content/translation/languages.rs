//! The languages that a site names, and the folders of content that belong to none of them.

use std::{collections::BTreeMap, sync::Arc};

use super::{CONTENT, ContentText, LANGUAGE, TRANSLATION};
use crate::{
    content::Gym,
    diagnostic::{Applicability, Diagnostic, Diagnostics, FileId, Fix, Span, code, diagnostic},
    schema::{
        GLOSSARY_FILE, SiteLocale, Table, Types, View as _,
        decode::{
            in_quotes,
            value::{Language, ScalarError},
        },
    },
    source::Sources,
};

/// Reports rows that name a language or a folder which something else has.
pub fn check_rows(
    (file, table): (FileId, &Arc<Table>),
    types: &Types,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    // A row with a mistake is none of the languages.
    if diagnostics.has_errors_in(file) {
        return;
    }
    let gym = Gym::view(table);
    let main = table.get(LANGUAGE).map_or(Span::NOWHERE, |language| language.span);
    let mut languages = vec![(gym.language.as_str(), main)];
    let mut folders: Vec<(Arc<str>, &str, Span)> = Vec::new();
    for (row, locale) in gym.translations.iter().zip(SiteLocale::all(sources).into_iter().skip(1)) {
        let (tag, at) = (row.language.value.as_str(), row.language.span);
        let folder = locale.folder.unwrap_or_default();
        let place = row.folder.as_ref().map_or(at, |folder| folder.span);
        let same = languages.iter().find(|(other, _)| *other == tag);
        let shared = folders.iter().find(|(other, ..)| *other == folder);
        diagnostics.extend(match (same, shared) {
            (Some((_, first)), _) => Some(named_twice(tag, at, *first, main)),
            (None, Some((_, other, first))) => Some({
                // One of two languages may be the bare code.
                let free = [tag, other].map(str::to_lowercase).into_iter().find(|tag| **tag != *folder);
                diagnostic!(code::DUPLICATE_ID, place, "two languages have the folder \"{folder}\"";
                    related: *first => "the other one";
                    help: "give one of them another: folder = {}", in_quotes(&free.unwrap_or_default()))
            }),
            (None, None) if types.has_folder(&folder) => Some(
                diagnostic!(code::PATH_COLLISION, place, "content/{folder}/ can't be the folder of a language: it has other content";
                    help: "give the language another: folder = {}", in_quotes(&tag.to_lowercase())),
            ),
            (None, None) => None,
        });
        languages.push((tag, at));
        folders.push((folder, tag, place));
    }
}

/// Reports a language that is named before, as the main one or as another.
fn named_twice(tag: &str, at: Span, first: Span, main: Span) -> Diagnostic {
    let twice = diagnostic!(code::DUPLICATE_ID, at, "the language \"{tag}\" is named twice");
    let twice = if first.is_somewhere() { twice.related(first, "the first time") } else { twice };
    twice.help(if first == main {
        "it is the main language, whose texts are those of content/: remove this [[translation]]"
    } else {
        "remove one of the two"
    })
}

/// The folders of translations into languages that the site doesn't name, each with its files.
pub fn undeclared<'s>(
    texts: &[ContentText<'s>],
    types: &Types,
    sources: &Sources,
) -> BTreeMap<&'s str, Vec<FileId>> {
    let mut folders: BTreeMap<&str, Vec<FileId>> = BTreeMap::new();
    let mut is_translation = BTreeMap::new();
    for (file, text) in texts {
        let Some((folder, path)) = folder_of(&text.path) else { continue };
        if types.has_folder(folder) {
            continue;
        }
        folders.entry(folder).or_default().push(*file);
        let as_main = format!("{CONTENT}{path}");
        let is_named = path == GLOSSARY_FILE || types.file_type(&as_main).is_some();
        let is_like = if language(folder).is_some() { is_named } else { sources.text_at(&as_main).is_some() };
        *is_translation.entry(folder).or_default() |= is_like;
    }
    folders.retain(|folder, _| is_translation.get(folder) == Some(&true));
    folders
}

/// The folders of languages that a collection has, too, which is reported: translations in them are none of its entries.
pub fn contested(types: &Types, sources: &Sources) -> Vec<Arc<str>> {
    let folders = SiteLocale::all(sources).into_iter().skip(1).filter_map(|locale| locale.folder);
    folders.filter(|folder| types.has_folder(folder) && language(folder).is_some()).collect()
}

/// True for the path that a translation has in one of these folders.
pub fn is_in_contested(path: &str, contested: &[Arc<str>], types: &Types) -> bool {
    let Some((folder, path)) = folder_of(path).filter(|_| !contested.is_empty()) else { return false };
    let is_translation = || path == GLOSSARY_FILE || types.file_type(&format!("{CONTENT}{path}")).is_some();
    contested.iter().any(|contested| **contested == *folder) && is_translation()
}

/// The folder below `content/` of a file, and its path there.
pub fn folder_of(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix(CONTENT)?.split_once('/')
}

/// The language whose tag a folder has, written as people write folders.
fn language(folder: &str) -> Option<Language> {
    let intended =
        |error: ScalarError| Language::parse(&error.intended.map(|(tag, _)| tag).unwrap_or_default());
    Language::parse(folder).or_else(intended).ok()
}

/// Reports a folder with translations that nothing reads.
pub fn unread(
    (folder, files): (&&str, &Vec<FileId>),
    types: &Types,
    sources: &Sources,
) -> Option<Diagnostic> {
    let at = Span::whole(*files.first()?);
    let wrong = diagnostic!(code::UNKNOWN_FILE, at, "nothing reads content/{folder}/";
        label: "the first of its files");
    let Some(language) = language(folder) else {
        return Some(wrong.help(
            "if these are translations, call the folder by the code of their language, such as content/fr/, and name the language in content/site.toml",
        ));
    };
    let tag = language.as_str();
    let same = types.editions.iter().find(|edition| code_of(&edition.language) == code_of(tag));
    if let Some(known) = same.and_then(|edition| edition.folder.as_deref()) {
        return Some(wrong.help(format!("did you mean content/{known}/? Rename the folder")));
    }
    if code_of(&types.language) == code_of(tag) {
        return Some(wrong.help("the main language has no folder of its own: move the files to content/"));
    }
    let row = vec![(LANGUAGE, in_quotes(tag))];
    let fix = sources.document(sources.site_file()).push(TRANSLATION, &[row]);
    let fix = fix.map(|fix| Fix { applicability: Applicability::Proposed, ..fix });
    Some(wrong.help(format!("add [[translation]] with language = \"{tag}\" to content/site.toml")).fix(fix))
}

fn code_of(tag: &str) -> &str {
    tag.split('-').next().unwrap_or_default()
}
