//! The tests of the generator from outside, in one program: they run side by side, and are linked once.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that can't set itself up has nothing to say"
)]

mod agreement;
mod branches;
mod cases;
mod commands;
mod complete;
mod copy;
mod correct;
mod documents;
mod example;
mod fix;
mod islands;
mod minimal;
mod mistakes;
mod modules;

mod pictures;
mod places;
mod practice;
mod preview;
mod properties;
mod publish;
mod published;
mod shipped;
mod specification;
mod styles;
mod theme;
mod types;
mod words;
