//! The template engine: its templates, and the way in which values are written into pages.

use minijinja::{AutoEscape, Environment, Error, Output, State, UndefinedBehavior, Value, escape_formatter};

use super::{FOLDER, blocks, contexts::lacks_number, limits::MAX_STEPS, mistake, refusal::refused};
use crate::{
    diagnostic::Diagnostics,
    output::write_escaped,
    source::{Sources, theme},
};

/// The compiled templates of a project.
pub type Templates = Environment<'static>;

/// Compiles every template, used or not, and reports those that can't be compiled.
pub fn compile(sources: &Sources, diagnostics: &mut Diagnostics) -> Templates {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|name| {
        if name.ends_with(".html") { AutoEscape::Html } else { AutoEscape::None }
    });
    environment.set_formatter(format);
    environment.set_fuel(Some(MAX_STEPS));
    // In debug mode, errors have places and name what is undefined.
    environment.set_debug(true);
    environment.set_loader(|name| Ok(original(name)));
    for (file, source) in sources.texts_below(FOLDER) {
        let name = source.path.strip_prefix(FOLDER).unwrap_or(&source.path);
        if source.error.is_some()
            || ![".html", ".xml", ".txt"].iter().any(|extension| name.ends_with(extension))
        {
            continue;
        }
        if let Err(error) = environment.add_template_owned(name.to_owned(), source.text.to_string()) {
            diagnostics.push(mistake::compiling(&error, file, sources));
        }
    }
    blocks::check(sources, diagnostics);
    environment
}

/// The text of the theme's template, by the name with which the project's template extends it.
fn original(name: &str) -> Option<String> {
    name.strip_prefix(theme::PREFIX).and_then(theme::template).map(str::to_owned)
}

/// Writes a value into a page. The engine's own escaping turns each `/` into five bytes, which makes links longer and
/// no page safer.
pub(super) fn format(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    match value.as_str() {
        Some(text) if matches!(state.auto_escape(), AutoEscape::Html) && !value.is_safe() => {
            Ok(write_escaped(out, text)?)
        }
        _ if lacks_number(value) => Err(refused(
            "this text has a form for each number: write the number in brackets behind it, as in {{ section.found[3] }}",
        )),
        _ => escape_formatter(out, state, value),
    }
}
