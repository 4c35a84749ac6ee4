//! `content/pages/pricing.toml`.

use serde::Serialize;

use super::Head;
use crate::{
    content::{Plan, parts::Banner},
    decode::{
        Fields, Record,
        value::{Reference, Text},
    },
};

/// The page of all plans.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct PricingPage {
    #[serde(flatten)]
    pub head: Head,
    pub banner: Banner,
    pub chart: Chart,
    pub questions: Questions,
    /// The plans, in rows.
    #[serde(skip)]
    pub plans: Vec<Vec<Reference<Plan>>>,
}

impl Record for PricingPage {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let head = Head::read(fields);
        let plans = fields.list("plans", "The plans, in rows: [[\"one\", \"two\"], [\"three\"]]");
        let banner = fields.table("banner", "The head of the page");
        let chart = fields.table("chart", "The words around the plans");
        let questions = fields.table("questions", "Questions and answers");
        Self { head, plans, banner, chart, questions }
    }
}

/// The words around the plans.
#[derive(Clone, Debug, Serialize)]
pub struct Chart {
    pub kicker: Text,
    pub heading: Text,
    pub text: Text,
    pub button: Text,
    pub featured: Text,
}

impl Record for Chart {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let kicker = fields.required("kicker", "The small line above the heading");
        let heading = fields.required("heading", "The heading");
        let text = fields.required("text", "The text below the heading");
        let button = fields.required("button", "The button of each plan");
        let featured = fields.required("featured", "What marks the plan that is set off");
        Self { kicker, heading, text, button, featured }
    }
}

/// Questions and answers.
#[derive(Clone, Debug, Serialize)]
pub struct Questions {
    pub heading: Text,
    #[serde(rename = "question")]
    pub questions: Vec<Question>,
}

impl Record for Questions {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let heading = fields.required("heading", "The heading");
        let questions = fields.tables("question", "A question with its answer");
        Self { heading, questions }
    }
}

/// A question with its answer.
#[derive(Clone, Debug, Serialize)]
pub struct Question {
    pub title: Text,
    pub text: Text,
}

impl Record for Question {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The question");
        let text = fields.required("text", "The answer");
        Self { title, text }
    }
}
