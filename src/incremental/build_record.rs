//! What the last publication was made from, and what it left in its folder: a build that would do the same
//! again has nothing to do.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use url::Url;

use super::{Inputs, OutputSnapshot};
use crate::{
    context::BuildContext,
    diagnostic::Diagnostics,
    failure::Failure,
    file_stamp::RacyWindow,
    output::{
        check::References,
        publish::{OutFolder, Published, Staging},
    },
    site::BaseUrl,
};

/// The name under which receipts are kept.
const KIND: &str = "record";

/// An account of a publication after which nothing was left to do.
#[derive(Debug, Serialize, Deserialize)]
pub struct BuildRecord {
    /// From when the build began that published, until the same content gives another site.
    pub good: (Timestamp, Timestamp),
    /// What it left.
    pub left: OutputSnapshot,
    /// The address of the site, if files were kept for one more build.
    pub keeps: Option<String>,
    /// What that build said.
    pub said: Summary,
}

/// What a build says that finds no errors.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Warnings, in order.
    pub found: Diagnostics,
    /// How many pages there are.
    pub pages: usize,
    /// How many warnings there were, and that content allows them.
    pub counts: String,
}

impl BuildRecord {
    /// The record of a publication from the same into the same folder, if that still is what it was then.
    pub fn find(context: &BuildContext, inputs: &Inputs, now: Timestamp, out: &OutFolder) -> Option<Self> {
        let record: Self = context.store.load_packed(KIND, inputs.whole)?;
        let (from, until) = record.good;
        let is_good = from <= now && now < until && record.left.is_in(out);
        is_good.then_some(record)
    }

    /// Keeps it, as soon as what was left has settled.
    pub fn keep(&self, context: &BuildContext, inputs: &Inputs, window: RacyWindow) {
        context.store.save_packed_after(KIND, inputs.whole, self, || window.wait());
    }

    /// Does what was left for one more build: the files that were kept for it go.
    ///
    /// # Errors
    /// If they can't be removed.
    pub fn sweep(
        self,
        context: &BuildContext,
        inputs: &Inputs,
        out: &OutFolder,
    ) -> Result<Published, Failure> {
        let Self { good, left, keeps, said } = self;
        let base = keeps.and_then(|base| BaseUrl::new(&Url::parse(&base).ok()?));
        let Some(base) = base else {
            return Ok(Published { unchanged: left.files.len(), ..Published::default() });
        };
        // None of them is a page, so none refers to another.
        let published = Staging::open(out)?.publish_again(&References::none(&base))?;
        if let Some((left, window)) = left.again(out) {
            Self { good, left, keeps: None, said }.keep(context, inputs, window);
        }
        Ok(published)
    }
}
