//! Files of a project's templates and components that nothing asks for.

use std::collections::{BTreeMap, BTreeSet};

use super::{FOLDER, TextFile, jinja};
use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    islands::Islands,
    schema::decode::value::Language,
    source::{
        Sources, is_nearly_toml,
        layout::{STYLE, TEMPLATE, TypeFolder},
        paths::extension,
        theme,
    },
};

const COMPONENTS: &str = "components/";

/// The templates that are asked for by their names.
const NAMED: [&str; 3] = ["layout.html", "page.html", "offline.html"];

/// The folder of stylesheets that are called after a field of `[design]` and one of its words.
const DESIGN: &str = "styles/design/";

/// Warns of the project's own templates and components that nothing asks for. A comment `allow: unused-file` in a file
/// allows that.
pub fn check_unused_files(sources: &Sources, islands: &Islands, diagnostics: &mut Diagnostics) {
    // What a broken file brought in is used again once that is mended.
    if diagnostics
        .iter()
        .any(|diagnostic| diagnostic.code == Code::Template || diagnostic.code == Code::Bundle)
    {
        return;
    }
    let texts = [FOLDER, COMPONENTS].into_iter().flat_map(|folder| sources.texts_below(folder));
    let files: Vec<TextFile<'_>> = texts.map(|(file, source)| (file, &**source)).collect();
    if files.iter().all(|(_, source)| source.theme.is_some()) {
        return;
    }
    let wanted = Wanted::new(&files, islands);
    for (file, source) in files {
        if source.theme.is_some() {
            continue;
        }
        if wanted.has(&source.path) {
            continue;
        }
        let message = format!("nothing uses {}", source.path);
        let diagnostic =
            Diagnostic::new(Code::UnusedFile, Span::whole(file), message).help(help(&source.path));
        match sources.allows(file, Code::UnusedFile) {
            true => diagnostics.allow(diagnostic),
            false => diagnostics.push(diagnostic),
        }
    }
}

/// What is asked for in a project.
struct Wanted<'a> {
    /// The texts of all files, by their paths.
    texts: BTreeMap<&'a str, &'a str>,
    /// What stands in quotes in templates.
    quoted: BTreeSet<String>,
    sheets: Vec<&'a str>,
    islands: &'a Islands,
}

impl<'a> Wanted<'a> {
    fn new(files: &[TextFile<'a>], islands: &'a Islands) -> Self {
        let texts = |ending| {
            files
                .iter()
                .filter(move |(_, source)| source.path.ends_with(ending))
                .map(|(_, source)| &*source.text)
        };
        let mut quoted: BTreeSet<String> = texts(".html").flat_map(jinja::quoted).collect();
        // A theme's template that the project has one of its own for brings in others, too, if that one extends it.
        let originals: Vec<&str> =
            quoted.iter().filter_map(|name| theme::template(name.strip_prefix(theme::PREFIX)?)).collect();
        quoted.extend(originals.into_iter().flat_map(jinja::quoted));
        Self {
            texts: files.iter().map(|(_, source)| (&*source.path, &*source.text)).collect(),
            quoted,
            sheets: texts(".css").collect(),
            islands,
        }
    }

    /// True if something asks for the file at this path.
    fn has(&self, path: &str) -> bool {
        if let Some(script) = path.strip_prefix(COMPONENTS) {
            return self.has_script(script, path);
        }
        let Some(name) = path.strip_prefix(FOLDER) else { return true };
        let extension = extension(name);
        // Fonts, pictures and documents are none of this.
        let is_text = matches!(extension, "html" | "css" | "toml") || is_nearly_toml(extension);
        if !is_text || NAMED.contains(&name) || self.quoted.contains(name) {
            return true;
        }
        if let Some(folder) = TypeFolder::ALL.into_iter().find(|folder| path.starts_with(folder.path())) {
            return folder.type_name(path).is_some() || self.is_of_type(folder, path);
        }
        match (name.split_once('/'), extension) {
            (Some(("words", words)), "toml") => Language::parse(words.trim_end_matches(".toml")).is_ok(),
            (Some(("styles", _)), "css") => self.is_imported(name),
            _ => false,
        }
    }

    /// True for a template or stylesheet beside a declared type; that of a layout is called after it.
    fn is_of_type(&self, folder: TypeFolder, path: &str) -> bool {
        let Some((name, file)) = folder.owner(path) else { return false };
        let type_file = folder.type_file(name);
        let is_of_layout = |layout| self.says(&type_file, layout);
        let is_beside = match folder {
            TypeFolder::Collections => [TEMPLATE, STYLE, "term.html", "term.css"].contains(&file),
            TypeFolder::Sections => {
                [TEMPLATE, STYLE].contains(&file) || file.strip_suffix(".css").is_some_and(is_of_layout)
            }
            _ => false,
        };
        is_beside && self.texts.contains_key(&*type_file)
    }

    /// True if a type file, or that of the theme which it may extend, has this word in quotes.
    fn says(&self, type_file: &str, word: &str) -> bool {
        let original = format!("{}{type_file}", theme::PREFIX);
        let texts = [type_file, &*original].into_iter().filter_map(|path| self.texts.get(path));
        let word = format!("\"{word}\"");
        texts.into_iter().any(|text| text.contains(&word))
    }

    /// True for the stylesheet that every page loads, for one that another one imports, and for one of the design.
    fn is_imported(&self, name: &str) -> bool {
        if let Some(choice) = name.strip_prefix(DESIGN) {
            let choice = choice.strip_suffix(".css").and_then(|stem| stem.split_once('-'));
            return choice.is_some_and(|(field, word)| {
                let site = "templates/singles/site.toml";
                self.says(site, word) && self.texts.get(site).is_some_and(|text| text.contains(field))
            });
        }
        let file = name.rsplit('/').next().unwrap_or(name);
        let imports = ["\"", "'"].map(|quote| format!("/{file}{quote}"));
        name == "styles/site.css"
            || self.sheets.iter().any(|sheet| imports.iter().any(|import| sheet.contains(import)))
    }

    fn has_script(&self, script: &str, path: &str) -> bool {
        let stem = script.rsplit_once('.').map_or(script, |(stem, _)| stem);
        !matches!(extension(script), "ts" | "tsx" | "js" | "jsx")
            || matches!(script, "boot.ts" | "types.ts")
            || stem.ends_with(".d")
            || self.quoted.contains(stem)
            || self.islands.imports(path)
    }
}

/// What to do about the unused file at this path.
fn help(path: &str) -> String {
    let name = path.strip_prefix(FOLDER).unwrap_or_default();
    let folder = TypeFolder::ALL.into_iter().find(|folder| path.starts_with(folder.path()));
    match folder {
        Some(folder @ (TypeFolder::Sections | TypeFolder::Collections)) => format!(
            "{} has a folder for each, with type.toml, {TEMPLATE} and {STYLE}: move the file into one, or remove it",
            folder.path()
        ),
        _ if name.starts_with("words/") => {
            "files of words have the code of a language: templates/words/nl.toml for Dutch".to_owned()
        }
        _ if name.starts_with(DESIGN) => format!(
            "name it after a field of [design] and one of its values: {FOLDER}{DESIGN}corners-round.css"
        ),
        _ if matches!(extension(path), "js" | "jsx") => {
            "islands and what they import are .ts and .tsx files: rename it, or remove it".to_owned()
        }
        _ => "remove the file, or include it where it belongs: docs/templates.md says which files there are"
            .to_owned(),
    }
}
