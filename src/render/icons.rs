//! Icons: whether the design draws those that content names, and `{{ icon("phone") }}`, by which templates show them.

use std::{
    collections::BTreeSet,
    sync::{PoisonError, RwLock},
};

use foldhash::HashMap;
use minijinja::{Environment, Error, ErrorKind, State, Value, value::Kwargs};

use super::{FOLDER, functions::check_defined, jinja};
use crate::{
    content::Content,
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    schema::{Data, decode::ICON},
    source::Sources,
};

/// The template with the drawings of all icons, each behind its name in quotes.
const ICONS: &str = "templates/partials/icons.html";

/// The macro in [`ICONS`] that draws one.
const MACRO: &str = "icon";

/// Icons that were drawn, by name and class. Most stand on many pages.
type Drawn = RwLock<HashMap<(String, Option<String>), Value>>;

/// Registers the function `icon("phone", class="icon")`: what the macro of this name gives.
pub(super) fn register(environment: &mut Environment<'_>) {
    let drawn = Drawn::default();
    let icon = move |state: &mut State<'_, '_>, name: Value, class: Option<&str>, options: Kwargs| {
        let class = class.map_or_else(|| options.get("class"), |class| Ok(Some(class)))?;
        options.assert_all_used()?;
        check_defined(&name, state)?;
        let Some(text) = name.as_str() else { return draw(&name, class, state.env()) };
        let key = (text.to_owned(), class.map(str::to_owned));
        if let Some(known) = drawn.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(known.clone());
        }
        let icon = draw(&name, class, state.env())?;
        drawn.write().unwrap_or_else(PoisonError::into_inner).insert(key, icon.clone());
        Ok::<_, Error>(icon)
    };
    environment.add_function(MACRO, icon);
}

/// Calls the macro.
///
/// # Errors
/// If the project's own [`ICONS`] has no such macro, or it fails.
fn draw(name: &Value, class: Option<&str>, environment: &Environment<'_>) -> Result<Value, Error> {
    let template = ICONS.strip_prefix(FOLDER).unwrap_or(ICONS);
    let mut icons = environment.get_template(template)?.render_captured(())?;
    // Without the macro, its name would be that of the function.
    if !icons.state().exports().contains(&MACRO) {
        let message = format!("{ICONS} has no macro {MACRO}, which draws the icons");
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    let arguments: Vec<Value> = [Some(name.clone()), class.map(Value::from)].into_iter().flatten().collect();
    icons.with_state_mut(|state| state.call_macro(MACRO, &arguments)).map(Value::from_safe_string)
}

/// Reports icons without a drawing.
pub fn check_icons(content: &Content, sources: &Sources, diagnostics: &mut Diagnostics) {
    let drawn = drawn_icons(sources);
    if !drawn.is_empty() {
        let values = content.tables().flat_map(|table| table.iter());
        values.for_each(|(_, value)| check_icon(&value.value, value.span, &drawn, sources, diagnostics));
    }
}

/// The names of all icons that the design draws.
fn drawn_icons(sources: &Sources) -> BTreeSet<String> {
    sources.text_at(ICONS).map(|(_, icons)| jinja::names_of_markup(&icons.text)).unwrap_or_default()
}

fn check_icon(
    value: &Data,
    span: Span,
    drawn: &BTreeSet<String>,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    if let Data::Str(scalar, icon) = value
        && *scalar == ICON
        && !drawn.contains(&**icon)
    {
        let names = || drawn.iter().map(String::as_str);
        let message = format!("there is no icon \"{icon}\"");
        diagnostics.push(
            Diagnostic::new(Code::UnknownWord, span, message)
                .expected(format!("one of {}", names().collect::<Vec<_>>().join(", ")))
                .help(format!("choose one of these, or draw it in {ICONS}"))
                .did_you_mean(sources, icon, names()),
        );
    }
    value.for_each_child(|child| check_icon(&child.value, child.span, drawn, sources, diagnostics));
}
