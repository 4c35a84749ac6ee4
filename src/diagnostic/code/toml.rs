//! The words for the codes of the crate `toml-schema`, which has their names and severities: explanations for people with a gym.

use diagnostics::{Code, CodeRow, Example};
use toml_schema::diagnostic::code as toml;

pub const SYNTAX: Code = Code(&CodeRow {
    text: "TOML has one `key = value` per line, texts in quotes, lists in brackets. Most slips are \
        corrected by `gympress fix`, which shows the line as it should be.",
    wrong: &[Example::new(
        "content/plans/day.toml",
        "
title = Day pass
price: 2500
",
    )],
    right: &[Example::new(
        "content/plans/day.toml",
        r#"
title = "Day pass"
price = 2500
"#,
    )],
    ..*toml::SYNTAX.0
});

pub const UNKNOWN_KEY: Code = Code(&CodeRow {
    text: "The key is misspelled, or it stands below the wrong header: a key belongs to the `[header]` \
        above it.",
    wrong: &[Example::new(
        "content/schedule.toml",
        r#"
[[saturday]]
clas = "yoga"
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
    ..*toml::UNKNOWN_KEY.0
});

pub const MISSING_KEY: Code = Code(&CodeRow {
    text: "Add the key. The message shows an example, and `gympress fix --all` adds a placeholder to \
        begin with, which is never published: write the value in its place, and remove the comment \
        `# placeholder: not written yet`.",
    wrong: &[Example::new(
        "content/site.toml",
        r#"
[[closure]]
note = "New Year"
"#,
    )],
    right: &[Example::new(
        "content/site.toml",
        r#"
[[closure]]
date = 2027-01-01
note = "New Year"
"#,
    )],
    ..*toml::MISSING_KEY.0
});

pub const WRONG_TYPE: Code = Code(&CodeRow {
    text: "Texts stand in quotes, numbers, dates and `true` or `false` don't, lists stand in brackets.",
    wrong: &[Example::new("content/plans/day.toml", "price = \"2500\"")],
    right: &[Example::new("content/plans/day.toml", "price = 2500")],
    ..*toml::WRONG_TYPE.0
});

pub const EMPTY_TEXT: Code = Code(&CodeRow {
    text: "Write the text. A key that may be left out may also be empty. Signs that can't be seen don't \
        count as letters.",
    wrong: &[Example::new("content/classes/yoga.toml", "title = \"\"")],
    right: &[Example::new("content/classes/yoga.toml", "title = \"Yoga\"")],
    ..*toml::EMPTY_TEXT.0
});

pub const OUT_OF_RANGE: Code = Code(&CodeRow {
    text: "The message says what is allowed.",
    wrong: &[Example::new("content/plans/day.toml", "price = -5")],
    right: &[Example::new("content/plans/day.toml", "price = 5")],
    ..*toml::OUT_OF_RANGE.0
});

pub const UNKNOWN_WORD: Code = Code(&CodeRow {
    text: "The message lists the words that can stand here.",
    wrong: &[Example::new(
        "content/site.toml",
        r#"
[design]
scheme = "black"
"#,
    )],
    right: &[Example::new(
        "content/site.toml",
        r#"
[design]
scheme = "dark"
"#,
    )],
    ..*toml::UNKNOWN_WORD.0
});

pub const MALFORMED: Code = Code(&CodeRow {
    text: "The message says what is expected, with an example.",
    wrong: &[Example::new(
        "content/site.toml",
        r#"
[[closure]]
date = 2026-12-24
note = "Christmas"
opens = "7 in the morning"
closes = "12:00"
"#,
    )],
    right: &[Example::new(
        "content/site.toml",
        r#"
[[closure]]
date = 2026-12-24
note = "Christmas"
opens = "07:00"
closes = "12:00"
"#,
    )],
    ..*toml::MALFORMED.0
});

pub const END_BEFORE_START: Code = Code(&CodeRow {
    text: "Correct one of the two. Times of classes and opening hours may go past midnight; dates and \
        prices may not run backwards.",
    wrong: &[Example::new(
        "content/site.toml",
        r#"
[[closure]]
from = 2026-12-24
until = 2026-12-23
note = "Christmas"
"#,
    )],
    right: &[Example::new(
        "content/site.toml",
        r#"
[[closure]]
from = 2026-12-23
until = 2026-12-24
note = "Christmas"
"#,
    )],
    ..*toml::END_BEFORE_START.0
});

pub const MISSING_ALT: Code = Code(&CodeRow {
    text: "Say in a sentence what the picture shows, for people who don't see it. A picture that only \
        decorates says so.",
    wrong: &[Example::new("content/classes/yoga.toml", "image = { file = \"class-yoga.jpg\" }")],
    right: &[Example::new(
        "content/classes/yoga.toml",
        "image = { file = \"class-yoga.jpg\", alt = \"A woman in the warrior pose\" }",
    )],
    ..*toml::MISSING_ALT.0
});

pub const RAW_HTML: Code = Code(&CodeRow {
    text: "Texts are Markdown. Where Markdown can't say it, a section can.",
    wrong: &[Example::new(
        "content/pages/index.toml",
        r#"
[[section]]
type = "text"
body = "<b>Bold</b> claims"
"#,
    )],
    right: &[Example::new(
        "content/pages/index.toml",
        r#"
[[section]]
type = "text"
body = "**Bold** claims"
"#,
    )],
    ..*toml::RAW_HTML.0
});
