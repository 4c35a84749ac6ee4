//! `gympress licences`: the licences of third-party code and fonts in the binary and in published sites.

use std::io::Read as _;

use flate2::read::ZlibDecoder;

use super::{Status, Streams};
use crate::diagnostic::Failure;

/// The text, compressed by `release/licences.js`; empty in a binary that was compiled without it.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/licences"));

/// The answer of a binary that was compiled without the text.
const NOT_INSIDE: &str = "This gympress was compiled without the licences of the crates, packages and fonts that are in it.\n\
    `node release/licences.js` in its repository gathers and prints them; Cargo.lock lists the crates, and package-lock.json the packages.\n\
    A complete binary has them inside, and LICENCES.txt beside it.\n";

pub(super) fn run(streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let mut text = NOT_INSIDE.as_bytes().to_vec();
    if !PACKED.is_empty() {
        text.clear();
        ZlibDecoder::new(PACKED)
            .read_to_end(&mut text)
            .map_err(|error| Failure::new(format!("the licences in this binary can't be read: {error}")))?;
    }
    // A closed pipe, as behind `head`, is no failure.
    let _ = streams.out.write_all(&text);
    Ok(Status::Done)
}
