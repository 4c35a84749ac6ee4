//! Codes of mistakes that show between files of content.

use diagnostics::{Code, CodeRow, Example, Severity};

pub const DUPLICATE_ID: Code = Code(&CodeRow {
    name: "duplicate-id",
    severity: Severity::Error,
    summary: "an id given twice",
    text: "Give one of the two another name, or remove it.",
    wrong: &[Example::new(
        "content/schedule.toml",
        r#"
[[cancelled]]
date = 2026-12-11
class = "fitness"

[[substitute]]
date = 2026-12-11
class = "fitness"
trainer = "alex-morgan"
"#,
    )],
    right: &[Example::new(
        "content/schedule.toml",
        r#"
[[cancelled]]
date = 2026-12-11
class = "fitness"
"#,
    )],
});

pub const SEASON_OVERLAP: Code = Code(&CodeRow {
    name: "season-overlap",
    severity: Severity::Error,
    summary: "two seasons share a day",
    text: "A day has one week: that of a season, else the usual one. Let one season end before the other begins.",
    wrong: &[
        Example::new("content/seasons/winter.toml", WINTER),
        Example::new(
            "content/seasons/spring.toml",
            r#"
title = "Spring"
from = 2027-03-26
until = 2027-06-25

[[monday]]
class = "yoga"
trainer = "alex-morgan"
start = "18:00"
end = "19:00"
"#,
        ),
    ],
    right: &[
        Example::new("content/seasons/winter.toml", WINTER),
        Example::new(
            "content/seasons/spring.toml",
            r#"
title = "Spring"
from = 2027-03-27
until = 2027-06-25

[[monday]]
class = "yoga"
trainer = "alex-morgan"
start = "18:00"
end = "19:00"
"#,
        ),
    ],
});

/// The season of examples.
const WINTER: &str = r#"
title = "Winter"
from = 2027-01-04
until = 2027-03-26

[[monday]]
class = "yoga"
trainer = "alex-morgan"
start = "09:00"
end = "10:00"
"#;

pub const DUPLICATE_SLUG: Code = Code(&CodeRow {
    name: "duplicate-slug",
    severity: Severity::Error,
    summary: "two entries which claim the same address",
    text: "Two entries would be published at one address. Give one of them another slug.",
    wrong: &[Example::new(
        "content/posts/open-day.toml",
        r#"
slug = "welcome"
title = "Open day"
date = 2026-11-02
image = { file = "gallery-yoga-studio.jpg", decorative = true }
excerpt = "Come and look."
body = "We show you around from nine to five."
"#,
    )],
    right: &[Example::new(
        "content/posts/open-day.toml",
        r#"
slug = "open-day-2026"
title = "Open day"
date = 2026-11-02
image = { file = "gallery-yoga-studio.jpg", decorative = true }
excerpt = "Come and look."
body = "We show you around from nine to five."
"#,
    )],
});

pub const UNKNOWN_REFERENCE: Code = Code(&CodeRow {
    name: "unknown-reference",
    severity: Severity::Error,
    summary: "an id that nothing has",
    text: "Entries refer to each other by the name of their file without `.toml`. The name is \
        misspelled, or the file was removed or renamed.",
    wrong: &[Example::new(
        "content/schedule.toml",
        r#"
[[saturday]]
class = "yogga"
trainer = "alex-morgan"
start = "09:00"
end = "10:00"
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
"#,
    )],
});

pub const LEFT_OUT: Code = Code(&CodeRow {
    name: "left-out",
    severity: Severity::Note,
    summary: "a post that this build doesn't publish",
    text: "A draft, or a post whose date lies in the future. It appears with the first build after that \
        date.",
    wrong: &[Example::new(
        "content/posts/open-day.toml",
        r#"
draft = true
title = "Open day"
date = 2026-11-02
image = { file = "gallery-yoga-studio.jpg", decorative = true }
excerpt = "Come and look."
body = "We show you around from nine to five."
"#,
    )],
    right: &[Example::new(
        "content/posts/open-day.toml",
        r#"
title = "Open day"
date = 2026-11-02
image = { file = "gallery-yoga-studio.jpg", decorative = true }
excerpt = "Come and look."
body = "We show you around from nine to five."
"#,
    )],
});
