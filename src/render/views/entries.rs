//! Entries of collections as templates see them: their declared fields, and what is computed of each.

use std::sync::Arc;

use minijinja::{
    Environment, Error, ErrorKind, Value,
    value::{Enumerator, Kwargs, Object},
};

use super::{
    post::PostValue,
    values::{self, field},
};
use crate::{
    content::{Entry, network_title},
    diagnostic::nearest,
    render::{
        lookups::{self, Known},
        reads::Reader,
    },
    routes::CalendarOf,
    schema::{Data, Name, Picture, Table, WAS},
    site::{Taxonomy, Term},
};

/// Registers the functions `entries("classes", count=3)` and `mentions(entry, of="posts", count=3)`, and the filter
/// `references`.
pub(in crate::render) fn register(environment: &mut Environment<'_>, reader: Arc<Reader>) {
    environment.add_filter("references", |entries: Value| {
        entries.try_iter()?.map(|entry| reference(&entry)).collect::<Result<Vec<Value>, Error>>()
    });
    let of = reader.clone();
    environment
        .add_function("mentions", move |entry: Value, options: Kwargs| mentions(&entry, &options, &of));
    environment.add_function("entries", move |name: &str, options: Kwargs| {
        let count: Option<usize> = options.get("count")?;
        options.assert_all_used()?;
        list(name, 0, count.unwrap_or(usize::MAX), &reader).ok_or_else(|| unknown(name, &reader))
    });
}

/// The entries that refer to `entry`, of one collection or of all.
fn mentions(entry: &Value, options: &Kwargs, reader: &Arc<Reader>) -> Result<Value, Error> {
    let (of, count): (Option<&str>, Option<usize>) = (options.get("of")?, options.get("count")?);
    options.assert_all_used()?;
    let (collection, id) = identity(entry).ok_or_else(|| {
        Error::new(ErrorKind::InvalidOperation, "this is no entry; write mentions(entry), or mentions(post)")
    })?;
    if let Some(of) = of.filter(|of| !reader.types().collections.contains_key(*of)) {
        return Err(unknown(of, reader));
    }
    let found = reader.mentions(&collection, &id, of);
    let found = found.into_iter().take(count.unwrap_or(usize::MAX));
    Ok(found.filter_map(|(collection, id)| find(&collection, &id, reader)).collect())
}

/// No more of an entry than what leads to it, for islands that need nothing else.
fn reference(entry: &Value) -> Result<Value, Error> {
    let [id, title, url] = REFERENCE.map(|key| entry.get_attr(key));
    Ok(minijinja::context! { id => id?, title => title?, url => url? })
}

fn unknown(name: &str, reader: &Reader) -> Error {
    let names = || reader.types().collections.keys().map(|name| &**name);
    let message = match nearest(name, names()) {
        Some(near) => format!("there is no collection \"{name}\"; did you mean \"{near}\"?"),
        None => {
            format!("there is no collection \"{name}\"; there are {}", names().collect::<Vec<_>>().join(", "))
        }
    };
    Error::new(ErrorKind::InvalidOperation, message)
}

/// Entries of a collection in their order, from a place on; `None` if there is no such collection.
pub(super) fn list(name: &str, start: usize, count: usize, reader: &Arc<Reader>) -> Option<Value> {
    if name == "posts" {
        let posts = reader.posts(start, count);
        return Some(posts.iter().map(|post| PostValue::value(post, reader)).collect());
    }
    reader.types().collections.get(name)?;
    let entries = reader.entries(name, start, count);
    let name = Name::from(name);
    Some(entries.iter().map(|entry| entry_value(&name, entry, reader)).collect())
}

/// The fallback for a missing entry, which was reported, so that templates need not test for it. A post may be there
/// and not be out yet: nothing stands for that.
pub(super) fn fallback(collection: &Name, reader: &Arc<Reader>) -> Option<Value> {
    let found = reader.types().collections.get(collection).filter(|_| **collection != *"posts")?;
    lookups::replaced();
    Some(value(collection, "".into(), Table::fallback(&found.schema), reader))
}

