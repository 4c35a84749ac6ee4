//! Errors of the machine, which no editor can correct: a full disk, a missing permission, a missing tool.

use std::{fmt, io, path::Path};

/// The machine failed. Exit status 3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The message: what happened, and to what, in a line.
    pub message: String,
    /// The help, if there is something to do about it.
    pub help: Option<String>,
    /// True if the bundler isn't installed, without which pages can't be made.
    pub lacks_bundler: bool,
}

impl Failure {
    /// A failure with this message, without a help.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, lacks_bundler: false }
    }

    /// A failure to do something to a path: `Failure::io("write", path, &error)`.
    pub fn io(action: &str, path: &Path, error: &io::Error) -> Self {
        Self::new(format!("can't {action} {}: {error}", path.display()))
    }

    /// The bundler isn't installed.
    pub fn no_bundler(message: impl Into<String>) -> Self {
        Self { lacks_bundler: true, ..Self::new(message) }
    }

    /// Adds help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(formatter, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}

/// Logs that an unused file, or an empty folder, can't be removed: it only takes up space.
pub fn log_leftover(path: &Path, removed: io::Result<()>) {
    if let Err(error) = removed
        && !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::DirectoryNotEmpty)
    {
        log::info!("can't remove {}: {error}", path.display());
    }
}
