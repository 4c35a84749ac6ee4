//! The gym, in the context of every page.

use std::sync::Arc;

use minijinja::{
    Value, context,
    value::{Enumerator, Object},
};

use super::{entries, values};
use crate::{
    assets::Purpose,
    content::{OpenSpan, network_title},
    decode::value::{Phone, Weekday},
    render::{
        formats::{Formats, Lines},
        reads::Reader,
    },
    schema::{Data, Kind, Name, Presence},
    site::{Run, SpecialDays},
};

/// `site` in templates: what `content/site.toml` says, and what follows from it.
pub(super) fn view(reader: &Arc<Reader>) -> Value {
    Value::from_object(GymValue { reader: reader.clone() })
}

/// The fields that are computed, or given otherwise than content has them.
const COMPUTED: [&str; 11] = [
    "address",
    "phone",
    "phone_href",
    "hours",
    "closures",
    "social",
    "year",
    "worker",
    "direction",
    "week",
    "icons",
];

#[derive(Debug)]
struct GymValue {
    reader: Arc<Reader>,
}

impl Object for GymValue {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let reader = &self.reader;
        let declared = |key: &str| gym_field(key, reader);
        let phone = || reader.gym_fields(&["phone"]).phone.as_ref();
        Some(match key {
            "address" => address(&reader.address(), declared("address").unwrap_or_default()),
            "phone" => phone().map(Phone::as_str).into(),
            "phone_href" => phone().map(Phone::href).into(),
            "hours" => hours(reader, None),
            "closures" => closures(reader, None),
            "social" => social(reader),
            "direction" => reader.direction().into(),
            "week" => reader.week_order().map(Weekday::name).into_iter().collect(),
            "year" => reader.year().into(),
            "worker" => reader.site_field("offline").map(|_| reader.base().href("/sw.js")).into(),
            "icons" => icons(reader),
            _ => return declared(key),
        })
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let declared = self.reader.site_schema().map(|schema| schema.fields.as_slice()).unwrap_or_default();
        let keys = declared.iter().map(|field| &*field.key).filter(|key| !COMPUTED.contains(key));
        Enumerator::Values(COMPUTED.into_iter().chain(keys).map(Value::from).collect())
    }
}

/// The addresses of the site's icon for tabs and for home screens; none if it has none.
fn icons(reader: &Reader) -> Value {
    let icon = |purpose| reader.icon(purpose).map(|path| reader.base().href(&path));
    let icons = icon(Purpose::Tab).zip(icon(Purpose::Touch));
    icons.map(|(tab, touch)| context! { tab, touch }).into()
}

/// An address, also as visitors read it; none if content has none.
pub(super) fn address(address: &Lines, declared: Value) -> Value {
    let Lines { lines, town, street: _, large_first } = address;
    let view = (!lines.is_empty()).then(|| {
        context! { line => address.line(), lines, town, large_first, ..declared }
    });
    view.into()
}

/// What a branch has of the fields that the gym has, too: its own, or that of the gym. `None` for any other field.
pub(super) fn of_branch(id: &str, key: &str, reader: &Arc<Reader>) -> Option<Value> {
    let branch = || reader.branch(id, &[]);
    let phone = |key: &'static str| {
        let own = reader.branch(id, &[key])?.entry.phone.as_ref();
        own.or(reader.gym_fields(&[key]).phone.as_ref())
    };
    Some(match key {
        "phone" => phone("phone").map(Phone::as_str).into(),
        "phone_href" => phone("phone").map(Phone::href).into(),
        "whatsapp" if branch()?.entry.whatsapp.is_none() => gym_field("whatsapp", reader)?,
        "email" if branch()?.entry.email.is_none() => gym_field("email", reader)?,
        "hours" => hours(reader, Some(id)),
        "own_hours" => (!reader.branch(id, &["hours"])?.entry.hours.is_empty()).into(),
        "closures" => closures(reader, Some(id)),
        _ => return None,
    })
}

/// A declared field of `content/site.toml`.
fn gym_field(key: &str, reader: &Arc<Reader>) -> Option<Value> {
    let field = reader.site_schema()?.field(key)?;
    Some(values::optional(reader.site_field(key), field, reader))
}

/// The gym's accounts elsewhere.
pub(super) fn social(reader: &Reader) -> Value {
    let social = reader.gym_fields(&["social"]).social.iter().map(|social| {
        context! { network => &*social.network, title => network_title(&social.network), url => social.url.as_str() }
    });
    social.collect()
}

/// The days on which a branch, or without one the gym, stays closed or has other hours.
pub(super) fn closures(reader: &Reader, branch: Option<&str>) -> Value {
    reader.closures(branch).map(|closure| self::closure(closure, None, reader)).collect()
}

/// The same of the gym and of all branches, in the order of the calendar; `branch` is the one that it is about, if it isn't
/// the same in all: a half day depends on the hours of each.
pub(super) fn all_closures(reader: &Arc<Reader>) -> Value {
    let branches = reader.collection("branches");
    let is_shared = |days: &SpecialDays| {
        branches.iter().all(|branch| reader.closures(Some(&branch.id)).any(|own| own == days))
    };
    let shared: Vec<&SpecialDays> = reader.closures(None).filter(|days| is_shared(days)).collect();
    let of_branch = |branch| {
        let own = reader.closures(Some(branch)).filter(|days| !shared.contains(days));
        own.map(move |days| (days, Some(branch)))
    };
    let of_branches = branches.iter().flat_map(|branch| of_branch(&*branch.id));
    let mut all: Vec<_> = shared.iter().map(|days| (*days, None)).chain(of_branches).collect();
    all.sort_by_key(|(days, _)| (days.first, days.last));
    let closure = |(days, branch): (&SpecialDays, Option<&str>)| {
        let branch = branch.and_then(|id| entries::find(&Name::from("branches"), id, reader));
        self::closure(days, branch, reader)
    };
    all.into_iter().map(closure).collect()
}

/// Days on which the gym stays closed or has other hours; `last` is none for a single day.
fn closure(days: &SpecialDays, branch: Option<Value>, reader: &Reader) -> Value {
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
        branch,
        spans => spans(&days.open, formats),
    }
}

/// The hours of a branch, or without one of the gym.
pub(super) fn hours(reader: &Reader, branch: Option<&str>) -> Value {
    let Some(hours) = reader.hours(branch) else { return Value::from(Vec::<Value>::new()) };
    let formats = reader.formats();
    let view = |(first, last, open): Run<'_>| {
        let text = match open {
            [] => word("closed", reader).unwrap_or_else(|| "–".to_owned()),
            [OpenSpan::ALL_DAY] => word("all_day", reader).unwrap_or_else(|| hours_text(open, formats)),
            _ => hours_text(open, formats),
        };
        context! {
            days => formats.weekdays(first, last),
            first => first.name(),
            last => last.name(),
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
            text => formats.open_span(*open),
            opens => formats.time(open.opens()),
            opens_datetime => open.opens().machine(),
            closes => formats.time(open.closes()),
            closes_datetime => open.closes().machine(),
        }
    };
    open.iter().map(span).collect()
}

/// A word of the table `footer` of `content/navigation.toml`; where content has none, that of the language.
pub(super) fn word(key: &str, reader: &Reader) -> Option<String> {
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
