//! The name of a picture in `content/images`.

use std::sync::Arc;

use serde_json::json;
use toml_schema::Scalar;

use super::is_elsewhere;
use crate::schema::decode::{
    Reference,
    value::{DraftValue, ImageFile, ScalarDecoder, ScalarError, ScalarRule},
};

/// The name of a picture. That the file exists is checked when all files are known.
pub const IMAGE: Scalar = Scalar(&ScalarRule {
    name: "image",
    expected: "the name of a picture in content/images, such as \"boxing.jpg\"",
    plural: "names of pictures",
    example: "\"boxing.jpg\"",
    decoder: ScalarDecoder::Text {
        check: image,
        fallback: "?",
        reference: |name| ImageFile::new(name).map(Reference::File),
    },
    json: || json!({ "type": "string" }),
    draft: DraftValue::File,
    ..ScalarRule::PLAIN
});

fn image(text: &str) -> Result<Arc<str>, ScalarError> {
    if ImageFile::new(text).is_some() {
        return Ok(text.into());
    }
    let misread = ScalarError::new(format!("\"{text}\" is not the name of a picture in content/images"));
    let name = text.rsplit(['/', '\\']).next();
    let path = text.replace('\\', "/");
    let below = path.split_once("images/").map(|(_, below)| below);
    let name = below.or(name).filter(|name| ImageFile::new(name).is_some());
    Err(match name {
        _ if is_elsewhere(text) => {
            misread.help("save the picture as a file in content/images, and write its name")
        }
        Some(name) => {
            misread.help(format!("put the picture into content/images and write \"{name}\"")).certainly(name)
        }
        None => misread.help("put the picture into content/images and write its name"),
    })
}
