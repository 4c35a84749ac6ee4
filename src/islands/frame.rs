//! Lines of components in the engine's stack traces. The bundle for the engine isn't minified, so that its lines are
//! nearly those of the components.

use serde::{Deserialize, Serialize};

use super::component::FOLDER;

/// A stack frame in a component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StackFrame {
    /// The file, relative to the root.
    pub path: String,
    pub function: String,
    /// The line that ran, as esbuild wrote it.
    pub code: String,
}

impl StackFrame {
    /// The first frame of the project in a stack of lines such as `    at BmiCalculator (server.js:120:14)`.
    pub fn first(stack: &str, server: &str) -> Option<Box<Self>> {
        stack.lines().find_map(|line| Self::read(line, server)).map(Box::new)
    }

    /// Reads a line of a stack. Returns `None` if it isn't in a file of the project.
    fn read(line: &str, server: &str) -> Option<Self> {
        let (function, place) = line.trim().strip_prefix("at ")?.split_once(" (")?;
        let number: usize = place.split(':').nth(1)?.parse().ok()?;
        // esbuild names each file in a comment above it.
        let comments = server.lines().take(number).filter_map(|line| line.strip_prefix("  // "));
        let files = comments.filter(|comment| !comment.contains(' '));
        let path = files.last().filter(|path| path.starts_with(FOLDER))?.to_owned();
        let code = server.lines().nth(number.checked_sub(1)?)?.trim().to_owned();
        Some(Self { path, function: function.to_owned(), code })
    }
}
