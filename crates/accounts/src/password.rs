//! Passwords, stored as Argon2id hashes.

use std::sync::{Condvar, Mutex, PoisonError};

use argon2::Config;

use super::store::StoreError;
use crate::random_bytes;

/// A limit because computing a hash takes 19 MB of memory.
const MAX_CONCURRENT: usize = 2;

/// Hashes passwords, a limited number at a time.
#[derive(Debug, Default)]
pub(super) struct Passwords {
    busy: Mutex<usize>,
    free: Condvar,
}

impl Passwords {
    /// The hash of `password`, as a PHC string.
    pub fn hash(&self, password: &str) -> Result<String, StoreError> {
        let _permit = self.acquire();
        let salt: [u8; 16] = random_bytes()?;
        Ok(argon2::hash_encoded(password.as_bytes(), &salt, &Config::default())?)
    }

    /// True if `stored` is a hash of `password`.
    pub fn verify(&self, password: &str, stored: &str) -> bool {
        let _permit = self.acquire();
        argon2::verify_encoded(stored, password.as_bytes()).is_ok_and(|is_same| is_same)
    }

    fn acquire(&self) -> Permit<'_> {
        let busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        let mut busy = self
            .free
            .wait_while(busy, |busy| *busy >= MAX_CONCURRENT)
            .unwrap_or_else(PoisonError::into_inner);
        *busy += 1;
        Permit(self)
    }
}

/// Held while one password is hashed.
struct Permit<'p>(&'p Passwords);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.busy.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.free.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::Passwords;

    #[test]
    fn only_the_password_fits_its_hash() {
        let passwords = Passwords::default();
        let stored = passwords.hash("karibu").expect("a hash");
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(passwords.verify("karibu", &stored));
        assert!(!passwords.verify("Karibu", &stored) && !passwords.verify("", &stored));
        assert!(!passwords.verify("karibu", "") && !passwords.verify("karibu", "karibu"));
    }
}
