//! The mistakes in translations, and what they lack.

use std::collections::BTreeSet;

use super::{
    CONTENT, FileLacks, glossary,
    layer::{Lack, LackReason},
    notes::mark,
    written::{toml_key, toml_value},
};
use crate::{
    diagnostic::{
        Applicability, Diagnostic, FileId, Files as _, Fix, Span, code, diagnostic, nearest, suggest,
    },
    schema::{
        CollectionFiles as _, Data, FileType, Misplaced, Types, Why,
        decode::{Spanned, in_quotes},
    },
    source::Sources,
};

/// Reports a value that has no place in a translation.
pub(super) fn misplaced(
    found: &Misplaced<'_>,
    file: FileId,
    main_path: &str,
    sources: &Sources,
) -> Diagnostic {
    let [key, value] = [&found.at, &found.value].map(|at| Span::new(file, at.clone()));
    match &found.why {
        Why::Fact { field, original } => {
            fact((&found.key, key, value), *original, &field.help, (main_path, sources))
        }
        Why::NoRow { list, names } if names.are_ids => {
            let known: Vec<&str> = names.known().collect();
            diagnostic!(code::UNKNOWN_KEY, key, "{main_path} has no {} \"{}\"", list.key, found.key;
                label: "nothing to translate";
                expected: "one of {}", known.join(", "))
            .did_you_mean(sources, &found.key, known)
        }
        Why::NoRow { list, names } => {
            let wrong = diagnostic!(code::LEFTOVER_TRANSLATION, key, "no {} of {main_path} says \"{}\"", list.key, found.key;
                label: "nothing to translate");
            match suggest(&found.key, names.known()) {
                Some((near, _)) => {
                    let fix = Fix::replace(key, in_quotes(near), Applicability::Proposed);
                    wrong.help(format!("did you mean \"{near}\"?")).fix(fix)
                }
                None => wrong.help("if it was removed or changed, remove or change its translation, too"),
            }
        }
        Why::List(names) => {
            let first = names.known().next().unwrap_or_default();
            let (named, example) = if names.are_ids {
                ("tables named by their ids or anchors", format!("[{}.{first}]", found.key))
            } else {
                ("named by what the original says", format!("[{}] {} = \"...\"", found.key, in_quotes(first)))
            };
            diagnostic!(code::WRONG_TYPE, key, "in a translation, the elements of \"{}\" are {named}", found.key;
                help: "write {example}")
        }
    }
}

/// Reports what is the same in all languages.
fn fact(
    (key, at, value): (&str, Span, Span),
    original: Option<&Spanned<Data>>,
    help: &str,
    (main_path, sources): (&str, &Sources),
) -> Diagnostic {
    let written = sources.text(value.file).get(value.range()).unwrap_or_default();
    let said = original.filter(|original| original.span.is_somewhere());
    let said_text = said.and_then(|original| sources.text(original.span.file).get(original.span.range()));
    let is_same = said_text.is_some_and(|said| said == written);
    let fix = sources
        .document(at.file)
        .remove(at)
        .map(|fix| Fix { applicability: Applicability::certain_if(is_same), ..fix });
    let wrong = diagnostic!(code::FACT_IN_TRANSLATION, at, "\"{key}\" is the same in all languages";
        label: "not a text");
    let _ = help;
    let wrong = match said {
        Some(original) => wrong.related(original.span, "it is said here"),
        None => wrong,
    };
    wrong
        .help(format!("remove it here: a translation has only texts, and all else is in {main_path}"))
        .fix(fix)
}

/// Reports a translation of what isn't there.
pub(super) fn no_original(file: FileId, path: &str, kind: FileType<'_>, sources: &Sources) -> Diagnostic {
    let main_path = format!("{CONTENT}{path}");
    let folder = main_path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let others = sources.texts_below(CONTENT).map(|(_, text)| &*text.path);
    let others = others.filter(|other| other.rsplit_once('/').is_some_and(|(other, _)| other == folder));
    let near = nearest(&main_path, others);
    let wrong = diagnostic!(code::NO_ORIGINAL, Span::whole(file), "there is no {main_path} to translate");
    match (near, kind) {
        (Some(near), _) => {
            let name = near.rsplit('/').next().unwrap_or_default();
            wrong.help(format!("did you mean {name}? Rename the file"))
        }
        (None, FileType::Entry(found)) if found.dated.is_none() => wrong
            .help(format!("{} exist in all languages: write {} first", found.collection.nouns[1], main_path)),
        (None, _) => wrong.help(format!(
            "write {main_path} first; what is in this language alone is a whole page, or a whole post"
        )),
    }
}

/// Reports a file of which no type is.
pub(super) fn without_type(file: FileId, path: &str, types: &Types, sources: &Sources) -> Option<Diagnostic> {
    let name = path.rsplit('/').next().unwrap_or_default();
    if ["README", "README.md", "README.txt"].contains(&name) {
        return None;
    }
    let written = sources.path(file);
    let folders = types.collections.values().map(|found| found.collection.folder());
    let folder = path.split_once('/').map(|(folder, _)| format!("{CONTENT}{folder}/"));
    let near = folder.and_then(|folder| {
        nearest(&folder, folders.collect::<Vec<_>>().iter().map(String::as_str)).map(str::to_owned)
    });
    Some(diagnostic!(code::UNKNOWN_FILE, Span::whole(file), "nothing reads {written}";
    help: match near {
        Some(near) => format!("did you mean the folder {near} of the main language?"),
        None => "a translation has the name and the folder of its original: content/pages/about.toml is pages/about.toml here".to_owned(),
    }))
}

