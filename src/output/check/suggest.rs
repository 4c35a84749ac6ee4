//! "Did you mean" for addresses of the site.

use std::cell::Cell;

use super::links::Files;
use crate::diagnostic::nearest;

/// The most links for which a nearest name is suggested: each is a search among all pages. More links than this
/// break when a whole section is renamed, where suggestions help little.
const MOST: usize = 100;

/// Suggests addresses, without the site's base.
pub(super) struct Suggestions {
    addresses: Vec<String>,
    left: Cell<usize>,
}

impl Suggestions {
    pub(super) fn new(files: &Files<'_>) -> Self {
        let mut addresses: Vec<String> = files.paths().map(|path| path.address()).collect();
        addresses.sort_unstable();
        Self { addresses, left: Cell::new(MOST) }
    }

    /// The address most like `address`, which is a decoded path from the site's root.
    pub(super) fn for_address(&self, address: &str) -> Option<&str> {
        self.left.set(self.left.get().checked_sub(1)?);
        let depth = depth(address);
        let (folder, name) = split(address);
        let alike = || {
            self.addresses.iter().filter(|other| is_folder(other) == is_folder(address)).map(String::as_str)
        };
        let sibling =
            nearest(name, alike().filter(|other| split(other).0 == folder).map(|other| split(other).1));
        if let Some(sibling) = sibling {
            return alike().find(|other| split(other) == (folder, sibling));
        }
        let moved = alike().find(|other| !name.is_empty() && split(other).1 == name);
        let near = moved.or_else(|| nearest(address, alike().filter(|other| self::depth(other) == depth)));
        // Written without the slashes around it, or with another ending.
        let whole = || self.addresses.iter().map(String::as_str).filter(|other| is_folder(other));
        near.or_else(|| whole().find(|other| split(other) == ("", name)))
            .or_else(|| nearest(&format!("/{name}/"), whole().collect::<Vec<_>>()))
    }
}

fn is_folder(address: &str) -> bool {
    address.ends_with('/')
}

fn depth(address: &str) -> usize {
    address.trim_end_matches('/').matches('/').count()
}

/// The folder that holds `address`, and its name there.
fn split(address: &str) -> (&str, &str) {
    address.trim_end_matches('/').rsplit_once('/').unwrap_or(("", address))
}
