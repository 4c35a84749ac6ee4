//! Cards of classes that say something else than the schedule.

use crate::{
    content::{Class, Content, Row},
    decode::value::{TimeRange, Weekday},
    diagnostic::{Applicability, Diagnostic, Lint, Remedy},
    site::EntryIndex,
};

/// A row of the schedule with its day.
type DayRow<'c> = (Weekday, &'c Row);

pub(super) fn check(content: &Content, index: &EntryIndex, found: &mut Vec<Diagnostic>) {
    if !content.schedule.file.is_some_and(|file| content.knows(file)) {
        return;
    }
    for (id, class) in &content.classes {
        let days = content.schedule.value.days();
        let rows_of_class = days.flat_map(|(day, rows)| rows.iter().map(move |row| (day, row)));
        let rows_of_class: Vec<DayRow<'_>> =
            rows_of_class.filter(|(_, row)| index.meant(&row.class.value) == Some(&**id)).collect();
        if rows_of_class.iter().all(|(_, row)| row.time().span.is_somewhere()) {
            // A trainer who doesn't exist was reported.
            let card = check_card(id, &class.value, &rows_of_class);
            let all_known =
                rows_of_class.iter().all(|(_, row)| content.trainers.contains_key(&*row.trainer.value.id));
            found.extend(card.filter(|card| all_known || card.code != Lint::TrainerNotScheduled));
        }
    }
}

/// What the card of a class says that its rows of the schedule don't.
fn check_card(id: &str, class: &Class, rows_of_class: &[DayRow<'_>]) -> Option<Diagnostic> {
    let Some(slot) = &class.slot else { return check_trainer(id, class, rows_of_class.first()?) };
    let (day, time) = slot.time()?;
    match rows_of_class.iter().find(|(other, row)| *other == day && row.time().value == time) {
        Some(row) => check_trainer(id, class, row),
        // A class that is on no day at all has a warning of its own.
        None if rows_of_class.is_empty() => None,
        None => {
            let shown = |(day, time): (Weekday, TimeRange)| format!("{} {}", day.title(), time.display());
            let message = format!(
                "the card of \"{id}\" says {}, when the schedule has something else or nothing",
                shown((day, time))
            );
            let real: Vec<String> =
                rows_of_class.iter().map(|(day, row)| shown((*day, row.time().value))).collect();
            let mut warning = Diagnostic::new(Lint::SlotNotScheduled, slot.span, message)
                .label("not in the schedule")
                .help(format!(
                    "remove [slot], so that the card shows the first time of the week; the schedule has {}",
                    real.join(", ")
                ))
                .remedy([Remedy::remove(slot.span, Applicability::Proposed)]);
            for (_, row) in rows_of_class {
                warning = warning.related(row.time().span, "the class is here");
            }
            Some(warning)
        }
    }
}

/// The trainer at the time that the card shows isn't the one whom the card names.
fn check_trainer(id: &str, class: &Class, (day, row): &DayRow<'_>) -> Option<Diagnostic> {
    let (named, teaches) = (&class.trainer, &row.trainer);
    if named.value.id == teaches.value.id || !named.span.is_somewhere() || !teaches.span.is_somewhere() {
        return None;
    }
    let message = format!(
        "the card of \"{id}\" names \"{}\", and in the schedule \"{}\" teaches it on {} at {}",
        named.value.id,
        teaches.value.id,
        day.title(),
        row.time().value.display()
    );
    Some(
        Diagnostic::new(Lint::TrainerNotScheduled, named.span, message)
            .label("another trainer than in the schedule")
            .related(teaches.span, "the schedule says so here")
            .help("name the same trainer in both, or show another of its times on the card with [slot]"),
    )
}
