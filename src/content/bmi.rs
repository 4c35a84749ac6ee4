//! `content/bmi.toml`: the body-mass-index calculator's bands and words.

use serde::Serialize;

use crate::{
    decode::{
        Fields, Record,
        value::{Decimal, Spanned, Text, Whole},
    },
    diagnostic::{Code, Diagnostic},
};

/// The calculator.
#[derive(Clone, Debug)]
pub struct Bmi {
    /// What it says.
    pub words: BmiWords,
    /// Decimals of the result.
    pub decimals: Whole<0, 3>,
    /// What a value in no band is called.
    pub otherwise: Text,
    /// A value belongs to the first band that holds it.
    pub bands: Vec<Band>,
}

/// The words of the calculator.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the text of the key of its name")]
pub struct BmiWords {
    pub kicker: Text,
    pub title: Text,
    pub text: Text,
    pub button: Text,
    pub result_title: Text,
    pub category_title: Text,
    pub chart_title: Text,
    pub alert: Text,
    pub no_script: Text,
    pub below_range: Text,
    pub between_range: Text,
    pub otherwise_range: Text,
    pub weight: Measure,
    pub height: Measure,
}

impl Record for Bmi {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let kicker = fields.required("kicker", "The small line above the heading");
        let title = fields.required("title", "The heading");
        let text = fields.required("text", "The text below the heading");
        let button = fields.required("button", "The button's text");
        let result_title = fields.required("result_title", "What stands before the result");
        let category_title = fields.required("category_title", "What stands before the weight category");
        let chart_title = fields.required("chart_title", "The heading of the list of bands");
        let alert = fields.required("alert", "What is said when a figure is missing or wrong");
        let no_script = fields.required("no_script", "What is said where JavaScript is off");
        let below_range = fields.required("below_range", "The first band's range, with {below}");
        let between_range = fields.required("between_range", "A band's range, with {from} and {below}");
        let otherwise_range = fields.required("otherwise_range", "The range of the rest");
        let weight = fields.table("weight", "The field for the weight");
        let height = fields.table("height", "The field for the height");
        let decimals = fields.required("decimals", "Decimals of the result");
        let otherwise = fields.required("otherwise", "What a value in no band is called");
        let bands = fields.tables("band", "A band of values");
        Self {
            words: BmiWords {
                kicker,
                title,
                text,
                button,
                result_title,
                category_title,
                chart_title,
                alert,
                no_script,
                below_range,
                between_range,
                otherwise_range,
                weight,
                height,
            },
            decimals,
            otherwise,
            bands,
        }
    }
}

/// A field of the calculator.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the text of the key of its name")]
pub struct Measure {
    pub label: Text,
    pub unit: Text,
    pub placeholder: Text,
}

impl Record for Measure {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let label = fields.required("label", "What is asked for");
        let unit = fields.required("unit", "In which unit");
        let placeholder = fields.required("placeholder", "An example figure");
        Self { label, unit, placeholder }
    }
}

/// A band: from (included) up to below (excluded).
#[derive(Clone, Debug)]
pub struct Band {
    /// Its name.
    pub title: Text,
    /// The least value; without it, from zero.
    pub from: Option<Spanned<Decimal>>,
    /// The first value beyond.
    pub below: Spanned<Decimal>,
}

impl Record for Band {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The band's name");
        let from =
            fields.optional::<Spanned<Decimal>>("from", "The least value of the band; without it, zero");
        let below = fields.required::<Spanned<Decimal>>("below", "The first value above the band");
        if let Some(from) = &from
            && from.value >= below.value
        {
            fields.report(
                Diagnostic::new(
                    Code::EndBeforeStart,
                    below.span,
                    format!("{} is not above {}", below.value.get(), from.value.get()),
                )
                .label("the end of the band")
                .related(from.span, "its beginning")
                .expected("a number above the one behind \"from\"")
                .help("correct one of the two"),
            );
        }
        Self { title, from, below }
    }
}
