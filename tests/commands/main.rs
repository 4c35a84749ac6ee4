//! The command line from outside: what each command does, says and exits with.

#![expect(clippy::unwrap_used, reason = "a test that can't set itself up has nothing to say")]

#[path = "../copy/bundles.rs"]
mod bundles;
#[path = "../copy/mod.rs"]
mod copy;
mod determinism;
mod entries;
mod formats;
mod incremental;
mod init;
mod islands;
mod project;
#[path = "../copy/prompts.rs"]
mod prompts;
mod random_edits;
mod repeated;
mod scheduling;
mod status;
