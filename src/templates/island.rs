//! `{{ island("BmiCalculator", props, on="visible") }}`, the function by which templates place islands.

use std::{collections::BTreeMap, sync::Arc};

use minijinja::{Environment, Error, State, Value, value::Kwargs};
use serde_json::Value as Json;

use super::{
    foreign, jinja,
    marks::{Marks, without_marks},
    names::path,
    placements::PageIslands,
    props::{self, NoData},
    refusal::{IslandMistake, refused},
};
use crate::{
    diagnostic::{Diagnostic, Diagnostics, FileId, Severity, Span, code, diagnostic, nearest},
    islands::{IslandCall, Islands, Strategy, UnreadProp},
    site::Site,
    source::SourceText,
};

pub(super) fn register(
    environment: &mut Environment<'_>,
    islands: Arc<Islands>,
    site: Arc<Site>,
    marks: Option<Arc<Marks>>,
) {
    environment.add_function(
        "island",
        move |state: &State<'_, '_>, name: &str, props: Value, options: Kwargs| {
            let on: Option<&str> = options.get("on")?;
            options.assert_all_used()?;
            let strategy = strategy(on.unwrap_or("visible"))?;
            let page = PageIslands::from_state(state)?;
            let cannot = |mistake| cannot(name, mistake);
            let component = islands.named(name).map_err(IslandMistake::Island).map_err(cannot)?;
            let json = props::json(&props, None).map_err(|wrong| cannot(no_data(name, &wrong)))?;
            let call = IslandCall { component: name, props: &json, strategy, instance: page.islands() };
            let (mut unread, mut notes) = (Vec::new(), Diagnostics::default());
            let html = islands.render(&call, &mut unread, &mut notes);
            let mut html = html.map_err(IslandMistake::Island).map_err(cannot)?;
            let marked = marks.as_ref().and_then(|marks| props::json(&props, Some(marks)).ok());
            if let Some(marked) = marked {
                let call = IslandCall { props: &marked, ..call };
                let marked = islands.render(&call, &mut Vec::new(), &mut Diagnostics::default());
                // A component may do more with a text than show it.
                html = match marked.ok().filter(|marked| without_marks(marked) == html) {
                    Some(marked) => marked,
                    None => with_marks_around_texts(&html, call.props),
                };
            }
            let html = foreign::in_attributes(&html, &site);
            let template = site.project.sources.text_at(&path(state.name()));
            notes.extend(unread.iter().filter_map(|prop| unread_prop(name, prop, template?)));
            page.place_island(component, notes);
            Ok(Value::from_safe_string(foreign::sealed(html, &site)))
        },
    );
}

/// The markup of an island with marks around each text that is that of one value alone, by props in which values have marks.
fn with_marks_around_texts(html: &str, marked_props: &str) -> String {
    let mut known = BTreeMap::new();
    if let Ok(props) = serde_json::from_str(marked_props) {
        note_marked_texts(&props, &mut known);
    }
    let mut out = String::with_capacity(html.len() + 1024);
    for (number, piece) in html.split('<').enumerate() {
        if number > 0 {
            out.push('<');
        }
        let (tag, text) = piece.rsplit_once('>').unwrap_or((piece, ""));
        match known.get(text) {
            Some(Some(marked)) => out.extend([tag, ">", marked]),
            _ => out.push_str(piece),
        }
    }
    out
}

/// Notes each text with marks, by how React writes it without them; nothing for one that several values say.
fn note_marked_texts(props: &Json, known: &mut BTreeMap<String, Option<String>>) {
    match props {
        Json::String(text) => {
            let marked = escape_as_react(text);
            let plain = without_marks(&marked);
            if plain != marked && !plain.is_empty() {
                let value = known.entry(plain).or_insert_with(|| Some(marked.clone()));
                if value.as_ref() != Some(&marked) {
                    *value = None;
                }
            }
        }
        Json::Array(elements) => elements.iter().for_each(|element| note_marked_texts(element, known)),
        Json::Object(members) => members.values().for_each(|member| note_marked_texts(member, known)),
        _ => {}
    }
}

fn escape_as_react(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#x27;")
}

fn cannot(name: &str, mistake: IslandMistake) -> Error {
    refused(format!("the island {name} can't be rendered")).with_source(mistake)
}

fn no_data(name: &str, NoData { field, why }: &NoData) -> IslandMistake {
    let message = match field.as_str() {
        "" => format!("the props of {name} are {why}"),
        field => format!("\"{field}\" in the props of {name} is {why}"),
    };
    let is_undefined = why == props::UNDEFINED;
    IslandMistake::Props { island: name.to_owned(), message, prop: field.clone(), is_undefined }
}

fn strategy(on: &str) -> Result<Strategy, Error> {
    Strategy::ALL.into_iter().find(|strategy| strategy.name() == on).ok_or_else(|| {
        refused(format!("an island is hydrated on \"visible\" or \"interaction\", not on \"{on}\""))
    })
}

/// Reports a prop that the template passes and nothing reads. Only a name in the call itself can be misspelled there.
fn unread_prop(
    island: &str,
    UnreadProp { name, missed }: &UnreadProp,
    (file, source): (FileId, &Arc<SourceText>),
) -> Option<Diagnostic> {
    let place = Span::new(file, jinja::place_of_prop(&source.text, island, name)?);
    let diagnostic = diagnostic!(
        code::ISLAND,
        place,
        "the component {island} doesn't read the prop \"{name}\" while it is rendered"
    );
    Some(match nearest(name, missed.iter().map(String::as_str)) {
        Some(near) => diagnostic.help(format!("did you mean \"{near}\"?")),
        // Code that runs when a visitor does something may still read it.
        None => {
            let help = "leave it out, or read it in the component";
            let mut diagnostic = diagnostic.help(help);
            diagnostic.severity = Severity::Warning;
            diagnostic
        }
    })
}
