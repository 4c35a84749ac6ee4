#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    warn(
        missing_docs,
        clippy::cast_lossless,
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]

pub mod decode;
pub mod diagnostic;
pub mod edit;
pub mod schema;

mod lookalikes;

pub use decode::{Item, Report, Spanned, value::DateOrder};
pub use schema::{
    Bounds, Data, Decoded, Field, Ids, Kind, Options, Presence, Rule, Scalar, Schema, Table, Translation,
    Variants, document, file,
};
