//! Hosts, which serve sites. A host is a file here: its abilities and limits, the files that it reads, the files that
//! `gympress init --host` prepares, and its words in messages. Every list of hosts is made from [`HOSTS`].

mod apache;
mod cloudflare;
mod github;
mod headers;
mod limits;
mod netlify;
mod plain;
mod redirects;
mod render;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use self::{
    apache::APACHE, cloudflare::CLOUDFLARE, github::GITHUB, headers::SPECULATION_RULES, netlify::NETLIFY,
    plain::PLAIN, render::RENDER,
};

pub use self::limits::{Excess, HostLimits};

/// All hosts, in the order in which people read of them.
pub static HOSTS: &[&Host] = &[&NETLIFY, &CLOUDFLARE, &RENDER, &GITHUB, &APACHE, &PLAIN];

/// A host, by what gympress has to know of it.
#[derive(Debug)]
pub struct Host {
    /// The word for it in `content/site.toml`.
    pub name: &'static str,
    /// As people call it.
    pub title: &'static str,
    /// The host as messages name it: "at Netlify".
    pub place: &'static str,
    pub headers: Headers,
    pub redirects: Redirects,
    /// True if its redirects can look at what stands behind a question mark.
    pub reads_queries: bool,
    /// True if a redirect from a folder also leads on from the pages in it.
    pub hides_pages_in_folders: bool,
    /// True if it receives what is posted to the site itself, under the form's name in `netlify` of `[contact]`.
    pub receives_forms: bool,
    /// The files that it reads in the site, and those that its headers name.
    pub files: &'static [HostFile],
    pub limits: HostLimits,
    pub recipe: Recipe,
}

/// The headers of a site that a host sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headers {
    None,
    /// All but the content security policy, and none for certain: the module for them may be missing.
    AllButPolicy,
    All,
}

/// The way in which visitors get from an old address to the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redirects {
    /// By a page at the old address: the host knows no rules.
    Pages,
    /// By rules of the host.
    Rules,
    /// By rules that hold only where the site has no file, so that it has none at old addresses.
    RulesBehindFiles,
}

/// A file for a host.
#[derive(Debug)]
pub struct HostFile {
    /// Its path within the site.
    pub path: &'static str,
    /// Its bytes.
    pub write: fn(&HostSite<'_>) -> Vec<u8>,
    /// True if a file of the project at the same path takes its place.
    pub yields_to_static: bool,
}

/// The way to a host, which `gympress init --host` prepares and docs/hosts.md explains.
#[derive(Debug)]
pub struct Recipe {
    /// The word for it on the command line, and the name of the folder in `starters/hosts/` with its files.
    pub option: &'static str,
    /// A line of `gympress init --help`.
    pub help: &'static str,
    /// The heading of its part of docs/hosts.md.
    pub heading: &'static str,
    /// The next thing that the user has to do there.
    pub next_step: &'static str,
    /// The builder of the site, and whether it builds on each change and every night.
    pub built_by: &'static str,
    pub on_change: &'static str,
    pub nightly: &'static str,
}

/// A site as a host has to know it.
#[derive(Debug)]
pub struct HostSite<'s> {
    /// The path below which all pages are: `/` or `/gym/`.
    pub base_path: &'s str,
    /// The content security policy of all pages.
    pub policy: String,
    /// The part of it that names the sites which may show pages in a frame, if there are any.
    pub frame_ancestors: Option<String>,
    /// The value of `Strict-Transport-Security`, if that is sent.
    pub hsts: Option<&'static str>,
    /// True if scripts or frames of other sites are let in.
    pub has_widgets: bool,
    /// The paths of the pages.
    pub pages: Vec<&'s str>,
    /// The redirects from what stands behind a question mark; of several that fit, the first one is meant.
    pub queries: Vec<HostRedirect>,
    pub old_addresses: Vec<HostRedirect>,
    /// The redirects from all of a folder, `/author/*`; of several that fit, the first one is meant.
    pub folders: Vec<HostRedirect>,
    /// The folders whose files have a hash in their names.
    pub hashed_folders: [&'static str; 2],
    /// The moment at which something on the site changes by its date.
    pub changes_next: Option<String>,
}

/// A redirect as a host has to know it.
#[derive(Debug)]
pub struct HostRedirect {
    /// The old path within the site.
    pub from: String,
    /// The parameters behind a question mark, all of which have to be there.
    pub query: Option<String>,
    /// The new address, under the base path or as a whole.
    pub to: String,
}

impl Host {
    /// Any server, without settings of its own.
    pub const DEFAULT: &'static Self = &PLAIN;

    /// The host for which content has this word.
    pub fn named(name: &str) -> Option<&'static Self> {
        HOSTS.iter().copied().find(|host| host.name == name)
    }

    /// True if the policy of pages is in a header.
    pub fn sends_policy(&self) -> bool {
        self.headers == Headers::All
    }

    /// True if it redirects from any address, whether a page could be there or not.
    pub fn redirects(&self) -> bool {
        self.redirects != Redirects::Pages
    }
}

impl HostSite<'_> {
    /// The path of an address within the site, as lines of files have it: without spaces and letters beyond ASCII.
    fn href(&self, within: &str) -> String {
        encoded(&[self.base_path, within.trim_start_matches('/')].concat())
    }
}

/// Separators of the parts of a line.
const SPACES: &AsciiSet = &CONTROLS.add(b' ');

/// A part of a line, which can have neither spaces nor letters beyond ASCII.
fn encoded(part: &str) -> String {
    utf8_percent_encode(part, SPACES).to_string()
}

/// The hosts at which to publish, in words: "at Netlify or on Apache".
pub fn places(is_meant: fn(&Host) -> bool) -> String {
    let places: Vec<&str> = HOSTS.iter().filter(|host| is_meant(host)).map(|host| host.place).collect();
    match places.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
