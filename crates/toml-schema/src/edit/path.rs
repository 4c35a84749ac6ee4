//! Places of values by the keys and elements that lead to them.

use std::{fmt, ops::Deref};

use serde::{Deserialize, Serialize};

use super::places::BODY;

/// A step of a [`Path`]: a key, or the place of an element in a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PathStep {
    /// The key of a table.
    Key(String),
    /// The place in a list; the first is 0.
    At(usize),
}

/// The place of a value in a file: `["section", 2, "card", 0, "title"]`. In a page in Markdown, `["body"]` is what stands
/// below its TOML.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Path(Vec<PathStep>);

impl Path {
    /// True for the text below the TOML of a page in Markdown.
    pub fn is_body(&self) -> bool {
        matches!(self.0.as_slice(), [step] if step.is_key(BODY))
    }

    /// The path of what has this key, or stands at this place, in the value here.
    #[must_use]
    pub fn with(&self, step: impl Into<PathStep>) -> Self {
        self.0.iter().cloned().chain([step.into()]).collect()
    }

    pub(super) fn push(&mut self, step: PathStep) {
        self.0.push(step);
    }

    /// The path of the list, and the place in it, of an element.
    pub fn element(&self) -> Option<(Self, usize)> {
        match self.0.split_last()? {
            (PathStep::At(at), list) => Some((Self(list.to_vec()), *at)),
            (PathStep::Key(_), _) => None,
        }
    }

    /// The path of the table, and the key in it.
    pub(super) fn entry(&self) -> Option<(Self, &str)> {
        match self.0.split_last()? {
            (PathStep::Key(key), table) => Some((Self(table.to_vec()), key)),
            (PathStep::At(_), _) => None,
        }
    }

    pub(super) fn key_at(&self, index: usize) -> Option<&str> {
        match self.0.get(index)? {
            PathStep::Key(key) => Some(key),
            PathStep::At(_) => None,
        }
    }

    /// The keys, without the places in lists.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|step| match step {
            PathStep::Key(key) => Some(&**key),
            PathStep::At(_) => None,
        })
    }
}

impl PathStep {
    pub(super) fn is_key(&self, name: &str) -> bool {
        matches!(self, Self::Key(key) if key == name)
    }
}

impl Deref for Path {
    type Target = [PathStep];

    fn deref(&self) -> &[PathStep] {
        &self.0
    }
}

impl Extend<PathStep> for Path {
    fn extend<I: IntoIterator<Item = PathStep>>(&mut self, steps: I) {
        self.0.extend(steps);
    }
}

impl FromIterator<PathStep> for Path {
    fn from_iter<I: IntoIterator<Item = PathStep>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

impl From<&str> for PathStep {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<usize> for PathStep {
    fn from(at: usize) -> Self {
        Self::At(at)
    }
}

/// As people say it: `section 3, card 1, title`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            match step {
                PathStep::Key(key) if index > 0 => write!(f, ", {key}")?,
                PathStep::Key(key) => f.write_str(key)?,
                PathStep::At(at) => write!(f, " {}", at.saturating_add(1))?,
            }
        }
        Ok(())
    }
}
