//! The pages of a snapshot with marks around values of content, for an editor.

use std::sync::{Arc, OnceLock};

use super::{Edition, Snapshot, files::RouteRenderer};
use crate::{
    content::Content,
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

/// The values of content in each of its languages, which take a while to number: they can be by the time that there is a site.
pub fn marks_of(content: &Arc<Content>) -> Vec<Arc<Marks>> {
    std::iter::once(content).chain(&content.editions).map(|content| Arc::new(Marks::of(content))).collect()
}

/// The pages of a snapshot with marks. What pages of a language share is made when the first one is asked for.
pub struct MarkedSite {
    snapshot: Arc<Snapshot>,
    editions: Vec<MarkedEdition>,
}

struct MarkedEdition {
    marks: Arc<Marks>,
    renderer: OnceLock<RouteRenderer>,
}

impl Drop for MarkedEdition {
    fn drop(&mut self) {
        self.marks.release();
    }
}

impl MarkedSite {
    /// The pages of this snapshot, with the marks of its content.
    pub fn new(snapshot: Arc<Snapshot>, marks: &[Arc<Marks>]) -> Self {
        let of_edition = |edition: &Edition| marks.iter().find(|marks| marks.are_of(&edition.content));
        let marks = snapshot.editions().filter_map(of_edition).cloned();
        let editions = marks.map(|marks| MarkedEdition { marks, renderer: OnceLock::new() }).collect();
        Self { snapshot, editions }
    }

    /// The page at `path`. Returns `None` if the site has no such page.
    ///
    /// # Errors
    /// If it can't be rendered.
    pub fn page(&self, path: &OutputPath) -> Result<Option<MarkedPage>, Box<Diagnostic>> {
        // The main language has every path that no other one has.
        let editions: Vec<_> = self.snapshot.editions().zip(&self.editions).collect();
        for (edition, MarkedEdition { marks, renderer }) in editions.into_iter().rev() {
            let Some(route) = edition.route(path).filter(|route| route.page().is_some()) else { continue };
            let renderer =
                renderer.get_or_init(|| RouteRenderer::new(edition.renderer.pages.marked(marks.clone())));
            let artifact = renderer.render(route)?.artifact;
            let html = artifact.bytes.get().unwrap_or_default();
            let html = String::from_utf8_lossy(&html).into_owned();
            let origins = marks.origins(&html);
            return Ok(Some(MarkedPage { html, origins, types: edition.content.project.types.clone() }));
        }
        Ok(None)
    }
}
