//! The mistakes in translations, and what they lack.

use std::collections::BTreeSet;

use super::{
    CONTENT, FileLacks, PATH,
    layer::{Lack, LackReason},
    notes::mark,
    written::{toml_key, toml_value},
};
use crate::{
    diagnostic::{
        Applicability, Diagnostic, FileId, Files as _, Fix, Span, code, diagnostic, nearest, suggest,
    },
    schema::{
        CollectionFiles as _, FileType, GLOSSARY_FILE, Misplaced, Name, Table, Types, Why, decode::in_quotes,
        source_text,
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
        Why::Fact(original) => {
            let said = original.filter(|original| original.span.is_somewhere()).map(|original| original.span);
            let written = |at: Span| sources.text(at.file).get(at.range());
            let is_same = said.is_some_and(|said| written(said) == written(value));
            fact((&found.key, key), said, is_same, (main_path, sources))
        }
        Why::Variant(name) => {
            let is_same = sources.text(file).get(found.value.clone()) == Some(&in_quotes(name));
            fact((&found.key, key), None, is_same, (main_path, sources))
        }
        Why::Unsaid => leftover(
            key,
            &found.key,
            format!("{main_path} says no \"{}\" here", found.key),
            std::iter::empty(),
        ),
        Why::Shared { list, count } => {
            diagnostic!(code::LEFTOVER_TRANSLATION, key, "{count} of \"{}\" in {main_path} are called \"{}\"", list.key, found.key;
                label: "which of them is meant?";
                help: "translate their texts in {}, or call them by different names", glossary_of(file, sources))
        }
        Why::NoRow { list, names, free } => {
            let says = if names.are_ids { "is called" } else { "says" };
            let message = format!("no {} of {main_path} {says} \"{}\"", list.key, found.key);
            let wrong = leftover(key, &found.key, message, free.iter().map(|name| &**name));
            let is_unlike = wrong.fixes.is_empty() && names.are_ids;
            let known: Vec<&str> = names.known().filter(|_| is_unlike).collect();
            if known.is_empty() { wrong } else { wrong.expected(format!("one of {}", known.join(", "))) }
        }
        Why::List { names, written } => {
            let first = toml_key(names.known().next().unwrap_or_default());
            let (named, example) = if names.are_ids {
                ("tables named by their ids or anchors", format!("[{}.{first}]", found.key))
            } else {
                ("named by what the original says", format!("[{}] {first} = \"...\"", found.key))
            };
            let keys: Option<Vec<String>> =
                written.as_ref().map(|names| names.iter().map(|name| toml_key(name)).collect());
            let fix = keys.and_then(|keys| sources.document(file).name_elements(key, &keys));
            diagnostic!(code::WRONG_TYPE, key, "in a translation, the elements of \"{}\" are {named}", found.key;
                label: "not a list here";
                help: "write {example}";
                fix)
        }
    }
}

/// The glossary of the language of a translation.
fn glossary_of(translation: FileId, sources: &Sources) -> String {
    let within = sources.path(translation).strip_prefix(CONTENT).unwrap_or_default();
    let folder = within.split('/').next().unwrap_or_default();
    format!("{CONTENT}{folder}/{}", GLOSSARY_FILE)
}

/// The keys of texts that may be missing because of such a mistake.
pub(super) fn excused(found: &Misplaced<'_>) -> Vec<Vec<Name>> {
    match &found.why {
        Why::Fact(_) | Why::Variant(_) | Why::Unsaid | Why::Shared { .. } => Vec::new(),
        Why::List { .. } => vec![found.path.clone()],
        Why::NoRow { free, .. } => {
            free.iter().map(|name| found.path.iter().chain([name]).cloned().collect()).collect()
        }
    }
}

/// Reports the translation of a text that isn't said.
pub(super) fn leftover<'k>(
    at: Span,
    written: &str,
    message: String,
    known: impl Iterator<Item = &'k str>,
) -> Diagnostic {
    let wrong = diagnostic!(code::LEFTOVER_TRANSLATION, at, "{message}"; label: "nothing to translate");
    match suggest(written, known) {
        Some((near, _)) => {
            let fix = Fix::replace(at, toml_key(near), Applicability::Proposed);
            wrong.help(format!("did you mean {}?", in_quotes(near))).fix(fix)
        }
        None => wrong.help("if it was removed or changed, remove or change its translation, too"),
    }
}

