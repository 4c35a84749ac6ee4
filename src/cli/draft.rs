//! The text of a new entry: valid as it stands, with a comment on every key. What may be left out is
//! commented out.

use std::collections::BTreeSet;

use jiff::{ToSpan, civil::Date};

use crate::{
    decode::in_quotes,
    schema::{
        ALT_PLACEHOLDER, Bounds, Collection, CollectionFiles, Condition, Data, Field, Ids, Kind, Presence,
        Rule, Scalar, Schema,
    },
};

/// What stands behind an invented value.
const PLACEHOLDER: &str = " # placeholder";

/// How many days from now that begins which a new entry announces.
const PLANNED_DAYS: i64 = 14;

/// What a new entry is written from.
pub(super) struct Draft<'d> {
    /// What the entry is called.
    pub title: &'d str,
    /// The name of its file without `.toml`.
    pub id: &'d str,
    /// The day that it is dated; what is planned is two weeks later.
    pub today: Date,
    /// The entries and pictures to which it can refer.
    pub ids: Ids,
}

impl Draft<'_> {
    /// The text of an entry of which one is called `noun`, or what it needs and the project lacks.
    pub fn entry(&self, schema: &Schema, noun: &str) -> Result<String, String> {
        let mut text = format!("#:schema ../.schema/{noun}.json\n");
        let (written, title) = (self.written(schema), title_of(schema));
        // Everything behind the header of a table belongs to it.
        let (tables, values): (Vec<&Field>, Vec<&Field>) =
            schema.fields.iter().partition(|field| is_table(field));
        for field in values {
            text.push('\n');
            match title == Some(&*field.key) {
                true => text.push_str(&format!("{} = {}\n", field.key, quoted(self.title))),
                false => text.push_str(&self.line(field, schema, written.contains(&*field.key))?),
            }
        }
        for field in tables {
            text.push_str(&format!("\n# {}\n", field.help));
            match self.table(field) {
                Ok(lines) if written.contains(&*field.key) => text.push_str(&lines),
                Ok(lines) => text.push_str(&commented_out(&lines)),
                Err(missing) if written.contains(&*field.key) => return Err(missing),
                Err(_) => text.push_str(&format!("# {} = {}\n", field.key, field.example())),
            }
        }
        Ok(text)
    }

    /// A field with the help of its type; one that isn't written is commented out.
    fn line(&self, field: &Field, schema: &Schema, is_written: bool) -> Result<String, String> {
        let value = self.value(field, schema);
        let line = match is_written {
            true => {
                let value = value?;
                let is_marked = is_invented(field, schema) && !is_blank(&value);
                let placeholder = if is_marked { PLACEHOLDER } else { "" };
                format!("{} = {value}{placeholder}\n", field.key)
            }
            false => {
                commented_out(&format!("{} = {}\n", field.key, value.unwrap_or_else(|_| field.example())))
            }
        };
        Ok(format!("# {}\n{line}", field.help))
    }

    /// A table or a list of tables, with headers of their own.
    fn table(&self, field: &Field) -> Result<String, String> {
        let header =
            if field.list.is_some() { format!("[[{}]]", field.key) } else { format!("[{}]", field.key) };
        let mut lines = format!("{header}\n");
        let schema = match &field.kind {
            Kind::Table(inner) => inner,
            Kind::Variants(variants) => {
                let Some((_, inner)) = variants.of.first() else { return Ok(lines) };
                inner
            }
            _ => return Ok(lines),
        };
        let written = self.written(schema);
        for inner in &schema.fields {
            lines.push_str(&self.line(inner, schema, written.contains(&*inner.key))?);
        }
        Ok(vec![lines; least(field)].join("\n"))
    }

    /// The same in one line, without what may be left out.
    fn inline(&self, schema: &Schema) -> Result<String, String> {
        let written = self.written(schema);
        let fields = schema.fields.iter().filter(|field| written.contains(&*field.key));
        let pair = |field: &Field| Ok(format!("{} = {}", field.key, self.value(field, schema)?));
        let pairs = fields.map(pair).collect::<Result<Vec<_>, String>>()?;
        Ok(format!("{{ {} }}", pairs.join(", ")))
    }

    /// A value that is valid as it stands.
    fn value(&self, field: &Field, schema: &Schema) -> Result<String, String> {
        match (&field.list, &field.example, &field.kind) {
            (None, ..) if is_planned(field, schema) => Ok(self.planned(field, place(field, schema))),
            (None, ..) => self.one(field, place(field, schema)),
            // Those that an example names need not be in the project.
            (Some(_), Some(example), kind)
                if example.starts_with('[') && !matches!(kind, Kind::Ref(_) | Kind::Picture) =>
            {
                Ok(example.to_string())
            }
            (Some(_), ..) => {
                let elements = (0..least(field)).map(|place| self.one(field, place));
                Ok(format!("[{}]", elements.collect::<Result<Vec<_>, _>>()?.join(", ")))
            }
        }
    }

    /// A moment that is to come.
    fn planned(&self, field: &Field, place: usize) -> String {
        let later = i64::try_from(place).unwrap_or_default();
        let day = |days: i64| self.today.saturating_add(days.days());
        match matches!(field.kind, Kind::Scalar(Scalar::Datetime)) {
            true => format!("{}T{}:00:00", day(PLANNED_DAYS), 10 + 2 * later),
            false => day(PLANNED_DAYS + later).to_string(),
        }
    }

    /// One value; the further its place, the greater where there is an order.
    fn one(&self, field: &Field, place: usize) -> Result<String, String> {
        let example = field.example.as_deref().filter(|example| !example.starts_with('['));
        let or_own = |own: &str| example.unwrap_or(own).to_owned();
        Ok(match &field.kind {
            Kind::Scalar(Scalar::Date | Scalar::Datetime) => {
                let days = i64::try_from(place).unwrap_or_default();
                self.today.saturating_add(days.days()).to_string()
            }
            Kind::Scalar(Scalar::Time) if place > 0 => or_own("\"10:00\""),
            Kind::Scalar(scalar @ (Scalar::Integer | Scalar::Price | Scalar::Number)) => {
                let number = or_own(scalar.example()).parse().unwrap_or_default();
                number_in(field.bounds, number, place, *scalar)
            }
            Kind::Scalar(Scalar::Text) => quoted(&text_in(field.bounds, unquoted(&or_own("...")))),
            Kind::Scalar(Scalar::Slug) => quoted(self.id),
            Kind::Scalar(Scalar::Bool) => {
                let is_true_by_default = matches!(field.presence, Presence::Default(Data::Bool(true)));
                (!is_true_by_default).to_string()
            }
            // Every site has a front page.
            Kind::Scalar(Scalar::Link) if field.is_required() => "\"/\"".to_owned(),
            Kind::Scalar(Scalar::Image) => quoted(self.image(place)?),
            Kind::Picture => {
                let file = quoted(self.image(place)?);
                format!("{{ file = {file}, alt = {} }}", quoted(ALT_PLACEHOLDER))
            }
            Kind::Plural(_) => or_own(&field.kind.example()),
            Kind::Ref(collection) => self.reference(collection, place)?,
            Kind::Table(inner) => self.inline(inner)?,
            Kind::Variants(variants) => match variants.of.first() {
                Some((_, inner)) => self.inline(inner)?,
                None => "{}".to_owned(),
            },
            kind @ (Kind::Scalar(_) | Kind::Choice(_)) => or_own(&kind.example()),
        })
    }

    fn image(&self, place: usize) -> Result<&str, String> {
        let image = self.ids.images.get(place).map(String::as_str);
        image.ok_or_else(|| "picture in content/images".to_owned())
    }

    fn reference(&self, collection: &Collection, place: usize) -> Result<String, String> {
        let ids = self.ids.entries.get(&collection.name).map(Vec::as_slice).unwrap_or_default();
        let missing = || format!("{} in {}", collection.nouns[0], collection.defined_in());
        ids.get(place).map(|id| collection.quoted(id)).ok_or_else(missing)
    }

    /// The keys that a new table has: those that are required, and the one that keeps it from being published.
    fn written<'s>(&self, schema: &'s Schema) -> BTreeSet<&'s str> {
        let is_needed = |field: &&Field| field.is_required() || &*field.key == "draft";
        let mut written: BTreeSet<&str> =
            schema.fields.iter().filter(is_needed).map(|field| &*field.key).collect();
        for rule in &schema.rules {
            if let Rule::ExactlyOne(keys) = rule
                && !keys.iter().any(|key| written.contains(&**key))
            {
                written.extend(keys.first().map(|key| &**key));
            }
        }
        for rule in &schema.rules {
            if let Rule::Together(keys) = rule
                && keys.iter().any(|key| written.contains(&**key))
            {
                written.extend(keys.iter().map(|key| &**key));
            }
        }
        for field in &schema.fields {
            if let Presence::When { condition, optional: false } = &field.presence
                && self.holds(condition, schema, &written)
            {
                written.insert(&*field.key);
            }
        }
        written
    }

    /// Whether the condition holds between the values that are written.
    fn holds(&self, condition: &Condition, schema: &Schema, written: &BTreeSet<&str>) -> bool {
        let Some(sibling) = schema.field(&condition.field) else { return false };
        if written.contains(&*sibling.key) {
            let value = self.value(sibling, schema);
            let words = condition.is.as_ref();
            return value.is_ok_and(|value| {
                words.is_none_or(|words| words.iter().any(|word| **word == *unquoted(&value)))
            });
        }
        match &sibling.presence {
            Presence::Default(value) => condition.holds_for(value),
            Presence::Required
            | Presence::Optional
            | Presence::Untranslated { .. }
            | Presence::When { .. } => false,
        }
    }
}

