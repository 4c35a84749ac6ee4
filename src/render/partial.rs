//! `{{ shared("partials/footer.html") }}`: partials that are the same on many pages, rendered once for all of
//! them.
//!
//! Its template context is the one that all pages of a part of the site share, without the page that it is on.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use minijinja::{Environment, Error, State, Value, context};

use super::{
    placements::{PlacedItems, Placements},
    reads::{self, Read, Reads, record},
    views::{PartContext, Shared},
};
use crate::output::check::PartialId;

/// A rendered partial.
#[derive(Debug)]
pub(super) struct Partial {
    /// No other partial has it.
    pub id: PartialId,
    pub html: String,
    /// What is in it.
    pub things: PlacedItems,
    /// What its rendering read.
    reads: Arc<Reads>,
}

impl Partial {
    /// A piece of markup with no islands in it.
    pub(super) fn plain(html: String) -> Self {
        Self { id: next_id(), html, things: PlacedItems::default(), reads: Arc::default() }
    }
}

/// An id that no other partial has.
fn next_id() -> PartialId {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    PartialId(NEXT.fetch_add(1, Ordering::Relaxed))
}

/// All that a partial depends on within a snapshot.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Call {
    template: String,
    part: Arc<str>,
    /// How many islands are above it, as those of a page are numbered through.
    above: usize,
}

/// The partials that pages have asked for.
struct Partials {
    /// What the pages of each part of the site have in common.
    shared: Arc<Shared>,
    rendered: Mutex<HashMap<Call, Arc<Partial>>>,
}

/// Registers the function `shared("partials/footer.html")`.
pub(super) fn register(environment: &mut Environment<'_>, shared: Arc<Shared>) {
    let partials = Partials { shared, rendered: Mutex::default() };
    environment.add_function("shared", move |state: &State<'_, '_>, template: &str| {
        let page = Placements::of(state)?;
        let part = page.part("shared()")?;
        let call = Call { template: template.to_owned(), part, above: page.islands() };
        let partial = partials.get(call, state)?;
        reads::include(&partial.reads);
        Ok::<_, Error>(page.place_partial(&partial))
    });
}

impl Partials {
    fn rendered(&self) -> MutexGuard<'_, HashMap<Call, Arc<Partial>>> {
        self.rendered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, call: Call, state: &State<'_, '_>) -> Result<Arc<Partial>, Error> {
        if let Some(known) = self.rendered().get(&call) {
            return Ok(known.clone());
        }
        let placed = Placements::on_partial(call.above);
        let (html, reads) = reads::recording(|| {
            let context = Value::from_dyn_object(PartContext::new(&call.part, &self.shared));
            record(Read::Template(call.template.as_str().into()));
            state.env().get_template(&call.template)?.render(context! { ..placed.entry(), ..context })
        });
        let (html, reads) = (html?, Arc::new(reads));
        let mut rendered = self.rendered();
        let partial = || Arc::new(Partial { id: next_id(), html, things: placed.take(), reads });
        // Another thread may have been first.
        Ok(rendered.entry(call).or_insert_with(partial).clone())
    }
}