/// Reports what is the same in all languages, with the place where it is `said`.
fn fact(
    (key, at): (&str, Span),
    said: Option<Span>,
    is_same: bool,
    (main_path, sources): (&str, &Sources),
) -> Diagnostic {
    let fix = sources.document(at.file).remove(at);
    let fix = fix.map(|fix| Fix { applicability: Applicability::certain_if(is_same), ..fix });
    let wrong = diagnostic!(code::FACT_IN_TRANSLATION, at, "\"{key}\" is the same in all languages";
        label: "not a text";
        help: "remove it here: a translation has only texts, and all else is in {main_path}";
        fix);
    match said {
        Some(said) => wrong.related(said, "it is said here"),
        None => wrong,
    }
}

/// Reports a translation of what isn't there.
pub(super) fn no_original(file: FileId, path: &str, kind: FileType<'_>, sources: &Sources) -> Diagnostic {
    let main_path = format!("{CONTENT}{path}");
    let (folder, name) = main_path.rsplit_once('/').unwrap_or_default();
    let own_folder = sources.path(file).strip_suffix(name).unwrap_or_default();
    // A file that is translated already can't be meant.
    let others = sources.texts_below(CONTENT).filter_map(|(_, text)| {
        let (other, name) = text.path.rsplit_once('/')?;
        (other == folder && sources.text_at(&format!("{own_folder}{name}")).is_none()).then_some(name)
    });
    let wrong = diagnostic!(code::NO_ORIGINAL, Span::whole(file), "there is no {main_path} to translate");
    match (nearest_file(name, others), kind) {
        (Some(near), _) => wrong.help(format!("did you mean {near}? Rename the file")),
        (None, FileType::Entry(found)) if found.dated.is_none() => wrong
            .help(format!("{} exist in all languages: write {} first, or remove this file", found.collection.nouns[1], main_path)),
        (None, FileType::Single(..)) => wrong.help(format!("write {main_path} first, or remove this file")),
        (None, _) => wrong.help(format!(
            "write {main_path} first, or remove this file; what is in this language alone is a whole page, or a whole post"
        )),
    }
}

/// The file with the nearest name, compared without extensions.
fn nearest_file<'f>(name: &str, files: impl Iterator<Item = &'f str>) -> Option<&'f str> {
    let stem = |name: &'f str| name.split('.').next().unwrap_or_default();
    let files: Vec<&str> = files.collect();
    let near = nearest(name.split('.').next()?, files.iter().map(|file| stem(file)))?;
    files.into_iter().find(|file| stem(file) == near)
}

/// Reports the path of a page that begins with the folder of its language, which comes by itself.
pub(super) fn folder_in_path(table: &Table, folder: &str) -> Option<Diagnostic> {
    let path = table.get(PATH)?;
    let rest = table.text(PATH)?.strip_prefix('/')?.strip_prefix(folder)?;
    let right = Some(rest).filter(|rest| rest.starts_with('/'))?;
    Some(diagnostic!(code::MALFORMED, path.span, "the path has \"/{folder}\", which comes by itself";
        label: "this would be at /{folder}/{folder}{right}";
        help: "write {}", in_quotes(right);
        fix: Fix::replace(path.span, in_quotes(right), Applicability::Certain)))
}

/// Reports a file that no type declares.
pub(super) fn without_type(file: FileId, path: &str, types: &Types, sources: &Sources) -> Option<Diagnostic> {
    let name = path.rsplit('/').next().unwrap_or_default();
    if ["README", "README.md", "README.txt"].contains(&name) {
        return None;
    }
    let written = sources.path(file);
    let wrong = diagnostic!(code::UNKNOWN_FILE, Span::whole(file), "nothing reads {written}");
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    // The path is right without its first folder.
    let inner = path.split_once('/').map_or("", |(_, inner)| inner);
    if types.file_type(&format!("{CONTENT}{inner}")).is_some() {
        let own_folder = written.strip_suffix(path).unwrap_or_default();
        return Some(wrong.help(format!("move it to {own_folder}{inner}")));
    }
    if extension != "toml" {
        let folder = written.strip_suffix(name).unwrap_or_default();
        if stem.ends_with(".toml") {
            return Some(wrong.help(format!("rename it to {folder}{stem}")));
        }
        return Some(wrong.help(match extension {
            "md" => format!("translations are written in TOML: write it as {folder}{stem}.toml"),
            _ => "translations are written in TOML; remove all else".to_owned(),
        }));
    }
    let folders = types.collections.values().map(|found| found.collection.folder());
    let folder = path.split_once('/').map(|(folder, _)| format!("{CONTENT}{folder}/"));
    let near = folder.and_then(|folder| {
        nearest(&folder, folders.collect::<Vec<_>>().iter().map(String::as_str)).map(str::to_owned)
    });
    Some(wrong.help(match near {
        Some(near) => format!("did you mean a translation of {near}? Rename the folder as that one"),
        None => "a translation has the name and the folder of its original: content/pages/about.toml is pages/about.toml here".to_owned(),
    }))
}

