//! Passwords, of which only an Argon2id hash is kept.

use std::sync::{Condvar, Mutex, PoisonError};

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};

use super::store::Broken;

/// Each hash takes 19 MB for as long as it lasts.
const AT_ONCE: usize = 2;

/// Hashes passwords, a few at a time.
#[derive(Debug, Default)]
pub(super) struct Passwords {
    busy: Mutex<usize>,
    free: Condvar,
}

impl Passwords {
    /// What to keep of `password`.
    pub fn hash(&self, password: &str) -> Result<String, Broken> {
        let _turn = self.turn();
        let hash = Argon2::default().hash_password(password.as_bytes());
        Ok(hash.map_err(|error| Broken(error.to_string()))?.to_string())
    }

    /// True if `kept` was made of `password`.
    pub fn fits(&self, password: &str, kept: &str) -> bool {
        let _turn = self.turn();
        let kept = PasswordHash::new(kept);
        kept.is_ok_and(|kept| Argon2::default().verify_password(password.as_bytes(), &kept).is_ok())
    }

    fn turn(&self) -> Turn<'_> {
        let busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        let mut busy =
            self.free.wait_while(busy, |busy| *busy >= AT_ONCE).unwrap_or_else(PoisonError::into_inner);
        *busy += 1;
        Turn(self)
    }
}

/// The right to hash one password.
struct Turn<'p>(&'p Passwords);

impl Drop for Turn<'_> {
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
        let kept = passwords.hash("karibu").expect("a hash");
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(passwords.fits("karibu", &kept));
        assert!(!passwords.fits("Karibu", &kept) && !passwords.fits("", &kept));
        assert!(!passwords.fits("karibu", "") && !passwords.fits("karibu", "karibu"));
    }
}
