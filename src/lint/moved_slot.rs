//! A class whose card shows a time at which the week doesn't have the class.

use super::prelude::*;
use crate::schema::Role;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "moved-slot",
        severity: Severity::Warning,
        summary: "the time that the card of a class shows is none of its times in the schedule",
        text: "The class was moved in `content/schedule.toml`. Write one of its times, or remove \
            `[slot]`: the card then shows the first of the week.",
        wrong: &[Example::new(
            "content/classes/yoga.toml",
            r#"
[slot]
day = "monday"
start = "18:00"
end = "19:00"
"#,
        )],
        right: &[Example::new(
            "content/classes/yoga.toml",
            r#"
[slot]
day = "wednesday"
start = "18:00"
end = "19:00"
"#,
        )],
    },
);

fn check(LintedSite { site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let Some(schedule) = site.project.types.file_of(Role::Schedule) else { return };
    for class in site.scheduled() {
        let Some(slot) = &class.entry.slot else { continue };
        let rows = site.schedule.days.iter().flat_map(|day| day.rows.iter().map(|row| (day.weekday, row)));
        let of_class = rows.filter(|(_, row)| row.class.id == class.id);
        let times: Vec<_> = of_class.map(|(weekday, row)| (weekday, row.time)).collect();
        if !times.is_empty() && slot.time().is_some_and(|time| !times.contains(&time)) {
            report!(warnings, LINT.code, slot.day.span,
                "the schedule has the class \"{}\" at other times than its card shows", class.id;
                label: "shown on the card of the class";
                help: "write one of its times in {schedule}, or remove [slot]: the card then shows the first of the week");
        }
    }
}
