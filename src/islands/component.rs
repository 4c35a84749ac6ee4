//! The islands of a project. Each `components/<Name>.tsx` is an island; there is no other list of them.

use std::{collections::BTreeMap, sync::Arc};

use super::report;
use crate::{
    diagnostic::{Diagnostic, Span, code, diagnostic, nearest},
    source::Sources,
};

/// The folder of the components.
pub(super) const FOLDER: &str = "components/";

/// The facts about an island that are known without running it.
#[derive(Clone, Debug)]
pub(super) struct Component {
    /// The name by which templates place it.
    pub name: Arc<str>,
    /// Its source, relative to the root.
    pub path: Arc<str>,
    /// The declaration in the source, or else the start of the file.
    pub declaration: Span,
}

/// The islands of a project, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Components(BTreeMap<Arc<str>, Component>);

impl Components {
    pub fn find(sources: &Sources) -> Self {
        let mut components = BTreeMap::new();
        for (file, source) in sources.texts_below(FOLDER) {
            let name = source.path.strip_prefix(FOLDER).and_then(|name| name.strip_suffix(".tsx"));
            let Some(name) = name.filter(|name| is_name(name)) else { continue };
            let name: Arc<str> = name.into();
            let declaration = report::declaration(file, &source.text);
            components.insert(name.clone(), Component { name, path: source.path.clone(), declaration });
        }
        Self(components)
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

    /// Makes the diagnostic for a name that no island has; the caller adds the place.
    pub fn unknown(&self, name: &str) -> Diagnostic {
        let names: Vec<&str> = self.0.keys().map(|name| &**name).collect();
        let way = if is_name(name) {
            format!("write components/{name}.tsx, with the component as its default export")
        } else {
            "give its file in components/ a name that begins with a capital letter and has only letters and digits in it, such as OpeningHours.tsx".to_owned()
        };
        let help = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean {near}? For a new island, {way}"),
            None => format!("for a new island, {way}"),
        };
        let diagnostic = diagnostic!(code::ISLAND, Span::NOWHERE, "there is no island {name}"; help);
        if self.is_empty() { diagnostic } else { diagnostic.expected(format!("one of {}", names.join(", "))) }
    }
}

/// True for a name that a component can have: in JSX, names in lower case are elements of HTML.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.chars().all(|character| character.is_ascii_alphanumeric())
}
