//! What pages refer to and isn't a page: pictures, styles and fonts, under names with their content's hash.

mod compressed;
mod graphics;
mod pictures;
pub mod styles;

pub use compressed::Compression;
pub use graphics::{Graphic, graphics};
pub use pictures::{
    Format, Picture, Pictures, Progress, Purpose, Told, Variant,
    cards::{self, Card, Cards},
};
