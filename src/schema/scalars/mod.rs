//! The types of single values that only sites have, a file each.

mod code;
mod film;
mod folder;
mod font;
mod frame;
mod icon;
mod image;
mod link;
mod old_path;
mod redirect;
mod target;
mod weekday;

use minijinja::Value;
use toml_schema::{Data, Scalar, schema::OwnValue};

pub use self::{
    code::CODE,
    film::{CAPTIONS, FILM},
    folder::FOLDER,
    font::FONT,
    frame::FRAME,
    icon::ICON,
    image::IMAGE,
    link::{Channel, LINK, Link},
    redirect::REDIRECT,
    target::{Destination, TARGET},
    weekday::{WEEKDAY, header_of_days},
};
use crate::formats::{Formats, Weekday};

const OWN: &[Scalar] = &[
    LINK,
    TARGET,
    WEEKDAY,
    ICON,
    IMAGE,
    FOLDER,
    FILM,
    CAPTIONS,
    FONT,
    REDIRECT,
    old_path::OLD_PATH,
    CODE,
    FRAME,
];

/// True for the address of a file that the project doesn't have: the name in it is that of no file of content.
fn is_elsewhere(address: &str) -> bool {
    ["data:", "http:", "https:", "//"].iter().any(|start| address.starts_with(start))
}

/// The values that pages show otherwise than content writes them.
const SHOWN: &[fn(&Data, &Formats) -> Option<ShownValue>] = &[show::<Weekday>];

/// A value as pages show it.
pub struct ShownValue {
    pub text: String,
    /// The further forms, by the names that templates have for them.
    pub forms: Vec<(&'static str, Value)>,
}

/// A value of its own that pages show otherwise than content writes it.
pub trait ShowValue: OwnValue {
    /// The value in the language of the site.
    fn shown(&self, formats: &Formats) -> ShownValue;
}

fn show<V: ShowValue>(data: &Data, formats: &Formats) -> Option<ShownValue> {
    data.own::<V>().map(|value| value.shown(formats))
}

/// The value as pages show it; `None` where that is as content writes it.
pub fn shown(data: &Data, formats: &Formats) -> Option<ShownValue> {
    SHOWN.iter().find_map(|show| show(data, formats))
}

/// All scalars, in the order in which documentation lists them.
pub fn scalars() -> impl Iterator<Item = Scalar> {
    Scalar::ALL.into_iter().chain(OWN.iter().copied())
}

/// The scalar that type files call so.
pub fn scalar_named(name: &str) -> Option<Scalar> {
    scalars().find(|scalar| scalar.name() == name)
}
