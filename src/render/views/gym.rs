//! The gym, as every page knows it.

use std::sync::Arc;

use minijinja::{
    Value, context,
    value::{Enumerator, Object},
};

use super::{entries, values};
use crate::{
    content::{Closure, OpenSpan, network_title},
    decode::value::Phone,
    render::reads::Reader,
    schema::{Data, Kind, Presence},
    site::Run,
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

/// Days on which the gym stays closed; `last` is none for a single day.
fn closure(closure: &Closure, reader: &Reader) -> Value {
    let formats = reader.formats();
    context! {
        first => formats.first_date(closure.first, closure.last),
        first_datetime => closure.first.to_string(),
        last => (closure.last != closure.first).then(|| formats.full_date(closure.last)),
        last_datetime => closure.last.to_string(),
        note => closure.note.as_str(),
    }
}

fn hours(reader: &Reader) -> Value {
    let Some(hours) = reader.hours() else { return Value::from(Vec::<Value>::new()) };
    let formats = reader.formats();
    let span = |open: &OpenSpan| {
        context! {
            opens => formats.time(open.opens()),
            opens_datetime => open.opens().machine(),
            closes => formats.time(open.closes()),
            closes_datetime => open.closes().machine(),
        }
    };
    let view = |(first, last, open): Run<'_>| {
        let spans = || open.iter().map(|open| formats.open_span(*open)).collect::<Vec<_>>().join(", ");
        let text = match open {
            [] => word("closed", reader).unwrap_or_else(|| "–".to_owned()),
            [OpenSpan::ALL_DAY] => word("all_day", reader).unwrap_or_else(spans),
            _ => spans(),
        };
        context! {
            days => formats.weekdays(first, last),
            first => entries::day_id(first),
            last => entries::day_id(last),
            text,
            closed => open.is_empty(),
            all_day => open == [OpenSpan::ALL_DAY],
            spans => open.iter().map(span).collect::<Value>(),
        }
    };
    hours.runs().into_iter().map(view).collect()
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
    match &footer.field(key)?.presence {
        Presence::Default(Data::Text(word)) => Some(word.as_str().to_owned()),
        _ => None,
    }
}