/// The entry with this id; `None` if there is none, which was reported.
pub(super) fn find(collection: &Name, id: &str, reader: &Arc<Reader>) -> Option<Value> {
    if **collection == *"posts" {
        return reader.post(id).map(|post| PostValue::value(post, reader));
    }
    reader.entry(collection, id).map(|entry| entry_value(collection, entry, reader))
}

fn entry_value(collection: &Name, entry: &Entry, reader: &Arc<Reader>) -> Value {
    value(collection, entry.id.clone(), entry.table.clone(), reader)
}

fn value(collection: &Name, id: Arc<str>, table: Arc<Table>, reader: &Arc<Reader>) -> Value {
    Value::from_object(EntryValue { collection: collection.clone(), id, table, reader: reader.clone() })
}

/// An entry.
#[derive(Debug)]
struct EntryValue {
    collection: Name,
    id: Arc<str>,
    table: Arc<Table>,
    reader: Arc<Reader>,
}

impl EntryValue {
    /// The value of a field that is computed, or `None` for a declared one.
    fn computed(&self, key: &str) -> Option<Value> {
        let (reader, id) = (&self.reader, &self.id);
        match (&*self.collection, key) {
            ("classes", "join_url") => Some(super::join_url(reader, "class", id)),
            ("classes", "slot") => Some(self.slot()),
            ("classes", "calendar_url") => {
                Some(reader.base().href(&CalendarOf::of_class(id, reader.addresses()).path()).into())
            }
            ("trainers", "social") => Some(self.social()),
            ("plans", "join_url") => Some(super::join_url(reader, "plan", id)),
            ("plans", "rate") => Some(self.rate()),
            ("branches", "address") => Some(self.address()?),
            ("branches", key) => super::gym::of_branch(id, key, reader),
            ("gallery", "image") => {
                self.reader.read_field(&self.collection, id, "file");
                self.reader.read_field(&self.collection, id, "alt");
                let Data::Image(file) = &self.table.get("file")?.value else { return None };
                let alt = self.table.text("alt").unwrap_or_default().to_owned();
                Some(values::picture(&Picture { file: file.clone(), alt, focus: None }, &self.reader))
            }
            ("gallery", "description") => {
                self.reader.read_field(&self.collection, id, "alt");
                Some(self.table.text("alt").unwrap_or_default().into())
            }
            ("categories", key) => term(Taxonomy::Category, id, key, reader),
            ("tags", key) => term(Taxonomy::Tag, id, key, reader),
            _ => None,
        }
    }

    /// `Wednesday 9:00am-10:00am`; nothing for a class that is on no day.
    fn slot(&self) -> Value {
        let formats = self.reader.formats();
        let slot = self.reader.slot(&self.id);
        slot.map(|(day, time)| format!("{} {}", formats.weekday(day), formats.times(time))).into()
    }

    fn social(&self) -> Value {
        let trainer = self.reader.trainer(&self.id, &["social"]);
        let social = trainer.into_iter().flat_map(|trainer| &trainer.entry.social).map(|social| {
            let title = match &*social.network {
                "email" => self.reader.formats().email,
                network => network_title(network),
            };
            let url = social.url.as_ref().map(|url| super::url(self.reader.base(), &url.as_written()));
            minijinja::context! { network => &*social.network, title, url }
        });
        social.collect()
    }

    /// Where a branch is.
    fn address(&self) -> Option<Value> {
        let address =
            self.reader.formats().address(&self.reader.branch(&self.id, &["address"])?.entry.address);
        let declared = field(&self.table, self.table.schema.field("address")?, &self.reader);
        Some(super::gym::address(&address, declared))
    }

    /// The price of a day of a plan, in thousandths of the currency's unit.
    fn rate(&self) -> Value {
        let plan = self.reader.plan(&self.id, &["price", "days"]);
        let rate =
            plan.and_then(|plan| plan.entry.price.thousandths().checked_div(i64::from(plan.entry.days?)));
        rate.into()
    }

