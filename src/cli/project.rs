//! From arguments to a project that is read and ready.

use std::{path::Path, sync::Arc};

use super::{ProcessContext, arguments::SettingsArgs};
use crate::{
    build::BuildContext,
    content::{self, Content, DecodedTexts},
    diagnostic::{Diagnostics, Failure},
    routes::Routes,
    schema::{self, Types},
    site::{self, Settings, Site},
    source::Sources,
};

/// The project's texts, with whatever was wrong with reading them.
///
/// # Errors
/// If there's no project in `root`.
pub(super) fn read(root: &Path, diagnostics: &mut Diagnostics) -> Result<Arc<Sources>, Failure> {
    let mut sources = Sources::load(root, diagnostics)?;
    sources.require(content::required_files(), diagnostics);
    Ok(Arc::new(sources))
}

/// The types of the project.
pub(super) fn types(sources: &Sources, diagnostics: &mut Diagnostics) -> Arc<Types> {
    schema::load(sources, diagnostics)
}

/// A project with its content decoded and resolved, but for pictures, styles and islands.
pub(super) struct Resolved {
    pub sources: Arc<Sources>,
    pub content: Content,
    /// The site with its addresses. `None` if mistakes leave nothing to resolve.
    pub site: Option<(Site, Routes)>,
}

/// Reads and resolves the project.
///
/// # Errors
/// As [`read`].
pub(super) fn resolve(
    root: &Path,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Result<Resolved, Failure> {
    let sources = read(root, diagnostics)?;
    let types = types(&sources, diagnostics);
    let content = content::decode(&sources, &types, &DecodedTexts::default(), diagnostics);
    let site = site::resolve(&content, settings, diagnostics).map(|site| {
        let routes = Routes::build(&site, diagnostics);
        (site, routes)
    });
    Ok(Resolved { sources, content, site })
}

/// What the output depends on besides the files.
pub(super) fn settings(arguments: &SettingsArgs, process: &ProcessContext) -> Settings {
    Settings {
        now: arguments.now.unwrap_or(process.now),
        changed: process.changed,
        drafts: arguments.drafts,
        base_url: arguments.base_url.clone(),
        has_own_services: false,
    }
}

/// The context of a build of this project.
pub(super) fn context(root: &Path, process: &ProcessContext) -> BuildContext {
    BuildContext::new(root, process.packages.clone())
}
