//! What the last publication was made from, and what it left in its folder: a build that would do the same
//! again has nothing to do.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use url::Url;

use super::{Inputs, Left};
use crate::{
    diagnostic::Diagnostics,
    failure::Failure,
    output::{
        check::References,
        publish::{OutFolder, Published, Staging},
    },
    site::BaseUrl,
    stamp::Settling,
    tools::Tools,
};

/// The name under which receipts are kept.
const KIND: &str = "receipt";

/// An account of a publication after which nothing was left to do.
#[derive(Debug, Serialize, Deserialize)]
pub struct Receipt {
    /// From when the build began that published, until the same content gives another site.
    pub good: (Timestamp, Timestamp),
    /// What it left.
    pub left: Left,
    /// The address of the site, if files were kept for one more build.
    pub keeps: Option<String>,
    /// What that build said.
    pub said: Said,
}

/// What a build says that finds no errors.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Said {
    /// Warnings, in order.
    pub found: Diagnostics,
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
        let (from, until) = receipt.good;
        let is_good = from <= now && now < until && receipt.left.is_in(out);
        is_good.then_some(receipt)
    }

    /// Keeps it, as soon as what was left has settled.
    pub fn keep(&self, tools: &Tools, inputs: &Inputs, settling: Settling) {
        tools.store.save_packed_after(KIND, inputs.whole, self, || settling.wait());
    }

    /// Does what was left for one more build: the files that were kept for it go.
    ///
    /// # Errors
    /// If they can't be removed.
    pub fn sweep(self, tools: &Tools, inputs: &Inputs, out: &OutFolder) -> Result<Published, Failure> {
        let Self { good, left, keeps, said } = self;
        let base = keeps.and_then(|base| BaseUrl::new(&Url::parse(&base).ok()?));
        let Some(base) = base else {
            return Ok(Published { unchanged: left.files.len(), ..Published::default() });
        };
        // None of them is a page, so none refers to another.
        let published = Staging::open(out)?.publish_again(&References::none(&base))?;
        if let Some((left, settling)) = left.again(out) {
            Self { good, left, keeps: None, said }.keep(tools, inputs, settling);
        }
        Ok(published)
    }
}
