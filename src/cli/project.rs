//! From arguments to a project that is read and ready.

use std::{path::Path, sync::Arc};

use super::{ProcessContext, arguments::Inputs};
use crate::{
    cache::Cache,
    content,
    context::BuildContext,
    diagnostic::Diagnostics,
    failure::Failure,
    schema::{self, Types},
    site::Settings,
    source::{Sources, overrides},
};

/// The project's texts, with whatever was wrong with reading them.
///
/// # Errors
/// If there's no project in `root`.
pub(super) fn read(root: &Path, diagnostics: &mut Diagnostics) -> Result<Arc<Sources>, Failure> {
    let mut sources = Sources::load(root, diagnostics)?;
    sources.require(content::required_files(), diagnostics);
    diagnostics.extend(overrides::without_original(&sources)?);
    Ok(Arc::new(sources))
}

/// The types of the project.
pub(super) fn types(sources: &Sources, diagnostics: &mut Diagnostics) -> Arc<Types> {
    schema::load(sources, &Cache::default(), diagnostics)
}

/// What the output depends on besides the files.
pub(super) fn settings(inputs: &Inputs, process: &ProcessContext) -> Settings {
    Settings {
        now: inputs.now.unwrap_or(process.now),
        drafts: inputs.drafts,
        base_url: inputs.base_url.clone(),
    }
}

/// The context of a build of this project.
pub(super) fn context(root: &Path, process: &ProcessContext) -> BuildContext {
    BuildContext::new(root, process.packages.clone())
}
