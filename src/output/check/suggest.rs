//! "Did you mean" for addresses of the site.

use std::cell::Cell;

use super::links::Files;
use crate::{diagnostic::Applicability, routes::probable};

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
    pub(super) fn for_address(&self, address: &str) -> Option<(&str, Applicability)> {
        self.left.set(self.left.get().checked_sub(1)?);
        let alike = self.addresses.iter().filter(|other| other.ends_with('/') == address.ends_with('/'));
        let other = self.addresses.iter().filter(|other| other.ends_with('/'));
        probable(address, alike.map(String::as_str)).or_else(|| probable(address, other.map(String::as_str)))
    }
}
