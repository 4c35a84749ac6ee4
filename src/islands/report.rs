//! Diagnostics of islands, at the line of the component that is to blame.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    answer::RenderError,
    component::{Component, FOLDER},
    mapping::SourcePosition,
    markup::Note,
};
use crate::{
    diagnostic::{Code, Diagnostic, FileId, Severity, Span, name_at},
    source::Sources,
};

/// The files below `components/`, by path.
pub(super) struct Reporter {
    files: BTreeMap<Arc<str>, (FileId, Arc<str>)>,
}

impl Reporter {
    pub fn new(sources: &Sources) -> Self {
        let files = sources
            .texts_below(FOLDER)
            .map(|(file, source)| (source.path.clone(), (file, source.text.clone())))
            .collect();
        Self { files }
    }

    /// The component can't be rendered.
    pub fn diagnostic(&self, component: &Component, error: &RenderError) -> Diagnostic {
        let name = &*component.name;
        let span = error.place.as_ref().and_then(|place| self.at(place));
        let message = match error.message.starts_with(name) {
            true => error.message.clone(),
            false => format!("{name} can't be rendered: {}", error.message),
        };
        let mut diagnostic = Diagnostic::new(Code::Island, span.unwrap_or(component.declaration), message);
        // A label of a line makes sense at that line only.
        if span.is_some() || error.place.is_none() && error.label.starts_with("first ") {
            diagnostic = diagnostic.label(error.label.clone());
        }
        diagnostic.help(error.help.clone())
    }

    /// The component wrote to the console.
    pub fn note(&self, component: &Component, note: &Note) -> Diagnostic {
        let span = note.place.as_ref().and_then(|place| self.at(place)).unwrap_or(component.declaration);
        let message =
            format!("{} writes to the console while the site is built: {}", component.name, note.text);
        let mut diagnostic = Diagnostic::new(Code::Island, span, message);
        diagnostic.severity = Severity::Warning;
        diagnostic
    }

    /// The place as a span, up to the end of the word or line.
    fn at(&self, place: &SourcePosition) -> Option<Span> {
        let (file, text) = self.files.get(place.path.as_str())?;
        name_at(*file, text, (place.line as usize, place.column as usize))
    }
}

/// Where a file declares its component, or else the start of the file.
pub(super) fn declaration(file: FileId, text: &str) -> Span {
    let Some((before, from)) = text.find("export default").and_then(|at| text.split_at_checked(at)) else {
        return Span::whole(file);
    };
    let line = from.split(['(', '\n', '{']).next().unwrap_or_default().trim_end();
    Span::new(file, before.len()..before.len() + line.len())
}
