//! The record of the last build: its inputs and its output. A build with the same inputs and an untouched output has
//! nothing to do.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use url::Url;

use super::{BuildInputs, OutputSnapshot};
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

/// The kind of records in the cache.
const KIND: &str = "record";

/// A build that succeeded.
#[derive(Debug, Serialize, Deserialize)]
pub struct BuildRecord {
    /// From the start of that build until the moment at which the same content gives another site.
    pub valid: (Timestamp, Timestamp),
    /// The output after it.
    pub output: OutputSnapshot,
    /// The base URL, if there are files that are to be removed by the next build.
    pub expiring: Option<String>,
    /// Its result as shown to people.
    pub summary: Summary,
}

/// The result of a build without errors.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Warnings, in order.
    #[serde(skip)]
    pub diagnostics: Diagnostics,
    /// The number of pages.
    pub pages: usize,
    /// The line with the number of warnings, shown and allowed.
    pub counts: String,
}

impl BuildRecord {
    /// The record of a build with the same inputs into the same folder. Returns `None` if there is none, if it is too old,
    /// or if the folder was changed since.
    pub fn find(
        context: &BuildContext,
        inputs: &BuildInputs,
        now: Timestamp,
        out: &OutFolder,
    ) -> Option<Self> {
        let record: Self = context.cache.load_packed(KIND, inputs.whole)?;
        let (from, until) = record.valid;
        let is_current = from <= now && now < until && record.output.is_in(out);
        is_current.then_some(record)
    }

    /// Saves it once no file of the output can change unnoticed any more.
    pub fn save(&self, context: &BuildContext, inputs: &BuildInputs, window: RacyWindow) {
        // Only a build that found nothing can be left out.
        if !self.summary.diagnostics.is_empty() {
            return;
        }
        context.cache.save_packed_after(KIND, inputs.whole, self, || window.wait());
    }

    /// Removes the expiring files.
    ///
    /// # Errors
    /// If they can't be removed.
    pub fn remove_expiring(
        self,
        context: &BuildContext,
        inputs: &BuildInputs,
        out: &OutFolder,
    ) -> Result<Published, Failure> {
        let Self { valid, output, expiring, summary } = self;
        let base = expiring.and_then(|base| BaseUrl::new(&Url::parse(&base).ok()?));
        let Some(base) = base else {
            return Ok(Published { unchanged: output.files.len(), ..Published::default() });
        };
        // None of them is a page, so none refers to another.
        let published = Staging::open(out)?.publish_without_expiring(&References::none(&base))?;
        if let Some((output, window)) = output.with_new_manifest(out) {
            Self { valid, output, expiring: None, summary }.save(context, inputs, window);
        }
        Ok(published)
    }
}
