//! The name of a folder of pictures in `content/images`.

use std::sync::Arc;

use serde_json::json;
use toml_schema::Scalar;

use crate::schema::decode::{
    IMAGES,
    value::{ImageFile, ScalarDecoder, ScalarError, ScalarRule, no_reference},
};

/// The name of a folder of pictures. That it is there is checked when all files are known.
pub const FOLDER: Scalar = Scalar(&ScalarRule {
    name: "folder",
    expected: "the name of a folder of content/images in quotes, such as \"open-day\"",
    plural: "names of folders",
    example: "\"open-day\"",
    decoder: ScalarDecoder::Text { check: folder, fallback: "?", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "^[^\\\\/:]+(/[^\\\\/:]+)*$" }),
    ..ScalarRule::PLAIN
});

fn folder(text: &str) -> Result<Arc<str>, ScalarError> {
    let path = text.replace('\\', "/");
    let name = path.trim_start_matches("./").trim_matches('/');
    let below = [IMAGES, "images/", "content/"].iter().find_map(|above| name.strip_prefix(above));
    let intended = below.unwrap_or(name);
    let is_all = name == IMAGES.trim_end_matches('/');
    match ImageFile::new(intended).filter(|_| !is_all) {
        Some(_) if intended == text => Ok(text.into()),
        Some(_) => {
            let misread = ScalarError::new(format!("folders are named from {IMAGES} on"));
            Err(misread.help(format!("write \"{intended}\"")).certainly(intended))
        }
        None => {
            let misread = ScalarError::new(format!("\"{text}\" is not the name of a folder of {IMAGES}"));
            Err(misread.help("put the pictures into a folder of content/images, and write its name"))
        }
    }
}
