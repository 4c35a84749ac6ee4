//! What is wrong with a component, by path: without the ids of files, which differ between builds.

use serde::{Deserialize, Serialize};

use super::mapping::SourcePosition;

/// A mistake found while a component was rendered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RenderError {
    /// What is wrong, in a line.
    pub message: String,
    /// Where, if a line of the project is to blame.
    pub place: Option<SourcePosition>,
    /// What to say at that line.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
    /// True if it took so long that trying again with other props would hold up the build.
    pub endless: bool,
}

impl RenderError {
    pub fn new(message: impl Into<String>, place: Option<SourcePosition>) -> Self {
        Self { message: message.into(), place, label: String::new(), help: None, endless: false }
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }
}
