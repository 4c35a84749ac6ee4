//! Decoded data as templates see it: links under the base path, dates and prices in the site's language.

use std::{borrow::Cow, sync::Arc};

use jiff::civil::{Date, DateTime};
use minijinja::{
    Value, context,
    value::{Enumerator, Object, ObjectRepr},
};

use super::{
    entries,
    fields::{Computed, ContextFields, ContextValue, Record, computed, names_of},
};
use crate::{
    assets::{Variant, film_path},
    content::GalleryImage,
    formats::Amount,
    markdown::{self, Medium},
    schema::{
        self, Data, Field, Kind, PictureRef, Plural, Scalar, Table, Translation, View as _,
        decode::{
            CAPTIONS, FILM, LINK, REDIRECT, Spanned, TARGET,
            value::{Destination, Link, Phone, Text, Time, Weekday},
        },
    },
    site::{LinkSubject, moment},
    templates::{
        foreign,
        lookups::KnownNames,
        marks::{Marks, ValueId},
        site::RenderSite,
    },
};

/// The default of `sizes` for pictures of islands.
const ISLAND_SIZES: &str = "7rem";

/// The value of a field.
pub(super) fn value(data: &Data, site: &Arc<RenderSite>) -> Value {
    let formats = &site.gym.formats;
    match data {
        Data::Markdown(text) => {
            Value::from_safe_string(markdown::render(text, &site.text_context(), Medium::Page))
        }
        Data::Bool(value) => (*value).into(),
        Data::Integer(number) => (*number).into(),
        Data::Number(number) => (*number).into(),
        Data::Price(price) => {
            let Amount { text, before, number, after, apart } = formats.price(*price);
            let others = vec![
                ("text", text.into()),
                ("before", before.into()),
                ("after", after.into()),
                ("apart", apart.into()),
                ("machine", price.machine().into()),
                ("free", (price.thousandths() == 0).into()),
            ];
            formatted(number, others)
        }
        Data::Date(day) => date(day.at(0, 0, 0, 0), true, site),
        Data::Datetime(moment) => date(moment.civil(), moment.is_whole_day(), site),
        Data::Time(time) => self::time(*time, site),
        Data::Own(..) => match schema::shown(data, formats) {
            Some(shown) => formatted(shown.text, shown.forms),
            None => data.written().into(),
        },
        Data::Str(scalar, text) => self::text(*scalar, text, site),
        Data::Ref(reference) => {
            let name = &reference.collection.name;
            let entry = entries::find(name, &reference.id, site);
            entry.or_else(|| entries::fallback(name, &reference.id, site)).into()
        }
        Data::Picture(picture) => self::picture(picture, site),
        Data::Plural(plural) => {
            Value::from_object(PluralValue { plural: (**plural).clone(), site: site.clone(), id: None })
        }
        Data::Table(table) => self::table(table, site),
        Data::List(elements) => elements
            .iter()
            .filter_map(|element| match element.value.as_reference() {
                // A reference to nothing was reported, and is left out.
                Some(reference) => entries::find(&reference.collection.name, &reference.id, site),
                None => Some(value(&element.value, site)),
            })
            .collect(),
    }
}

/// A text as it was decoded, by which an editor knows it.
pub(super) fn shared(text: &Text) -> Value {
    Arc::<str>::from(text).into()
}

/// A text that visitors read, which says its language if that isn't the page's.
pub(super) fn words(text: &Spanned<Text>, site: &RenderSite) -> Value {
    if site.project.is_foreign(text.span) {
        return foreign::marked(text.value.as_str()).into();
    }
    shared(&text.value)
}

/// The value of a text.
fn text(scalar: Scalar, text: &Arc<str>, site: &RenderSite) -> Value {
    if scalar == Scalar::TEXT {
        return match site.gym.formats.isolated(text) {
            Cow::Owned(text) => text.into(),
            Cow::Borrowed(_) => text.clone().into(),
        };
    }
    if scalar == Scalar::PHONE {
        let href = site.gym.formats.dial(&Phone::new(text));
        let chat = href.replacen("tel:+", "https://wa.me/", 1);
        return formatted(text.to_string(), vec![("href", href.into()), ("chat", chat.into())]);
    }
    if [LINK, REDIRECT].contains(&scalar) {
        return site.href(text).into();
    }
    if [FILM, CAPTIONS].contains(&scalar) {
        return film_path(text, &site.project.sources).map(|path| site.address.root.href(&path)).into();
    }
    if scalar == TARGET {
        // `false` is told from nothing, which is said of a field that content leaves out.
        return match Destination::new(text) {
            Destination::Nowhere => false.into(),
            Destination::At(Link::Form { id }) => formatted(site.href(text), vec![("form", id.into())]),
            Destination::At(link) => site.link_address(&link, LinkSubject::default()).into(),
        };
    }
    text.clone().into()
}

