//! Names of fonts.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::{Value, text::is_file_name};
use crate::{
    decode::{Item, Report},
    diagnostic::{Applicability, Code, Diagnostic},
};

/// The name of a font below `content/fonts/`. That the file exists is checked when the styles are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FontFile(Arc<str>);

impl FontFile {
    /// The fallback for a name with a mistake; no file can have it.
    const FALLBACK: &'static str = "?";

    /// The folder of all fonts of a project.
    pub const FOLDER: &'static str = "content/fonts/";

    /// What their names end with.
    pub const EXTENSION: &'static str = ".woff2";

    /// Relative to [`FontFile::FOLDER`].
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True for the fallback of a name with a mistake, which was reported.
    pub fn is_fallback(&self) -> bool {
        &*self.0 == Self::FALLBACK
    }

    /// Relative to the root of the project.
    pub fn path(&self) -> String {
        format!("{}{}", Self::FOLDER, self.0)
    }
}

impl Value for FontFile {
    const EXPECTED: &'static str = "the name of a WOFF2 font in content/fonts, such as \"gym.woff2\"";
    const EXAMPLE: &'static str = "\"gym.woff2\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        if is_file_name(text) && !text.starts_with("content/") && text.ends_with(Self::EXTENSION) {
            return Some(Self(text.into()));
        }
        let name = text.rsplit(['/', '\\']).next().unwrap_or_default();
        let help = match name.ends_with(Self::EXTENSION) {
            true => format!("put the font into content/fonts and write \"{name}\""),
            false => {
                "save the font as WOFF2, which every browser reads and which takes half the bytes".to_owned()
            }
        };
        let message = format!("\"{text}\" is not the name of a font in content/fonts");
        report.push(Diagnostic::new(Code::Malformed, item.span, message).expected(Self::EXPECTED).help(help));
        if name.ends_with(Self::EXTENSION) {
            report.correct_text(item.span, name, Applicability::Certain);
        }
        None
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self(Self::FALLBACK.into())
    }

    fn schema() -> Json {
        json!({ "type": "string", "pattern": "\\.woff2$" })
    }
}
