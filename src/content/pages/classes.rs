//! `content/pages/classes.toml`.

use serde::Serialize;

use super::Head;
use crate::{
    content::{
        Class,
        parts::{Banner, Button},
    },
    decode::{
        Fields, Record,
        value::{Count, Reference, Text},
    },
};

/// The page of all classes.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct ClassesPage {
    #[serde(flatten)]
    pub head: Head,
    pub short: Count,
    pub show_more: Text,
    pub show_less: Text,
    pub join: Text,
    pub trainer_label: Text,
    pub banner: Banner,
    pub intro: ClassesIntro,
    /// The classes, in the order of their cards.
    #[serde(skip)]
    pub classes: Vec<Reference<Class>>,
}

impl Record for ClassesPage {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let head = Head::read(fields);
        let short = fields.required("short", "How many cards the short view shows");
        let show_more = fields.required("show_more", "The button that shows all cards");
        let show_less = fields.required("show_less", "The button that shows fewer again");
        let join = fields.required("join", "The link of each card");
        let trainer_label = fields.required("trainer_label", "What stands before the trainer's name");
        let classes = fields.list("classes", "The classes, in the order of their cards");
        let banner = fields.table("banner", "The head of the page");
        let intro = fields.table("intro", "The text above the cards");
        Self { head, short, show_more, show_less, join, trainer_label, classes, banner, intro }
    }
}

/// The text above the cards.
#[derive(Clone, Debug, Serialize)]
pub struct ClassesIntro {
    pub kicker: Text,
    pub heading: Text,
    pub text: Text,
    pub button: Button,
}

impl Record for ClassesIntro {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let kicker = fields.required("kicker", "The small line above the heading");
        let heading = fields.required("heading", "The heading");
        let text = fields.required("text", "The text below the heading");
        let button = fields.table("button", "The button below the text");
        Self { kicker, heading, text, button }
    }
}
