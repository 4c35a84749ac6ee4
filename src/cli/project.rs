//! From arguments to a project that is read and ready.

use std::{path::Path, sync::Arc};

use super::{ProcessContext, arguments::SettingsArgs};
use crate::{
    build::BuildContext,
    content::{self, Content, DecodedTexts},
    diagnostic::{Diagnostics, Failure},
    schema,
    site::Settings,
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

/// The project's content, with whatever is wrong with it.
///
/// # Errors
/// As [`read`].
pub(super) fn decode(root: &Path, diagnostics: &mut Diagnostics) -> Result<Content, Failure> {
    let sources = read(root, diagnostics)?;
    let types = schema::load(&sources, diagnostics);
    Ok(content::decode(&sources, &types, &DecodedTexts::default(), diagnostics))
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
