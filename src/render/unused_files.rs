//! Files of a project's templates and components that nothing asks for.

use std::collections::BTreeSet;

use super::{FOLDER, TextFile, jinja};
use crate::{
    decode::value::Language,
    diagnostic::{Code, Diagnostic, Diagnostics, Files as _, Span, nearest},
    islands::Islands,
    source::{
        Sources, is_nearly_toml,
        layout::{STYLE, TEMPLATE, TypeFolder},
        theme,
    },
};

const COMPONENTS: &str = "components/";

/// The folders below `templates/` that mean something.
const FOLDERS: [&str; 7] = ["collections", "partials", "sections", "singles", "styles", "types", "words"];

/// The templates that are asked for by their names.
const NAMED: [&str; 4] = ["layout.html", "page.html", "offline.html", "partials/icons.html"];

/// The folder of stylesheets that are called after a field of `[design]` and one of its words.
const DESIGN: &str = "styles/design/";

/// Warns of the project's own templates and components that nothing asks for. A comment `allow: unused-file` in a file
/// allows that.
pub fn check_unused_files(sources: &Sources, islands: &Islands, diagnostics: &mut Diagnostics) {
    // What a broken file brought in is used again once that is mended.
    if diagnostics.iter().any(|found| found.code == Code::Template || found.code == Code::Bundle) {
        return;
    }
    let texts = [FOLDER, COMPONENTS].into_iter().flat_map(|folder| sources.texts_below(folder));
    let files: Vec<TextFile<'_>> = texts.map(|(file, source)| (file, &**source)).collect();
    let wanted = Wanted::new(&files, islands);
    for (file, source) in files {
        if sources.path(file).starts_with(theme::PREFIX) {
            continue;
        }
        let Some(help) = wanted.help_for(&source.path) else { continue };
        let message = format!("nothing uses {}", source.path);
        let found = Diagnostic::new(Code::UnusedFile, Span::whole(file), message).help(help);
        match sources.allows(file, Code::UnusedFile) {
            true => diagnostics.allow(found),
            false => diagnostics.push(found),
        }
    }
}

/// What is asked for in a project.
struct Wanted<'a> {
    paths: BTreeSet<&'a str>,
    /// What stands in quotes in templates.
    quoted: BTreeSet<String>,
    sheets: Vec<&'a str>,
    /// The type of `content/site.toml`, in which the words of `[design]` stand.
    site_type: &'a str,
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
        let site = files.iter().find(|(_, source)| &*source.path == "templates/singles/site.toml");
        Self {
            paths: files.iter().map(|(_, source)| &*source.path).collect(),
            quoted,
            sheets: texts(".css").collect(),
            site_type: site.map_or("", |(_, source)| &source.text),
            islands,
        }
    }

    /// What to do about the file at this path. Returns `None` if it is used.
    fn help_for(&self, path: &str) -> Option<String> {
        if let Some(script) = path.strip_prefix(COMPONENTS) {
            return self.help_for_script(script, path);
        }
        let name = path.strip_prefix(FOLDER)?;
        let (stem, ending) = name.rsplit_once('.')?;
        if NAMED.contains(&name) || self.quoted.contains(name) {
            return None;
        }
        if let Some(folder) = TypeFolder::ALL.into_iter().find(|folder| path.starts_with(folder.path())) {
            return self.help_for_typed(folder, path, ending);
        }
        let folder = stem.split_once('/').map_or("", |(folder, _)| folder);
        let is_used = match (folder, ending) {
            ("styles", "css") => self.is_imported(name),
            ("words", "toml") => Language::parse(stem.trim_start_matches("words/")).is_ok(),
            (_, "html" | "css" | "toml") => false,
            // Fonts, pictures and documents are none of this.
            (_, ending) => !is_nearly_toml(ending),
        };
        if is_used {
            return None;
        }
        if let Some(right) = nearest(folder, FOLDERS).filter(|right| *right != folder) {
            return Some(format!("did you mean {FOLDER}{right}/? Rename the folder {FOLDER}{folder}/"));
        }
        Some(match (folder, ending) {
            ("styles", "css") if name.starts_with(DESIGN) => {
                format!(
                    "call it after a field of [design] and one of its words: {FOLDER}{DESIGN}corners-round.css"
                )
            }
            ("words", "toml") => {
                format!("files of words have the code of a language: {FOLDER}words/nl.toml for Dutch")
            }
            (_, "toml") => {
                let folders = TypeFolder::ALL.map(TypeFolder::path).join(", ");
                format!("if it declares a type, move it to {folders}; if not, remove it")
            }
            (_, "html" | "css") => "remove the file, or bring it in where it belongs".to_owned(),
            _ => format!("did you mean {FOLDER}{stem}.toml? Rename the file"),
        })
    }

    /// What to do about a file in a folder of types.
    fn help_for_typed(&self, folder: TypeFolder, path: &str, ending: &str) -> Option<String> {
        let is_type = folder.type_name(path).is_some();
        let has_own_folder = matches!(folder, TypeFolder::Sections | TypeFolder::Collections);
        let belongs = folder.owner(path).filter(|_| has_own_folder).is_some_and(|(name, file)| {
            let is_page = file == TEMPLATE || file == STYLE;
            let is_of_terms = folder == TypeFolder::Collections && matches!(file, "term.html" | "term.css");
            (is_page || is_of_terms) && self.paths.contains(&*folder.type_file(name))
        });
        let is_other = !matches!(ending, "html" | "css" | "toml") && !is_nearly_toml(ending);
        if is_type || belongs || is_other {
            return None;
        }
        Some(match has_own_folder {
            true => format!(
                "{} has a folder for each, with type.toml, {TEMPLATE} and {STYLE}: move the file into one, or remove it",
                folder.path()
            ),
            false => {
                format!("a type is a file there, such as {}: move it, or remove it", folder.type_file("name"))
            }
        })
    }

    /// True for the stylesheet that every page loads, for one that another one imports, and for one of the design.
    fn is_imported(&self, name: &str) -> bool {
        if let Some(choice) = name.strip_prefix(DESIGN) {
            let choice = choice.strip_suffix(".css").and_then(|stem| stem.split_once('-'));
            return choice.is_some_and(|(field, word)| {
                self.site_type.contains(field) && self.site_type.contains(&format!("\"{word}\""))
            });
        }
        let file = name.rsplit('/').next().unwrap_or(name);
        let imports = ["\"", "'"].map(|quote| format!("/{file}{quote}"));
        name == "styles/site.css"
            || self.sheets.iter().any(|sheet| imports.iter().any(|import| sheet.contains(import)))
    }

    /// What to do about a file of `components/`.
    fn help_for_script(&self, script: &str, path: &str) -> Option<String> {
        let (stem, ending) = script.rsplit_once('.')?;
        let is_used = !matches!(ending, "ts" | "tsx" | "js" | "jsx")
            || matches!(script, "boot.ts" | "props.ts" | "types.ts")
            || stem.ends_with(".d")
            || self.quoted.contains(stem)
            || self.islands.imports(path);
        (!is_used).then(|| match ending {
            "ts" | "tsx" => "remove the file, or bring it in where it belongs".to_owned(),
            _ => format!("an island is a .tsx file: call it {COMPONENTS}{stem}.tsx, or remove it"),
        })
    }
}
