//! From arguments to a project that is read and ready.

use std::{path::Path, sync::Arc};

use super::{Surroundings, arguments::Inputs};
use crate::{
    content, diagnostic::Diagnostics, failure::Failure, site::Settings, source::Sources, tools::Tools,
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

/// What the output depends on besides the files.
pub(super) fn settings(inputs: &Inputs, surroundings: &Surroundings) -> Settings {
    Settings {
        now: inputs.now.unwrap_or(surroundings.now),
        drafts: inputs.drafts,
        base_url: inputs.base_url.clone(),
    }
}

/// Where packages are, and where what is dear is kept.
pub(super) fn tools(root: &Path, surroundings: &Surroundings) -> Tools {
    Tools::new(root, surroundings.packages.clone())
}