/// The value of a field, which says its language if that isn't the page's. In a page for an editor it is remembered as the field's.
fn placed(written: &Spanned<Data>, field: &Field, table: &Table, site: &Arc<RenderSite>) -> Value {
    let Some(marks) = site.marks.as_ref().filter(|_| is_seen(&field.kind)) else {
        return in_language(written, field, site);
    };
    let Data::List(elements) = &written.value else {
        return marks.noted(table, &field.key, in_language(written, field, site));
    };
    let shown = elements.iter().enumerate().filter_map(|(at, element)| {
        let shown = shown_element(element, field, site)?;
        Some(marks.noted_element((table, &field.key), (at, element), shown))
    });
    shown.collect()
}

/// True for values that visitors see: no addresses, and no words that only templates read.
fn is_seen(kind: &Kind) -> bool {
    const UNSEEN: [Scalar; 6] = [LINK, REDIRECT, TARGET, FILM, CAPTIONS, Scalar::SLUG];
    match kind {
        Kind::Scalar(scalar) => !UNSEEN.contains(scalar),
        Kind::Choice(_) => false,
        _ => true,
    }
}

/// An element of a list. A reference to nothing was reported, and is left out.
fn shown_element(element: &Spanned<Data>, field: &Field, site: &Arc<RenderSite>) -> Option<Value> {
    match element.value.as_reference() {
        Some(reference) => entries::find(&reference.collection.name, &reference.id, site),
        None => Some(in_language(element, field, site)),
    }
}

fn in_language(written: &Spanned<Data>, field: &Field, site: &Arc<RenderSite>) -> Value {
    let is_foreign = field.translation() == Translation::Needed
        && (site.project.is_foreign(written.span) || is_lacking_word(written, field, site));
    match &written.value {
        Data::List(elements) if site.original.is_some() && field.kind.is_one_of(&[Scalar::TEXT]) => {
            elements.iter().map(|element| in_language(element, field, site)).collect()
        }
        Data::Str(scalar, text) if is_foreign && *scalar == Scalar::TEXT => foreign::marked(text).into(),
        Data::Picture(picture) if is_foreign && !picture.alt.is_empty() => {
            self::picture(&PictureRef { alt: foreign::marked(&picture.alt), ..(**picture).clone() }, site)
        }
        Data::Markdown(_) if is_foreign => {
            let (start, html) = (foreign::start_tag("div", site), value(&written.value, site));
            Value::from_safe_string(format!("{start}{html}</div>"))
        }
        data => value(data, site),
    }
}

/// True for the default of a text for which the language has no word: it is that of the main language.
fn is_lacking_word(written: &Spanned<Data>, field: &Field, site: &RenderSite) -> bool {
    site.original.is_some() && field.default_name.is_some() && !written.span.is_somewhere()
}

/// The value of a field; for an absent one an empty list, or none.
fn optional(table: &Table, field: &Field, site: &Arc<RenderSite>) -> Value {
    match table.get(&field.key) {
        Some(written) => placed(written, field, table, site),
        None if field.list.is_some() => Value::from(Vec::<Value>::new()),
        None => Value::from(()),
    }
}

/// A moment, which prints as its day and has other forms. Lists read few of the forms, so each is made on demand.
pub(super) fn date(moment: DateTime, is_whole_day: bool, site: &Arc<RenderSite>) -> Value {
    Record::value(DateValue { moment, is_whole_day, site: site.clone() })
}

/// The text of a value that prints as text and has other forms.
pub(in crate::templates) fn formatted_text(value: &Value) -> Option<String> {
    let formatted =
        value.downcast_object_ref::<Record<Formatted>>().map(|Record(formatted)| formatted.text());
    let date = || value.downcast_object_ref::<Record<DateValue>>().map(|Record(date)| date.text());
    let marked = || value.downcast_object_ref::<Record<MarkedText>>().map(|Record(marked)| marked.text());
    formatted.or_else(date).or_else(marked)
}

