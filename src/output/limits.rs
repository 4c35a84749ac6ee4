//! What a host takes: how many files, and how large they may be.

use std::collections::BTreeMap;

use super::Measured;
use crate::{
    content::Host,
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
};

/// The bounds of a host.
#[derive(Default)]
struct Limits {
    files: Option<usize>,
    files_of_a_folder: Option<usize>,
    bytes_of_a_file: Option<usize>,
    bytes: Option<usize>,
    redirects: Option<usize>,
}

const MEGABYTE: usize = 1024 * 1024;

/// The limits of a host, as its documentation states them.
fn limits(host: Host) -> Limits {
    match host {
        Host::Cloudflare => Limits {
            files: Some(20_000),
            bytes_of_a_file: Some(25 * MEGABYTE),
            redirects: Some(2_000),
            ..Limits::default()
        },
        Host::Github => Limits {
            bytes_of_a_file: Some(100 * MEGABYTE),
            bytes: Some(1024 * MEGABYTE),
            ..Limits::default()
        },
        Host::Netlify => Limits { files_of_a_folder: Some(54_000), ..Limits::default() },
        Host::Plain => Limits::default(),
    }
}

/// True if the host may refuse a file of at most so many bytes, on a site of at most so many.
pub fn may_exceed(host: Host, bytes_of_file: usize, bytes_of_site: usize) -> bool {
    let limits = limits(host);
    let is_over = |bytes: usize, limit: Option<usize>| limit.is_some_and(|most| bytes > most);
    is_over(bytes_of_file, limits.bytes_of_a_file) || is_over(bytes_of_site, limits.bytes)
}

/// Reports whatever the host would refuse. `stated` is where content names the host.
pub fn check(files: &[&Measured], host: Host, stated: Span) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    diagnostics.extend(exceeded(files, host, &limits(host), stated));
    diagnostics
}

fn exceeded(files: &[&Measured], host: Host, limits: &Limits, stated: Span) -> Vec<Diagnostic> {
    let refused = |at: Span, what: String| {
        Diagnostic::new(Code::Host, at, format!("{} would refuse {what}", host.title()))
    };
    let mut found = Vec::new();
    if let Some(most) = limits.files.filter(|most| files.len() > *most) {
        let what = format!("this site: it has {} files, and {most} is the most", files.len());
        found.push(refused(stated, what).help("use fewer pictures, or another host"));
    }
    if let Some(most) = limits.files_of_a_folder {
        let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
        for file in files {
            *folders.entry(file.path.folders().next_back().unwrap_or_default()).or_default() += 1;
        }
        for (folder, count) in folders.into_iter().filter(|(_, count)| *count > most) {
            let what = format!("the folder /{folder}: it has {count} files, and {most} is the most");
            found.push(refused(stated, what).help("use fewer pictures, or another host"));
        }
    }
    let bytes: usize = files.iter().map(|file| file.length).sum();
    if let Some(most) = limits.bytes.filter(|most| bytes > *most) {
        let what = format!("this site: it has {}, and {} is the most", size(bytes), size(most));
        found.push(refused(stated, what).help("use fewer or smaller pictures, or another host"));
    }
    let lines: usize = files.iter().map(|file| file.redirects).sum();
    if let Some(most) = limits.redirects.filter(|most| lines > *most) {
        let what = format!("these redirects: they take {lines} lines, and {most} is the most");
        found.push(refused(stated, what).help("remove the oldest redirects"));
    }
    if let Some(most) = limits.bytes_of_a_file {
        for file in files.iter().filter(|file| file.length > most) {
            let (path, own) = (file.path.address(), size(file.length));
            let what = format!("{path}: it has {own}, and {} is the most", size(most));
            found.push(refused(Span::whole(file.origin.content), what).help("make the file smaller"));
        }
    }
    found
}

/// `25 MB`, rounded up, so that what is too much never looks like what is allowed.
fn size(bytes: usize) -> String {
    let tenths = bytes.saturating_mul(10).div_ceil(MEGABYTE);
    format!("{}.{} MB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::{Host, Limits, exceeded, may_exceed};
    use crate::{
        diagnostic::{FileId, Span},
        output::{Artifact, Measured, Origin, OutputPath},
    };

    fn said(limits: &Limits) -> Vec<String> {
        let artifact = |path: &str, length: usize| Artifact {
            path: OutputPath::new(path).unwrap(),
            bytes: vec![0; length].into(),
            origin: Origin { content: FileId(0), template: None },
            has_hashed_name: false,
        };
        let redirects =
            Artifact { bytes: b"/a /b 301\n/c /d 301\n".to_vec().into(), ..artifact("_redirects", 0) };
        let artifacts = [artifact("index.html", 2_000_000), artifact("images/a.jpg", 3_000_000), redirects];
        let files = artifacts.each_ref().map(|artifact| Measured::measure(artifact, None));
        let found = exceeded(&files.each_ref(), Host::Cloudflare, limits, Span::whole(FileId(0)));
        found.into_iter().map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn pictures_are_encoded_only_where_they_may_be_too_many() {
        assert!(!may_exceed(Host::Github, 9_000_000, 900_000_000));
        assert!(may_exceed(Host::Github, 9_000_000, 1_100_000_000));
        assert!(may_exceed(Host::Github, 105_000_000, 105_000_000));
        assert!(!may_exceed(Host::Plain, 105_000_000, 2_000_000_000));
    }

    #[test]
    fn what_a_host_refuses_is_reported() {
        let limits = Limits {
            files: Some(1),
            files_of_a_folder: Some(1),
            bytes_of_a_file: Some(2_500_000),
            bytes: Some(4_000_000),
            redirects: Some(1),
        };
        assert_eq!(
            said(&limits),
            [
                "Cloudflare Pages would refuse this site: it has 3 files, and 1 is the most",
                "Cloudflare Pages would refuse the folder /: it has 2 files, and 1 is the most",
                "Cloudflare Pages would refuse this site: it has 4.8 MB, and 3.9 MB is the most",
                "Cloudflare Pages would refuse these redirects: they take 2 lines, and 1 is the most",
                "Cloudflare Pages would refuse /images/a.jpg: it has 2.9 MB, and 2.4 MB is the most",
            ]
        );
        assert!(
            said(&Limits { files: Some(3), bytes_of_a_file: Some(3_000_000), ..Limits::default() })
                .is_empty()
        );
    }
}
