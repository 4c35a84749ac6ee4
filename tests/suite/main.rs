//! The tests of the generator from outside, in one program: they run side by side, and are linked once.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that can't set itself up has nothing to say"
)]

mod agreement;
mod cache;
mod cases;
mod commands;
mod complete;
mod copy;
mod editor;
mod fix;
mod formats;
mod hosts;
mod init;
mod islands;
mod languages;
mod lsp;
mod messages;
mod modules;
mod names;
mod online;
mod pictures;
mod preview;
mod project;
mod properties;
mod publish;
mod random;
mod renamed;
mod scalars;
mod seasons;
mod specification;
mod styles;
mod translate;
mod types;
mod weeks;
mod words;

/// That of the program, which takes less time with many short strings than the system's does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
