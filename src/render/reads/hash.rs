//! Fingerprints: hashes by which it is known that an input is unchanged.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

/// A hash of the value that was read. It need not withstand constructed collisions: all that an author of content
/// could achieve by one is a stale page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fingerprint(u128);

/// Hashes the parts that make up a fingerprint.
#[derive(Default)]
pub(in crate::render) struct FingerprintHasher(Vec<u8>);

impl Hasher for FingerprintHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        let bytes = self.fingerprint().bytes();
        bytes.first_chunk().map_or(0, |low| u64::from_le_bytes(*low))
    }
}

impl FingerprintHasher {
    /// The fingerprint of all parts so far.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint(XxHash3_128::oneshot(&self.0))
    }
}

impl Fingerprint {
    /// That of an input that is missing.
    pub(in crate::render) const MISSING: Self = Self(0);

    pub(in crate::render) fn new(part: &(impl Hash + ?Sized)) -> Self {
        let mut hasher = FingerprintHasher::default();
        part.hash(&mut hasher);
        hasher.fingerprint()
    }

    /// Its bytes.
    pub fn bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }
}