/// The key of what an entry is called: its title, its name, or else the first text that it needs.
fn title_of(schema: &Schema) -> Option<&str> {
    let is_text = |field: &&Field| matches!(field.kind, Kind::Scalar(Scalar::Text)) && field.list.is_none();
    let texts = || schema.fields.iter().filter(is_text);
    let called = texts().find(|field| matches!(&*field.key, "title" | "name"));
    called.or_else(|| texts().find(|field| field.is_required())).map(|field| &*field.key)
}

/// True for a moment that is the beginning or the end of something.
fn is_planned(field: &Field, schema: &Schema) -> bool {
    let is_date = matches!(field.kind, Kind::Scalar(Scalar::Date | Scalar::Datetime));
    let names = |rule: &Rule| match rule {
        Rule::Before(first, last) | Rule::NotAfter(first, last) => [first, last].contains(&&field.key),
        Rule::ExactlyOne(_) | Rule::Together(_) | Rule::SameLength(..) => false,
    };
    is_date && schema.rules.iter().any(names)
}

/// True for a text of dots, which is no value by itself.
fn is_blank(value: &str) -> bool {
    value.chars().all(|c| matches!(c, '.' | '"' | '\'' | '\n'))
}

/// True for a value of which nothing is known but its type.
fn is_invented(field: &Field, schema: &Schema) -> bool {
    match &field.kind {
        // The name of the file, and what the entry says of itself.
        Kind::Scalar(Scalar::Slug | Scalar::Bool) => false,
        Kind::Scalar(Scalar::Date | Scalar::Datetime) => is_planned(field, schema),
        _ => true,
    }
}

