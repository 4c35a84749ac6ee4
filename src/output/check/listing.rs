//! The site's own addresses in sitemaps, feeds, manifests and other texts for programs.

use super::base::Base;

/// Where an address ends in XML, JSON or plain text.
const END: [char; 13] = [' ', '\t', '\r', '\n', '"', '\'', '<', '>', '&', ')', ']', '\\', '`'];

/// Calls `found` with each address in `text` that starts with the base.
pub(super) fn addresses(text: &str, base: &Base, mut found: impl FnMut(&str)) {
    for (at, _) in text.match_indices(base.url()) {
        let address = text.get(at..).unwrap_or_default();
        let address = address.split(END).next().unwrap_or_default();
        // A point or comma behind an address belongs to the sentence.
        found(address.trim_end_matches(['.', ',', ';', ':', '!', '?']));
    }
}

/// Calls `found` with each text in the JSON `text` that is a path of the site: a manifest names them without
/// the host.
pub(super) fn paths(text: &str, found: impl FnMut(&str)) {
    text.split('"').filter(|part| part.starts_with('/')).for_each(found);
}
