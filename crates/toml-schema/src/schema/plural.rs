//! Texts in which a number stands, in the forms that a language has for numbers (plural categories of the Unicode CLDR).

use std::{collections::BTreeMap, sync::Arc};

use icu_plurals::{PluralCategory, PluralRules};
use toml::de::DeValue;

use super::{Bounds, Field, Kind, Scalar, Schema, decode::one_table, slots};
use crate::{
    decode::{
        ExpectedType, Item, Report, in_quotes,
        value::{Language, Text},
    },
    diagnostic::Applicability,
};

/// The name that numbers are filled in for.
pub const COUNT: &str = "count";

/// The name of the type in type files.
pub const NAME: &str = "plural";

/// The expected value, for people.
pub const EXPECTED: &str =
    "a text for each form, such as { one = \"one result\", other = \"{count} results\" }";

/// A text with a number in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plural {
    forms: BTreeMap<PluralCategory, Text>,
    /// For all numbers whose form isn't there.
    other: Text,
    /// The greatest number that islands need.
    most: Option<usize>,
}

impl Plural {
    /// The form for numbers of a category.
    pub fn form(&self, category: PluralCategory) -> &str {
        self.forms.get(&category).unwrap_or(&self.other).as_str()
    }

    /// The form for all numbers whose form isn't there.
    pub fn other(&self) -> &str {
        self.other.as_str()
    }

    /// The greatest number that islands need, if they need any.
    pub fn most(&self) -> Option<usize> {
        self.most
    }

    /// The harmless value in place of one that can't be read.
    pub fn fallback() -> Self {
        Self { forms: BTreeMap::new(), other: Text::fallback(), most: None }
    }

    /// As TOML writes it: the forms that there are in the language of a field of this kind.
    pub fn written(&self, kind: &Kind) -> String {
        let forms = self.forms.iter().map(|(category, text)| (*category, text));
        let mut entries = Vec::new();
        for (category, text) in forms.chain([(PluralCategory::Other, &self.other)]) {
            let name = name(category);
            if let Kind::Plural(forms) = kind
                && forms.field(name).is_none()
            {
                continue;
            }
            entries.push(format!("{name} = {}", in_quotes(text.as_str())));
        }
        format!("{{ {} }}", entries.join(", "))
    }
}

/// A text for each form that a language has for numbers; for all that there are, where it isn't known.
pub fn forms(language: Option<&Language>) -> Arc<Schema> {
    let rules = language.and_then(|language| PluralRules::try_new_cardinal(language.locale().into()).ok());
    let mut fields = Vec::new();
    for category in PluralCategory::all() {
        let field = Field::new(name(category), Kind::Scalar(Scalar::TEXT), &help(category, rules.as_ref()));
        if category == PluralCategory::Other {
            fields.push(field);
        } else if rules.as_ref().is_none_or(|rules| rules.categories().any(|used| used == category)) {
            fields.push(field.optional());
        }
    }
    Arc::new(Schema::new(
        NAME,
        "A text for each form that the language has for numbers; {count} is the number",
        fields,
    ))
}

/// The key of a category, as the CLDR calls it.
fn name(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    }
}

/// The help for a form: the numbers for which it is.
fn help(category: PluralCategory, rules: Option<&PluralRules>) -> String {
    /// The count of numbers that are named as examples of a form.
    const SAMPLES: usize = 4;
    if category == PluralCategory::Other {
        return "The form for all other numbers".to_owned();
    }
    let Some(rules) = rules else {
        return format!("The form \"{}\", in languages that have it", name(category));
    };
    let numbers = (0..=200_usize).chain([1000, 1_000_000]);
    let form_samples = numbers.filter(|number| rules.category_for(*number) == category).take(SAMPLES);
    let samples: Vec<String> = form_samples.map(|number| number.to_string()).collect();
    if samples.is_empty() {
        "The form for fractions".to_owned()
    } else {
        format!("The form for numbers such as {}", samples.join(", "))
    }
}

/// The forms as they are written. `bounds` are those of the numbers.
pub fn decode(
    forms: &Arc<Schema>,
    bounds: Bounds,
    item: &Item<'_>,
    report: &mut Report<'_>,
) -> Option<Plural> {
    let DeValue::Table(_) = item.value else {
        let raw = report.text.get(item.span.range()).filter(|_| item.text().is_some());
        let forms = raw.map(|raw| format!("{{ other = {raw} }}"));
        item.wrong_type(ExpectedType::Value, EXPECTED, report);
        if let Some(forms) = forms {
            report.correct(item.span, forms, Applicability::Proposed);
        }
        return None;
    };
    let table = one_table(&Kind::Table(forms.clone()), item, report)?;
    for (key, form) in table.iter().filter(|(_, form)| form.span.is_somewhere()) {
        let text = form.value.as_text().map(|text| &**text).unwrap_or_default();
        let wrong: Vec<_> = slots::unknown(key, text, &[COUNT], form.span, report).collect();
        wrong.into_iter().for_each(|wrong| report.push(wrong));
    }
    let form = |category| table.get(name(category))?.value.as_text().map(|text| text.clone().into());
    let others = PluralCategory::all().filter(|category| *category != PluralCategory::Other);
    let written = others.filter_map(|category| Some((category, form(category)?))).collect();
    Some(Plural { forms: written, other: form(PluralCategory::Other)?, most: bounds.most_count() })
}
