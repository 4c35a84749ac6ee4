//! Texts in which a number stands, in the forms that a language has for numbers (plural categories of the Unicode CLDR).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use icu_plurals::{PluralCategory, PluralRules};
use toml::de::DeValue;

use super::{Bounds, Field, Kind, Scalar, Schema, decode::one_table, slots};
use crate::{
    decode::{
        Item, Report, Type, in_quotes,
        value::{Language, Text},
    },
    diagnostic::{Applicability, Diagnostic, Lint},
};

/// What is filled in.
pub const COUNT: &str = "count";

/// The name of the type in type files.
pub const NAME: &str = "plural";

/// What belongs where such a text does.
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

    /// What stands for one that can't be read.
    pub fn fallback() -> Self {
        Self { forms: BTreeMap::new(), other: Text::fallback(), most: None }
    }

    /// As TOML writes it: the forms that there are in the language of a field of this kind.
    pub fn written(&self, kind: &Kind) -> String {
        let is_form = |name: &str| {
            if let Kind::Plural(forms) = kind { forms.schema.field(name).is_some() } else { true }
        };
        let forms = self.forms.iter().map(|(category, text)| (name(*category), text));
        let forms = forms.chain([(name(PluralCategory::Other), &self.other)]);
        let forms = forms.filter(|(name, _)| is_form(name));
        let forms = forms.map(|(name, text)| format!("{name} = {}", in_quotes(text.as_str())));
        format!("{{ {} }}", forms.collect::<Vec<_>>().join(", "))
    }
}

/// The forms that a language has for numbers; all that there are, where it isn't known.
#[derive(Debug)]
pub struct Forms {
    /// A text for each.
    pub schema: Arc<Schema>,
    rules: Option<PluralRules>,
}

/// The greatest number for which texts without a `range` need a form of its own: those of millions are seldom needed.
const MOST_COUNTED: usize = 200;

impl Forms {
    pub fn new(language: Option<&Language>) -> Arc<Self> {
        let rules =
            language.and_then(|language| PluralRules::try_new_cardinal(language.locale().into()).ok());
        Arc::new(Self { schema: schema(rules.as_ref()), rules })
    }

    /// The forms of the whole numbers within `bounds`.
    fn within(&self, bounds: Bounds) -> BTreeSet<PluralCategory> {
        let least = bounds.least_count().unwrap_or(0);
        let most = bounds.most_count().unwrap_or(MOST_COUNTED).min(least.saturating_add(MOST_COUNTED));
        let rules = self.rules.iter();
        rules.flat_map(|rules| (least..=most).map(|number| rules.category_for(number))).collect()
    }

    /// Those of a text for numbers within `bounds` that aren't `written`. In a language with two of them, `other` alone
    /// is a text that is the same for all numbers.
    fn missing(&self, written: &BTreeMap<PluralCategory, Text>, bounds: Bounds) -> Vec<PluralCategory> {
        if self.within(Bounds::NONE).len() < 3 {
            return Vec::new();
        }
        let is_missing =
            |form: &PluralCategory| *form != PluralCategory::Other && !written.contains_key(form);
        self.within(bounds).into_iter().filter(is_missing).collect()
    }
}

fn schema(rules: Option<&PluralRules>) -> Arc<Schema> {
    let is_used = |category: &PluralCategory| {
        let used = rules.is_none_or(|rules| rules.categories().any(|used| used == *category));
        used || *category == PluralCategory::Other
    };
    let field = |category: PluralCategory| {
        let field = Field::new(name(category), Kind::Scalar(Scalar::Text), &help(category, rules));
        if category == PluralCategory::Other { field } else { field.optional() }
    };
    Arc::new(Schema::new(
        NAME,
        "A text for each form that the language has for numbers; {count} is the number",
        PluralCategory::all().filter(is_used).map(field).collect(),
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

/// How many numbers stand for a form.
const SAMPLES: usize = 4;

/// For which numbers a form is.
fn help(category: PluralCategory, rules: Option<&PluralRules>) -> String {
    if category == PluralCategory::Other {
        return "The form for all other numbers".to_owned();
    }
    let samples = samples(category, rules);
    match (rules, samples.is_empty()) {
        (None, _) => format!("The form \"{}\", in languages that have it", name(category)),
        (Some(_), true) => "The form for fractions".to_owned(),
        (Some(_), false) => format!("The form for numbers such as {}", samples.join(", ")),
    }
}

/// The first numbers for which a form is.
fn samples(category: PluralCategory, rules: Option<&PluralRules>) -> Vec<String> {
    let numbers = (0..=MOST_COUNTED).chain([1000, 1_000_000]);
    let of_form = |number: &usize| rules.is_some_and(|rules| rules.category_for(*number) == category);
    numbers.filter(of_form).take(SAMPLES).map(|number| number.to_string()).collect()
}

/// The forms as they are written. `bounds` are those of the numbers.
pub fn decode(forms: &Forms, bounds: Bounds, item: &Item<'_>, report: &mut Report<'_>) -> Option<Plural> {
    let DeValue::Table(_) = item.value else {
        let raw = report.text.get(item.span.range()).filter(|_| item.text().is_some());
        let forms = raw.map(|raw| format!("{{ other = {raw} }}"));
        let help = forms
            .as_ref()
            .map(|forms| format!("write it as {forms}, and with it what the language has for other numbers"));
        item.wrong_type_with(help, Type::Text, EXPECTED, report);
        if let Some(forms) = forms {
            report.correct(item.span, forms, Applicability::Proposed);
        }
        return None;
    };
    let table = one_table(&Kind::Table(forms.schema.clone()), item, report)?;
    for (key, form) in table.iter().filter(|(_, form)| form.span.is_somewhere()) {
        let text = form.value.as_text().map(Text::as_str).unwrap_or_default();
        let wrong: Vec<_> = slots::unknown(key, text, &[COUNT], form.span, report).collect();
        wrong.into_iter().for_each(|wrong| report.push(wrong));
    }
    let form = |category| table.get(name(category))?.value.as_text().cloned();
    let is_other = |category: &PluralCategory| *category == PluralCategory::Other;
    let others = PluralCategory::all().filter(|category| !is_other(category));
    let written = others.filter_map(|category| Some((category, form(category)?))).collect();
    let other = form(PluralCategory::Other)?;
    let missing = forms.missing(&written, bounds);
    if !missing.is_empty() {
        let named = missing.iter().map(|form| {
            let numbers = samples(*form, forms.rules.as_ref()).join(", ");
            format!("{} = \"...\" for numbers such as {numbers}", name(*form))
        });
        report.push(
            Diagnostic::new(
                Lint::MissingForm,
                item.span,
                "the text lacks forms that its language has for numbers",
            )
            .label("\"other\" is shown for these numbers")
            .help(format!("add {}", named.collect::<Vec<_>>().join(", "))),
        );
    }
    Some(Plural { forms: written, other, most: bounds.most_count() })
}
