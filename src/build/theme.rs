//! Everything made of templates and types alone. It is kept until one of their files changes.

use std::sync::{Arc, Mutex};

use crate::{
    content,
    diagnostic::{Diagnostics, FileId},
    lint, lock,
    schema::{self, SiteLocale, Types},
    source::{SourceText, Sources},
    templates::{self, Templates},
};

/// The compiled templates and the types of a project.
pub struct Theme {
    pub templates: Templates,
    pub types: Arc<Types>,
    /// The mistakes in them.
    diagnostics: Diagnostics,
    /// The files that they were made of.
    files: Vec<(FileId, Arc<SourceText>)>,
    locales: Vec<SiteLocale>,
}

/// The themes loaded last. A preview uses the same one until a template is edited; a program that builds several sites
/// mostly uses the embedded one.
static LOADED: Mutex<Vec<Arc<Theme>>> = Mutex::new(Vec::new());

const MOST: usize = 4;

impl Theme {
    /// Loads the theme of a project, and reports its mistakes.
    pub fn load(sources: &Sources, diagnostics: &mut Diagnostics) -> Arc<Self> {
        let locales = SiteLocale::all(sources);
        let known = lock(&LOADED).iter().find(|theme| theme.is_of(sources, &locales)).cloned();
        let theme = known.unwrap_or_else(|| Arc::new(Self::make(sources, locales)));
        let mut loaded = lock(&LOADED);
        loaded.retain(|other| !Arc::ptr_eq(other, &theme));
        loaded.insert(0, theme.clone());
        loaded.truncate(MOST);
        diagnostics.append(theme.diagnostics.clone());
        theme
    }

    fn make(sources: &Sources, locales: Vec<SiteLocale>) -> Self {
        let (mut diagnostics, mut type_diagnostics) = <(Diagnostics, Diagnostics)>::default();
        let (templates, types) = rayon::join(
            || templates::compile(sources, &mut diagnostics),
            || load_types(sources, &mut type_diagnostics),
        );
        diagnostics.append(type_diagnostics);
        let files = files(sources).map(|(file, text)| (file, text.clone())).collect();
        Self { templates, types, diagnostics, files, locales }
    }

    /// True if `sources` have the same files of the theme.
    fn is_of(&self, sources: &Sources, locales: &[SiteLocale]) -> bool {
        self.locales == locales && files(sources).eq(self.files.iter().map(|(file, text)| (*file, text)))
    }
}

/// Loads the types of a project. `content` and `lint` give the roles and warnings that types can name.
pub fn load_types(sources: &Sources, diagnostics: &mut Diagnostics) -> Arc<Types> {
    schema::load(sources, content::ROLE_FIELDS, lint::codes(), diagnostics)
}

/// The files of templates and types, including those of the theme that a project overrides.
fn files(sources: &Sources) -> impl Iterator<Item = (FileId, &Arc<SourceText>)> {
    ["templates/", "theme:templates/"].into_iter().flat_map(|folder| sources.texts_below(folder))
}
