//! `{{ shared("partials/footer.html") }}`: partials that are the same on many pages, rendered once for all of
//! them.
//!
//! Such a partial is told what all pages of a section are told, and nothing of the page that it is on: it can't
//! differ between them, and there is nothing to keep in step.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use minijinja::{Environment, Error, State, Value, context};

use super::placed::{Placed, Things};
use crate::output::check::PartialId;

/// A rendered partial.
#[derive(Debug)]
pub(super) struct Partial {
    /// No other partial has it.
    pub id: PartialId,
    pub html: String,
    /// What is in it.
    pub things: Things,
}

impl Partial {
    /// A piece of markup with no islands in it.
    pub(super) fn plain(html: String) -> Self {
        Self { id: next_id(), html, things: Things::default() }
    }
}

/// An id that no other partial has.
fn next_id() -> PartialId {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    PartialId(NEXT.fetch_add(1, Ordering::Relaxed))
}

/// All that a partial depends on within an edition.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Call {
    template: String,
    section: &'static str,
    /// How many islands are above it, as those of a page are numbered through.
    above: usize,
}

/// The partials that pages have asked for.
struct Partials {
    /// What they are told, by section.
    told: BTreeMap<&'static str, Value>,
    rendered: Mutex<HashMap<Call, Arc<Partial>>>,
}

/// Teaches templates the call. `told` is what the pages of each section have in common.
pub(super) fn register(environment: &mut Environment<'_>, told: BTreeMap<&'static str, Value>) {
    let partials = Partials { told, rendered: Mutex::default() };
    environment.add_function("shared", move |state: &State<'_, '_>, template: &str| {
        let page = Placed::of(state)?;
        let section = page.section("shared()")?;
        let call = Call { template: template.to_owned(), section, above: page.islands() };
        Ok::<_, Error>(page.place_partial(&partials.get(call, state)?))
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
        let placed = Placed::on_partial(call.above);
        let told = self.told.get(call.section).cloned().unwrap_or_default();
        let template = state.env().get_template(&call.template)?;
        let html = template.render(context! { ..placed.entry(), ..told })?;
        let mut rendered = self.rendered();
        let partial = || Arc::new(Partial { id: next_id(), html, things: placed.take() });
        // Another thread may have been first.
        Ok(rendered.entry(call).or_insert_with(partial).clone())
    }
}
