//! The files that pages refer to: pictures, styles and fonts, named by a hash of their content.

mod films;
mod graphics;
mod names;
mod pictures;
mod soundness;
mod static_files;
pub mod styles;
pub mod widget_files;

pub use films::{film_path, films};
pub use graphics::graphics;
pub use pictures::{
    IconKind, OnProgress, Picture, PictureFormat, Pictures, Progress, Variant,
    cards::{self, Card, Cards},
    focus, upload_error,
};
pub use static_files::static_files;
