//! Files of a project that nothing brings in.

use std::collections::BTreeSet;

use memchr::memmem;

use super::{FOLDER, TextFile};
use crate::{
    diagnostic::{Code, Diagnostic, FileId, Span},
    source::{
        layout::{STYLE, TEMPLATE, TypeFolder},
        theme,
    },
};

pub(super) const COMPONENTS: &str = "components/";
const PARTIALS: &str = "templates/partials/";
pub(super) const STYLES: &str = "templates/styles/";
const DESIGN: &str = "templates/styles/design/";

/// The type whose table `design` has a word for each stylesheet of [`DESIGN`].
const SITE: &str = "templates/singles/site.toml";

/// The stylesheet from which all that every page loads is reached.
const BASE: &str = "site.css";

/// What to do about a file that is brought in by its name.
const USUAL: &str = "remove the file, or bring it in where it belongs";

/// Partials, stylesheets and components of `own` that no other one of `files` names.
pub(super) fn find(own: &[TextFile<'_>], files: &[TextFile<'_>]) -> Vec<Diagnostic> {
    let originals = originals(files);
    let is_named = |own: FileId, name: &str| {
        let name = memmem::Finder::new(name);
        let is_in = |text: &str| name.find(text.as_bytes()).is_some();
        files.iter().any(|(file, source)| *file != own && is_in(&source.text))
            || originals.iter().any(|text| is_in(text))
    };
    let unused = own.iter().filter_map(|(file, source)| {
        let wanted = Mention::of(&source.path, files)?;
        let is_used = wanted.names.iter().any(|name| is_named(*file, name));
        let diagnostic = || Diagnostic::new(Code::UnusedFile, Span::whole(*file), wanted.otherwise);
        (!is_used).then(|| diagnostic().label("brought in by nothing").help(wanted.help))
    });
    unused.collect()
}

/// What must stand in some file for another one to be used.
struct Mention {
    /// One of these is enough.
    names: Vec<String>,
    /// What is wrong if none is there.
    otherwise: &'static str,
    help: String,
}

