//! Texts in which a number stands, in the forms that a language has for numbers (plural categories of the Unicode CLDR).

use std::{collections::BTreeMap, sync::Arc};

use icu_plurals::{PluralCategory, PluralRules};
use toml::de::{DeTable, DeValue};

use super::{Bounds, Field, Kind, Scalar, Schema, decode::one_table, slots};
use crate::{
    decode::{
        Item, Report, in_quotes,
        value::{Language, Text},
    },
    diagnostic::{Applicability, Code, Remedy, Span},
};

/// What is filled in.
pub const COUNT: &str = "count";

/// The name of the type in type files.
pub(super) const NAME: &str = "plural";

/// What belongs where such a text does.
pub(super) const EXPECTED: &str =
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

    /// The greatest number that islands need, if they need any.
    pub fn most(&self) -> Option<usize> {
        self.most
    }

    /// What stands for one that can't be read.
    pub(super) fn fallback() -> Self {
        Self { forms: BTreeMap::new(), other: crate::decode::Value::fallback(None), most: None }
    }

    /// As TOML writes it: the forms that there are in the language of a field of this kind.
    pub(super) fn written(&self, kind: &Kind) -> String {
        let is_form =
            |name: &str| if let Kind::Plural(schema) = kind { schema.field(name).is_some() } else { true };
        let forms = self.forms.iter().map(|(category, text)| (name(*category), text));
        let forms = forms.chain([(name(PluralCategory::Other), &self.other)]);
        let forms = forms.filter(|(name, _)| is_form(name));
        let forms = forms.map(|(name, text)| format!("{name} = {}", in_quotes(text.as_str())));
        format!("{{ {} }}", forms.collect::<Vec<_>>().join(", "))
    }
}

/// The forms that a language has; all that there are, where it isn't known.
pub(super) fn schema(language: Option<&Language>) -> Arc<Schema> {
    let rules = language.and_then(|language| PluralRules::try_new_cardinal(language.locale().into()).ok());
    let is_used = |category: &PluralCategory| {
        let used = rules.as_ref().is_none_or(|rules| rules.categories().any(|used| used == *category));
        used || *category == PluralCategory::Other
    };
    let field = |category: PluralCategory| {
        let field = Field::new(name(category), Kind::Scalar(Scalar::Text), &help(category, rules.as_ref()));
        if category == PluralCategory::Other { field } else { field.optional() }
    };
    Arc::new(Schema {
        name: NAME.into(),
        help: "A text for each form that the language has for numbers; {count} is the number".into(),
        fields: PluralCategory::all().filter(is_used).map(field).collect(),
        rules: Vec::new(),
        gone: Vec::new(),
        is_partial: false,
        span: Span::NOWHERE,
    })
}

/// True if a language has this form for numbers.
pub fn has_form(tag: &str, form: &str) -> bool {
    schema(Language::parse(tag).ok().as_ref()).field(form).is_some()
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

/// How many numbers stand for a form.
const SAMPLES: usize = 4;

/// For which numbers a form is.
fn help(category: PluralCategory, rules: Option<&PluralRules>) -> String {
    if category == PluralCategory::Other {
        return "The form for all other numbers".to_owned();
    }
    let numbers = (0_u64..=200).chain([1000, 1_000_000]);
    let of_form = |number: &u64| rules.is_some_and(|rules| rules.category_for(*number) == category);
    let samples: Vec<String> =
        numbers.filter(of_form).take(SAMPLES).map(|number| number.to_string()).collect();
    match (rules, samples.is_empty()) {
        (None, _) => format!("The form \"{}\", in languages that have it", name(category)),
        (Some(_), true) => "The form for fractions".to_owned(),
        (Some(_), false) => format!("The form for numbers such as {}", samples.join(", ")),
    }
}

/// The forms that somebody wrote. `bounds` are those of the numbers.
pub(super) fn decode(
    schema: &Arc<Schema>,
    bounds: Bounds,
    item: &Item<'_>,
    report: &mut Report<'_>,
) -> Option<Plural> {
    let DeValue::Table(root) = item.value else {
        let raw = report.text.get(item.span.range()).filter(|_| item.text().is_some());
        let forms = raw.map(|raw| format!("{{ other = {raw} }}"));
        let help = forms
            .as_ref()
            .map(|forms| format!("write it as {forms}, and with it what the language has for other numbers"));
        item.wrong_type_with(help, EXPECTED, report);
        if let Some(forms) = forms {
            report.correct(item.span, forms, Applicability::Proposed);
        }
        return None;
    };
    let table = one_table(&Kind::Table(schema.clone()), item, false, report)?;
    explain_unused(schema, root, report);
    for (key, form) in table.iter().filter(|(_, form)| form.span.is_somewhere()) {
        let text = form.value.as_text().map(Text::as_str).unwrap_or_default();
        slots::unknown(key, text, &[COUNT], form.span).for_each(|wrong| report.push(wrong));
    }
    let form = |category| table.get(name(category))?.value.as_text().cloned();
    let is_other = |category: &PluralCategory| *category == PluralCategory::Other;
    let forms = PluralCategory::all().filter(|category| !is_other(category));
    let forms = forms.filter_map(|category| Some((category, form(category)?))).collect();
    Some(Plural { forms, other: form(PluralCategory::Other)?, most: bounds.most_count() })
}

/// Says of forms that other languages have why they are none here.
fn explain_unused(schema: &Schema, root: &DeTable<'_>, report: &mut Report<'_>) {
    if !root.contains_key(name(PluralCategory::Other)) {
        return;
    }
    let known: Vec<&str> = schema.fields.iter().map(|field| &*field.key).collect();
    for (key, _) in root {
        let written: &str = key.get_ref();
        let is_category = PluralCategory::get_for_cldr_string(written).is_some();
        if !is_category || known.contains(&written) {
            continue;
        }
        let span = report.span(key.span());
        report.replace(Code::UnknownKey, span, |mut found| {
            found.message = format!("the language has no form \"{written}\" for numbers");
            found
                .label("never used in this language")
                .expected(format!("no other form than {}", known.join(", ")))
                .help(format!("remove \"{written}\""))
                .remedy([Remedy::remove(span, Applicability::Proposed)])
        });
    }
}
