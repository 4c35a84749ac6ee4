//! The languages that a site names, and the folders of content that belong to none of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{CONTENT, ContentText, FOLDER, LANGUAGE, TRANSLATION};
use crate::{
    content::Gym,
    diagnostic::{Applicability, Diagnostic, Diagnostics, FileId, Fix, Span, code, diagnostic},
    schema::{
        GLOSSARY_FILE, Table, Types, View as _,
        decode::{
            in_quotes,
            value::{Language, is_kebab_case},
        },
        language_code,
    },
    source::Sources,
};

/// Reports rows that name a language or a folder which something else has.
pub fn check_rows((file, table): (FileId, &Arc<Table>), types: &Types, diagnostics: &mut Diagnostics) {
    // A row with a mistake is none of the languages.
    if diagnostics.has_errors_in(file) {
        return;
    }
    let gym = Gym::view(table);
    let main = table.get(LANGUAGE).map_or(Span::NOWHERE, |language| language.span);
    let mut languages = vec![(gym.language.as_str(), main)];
    let mut folders: Vec<(Arc<str>, &str, Span)> = Vec::new();
    for (row, locale) in gym.translations.iter().zip(types.locales.iter().skip(1)) {
        let (tag, at) = (row.language.value.as_str(), row.language.span);
        let folder = locale.folder.clone().unwrap_or_default();
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

/// The folders of translations that the site doesn't read. Their files are reported once for a folder, not each as misplaced.
pub struct UnreadFolders<'s> {
    /// Those of languages that the site doesn't name, each with its files.
    undeclared: BTreeMap<&'s str, Vec<FileId>>,
    /// Those of languages that a collection has, too, which is reported: translations in them are none of its entries.
    contested: Vec<Arc<str>>,
}

impl<'s> UnreadFolders<'s> {
    /// Finds them among all files of the project.
    pub fn find(texts: &[ContentText<'s>], types: &Types, sources: &Sources) -> Self {
        Self { undeclared: undeclared(texts, types, sources), contested: contested(types) }
    }

    /// True for the path of a file in one of these folders.
    pub fn has(&self, path: &str, types: &Types) -> bool {
        folder_of(path).is_some_and(|(folder, _)| self.undeclared.contains_key(folder))
            || self.has_in_contested(path, types)
    }

    /// True for the path that a translation has in the folder of a language and of a collection.
    pub fn has_in_contested(&self, path: &str, types: &Types) -> bool {
        let Some((folder, path)) = folder_of(path) else { return false };
        self.contested.iter().any(|contested| **contested == *folder) && is_translation(path, types)
    }

    /// Reports each folder of a language that the site doesn't name.
    pub fn reports(&self, types: &Types, sources: &Sources) -> impl Iterator<Item = Diagnostic> {
        self.undeclared.iter().filter_map(|(folder, files)| unread(folder, files, types, sources))
    }
}

fn undeclared<'s>(
    texts: &[ContentText<'s>],
    types: &Types,
    sources: &Sources,
) -> BTreeMap<&'s str, Vec<FileId>> {
    let mut folders: BTreeMap<&str, Vec<FileId>> = BTreeMap::new();
    let mut with_translation = BTreeSet::new();
    for (file, text) in texts {
        let Some((folder, path)) = folder_of(&text.path) else { continue };
        if types.has_folder(folder) {
            continue;
        }
        folders.entry(folder).or_default().push(*file);
        let is_like_translation = if language(folder).is_some() {
            is_translation(path, types)
        } else {
            sources.text_at(&format!("{CONTENT}{path}")).is_some()
        };
        if is_like_translation {
            with_translation.insert(folder);
        }
    }
    folders.retain(|folder, _| with_translation.contains(folder));
    folders
}

fn contested(types: &Types) -> Vec<Arc<str>> {
    let folders = types.locales.iter().skip(1).filter_map(|locale| locale.folder.clone());
    folders.filter(|folder| types.has_folder(folder) && language(folder).is_some()).collect()
}

/// True for a path within the folder of a language that a translation or the glossary can have.
fn is_translation(path: &str, types: &Types) -> bool {
    path == GLOSSARY_FILE || types.file_type(&format!("{CONTENT}{path}")).is_some()
}

/// The folder below `content/` of a file, and its path there.
fn folder_of(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix(CONTENT)?.split_once('/')
}

/// The language whose tag a folder has, written as people write folders.
fn language(folder: &str) -> Option<Language> {
    match Language::parse(folder) {
        Ok(language) => Some(language),
        Err(error) => Language::parse(&error.intended?.text).ok(),
    }
}

/// Reports a folder with translations that nothing reads.
fn unread(folder: &str, files: &[FileId], types: &Types, sources: &Sources) -> Option<Diagnostic> {
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
    let mut row = vec![(LANGUAGE, in_quotes(tag))];
    let mut rename = String::new();
    // Without a key for it, the folder is called by the code of the language.
    if folder != language_code(tag) {
        if is_kebab_case(folder) {
            row.push((FOLDER, in_quotes(folder)));
        } else {
            rename = format!(", and rename the folder to {CONTENT}{}/", language_code(tag));
        }
    }
    let keys: Vec<String> = row.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    let fix = sources.document(sources.site_file()).push(TRANSLATION, &[row]);
    let fix = fix.map(|fix| Fix { applicability: Applicability::Proposed, ..fix });
    let help = format!("add [[translation]] with {} to content/site.toml{rename}", keys.join(" and "));
    Some(wrong.help(help).fix(fix))
}

fn code_of(tag: &str) -> &str {
    tag.split('-').next().unwrap_or_default()
}
