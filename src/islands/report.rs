//! Diagnostics of islands, at the line of the component that caused them.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    answer::RenderError,
    component::{Component, FOLDER},
    frame::StackFrame,
    markup::MarkupNote,
};
use crate::{
    diagnostic::{Diagnostic, FileId, Severity, Span, code, diagnostic},
    source::Sources,
};

/// Makes diagnostics that point into the files of components.
pub(super) struct Reporter {
    files: BTreeMap<Arc<str>, (FileId, Arc<str>)>,
}

impl Reporter {
    pub fn new(sources: &Sources) -> Self {
        let mut files = BTreeMap::new();
        for (file, source) in sources.texts_below(FOLDER) {
            files.insert(source.path.clone(), (file, source.text.clone()));
        }
        Self { files }
    }

    /// Reports that the component can't be rendered.
    pub fn diagnostic(&self, component: &Component, error: &RenderError) -> Diagnostic {
        let name = &*component.name;
        let span = error.frame.as_ref().and_then(|frame| self.at(frame));
        let message = if error.message.starts_with(name) {
            error.message.clone()
        } else {
            format!("{name} can't be rendered: {}", error.message)
        };
        let label = if span.is_some() { Some(&error.label) } else { error.fallback_label.as_ref() };
        let mut diagnostic = diagnostic!(code::ISLAND, span.unwrap_or(component.declaration), "{message}");
        if let Some(label) = label {
            diagnostic = diagnostic.label(label.clone());
        }
        diagnostic.help(error.help.clone())
    }

    /// Reports that the component wrote to the console.
    pub fn note(&self, component: &Component, note: &MarkupNote) -> Diagnostic {
        let span = note.frame.as_ref().and_then(|frame| self.at(frame)).unwrap_or(component.declaration);
        let mut diagnostic = diagnostic!(
            code::ISLAND,
            span,
            "{} writes to the console while the site is built: {}",
            component.name,
            note.text
        );
        diagnostic.severity = Severity::Warning;
        diagnostic
    }

    /// The place of the line that ran, if esbuild left the line as it is in the component, else the name of its
    /// function.
    fn at(&self, frame: &StackFrame) -> Option<Span> {
        let (file, text) = self.files.get(frame.path.as_str())?;
        let name = format!("{}(", frame.function);
        let at = match text.find(&frame.code).filter(|_| !frame.code.is_empty()) {
            Some(start) => start..start + frame.code.len(),
            None => text.find(&name).map(|start| start..start + frame.function.len())?,
        };
        Some(Span::new(*file, at))
    }
}

/// The declaration of the component in a file, else the start of the file.
pub(super) fn declaration(file: FileId, text: &str) -> Span {
    let Some((before, from)) = text.find("export default").and_then(|at| text.split_at_checked(at)) else {
        return Span::whole(file);
    };
    let line = from.split(['(', '\n', '{']).next().unwrap_or_default().trim_end();
    Span::new(file, before.len()..before.len() + line.len())
}
