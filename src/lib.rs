//! gympress: a static site generator for gyms.
//!
//! A site is a pure function from a path to bytes. [`build::prepare`] makes that function, a
//! [`build::Snapshot`], from the files of a project; [`build::Snapshot::file`] gives the file at one path, and
//! [`build::build_site`] those at all paths, checked as a whole. Data flows through the modules in the order of their
//! declarations.

// Content must not be able to stop the program: a slice can end within a character, and a number can be too great.
// The functions of the machine that only `main` may call are listed in `.clippy.toml`.
#![warn(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::string_slice
)]

pub mod diagnostic;
pub mod source;
pub mod cache;
mod typography;
pub mod formats;
pub mod hosts;
pub mod schema;
pub mod content;
pub mod widgets;
pub mod site;
pub mod lint;
mod routes;
pub mod output;
pub mod assets;
pub mod islands;
mod markdown;
mod templates;
mod search;
pub mod check;
mod feeds;
pub mod publish;
pub mod build;
pub mod online;
pub mod edit;
mod editor;
mod preview;
pub mod lsp;
pub mod cli;

pub use preview::{AppFile, EditorApp};

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, even if a thread panicked while it held the lock: values are whole after each statement.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
