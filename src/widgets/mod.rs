//! The codes that services give out for pasting into pages. Each is read once: for the pages, for the policy, and for
//! the visitors who are asked before it loads.

mod elements;
mod policy;
mod widget_code;

use std::collections::BTreeMap;

pub use elements::{KNOWN, VOID, WITHOUT_END, is_handler};
pub use policy::{FormTargets, UNSAFE_INLINE, frame_ancestors, hash_source, policy};
pub use widget_code::{Inline, WidgetCode, WidgetPart};

use crate::{
    content::Content,
    diagnostic::{Diagnostics, FileId, Span, code, report},
    schema::{Data, decode::CODE},
};

/// The beginning of the names of the files into which the scripts and styles of codes are written.
pub const CODE_FILE: &str = "/code-";

/// Every code of the content, by its text.
#[derive(Debug, Default)]
pub struct Widgets(BTreeMap<String, Widget>);

/// A code, and its places in content.
#[derive(Debug)]
pub struct Widget {
    /// Empty if the code has a mistake, which was reported.
    pub code: WidgetCode,
    pub places: Vec<Span>,
}

impl Widgets {
    /// Reads the values of the scalar `code`, and reports those with a mistake.
    pub fn read(content: &Content, diagnostics: &mut Diagnostics) -> Self {
        let mut widgets = Self::default();
        for table in content.tables() {
            table.visit_scalar(CODE, &mut |value| {
                if let Data::Str(_, text) = &value.value {
                    widgets.add(text, value.span, diagnostics);
                }
            });
        }
        widgets
    }

    /// Adds a place of a code, and reports it there if the code has a mistake.
    fn add(&mut self, text: &str, place: Span, diagnostics: &mut Diagnostics) {
        let known = self.0.get_mut(text);
        // Rows of a single are entries as well, so they are visited twice.
        if known.as_ref().is_some_and(|widget| widget.places.contains(&place)) {
            return;
        }
        let read = WidgetCode::parse(text);
        if let Err(reason) = &read {
            report!(diagnostics, code::MALFORMED, place, "the code {reason}");
        }
        match known {
            Some(widget) => widget.places.push(place),
            None => {
                let widget = Widget { code: read.unwrap_or_default(), places: vec![place] };
                self.0.insert(text.to_owned(), widget);
            }
        }
    }

    /// The code with this text. Returns `None` for a text that isn't the value of a field of type `code`.
    pub fn get(&self, text: &str) -> Option<&WidgetCode> {
        self.0.get(text).map(|widget| &widget.code)
    }

    /// All codes, in the order of their texts.
    pub fn iter(&self) -> impl Iterator<Item = &Widget> {
        self.0.values()
    }

    /// The scripts and styles written within codes, each with the content file of its code.
    pub fn files(&self) -> impl Iterator<Item = (&Inline, FileId)> {
        self.iter().flat_map(|widget| {
            let place = widget.places.first().into_iter();
            place.flat_map(move |place| widget.code.files().map(move |inline| (inline, place.file)))
        })
    }
}
