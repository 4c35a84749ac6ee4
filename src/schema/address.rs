//! Addresses that type files state: of the page of each entry, and of files for programs.

use std::sync::Arc;

use super::types::ID;
use crate::{schema::decode::value::kebab_case, source::paths::is_address};

/// The address of each entry, or what was probably intended.
pub(super) fn of_each(path: &str) -> Result<Arc<str>, Arc<str>> {
    let folder = path.strip_suffix('/').and_then(|path| path.strip_suffix(ID));
    if folder.is_some_and(|folder| folder.ends_with('/') && is_address(folder)) {
        return Ok(path.into());
    }
    let parts = path.split('/').map(|part| if part.contains('{') { String::new() } else { kebab_case(part) });
    let folder: String = parts.filter(|part| !part.is_empty()).map(|part| format!("/{part}")).collect();
    Err(format!("{folder}/{ID}/").into())
}

/// True for what can be the address of a file: its name has an ending, by which hosts know what it is.
pub(super) fn is_of_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    is_address(path) && name.trim_matches('.').contains('.')
}