/// Reports what a file lacks in the language of these types.
pub(super) fn lacks(place: &FileLacks, types: &Types, sources: &Sources) -> Vec<Diagnostic> {
    let lacks = &place.lacks;
    let mut found = Vec::new();
    let missing: Vec<&Lack> =
        lacks.iter().filter(|lack| matches!(lack.why, LackReason::Missing { .. })).collect();
    found.extend(missing_texts(&missing, place, types, sources));
    found.extend(placeholders(lacks, place, types, sources));
    for lack in lacks {
        let original = lack.original.span;
        let key = lack.path.last().map_or("", |key| key);
        found.extend(match &lack.why {
            LackReason::Missing { .. } | LackReason::Unwritten { .. } | LackReason::Unnoted { .. } => None,
            LackReason::Outdated { note } => {
                let now = super::layer::source_text(&lack.original.value).map(|text| mark(&text)).unwrap_or_default();
                Some(diagnostic!(code::OUTDATED_TRANSLATION, *note, "\"{key}\" was translated from another text than there is now";
                    label: "the mark of that text";
                    related: original => "the original";
                    help: "translate it again; if it is right as it is, write the mark of the text of now, {now}";
                    fix: Fix::replace(*note, now.as_str(), Applicability::Proposed)))
            }
            LackReason::Slots { at, lost } => {
                let lost: Vec<String> = lost.iter().map(|slot| format!("{{{slot}}}")).collect();
                Some(diagnostic!(code::LOST_PLACEHOLDER, *at, "{} is missing: what stands for it would not follow", lost.join(", ");
                    related: original => "the original has it";
                    help: "write it where it belongs in the sentence"))
            }
            LackReason::Headings { at, count, original: of_original } => {
                Some(diagnostic!(code::HEADINGS_DIFFER, *at, "the translation has {count} headings, and the original {of_original}";
                    related: original => "the original";
                    help: "give each heading of the original one: links to them lead to the same places in all languages"))
            }
        });
    }
    found
}

/// The report of all texts of a file that have no translation, ready to be pasted.
fn missing_texts(
    missing: &[&Lack],
    place: &FileLacks,
    types: &Types,
    sources: &Sources,
) -> Option<Diagnostic> {
    let first = missing.first()?;
    let (language, main_path) = (&types.language, sources.path(place.main));
    let (count, are) = match missing.len() {
        1 => ("one text".to_owned(), "is"),
        count => (format!("{count} texts"), "are"),
    };
    let span = place.translation.map_or(Span::whole(place.main), Span::whole);
    let message = format!("{count} of {main_path} {are} not in the language \"{language}\"");
    let help = format!("write {}", files_to_paste(missing, main_path, types, sources).join("\n\nand "));
    Some(diagnostic!(code::MISSING_TRANSLATION, span, "{message}";
        label: "shown in the main language";
        related: first.original.span => "the first of them";
        help))
}

/// The report of all placeholders of a file.
fn placeholders(lacks: &[Lack], place: &FileLacks, types: &Types, sources: &Sources) -> Option<Diagnostic> {
    let places = lacks.iter().filter_map(|lack| match lack.why {
        LackReason::Unwritten { at } => Some(at),
        _ => None,
    });
    let places: Vec<Span> = places.collect();
    let first = *places.first()?;
    let (language, main_path) = (&types.language, sources.path(place.main));
    let (count, are) = match places.len() {
        1 => ("one text".to_owned(), "is a placeholder"),
        count => (format!("{count} texts"), "are placeholders"),
    };
    Some(
        diagnostic!(code::MISSING_TRANSLATION, first, "{count} of {main_path} {are} in the language \"{language}\"";
        label: "the first of them: shown in the main language";
        help: "translate each, and remove the word \"placeholder\" behind it"),
    )
}

/// The texts by the file in which they belong, translated: that of the original, and the glossary for rows without a name.
fn files_to_paste(missing: &[&Lack], main_path: &str, types: &Types, sources: &Sources) -> Vec<String> {
    let (of_glossary, own): (Vec<&Lack>, Vec<&Lack>) = missing.iter().partition(|lack| lack.is_of_glossary());
    let mut files = Vec::new();
    if !own.is_empty() {
        let path = types.path_of_translation(main_path).unwrap_or_default();
        files.push(format!("in {path}, translated:\n\n{}", as_toml(&own, types, sources)));
    }
    let texts = of_glossary.iter().filter_map(|lack| lack.original.value.as_text());
    let texts: BTreeSet<String> = texts.map(|text| format!("{0} = {0}", in_quotes(text))).collect();
    if !texts.is_empty() {
        let texts = texts.into_iter().collect::<Vec<_>>().join("\n");
        let folder = types.folder.as_deref().unwrap_or_default();
        files.push(format!("in {CONTENT}{folder}/{}, translated:\n\n{texts}", glossary::FILE));
    }
    files
}

/// Texts as they stand in a translation: those of the file first, then table by table.
fn as_toml(lacks: &[&Lack], types: &Types, sources: &Sources) -> String {
    let mut tables: Vec<(String, Vec<String>)> = vec![(String::new(), Vec::new())];
    for lack in lacks {
        let Some((key, header)) = lack.path.split_last() else { continue };
        let header: Vec<String> = header.iter().map(|name| toml_key(name)).collect();
        let header = header.join(".");
        let line = format!("{} = {}", toml_key(key), toml_value(&lack.original, types, sources));
        match tables.iter_mut().find(|(other, _)| *other == header) {
            Some((_, lines)) => lines.push(line),
            None => tables.push((header, vec![line])),
        }
    }
    let blocks = tables.iter().filter(|(_, lines)| !lines.is_empty()).map(|(header, lines)| {
        if header.is_empty() { lines.join("\n") } else { format!("[{header}]\n{}", lines.join("\n")) }
    });
    blocks.collect::<Vec<_>>().join("\n\n")
}
