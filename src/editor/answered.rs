//! The changes that were made, by the numbers of the requests for them: an app that got no answer asks again under the same number,
//! and gets the answer of the first time.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::answers::FileVersion;

/// The most changes that are remembered. An app asks for one after the other, so that only its last one can lack an answer.
const MOST: usize = 100;

/// The changes that were made last, the newest at the end.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct AnsweredRequests(VecDeque<AnsweredRequest>);

/// A change, and the versions that it made of the files that it touched.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct AnsweredRequest {
    number: u64,
    versions: BTreeMap<String, FileVersion>,
}

impl AnsweredRequests {
    /// The versions that a change made; `None` if it wasn't made yet.
    pub fn versions_of(&self, number: u64) -> Option<&BTreeMap<String, FileVersion>> {
        self.0.iter().find(|answered| answered.number == number).map(|answered| &answered.versions)
    }

    /// Remembers the answer to a request.
    pub fn remember(&mut self, number: u64, versions: BTreeMap<String, FileVersion>) {
        self.0.push_back(AnsweredRequest { number, versions });
        if self.0.len() > MOST {
            self.0.pop_front();
        }
    }
}