    fn title(&self) -> Value {
        let title = ["title", "name"].iter().find_map(|key| {
            self.reader.read_field(&self.collection, &self.id, key);
            self.table.text(key)
        });
        title.unwrap_or(&self.id).into()
    }
}

/// The names of what entries of a collection have besides their declared fields.
fn computed_names(collection: &str) -> &'static [&'static str] {
    match collection {
        "classes" => &["id", "title", "url", "slot", "join_url", "calendar_url"],
        "plans" => &["id", "title", "url", "join_url", "rate"],
        "branches" => &[
            "id",
            "title",
            "url",
            "address",
            "phone",
            "phone_href",
            "whatsapp",
            "email",
            "hours",
            "closures",
            "own_hours",
        ],
        "gallery" => &["id", "title", "url", "image", "description"],
        "categories" | "tags" => &["id", "title", "url", "count"],
        _ => &["id", "title", "url", "calendar_url"],
    }
}

/// What is computed of a category or tag.
fn term(taxonomy: Taxonomy, id: &str, key: &str, reader: &Reader) -> Option<Value> {
    let term = reader.term(taxonomy, id)?;
    match key {
        "url" => Some(term_url(term, reader).into()),
        "count" => Some(term.stated_count.map_or(term.posts.len(), |count| count as usize).into()),
        _ => None,
    }
}

/// The address of a category or tag; `None` without posts, as there is no page then, and where its type declares none.
fn term_url(term: &Term, reader: &Reader) -> Option<String> {
    let path = term.path.as_ref().filter(|_| !term.posts.is_empty())?;
    Some(reader.base().href(path))
}

/// The category or tag of this id.
pub(super) fn term_value(taxonomy: Taxonomy, id: &str, reader: &Arc<Reader>) -> Option<Value> {
    let collection = match taxonomy {
        Taxonomy::Category => "categories",
        Taxonomy::Tag => "tags",
    };
    find(&Name::from(collection), id, reader)
}

impl Object for EntryValue {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        self.reader.read_field(&self.collection, &self.id, key);
        if let Some(computed) = self.computed(key) {
            return Some(computed);
        }
        if let Some(declared) = self.table.schema.field(key).filter(|_| key != "id") {
            return Some(field(&self.table, declared, &self.reader));
        }
        Some(match key {
            // An id that is a number stays one.
            "id" => match self.table.get("id").map(|id| &id.value) {
                Some(Data::Integer(number)) => (*number).into(),
                _ => (&*self.id).into(),
            },
            "url" => {
                let found = self.reader.types().collections.get(&self.collection);
                let path = found.and_then(|found| found.path(&self.id));
                path.map(|path| self.reader.base().href(&path)).into()
            }
            "calendar_url" => {
                let found = self.reader.types().collections.get(&self.collection)?;
                let calendar = found.calendar.as_ref()?;
                self.reader.base().href(&calendar.path).into()
            }
            "title" => self.title(),
            _ => {
                lookups::failed(key, || {
                    Known::Fields(self.table.schema.clone(), computed_names(&self.collection))
                });
                return None;
            }
        })
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        keys(&self.table)
    }
}

/// What an entry has wherever it is given to an island; only this of one within another, as entries may refer to each
/// other in circles.
pub(in crate::render) const REFERENCE: [&str; 3] = ["id", "title", "url"];

/// The keys of an entry for islands: [`REFERENCE`], and its declared fields.
pub(super) fn keys(table: &Table) -> Enumerator {
    let declared = table.schema.fields.iter().map(|field| &*field.key);
    let declared = declared.filter(|key| !REFERENCE.contains(key) && *key != WAS);
    Enumerator::Values(REFERENCE.into_iter().chain(declared).map(Value::from).collect())
}

/// The collection and the id of a value that is an entry.
pub(in crate::render) fn identity(value: &Value) -> Option<(Name, Arc<str>)> {
    let entry = value.downcast_object_ref::<EntryValue>();
    let entry = entry.map(|entry| (entry.collection.clone(), entry.id.clone()));
    entry.or_else(|| Some((Name::from("posts"), value.downcast_object_ref::<PostValue>()?.slug())))
}
