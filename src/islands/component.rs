//! The islands of a project: each `components/<Name>.tsx` is one; there is no other list of them.

use std::{collections::BTreeMap, sync::Arc};

use super::report;
use crate::{
    diagnostic::{Diagnostic, FileId, Span, code, diagnostic, nearest},
    source::{SourceText, Sources},
};

/// The folder of the components.
pub(super) const FOLDER: &str = "components/";

/// What is known of an island without running it.
#[derive(Clone, Debug)]
pub(super) struct Component {
    /// The name by which templates place it.
    pub name: Arc<str>,
    /// Its source, relative to the root.
    pub path: Arc<str>,
    /// Where the source declares it, or else the start of the file.
    pub declaration: Span,
}

/// The islands of a project, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Components(BTreeMap<Arc<str>, Component>);

impl Components {
    pub fn find(sources: &Sources) -> Self {
        let component = |(file, source): (FileId, &Arc<SourceText>)| {
            let name = source.path.strip_prefix(FOLDER)?.strip_suffix(".tsx").filter(|name| is_name(name))?;
            let name: Arc<str> = name.into();
            let declaration = report::declaration(file, &source.text);
            Some((name.clone(), Component { name, path: source.path.clone(), declaration }))
        };
        Self(sources.texts_below(FOLDER).filter_map(component).collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = &Component> {
        self.0.values()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, name: &str) -> Option<&Component> {
        self.0.get(name)
    }

    /// What to say of a name that no island has, at no place yet.
    pub fn unknown(&self, name: &str) -> Diagnostic {
        let names = || self.iter().map(|component| &*component.name);
        let way = if is_name(name) {
            format!("write components/{name}.tsx, with the component as its default export")
        } else {
            "give its file in components/ a name that begins with a capital letter and has only letters and digits in it, such as OpeningHours.tsx".to_owned()
        };
        let help = match nearest(name, names()) {
            Some(near) => format!("did you mean {near}? For a new island, {way}"),
            None => format!("for a new island, {way}"),
        };
        let diagnostic = diagnostic!(code::ISLAND, Span::NOWHERE, "there is no island {name}"; help);
        if self.is_empty() {
            diagnostic
        } else {
            diagnostic.expected(format!("one of {}", names().collect::<Vec<_>>().join(", ")))
        }
    }
}

/// True for a name that a component can have: JSX takes others for elements of HTML.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.chars().all(|character| character.is_ascii_alphanumeric())
}
