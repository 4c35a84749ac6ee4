//! gympress: a static site generator for gyms.
//!
//! A site is a pure function from a path to bytes. [`snapshot::prepare`] makes that function, an
//! [`snapshot::Snapshot`], from the files of a project; [`snapshot::Snapshot::file`] gives the file at one path, and
//! [`build::build_site`] those at all paths, checked as a whole. Data flows through the modules in the order of their
//! declarations.

// Content must not be able to stop the program: a slice can end within a character, and a number can be too great.
// What only `main` may ask of the machine is named in `.clippy.toml`.
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_lossless,
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        clippy::disallowed_methods,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]

pub mod diagnostic;
pub mod failure;
mod paths;
mod css;
mod file_write;
pub mod cache;
pub mod source;
mod country;
pub mod decode;
pub mod schema;
pub mod content;
mod formats;
pub mod site;
mod routes;
pub mod output;
mod timings;
mod esbuild;
pub mod assets;
mod search;
pub mod islands;
mod render;
pub mod context;
mod snapshot;
pub mod build;
pub mod fix;
mod rename;
mod preview;
pub mod cli;
