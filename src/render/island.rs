//! `{{ island("BmiCalculator", props, on="visible") }}`: the call by which templates place islands.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use minijinja::{
    Environment, Error, ErrorKind, State, Value,
    value::{Kwargs, ValueKind},
};

use super::placed::{Placed, PlacedIsland};
use crate::{
    diagnostic::{Diagnostic, Diagnostics, nearest},
    islands::{Call, Component, Islands, Strategy},
};

/// An island that can't be rendered, on its way through the template engine.
#[derive(Debug)]
pub(super) struct IslandMistake(pub Diagnostic);

impl std::fmt::Display for IslandMistake {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0.message)
    }
}

impl std::error::Error for IslandMistake {}

/// What calls gave, by all that they depend on: ten thousand pages have the same navigation.
#[derive(Debug, Default)]
struct Given(Mutex<HashMap<String, Arc<Element>>>);

/// An island's markup, and what is to be said of it.
#[derive(Debug)]
struct Element {
    html: Value,
    notes: Vec<Diagnostic>,
}

impl Given {
    fn elements(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Element>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) fn register(environment: &mut Environment<'_>, islands: Arc<Islands>) {
    let given = Given::default();
    environment.add_function(
        "island",
        move |state: &State<'_, '_>, name: &str, props: Value, options: Kwargs| {
            let on: Option<&str> = options.get("on")?;
            options.assert_all_used()?;
            let on = on.unwrap_or("visible");
            let strategy = strategy(on)?;
            let page = Placed::of(state)?;
            let Some(component) = Component::named(name) else { return Err(unknown(name)) };
            let instance = page.islands();
            // To write props down is faster than to look through them.
            let key = serde_json::to_string(&props).map(|props| format!("{name} {on} {instance} {props}"));
            let known = key.as_ref().ok().and_then(|key| given.elements().get(key).cloned());
            let element = match known {
                Some(known) => known,
                None => {
                    let made = Arc::new(element(name, &props, &strategy, instance, &islands)?);
                    given.elements().extend(key.ok().map(|key| (key, made.clone())));
                    made
                }
            };
            let at_once = matches!(strategy, Strategy::Load);
            page.place_island(PlacedIsland { component, at_once }, &element.notes);
            Ok(element.html.clone())
        },
    );
}

fn unknown(name: &str) -> Error {
    let names = || Component::ALL.iter().map(|component| component.name());
    let told = match nearest(name, names()) {
        Some(near) => format!("there is no island {name}; did you mean {near}?"),
        None => format!("there is no island {name}; there are {}", names().collect::<Vec<_>>().join(", ")),
    };
    Error::new(ErrorKind::InvalidOperation, told)
}

fn strategy(on: &str) -> Result<Strategy, Error> {
    on.parse().map_err(|_| {
        Error::new(
            ErrorKind::InvalidOperation,
            format!(
                "\"{on}\" says not when an island comes to life; expected one of {}",
                Strategy::WORDS.join(", ")
            ),
        )
    })
}

fn element(
    name: &str,
    props: &Value,
    strategy: &Strategy,
    instance: usize,
    islands: &Islands,
) -> Result<Element, Error> {
    let cannot = |mistake: Diagnostic| {
        Error::new(ErrorKind::InvalidOperation, format!("the island {name} can't be rendered"))
            .with_source(IslandMistake(mistake))
    };
    if let Some((field, why)) = no_data(props, String::new()) {
        return Err(cannot(islands.refuse_props(name, &field, &why)));
    }
    let props = serde_json::to_value(props)
        .map_err(|error| cannot(islands.refuse_props(name, "", &error.to_string())))?;
    let mut notes = Diagnostics::default();
    let call = Call { component: name, props: &props, strategy, instance };
    let html = islands.render(&call, &mut notes).map_err(|mistake| cannot(*mistake))?;
    Ok(Element { html: Value::from_safe_string(html), notes: notes.iter().cloned().collect() })
}

/// What in `value` is no data: its field and why. It would reach the browser as something else, or not
/// at all.
fn no_data(value: &Value, field: String) -> Option<(String, String)> {
    let why = match value.kind() {
        ValueKind::Undefined => "undefined",
        ValueKind::Bytes => "bytes, which are neither text nor a number",
        ValueKind::Plain | ValueKind::Iterable | ValueKind::Invalid => {
            "a function or an object of the generator, which is no data"
        }
        ValueKind::Number => {
            let number = f64::try_from(value.clone()).ok().filter(|number| !number.is_finite())?;
            return Some((field, format!("{number}, which JSON can't say")));
        }
        ValueKind::Seq => {
            let mut elements = value.try_iter().ok()?.enumerate();
            return elements.find_map(|(index, element)| no_data(&element, format!("{field}[{index}]")));
        }
        ValueKind::Map => {
            let dot = if field.is_empty() { "" } else { "." };
            return value
                .try_iter()
                .ok()?
                .find_map(|key| no_data(&value.get_item(&key).ok()?, format!("{field}{dot}{key}")));
        }
        _ => return None,
    };
    Some((field, why.to_owned()))
}
