//! TOML files of a project, read by the crate `toml-schema`, and the types of single values that only sites have.

use std::sync::Arc;

use percent_encoding::percent_decode_str;
use serde_json::json;
use toml_schema::Scalar;
pub use toml_schema::decode::*;

use self::value::{Form, LINK, ScalarError, ScalarRule, URL, link, no_reference, with_last_slash};
use crate::source::paths::is_normal;

/// The types of single values.
pub mod value {
    pub use toml_schema::decode::value::*;
    /// The name of a picture or font. That the file exists is checked when all files are known.
    pub use toml_schema::decode::value::{FileName as FontFile, FileName as ImageFile};

    pub use crate::schema::country::Country;
}

pub const IMAGES: &str = "content/images/";
pub const FONTS: &str = "content/fonts/";
/// What the names of fonts end with.
pub const FONT_EXTENSION: &str = ".woff2";

pub const IMAGE: Scalar = Scalar(&IMAGE_ROW);
pub const FONT: Scalar = Scalar(&FONT_ROW);
pub const ICON: Scalar = Scalar(&ICON_ROW);
/// Where a redirect leads. Unlike other links it is followed from one redirect to the next, to find circles from dead ends.
pub const REDIRECT: Scalar = Scalar(&REDIRECT_ROW);
const OLD_PATH: Scalar = Scalar(&OLD_PATH_ROW);
/// What a service offers to be copied into pages.
pub const CODE: Scalar = Scalar(&CODE_ROW);
/// What is shown in a frame.
pub const FRAME: Scalar = Scalar(&FRAME_ROW);

/// All scalars, in the order in which documentation lists them.
pub fn scalars() -> impl Iterator<Item = Scalar> {
    Scalar::ALL.into_iter().chain([ICON, IMAGE, FONT, REDIRECT, OLD_PATH, CODE, FRAME])
}

/// The scalar that type files call so.
pub fn scalar_named(name: &str) -> Option<Scalar> {
    scalars().find(|scalar| scalar.name() == name)
}

static IMAGE_ROW: ScalarRule = ScalarRule {
    name: "image",
    expected: "the name of a picture in content/images, such as \"boxing.jpg\"",
    plural: "names of pictures",
    example: "\"boxing.jpg\"",
    form: Form::Text {
        check: image,
        fallback: "?",
        reference: |name| value::ImageFile::new(name).map(Reference::File),
    },
    json: || json!({ "type": "string" }),
};

fn image(text: &str) -> Result<Arc<str>, ScalarError> {
    if value::ImageFile::new(text).is_some() {
        return Ok(text.into());
    }
    let misread = ScalarError::new(format!("\"{text}\" is not the name of a picture in content/images"));
    let name = text.rsplit(['/', '\\']).next().filter(|name| !name.is_empty());
    let path = text.replace('\\', "/");
    let below = path.split_once("images/").map(|(_, below)| below);
    Err(match below.or(name) {
        _ if text.starts_with("data:") => {
            misread.help("save the picture as a file in content/images, and write its name")
        }
        Some(name) => {
            misread.help(format!("put the picture into content/images and write \"{name}\"")).certainly(name)
        }
        None => misread.help("put the picture into content/images and write its name"),
    })
}

static FONT_ROW: ScalarRule = ScalarRule {
    name: "font",
    expected: "the name of a WOFF2 font in content/fonts, such as \"gym.woff2\"",
    plural: "names of fonts",
    example: "\"gym.woff2\"",
    form: Form::Text { check: font, fallback: "?", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "\\.woff2$" }),
};

fn font(text: &str) -> Result<Arc<str>, ScalarError> {
    let is_font = text.ends_with(FONT_EXTENSION);
    if value::FontFile::new(text).is_some() && !text.starts_with("content/") && is_font {
        return Ok(text.into());
    }
    let misread = ScalarError::new(format!("\"{text}\" is not the name of a font in content/fonts"));
    let name = text.rsplit(['/', '\\']).next().unwrap_or_default();
    Err(if is_font {
        misread.help(format!("put the font into content/fonts and write \"{name}\"")).certainly(name)
    } else {
        misread.help("save the font as WOFF2, which every browser reads and which takes half the bytes")
    })
}

