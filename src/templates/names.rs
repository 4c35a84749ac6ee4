//! Templates by the names that other templates use for them.

use super::FOLDER;
use crate::{
    diagnostic::{Diagnostic, FileId, Span, code, diagnostic},
    source::{Sources, layout::TypeFolder, theme},
};

/// The path of a template, by the name that other templates use for it.
pub(super) fn path(name: &str) -> String {
    match name.strip_prefix(theme::PREFIX) {
        Some(name) => [theme::PREFIX, FOLDER, name].concat(),
        None => [FOLDER, name].concat(),
    }
}

/// True if a section has a template, either for all of its layouts or for one.
pub(super) fn has_template(section: &str, sources: &Sources) -> bool {
    let folder = TypeFolder::Sections.beside(section, "");
    sources.texts_below(&folder).any(|(_, text)| text.path.ends_with(".html"))
}

/// The mistake of a type whose template is missing at `path`.
pub(super) fn without_template(declared: FileId, message: String, path: &str) -> Diagnostic {
    diagnostic!(code::TEMPLATE, Span::whole(declared), "{message}";
        label: "declared here";
        expected: "a template at {path}";
        help: "write it, as docs/templates.md shows step by step, or remove the type")
}
