//! A trainer with two classes at once, or a class that is there twice.

use std::collections::BTreeSet;

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "trainer-double-booked",
        severity: Severity::Warning,
        summary: "a trainer is in two places at once",
        text: "Two classes of one trainer overlap.",
        wrong: &[Example::new(
            "content/schedule.toml",
            r#"
[[saturday]]
class = "yoga"
trainer = "sam-taylor"
start = "09:00"
end = "10:00"

[[saturday]]
class = "boxing"
trainer = "sam-taylor"
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
start = "09:00"
end = "10:00"

[[saturday]]
class = "boxing"
trainer = "sam-taylor"
start = "09:30"
end = "10:30"
"#,
        )],
    },
);

fn check(linted: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let mut known = BTreeSet::new();
    for overlap in linted.overlaps() {
        if overlap.is_twice() {
            let [place, first] = [overlap.class, overlap.other].map(|class| class.row.class.span);
            if known.insert([place, first]) {
                report!(warnings, LINT.code, place,
                    "\"{}\" is there twice on {} at {}", overlap.class.id(), overlap.day(), overlap.time();
                    label: "the second time";
                    related: first => "the first time";
                    help: "remove one of the two, or correct its time");
            }
        } else if let Some([trainer, also]) = overlap.shared_trainer()
            && known.insert([trainer.span, also.span])
        {
            report!(warnings, LINT.code, trainer.span,
                "\"{}\" is in two places on {} at {}", trainer.value.id, overlap.day(), overlap.time();
                label: "also here";
                related: also.span => "already here {}", overlap.since();
                help: "name another trainer, or move or cancel one of the classes");
        }
    }
}
