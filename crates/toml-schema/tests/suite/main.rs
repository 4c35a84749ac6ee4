#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test that can't set itself up has nothing to say"
)]

mod cases;
mod edit_properties;
mod edits;
mod offers;
mod parts;
mod properties;
#[path = "../../../../tests/suite/random.rs"]
mod random;
mod schema;
