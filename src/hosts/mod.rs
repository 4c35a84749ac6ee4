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
mod target;

use std::borrow::Cow;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use self::{
    apache::APACHE, cloudflare::CLOUDFLARE, github::GITHUB, headers::SPECULATION_RULES, netlify::NETLIFY,
    plain::PLAIN, render::RENDER,
};

pub use self::{
    limits::{Excess, HostLimits},
    target::{NoTarget, Protocol, PublishTarget, Server},
};

/// The file of rules that Apache and its likes read.
pub(crate) const HTACCESS: &str = ".htaccess";
/// The lines around gympress's part of `.htaccess`: what stands outside of them is the host's.
pub(crate) const HTACCESS_BEGIN: &str = "# gympress: begin";
pub(crate) const HTACCESS_END: &str = "# gympress: end";

/// All hosts, in the order of the documents.
pub static HOSTS: &[&Host] = &[&NETLIFY, &CLOUDFLARE, &RENDER, &GITHUB, &APACHE, &PLAIN];

/// A host: all that gympress knows of it.
#[derive(Debug)]
pub struct Host {
    /// The word for it in `content/site.toml`.
    pub name: &'static str,
    /// The name that people use.
    pub title: &'static str,
    /// The host as messages name it: "at Netlify".
    pub place: &'static str,
    pub headers: Headers,
    pub redirects: Redirects,
    /// True if a redirect can depend on the parameters behind a question mark.
    pub reads_queries: bool,
    /// True if a redirect from a folder hides the pages in that folder.
    pub hides_pages_in_folders: bool,
    /// True if it receives what is posted to the site itself, under the form's name in `netlify` of `[contact]`.
    pub receives_forms: bool,
    /// True if an address where nothing is gets the page for that of its own folder, and not that of the whole site.
    pub serves_page_of_folder: bool,
    pub takes: TakenSite,
    /// The files that it reads in the site.
    pub files: &'static [HostFile],
    /// The files in the folder of each further language.
    pub files_of_language: &'static [HostFile],
    pub limits: HostLimits,
    pub recipe: Recipe,
}

/// The way by which a site comes to a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenSite {
    /// As files in a folder of a server.
    Folder,
    /// By Netlify's interface.
    Deploy,
    /// From a repository alone.
    Repository,
}

/// The headers that a host sends for a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headers {
    None,
    /// All but the content security policy, and only if the server has the module for them.
    AllButPolicy,
    All,
}

/// The means by which old addresses lead to new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redirects {
    /// A page at the old address: the host knows no rules.
    Pages,
    /// Rules of the host.
    Rules,
    /// Rules that apply only where the site has no file, so no page is written at old addresses.
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

/// The recipe for a host: files that `gympress init --host` prepares, and its part of docs/hosts.md.
#[derive(Debug)]
pub struct Recipe {
    /// The word for it on the command line, and the name of the folder in `starters/hosts/` with its files.
    pub option: &'static str,
    /// A line of `gympress init --help`.
    pub help: &'static str,
    /// The heading of its part of docs/hosts.md.
    pub heading: &'static str,
    /// The next step for the user, at the host.
    pub next_step: &'static str,
    /// The machine that builds the site; then whether it builds on each change, and every night.
    pub built_by: &'static str,
    pub on_change: &'static str,
    pub nightly: &'static str,
}

/// A site, as the files for hosts need it.
#[derive(Debug)]
pub struct HostSite<'s> {
    /// The path of the front page: `/` or `/gym/`.
    pub base_path: &'s str,
    /// The content security policy of all pages.
    pub policy: String,
    /// The directive of the policy that names the sites which may show pages in a frame, if any.
    pub frame_ancestors: Option<String>,
    /// The value of `Strict-Transport-Security`, if the header is sent.
    pub hsts: Option<&'static str>,
    /// True if pages may load scripts or frames of other sites.
    pub has_widgets: bool,
    /// The paths of the pages, in all languages.
    pub pages: Vec<Cow<'s, str>>,
    /// The folders of further languages that have a page of their own for addresses where nothing is.
    pub folders_not_found: Vec<String>,
    /// The redirects that depend on parameters; the first match wins.
    pub queries: Vec<HostRedirect>,
    pub old_addresses: Vec<HostRedirect>,
    /// The redirects of whole folders, such as `/author/*`; the first match wins.
    pub folders: Vec<HostRedirect>,
    /// The folders whose files have a hash in their names.
    pub hashed_folders: [&'static str; 2],
    /// The next moment at which a date changes the site.
    pub changes_next: Option<String>,
}

/// A redirect, with paths as hosts see them.
#[derive(Debug)]
pub struct HostRedirect {
    /// The old path within the site.
    pub from: String,
    /// The parameters behind a question mark; a request must have all of them.
    pub query: Option<String>,
    /// The new address: a path with the base path, or a whole URL.
    pub to: String,
}

impl Host {
    /// The host of sites that name none.
    pub const DEFAULT: &'static Self = &PLAIN;

    /// The host with this name in `content/site.toml`.
    pub fn named(name: &str) -> Option<&'static Self> {
        HOSTS.iter().copied().find(|host| host.name == name)
    }

    /// True if a header carries the policy of the pages.
    pub fn sends_policy(&self) -> bool {
        self.headers == Headers::All
    }

    /// True if it redirects from any address, even one that has a page.
    pub fn redirects(&self) -> bool {
        self.redirects != Redirects::Pages
    }

    /// True if it reads rules in a `.htaccess`.
    pub fn reads_htaccess(&self) -> bool {
        self.files.iter().any(|file| file.path.strip_prefix('/') == Some(HTACCESS))
    }
}

impl HostSite<'_> {
    /// The path of an address of this site, encoded for a line of a host's file.
    fn href(&self, within: &str) -> String {
        encoded(&[self.base_path, within.trim_start_matches('/')].concat())
    }
}

/// Characters that would end a part of a line.
const SPACES: &AsciiSet = &CONTROLS.add(b' ');

/// Encodes a part of a line: spaces and letters beyond ASCII.
fn encoded(part: &str) -> String {
    utf8_percent_encode(part, SPACES).to_string()
}

/// The names of all hosts of a kind, for messages: "at Netlify or on Apache".
pub fn places(is_meant: fn(&Host) -> bool) -> String {
    let places: Vec<&str> = HOSTS.iter().filter(|host| is_meant(host)).map(|host| host.place).collect();
    match places.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
