//! Rows of the schedule that contradict the hours, the clock or each other.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::civil::Date;

use super::{Context, allowing};
use crate::{
    content::{Class, Content, Hours, OpenSpan, Row},
    decode::{
        Spanned,
        value::{Text, Weekday},
    },
    diagnostic::{Diagnostic, Lint, Span},
    schema::EntryRef,
    site::{EntryIndex, Site},
};

/// The rows of each day whose times can be read.
fn days(content: &Content) -> impl Iterator<Item = (Weekday, Vec<&Row>)> {
    content.schedule.value.days().map(|(day, rows)| {
        (day, rows.iter().map(|row| &**row).filter(|row| row.time().span.is_somewhere()).collect())
    })
}

/// Rows at which the gym is closed, and changes of the week at which it is.
pub(super) fn outside_hours(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Context { content, site, .. } = context;
    let rows = days(content).flat_map(|(day, rows)| rows.into_iter().map(move |row| (day, row)));
    let outside = rows.filter_map(|(day, row)| Outside::find(day, row, site)).collect();
    against_hours(outside, content, site, found);
    super::changes::outside_hours(context, found);
}

/// Trainers and rooms that are in two classes at once.
pub(super) fn double_booked(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let today = context.site.today.date();
    for (day, rows) in days(context.content) {
        one_place_at_a_time(day, &rows, today, found);
        into_next_day(day, &rows, context.content.schedule.value.on(day.after()), today, found);
    }
    super::changes::double_booked(context, found);
}

