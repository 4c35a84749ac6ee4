//! The whole-output check and the publication of a site, from outside.
mod disk;
mod kill;
mod random;
mod refused;
mod site;
mod steps;

pub use self::site::{Site, bytes_of, linked, violations};
