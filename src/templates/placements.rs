//! The islands and shared partials that a template places in its page while it is rendered, and the scripts that they
//! need; the page's styles.

use std::{
    mem,
    sync::{Arc, Mutex},
};

use minijinja::{Environment, Error, State, Value, value::Object};

use super::refusal::refused;
use crate::{
    diagnostic::{Diagnostic, Diagnostics},
    islands::Islands,
    lock,
    output::{
        escape,
        html::{Fragment, Html},
    },
    site::BaseUrl,
};

/// The name of the placements in a page's template context.
pub(super) const CONTEXT_NAME: &str = "placed_in_this_page";

/// Stands for the tags of scripts in a page's head, until the page is complete. No text can contain it: content has no
/// control characters.
const SCRIPTS: char = '\u{1}';

/// Stands for the tags of styles in a page's head.
const STYLES: char = '\u{3}';

/// Stands for a shared partial, together with a character for its number within the page.
const PARTIAL: char = '\u{2}';

/// The character for a page's first partial: the beginning of a private use plane.
const FIRST: u32 = 0xF_0000;

/// The islands and shared partials of one page, in the order in which templates call them.
#[derive(Debug)]
pub(super) struct PageIslands {
    /// The part of the site whose partials the page shares; `None` for a partial.
    part: Option<Arc<str>>,
    /// The number of islands before the partial.
    above: usize,
    items: Mutex<PlacedItems>,
}

/// The items that were placed.
#[derive(Debug, Default)]
pub(super) struct PlacedItems {
    pub islands: Vec<Arc<str>>,
    pub partials: Vec<Arc<Partial>>,
    /// Mistakes and warnings about the islands.
    pub notes: Vec<Diagnostic>,
}

/// A rendered partial.
#[derive(Debug)]
pub(super) struct Partial {
    pub fragment: Arc<Fragment>,
    /// The items within the partial.
    pub items: PlacedItems,
}

impl Object for PageIslands {}

impl PageIslands {
    /// For a page in this part of the site.
    pub(super) fn on_page(part: &str) -> Arc<Self> {
        Arc::new(Self { part: Some(part.into()), above: 0, items: Mutex::default() })
    }

    /// For a partial below `above` islands.
    pub(super) fn on_partial(above: usize) -> Arc<Self> {
        Arc::new(Self { part: None, above, items: Mutex::default() })
    }

    /// The items of the template that makes the call.
    pub(super) fn from_state(state: &State<'_, '_>) -> Result<Arc<Self>, Error> {
        state.lookup(CONTEXT_NAME).and_then(|value| value.downcast_object()).ok_or_else(|| {
            refused(
                "only pages call this, not the list of languages, nor the question before a service loads",
            )
        })
    }

    /// The value of [`CONTEXT_NAME`] in the template context.
    pub(super) fn value(self: &Arc<Self>) -> Value {
        Value::from_dyn_object(self.clone())
    }

    /// Everything that was placed.
    pub(super) fn take(&self) -> PlacedItems {
        mem::take(&mut *lock(&self.items))
    }

    /// The part of the site that the page belongs to.
    ///
    /// # Errors
    /// In a partial, where what is `wanted` can't be called.
    pub(super) fn part(&self, wanted: &str) -> Result<Arc<str>, Error> {
        self.part.clone().ok_or_else(|| {
            refused(format!("{wanted} can't be called in a shared partial: move the call to the page"))
        })
    }

    /// The number of islands before the next one.
    pub(super) fn islands(&self) -> usize {
        self.above + lock(&self.items).islands.len()
    }

    pub(super) fn place_island(&self, island: Arc<str>, notes: Diagnostics) {
        let mut items = lock(&self.items);
        items.islands.push(island);
        items.notes.extend(notes);
    }

    /// Places a partial with its islands. Returns the characters that stand for it until the page is complete.
    pub(super) fn place_partial(&self, partial: &Arc<Partial>) -> Value {
        let mut items = lock(&self.items);
        let number = u32::try_from(items.partials.len()).ok();
        items.partials.push(partial.clone());
        items.islands.extend_from_slice(&partial.items.islands);
        items.notes.extend_from_slice(&partial.items.notes);
        let which = number.and_then(|number| char::from_u32(FIRST + number)).unwrap_or(PARTIAL);
        Value::from_safe_string([PARTIAL, which].iter().collect())
    }
}

pub(super) fn register(environment: &mut Environment<'_>) {
    for (name, mark) in [("scripts", SCRIPTS), ("styles", STYLES)] {
        environment.add_function(name, move |state: &State<'_, '_>| {
            PageIslands::from_state(state)?.part(&format!("{name}()"))?;
            Ok::<_, Error>(Value::from_safe_string(mark.to_string()))
        });
    }
}

impl PlacedItems {
    /// The page made of the rendered `html`, with the items in place of their marks, and the tags of `styles`.
    pub(super) fn fill(
        &self,
        html: &str,
        styles: Option<&Arc<Fragment>>,
        islands: &Islands,
        base: &BaseUrl,
    ) -> Html {
        // The tags of the scripts are some hundred bytes.
        let mut filled = Html::with_capacity(html.len() + 512);
        let mut rest = html;
        while let Some(at) = memchr::memchr3(SCRIPTS as u8, PARTIAL as u8, STYLES as u8, rest.as_bytes()) {
            let (before, marked) = rest.split_at(at);
            filled.push_str(before);
            let mut after = marked.chars();
            match after.next() {
                Some(SCRIPTS) => filled.push_str(&boot_script(islands, base)),
                Some(STYLES) => styles.into_iter().for_each(|tags| filled.push(tags.clone())),
                _ => {
                    let partial = after.next().and_then(|which| self.partial(which));
                    partial.into_iter().for_each(|partial| filled.push(partial.fragment.clone()));
                }
            }
            rest = after.as_str();
        }
        filled.push_str(rest);
        filled
    }

    fn partial(&self, which: char) -> Option<&Arc<Partial>> {
        self.partials.get(u32::from(which).checked_sub(FIRST)? as usize)
    }
}

/// The tag of the boot script; empty if there is none. It doesn't block the first paint, as it may load slowly on a
/// poor network.
pub(super) fn boot_script(islands: &Islands, base: &BaseUrl) -> String {
    let Some(boot) = islands.boot() else { return String::new() };
    let address = base.href(&format!("/{}/{boot}", Islands::FOLDER));
    format!("<script type=\"module\" src=\"{}\"></script>", escape(&address))
}
