//! What several kinds of content have in common: pictures, buttons, banners.

use serde::Serialize;

use crate::{
    decode::{
        Fields, Record,
        value::{Decorative, ImageFile, Link, Text},
    },
    diagnostic::{Code, Diagnostic},
};

/// A picture with its description.
#[derive(Clone, Debug, Serialize)]
pub struct Picture {
    /// The file.
    pub file: ImageFile,
    /// What it shows, for people who don't see it; empty if it only decorates.
    pub alt: String,
}

impl Record for Picture {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let file = fields.required("file", "The picture's name in content/images");
        let alt = fields.optional::<Text>("alt", "What the picture shows, for people who don't see it");
        let decorative = fields.optional::<Decorative>("decorative", "true if the picture only decorates");
        fields.exactly_one(&["alt", "decorative"]);
        check_description(fields, alt.is_some() && decorative.is_some());
        Self { file, alt: alt.map(|alt| alt.as_str().to_owned()).unwrap_or_default() }
    }
}

fn check_description(fields: &mut Fields<'_, '_>, both: bool) {
    let span = fields.span();
    let expected = "alt = \"what the picture shows\", or decorative = true";
    if !fields.has("alt") && !fields.has("decorative") {
        fields.report(
            Diagnostic::new(Code::MissingAlt, span, "this picture has no description")
                .expected(expected)
                .help("add alt = \"...\": say in a sentence what the picture shows, for people who can't see it"),
        );
    }
    if both {
        fields.report(
            Diagnostic::new(Code::MissingAlt, span, "this picture is both described and decorative")
                .expected(expected)
                .help("remove decorative = true, or the description"),
        );
    }
}

/// A button or a link that looks like one.
#[derive(Clone, Debug, Serialize)]
pub struct Button {
    /// What it says.
    pub title: Text,
    /// Where it leads.
    pub to: Link,
}

impl Record for Button {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "What the button says");
        let to = fields.required("to", "Where it leads");
        Self { title, to }
    }
}

/// The head of a page.
#[derive(Clone, Debug, Serialize)]
pub struct Banner {
    /// The heading.
    pub title: Text,
    /// The picture behind it.
    pub image: Picture,
}

impl Record for Banner {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The page's heading");
        let image = fields.table("image", "The picture behind the heading");
        Self { title, image }
    }
}

/// A small line, a heading and a text, as most sections begin.
#[derive(Clone, Debug, Serialize)]
pub struct Intro {
    /// The small line above the heading.
    pub kicker: Text,
    /// The heading.
    pub heading: Text,
    /// The text below.
    pub text: Text,
}

impl Record for Intro {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let kicker = fields.required("kicker", "The small line above the heading");
        let heading = fields.required("heading", "The heading");
        let text = fields.required("text", "The text below the heading");
        Self { kicker, heading, text }
    }
}

/// A card with an icon.
#[derive(Clone, Debug, Serialize)]
pub struct IconCard {
    /// The icon's name in `templates/partials/icons.html`.
    pub icon: Text,
    /// The heading.
    pub title: Text,
    /// The text.
    pub text: Text,
}

impl Record for IconCard {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let icon = fields.required("icon", "The icon's name");
        let title = fields.required("title", "The heading");
        let text = fields.required("text", "The text");
        Self { icon, title, text }
    }
}

/// A heading and nothing else.
#[derive(Clone, Debug, Serialize)]
pub struct Titled {
    /// The heading.
    pub title: Text,
}

impl Record for Titled {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The heading");
        Self { title }
    }
}
