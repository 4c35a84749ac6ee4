//! The place to which `gympress publish` brings a site: `to` in `[publish]` of `content/site.toml`.

use super::{HOSTS, Host, TakenSite};

/// A place that a site can be brought to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublishTarget {
    /// A folder of this machine, as it is written: relative to the project, or absolute.
    Folder(String),
    Server(Server),
    /// A site at Netlify, by its id, its name or its address there.
    Netlify(String),
}

/// A folder of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    pub protocol: Protocol,
    pub user: Option<String>,
    pub host: String,
    pub port: Option<u16>,
    /// Without slashes around it; empty for the one in which a login begins.
    pub folder: String,
    /// True if the folder is looked for from the root alone.
    pub from_root: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Sftp,
    Ftps,
}

/// The reasons for which a text isn't a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTarget {
    /// It holds a password or token.
    Secret,
    PlainFtp,
    /// The start of no target that gympress knows, or a part that can't be one.
    Unknown(&'static str),
}

const NO_WORD: NoTarget = NoTarget::Unknown("it begins with no word that gympress knows");

impl PublishTarget {
    /// Reads what content writes.
    ///
    /// # Errors
    /// If it is no target, or holds a secret.
    pub fn parse(written: &str) -> Result<Self, NoTarget> {
        let written = written.trim();
        if let Some(site) = written.strip_prefix("netlify:") {
            return netlify(site.trim_matches('/'));
        }
        let Some((scheme, rest)) = written.split_once("://") else {
            let is_folder = written.starts_with(['/', '.']) || is_drive(written);
            if is_folder {
                return Ok(Self::Folder(written.to_owned()));
            }
            let has_secret = has_password(written.split('/').next().unwrap_or_default());
            return Err(if has_secret { NoTarget::Secret } else { NO_WORD });
        };
        let (authority, folder) = rest.split_once('/').unwrap_or((rest, ""));
        if has_password(authority) {
            return Err(NoTarget::Secret);
        }
        let protocol = match scheme.to_ascii_lowercase().as_str() {
            "sftp" | "ssh" => Protocol::Sftp,
            "ftps" | "ftpes" => Protocol::Ftps,
            "ftp" => return Err(NoTarget::PlainFtp),
            _ => return Err(NO_WORD),
        };
        server(protocol, authority, folder).map(Self::Server)
    }
}

impl PublishTarget {
    /// True if a host takes what is brought there; a folder of this machine fits any.
    pub fn fits(&self, host: &Host) -> bool {
        self.taken().is_none_or(|taken| host.takes == taken)
    }

    /// The first host that takes what is brought there.
    pub fn host(&self) -> Option<&'static Host> {
        let taken = self.taken()?;
        HOSTS.iter().copied().find(|host| host.takes == taken)
    }

    const fn taken(&self) -> Option<TakenSite> {
        match self {
            Self::Folder(_) => None,
            Self::Server(_) => Some(TakenSite::Folder),
            Self::Netlify(_) => Some(TakenSite::Deploy),
        }
    }
}

impl Server {
    /// The name of the server and of who logs in there, as secrets are kept under it: `sftp://mygym@host`.
    pub fn account(&self) -> String {
        let scheme = match self.protocol {
            Protocol::Sftp => "sftp",
            Protocol::Ftps => "ftps",
        };
        let user = self.user.as_deref().map(|user| format!("{user}@")).unwrap_or_default();
        format!("{scheme}://{user}{}", self.host)
    }

    /// The folder, for people.
    pub fn place(&self) -> String {
        let folder = if self.folder.is_empty() { "the folder of the login" } else { &self.folder };
        format!("{folder} at {}", self.host)
    }

    /// The target on another host, as content writes it.
    pub fn at_host(&self, host: &str) -> String {
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        let root = if self.from_root { "/" } else { "" };
        let moved = Self { host: host.to_owned(), ..self.clone() };
        format!("{}{port}/{root}{}", moved.account(), self.folder)
    }
}

fn server(protocol: Protocol, authority: &str, folder: &str) -> Result<Server, NoTarget> {
    // Users of shared hosts are often addresses of mail themselves.
    let (user, place) = match authority.rsplit_once('@') {
        Some((user, place)) => (Some(user), place),
        None => (None, authority),
    };
    if user.is_some_and(|user| user.is_empty() || user.starts_with('-') || user.contains(char::is_control)) {
        return Err(NoTarget::Unknown("its user can't be one"));
    }
    let (host, port) = match place.strip_prefix('[').and_then(|place| place.split_once(']')) {
        Some((host, port)) => (host, port.strip_prefix(':')),
        None => place.rsplit_once(':').map_or((place, None), |(host, port)| (host, Some(port))),
    };
    if host.is_empty() || host.starts_with('-') || !host.chars().all(is_in_host) {
        return Err(NoTarget::Unknown("its host can't be one"));
    }
    let port = port.map(str::parse).transpose().map_err(|_| NoTarget::Unknown("its port is no number"))?;
    if protocol == Protocol::Ftps && user.is_none() {
        return Err(NoTarget::Unknown("it names no user before the host"));
    }
    if folder.contains(char::is_control) || folder.split('/').any(|part| matches!(part, "." | "..")) {
        return Err(NoTarget::Unknown("its folder can't be one"));
    }
    Ok(Server {
        protocol,
        user: user.map(str::to_owned),
        host: host.to_owned(),
        port,
        folder: folder.trim_matches('/').to_owned(),
        from_root: folder.starts_with('/'),
    })
}

/// True for a sign that a name or an address of a host can have.
const fn is_in_host(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | ':' | '_')
}

fn netlify(site: &str) -> Result<PublishTarget, NoTarget> {
    if site.starts_with("nfp_") || site.contains(':') && !site.contains("://") {
        return Err(NoTarget::Secret);
    }
    let site = site.trim_start_matches("https://").trim_start_matches("http://");
    let is_name =
        !site.is_empty() && site.chars().all(|sign| sign.is_ascii_alphanumeric() || "-.".contains(sign));
    if is_name {
        Ok(PublishTarget::Netlify(site.to_owned()))
    } else {
        Err(NoTarget::Unknown("its site can't be one of Netlify"))
    }
}

/// True for an authority whose user is followed by a password: `mygym:secret@host`.
fn has_password(authority: &str) -> bool {
    authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'))
}

/// True for the start of a path of Windows: `C:\`.
fn is_drive(written: &str) -> bool {
    let mut signs = written.chars();
    signs.next().is_some_and(|sign| sign.is_ascii_alphabetic())
        && signs.next() == Some(':')
        && matches!(signs.next(), Some('\\' | '/'))
}