impl Mention {
    /// What the file at `path` needs. Returns `None` if it is used because of its name, or is of another kind.
    fn of(path: &str, files: &[TextFile<'_>]) -> Option<Self> {
        let has = |path: &str| files.iter().any(|(_, source)| *source.path == *path);
        if let Some(name) = page_template(path) {
            (!is_read(path, has)).then(|| Self {
                names: in_quotes(name),
                otherwise: "no type and no other template uses this template",
                help: help_for(path),
            })
        } else if path.starts_with(TypeFolder::Sections.path()) && path.ends_with(".css") {
            let section = TypeFolder::Sections.owner(path).filter(|(_, file)| *file == STYLE);
            let is_read = section.is_some_and(|(name, _)| has(&TypeFolder::Sections.type_file(name)));
            (!is_read).then(|| Self {
                names: at_end(file_name(path)),
                otherwise: "no section has this stylesheet",
                help: help_for(path),
            })
        } else if let Some(name) = path.strip_prefix(PARTIALS) {
            Some(Self {
                names: vec![format!("partials/{name}")],
                otherwise: "no template includes this partial",
                help: USUAL.to_owned(),
            })
        } else if let Some(name) = path.strip_prefix(DESIGN) {
            Self::of_design(name, files)
        } else if let Some(name) = path.strip_prefix(STYLES) {
            (name != BASE && name.ends_with(".css")).then(|| Self {
                names: at_end(name),
                otherwise: "no stylesheet imports this one",
                help: USUAL.to_owned(),
            })
        } else {
            Self::of_script(path.strip_prefix(COMPONENTS)?)
        }
    }

    /// For a stylesheet of the design.
    fn of_design(name: &str, files: &[TextFile<'_>]) -> Option<Self> {
        let mut types = files.iter().filter(|(_, source)| *source.path == *SITE);
        (!types.any(|(_, source)| declares_choice(&source.text, name))).then(|| Self {
            names: Vec::new(),
            otherwise: "[design] has no word for this stylesheet",
            help: format!(
                "call it after a field of [design] and one of its words: {DESIGN}corners-round.css"
            ),
        })
    }

    /// For a file of `components/`.
    fn of_script(path: &str) -> Option<Self> {
        if let Some(name) = component(path) {
            let whole = name.strip_suffix("/index").unwrap_or(name);
            let stem = whole.rsplit('/').next().unwrap_or(whole);
            return Some(Self {
                names: vec![format!("/{stem}\""), format!("/{stem}."), format!("island(\"{name}\"")],
                otherwise: "no template places this component, and no other one imports it",
                help: USUAL.to_owned(),
            });
        }
        let stem = script(path)?;
        let name = stem.rsplit('/').next().unwrap_or(stem);
        Some(Self {
            names: vec![format!("/{name}\""), format!("/{name}.")],
            otherwise: "no component imports this script",
            help: format!("an island is a .tsx file: call it {COMPONENTS}{stem}.tsx, or remove it"),
        })
    }
}

/// True if this text of a type may have the field and its word after which a stylesheet is called `corners-round.css`.
fn declares_choice(text: &str, sheet: &str) -> bool {
    let choice = sheet.strip_suffix(".css").and_then(|stem| stem.split_once('-'));
    choice.is_some_and(|(field, word)| text.contains(field) && text.contains(&format!("\"{word}\"")))
}

/// The name in quotes.
fn in_quotes(name: &str) -> Vec<String> {
    vec![format!("\"{name}\""), format!("'{name}'")]
}

/// The name at the end of a path in quotes.
fn at_end(name: &str) -> Vec<String> {
    vec![format!("/{name}\""), format!("/{name}'")]
}

/// The theme's own templates that others bring in by name: where a project has one of its own in their place, they
/// aren't among the files.
fn originals(files: &[TextFile<'_>]) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for (_, source) in files.iter().filter(|(_, source)| source.path.ends_with(".html")) {
        found.extend(source.text.match_indices(theme::PREFIX).filter_map(|(at, prefix)| {
            let rest = source.text.get(at + prefix.len()..)?;
            theme::template(rest.split(['"', '\'']).next()?)
        }));
    }
    found
}

/// The name of a template that isn't a partial.
pub(super) fn page_template(path: &str) -> Option<&str> {
    let name = path.strip_prefix(FOLDER).filter(|name| name.ends_with(".html"))?;
    (!path.starts_with(PARTIALS)).then_some(name)
}

/// True for a template that is rendered because of its name. `has` says whether there is a file.
pub(super) fn is_read(path: &str, has: impl Fn(&str) -> bool) -> bool {
    const ALWAYS: [&str; 4] = ["layout.html", "page.html", "forward.html", "offline.html"];
    let declares = |folder: TypeFolder| {
        let (name, file) = folder.owner(path)?;
        Some((file, has(&folder.type_file(name))))
    };
    if let Some((file, has_type)) = declares(TypeFolder::Sections) {
        has_type && file == TEMPLATE
    } else if let Some((file, has_type)) = declares(TypeFolder::Collections) {
        has_type && (file == TEMPLATE || file == "term.html")
    } else {
        path.strip_prefix(FOLDER).is_some_and(|name| ALWAYS.contains(&name))
    }
}

/// What to do about a template or stylesheet that nothing uses.
fn help_for(path: &str) -> String {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let name = stem.rsplit('/').next().unwrap_or(stem);
    if let Some(rest) = path.strip_prefix(TypeFolder::Sections.path()) {
        let section = rest.split_once('/').map_or(name, |(section, _)| section);
        let folder = format!("{}{section}/", TypeFolder::Sections.path());
        return format!(
            "a section is a folder with type.toml, {TEMPLATE} and {STYLE}: move the file into {folder}, or remove it"
        );
    }
    match path.strip_prefix(TypeFolder::Collections.path()).and_then(|rest| rest.split_once('/')) {
        Some((collection, _)) => format!(
            "pages of a collection come from {}, with its type in {}: correct the file's name, or remove the file",
            TypeFolder::Collections.beside(collection, TEMPLATE),
            TypeFolder::Collections.type_file(collection),
        ),
        None => format!(
            "a page is a file of content, such as content/pages/{name}.toml, made of sections: remove the file, or \
             include it where it belongs"
        ),
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The name of a component without its ending. Returns `None` for what the bundle starts from, and for declarations.
fn component(path: &str) -> Option<&str> {
    const STARTS: [&str; 3] = ["boot", "props", "types"];
    let name = path.strip_suffix(".tsx").or_else(|| path.strip_suffix(".ts"))?;
    (!STARTS.contains(&name) && !name.ends_with(".d") && !name.ends_with(".vendor")).then_some(name)
}

/// The name of a script that isn't TypeScript, without its ending.
fn script(path: &str) -> Option<&str> {
    path.strip_suffix(".js").or_else(|| path.strip_suffix(".jsx"))
}
