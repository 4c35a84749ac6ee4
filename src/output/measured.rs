//! Measures of a file, which outlive its bytes: enough to weigh pages and to know what
//! a host would say.

use super::{Artifact, Origin, OutputPath};

/// A file as it counts.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Where it goes.
    pub path: OutputPath,
    /// The content from which it was made, for diagnostics.
    pub origin: Origin,
    /// Its bytes; none if they were never made.
    pub length: usize,
    /// Its redirects, if it's the one file that lists them.
    pub redirects: usize,
    /// Of a page: the largest file of the best format of the picture that is fetched before all others.
    pub top_picture: Option<OutputPath>,
}

impl Measured {
    /// Of a file that shows this picture at its top.
    pub fn measure(artifact: &Artifact, top_picture: Option<OutputPath>) -> Self {
        let redirects = match artifact.path.as_str() {
            "_redirects" => memchr::memchr_iter(b'\n', &artifact.bytes.ready()).count(),
            _ => 0,
        };
        Self {
            path: artifact.path.clone(),
            origin: artifact.origin,
            length: artifact.bytes.length(),
            redirects,
            top_picture,
        }
    }
}
