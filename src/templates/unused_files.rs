//! Files among a project's templates and components that nothing refers to.

use std::{collections::BTreeSet, sync::Arc};

use super::{FOLDER, jinja};
use crate::{
    assets::styles::{ENTRY, LANGUAGES, PAPERS, PRINT},
    diagnostic::{Diagnostics, Span, code, diagnostic},
    islands::Islands,
    schema::decode::value::Language,
    source::{
        SourceText, Sources, is_nearly_toml,
        layout::{STYLE, STYLE_NAMES, TEMPLATE, TERM_STYLE, TERM_TEMPLATE, TypeFolder, intended_path},
        paths::extension,
        theme,
    },
};

const COMPONENTS: &str = "components/";

/// The templates that gympress renders itself, and the file that it reads itself.
const NAMED: [&str; 6] = [
    "layout.html",
    "page.html",
    "offline.html",
    "partials/widget.html",
    "partials/languages.html",
    STYLE_NAMES,
];

/// Warns of the project's own templates and components that nothing refers to. A comment `allow: unused-file` in the
/// file allows it.
pub fn check_unused_files(sources: &Sources, islands: &Islands, diagnostics: &mut Diagnostics) {
    // A broken file may include others, which are in use once it is mended.
    if diagnostics
        .iter()
        .any(|diagnostic| diagnostic.code == code::TEMPLATE || diagnostic.code == code::BUNDLE)
    {
        return;
    }
    let texts = [FOLDER, COMPONENTS].into_iter().flat_map(|folder| sources.texts_below(folder));
    let files: Vec<_> = texts.collect();
    if files.iter().all(|(_, source)| source.theme.is_some()) {
        return;
    }
    let references = references(files.iter().map(|(_, source)| *source));
    for (file, source) in files {
        if source.theme.is_some() || is_used(&source.path, &references, sources, islands) {
            continue;
        }
        let diagnostic = diagnostic!(code::UNUSED_FILE, Span::whole(file), "nothing uses {}", source.path;
            help: advice(&source.path, sources));
        if sources.allows(file, code::UNUSED_FILE) {
            diagnostics.allow(diagnostic)
        } else {
            diagnostics.push(diagnostic)
        }
    }
}

/// The help for a file that nothing uses: its right place, if it probably lies beside that and no other file is there.
fn advice(path: &str, sources: &Sources) -> String {
    let intended = intended_path(path)
        .filter(|intended| sources.text_at(intended).is_none_or(|(_, source)| source.theme.is_some()));
    match intended {
        Some(intended) => format!("move it to {intended}: docs/templates.md says where files of types are"),
        None => {
            "remove the file, or include it where it belongs: docs/templates.md says which files there are"
                .to_owned()
        }
    }
}

/// The quoted texts in templates, stylesheets, types and components; for a path also its file name.
fn references<'s>(texts: impl Iterator<Item = &'s Arc<SourceText>>) -> BTreeSet<String> {
    let mut references = BTreeSet::new();
    for source in texts {
        if source.path.ends_with(".html") {
            references.extend(jinja::quoted(&source.text));
        } else {
            // The text between two quoted ones hardly reads like the name of a file.
            references.extend(source.text.split(['"', '\'']).map(str::to_owned));
        }
    }
    // If a project's template extends the theme's template that it overrides, the theme's references count as well.
    let originals: Vec<&str> =
        references.iter().filter_map(|name| theme::template(name.strip_prefix(theme::PREFIX)?)).collect();
    references.extend(originals.into_iter().flat_map(jinja::quoted));
    let names: Vec<String> =
        references.iter().filter_map(|path| Some(path.rsplit_once('/')?.1.to_owned())).collect();
    references.extend(names);
    references
}

/// True if something refers to the file at this path.
fn is_used(path: &str, references: &BTreeSet<String>, sources: &Sources, islands: &Islands) -> bool {
    let extension = extension(path);
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let Some(name) = path.strip_prefix(FOLDER) else {
        return !matches!(extension, "ts" | "tsx" | "js" | "jsx")
            || ["components/boot.ts", "components/types.ts"].contains(&path)
            || stem.ends_with(".d")
            || references.contains(stem)
            || islands.imports(path);
    };
    // Fonts, pictures and documents aren't checked.
    let is_text = matches!(extension, "html" | "css" | "toml") || is_nearly_toml(extension);
    if !is_text || NAMED.contains(&name) || references.contains(name) {
        return true;
    }
    if let Some(folder) = TypeFolder::ALL.into_iter().find(|folder| path.starts_with(folder.path())) {
        return is_used_by_type(folder, path, stem, references, sources);
    }
    match (name.split_once('/'), extension) {
        (Some(("words", words)), "toml") => Language::parse(words.trim_end_matches(".toml")).is_ok(),
        // Looks are named after words of `[design]`.
        (Some(("looks", _)), "toml") => references.contains(stem),
        // The stylesheets of the design are named after a field of `[design]` and one of its words.
        (Some(("styles", sheet)), "css") => {
            let word = sheet.strip_prefix("design/").and(stem.split_once('-')).map(|(_, word)| word);
            [ENTRY, PRINT].contains(&path)
                || name == LANGUAGES
                || PAPERS.contains(&path)
                || references.contains(file)
                || word.is_some_and(|word| references.contains(word))
        }
        _ => false,
    }
}

/// True if the file at `path` declares a type, or is one of the files beside a type that exists. `stem` is its name without
/// the extension.
fn is_used_by_type(
    folder: TypeFolder,
    path: &str,
    stem: &str,
    references: &BTreeSet<String>,
    sources: &Sources,
) -> bool {
    if folder.type_name(path).is_some() {
        return true;
    }
    let Some((owner, file)) = folder.owner(path) else {
        // The stylesheet of a single is named after it.
        return folder == TypeFolder::Singles && sources.text_at(&folder.type_file(stem)).is_some();
    };
    let is_of_type = [TEMPLATE, STYLE, TERM_TEMPLATE, TERM_STYLE].contains(&file);
    // The template and the stylesheet of a layout are named after it.
    let has_layouts = match extension(path) {
        "css" => true,
        "html" => folder == TypeFolder::Sections,
        _ => false,
    };
    let is_of_layout = has_layouts && references.contains(stem);
    sources.text_at(&folder.type_file(owner)).is_some() && (is_of_type || is_of_layout)
}
