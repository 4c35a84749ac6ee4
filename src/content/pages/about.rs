//! `content/pages/about.toml`.

use serde::Serialize;

use super::Head;
use crate::{
    content::parts::{Banner, Button, Picture},
    decode::{Fields, Record, value::Text},
};

/// The words of the page about the gym.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct AboutPage {
    #[serde(flatten)]
    pub head: Head,
    pub banner: Banner,
    pub who: Who,
    pub runners: Runners,
    pub history: Vec<History>,
}

impl Record for AboutPage {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let head = Head::read(fields);
        let banner = fields.table("banner", "The head of the page");
        let who = fields.table("who", "Who we are");
        let runners = fields.table("runners", "The composition of running people");
        let history = fields.tables("history", "A part of the gym's history, with its picture");
        Self { head, banner, who, runners, history }
    }
}

/// The introduction.
#[derive(Clone, Debug, Serialize)]
pub struct Who {
    pub kicker: Text,
    pub heading: Text,
    pub paragraphs: Vec<Text>,
    pub button: Button,
}

impl Record for Who {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let kicker = fields.required("kicker", "The small line above the heading");
        let heading = fields.required("heading", "The heading");
        let paragraphs = fields.list("paragraphs", "The paragraphs of the text");
        let button = fields.table("button", "The button below the text");
        Self { kicker, heading, paragraphs, button }
    }
}

/// The composition beside the introduction.
#[derive(Clone, Debug, Serialize)]
pub struct Runners {
    /// Cut-out figures.
    pub images: Vec<Picture>,
}

impl Record for Runners {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let images = fields.tables("images", "Two or three figures on a transparent background");
        Self { images }
    }
}

/// A part of the gym's history.
#[derive(Clone, Debug, Serialize)]
pub struct History {
    pub kicker: Text,
    pub heading: Text,
    pub paragraphs: Vec<Text>,
    pub image: Picture,
}

impl Record for History {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let kicker = fields.required("kicker", "The year");
        let heading = fields.required("heading", "The heading");
        let paragraphs = fields.list("paragraphs", "The paragraphs of the text");
        let image = fields.table("image", "The photo beside the text");
        Self { kicker, heading, paragraphs, image }
    }
}
