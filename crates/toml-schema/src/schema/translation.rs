//! The parts of a table that are said anew in each language.

use super::{Field, Kind};

/// Whether a value is said anew in each language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Translation {
    /// It is a text for readers, which another language needs in its own words.
    Needed,
    /// It may differ, such as a name, or a link to the page of another site in that language.
    Optional,
    /// It is a fact, which is the same in all languages.
    #[default]
    Never,
}

impl Field {
    /// Whether a single value of the field is said anew in each language. Tables and lists are asked about each of their parts.
    ///
    /// ```
    /// use toml_schema::{Field, Kind, Scalar, Translation};
    ///
    /// let title = Field::new("title", Kind::Scalar(Scalar::TEXT), "The title");
    /// assert_eq!(title.translation(), Translation::Needed);
    /// let day = Field::new("day", Kind::Scalar(Scalar::DATE), "The day");
    /// assert_eq!(day.translation(), Translation::Never);
    /// ```
    pub fn translation(&self) -> Translation {
        self.translate.unwrap_or(match &self.kind {
            Kind::Scalar(scalar) => scalar.0.translation,
            Kind::Picture(_) | Kind::Plural(_) | Kind::Table(_) | Kind::Variants(_) => Translation::Needed,
            Kind::Choice(_) | Kind::Ref(_) => Translation::Never,
        })
    }

    /// The same field, of which this is said of its translation.
    #[must_use]
    pub fn translated(self, translation: Translation) -> Self {
        Self { translate: Some(translation), ..self }
    }
}
