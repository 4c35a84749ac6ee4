//! What was published last, so that a build does only what changed: nothing at all ([`Receipt`]), or the pages that
//! come out otherwise ([`Pages`]).

mod inputs;
mod left;
mod pages;
mod receipt;

pub use inputs::Inputs;
pub use left::Left;
pub use pages::{Kept, KnownPage, KnownSite, NewPage, PageKey, Pages};
pub use receipt::{Receipt, Said};
