//! The preview through the command, over real HTTP: what is shown, what is followed, what is refused.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that can't go on should stop"
)]

mod accounts;
mod attacks;
#[path = "../copy/bundles.rs"]
mod bundles;
#[path = "../copy/mod.rs"]
mod copy;
mod documents;
mod follow;
mod http;
mod killed;
mod large;
mod project;
mod random;
mod serve;
mod shown;
