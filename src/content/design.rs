//! How the site looks, as `content/site.toml` chooses it.

use gympress_derive::View;
use serde::Deserialize;

use crate::schema::{
    Data, Name, Table, choice_view,
    decode::{Spanned, value::FontFile},
};

#[derive(Debug, View)]
pub struct Design {
    pub scheme: Scheme,
    /// The typeface of headings, by the name of its file in the theme.
    pub headings: Name,
    pub headings_file: Option<Spanned<FontFile>>,
    /// The size of its letters, in percent of what headings have otherwise.
    pub headings_size: Option<u32>,
    /// The typeface of everything else, by the name of its file in the theme.
    pub text: Name,
    pub text_file: Option<Spanned<FontFile>>,
}

/// Which colours pages have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scheme {
    /// Light text on dark surfaces: those of `templates/styles/colours.css`.
    #[default]
    Dark,
    /// Dark text on light surfaces.
    Light,
    /// What the visitor's device is set to.
    Auto,
}

choice_view!(Scheme);

/// The stylesheets that the choices of the table `[design]` of a gym add to the base sheet, in the order of its fields:
/// `corners = "round"` adds `styles/design/corners-round.css`. Those that don't exist add nothing.
pub fn design_sheets(gym: &Table) -> Vec<String> {
    let Some(Data::Table(design)) = gym.get("design").map(|design| &design.value) else { return Vec::new() };
    let choice = |(name, value): (&Name, &Spanned<Data>)| {
        Some(format!("styles/design/{name}-{}.css", value.value.as_word()?))
    };
    design.iter().filter_map(choice).collect()
}
