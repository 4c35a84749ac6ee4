//! The whole-output check and the publication of a site, from outside.
#![expect(clippy::unwrap_used, reason = "a test that can't set itself up has nothing to say")]

mod check;
mod disk;
mod kill;
mod random;
mod refused;
mod site;
mod steps;
