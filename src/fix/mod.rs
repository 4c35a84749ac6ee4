//! Corrections made: in rounds, each tried before it counts, and nothing written until the end.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod apply;
mod diff;
mod run;
mod write;

pub use diff::unified;
pub use run::{Change, Corrected, Correction, Inputs, correct};
pub use write::{write, write_new};
