//! `{{ island("BmiCalculator", props, on="visible") }}`: the call by which templates place islands.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, PoisonError},
};

use minijinja::{
    Environment, Error, ErrorKind, State, Value,
    value::{Kwargs, Object, ValueKind},
};

use crate::{
    diagnostic::{Diagnostic, Diagnostics, nearest},
    islands::{Call, Component, Islands, Strategy},
    site::BaseUrl,
};

/// The name under which a page's own list of islands is kept in its context.
const LIST: &str = "islands_of_this_page";

/// Stands in a page's head until it's known which scripts the page needs. No text can hold it:
/// content is free of control characters.
const SCRIPTS: char = '\u{1}';

/// The islands of one page, in the order of their calls.
#[derive(Debug, Default)]
pub(super) struct PageIslands(Mutex<Placed>);

#[derive(Debug, Default)]
struct Placed {
    islands: Vec<(Component, bool)>,
    notes: Vec<Diagnostic>,
}

impl Object for PageIslands {}

impl PageIslands {
    /// The entry of the page's context by which calls find the list.
    pub(super) fn entry(self: &Arc<Self>) -> Value {
        Value::from(BTreeMap::from([(LIST, Value::from_dyn_object(self.clone()))]))
    }

    fn placed(&self) -> std::sync::MutexGuard<'_, Placed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Which islands the page has, and what was to be said of them.
    pub(super) fn finish(&self) -> (Vec<Component>, Vec<Diagnostic>) {
        let mut placed = self.placed();
        let islands = placed.islands.iter().map(|(component, _)| *component).collect();
        (islands, std::mem::take(&mut placed.notes))
    }

    /// Replaces the mark that `scripts()` left by what the page needs: the boot script, and what an
    /// island loads at once.
    pub(super) fn fill_scripts(&self, mut html: String, islands: &Islands, base: &BaseUrl) -> String {
        if !html.contains(SCRIPTS) {
            return html;
        }
        let href = |name: &str| base.href(&format!("/{}/{name}", Islands::FOLDER));
        let mut tags = String::new();
        if let Some(boot) = islands.boot() {
            // What it knows, such as that somebody is signed in, is to be seen at the first paint.
            let src = href(boot);
            tags.push_str(&format!("<script type=\"module\" src=\"{src}\" blocking=\"render\"></script>"));
        }
        let mut preloads: Vec<&str> = Vec::new();
        for (component, at_once) in &self.placed().islands {
            for name in islands.preloads(*component).into_iter().filter(|_| *at_once) {
                if !preloads.contains(&name) {
                    preloads.push(name);
                }
            }
        }
        for name in preloads {
            tags.push_str(&format!("\n<link rel=\"modulepreload\" href=\"{}\">", href(name)));
        }
        while let Some(place) = html.find(SCRIPTS) {
            html.replace_range(place..place + SCRIPTS.len_utf8(), &tags);
        }
        html
    }
}

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
    environment.add_function("scripts", || Value::from_safe_string(SCRIPTS.to_string()));
    environment.add_function(
        "island",
        move |state: &State<'_, '_>, name: &str, props: Value, options: Kwargs| {
            let on: Option<&str> = options.get("on")?;
            options.assert_all_used()?;
            let on = on.unwrap_or("visible");
            let strategy = strategy(on)?;
            let list = state.lookup(LIST);
            let page =
                list.as_ref().and_then(Value::downcast_object_ref::<PageIslands>).ok_or_else(|| {
                    Error::new(
                        ErrorKind::InvalidOperation,
                        "islands can be placed in pages only, not in macros imported without context",
                    )
                })?;
            let Some(component) = Component::named(name) else { return Err(unknown(name)) };
            let instance = page.placed().islands.len();
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
            let mut placed = page.placed();
            placed.notes.extend(element.notes.iter().cloned());
            placed.islands.push((component, matches!(strategy, Strategy::Load)));
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
