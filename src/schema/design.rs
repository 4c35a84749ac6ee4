//! `templates/design.toml`: the names that stylesheets have for what gympress writes into pages and reads of stylesheets.

use serde::Deserialize;

use super::type_file::{Result, syntax};
use crate::{
    diagnostic::{Diagnostics, FileId, Span, code, diagnostic},
    source::{Sources, layout::STYLE_NAMES},
};

/// The names of classes, stylesheets and custom properties of the theme.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StyleNames {
    /// The classes of the sections of a page, from the first one on; the last ones are those of all further sections.
    places: Vec<String>,
    /// The class of a heading with a long word; `{letters}` stands for the number of its letters.
    long_word: String,
    /// The class of a heading with marks above or below its letters.
    pub marked: String,
    pub colours: ColourNames,
}

/// The names of colours, and the stylesheets that declare them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColourNames {
    /// The stylesheet of dark pages, below `templates/`.
    pub dark: String,
    /// The stylesheet whose colours light pages have over these.
    pub light: String,
    pub behind: String,
    pub text: String,
    pub accent: String,
    pub alert: String,
}

impl StyleNames {
    /// The names of the theme, or of the project's own file; none if that can't be read, which is reported.
    pub fn read(sources: &Sources, diagnostics: &mut Diagnostics) -> Self {
        let Some((file, source)) = sources.text_at(&path()) else { return Self::default() };
        match parsed(file, &source.text) {
            Ok(names) => names,
            Err(mistake) => {
                diagnostics.push(*mistake);
                Self::default()
            }
        }
    }

    /// The classes of a section at this place of its page, counted from 0.
    pub fn place(&self, index: usize) -> &str {
        self.places.get(index).or(self.places.last()).map_or("", String::as_str)
    }

    /// The class of a heading whose longest word has so many letters.
    pub fn long_word(&self, letters: usize) -> String {
        self.long_word.replace("{letters}", &letters.to_string())
    }
}

fn path() -> String {
    format!("templates/{STYLE_NAMES}")
}

fn parsed(file: FileId, text: &str) -> Result<StyleNames> {
    toml::from_str(text).map_err(|error| {
        if toml::de::DeTable::parse(text).is_err() {
            return syntax(file, text, &error);
        }
        let at = error.span().map_or(Span::whole(file), |span| Span::new(file, span));
        Box::new(diagnostic!(code::TYPE, at, "{}", error.message();
            help: "write it as the theme does: `gympress theme eject {}` copies that", path()))
    })
}
