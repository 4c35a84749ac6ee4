//! The text of a new entry: each key with its help, the required ones with the examples of their type, the others
//! commented out.

use jiff::{ToSpan, civil::Date};

use crate::schema::{
    ALT_PLACEHOLDER, Collection, CollectionFiles, Field, Ids, Kind, Rule, Scalar, Schema,
    decode::{
        IMAGE, in_quotes,
        value::{DraftValue, kebab_case},
    },
};

/// The comment behind an invented value.
const PLACEHOLDER: &str = " # placeholder";

/// The number of days from today to the dates in a new entry, such as the date of an event.
const PLANNED_DAYS: i64 = 14;

/// The most letters of an id. No disk takes a name of more than 255 bytes, and nobody reads such an address.
const LONGEST_ID: usize = 100;

/// The id for a title, of a long one for its first words; empty if the title has neither Latin letters nor digits.
pub fn id_of(title: &str) -> String {
    let id = kebab_case(&title.replace(['\'', '\u{2019}'], ""));
    match id.get(..=LONGEST_ID) {
        Some(start) => start.rsplit_once('-').map_or(start, |(words, _)| words).to_owned(),
        None => id,
    }
}

/// The data of a new entry.
pub struct EntryDraft<'d> {
    /// The title or name of the entry.
    pub title: &'d str,
    /// The name of its file without `.toml`.
    pub id: &'d str,
    /// The date of the entry; planned dates are two weeks later.
    pub today: Date,
    /// The entries and pictures to which it can refer.
    pub ids: Ids,
    /// The field that keeps an entry from being published, if its type has one.
    pub draft_key: Option<&'d str>,
}

impl EntryDraft<'_> {
    /// Writes an entry whose JSON Schema has this name.
    ///
    /// # Errors
    /// If the project lacks an entry or picture that the entry needs: the error names it.
    pub fn entry(&self, schema: &Schema, schema_name: &str) -> Result<String, String> {
        let mut text = format!("#:schema ../.schema/{schema_name}.json\n");
        let title = title_of(schema);
        // Everything behind the header of a table belongs to it.
        let (tables, values): (Vec<&Field>, Vec<&Field>) =
            schema.fields.iter().partition(|field| matches!(field.kind, Kind::Table(_)));
        for field in values {
            let line = if title == Some(&*field.key) {
                format!("{} = {}\n", field.key, quoted(self.title))
            } else {
                self.line(field, schema)?
            };
            text.push_str(&format!("\n# {}\n{line}", field.help));
        }
        for field in tables {
            text.push_str(&format!("\n# {}\n{}", field.help, self.table(field)?));
        }
        Ok(text)
    }

    /// True for a key that isn't commented out: a required one, or the one that makes the entry a draft.
    fn is_written(&self, field: &Field) -> bool {
        field.is_required() || Some(&*field.key) == self.draft_key
    }

    /// The line of a field, commented out if the entry is complete without it.
    fn line(&self, field: &Field, schema: &Schema) -> Result<String, String> {
        if !self.is_written(field) {
            return Ok(commented_out(&format!("{} = {}", field.key, field.example())));
        }
        let value = self.value(field, schema)?;
        let placeholder = if is_invented(field, schema) { PLACEHOLDER } else { "" };
        Ok(format!("{} = {value}{placeholder}\n", field.key))
    }

    /// A table, or the first of a list of tables, with a header of its own.
    fn table(&self, field: &Field) -> Result<String, String> {
        let Kind::Table(schema) = &field.kind else { return Ok(String::new()) };
        let header =
            if field.list.is_some() { format!("[[{}]]", field.key) } else { format!("[{}]", field.key) };
        let mut lines = format!("{header}\n");
        for inner in &schema.fields {
            lines.push_str(&format!("# {}\n{}", inner.help, self.line(inner, schema)?));
        }
        Ok(if self.is_written(field) { lines } else { commented_out(&lines) })
    }

    fn value(&self, field: &Field, schema: &Schema) -> Result<String, String> {
        let value = match &field.kind {
            Kind::Scalar(scalar) if range_end(field, schema).is_some() => {
                self.in_range(*scalar, field, schema)
            }
            Kind::Scalar(scalar) => match scalar.0.draft {
                DraftValue::Day | DraftValue::Moment => self.today.to_string(),
                DraftValue::Id => quoted(self.id),
                DraftValue::File => quoted(self.image()?),
                DraftValue::Example | DraftValue::Usual | DraftValue::Time => return Ok(field.example()),
            },
            Kind::Picture(_) => {
                format!("{{ file = {}, alt = {} }}", quoted(self.image()?), quoted(ALT_PLACEHOLDER))
            }
            Kind::Ref(collection) => self.reference(collection)?,
            _ => return Ok(field.example()),
        };
        Ok(if field.list.is_some() { format!("[{value}]") } else { value })
    }

    /// An example for one end of a range: the end is later or greater than the start.
    fn in_range(&self, scalar: Scalar, field: &Field, schema: &Schema) -> String {
        let start = match range_end(field, schema) {
            Some(RangeEnd::End { start }) => schema.field(start),
            _ => None,
        };
        let day = self.today.saturating_add(PLANNED_DAYS.days());
        match (scalar.0.draft, start) {
            (DraftValue::Day, None) => day.to_string(),
            (DraftValue::Day, Some(_)) => day.saturating_add(1.day()).to_string(),
            (DraftValue::Moment, None) => format!("{day}T10:00:00"),
            (DraftValue::Moment, Some(_)) => format!("{day}T12:00:00"),
            (_, Some(start)) if field.example.is_none() => example_behind(scalar, &start.example()),
            _ => field.example(),
        }
    }

    /// The name of a picture of the project.
    fn image(&self) -> Result<&str, String> {
        self.ids
            .texts
            .get(IMAGE.name())
            .and_then(|images| images.first())
            .map(String::as_str)
            .ok_or_else(|| "picture in content/images".to_owned())
    }

    /// The id of an entry of the collection, as TOML writes it.
    fn reference(&self, collection: &Collection) -> Result<String, String> {
        let ids = self.ids.entries.get(&collection.name).map(Vec::as_slice).unwrap_or_default();
        ids.first()
            .map(|id| collection.quoted(id))
            .ok_or_else(|| format!("{} in {}", collection.nouns[0], collection.defined_in()))
    }
}

