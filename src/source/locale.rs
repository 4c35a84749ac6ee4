//! The language and country of a site, as its text says them before anything is decoded.

use toml::de::{DeTable, DeValue};

/// The file that names them, the only one that every project has.
pub const SITE: &str = "content/site.toml";

/// What the text of `content/site.toml` says of where the gym is, as it is written.
pub struct WrittenLocale {
    /// The tag of the language.
    pub language: Option<String>,
    /// The country of the address.
    pub country: Option<String>,
}

impl WrittenLocale {
    /// Reads as much of the text as is TOML.
    pub fn read(site: &str) -> Self {
        let (root, _) = DeTable::parse_recoverable(site);
        let text = |table: &DeTable<'_>, key: &str| match table.get(key)?.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => None,
        };
        let root = root.get_ref();
        let address = root.get("address").and_then(|address| address.get_ref().as_table());
        Self {
            language: text(root, "language"),
            country: address.and_then(|address| text(address, "country")),
        }
    }
}
