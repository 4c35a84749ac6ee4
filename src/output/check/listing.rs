//! The site's own addresses in sitemaps, feeds, manifests and other texts for programs.

use super::base::Base;

/// Where an address ends in XML, JSON or plain text.
const END: [char; 13] = [' ', '\t', '\r', '\n', '"', '\'', '<', '>', '&', ')', ']', '\\', '`'];

/// Tells `found` of each address in `text` that starts with the base.
pub(super) fn addresses(text: &str, base: &Base, mut found: impl FnMut(&str)) {
    let Some(url) = base.url() else { return };
    for (at, _) in text.match_indices(&url) {
        let address = &text[at..];
        let address = address.split(END).next().unwrap_or_default();
        // A point or comma behind an address belongs to the sentence.
        found(address.trim_end_matches(['.', ',', ';', ':', '!', '?']));
    }
}

#[cfg(test)]
mod tests {
    use super::{Base, addresses};

    #[test]
    fn finds_the_sites_own_addresses() {
        let Some(base) = Base::new("https://a.org/gym/") else { return };
        let text = "<loc>https://a.org/gym/x/</loc> \"https://a.org/gym/y/\" https://b.org/ see https://a.org/gym/z/.";
        let mut found = Vec::new();
        addresses(text, &base, |address| found.push(address.to_owned()));
        assert_eq!(found, ["https://a.org/gym/x/", "https://a.org/gym/y/", "https://a.org/gym/z/"]);
    }
}
