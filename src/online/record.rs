//! The record of the last publication of a project: for the words of the next one, and for the editor.

use std::{collections::BTreeMap, fs, path::Path};

use serde::{Deserialize, Serialize};

use super::write_private;
use crate::diagnostic::Failure;

/// The file in the folder of a project's memory.
const FILE: &str = "last.json";

/// The most bytes of content that are kept; a larger site is published without the words of what has changed since.
const MOST_TEXT: usize = 16 << 20;

/// The record of the last publication that did something.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PublishRecord {
    /// The time in words, at the gym.
    pub at: String,
    /// The texts of content, by the paths of their files; `None` if they are too long.
    pub texts: Option<BTreeMap<String, String>>,
}

impl PublishRecord {
    /// The record in the folder of a project's memory. Returns `None` if there is none that can be read.
    pub fn read(memory: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(memory.join(FILE)).ok()?).ok()
    }

    /// Writes it there.
    ///
    /// # Errors
    /// If the system doesn't let us.
    pub fn write(mut self, memory: &Path) -> Result<(), Failure> {
        self.texts = self.texts.filter(|texts| texts.values().map(String::len).sum::<usize>() <= MOST_TEXT);
        let at = memory.join(FILE);
        let json = serde_json::to_vec(&self).map_err(|error| Failure::new(error.to_string()))?;
        write_private(memory, FILE, &json).map_err(|error| Failure::io("write", &at, &error))
    }
}
