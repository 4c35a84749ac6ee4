//! What pages refer to and isn't a page: pictures, styles and fonts, under names with their content's hash.

mod graphics;
mod names;
mod passed;
mod pictures;
mod soundness;
pub mod styles;
pub mod widget_files;

pub use graphics::graphics;
pub use passed::passed;
pub use pictures::{
    Format, IconKind, OnProgress, Picture, Pictures, Progress, Variant,
    cards::{self, Card, Cards},
    focus,
};
