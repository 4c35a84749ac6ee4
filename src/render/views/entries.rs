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
    decode::value::ImageFile,
    diagnostic::nearest,
    render::{
        data::{EntryDate, Occurrence, moment, notice},
        lookups::{self, Known},
        site::RenderSite,
    },
    routes::CalendarOf,
    schema::{Data, Name, Picture, Table},
    site::{Taxonomy, Term},
};

/// Registers the functions `entries("classes", count=3)` and `mentions(entry, of="posts", count=3)`, and the filter
/// `references`.
pub(in crate::render) fn register(environment: &mut Environment<'_>, site: Arc<RenderSite>) {
    environment.add_filter("references", |entries: Value| {
        entries.try_iter()?.map(|entry| reference(&entry)).collect::<Result<Vec<Value>, Error>>()
    });
    let of = site.clone();
    environment
        .add_function("mentions", move |entry: Value, options: Kwargs| mentions(&entry, &options, &of));
    let of = site.clone();
    environment.add_function("occurrences", move |name: &str| {
        occurrences(name, &of).ok_or_else(|| unknown(name, &of))
    });
    environment.add_function("entries", move |name: &str, options: Kwargs| {
        let count: Option<usize> = options.get("count")?;
        options.assert_all_used()?;
        list(name, 0, count.unwrap_or(usize::MAX), &site).ok_or_else(|| unknown(name, &site))
    });
}

/// The entries that refer to `entry`, of one collection or of all.
fn mentions(entry: &Value, options: &Kwargs, site: &Arc<RenderSite>) -> Result<Value, Error> {
    let (of, count): (Option<&str>, Option<usize>) = (options.get("of")?, options.get("count")?);
    options.assert_all_used()?;
    let (collection, id) = identity(entry).ok_or_else(|| {
        Error::new(ErrorKind::InvalidOperation, "this is no entry; write mentions(entry), or mentions(post)")
    })?;
    if let Some(of) = of.filter(|of| !site.types.collections.contains_key(*of)) {
        return Err(unknown(of, site));
    }
    let found = site.mentions(&collection, &id, of);
    let found = found.into_iter().take(count.unwrap_or(usize::MAX));
    Ok(found.filter_map(|(collection, id)| find(&collection, &id, site)).collect())
}

/// The times at which the entries of a calendar are, the first one first: each of a series.
fn occurrences(name: &str, site: &Arc<RenderSite>) -> Option<Vec<Value>> {
    let calendar = site.types.collections.get(name)?.calendar.as_ref();
    let name = Name::from(name);
    let entries = site.entries(&name).iter();
    let mut all: Vec<(&Entry, Occurrence)> = entries
        .flat_map(|entry| {
            let of_entry =
                calendar.map(|calendar| Occurrence::all(&entry.table, calendar)).unwrap_or_default();
            of_entry.into_iter().map(move |occurrence| (entry, occurrence))
        })
        .collect();
    all.sort_by_key(|(_, occurrence)| occurrence.start.first_moment());
    let view = |(entry, occurrence): (&Entry, Occurrence)| {
        minijinja::context! { entry => entry_value(&name, entry, site), ..occurrence_view(occurrence, site) }
    };
    Some(all.into_iter().map(view).collect())
}

fn occurrence_view(occurrence: Occurrence, site: &Arc<RenderSite>) -> Value {
    let date = |date: EntryDate| match date {
        EntryDate::Day(day) => values::date(day.at(0, 0, 0, 0), true, site),
        EntryDate::Moment(moment) => values::date(moment, false, site),
    };
    minijinja::context! {
        start => date(occurrence.start),
        end => occurrence.end.map(date),
        until => moment(occurrence.over(), site),
    }
}

/// No more of an entry than what leads to it, for islands that need nothing else.
fn reference(entry: &Value) -> Result<Value, Error> {
    let [id, title, url] = REFERENCE.map(|key| entry.get_attr(key));
    Ok(minijinja::context! { id => id?, title => title?, url => url? })
}

fn unknown(name: &str, site: &RenderSite) -> Error {
    let names = || site.types.collections.keys().map(|name| &**name);
    let message = match nearest(name, names()) {
        Some(near) => format!("there is no collection \"{name}\"; did you mean \"{near}\"?"),
        None => {
            format!("there is no collection \"{name}\"; there are {}", names().collect::<Vec<_>>().join(", "))
        }
    };
    Error::new(ErrorKind::InvalidOperation, message)
}

/// Entries of a collection in their order, from a place on; `None` if there is no such collection.
pub(super) fn list(name: &str, start: usize, count: usize, site: &Arc<RenderSite>) -> Option<Value> {
    if name == "posts" {
        let posts = window(&site.posts.shown, start, count);
        return Some(posts.iter().map(|post| PostValue::value(post, site)).collect());
    }
    site.types.collections.get(name)?;
    let entries = window(site.entries(name), start, count);
    let name = Name::from(name);
    Some(entries.iter().map(|entry| entry_value(&name, entry, site)).collect())
}

