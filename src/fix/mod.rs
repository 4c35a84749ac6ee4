//! Corrections made: in rounds, each tried before it counts, and nothing written until the end.

mod apply;
mod diff;
mod run;
mod write;

pub use diff::{unified, unified_diff};
pub use run::{Corrected, FileChange, correct, is_corrected};
pub use write::write;
