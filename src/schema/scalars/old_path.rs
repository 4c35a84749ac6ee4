//! A path at which the site had a page.

use std::sync::Arc;

use percent_encoding::percent_decode_str;
use serde_json::json;
use toml_schema::Scalar;

use super::link::with_last_slash;
use crate::{
    schema::decode::value::{ScalarDecoder, ScalarError, ScalarRule, no_reference},
    source::paths::is_normal,
};

/// A path at which the site had a page, or all paths below one.
pub const OLD_PATH: Scalar = Scalar(&ScalarRule {
    name: "old-path",
    expected: "a path of the site without #, such as \"/timetable/\", or all below one: \"/author/*\"",
    plural: "paths of the site",
    example: "\"/timetable/\"",
    decoder: ScalarDecoder::Text { check: old_path, fallback: "", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "^/." }),
    ..ScalarRule::PLAIN
});

fn old_path(text: &str) -> Result<Arc<str>, ScalarError> {
    let decoded = percent_decode_str(text).decode_utf8();
    let decoded = decoded.as_deref().unwrap_or_default();
    let (path, query) = decoded.split_once('?').map_or((decoded, None), |(path, query)| (path, Some(query)));
    // `/author/*` stands for all paths below a folder.
    if let Some(folder) = text.strip_suffix('*').filter(|folder| folder.len() > 1 && folder.ends_with('/')) {
        return old_path(folder)
            .map(|folder| format!("{folder}*").into())
            .map_err(|_| ScalarError::new(format!("\"{text}\" is not the path of a folder")));
    }
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
    let intended = with_last_slash(&format!("/{bare}"));
    if !is_normal(bare) || !bare.chars().all(is_valid) {
        return Err(misread);
    }
    let is_cut = text.contains(['?', '#', '*']);
    Err(if is_cut { misread.probably(&*intended) } else { misread.certainly(&*intended) })
}

/// True for pairs of a key and a value, as in `p=12&lang=en`.
fn is_query(query: &str) -> bool {
    for pair in query.split('&') {
        let (key, value) = pair.split_once('=').unwrap_or_default();
        if key.is_empty() || value.is_empty() {
            return false;
        }
    }
    query.chars().all(|c| is_valid(c) && !c.is_whitespace())
}

/// False for what no disk or list of redirects can hold.
fn is_valid(c: char) -> bool {
    !c.is_control() && !"\\*\"<>|:%#?".contains(c)
}
