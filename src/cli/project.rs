//! The project and the settings that the arguments of a command name.

use std::{path::Path, sync::Arc};

use jiff::Timestamp;

use super::ProcessContext;
use crate::{
    build::{self, BuildContext},
    content::{self, Content, DecodedTexts},
    diagnostic::{Diagnostics, Failure},
    site::Settings,
    source::Sources,
};

/// Reads the project's files, and reports those that can't be read.
///
/// # Errors
/// If there's no project in `root`.
pub(super) fn read(root: &Path, diagnostics: &mut Diagnostics) -> Result<Arc<Sources>, Failure> {
    Sources::load(root, diagnostics).map(Arc::new)
}

/// Reads the project's content, and reports its mistakes.
///
/// # Errors
/// As [`read`].
pub(super) fn decode(root: &Path, diagnostics: &mut Diagnostics) -> Result<Content, Failure> {
    let sources = read(root, diagnostics)?;
    let types = build::load_types(&sources, diagnostics);
    Ok(content::decode(&sources, &types, &DecodedTexts::default(), diagnostics))
}

/// The inputs of a build besides the files.
pub(super) fn settings(now: Option<Timestamp>, process: &ProcessContext) -> Settings {
    Settings { changed: process.changed(), ..Settings::at(now.unwrap_or(process.now)) }
}

/// The context of a build of this project.
pub(super) fn context(root: &Path, process: &ProcessContext) -> BuildContext {
    BuildContext::new(root, process.packages.clone())
}
