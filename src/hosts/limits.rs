//! Limits of hosts, and the check of a site against them.

use super::{
    Host, HostSite, headers,
    redirects::{addresses, folders},
};

/// The limits of a host, as its documents state them.
#[derive(Debug)]
pub struct HostLimits {
    pub files: Option<usize>,
    pub files_in_folder: Option<usize>,
    pub bytes_of_file: Option<u64>,
    pub bytes_of_site: Option<u64>,
    pub header_rules: Option<usize>,
    /// The characters of a line of `_headers`.
    pub header_length: Option<usize>,
    /// The number of lines of `_redirects`, without those of folders.
    pub redirects: Option<usize>,
    pub folder_redirects: Option<usize>,
    /// The characters of a line of `_redirects`.
    pub redirect_length: Option<usize>,
}

impl HostLimits {
    pub(super) const NONE: Self = Self {
        files: None,
        files_in_folder: None,
        bytes_of_file: None,
        bytes_of_site: None,
        header_rules: None,
        header_length: None,
        redirects: None,
        folder_redirects: None,
        redirect_length: None,
    };
}

/// A limit that a site exceeds.
#[derive(Debug, PartialEq, Eq)]
pub struct Excess {
    /// The counted things, as they follow a number: "rules of _headers".
    pub of: &'static str,
    pub most: usize,
    pub found: usize,
    /// Advice on how to stay below the limit.
    pub help: &'static str,
}

impl Host {
    /// The limits that `site` exceeds with the files for the host.
    pub fn excesses(&self, site: &HostSite<'_>) -> Vec<Excess> {
        let rules = headers::rules(site);
        let headers = rules.iter().flat_map(|rule| &rule.headers);
        let (addresses, folders) = (addresses(site), folders(site));
        let lines = addresses.iter().chain(&folders).map(|rule| rule.line("301"));
        let lengths = lines.map(|line| line.trim_end().chars().count());
        let limits = &self.limits;
        let found = [
            excess(
                "rules of _headers",
                limits.header_rules,
                rules.len(),
                "each page and each folder at the top needs a rule: give pages a folder in common, by path = \"/more/name/\"",
            ),
            excess(
                "characters of a line of _headers",
                limits.header_length,
                headers.map(|header| header.line().trim_end().chars().count()).max().unwrap_or_default(),
                "the policy names what [services] lets in: name fewer",
            ),
            excess(
                "lines of _redirects",
                limits.redirects,
                (addresses.len() + folders.len()).saturating_sub(site.folders.len()),
                "lead on several old addresses by their folder, such as from = \"/author/*\"",
            ),
            excess(
                "redirects from folders",
                limits.folder_redirects,
                site.folders.len(),
                "lead on from a folder around them",
            ),
            excess(
                "characters of a line of _redirects",
                limits.redirect_length,
                lengths.max().unwrap_or_default(),
                "lead on to a shorter address",
            ),
        ];
        found.into_iter().flatten().collect()
    }
}

fn excess(of: &'static str, most: Option<usize>, found: usize, help: &'static str) -> Option<Excess> {
    let most = most.filter(|most| found > *most)?;
    Some(Excess { of, most, found, help })
}
