//! What the last publication was made from, and what it left in its folder: a build that would do the same
//! again has nothing to do.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Inputs, Left};
use crate::{output::publish::OutFolder, tools::Tools};

/// The name under which receipts are kept.
const KIND: &str = "receipt";

/// An account of a publication after which nothing was left to say or to do.
#[derive(Debug, Serialize, Deserialize)]
pub struct Receipt {
    /// When the build began that published.
    from: Timestamp,
    /// When the same content gives another site.
    until: Timestamp,
    left: Left,
    /// What that build said.
    pub said: Said,
}

/// What a build says that finds nothing wrong.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Said {
    /// How many pages there are.
    pub pages: usize,
    /// How many warnings there were, and that content allows them.
    pub counts: String,
    /// A line for each post that was left out.
    pub held: String,
}

impl Receipt {
    /// The receipt of a publication from the same into the same folder, if that still is what it was then.
    pub fn find(tools: &Tools, inputs: &Inputs, now: Timestamp, out: &OutFolder) -> Option<Self> {
        let receipt: Self = tools.store.load_packed(KIND, inputs.whole)?;
        let is_good = receipt.from <= now && now < receipt.until && receipt.left.is_in(out);
        is_good.then_some(receipt)
    }

    /// Keeps what a publication left that was good from a time until another one.
    pub fn keep(
        tools: &Tools,
        inputs: &Inputs,
        (from, until): (Timestamp, Timestamp),
        left: Left,
        said: Said,
    ) {
        tools.store.save_packed(KIND, inputs.whole, &Self { from, until, left, said });
    }

    /// How many files the site has.
    pub fn files(&self) -> usize {
        self.left.files.len()
    }
}
