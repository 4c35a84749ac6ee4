//! Codes of warnings that content can allow, and that are found in one place: lints look at the whole site.

use diagnostics::{Code, CodeRow, Example, Severity};
use toml_schema::diagnostic::code as toml;

pub const MISSING_WORDS: Code = Code(&CodeRow {
    name: "missing-words",
    severity: Severity::Warning,
    summary: "the theme has no words of the interface in the site’s language, and English ones are shown",
    text: "Write the words once in `templates/words/`, in the file that the message names \
        ([theme.md](theme.md#words-of-the-interface)).",
    wrong: &[Example::new("content/site.toml", "language = \"nl\"")],
    right: &[Example::shown(
        r#"
# templates/words/nl.toml
[navigation]
skip = "Naar de inhoud"
"#,
    )],
});

pub const GARBLED_TEXT: Code = Code(&CodeRow {
    name: "garbled-text",
    severity: Severity::Warning,
    summary: "letters of a text were saved or copied with another encoding",
    text: "Write the word again: it was saved or copied with another encoding than UTF-8.",
    wrong: &[Example::new("content/classes/yoga.toml", "title = \"CafÃ©\"")],
    right: &[Example::new("content/classes/yoga.toml", "title = \"Café\"")],
});

pub const MARKUP_IN_TEXT: Code = Code(&CodeRow {
    summary: "a plain text has Markdown or HTML in it, or Markdown has stars or signs without effect: \
        visitors would see them as they are written",
    text: "Remove the signs, or write a text in Markdown where one is read. Codes of other programs, \
        such as `[gallery ids=\"1,2\"]` of WordPress, `{{< youtube abc >}}` of Hugo and `[[Prices]]` \
        of Obsidian, do nothing: forms, galleries, maps and videos are sections of a page.",
    wrong: &[Example::new("content/classes/yoga.toml", "title = \"**Yoga**\"")],
    right: &[Example::new("content/classes/yoga.toml", "title = \"Yoga\"")],
    ..*toml::MARKUP_IN_TEXT.0
});

pub const LOW_CONTRAST: Code = Code(&CodeRow {
    name: "low-contrast",
    severity: Severity::Warning,
    summary: "the accent of `[colours]` is hard to read as the colour of texts, which are shown lighter or \
        darker, or the logo can hardly be seen",
    text: "Choose a darker or lighter accent to decide it yourself. A black logo needs a light copy on \
        dark pages, or light pages.",
    wrong: &[Example::new(
        "content/site.toml",
        r##"
[design]
scheme = "light"

[colours]
accent = "#FFCC00"
"##,
    )],
    right: &[Example::new(
        "content/site.toml",
        r##"
[design]
scheme = "light"

[colours]
accent = "#825200"
"##,
    )],
});

pub const SMALL_PICTURE: Code = Code(&CodeRow {
    name: "small-picture",
    severity: Severity::Warning,
    summary: "a picture has too few pixels for the place in which it is shown",
    text: "Use the picture as it came from the camera: it is made smaller by itself.",
    wrong: &[Example::shown("phone.jpg, 320 × 240 pixels")],
    right: &[Example::shown("phone.jpg, 4032 × 3024 pixels")],
});

pub const HOST_LIMIT: Code = Code(&CodeRow {
    name: "host-limit",
    severity: Severity::Warning,
    summary: "the host reads fewer or shorter lines of its files than the site needs",
    text: "The host leaves out what is beyond, or refuses the site: headers that protect pages, or redirects \
        from old addresses ([hosts.md](hosts.md#what-each-host-can-do)).",
    wrong: &[Example::shown("host = \"cloudflare\", and 150 pages without a folder in common")],
    right: &[Example::shown("path = \"/more/a-page/\", and so on: pages in a folder need one line together")],
});

pub const CARD_LETTERS: Code = Code(&CodeRow {
    name: "card-letters",
    severity: Severity::Warning,
    summary: "the card that chats and social networks show of a page lacks letters of its title, as no \
        font has them",
    text: "Cards are set in the heading font and, for letters that it lacks, in Inter, which has Latin, \
        Greek and Cyrillic ([theme.md](theme.md)). Use a heading font of your own that has the \
        letters, and put the same font as `.ttf` beside it.",
    wrong: &[Example::new("content/classes/yoga.toml", "title = \"拳击课\"")],
    right: &[Example::shown(
        r#"
# content/site.toml, with content/fonts/noto-sans.woff2 and noto-sans.ttf
[design]
headings_file = "noto-sans.woff2"
"#,
    )],
});

pub const UNUSED_FONT: Code = Code(&CodeRow {
    name: "unused-font",
    severity: Severity::Warning,
    summary: "a font in `content/fonts/` that the design doesn't name; it is allowed in \
        `content/site.toml`",
    text: "Name it in `[design]`, or remove it.",
    wrong: &[Example::new("content/site.toml", "# content/fonts/iron.woff2, and no [design]")],
    right: &[Example::new(
        "content/site.toml",
        r#"
[design]
headings_file = "iron.woff2"
"#,
    )],
});

pub const PLACEHOLDER: Code = Code(&CodeRow {
    name: "placeholder",
    severity: Severity::Warning,
    summary: "a value with the comment `# placeholder` behind it, or a text such as `TODO`, which only \
        stands in for the right one",
    text: "Write the right value, and remove the comment.",
    wrong: &[Example::new("content/site.toml", "phone = \"+44 20 555 0100\" # placeholder")],
    right: &[Example::new("content/site.toml", "phone = \"+44 20 7946 0018\"")],
});

pub const UNUSED_ALLOW: Code = Code(&CodeRow {
    name: "unused-allow",
    severity: Severity::Warning,
    summary: "an `allow` that nothing needs",
    text: "Remove it, so that the warning shows when it is needed.",
    wrong: &[Example::new(
        "content/schedule.toml",
        r#"
[[saturday]]
class = "yoga"
trainer = "alex-morgan"
start = "09:00"
end = "10:00"
allow = ["closed-day"]
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
