//! Codes of files that are missing, misplaced, or not what their names say.

use diagnostics::{Code, CodeRow, Example, Severity};

pub const MISSING_IMAGE: Code = Code(&CodeRow {
    name: "missing-image",
    severity: Severity::Error,
    summary: "an image file that isn't there",
    text: "Put the picture into `content/images/`, or correct its name; capitals and endings count.",
    wrong: &[Example::new(
        "content/classes/yoga.toml",
        "image = { file = \"Class-Yoga.JPG\", alt = \"A woman in the warrior pose\" }",
    )],
    right: &[Example::new(
        "content/classes/yoga.toml",
        "image = { file = \"class-yoga.jpg\", alt = \"A woman in the warrior pose\" }",
    )],
});

pub const BAD_IMAGE: Code = Code(&CodeRow {
    name: "bad-image",
    severity: Severity::Error,
    summary: "a file which isn't a picture that browsers show",
    text: "The file is damaged, empty, of another kind than its name says (HEIC photographs of an \
        iPhone, PDF), or a pointer of Git LFS. The message says which, and how to get a usable \
        picture.",
    wrong: &[Example::new(
        "content/classes/yoga.toml",
        "image = { file = \"IMG_1234.heic\", alt = \"A woman in the warrior pose\" }",
    )],
    right: &[Example::new(
        "content/classes/yoga.toml",
        "image = { file = \"class-yoga.jpg\", alt = \"A woman in the warrior pose\" }",
    )],
});

pub const MISSING_FILM: Code = Code(&CodeRow {
    name: "missing-film",
    severity: Severity::Error,
    summary: "a film, or its captions, that aren't there",
    text: "Put the file into `content/films/`, or correct its name; capitals and endings count.",
    wrong: &[Example::shown("film = \"heros.mp4\"")],
    right: &[Example::shown("film = \"hero.mp4\", with content/films/hero.mp4")],
});

pub const BAD_FILM: Code = Code(&CodeRow {
    name: "bad-film",
    severity: Severity::Error,
    summary: "a film, or captions, that browsers don't play",
    text: "Browsers play MP4 with H.264, and WebM. A film of a phone or a camera (`.mov`) becomes one with HandBrake, or by \
        `ffmpeg -i in.mov -vf scale=1280:-2 -crf 26 out.mp4`. Captions are WebVTT: the first line is `WEBVTT`, and times have a \
        point where those of `.srt` have a comma.",
    wrong: &[Example::shown("content/films/hero.mov, or captions.srt")],
    right: &[Example::shown("content/films/hero.mp4, or captions.vtt")],
});

pub const MISSING_FONT: Code = Code(&CodeRow {
    name: "missing-font",
    severity: Severity::Error,
    summary: "a font file that isn't there",
    text: "Put the font into `content/fonts/`, or correct its name.",
    wrong: &[Example::new(
        "content/site.toml",
        r#"
[design]
headings_file = "irn.woff2"
"#,
    )],
    right: &[Example::new(
        "content/site.toml",
        r#"
[design]
headings_file = "iron.woff2"
"#,
    )],
});

pub const BAD_FONT: Code = Code(&CodeRow {
    name: "bad-font",
    severity: Severity::Error,
    summary: "a file which isn't a font that pages can use",
    text: "Pages use WOFF2 files. Most sellers offer one; otherwise convert the font.",
    wrong: &[Example::shown("content/fonts/iron.woff2, an OpenType font that was renamed")],
    right: &[Example::shown("content/fonts/iron.woff2, converted")],
});

pub const UNREADABLE: Code = Code(&CodeRow {
    name: "unreadable",
    severity: Severity::Error,
    summary: "the system doesn't let us read it",
    text: "The file is a link that leads nowhere or out of the project, its permissions don't allow reading it, \
        its bytes are still in a cloud, or it is a document of a word processor where a plain text belongs. The \
        message says which.",
    wrong: &[Example::shown("content/classes/boxing.toml -> ../somewhere/else.toml")],
    right: &[Example::shown("content/classes/boxing.toml")],
});

pub const INVALID_UTF8: Code = Code(&CodeRow {
    name: "invalid-utf8",
    severity: Severity::Error,
    summary: "the bytes are no UTF-8",
    text: "Save the file with the encoding UTF-8; most editors have \"Save with encoding\". `gympress \
        fix` can convert it.",
    wrong: &[Example::shown("caf\\xe9 (Windows-1252)")],
    right: &[Example::shown("café (UTF-8)")],
});

pub const UNKNOWN_FILE: Code = Code(&CodeRow {
    name: "unknown-file",
    severity: Severity::Error,
    summary: "a file in `content/` that no kind of content reads",
    text: "The file has the wrong folder or ending, or it is a copy that somebody left. Files to \
        publish as they are belong in `content/static/`.",
    wrong: &[Example::new("content/house-rules.txt", "Wipe the bench.")],
    right: &[Example::new("content/static/house-rules.txt", "Wipe the bench.")],
});

pub const MISSING_FILE: Code = Code(&CodeRow {
    name: "missing-file",
    severity: Severity::Error,
    summary: "a file that every site needs and this one lacks",
    text: "A site has `content/site.toml` and at least one page.",
    wrong: &[Example::shown("content/pages/index.toml")],
    right: &[Example::shown(
        "
content/site.toml
content/pages/index.toml
",
    )],
});

pub const BAD_FILE_NAME: Code = Code(&CodeRow {
    name: "bad-file-name",
    severity: Severity::Error,
    summary: "a file name that can't be an id",
    text: "The name of a file is the id of its entry, and often part of its address: lower-case \
        letters, digits and hyphens. `gympress rename` renames a file and all references to it.",
    wrong: &[Example::new(
        "content/plans/Half Year.toml",
        r#"
title = "Half a year"
price = 250
period = "for 182 days"
days = 182
image = { file = "gallery-power-rack.jpg", decorative = true }
features = ["All classes"]
"#,
    )],
    right: &[Example::new(
        "content/plans/half-year.toml",
        r#"
title = "Half a year"
price = 250
period = "for 182 days"
days = 182
image = { file = "gallery-power-rack.jpg", decorative = true }
features = ["All classes"]
"#,
    )],
});
