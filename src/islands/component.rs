//! The islands of a project: each `components/<Name>.tsx` is one; there is no other list of them.

use std::sync::Arc;

use super::report;
use crate::{
    diagnostic::{FileId, Span, nearest},
    source::{SourceText, Sources},
};

/// The folder of the components.
pub(super) const FOLDER: &str = "components/";

/// An island of one state of a project. Numbers are valid for one [`Islands`](super::Islands) only: what outlives it
/// refers to islands by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentId(u16);

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

/// The islands of a project, in the order of their names.
#[derive(Clone, Debug, Default)]
pub(super) struct Components(Vec<Component>);

/// Why there is no island of some name, in the words of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownIsland {
    /// What is wrong, in a line.
    pub message: String,
    /// Which islands there are.
    pub expected: Option<String>,
    /// What to do about it.
    pub help: String,
}

impl Components {
    pub fn find(sources: &Sources) -> Self {
        let component = |(file, source): (FileId, &Arc<SourceText>)| {
            let name = source.path.strip_prefix(FOLDER)?.strip_suffix(".tsx").filter(|name| is_name(name))?;
            let declaration = report::declaration(file, &source.text);
            Some(Component { name: name.into(), path: source.path.clone(), declaration })
        };
        let mut components: Vec<_> = sources.texts_below(FOLDER).filter_map(component).collect();
        components.sort_by(|a, b| a.name.cmp(&b.name));
        Self(components)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Component> {
        self.0.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn ids(&self) -> impl Iterator<Item = ComponentId> {
        (0..self.0.len()).filter_map(|place| u16::try_from(place).ok()).map(ComponentId)
    }

    pub fn named(&self, name: &str) -> Option<ComponentId> {
        let place = self.0.binary_search_by(|component| (*component.name).cmp(name)).ok()?;
        u16::try_from(place).ok().map(ComponentId)
    }

    pub fn get(&self, id: ComponentId) -> Option<&Component> {
        self.0.get(usize::from(id.0))
    }

    /// What to say of a name that no island has.
    pub fn unknown(&self, name: &str) -> UnknownIsland {
        let names = || self.iter().map(|component| &*component.name);
        let way = match is_name(name) {
            true => format!("write components/{name}.tsx, with the component as its default export"),
            false => "give its file in components/ a name that begins with a capital letter and has only letters and digits in it, such as OpeningHours.tsx".to_owned(),
        };
        let help = match nearest(name, names()) {
            Some(near) => format!("did you mean {near}? For a new island, {way}"),
            None => format!("for a new island, {way}"),
        };
        UnknownIsland {
            message: format!("there is no island {name}"),
            expected: (!self.is_empty())
                .then(|| format!("one of {}", names().collect::<Vec<_>>().join(", "))),
            help,
        }
    }
}

/// True for a name that a component can have: JSX takes others for elements of HTML.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.chars().all(|character| character.is_ascii_alphanumeric())
}