fn is_table(field: &Field) -> bool {
    matches!(field.kind, Kind::Table(_) | Kind::Variants(_))
}

/// 1 for a field that has to come after another one.
fn place(field: &Field, schema: &Schema) -> usize {
    let is_later = |rule: &Rule| match rule {
        Rule::Before(_, last) | Rule::NotAfter(_, last) => *last == field.key,
        Rule::ExactlyOne(_) | Rule::Together(_) | Rule::SameLength(..) => false,
    };
    usize::from(schema.rules.iter().any(is_later))
}

/// How many elements a list needs; one even where it may be empty, as an example.
fn least(field: &Field) -> usize {
    field.list.and_then(Bounds::least_count).unwrap_or(1).max(1)
}

fn number_in(bounds: Bounds, number: f64, place: usize, scalar: Scalar) -> String {
    let least = bounds.least.unwrap_or(f64::NEG_INFINITY);
    let further = f64::from(u32::try_from(place).unwrap_or_default());
    let number = (number.max(least) + further).min(bounds.most.unwrap_or(f64::INFINITY));
    if scalar == Scalar::Number { format!("{number:?}") } else { format!("{number:.0}") }
}

fn text_in(bounds: Bounds, text: &str) -> String {
    let count = text.chars().count();
    let least = bounds.least_count().unwrap_or_default().max(count);
    let padded = text.chars().chain(std::iter::repeat('.')).take(least);
    padded.take(bounds.most_count().unwrap_or(usize::MAX)).collect()
}

/// A text as TOML writes it, between double quotes.
fn quoted(text: &str) -> String {
    in_quotes(&text.trim().replace(char::is_control, " "))
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

/// The same lines, commented out.
fn commented_out(lines: &str) -> String {
    let comment = |line: &str| match line {
        "" => "#\n".to_owned(),
        line if line.starts_with('#') => format!("{line}\n"),
        line => format!("# {}\n", line.strip_suffix(PLACEHOLDER).unwrap_or(line)),
    };
    lines.lines().map(comment).collect()
}
