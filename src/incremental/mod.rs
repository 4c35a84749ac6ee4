//! What was published last, so that a build does only what changed: nothing at all ([`BuildRecord`]), or the pages that
//! come out otherwise ([`Pages`]).

mod inputs;
mod output_snapshot;
mod pages;
mod reads;
mod build_record;

pub use build_record::{BuildRecord, Summary};
pub use inputs::BuildInputs;
pub use output_snapshot::OutputSnapshot;
pub use pages::{CachedPages, GatheredInputs, InputsOf, KnownPage, KnownSite, NewPage, Pages};
