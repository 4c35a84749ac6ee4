//! Corrections made: in rounds, each tried before it counts, and nothing written until the end.

mod apply;
mod diff;
mod run;
mod write;

pub use diff::unified;
pub use run::{Corrected, Correction, FileChange, correct, is_corrected};
pub use write::write;