pub(super) fn odd_duration(Context { content, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (day, rows) in days(content) {
        found.extend(rows.into_iter().filter_map(|row| unusual(day, row)));
    }
}

pub(super) fn never_scheduled(Context { content, index, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if !content.schedule.file.is_some_and(|file| content.knows(file)) {
        return;
    }
    let schedule = &content.schedule.value;
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

/// Rows without a branch, in a gym of several: all of them in one warning, at the first.
pub(super) fn without_branch(Context { content, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if content.branches.len() < 2 {
        return;
    }
    let schedule = &content.schedule.value;
    let rows = schedule.days().flat_map(|(_, rows)| rows).map(|row| (row.branch.is_none(), row.class.span));
    let extra = schedule.extra.iter().map(|extra| (extra.row.branch.is_none(), extra.row.class.span));
    let without = rows.chain(extra).filter(|(is_without, span)| *is_without && span.is_somewhere());
    let without: Vec<Span> = without.map(|(_, span)| span).collect();
    let (Some(first), Some(id)) = (without.first(), content.branches.keys().next()) else { return };
    let message = match without.len() {
        1 => "this class doesn't say in which branch it is".to_owned(),
        count => format!("{count} classes of the week don't say in which branch they are"),
    };
    found.push(
        Diagnostic::new(Lint::BranchNotNamed, *first, message)
            .label(if without.len() == 1 { "visitors may go to the wrong one" } else { "the first of them" })
            .help(format!("name a file of content/branches beside \"class\", such as branch = \"{id}\"")),
    );
}

/// The file that says when the gym, or a branch, is open.
pub(super) fn file_of_hours(branch: Option<&str>, site: &Site) -> String {
    let own = branch.filter(|id| site.branches.get(*id).is_some_and(|branch| !branch.entry.hours.is_empty()));
    own.map_or_else(|| "content/site.toml".to_owned(), |id| format!("content/branches/{id}.toml"))
}

/// A row of the schedule at which the gym, or the branch, is closed.
struct Outside {
    day: Weekday,
    branch: Option<Arc<str>>,
    at: Span,
    warning: Diagnostic,
}

impl Outside {
    /// The row, if the gym is closed then.
    fn find(day: Weekday, row: &Row, site: &Site) -> Option<Self> {
        let branch = row.branch.as_ref().map(|branch| branch.value.id.clone());
        let hours = &site.opening_of(branch.as_deref()).usual;
        let (time, title, open) = (row.time().value, day.title(), hours.on(day));
        let at = row.time().span;
        let warning = match hours.covers(day, time) {
            true => return None,
            false if open.is_empty() => {
                Diagnostic::new(Lint::ClosedDay, at, format!("a class on {title}, when the gym is closed"))
                    .label("the gym is closed then")
            }
            false => {
                let (time, open) = (time.display(), spans(open));
                let message = format!("a class at {time} on {title}, when the gym is open {open}");
                Diagnostic::new(Lint::OutsideOpeningHours, at, message).label("outside of the opening hours")
            }
        };
        let file = file_of_hours(branch.as_deref(), site);
        let warning = warning.help(format!("move the class, or change the hours in {file}"));
        Some(Self { day, branch, at, warning })
    }

    /// The hours that say so, as content states them.
    fn stated<'s>(&self, content: &'s Content, site: &'s Site) -> &'s [Hours] {
        let branch = self.branch.as_ref().and_then(|id| site.branches.get(id));
        match branch.map(|branch| branch.entry.hours.as_slice()) {
            Some([]) | None => &content.gym.value.hours,
            Some(own) => own,
        }
    }
}

/// Warns of rows at which the gym is closed. Those that content allows are a warning each; of the others, all for which
/// the same statement of hours is the cause are one.
fn against_hours(rows: Vec<Outside>, content: &Content, site: &Site, found: &mut Vec<Diagnostic>) {
    let statement = |row: &Outside| {
        let mut stated = row.stated(content, site).iter();
        let statement = stated.find(|hours| hours.days.iter().any(|stated| stated.value == row.day))?;
        statement.days.first().map(|day| day.span)
    };
    let mut groups: BTreeMap<_, Vec<Outside>> = BTreeMap::new();
    for row in rows {
        match allowing(&content.allows, &row.warning) {
            Some(_) => found.push(row.warning),
            None => groups.entry((statement(&row), row.warning.code.name())).or_default().push(row),
        }
    }
    for ((stated, _), rows) in groups {
        match rows.as_slice() {
            [first, _, ..] => found.push(several(first, &rows, stated, site)),
            _ => found.extend(rows.into_iter().map(|row| row.warning)),
        }
    }
}

/// One warning for several rows. `stated` is where their hours stand.
fn several(first: &Outside, rows: &[Outside], stated: Option<Span>, site: &Site) -> Diagnostic {
    let mut days: Vec<&str> = rows.iter().map(|row| row.day.title()).collect();
    days.dedup();
    let open = site.opening_of(first.branch.as_deref()).usual.on(first.day);
    let (count, days, file) = (rows.len(), days.join(", "), file_of_hours(first.branch.as_deref(), site));
    let (message, label) = match open.is_empty() {
        true => (format!("{count} classes when the gym is closed: on {days}"), "the gym is closed then"),
        false => (
            format!("{count} classes outside of the opening hours, which are {} on {days}", spans(open)),
            "outside of the opening hours",
        ),
    };
    let warning = Diagnostic::new(first.warning.code, first.at, message)
        .label(label)
        .help(format!("change these hours in {file}, or move the classes"));
    let warning = rows.iter().skip(1).fold(warning, |warning, row| warning.alike(row.at));
    stated
        .filter(|at| at.is_somewhere())
        .into_iter()
        .fold(warning, |warning, at| warning.related(at, "the hours are here"))
}

/// `7:00am-9:00pm`, or several such spans.
fn spans(open: &[OpenSpan]) -> String {
    open.iter().map(|span| span.display()).collect::<Vec<_>>().join(" and ")
}

/// Minutes that no class takes less than, or more than.
const USUAL: std::ops::RangeInclusive<u16> = 10..=6 * 60;

fn unusual(day: Weekday, row: &Row) -> Option<Diagnostic> {
    let time = row.time().value;
    let (first, end) = time.minutes();
    let minutes = end.saturating_sub(first);
    if USUAL.contains(&minutes) {
        return None;
    }
    let takes = match (minutes / 60, minutes % 60) {
        (0, 1) => "a minute".to_owned(),
        (0, minutes) => format!("{minutes} minutes"),
        (hours, 0) => format!("{hours} hours"),
        (hours, minutes) => format!("{hours} hours and {minutes} minutes"),
    };
    let (from, to) = (time.start.display(), time.end.display());
    let message = format!("this class takes {takes}: from {from} to {to} on {}", day.title());
    Some(
        Diagnostic::new(Lint::OddDuration, row.time().span, message)
            .label("perhaps another time is meant")
            .help("times are of 24 hours: seven in the evening is \"19:00\""),
    )
}

pub(super) fn out_of_order(Context { content, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (day, rows) in days(content) {
        rows.windows(2).for_each(|pair| {
            if let [earlier, later] = pair {
                found.extend(in_order(day, earlier, later));
            }
        });
    }
}

fn in_order(day: Weekday, earlier: &Row, later: &Row) -> Option<Diagnostic> {
    let [before, begins] = [earlier, later].map(|row| row.time().value.start);
    if begins >= before {
        return None;
    }
    let message = format!("{} stands after {} on {}", begins.display(), before.display(), day.title());
    Some(
        Diagnostic::new(Lint::RowsOutOfOrder, later.time().span, message)
            .label("this begins earlier")
            .related(earlier.time().span, "than the row before")
            .help("put the rows of a day in the order in which they begin; visitors see them in this order"),
    )
}

/// Warns of trainers and rooms that are in two classes at once on some date.
fn one_place_at_a_time(day: Weekday, rows: &[&Row], today: Date, found: &mut Vec<Diagnostic>) {
    for (index, row) in rows.iter().enumerate() {
        let earlier = rows.iter().take(index);
        for other in earlier.filter(|other| {
            other.time().value.overlaps(row.time().value) && row.weeks.meet(&other.weeks, today, day)
        }) {
            let shared = shared_trainer(&row.trainers, &other.trainers);
            let is_again =
                other.class.value.id == row.class.value.id && other.time().value == row.time().value;
            let clash = match shared {
                Some(_) if is_again => again(day, row, other),
                Some((trainer, also)) => {
                    let (id, time) = (&trainer.value.id, row.time().value.display());
                    let message = format!("\"{id}\" is in two places on {} at {time}", day.title());
                    Diagnostic::new(Lint::TrainerDoubleBooked, trainer.span, message)
                        .label("also here")
                        .related(also.span, format!("already here at {}", other.time().value.display()))
                        .help("name another trainer, or move one of the classes")
                }
                None => {
                    let Some((room, also)) = shared_room(row, other) else { continue };
                    let (name, time) = (room.value.as_str(), row.time().value.display());
                    let message = format!("two classes are in \"{name}\" on {} at {time}", day.title());
                    Diagnostic::new(Lint::RoomDoubleBooked, room.span, message)
                        .label("also here")
                        .related(also.span, format!("taken at {}", other.time().value.display()))
                        .help("name another room, or move one of the classes")
                }
            };
            found.push(clash);
        }
    }
}

/// A trainer of both classes, as each names them.
pub(super) fn shared_trainer<'c>(
    trainers: &'c [Spanned<EntryRef>],
    others: &'c [Spanned<EntryRef>],
) -> Option<(&'c Spanned<EntryRef>, &'c Spanned<EntryRef>)> {
    let known = |trainer: &&Spanned<EntryRef>| trainer.span.is_somewhere();
    trainers.iter().filter(known).find_map(|trainer| {
        let also = others.iter().filter(known).find(|other| other.value.id == trainer.value.id)?;
        Some((trainer, also))
    })
}

/// The room of both classes, as each names it.
pub(super) fn shared_room<'c>(
    row: &'c Row,
    other: &'c Row,
) -> Option<(&'c Spanned<Text>, &'c Spanned<Text>)> {
    let branch = |row: &Row| row.branch.as_ref().map(|branch| branch.value.id.clone());
    let (room, also) = (row.room.as_ref()?, other.room.as_ref()?);
    let is_same = room.value.as_str().to_lowercase() == also.value.as_str().to_lowercase();
    (is_same && branch(row) == branch(other)).then_some((room, also))
}

/// Warns of trainers who are in a class past midnight when one of the next day has begun.
fn into_next_day(day: Weekday, rows: &[&Row], next: &[Arc<Row>], today: Date, found: &mut Vec<Diagnostic>) {
    let next = next.iter().filter(|row| row.time().span.is_somewhere());
    for late in rows.iter().filter(|row| row.time().value.past_midnight() > 0) {
        for early in next.clone().filter(|early| late.time().value.overlaps_next_day(early.time().value)) {
            let Some((trainer, also)) = shared_trainer(&early.trainers, &late.trainers) else { continue };
            let mut nights = late.weeks.dates(today, day);
            if !nights.any(|night| night.tomorrow().is_ok_and(|date| early.weeks.contains(date))) {
                continue;
            }
            let (id, next, time) = (&trainer.value.id, day.after().title(), early.time().value);
            let message = format!("\"{id}\" is in two places on {next} at {}", time.display());
            let already = format!("still here, from {} at {}", day.title(), late.time().value.display());
            found.push(
                Diagnostic::new(Lint::TrainerDoubleBooked, trainer.span, message)
                    .label("also here")
                    .related(also.span, already)
                    .help("name another trainer, or move one of the classes"),
            );
        }
    }
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
