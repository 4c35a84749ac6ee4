//! `{{ shared("partials/footer.html") }}`: partials that are the same on many pages, rendered once for all of
//! them.
//!
//! Their template context is the one that all pages of a part of the site share, without the page that they are on, and
//! the entries that they are called with: `{{ shared("partials/post-card.html", post=post) }}`.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use foldhash::HashMap;
use minijinja::{Environment, Error, State, Value, context, value::Kwargs};

use super::{
    contexts::{PartContext, Shared, entries::identity},
    placements::{CONTEXT_NAME, PageIslands, Partial},
    refusal::refused,
};
use crate::{lock, output::html::Fragment, schema::Name};

/// All that a partial depends on within a snapshot.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Call {
    template: String,
    part: Arc<str>,
    /// The count of islands above it, as the islands of a page are numbered through.
    above: usize,
    /// The entries that it is about: the name of each in the template, its collection and its id.
    entries: Vec<(String, Name, Arc<str>)>,
}

/// The partials that pages have included.
struct Partials {
    /// The values that the pages of each part of the site share.
    shared: Arc<Shared>,
    rendered: Mutex<HashMap<Call, Arc<Partial>>>,
}

/// Registers the function `shared("partials/footer.html")`.
pub(super) fn register(environment: &mut Environment<'_>, shared: Arc<Shared>) {
    let partials = Partials { shared, rendered: Mutex::default() };
    let call = move |state: &State<'_, '_>, template: &str, options: Kwargs| {
        let page = PageIslands::from_state(state)?;
        let part = page.part("shared()")?;
        let values = entries(&options)?;
        let name = |(name, value): (&String, &Value)| {
            let (collection, id) = identity(value)?;
            Some((name.clone(), collection, id))
        };
        let entries = values.iter().filter_map(name).collect();
        let call = Call { template: template.to_owned(), part, above: page.islands(), entries };
        let partial = partials.get(call, values, state)?;
        Ok::<_, Error>(page.place_partial(&partial))
    };
    environment.add_function("shared", call);
}

/// The entries that a partial is called with, by name.
///
/// # Errors
/// If one of them is anything else: a partial would be rendered once for all values that it is called with.
fn entries(options: &Kwargs) -> Result<BTreeMap<String, Value>, Error> {
    let entry = |name: &str| {
        let value: Value = options.get(name)?;
        match identity(&value) {
            Some(_) => Ok((name.to_owned(), value)),
            None => Err(refused(format!(
                "shared() takes entries of collections, and {name} is none: use include instead"
            ))),
        }
    };
    options.args().map(entry).collect()
}

impl Partials {
    fn get(
        &self,
        call: Call,
        mut entries: BTreeMap<String, Value>,
        state: &State<'_, '_>,
    ) -> Result<Arc<Partial>, Error> {
        if let Some(known) = lock(&self.rendered).get(&call) {
            return Ok(known.clone());
        }
        let placed = PageIslands::on_partial(call.above);
        let part = PartContext::value(call.part.clone(), &self.shared);
        let template = state.env().get_template(&call.template)?;
        entries.insert(CONTEXT_NAME.to_owned(), placed.value());
        let html = template.render(context! { ..Value::from(entries), ..part })?;
        let partial = Arc::new(Partial { fragment: Fragment::new(html), items: placed.take() });
        // Another thread may have been first.
        Ok(lock(&self.rendered).entry(call).or_insert(partial).clone())
    }
}
