//! A room with two classes at once.

use std::collections::BTreeSet;

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "room-double-booked",
        severity: Severity::Warning,
        summary: "two classes are in one room at once",
        text: "Two rows with the same `room`, in the same branch, overlap on some date. Rows of \
            different weeks or terms don't.",
        wrong: &[Example::new(
            "content/schedule.toml",
            r#"
[[saturday]]
class = "yoga"
trainer = "alex-morgan"
room = "Studio 2"
start = "09:00"
end = "10:00"

[[saturday]]
class = "boxing"
trainer = "sam-taylor"
room = "Studio 2"
start = "09:30"
end = "10:30"
"#,
        )],
        right: &[Example::new(
            "content/schedule.toml",
            r#"
[[saturday]]
class = "yoga"
trainer = "alex-morgan"
room = "Studio 2"
start = "09:00"
end = "10:00"

[[saturday]]
class = "boxing"
trainer = "sam-taylor"
room = "Studio 1"
start = "09:30"
end = "10:30"
"#,
        )],
    },
);

fn check(linted: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let mut known = BTreeSet::new();
    for overlap in linted.overlaps().filter(|overlap| !overlap.is_substituted()) {
        // One mistake, one report: `trainer-double-booked` reports these.
        if overlap.is_twice() || overlap.shared_trainer().is_some() {
            continue;
        }
        let Some([room, also]) = overlap.shared_room() else { continue };
        if known.insert([room.span, also.span]) {
            report!(warnings, LINT.code, room.span,
                "two classes are in \"{}\" on {} at {}", room.value.as_str(), overlap.day(), overlap.time();
                label: "also here";
                related: also.span => "taken {}", overlap.since();
                help: "name another room, or move or cancel one of the classes");
        }
    }
}
