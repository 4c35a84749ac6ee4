//! Files of a project below `templates/` that nothing reads because of their name or folder.

use std::collections::{BTreeMap, BTreeSet};

use super::{FOLDER, TextFile};
use crate::{
    decode::value::{Language, NoLanguage},
    diagnostic::{Code, Diagnostic, Span, nearest},
    source::{
        is_nearly_toml,
        layout::{EXAMPLE, TypeFolder},
    },
};

/// The folders below `templates/` that mean something.
const FOLDERS: [&str; 7] = ["collections", "partials", "sections", "singles", "styles", "types", "words"];

/// The folder of words, a file for each language.
const WORDS: &str = "words";

/// Folders below `templates/` of which the name means nothing, each with the one that was probably meant.
pub(super) struct Misnamed<'s>(BTreeMap<&'s str, &'static str>);

impl<'s> Misnamed<'s> {
    /// Those of `own` whose files none of `files` names.
    pub(super) fn among(own: &[TextFile<'s>], files: &[TextFile<'_>]) -> Self {
        let folders: BTreeSet<&str> = own.iter().filter_map(|(_, source)| folder(&source.path)).collect();
        let is_named = |name: &str| {
            let names = ["\"", "'", "/"].map(|before| format!("{before}{name}/"));
            files.iter().any(|(_, source)| names.iter().any(|name| source.text.contains(&**name)))
        };
        let near = folders.into_iter().filter_map(|name| Some((name, misspelled(name)?)));
        Self(near.filter(|(name, _)| !is_named(name)).collect())
    }

    /// True for a file in one of them.
    pub(super) fn has(&self, path: &str) -> bool {
        folder(path).is_some_and(|folder| self.0.contains_key(folder))
    }
}

/// Warns of the files of `own` that nothing reads: of a folder with a wrong name once.
pub(super) fn find(own: &[TextFile<'_>], misnamed: &Misnamed<'_>) -> Vec<Diagnostic> {
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    for (file, source) in own {
        let folder = folder(&source.path);
        let right = folder.and_then(|folder| Some((folder, misnamed.0.get(folder)?)));
        let help = match right {
            Some((folder, _)) if !told.insert(folder) => continue,
            Some((folder, right)) => {
                Some(format!("did you mean {FOLDER}{right}/? Rename the folder {FOLDER}{folder}/"))
            }
            None => help_for(&source.path),
        };
        let what = format!("{} is read by nothing", source.path);
        let warning = |help| Diagnostic::new(Code::UnusedFile, Span::whole(*file), what).help(help);
        found.extend(help.map(warning));
    }
    found
}

/// The folder below `templates/` in which a file is.
fn folder(path: &str) -> Option<&str> {
    Some(path.strip_prefix(FOLDER)?.split_once('/')?.0)
}

/// The name of a folder with a meaning of which this one is a misspelling.
fn misspelled(folder: &str) -> Option<&'static str> {
    nearest(folder, FOLDERS).filter(|_| !FOLDERS.contains(&folder))
}

/// What to do about a file that nothing reads because of its name. Returns `None` for any other.
fn help_for(path: &str) -> Option<String> {
    let inner = path.strip_prefix(FOLDER)?;
    let Some(stem) = inner.strip_suffix(".toml") else {
        let (stem, ending) = inner.rsplit_once('.')?;
        return is_nearly_toml(ending).then(|| format!("did you mean {FOLDER}{stem}.toml? Rename the file"));
    };
    match stem.split_once('/') {
        Some((WORDS, tag)) => of_words(tag),
        _ => of_type(path, stem.rsplit('/').next().unwrap_or(stem)),
    }
}

/// What to do about a file that would declare a type elsewhere. `stem` is its name.
fn of_type(path: &str, stem: &str) -> Option<String> {
    let Some(folder) = TypeFolder::ALL.into_iter().find(|folder| path.starts_with(folder.path())) else {
        let folders = TypeFolder::ALL.map(TypeFolder::path).join(", ");
        return Some(format!("if it declares a type, move it to {folders}; if not, remove it"));
    };
    let is_read =
        folder.type_name(path).is_some() || folder.owner(path).is_some_and(|(_, file)| file == EXAMPLE);
    let name = if stem == "type" { "NAME" } else { stem };
    (!is_read).then(|| format!("move it to {}, or remove it", folder.type_file(name)))
}

/// What to do about a file of words that isn't called as a language is.
fn of_words(tag: &str) -> Option<String> {
    let right = match Language::parse(tag) {
        Ok(_) => return None,
        Err(NoLanguage::Malformed(right) | NoLanguage::Unknown(right)) => right,
    };
    // The region is no part of the name of a file that has all words of a language.
    let right = right.map(|right| right.split('-').next().map(str::to_owned).unwrap_or(right));
    Some(match right {
        Some(right) => {
            format!("did you mean {FOLDER}{WORDS}/{right}.toml? Files of words have the code of a language")
        }
        None => format!("files of words have the code of a language: {FOLDER}{WORDS}/nl.toml for Dutch"),
    })
}

#[cfg(test)]
mod tests {
    use super::{help_for, misspelled};

    #[test]
    fn what_is_read_needs_no_help() {
        for path in
            ["sections/zumba/type.toml", "sections/zumba/example.toml", "words/nl.toml", "words/pt-BR.toml"]
        {
            assert_eq!(help_for(&format!("templates/{path}")), None, "{path}");
        }
        assert_eq!(["sections", "own", "partial"].map(misspelled), [None, None, Some("partials")]);
    }
}
