//! Diagnostics of islands, at the line of the component that is to blame.

use std::{collections::BTreeMap, sync::Arc};

use super::{Component, component::WrongProps, fault::Fault, mapping::Place, markup::Note};
use crate::{
    diagnostic::{Code, Diagnostic, FileId, Severity, Span, nearest},
    source::Sources,
};

/// Knows the files below `components/`.
pub(super) struct Reporter {
    files: BTreeMap<Arc<str>, (FileId, Arc<str>)>,
    somewhere: FileId,
}

impl Reporter {
    pub fn new(sources: &Sources) -> Self {
        let files: BTreeMap<_, _> = sources
            .texts_below("components/")
            .map(|(file, source)| (source.path.clone(), (file, source.text.clone())))
            .collect();
        let somewhere = files.values().next().map_or(FileId(0), |(file, _)| *file);
        Self { files, somewhere }
    }

    /// A file to which to attribute what comes from all of them.
    pub fn any_file(&self) -> Option<FileId> {
        self.files.values().next().map(|(file, _)| *file)
    }

    pub fn has(&self, component: Component) -> bool {
        self.files.contains_key(component.path().as_str())
    }

    /// The line that declares the component, or the start of its file.
    pub fn declaration(&self, component: Component) -> Option<Span> {
        let (file, text) = self.files.get(component.path().as_str())?;
        Some(match text.find("export default") {
            Some(at) => {
                let length = text[at..].find(['(', '\n', '{']).unwrap_or(0);
                Span::new(*file, at..at + text[at..at + length].trim_end().len())
            }
            None => Span::whole(*file),
        })
    }

    fn span(&self, component: Component) -> Span {
        self.declaration(component).unwrap_or(Span::whole(self.somewhere))
    }

    /// No island has this name.
    pub fn unknown(&self, name: &str) -> Diagnostic {
        let names = Component::ALL.iter().map(|component| component.name());
        let span = Span::whole(self.somewhere);
        let path = format!("components/{name}.tsx");
        let diagnostic = Diagnostic::new(Code::Island, span, format!("there is no island called {name}"));
        if self.files.contains_key(path.as_str()) {
            return diagnostic.help(format!("{path} has no props: declare them in src/islands/props/ and add it to the table in src/islands/component.rs"));
        }
        let all = names.clone().collect::<Vec<_>>().join(", ");
        match nearest(name, names) {
            Some(meant) => diagnostic.help(format!("did you mean {meant}?")),
            None => diagnostic.expected(format!("one of {all}")),
        }
    }

    /// The island is in the table, but has no source.
    pub fn no_file(&self, component: Component) -> Diagnostic {
        let path = component.path();
        Diagnostic::new(
            Code::Island,
            Span::whole(self.somewhere),
            format!("the island {} needs {path}", component.name()),
        )
        .help(format!("add {path}, with the component as its default export"))
    }

    /// The template gives the island something else than it takes.
    pub fn wrong_props(&self, component: Component, wrong: &WrongProps) -> Diagnostic {
        let (name, props) = (component.name(), component.props_name());
        let message = if wrong.field.is_empty() {
            format!("the props of {name} don't fit: {}", wrong.message)
        } else {
            format!("the props of {name} don't fit: `{}`: {}", wrong.field, wrong.message)
        };
        Diagnostic::new(Code::Island, self.span(component), message)
            .label(format!("takes {props}"))
            .help(format!("components/props.ts shows what {props} consists of"))
    }

    /// The component can't be rendered.
    pub fn fault(&self, component: Component, fault: &Fault) -> Diagnostic {
        let name = component.name();
        let span = fault.place.as_ref().and_then(|place| self.at(place));
        let message = match fault.message.starts_with(name) {
            true => fault.message.clone(),
            false => format!("{name} can't be rendered: {}", fault.message),
        };
        let mut diagnostic = Diagnostic::new(Code::Island, span.unwrap_or(self.span(component)), message);
        // A remark about a line makes sense at that line only.
        if span.is_some() || fault.place.is_none() && fault.label.starts_with("first ") {
            diagnostic = diagnostic.label(fault.label.clone());
        }
        diagnostic.maybe_help(fault.help.clone())
    }

    /// The component wrote to the console.
    pub fn note(&self, component: Component, note: &Note) -> Diagnostic {
        let span = note.place.as_ref().and_then(|place| self.at(place)).unwrap_or(self.span(component));
        let message =
            format!("{} writes to the console while the site is built: {}", component.name(), note.text);
        let mut diagnostic = Diagnostic::new(Code::Island, span, message);
        diagnostic.severity = Severity::Warning;
        diagnostic
    }

    /// The place as a span, up to the end of the word or line.
    fn at(&self, place: &Place) -> Option<Span> {
        let (file, text) = self.files.get(place.path.as_str())?;
        let line_number = (place.line as usize).checked_sub(1)?;
        let line = text.split('\n').nth(line_number)?;
        let before: usize = text.split('\n').take(line_number).map(|line| line.len() + 1).sum();
        let mut units = 0;
        let column = line
            .char_indices()
            .find(|(_, character)| {
                let here = units >= place.column as usize - 1;
                units += character.len_utf16();
                here
            })
            .map_or(line.len(), |(at, _)| at);
        let word = line[column..]
            .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
            .unwrap_or(line.len() - column);
        Some(Span::new(*file, before + column..before + column + word.max(1).min(line.len() - column)))
    }
}
