//! The types of single values that only sites have, a file each.

mod code;
mod font;
mod frame;
mod icon;
mod image;
mod old_path;
mod redirect;
mod weekday;

use toml_schema::Scalar;

pub use self::{
    code::CODE,
    font::FONT,
    frame::FRAME,
    icon::ICON,
    image::IMAGE,
    redirect::REDIRECT,
    weekday::{WEEKDAY, Weekday, days_meant_by},
};

const OWN: [Scalar; 8] = [WEEKDAY, ICON, IMAGE, FONT, REDIRECT, old_path::OLD_PATH, CODE, FRAME];

/// All scalars, in the order in which documentation lists them.
pub fn scalars() -> impl Iterator<Item = Scalar> {
    Scalar::ALL.into_iter().chain(OWN)
}

/// The scalar that type files call so.
pub fn scalar_named(name: &str) -> Option<Scalar> {
    scalars().find(|scalar| scalar.name() == name)
}