/// At most `count` of `entries`, from `start` on.
fn window<T>(entries: &[T], start: usize, count: usize) -> &[T] {
    let rest = entries.get(start..).unwrap_or_default();
    rest.get(..count).unwrap_or(rest)
}

/// The fallback for a missing entry, which was reported, so that templates need not test for it. A post may be there
/// and not be out yet: nothing stands for that.
pub(super) fn fallback(collection: &Name, site: &Arc<RenderSite>) -> Option<Value> {
    let found = site.types.collections.get(collection).filter(|_| **collection != *"posts")?;
    lookups::replaced();
    Some(value(collection, "".into(), Table::fallback(&found.schema), site))
}

/// The entry with this id; `None` if there is none, which was reported.
pub(super) fn find(collection: &Name, id: &str, site: &Arc<RenderSite>) -> Option<Value> {
    if **collection == *"posts" {
        return site.posts.get(id).map(|post| PostValue::value(post, site));
    }
    site.entry(collection, id).map(|entry| entry_value(collection, entry, site))
}

fn entry_value(collection: &Name, entry: &Entry, site: &Arc<RenderSite>) -> Value {
    site.mark_shown(collection, &entry.id);
    value(collection, entry.id.clone(), entry.table.clone(), site)
}

fn value(collection: &Name, id: Arc<str>, table: Arc<Table>, site: &Arc<RenderSite>) -> Value {
    Value::from_object(EntryValue { collection: collection.clone(), id, table, site: site.clone() })
}

/// An entry.
#[derive(Debug)]
struct EntryValue {
    collection: Name,
    id: Arc<str>,
    table: Arc<Table>,
    site: Arc<RenderSite>,
}

impl EntryValue {
    /// The value of a field that is computed, or `None` for a declared one.
    fn computed(&self, key: &str) -> Option<Value> {
        let (site, id) = (&self.site, &self.id);
        match (&*self.collection, key) {
            ("classes", "join_url") => Some(match self.table.get("book").map(|book| &book.value) {
                Some(Data::Str(_, book)) => site.base.link(book).into(),
                _ => super::join_url(site, "class", id),
            }),
            ("classes", "slot") => Some(self.slot()),
            ("classes", "calendar_url") => {
                Some(site.base.href(&CalendarOf::of_class(id, site.gym.addresses()).path()).into())
            }
            ("trainers", "social") => Some(self.social()),
            ("plans", "join_url") => Some(super::join_url(site, "plan", id)),
            ("plans", "rate") => Some(self.rate()),
            ("plans", "per_class") => Some(self.per_class().into()),
            ("plans", "offer") => Some(self.offer().into()),
            ("branches", "address") => Some(self.address()?),
            ("branches", key) => super::gym::of_branch(id, key, site),
            ("gallery", "image") => {
                let Data::Str(_, file) = &self.table.get("file")?.value else { return None };
                let file = ImageFile::new(file)?;
                let alt = self.table.text("alt").unwrap_or_default().to_owned();
                Some(values::picture(&Picture { file, alt, focus: None }, &self.site))
            }
            ("gallery", "description") => Some(self.table.text("alt").unwrap_or_default().into()),
            ("categories", key) => term(Taxonomy::Category, id, key, site),
            ("tags", key) => term(Taxonomy::Tag, id, key, site),
            _ => None,
        }
    }

    /// `Wednesday 9:00am-10:00am`; nothing for a class that is on no day.
    fn slot(&self) -> Value {
        let formats = &self.site.formats;
        let slot = self.site.classes.get(&self.id).and_then(|class| class.slot);
        slot.map(|(day, time)| format!("{} {}", formats.weekday(day), formats.times(time))).into()
    }

    fn social(&self) -> Value {
        let trainer = self.site.trainers.get(&self.id);
        let social = trainer.into_iter().flat_map(|trainer| &trainer.entry.social).map(|social| {
            let title = match &*social.network {
                "email" => self.site.formats.email,
                network => network_title(network),
            };
            let url = social.url.as_ref().map(|url| self.site.base.link(&url.as_written()));
            minijinja::context! { network => &*social.network, title, url }
        });
        social.collect()
    }

    /// Where a branch is.
    fn address(&self) -> Option<Value> {
        let address = self.site.formats.address(&self.site.branches.get(&self.id)?.entry.address);
        let declared = field(&self.table, self.table.schema.field("address")?, &self.site);
        Some(super::gym::address(&address, declared))
    }

    /// What one of the classes comes to for which a plan pays.
    fn per_class(&self) -> Option<Value> {
        let Data::Integer(classes) = self.table.get("classes")?.value else { return None };
        let plan = self.site.plans.get(&self.id)?;
        let decimals = self.site.gym.currency_code.as_ref().map_or(2, |code| code.decimals());
        let price = plan.value.price.divided(u32::try_from(classes).ok()?, decimals);
        Some(values::value(&Data::Price(price), &self.site))
    }