/// Reports the texts of a file that are shown in the main language, as the language of these types has none.
pub(super) fn untranslated(
    place: &FileLacks,
    types: &Types,
    sources: &Sources,
) -> impl Iterator<Item = Diagnostic> {
    let missing = place.lacks.iter().filter(|lack| matches!(lack.why, LackReason::Missing { .. }));
    let missing = missing_texts(&missing.collect::<Vec<_>>(), place, types, sources);
    missing.into_iter().chain(placeholders(&place.lacks, place, types, sources))
}

/// Reports translations that differ from what the original says now.
pub(super) fn changed(place: &FileLacks) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for lack in &place.lacks {
        let original = lack.original.span;
        let key = lack.path.last().map_or("", |key| key);
        found.extend(match &lack.why {
            LackReason::Missing { .. }
            | LackReason::Unwritten { .. }
            | LackReason::Unnoted { .. }
            | LackReason::Finished { .. } => None,
            LackReason::Outdated { note } => {
                let now = source_text(&lack.original.value).map(|text| mark(&text)).unwrap_or_default();
                Some(diagnostic!(code::OUTDATED_TRANSLATION, *note, "\"{key}\" was translated from another text than there is now";
                    label: "the mark of that text";
                    related: original => "the original";
                    help: "translate it again; if it is right as it is, write the mark of the text of now, {now}";
                    fix: Fix::replace(*note, now.as_str(), Applicability::Proposed)))
            }
            LackReason::Slots { at, lost } => {
                let [are, them, they_belong] =
                    if lost.len() == 1 { ["is", "it", "it belongs"] } else { ["are", "them", "they belong"] };
                let lost: Vec<String> = lost.iter().map(|slot| format!("{{{slot}}}")).collect();
                Some(diagnostic!(code::LOST_PLACEHOLDER, *at, "{} {are} missing: what stands for {them} would not follow", lost.join(", ");
                    related: original => "the original has {them}";
                    help: "write {them} where {they_belong} in the sentence"))
            }
            LackReason::Headings { at, count, original: of_original } => {
                Some(diagnostic!(code::HEADINGS_DIFFER, *at, "the translation has {}, and the original {}", counted(*count), counted(*of_original);
                    related: original => "the original";
                    help: "give each heading of the original one: links to them lead to the same places in all languages"))
            }
        });
    }
    found
}

fn counted(headings: usize) -> String {
    match headings {
        0 => "no heading".to_owned(),
        1 => "one heading".to_owned(),
        _ => format!("{headings} headings"),
    }
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
        LackReason::Unwritten { at, old } => Some((at, old.is_some())),
        _ => None,
    });
    let places: Vec<(Span, bool)> = places.collect();
    let (first, _) = *places.first()?;
    let help = match places.iter().filter(|(_, is_old)| *is_old).count() {
        0 => "translate each, and remove the word \"placeholder\" behind it".to_owned(),
        old => format!(
            "{old} of them {} another text than the original has now: `gympress translate` writes that; then translate each, and remove the word \"placeholder\" behind it",
            if old == 1 { "is" } else { "are" }
        ),
    };
    let (language, main_path) = (&types.language, sources.path(place.main));
    let (count, are) = match places.len() {
        1 => ("one text".to_owned(), "is a placeholder"),
        count => (format!("{count} texts"), "are placeholders"),
    };
    Some(
        diagnostic!(code::MISSING_TRANSLATION, first, "{count} of {main_path} {are} in the language \"{language}\"";
        label: "the first of them: shown in the main language";
        help),
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
        files.push(format!("in {CONTENT}{folder}/{}, translated:\n\n{texts}", GLOSSARY_FILE));
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
