//! Addresses, in the order of the language: from the street to the country, or from the country to the street.

use crate::{
    content::Address,
    schema::decode::value::{Language, Text},
};

/// The order in which a language has the parts of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// `Storgata 42, 0552 Oslo, Norge`
    CodeFirst,
    /// `42 High Street, Leeds LS1 4DY, England`
    CodeLast,
    /// `〒530-0005 大阪市北区中之島1丁目`
    LargeFirst {
        /// What stands before the postal code.
        mark: &'static str,
        /// What stands between the parts.
        space: &'static str,
    },
}

/// An address as visitors read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Its lines; none if content has no address.
    pub lines: Vec<String>,
    /// The city with its postal code.
    pub town: Option<String>,
    /// What is within the city.
    pub street: Option<String>,
    /// True if it runs from the country to the street.
    pub large_first: bool,
}

impl Lines {
    /// All of it in a line; empty if content has none.
    pub fn line(&self) -> String {
        self.lines.join(if self.large_first { " " } else { ", " })
    }
}

impl Order {
    pub fn new(language: &Language) -> Self {
        let id = &language.locale().id;
        let region = id.region.map(|region| region.as_str().to_owned());
        match (id.language.as_str(), region.as_deref()) {
            ("ja", _) => Self::LargeFirst { mark: "〒", space: "" },
            ("zh", _) => Self::LargeFirst { mark: "", space: "" },
            ("ko", _) => Self::LargeFirst { mark: "", space: " " },
            ("en", _) | (_, Some("BR")) => Self::CodeLast,
            _ => Self::CodeFirst,
        }
    }

    pub fn lines(self, address: &Address) -> Lines {
        let text = |text: &Option<Text>| text.as_ref().map(|text| text.as_str().to_owned());
        let (street, area, city) = (text(&address.street), text(&address.area), text(&address.city));
        let (code, country) = (text(&address.postcode), text(&address.country));
        let (lines, town, street, large_first) = match self {
            Self::LargeFirst { mark, space } => {
                let code =
                    code.map(|code| if code.starts_with(mark) { code } else { format!("{mark}{code}") });
                let street = joined([area, street], space);
                let rest = joined([country, city.clone(), street.clone()], space);
                (vec![code, rest], city, street, true)
            }
            Self::CodeFirst | Self::CodeLast => {
                let parts = if self == Self::CodeFirst { [code, city] } else { [city, code] };
                let town = joined(parts, " ");
                let within = joined([street.clone(), area.clone()], ", ");
                (vec![street, area, joined([town.clone(), country], ", ")], town, within, false)
            }
        };
        Lines { lines: lines.into_iter().flatten().collect(), town, street, large_first }
    }
}

/// The parts that there are; `None` if there is none.
fn joined<const PARTS: usize>(parts: [Option<String>; PARTS], between: &str) -> Option<String> {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(between))
}