static ICON_ROW: ScalarRule = ScalarRule {
    name: "icon",
    expected: "the name of an icon in quotes, such as \"clock\"",
    plural: "names of icons",
    example: "\"clock\"",
    form: Form::Text { check: |text| Ok(text.into()), fallback: "...", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "\\S" }),
};

static REDIRECT_ROW: ScalarRule = ScalarRule {
    name: "redirect-target",
    form: Form::Text { check: link, fallback: "/", reference: no_reference },
    ..LINK
};

static OLD_PATH_ROW: ScalarRule = ScalarRule {
    name: "old-path",
    expected: "a path of the site without #, such as \"/timetable/\", or all below one: \"/author/*\"",
    plural: "paths of the site",
    example: "\"/timetable/\"",
    form: Form::Text { check: old_path, fallback: "", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "^/." }),
};

static CODE_ROW: ScalarRule = ScalarRule {
    name: "code",
    expected: "the code that a service offers to be copied, such as '<script src=\"https://widgets.example/widget.js\"></script>'",
    plural: "codes of services",
    example: "'<script src=\"https://widgets.example/widget.js\"></script>'",
    form: Form::Text { check: |text| Ok(text.into()), fallback: "", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "\\S" }),
};

static FRAME_ROW: ScalarRule = ScalarRule {
    name: "frame",
    expected: "the address of a page for a frame, with https://, such as \"https://calendly.com/iron-house/first-class\"",
    plural: "addresses for frames",
    example: "\"https://calendly.com/iron-house/first-class\"",
    ..URL
};

fn old_path(text: &str) -> Result<Arc<str>, ScalarError> {
    let decoded = percent_decode_str(text).decode_utf8();
    let decoded = decoded.as_deref().unwrap_or_default();
    let (path, query) = decoded.split_once('?').map_or((decoded, None), |(path, query)| (path, Some(query)));
    // All of a folder.
    if let Some(folder) = text.strip_suffix('*').filter(|folder| folder.len() > 1 && folder.ends_with('/')) {
        return old_path(folder)
            .map(|folder| format!("{folder}*").into())
            .map_err(|_| ScalarError::new(format!("\"{text}\" is not the path of a folder")));
    }
    // What no disk or list of redirects can hold is left out.
    let is_valid = |c: char| !c.is_control() && !"\\*\"<>|:%#?".contains(c);
    let is_pair = |pair: &str| matches!(pair.split_once('='), Some((key, value)) if !key.is_empty() && !value.is_empty());
    let is_query = |query: &str| {
        query.split('&').all(is_pair) && query.chars().all(|c| is_valid(c) && !c.is_whitespace())
    };
    let inner = path.trim_matches('/');
    let is_path = is_normal(inner) || inner.is_empty() && query.is_some();
    let is_local = path.starts_with('/') && !path.starts_with("//");
    if is_local && is_path && path.chars().all(is_valid) && query.is_none_or(is_query) {
        return Ok(with_last_slash(decoded));
    }
    let misread = ScalarError::new(format!("\"{text}\" is not the path of a page"));
    // A whole address, as one copies it.
    let behind_host = text.split_once("://").and_then(|(_, rest)| rest.get(rest.find('/')?..));
    if let Some(Ok(path)) = behind_host.filter(|_| text.starts_with("http")).map(old_path) {
        return Err(misread.certainly(&*path));
    }
    let bare = text.split(['?', '#', '*']).next().unwrap_or_default().trim_matches('/');
    let intended = format!("/{bare}/");
    if bare.is_empty() || bare.contains([':', '%']) {
        return Err(misread);
    }
    Err(if text.contains(['?', '#', '*']) { misread.probably(intended) } else { misread.certainly(intended) })
}
