//! `content/plans/*.toml`: what it costs.

use super::parts::Picture;
use crate::decode::{
    Fields, Record,
    value::{Count, Price, Spanned, Target, TargetKind, Text},
};

/// A way to pay.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its name.
    pub title: Spanned<Text>,
    /// In whole units of the site's currency.
    pub price: Price,
    /// For how long.
    pub period: Text,
    /// How many days that is, so that plans compare by what a day comes to.
    pub days: Option<Count>,
    /// What it comes to, or another remark.
    pub note: Option<Text>,
    /// The picture of its card.
    pub image: Picture,
    /// What it includes.
    pub features: Vec<Text>,
    /// True for the one that most should take.
    pub featured: bool,
}

impl Target for Plan {
    const TARGET: &'static TargetKind = &TargetKind {
        noun: "plan",
        defined_in: "content/plans, a file each",
        expected: "the id of a plan, which is the name of its file without .toml, such as \"one-month\"",
        example: "\"one-month\"",
        numbered: false,
    };
}

impl Record for Plan {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The plan's name");
        let price = fields.required("price", "The price, a whole number without commas");
        let period = fields.required("period", "For how long, such as \"for 30 days\"");
        let days = fields.optional(
            "days",
            "How many days that is; a bar then shows what a day comes to beside the others",
        );
        let note = fields.optional("note", "A remark, such as what it comes to in a day");
        let image = fields.table("image", "The picture of its card");
        let features = fields.list("features", "What the plan includes, a line each");
        let featured = fields.optional("featured", "true for the plan that is set off from the others");
        Self { title, price, period, days, note, image, features, featured: featured.unwrap_or(false) }
    }
}
