//! The names of days in addresses.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    schema::{Data, Table, decode::value::Weekday},
};

/// What stands for the days of the week in addresses: their English names, but where content has others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DayNames(BTreeMap<Weekday, Arc<str>>);

impl DayNames {
    /// Those of a page. Reported are days that have the same, and names on a page that is for no day.
    pub(super) fn of_page(table: &Table, is_daily: bool, diagnostics: &mut Diagnostics) -> Self {
        let Some(field) = table.get("days") else { return Self::default() };
        let Data::Table(names) = &field.value else { return Self::default() };
        if !is_daily && field.span.is_somewhere() {
            diagnostics.push(names_of_no_day(field.span));
        }
        let declared = |day: Weekday| Some((day, names.text(day.name())?.into()));
        let mut own = Self(Weekday::ALL.into_iter().filter_map(declared).collect());
        for day in Weekday::ALL {
            let Some(span) = names.get(day.name()).map(|name| name.span) else { continue };
            let alike = |other: &Weekday| *other != day && own.get(*other) == own.get(day);
            // Of two that content states, the second is wrong.
            let is_first = |other: &Weekday| *other < day || !own.0.contains_key(other);
            let Some(other) = Weekday::ALL.into_iter().find(|other| alike(other) && is_first(other)) else {
                continue;
            };
            if span.is_somewhere() && own.0.contains_key(&day) {
                diagnostics.push(same_name(own.get(day), day, other, span));
            }
            own.0.remove(&day);
        }
        own
    }

    /// What stands for a day.
    pub(super) fn get(&self, day: Weekday) -> &str {
        self.0.get(&day).map_or(day.name(), |name| name)
    }
}

/// Two days with the same name in their addresses.
fn same_name(name: &str, day: Weekday, other: Weekday, span: Span) -> Diagnostic {
    let (day, other) = (day.title(), other.title());
    Diagnostic::new(Code::DuplicateId, span, format!("{day} and {other} are both \"{name}\" in addresses"))
        .label("also the name of another day")
        .expected("another name for each day")
        .help(format!("give {day} or {other} another name"))
}

/// Names of days on a page that is for no day.
fn names_of_no_day(span: Span) -> Diagnostic {
    Diagnostic::new(
        Code::MissingKey,
        span,
        "\"days\" names the days in addresses, but this isn't a page for each day",
    )
    .label("has no effect here")
    .expected("a page for each day: each = \"day\" at the top of its file")
    .help("add each = \"day\" there, or remove \"days\"")
}
