//! From arguments to a project that is read and ready.

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

/// The project's texts, with whatever was wrong with reading them.
///
/// # Errors
/// If there's no project in `root`.
pub(super) fn read(root: &Path, diagnostics: &mut Diagnostics) -> Result<Arc<Sources>, Failure> {
    Sources::load(root, diagnostics).map(Arc::new)
}

/// The project's content, with whatever is wrong with it.
///
/// # Errors
/// As [`read`].
pub(super) fn decode(root: &Path, diagnostics: &mut Diagnostics) -> Result<Content, Failure> {
    let sources = read(root, diagnostics)?;
    let types = build::load_types(&sources, diagnostics);
    Ok(content::decode(&sources, &types, &DecodedTexts::default(), diagnostics))
}

/// What the output depends on besides the files.
pub(super) fn settings(now: Option<Timestamp>, process: &ProcessContext) -> Settings {
    Settings { changed: process.changed(), ..Settings::at(now.unwrap_or(process.now)) }
}

/// The context of a build of this project.
pub(super) fn context(root: &Path, process: &ProcessContext) -> BuildContext {
    BuildContext::new(root, process.packages.clone())
}
