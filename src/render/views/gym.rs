//! The gym, as every page knows it.

use std::sync::Arc;

use minijinja::{
    Value, context,
    value::{Enumerator, Object},
};

use super::{entries, values};
use crate::{
    content::{OpenSpan, network_title},
    decode::value::Phone,
    render::{formats::Formats, reads::Reader},
    schema::{Data, Kind, Presence},
    site::{Run, SpecialDays},
};

/// `site` in templates: what `content/site.toml` says, and what follows from it.
pub(super) fn view(reader: &Arc<Reader>) -> Value {
    Value::from_object(GymValue { reader: reader.clone() })
}

/// The fields that are computed, or given otherwise than content has them.
const COMPUTED: [&str; 10] =
    ["address", "phone", "phone_href", "hours", "closures", "social", "year", "worker", "direction", "week"];

#[derive(Debug)]
struct GymValue {
    reader: Arc<Reader>,
}

impl Object for GymValue {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let reader = &self.reader;
        let declared = |key: &str| -> Option<Value> {
            let field = reader.site_schema()?.field(key)?;
            Some(values::optional(reader.site_field(key), field, reader))
        };
        let phone = || reader.gym_fields(&["phone"]).phone.as_ref();
        Some(match key {
            "address" => {
                let line = Some(reader.address_line()).filter(|line| !line.is_empty());
                line.map(|line| context! { line, ..declared("address").unwrap_or_default() }).into()
            }
            "phone" => phone().map(Phone::as_str).into(),
            "phone_href" => phone().map(Phone::href).into(),
            "hours" => hours(reader),
            "closures" => reader.closures().map(|closure| self::closure(closure, reader)).collect(),
            "social" => social(reader),
            "direction" => reader.direction().into(),
            "week" => reader.week_order().map(entries::day_id).into_iter().collect(),
            "year" => reader.year().into(),
            "worker" => reader.site_field("offline").map(|_| reader.base().href("/sw.js")).into(),
            _ => return declared(key),
        })
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let declared = self.reader.site_schema().map(|schema| schema.fields.as_slice()).unwrap_or_default();
        let keys = declared.iter().map(|field| &*field.key).filter(|key| !COMPUTED.contains(key));
        Enumerator::Values(COMPUTED.into_iter().chain(keys).map(Value::from).collect())
    }
}

/// The gym's accounts elsewhere.
pub(super) fn social(reader: &Reader) -> Value {
    let social = reader.gym_fields(&["social"]).social.iter().map(|social| {
        context! { network => &*social.network, title => network_title(&social.network), url => social.url.as_str() }
    });
    social.collect()
}

/// Days on which the gym stays closed or has other hours; `last` is none for a single day.
fn closure(days: &SpecialDays, reader: &Reader) -> Value {
    let formats = reader.formats();
    let note = days.note.as_str();
    let hours = (!days.open.is_empty()).then(|| hours_text(&days.open, formats));
    let text = match &hours {
        Some(hours) => {
            let pattern = word("special", reader).unwrap_or_else(|| "{note}, {hours}".to_owned());
            pattern.replace("{hours}", hours).replace("{note}", note)
        }
        None => note.to_owned(),
    };
    context! {
        first => formats.first_date(days.first, days.last),
        first_datetime => days.first.to_string(),
        last => (days.last != days.first).then(|| formats.full_date(days.last)),
        last_datetime => days.last.to_string(),
        note,
        hours,
        text,
        spans => spans(&days.open, formats),
    }
}

fn hours(reader: &Reader) -> Value {
    let Some(hours) = reader.hours() else { return Value::from(Vec::<Value>::new()) };
    let formats = reader.formats();
    let view = |(first, last, open): Run<'_>| {
        let text = match open {
            [] => word("closed", reader).unwrap_or_else(|| "–".to_owned()),
            [OpenSpan::ALL_DAY] => word("all_day", reader).unwrap_or_else(|| hours_text(open, formats)),
            _ => hours_text(open, formats),
        };
        context! {
            days => formats.weekdays(first, last),
            first => entries::day_id(first),
            last => entries::day_id(last),
            text,
            closed => open.is_empty(),
            all_day => open == [OpenSpan::ALL_DAY],
            spans => spans(open, formats),
        }
    };
    hours.runs().into_iter().map(view).collect()
}

/// `7:00am-12:00pm, 4:00pm-9:00pm`
fn hours_text(open: &[OpenSpan], formats: &Formats) -> String {
    open.iter().map(|span| formats.open_span(*span)).collect::<Vec<_>>().join(", ")
}

fn spans(open: &[OpenSpan], formats: &Formats) -> Value {
    let span = |open: &OpenSpan| {
        context! {
            opens => formats.time(open.opens()),
            opens_datetime => open.opens().machine(),
            closes => formats.time(open.closes()),
            closes_datetime => open.closes().machine(),
        }
    };
    open.iter().map(span).collect()
}

/// A word of the table `footer` of `content/navigation.toml`; where content has none, that of the language.
fn word(key: &str, reader: &Reader) -> Option<String> {
    let footer = reader.single("navigation").and_then(|navigation| navigation.get("footer"));
    if let Some(Data::Table(footer)) = footer.map(|footer| &footer.value) {
        return footer.text(key).map(str::to_owned);
    }
    let Kind::Table(footer) = &reader.types().singles.get("navigation")?.field("footer")?.kind else {
        return None;
    };
    let Presence::Default(Data::Text(word)) = &footer.field(key)?.presence else { return None };
    Some(word.as_str().to_owned())
}