/// The key of the title or name, else of the first required text.
fn title_of(schema: &Schema) -> Option<&str> {
    let mut texts: Vec<&Field> = schema.fields.iter().collect();
    texts.retain(|field| field.kind.is_one_of(&[Scalar::TEXT]) && field.list.is_none());
    let title = texts.iter().find(|field| matches!(&*field.key, "title" | "name"));
    title.or_else(|| texts.iter().find(|field| field.is_required())).map(|field| &*field.key)
}

/// An example that is later or greater than another one.
fn example_behind(scalar: Scalar, start: &str) -> String {
    const NOON: &str = "\"12:00\"";
    if matches!(scalar.0.draft, DraftValue::Time) {
        return if start < NOON { NOON } else { "\"23:59\"" }.to_owned();
    }
    // A type of a few words, such as weekdays, has them in their order.
    let next = scalar.0.words.iter().skip_while(|word| **word != start).nth(1);
    match (next, start.parse::<f64>()) {
        (Some(word), _) => (*word).to_owned(),
        (None, Ok(number)) => (number + 1.0).to_string(),
        (None, Err(_)) => start.to_owned(),
    }
}

/// The end of a range that a field holds.
#[derive(Clone, Copy, Debug)]
enum RangeEnd<'s> {
    Start,
    /// The end of what begins with this field.
    End {
        start: &'s str,
    },
}

/// The end of a range that a field holds, by the first rule about its order.
fn range_end<'s>(field: &Field, schema: &'s Schema) -> Option<RangeEnd<'s>> {
    schema.rules.iter().find_map(|rule| match rule {
        Rule::Before(start, last) | Rule::NotAfter(start, last) if *last == field.key => {
            Some(RangeEnd::End { start })
        }
        Rule::Before(first, _) | Rule::NotAfter(first, _) if *first == field.key => Some(RangeEnd::Start),
        _ => None,
    })
}

/// True for a made-up value, of which only the type is right.
fn is_invented(field: &Field, schema: &Schema) -> bool {
    match &field.kind {
        Kind::Scalar(scalar) if matches!(scalar.0.draft, DraftValue::Id | DraftValue::Usual) => false,
        Kind::Scalar(scalar) if matches!(scalar.0.draft, DraftValue::Day | DraftValue::Moment) => {
            range_end(field, schema).is_some()
        }
        // Texts of dots are recognized as placeholders anyway.
        _ => !field.example().chars().all(|c| matches!(c, '.' | '"' | '\'' | '\n')),
    }
}

/// The lines as comments; those that are comments already stay.
fn commented_out(lines: &str) -> String {
    let mut comments = String::new();
    for line in lines.lines() {
        if line.starts_with("# ") {
            comments.push_str(&format!("{line}\n"));
        } else {
            comments.push_str(&format!("# {}\n", line.trim_end_matches(PLACEHOLDER)));
        }
    }
    comments
}

/// A text as TOML writes it, between double quotes.
fn quoted(text: &str) -> String {
    in_quotes(&text.trim().replace(char::is_control, " "))
}
