//! `{{ island("BmiCalculator", props, on="visible") }}`: the call by which templates place islands.

use std::sync::{Arc, Mutex, PoisonError};

use foldhash::HashMap;
use minijinja::{Environment, Error, ErrorKind, State, Value, value::Kwargs};

use super::{
    jinja,
    mistake::path,
    placements::{PlacedIsland, Placements},
    props::{self, NoData},
};
use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Severity, Span, nearest},
    islands::{Call, Islands, Strategy, UnknownIsland, UnreadProp},
    source::{SourceText, Sources},
};

/// An island that can't be rendered, on its way through the template engine.
#[derive(Debug)]
pub(super) enum IslandMistake {
    /// In its component.
    Component(Box<Diagnostic>),
    /// In the template: no island has this name.
    Unknown(UnknownIsland),
    /// In the template: its props, which of them, and whether that is undefined.
    Props { island: String, message: String, prop: String, is_undefined: bool },
}

impl std::fmt::Display for IslandMistake {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Component(mistake) => &mistake.message,
            Self::Unknown(unknown) => &unknown.message,
            Self::Props { message, .. } => message,
        })
    }
}

impl std::error::Error for IslandMistake {}

/// What calls gave, by all that they depend on: ten thousand pages have the same navigation.
#[derive(Debug, Default)]
struct MarkupCache(Mutex<HashMap<String, Arc<Element>>>);

/// An island's markup, and what is to be said of it.
#[derive(Debug)]
struct Element {
    html: Value,
    notes: Vec<Diagnostic>,
}

impl MarkupCache {
    fn elements(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Element>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) fn register(environment: &mut Environment<'_>, islands: Arc<Islands>, sources: Arc<Sources>) {
    let given = MarkupCache::default();
    environment.add_function(
        "island",
        move |state: &State<'_, '_>, name: &str, props: Value, options: Kwargs| {
            let on: Option<&str> = options.get("on")?;
            options.assert_all_used()?;
            let on = on.unwrap_or("visible");
            let strategy = strategy(on)?;
            let page = Placements::from_state(state)?;
            let cannot = |mistake| cannot(name, mistake);
            let component = islands.named(name).map_err(IslandMistake::Unknown).map_err(cannot)?;
            let props = props::json(&props).map_err(|wrong| cannot(refused(name, &wrong)))?;
            let instance = page.islands();
            let key = format!("{name} {on} {instance} {props}");
            let known = given.elements().get(&key).cloned();
            let element = match known {
                Some(known) => known,
                None => {
                    let call = Call { component, props: &props, strategy: &strategy, instance };
                    let template = sources.text_at(&path(state.name()));
                    let made = Arc::new(element(&call, name, template, &islands).map_err(cannot)?);
                    given.elements().insert(key, made.clone());
                    made
                }
            };
            let at_once = matches!(strategy, Strategy::Load);
            page.place_island(PlacedIsland { component, at_once }, &element.notes);
            Ok(element.html.clone())
        },
    );
}

fn cannot(name: &str, mistake: IslandMistake) -> Error {
    Error::new(ErrorKind::InvalidOperation, format!("the island {name} can't be rendered"))
        .with_source(mistake)
}

fn refused(name: &str, NoData { field, why }: &NoData) -> IslandMistake {
    let message = match field.as_str() {
        "" => format!("the props of {name} are {why}"),
        field => format!("\"{field}\" in the props of {name} is {why}"),
    };
    let is_undefined = why == props::UNDEFINED;
    IslandMistake::Props { island: name.to_owned(), message, prop: field.clone(), is_undefined }
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

/// The island of this name, called in `template`.
fn element(
    call: &Call<'_>,
    name: &str,
    template: Option<(FileId, &Arc<SourceText>)>,
    islands: &Islands,
) -> Result<Element, IslandMistake> {
    let mut notes = Diagnostics::default();
    let mut unread = Vec::new();
    let html = islands.render(call, &mut unread, &mut notes).map_err(IslandMistake::Component)?;
    for prop in unread {
        // Only what stands in the call can be misspelled there.
        let place = template.and_then(|(file, source)| {
            Some(Span::new(file, jinja::place_of_prop(&source.text, name, &prop.name)?))
        });
        notes.extend(place.map(|place| unread_prop(name, &prop, place)));
    }
    Ok(Element { html: Value::from_safe_string(html), notes: notes.iter().cloned().collect() })
}

fn unread_prop(island: &str, UnreadProp { name, missed }: &UnreadProp, place: Span) -> Diagnostic {
    let message = format!("the component {island} doesn't read the prop \"{name}\" while it is rendered");
    let found = Diagnostic::new(Code::Island, place, message);
    match nearest(name, missed.iter().map(String::as_str)) {
        Some(near) => found.help(format!("did you mean \"{near}\"?")),
        // It may be read later, by what a visitor does.
        None => {
            let help = "leave it out, or let the component take it from its parameter";
            let mut found = found.help(help);
            found.severity = Severity::Warning;
            found
        }
    }
}
