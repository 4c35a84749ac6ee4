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

#[cfg(test)]
mod tests {
    use super::{super::tests::staged, Host, check_limits};

    #[test]
    fn what_a_host_refuses_is_not_published() {
        let message = |host, files: &[_]| check_limits(host, files).err().map(|failure| failure.message);
        let film = [staged("film.mp4", 26_300_000)];
        assert_eq!(
            message(Host::Cloudflare, &film).as_deref(),
            Some("Cloudflare Pages would refuse /film.mp4: it has 26300000 bytes, and 25 MB is the most")
        );
        assert_eq!(message(Host::Github, &film), None);
        let many: Vec<_> = (0..20_001).map(|file| staged(&format!("{file}.avif"), 1)).collect();
        assert_eq!(
            message(Host::Cloudflare, &many).as_deref(),
            Some("Cloudflare Pages would refuse this site: it has 20001 files, and 20000 is the most")
        );
    }
}
