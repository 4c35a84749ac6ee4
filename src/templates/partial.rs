//! `{{ shared("partials/footer.html") }}`: partials that are the same on many pages, rendered once for all.
//!
//! Their context has the values that all pages of a part of the site share, without those of a page, and the entries
//! that they are called with: `{{ shared("partials/post-card.html", post=post) }}`.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use foldhash::HashMap;
use minijinja::{Environment, Error, State, Value, context, value::Kwargs};

use super::{
    contexts::{LanguageList, PartContext, Shared, entries::identity},
    placements::{CONTEXT_NAME, PageIslands, Partial, PlacedItems},
    refusal::refused,
};
use crate::{lock, output::html::Fragment, schema::Name};

/// Everything that a partial depends on within a snapshot.
#[derive(Debug, PartialEq, Eq, Hash)]
struct PartialCall {
    template: String,
    part: Arc<str>,
    /// The number of islands before it, as the islands of a page are numbered.
    above: usize,
    /// The entries that it is called with: the name in the template, the collection and the id.
    entries: Vec<(String, Name, Arc<str>)>,
}

/// A partial, and whether a page has included it lately.
struct RenderedPartial {
    partial: Arc<Partial>,
    is_recent: bool,
}

/// The partials that pages have included.
pub(super) struct Partials {
    /// The values that pages share.
    shared: Arc<Shared>,
    rendered: Mutex<HashMap<PartialCall, RenderedPartial>>,
}

/// Registers the function `shared("partials/footer.html")`.
pub(super) fn register(environment: &mut Environment<'_>, shared: Arc<Shared>) -> Arc<Partials> {
    let partials = Arc::new(Partials { shared, rendered: Mutex::default() });
    let called = partials.clone();
    environment.add_function("shared", move |state: &State<'_, '_>, template: &str, options: Kwargs| {
        called.place(template, &options, state)
    });
    let called = partials.clone();
    environment
        .add_function("languages", move |state: &State<'_, '_>, place: &str| called.languages(place, state));
    partials
}

/// The template of the list of languages.
const LANGUAGES: &str = "partials/languages.html";

/// The entries that a partial is called with, by name.
///
/// # Errors
/// If another value is among them: a partial would be rendered for each value of any kind.
fn entries(options: &Kwargs) -> Result<BTreeMap<String, Value>, Error> {
    let mut entries = BTreeMap::new();
    for name in options.args() {
        let value: Value = options.get(name)?;
        if identity(&value).is_none() {
            return Err(refused(format!(
                "shared() takes entries of collections, and {name} is none: use include instead"
            )));
        }
        entries.insert(name.to_owned(), value);
    }
    Ok(entries)
}

impl Partials {
    /// Forgets those about entries that no page has included since the last time. A page that includes one of them again
    /// has it rendered again.
    pub(super) fn forget_past_entries(&self) {
        lock(&self.rendered)
            .retain(|call, known| call.entries.is_empty() || std::mem::take(&mut known.is_recent));
    }

    /// Places the partial of a template in the page, called with these entries.
    fn place(&self, template: &str, options: &Kwargs, state: &State<'_, '_>) -> Result<Value, Error> {
        let page = PageIslands::from_state(state)?;
        let part = page.part("shared()")?;
        let values = entries(options)?;
        let mut entries = Vec::with_capacity(values.len());
        for (name, value) in &values {
            entries.extend(identity(value).map(|(collection, id)| (name.clone(), collection, id)));
        }
        let call = PartialCall { template: template.to_owned(), part, above: page.islands(), entries };
        let partial = self.get(call, values, state)?;
        Ok(page.place_partial(&partial))
    }

    /// The list of languages at a place of the page. Pages that lead to the same ones share it: to draw it takes a third of the
    /// time of such a page.
    fn languages(&self, place: &str, state: &State<'_, '_>) -> Result<Value, Error> {
        let placed = PageIslands::from_state(state)?;
        let page = state.lookup("page").unwrap_or_default();
        let list = page.get_attr("languages")?.downcast_object::<LanguageList>();
        let list = list.filter(|list| list.is_shared());
        if let Some(partial) = list.as_ref().and_then(|list| list.drawn(place)) {
            return Ok(placed.place_partial(&partial));
        }
        let context = context! { page, place, navigation => state.lookup("navigation") };
        let html = state.env().get_template(LANGUAGES)?.render(context)?;
        let Some(list) = list else { return Ok(Value::from_safe_string(html)) };
        let html = super::foreign::with_elements(&html, &self.shared.site).into_owned();
        let fragment = Fragment::new(html, false);
        let partial = Arc::new(Partial { fragment, items: PlacedItems::default() });
        list.keep(place, &partial);
        Ok(placed.place_partial(&partial))
    }

    fn get(
        &self,
        call: PartialCall,
        mut entries: BTreeMap<String, Value>,
        state: &State<'_, '_>,
    ) -> Result<Arc<Partial>, Error> {
        if let Some(known) = lock(&self.rendered).get_mut(&call) {
            known.is_recent = true;
            return Ok(known.partial.clone());
        }
        let placed = PageIslands::on_partial(call.above);
        let part = PartContext::value(call.part.clone(), &self.shared);
        let template = state.env().get_template(&call.template)?;
        entries.insert(CONTEXT_NAME.to_owned(), placed.value());
        let html = template.render(context! { ..Value::from(entries), ..part })?;
        let html = super::foreign::with_elements(&html, &self.shared.site).into_owned();
        let is_passing = !call.entries.is_empty();
        let partial = Arc::new(Partial { fragment: Fragment::new(html, is_passing), items: placed.take() });
        // Another thread may have been faster.
        let mut rendered = lock(&self.rendered);
        let known = rendered.entry(call).or_insert(RenderedPartial { partial, is_recent: true });
        Ok(known.partial.clone())
    }
}