/// The address in memory of a value that isn't a text but prints as one, or of a picture.
pub(in crate::templates) fn object_address(value: &Value) -> Option<usize> {
    let marked =
        value.downcast_object_ref::<Record<MarkedText>>().map(|text| std::ptr::from_ref(text).addr());
    marked.or_else(|| {
        let picture = value.downcast_object_ref::<Record<PictureValue>>();
        picture.map(|picture| std::ptr::from_ref(picture).addr())
    })
}

/// The value with its forms noted as those of a value of content, if it prints as text.
pub(in crate::templates) fn with_forms_noted(shown: Value, marks: &Arc<Marks>, id: ValueId) -> Value {
    if let Some(text) = shown.downcast_object_ref::<PluralValue>() {
        let (plural, site) = (text.plural.clone(), text.site.clone());
        return Value::from_object(PluralValue { plural, site, id: Some(id) });
    }
    if formatted_text(&shown).is_none() {
        return shown;
    }
    Record::value(MarkedText { shown, marks: marks.clone(), id })
}

/// A value that prints as text, on a page for an editor.
#[derive(Debug)]
struct MarkedText {
    shown: Value,
    marks: Arc<Marks>,
    id: ValueId,
}

impl ContextValue for MarkedText {
    const IS_TEXT: bool = true;

    fn get(&self, name: &str) -> Option<Value> {
        let form = self.shown.get_attr(name).ok().filter(|form| !form.is_undefined())?;
        Some(if form.as_str().is_some() { self.marks.note(form, self.id) } else { form })
    }

    fn text(&self) -> String {
        formatted_text(&self.shown).unwrap_or_default()
    }
}

/// A moment.
#[derive(Debug)]
struct DateValue {
    moment: DateTime,
    is_whole_day: bool,
    site: Arc<RenderSite>,
}

impl DateValue {
    const FORMS: &[Computed<Self>] = &[
        ("numeric", |date| date.site.gym.formats.numeric_date(date.day()).into()),
        ("full", |date| date.site.gym.formats.full_date(date.day()).into()),
        ("machine", |date| date.day().to_string().into()),
        ("moment", |date| moment(date.moment, &date.site).into()),
        ("limit", |date| date.limit().into()),
        ("is_ahead", |date| (date.day() > date.site.clock.today.date()).into()),
        ("is_over", |date| (date.day() < date.site.clock.today.date()).into()),
        ("time", |date| date.site.gym.formats.time_of(date.moment).into()),
        ("whole_day", |date| date.is_whole_day.into()),
        ("day", |date| date.site.gym.formats.day(date.day()).into()),
        ("month", |date| date.site.gym.formats.month(date.day()).into()),
        ("day_and_month", |date| date.site.gym.formats.day_and_month(date.day()).into()),
        ("month_with_day", |date| date.site.gym.formats.month_with_day(date.day()).into()),
        ("year", |date| date.site.gym.formats.year(date.day()).into()),
        ("weekday", |date| date.site.gym.formats.weekday(Weekday::from_date(date.day())).into()),
    ];

    fn day(&self) -> Date {
        self.moment.date()
    }

    /// The day or the moment, as scripts compare it with the visitor's clock.
    fn limit(&self) -> String {
        if self.is_whole_day { self.day().to_string() } else { moment(self.moment, &self.site) }
    }
}

impl ContextValue for DateValue {
    const IS_TEXT: bool = true;

    fn get(&self, name: &str) -> Option<Value> {
        computed(Self::FORMS, name, self)
    }

    fn known(&self) -> Option<KnownNames> {
        Some(KnownNames::new(names_of(Self::FORMS)))
    }

    fn text(&self) -> String {
        self.site.gym.formats.long_date(self.day())
    }
}

pub(super) fn time(time: Time, site: &RenderSite) -> Value {
    formatted(site.gym.formats.time(time), vec![("machine", time.machine().into())])
}

