//! What a host takes: how many files, and how large they may be.

use super::Staged;
use crate::{content::Host, diagnostic::Failure};

const MEGABYTE: usize = 1024 * 1024;

/// The most files, and the most bytes of each, as the documentation of a host states them.
fn limits(host: Host) -> (usize, usize) {
    match host {
        Host::Cloudflare => (20_000, 25 * MEGABYTE),
        Host::Github => (usize::MAX, 100 * MEGABYTE),
        Host::Netlify | Host::Plain => (usize::MAX, usize::MAX),
    }
}

/// Makes sure that the host takes the site.
///
/// # Errors
/// If it has too many files, or one that is too large.
pub fn check_limits(host: Host, files: &[Staged]) -> Result<(), Failure> {
    let (most_files, most_bytes) = limits(host);
    let name = host.title();
    if files.len() > most_files {
        let what = format!(
            "{name} would refuse this site: it has {} files, and {most_files} is the most",
            files.len()
        );
        return Err(Failure::new(what).help("use fewer pictures, or another host"));
    }
    match files.iter().find(|file| file.bytes > most_bytes) {
        Some(file) => {
            let (path, most) = (file.path.address(), most_bytes / MEGABYTE);
            let what =
                format!("{name} would refuse {path}: it has {} bytes, and {most} MB is the most", file.bytes);
            Err(Failure::new(what).help("make the file smaller, or put it where it can be linked to"))
        }
        None => Ok(()),
    }
}
