//! The pages of a snapshot with marks around values of content, for an editor.

use std::sync::{Arc, OnceLock};

use super::{Edition, Snapshot, files::RouteRenderer};
use crate::{
    diagnostic::Diagnostic,
    output::OutputPath,
    schema::Types,
    templates::{Marks, ValueOrigin, without_marks},
};

/// A page with marks, and what they mean.
pub struct MarkedPage {
    /// The page.
    pub html: String,
    /// The origin of each marked value, by its number as marks write it.
    pub origins: Vec<(String, ValueOrigin)>,
    /// The types of its language.
    pub types: Arc<Types>,
}

impl MarkedPage {
    /// The page without marks, which is the page as it is published.
    pub fn plain(&self) -> String {
        without_marks(&self.html)
    }
}

/// The pages of a snapshot with marks. What pages of a language share is made when the first one is asked for.
pub struct MarkedSite {
    snapshot: Arc<Snapshot>,
    editions: Vec<OnceLock<MarkedEdition>>,
}

struct MarkedEdition {
    marks: Arc<Marks>,
    renderer: RouteRenderer,
}

impl MarkedSite {
    /// The pages of this snapshot.
    pub fn new(snapshot: Arc<Snapshot>) -> Self {
        let editions = snapshot.editions().map(|_| OnceLock::new()).collect();
        Self { snapshot, editions }
    }

    /// The page at `path`. Returns `None` if the site has no such page.
    ///
    /// # Errors
    /// If it can't be rendered.
    pub fn page(&self, path: &OutputPath) -> Result<Option<MarkedPage>, Box<Diagnostic>> {
        // The main language has every path that no other one has.
        let editions: Vec<_> = self.snapshot.editions().zip(&self.editions).collect();
        for (edition, marked) in editions.into_iter().rev() {
            let Some(route) = edition.route(path).filter(|route| route.page().is_some()) else { continue };
            let MarkedEdition { marks, renderer } = marked.get_or_init(|| MarkedEdition::of(edition));
            let artifact = renderer.render(route)?.artifact;
            let html = artifact.bytes.get().unwrap_or_default();
            let html = String::from_utf8_lossy(&html).into_owned();
            let origins = marks.origins(&html);
            return Ok(Some(MarkedPage { html, origins, types: edition.content.project.types.clone() }));
        }
        Ok(None)
    }
}

impl MarkedEdition {
    fn of(edition: &Edition) -> Self {
        let marks = Arc::new(Marks::of(&edition.content));
        let renderer = RouteRenderer::new(edition.renderer.pages.marked(marks.clone()));
        Self { marks, renderer }
    }
}
