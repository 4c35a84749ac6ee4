//! TOML files of a project, read by the crate `toml-schema`.

pub use toml_schema::decode::*;

/// The types of single values.
pub mod value {
    pub use toml_schema::decode::value::*;

    pub use crate::country::Country;
}
