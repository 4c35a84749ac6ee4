//! The addresses in a `srcset`.

/// Calls `found` with each address in `srcset`.
pub(super) fn addresses(srcset: &str, mut found: impl FnMut(&str)) {
    let mut rest = srcset;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        if end == 0 {
            return;
        }
        let (address, after) = rest.split_at(end);
        let alone = address.trim_end_matches(',');
        found(alone);
        // Without a comma right after it, an address has a width or density, which ends with one.
        rest = if alone.len() < address.len() {
            after
        } else {
            after.split_once(',').map_or("", |(_, next)| next)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::addresses;

    #[test]
    fn finds_each_address() {
        for (srcset, expected) in [
            ("/a.webp 400w, /b,c.webp 800w", vec!["/a.webp", "/b,c.webp"]),
            ("/a.webp", vec!["/a.webp"]),
            (" /a.webp, /b.webp 2x,/c.webp 3x ", vec!["/a.webp", "/b.webp", "/c.webp"]),
            ("", vec![]),
            (" , ", vec![]),
        ] {
            let mut found = Vec::new();
            addresses(srcset, |address| found.push(address.to_owned()));
            assert_eq!(found, expected, "{srcset}");
        }
    }
}
