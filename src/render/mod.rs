//! Page to HTML: the templates, what they are told, and the functions that they can call.

mod functions;
mod markdown;
mod mistake;
mod views;

use std::sync::Arc;

use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};

use crate::{
    assets::Pictures,
    diagnostic::{Diagnostic, Diagnostics},
    output::{Artifact, Origin, OutputPath},
    routes::Page,
    site::Site,
    source::Sources,
};

pub use functions::Files;

/// The folder of the templates.
const FOLDER: &str = "templates/";

/// Renders any page of a site. Everything that pages share is made once.
pub struct Renderer<'a> {
    environment: Environment<'a>,
    site: &'a Site,
    sources: &'a Sources,
    shared: views::Shared,
}

/// Compiles every template, used or not, and reports the ones that can't be.
pub fn compile<'a>(sources: &'a Sources, diagnostics: &mut Diagnostics) -> Environment<'a> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|name| if name.ends_with(".html") { AutoEscape::Html } else { AutoEscape::None });
    for (file, source) in sources.texts_below(FOLDER) {
        let name = source.path.strip_prefix(FOLDER).unwrap_or(&source.path).to_owned();
        if !source.sound || !(name.ends_with(".html") || name.ends_with(".xml") || name.ends_with(".txt")) {
            continue;
        }
        if let Err(error) = environment.add_template_owned(name, &*source.text) {
            diagnostics.push(mistake::compiling(&error, file, sources));
        }
    }
    environment
}

impl<'a> Renderer<'a> {
    /// A renderer for `site`, with the compiled templates and the files that pages refer to.
    pub fn new(
        mut environment: Environment<'a>,
        site: &'a Site,
        sources: &'a Sources,
        pictures: Arc<Pictures>,
        files: Arc<Files>,
    ) -> Self {
        functions::register(&mut environment, site.base.clone(), pictures.clone(), files);
        let shared = views::Shared::of(site, &pictures);
        environment.add_global("site", shared.site.clone());
        Self { environment, site, sources, shared }
    }

    /// The page's file.
    ///
    /// # Errors
    /// If its template can't be rendered: the template's line, the page and the content it came from.
    pub fn page(&self, page: &Page) -> Result<Artifact, Box<Diagnostic>> {
        let path = page.path();
        let content = page.content(self.site);
        let name = page.template();
        let missing = || mistake::missing(name, &path, content, self.sources);
        let template = self.environment.get_template(name).map_err(|_| missing())?;
        let context: Value = self.shared.context(page, self.site);
        let html = template
            .render(context)
            .map_err(|error| Box::new(mistake::rendering(&error, &path, content, self.sources)))?;
        let template = self.sources.text_at(&format!("{FOLDER}{name}")).map(|(file, _)| file);
        let path = OutputPath::new(&page.file()).ok_or_else(missing)?;
        Ok(Artifact { path, bytes: html.into_bytes().into(), origin: Origin { content, template }, lingers: false })
    }
}