    /// The lower price of a plan, until its last day.
    fn offer(&self) -> Option<Value> {
        let offer = self.table.get("offer")?.value.as_table()?;
        let Data::Date(until) = &offer.get("until")?.value else { return None };
        let is_over = until.date() < self.site.today.date();
        let declared = self.table.schema.field("offer").filter(|_| !is_over)?;
        Some(field(&self.table, declared, &self.site))
    }

    /// The price of a day of a plan, in thousandths of the currency's unit.
    fn rate(&self) -> Value {
        let plan = self.site.plans.get(&self.id).map(|plan| &plan.value);
        let rate = plan.and_then(|plan| plan.price.thousandths().checked_div(i64::from(plan.days?)));
        rate.into()
    }

    fn title(&self) -> Value {
        let title = ["title", "name"].iter().find_map(|key| self.table.text(key));
        title.unwrap_or(&self.id).into()
    }
}

/// The names of what entries of a collection have besides their declared fields.
fn computed_names(collection: &str) -> &'static [&'static str] {
    match collection {
        "classes" => &["id", "title", "url", "slot", "join_url", "calendar_url"],
        "plans" => &["id", "title", "url", "join_url", "rate", "per_class", "offer"],
        "branches" => &[
            "id",
            "title",
            "url",
            "address",
            "phone",
            "phone_href",
            "email_href",
            "whatsapp",
            "email",
            "hours",
            "closures",
            "own_hours",
        ],
        "gallery" => &["id", "title", "url", "image", "description"],
        "categories" | "tags" => &["id", "title", "url", "count"],
        _ => &["id", "title", "url", "calendar_url", "occurrences", "until", "notice"],
    }
}

/// What is computed of a category or tag.
fn term(taxonomy: Taxonomy, id: &str, key: &str, site: &RenderSite) -> Option<Value> {
    let term = site.term(taxonomy, id)?;
    match key {
        "url" => Some(term_url(term, site).into()),
        "count" => Some(term.stated_count.map_or(term.posts.len(), |count| count as usize).into()),
        _ => None,
    }
}

/// The address of a category or tag; `None` without posts, as there is no page then, and where its type declares none.
fn term_url(term: &Term, site: &RenderSite) -> Option<String> {
    let path = term.path.as_ref().filter(|_| !term.posts.is_empty())?;
    Some(site.base.href(path))
}

/// The category or tag of this id.
pub(super) fn term_value(taxonomy: Taxonomy, id: &str, site: &Arc<RenderSite>) -> Option<Value> {
    let collection = match taxonomy {
        Taxonomy::Category => "categories",
        Taxonomy::Tag => "tags",
    };
    find(&Name::from(collection), id, site)
}

impl Object for EntryValue {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        if let Some(computed) = self.computed(key) {
            return Some(computed);
        }
        if let Some(declared) = self.table.schema.field(key).filter(|_| key != "id") {
            return Some(field(&self.table, declared, &self.site));
        }
        Some(match key {
            // An id that is a number stays one.
            "id" => match self.table.get("id").map(|id| &id.value) {
                Some(Data::Integer(number)) => (*number).into(),
                _ => (&*self.id).into(),
            },
            "url" => {
                let found = self.site.types.collections.get(&self.collection);
                let path = found.and_then(|found| found.path(&self.id));
                path.map(|path| self.site.base.href(&path)).into()
            }
            "occurrences" | "until" => {
                let calendar = self.site.types.collections.get(&self.collection)?.calendar.as_ref()?;
                let all = Occurrence::all(&self.table, calendar);
                match key {
                    "until" => {
                        all.iter().map(|one| one.over()).max().map(|over| moment(over, &self.site)).into()
                    }
                    _ => all.into_iter().map(|one| occurrence_view(one, &self.site)).collect(),
                }
            }
            "notice" => notice(&self.table, &self.site).map(|(_, text)| text).into(),
            "calendar_url" => {
                let found = self.site.types.collections.get(&self.collection)?;
                let calendar = found.calendar.as_ref()?;
                self.site.base.href(&calendar.path).into()
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
    let declared = declared.filter(|key| !REFERENCE.contains(key));
    Enumerator::Values(REFERENCE.into_iter().chain(declared).map(Value::from).collect())
}

/// The collection and the id of a value that is an entry.
pub(in crate::render) fn identity(value: &Value) -> Option<(Name, Arc<str>)> {
    let entry = value.downcast_object_ref::<EntryValue>();
    let entry = entry.map(|entry| (entry.collection.clone(), entry.id.clone()));
    entry.or_else(|| Some((Name::from("posts"), value.downcast_object_ref::<PostValue>()?.slug())))
}
