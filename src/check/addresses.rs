//! The distinct addresses of a site, by numbers of four bytes: a page has dozens, nearly all of which other pages have, too.

use std::sync::{Arc, Mutex};

use foldhash::HashMap;

use crate::lock;

/// Gives each address its number.
#[derive(Debug, Default)]
pub(super) struct AddressTable(Mutex<NumberedAddresses>);

#[derive(Debug, Default)]
struct NumberedAddresses {
    numbers: HashMap<Arc<str>, u32>,
    /// By their numbers.
    all: Vec<Arc<str>>,
}

impl AddressTable {
    /// The numbers of these addresses, each once.
    pub(super) fn numbers<'t>(&self, addresses: impl Iterator<Item = &'t str>) -> Box<[u32]> {
        let mut table = lock(&self.0);
        let mut numbers: Vec<u32> = addresses.map(|address| table.number(address)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into()
    }

    /// All addresses, by their numbers.
    pub(super) fn all(&self) -> Vec<Arc<str>> {
        lock(&self.0).all.clone()
    }
}

impl NumberedAddresses {
    fn number(&mut self, address: &str) -> u32 {
        if let Some(number) = self.numbers.get(address) {
            return *number;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let address: Arc<str> = address.into();
        self.all.push(address.clone());
        self.numbers.insert(address, number);
        number
    }
}
