//! Addresses that type files state: of the page of each entry, and of files for programs.

use std::sync::Arc;

use super::types::ID;
use crate::{decode::value::kebab_case, paths::is_normal};

/// The address of each entry, or what was probably meant.
pub(super) fn of_each(path: &str) -> Result<Arc<str>, Arc<str>> {
    let folder = path.strip_suffix('/').and_then(|path| path.strip_suffix(ID));
    if folder.is_some_and(|folder| folder == "/" || folder.ends_with('/') && is_sound(folder)) {
        return Ok(path.into());
    }
    let parts = path.split('/').map(|part| if part.contains('{') { String::new() } else { kebab_case(part) });
    let folder: String = parts.filter(|part| !part.is_empty()).map(|part| format!("/{part}")).collect();
    Err(format!("{folder}/{ID}/").into())
}

/// True for what can be the address of a file: its name has an ending, by which hosts know what it is.
pub(super) fn is_of_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    is_sound(path) && name.trim_matches('.').contains('.')
}

/// True for lower-case letters, digits and hyphens between slashes.
fn is_sound(path: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "/-._~".contains(c);
    path.starts_with('/')
        && !path.contains("//")
        && path.chars().all(is_plain)
        && is_normal(path.trim_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_entries_ends_with_their_id() {
        for right in ["/{id}/", "/events/{id}/", "/blog/mot-cle/{id}/"] {
            assert_eq!(of_each(right).as_deref(), Ok(right));
        }
        let wrong = [
            ("/events/", "/events/{id}/"),
            ("events/{id}", "/events/{id}/"),
            ("/events/{slug}/", "/events/{id}/"),
            ("/Événements/{id}/", "/evenements/{id}/"),
            ("/{id}/events/", "/events/{id}/"),
            ("/a//{id}/", "/a/{id}/"),
            ("", "/{id}/"),
        ];
        for (wrong, meant) in wrong {
            assert_eq!(of_each(wrong).as_deref(), Err(&meant.into()), "{wrong}");
        }
    }

    #[test]
    fn an_address_of_a_file_has_an_ending() {
        assert!(is_of_file("/events/feed.xml") && is_of_file("/termine.ics"));
        for wrong in [
            "feed.xml",
            "/events/feed",
            "/events/feed.xml/",
            "/événements.ics",
            "/a/../b.ics",
            "/.ics",
            "/a.",
        ] {
            assert!(!is_of_file(wrong), "{wrong}");
        }
    }
}
