//! Rows of the schedule that contradict the hours, the clock or each other.

use std::collections::BTreeSet;

use crate::{
    content::{Class, Content, OpenSpan, Row},
    decode::{Spanned, value::Weekday},
    diagnostic::{Diagnostic, Lint, Remedy, Span},
    schema::EntryRef,
    site::{EntryIndex, OpeningHours, Site},
};

pub(super) fn check(content: &Content, index: &EntryIndex, site: &Site, found: &mut Vec<Diagnostic>) {
    let hours = &site.hours;
    let schedule = &content.schedule.value;
    for (day, rows) in schedule.days() {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.time().span.is_somewhere()).collect();
        found.extend(rows.iter().filter_map(|row| against_hours(day, row, hours)));
        in_order(day, &rows, found);
        one_place_at_a_time(day, &rows, found);
    }
    if content.schedule.file.is_some_and(|file| content.knows(file)) {
        let rows = schedule.days().flat_map(|(_, rows)| rows);
        let extra = schedule.extra.iter().map(|extra| &extra.row.class);
        for (id, class) in not_among(content, index, rows.map(|row| &row.class).chain(extra)) {
            let message = format!("the class \"{id}\" is on no day of the schedule");
            found.push(
                Diagnostic::new(Lint::ClassNeverScheduled, class.title.span, message)
                    .help("add a row with it to content/schedule.toml"),
            );
        }
    }
}

/// The classes that none of `references` means. None at all if one of them can't be read, as it may
/// mean any.
fn not_among<'c, 'r>(
    content: &'c Content,
    index: &'r EntryIndex,
    references: impl Iterator<Item = &'r Spanned<EntryRef>>,
) -> Vec<(&'c str, &'c Class)> {
    let references: Vec<&Spanned<EntryRef>> = references.collect();
    if references.iter().any(|reference| !reference.span.is_somewhere()) {
        return Vec::new();
    }
    let meant: BTreeSet<&str> =
        references.into_iter().filter_map(|reference| index.meant(&reference.value)).collect();
    let classes = content.classes.iter().filter(|(id, _)| !meant.contains(&***id));
    classes.map(|(id, class)| (&**id, &*class.value)).collect()
}

fn against_hours(day: Weekday, row: &Row, hours: &OpeningHours) -> Option<Diagnostic> {
    let (time, title) = (row.time().value.display(), day.title());
    let open = hours.on(day);
    match hours.covers(day, row.time().value) {
        true => None,
        false if open.is_empty() => Some(
            Diagnostic::new(
                Lint::ClosedDay,
                row.time().span,
                format!("a class on {title}, when the gym is closed"),
            )
            .label("the gym is closed then")
            .help("move the class, or change the hours in content/site.toml"),
        ),
        false => Some(
            Diagnostic::new(
                Lint::OutsideOpeningHours,
                row.time().span,
                format!("a class at {time} on {title}, when the gym is open {}", spans(open)),
            )
            .label("outside of the opening hours")
            .help("move the class, or change the hours in content/site.toml"),
        ),
    }
}

/// `7:00am-9:00pm`, or several such spans.
fn spans(open: &[OpenSpan]) -> String {
    open.iter().map(|span| span.display()).collect::<Vec<_>>().join(" and ")
}

fn in_order(day: Weekday, rows: &[&Row], found: &mut Vec<Diagnostic>) {
    for (earlier, later) in rows.iter().zip(rows.iter().skip(1)) {
        if later.time().value.start < earlier.time().value.start {
            found.push(
                Diagnostic::new(
                    Lint::RowsOutOfOrder,
                    start(later),
                    format!(
                        "{} stands after {} on {}",
                        later.time().value.start.display(),
                        earlier.time().value.start.display(),
                        day.title()
                    ),
                )
                .label("this begins earlier")
                .related(start(earlier), "than the row before")
                .help(
                    "put the rows of a day in the order in which they begin; visitors see them in this order",
                )
                .remedy([Remedy::Sort]),
            );
        }
    }
}

fn one_place_at_a_time(day: Weekday, rows: &[&Row], found: &mut Vec<Diagnostic>) {
    for (index, row) in rows.iter().enumerate() {
        let earlier = rows.iter().take(index);
        for other in earlier.filter(|other| {
            other.trainer.value.id == row.trainer.value.id && other.time().value.overlaps(row.time().value)
        }) {
            let is_again =
                other.class.value.id == row.class.value.id && other.time().value == row.time().value;
            if is_again {
                found.push(again(day, row, other));
                continue;
            }
            found.push(
                Diagnostic::new(
                    Lint::TrainerDoubleBooked,
                    row.trainer.span,
                    format!(
                        "\"{}\" is in two places on {} at {}",
                        row.trainer.value.id,
                        day.title(),
                        row.time().value.display()
                    ),
                )
                .label("also here")
                .related(other.trainer.span, format!("already here at {}", other.time().value.display()))
                .help("name another trainer, or move one of the classes"),
            );
        }
    }
}

fn start(row: &Row) -> Span {
    row.time().span
}

/// A row that says what an earlier one says.
fn again(day: Weekday, row: &Row, earlier: &Row) -> Diagnostic {
    let message = format!(
        "\"{}\" is there twice on {} at {}",
        row.class.value.id,
        day.title(),
        row.time().value.display()
    );
    Diagnostic::new(Lint::TrainerDoubleBooked, row.class.span, message)
        .label("the second time")
        .related(earlier.class.span, "the first time")
        .help("remove one of the two rows, or correct its time")
}