/// A value that prints as text and has other forms.
pub(super) fn formatted(text: String, others: Vec<(&'static str, Value)>) -> Value {
    Record::value(Formatted { text, others: ContextFields(others) })
}

#[derive(Debug)]
struct Formatted {
    text: String,
    others: ContextFields,
}

impl ContextValue for Formatted {
    const IS_TEXT: bool = true;

    fn get(&self, name: &str) -> Option<Value> {
        self.others.get(name)
    }

    fn known(&self) -> Option<KnownNames> {
        self.others.known()
    }

    fn text(&self) -> String {
        self.text.clone()
    }
}

/// A text with a number in it, indexed by the number. Islands get the texts for the numbers that they need.
#[derive(Debug)]
struct PluralValue {
    plural: Plural,
    site: Arc<RenderSite>,
    /// Its number among the values of content, on a page for an editor.
    id: Option<ValueId>,
}

/// True for a text that can't be written without its number.
pub(in crate::templates) fn lacks_number(value: &Value) -> bool {
    value.downcast_object_ref::<PluralValue>().is_some()
}

impl Object for PluralValue {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Seq
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let count = u64::try_from(key.clone()).ok()?;
        let text = self.site.gym.formats.counted(&self.plural, count).into();
        Some(match self.site.marks.as_ref().zip(self.id) {
            Some((marks, id)) => marks.note(text, id),
            None => text,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Seq(self.plural.most().map_or(0, |most| most.saturating_add(1)))
    }
}

/// A picture: file and description for `picture()`, and for islands the values that browsers need.
#[derive(Debug)]
struct PictureValue {
    picture: PictureRef,
    site: Arc<RenderSite>,
}

/// The value of a picture.
pub(super) fn picture(picture: &PictureRef, site: &Arc<RenderSite>) -> Value {
    Record::value(PictureValue { picture: picture.clone(), site: site.clone() })
}

/// A picture of the gallery, which is wide, and has no point that matters most.
pub(super) fn gallery_picture(table: &Arc<Table>, site: &Arc<RenderSite>) -> Value {
    let GalleryImage { file, alt } = GalleryImage::view(table);
    let alt = words(&alt, site).to_string();
    picture(&PictureRef { file, alt, focus: None, mirror: true, whole: false }, site)
}

impl PictureValue {
    const FIELDS: &[Computed<Self>] = &[
        ("file", |value| value.picture.file.as_str().into()),
        ("alt", |value| {
            let alt = Value::from(value.picture.alt.as_str());
            match &value.site.marks {
                Some(marks) => marks.noted_at(value, alt),
                None => alt,
            }
        }),
        ("focus", |value| value.picture.focus.map(|point| context! { x => point.x, y => point.y }).into()),
        ("mirror", |value| value.picture.mirror.into()),
        ("whole", |value| value.picture.whole.into()),
        ("src", |value| {
            value.plain().map(|file| value.site.address.root.href(&file.path)).unwrap_or_default().into()
        }),
        ("width", |value| value.plain().map_or(0, |file| file.width).into()),
        ("height", |value| value.plain().map_or(0, |file| file.height).into()),
        ("light", |value| {
            value.site.picture(&value.picture.file).is_some_and(|picture| picture.is_light()).into()
        }),
    ];

    /// The file for browsers that don't choose one.
    fn plain(&self) -> Option<&Variant> {
        self.site.picture(&self.picture.file)?.fallback_variant(ISLAND_SIZES)
    }
}

impl ContextValue for PictureValue {
    fn get(&self, name: &str) -> Option<Value> {
        computed(Self::FIELDS, name, self)
    }

    fn known(&self) -> Option<KnownNames> {
        Some(KnownNames::new(names_of(Self::FIELDS)))
    }

    fn names(&self) -> Vec<Value> {
        ["src", "width", "height", "alt"].map(Value::from).into()
    }
}

/// A table with its declared fields.
#[derive(Debug)]
pub(super) struct TableValue {
    pub table: Arc<Table>,
    site: Arc<RenderSite>,
}

pub(super) fn table(table: &Arc<Table>, site: &Arc<RenderSite>) -> Value {
    Record::value(TableValue { table: table.clone(), site: site.clone() })
}

impl ContextValue for TableValue {
    fn get(&self, name: &str) -> Option<Value> {
        declared(&self.table, name, &self.site)
    }

    fn known(&self) -> Option<KnownNames> {
        Some(KnownNames::declared(&self.table.schema, std::iter::empty()))
    }

    fn names(&self) -> Vec<Value> {
        names(&self.table)
    }
}

/// The value of a declared field. Returns `None` if there is no such field.
pub(super) fn declared(table: &Table, name: &str, site: &Arc<RenderSite>) -> Option<Value> {
    let field = table.schema.field(name)?;
    Some(optional(table, field, site))
}

/// The names of a table's declared fields, but for those that only pages need: whether a section is hidden, and the sections of
/// an entry.
pub(super) fn names(table: &Table) -> Vec<Value> {
    let names = table.schema.fields.iter().map(|field| &*field.key);
    let names = names.filter(|name| !["hidden", "section"].contains(name));
    names.map(Value::from).collect()
}
