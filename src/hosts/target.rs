//! The place to which `gympress publish` brings a site: `to` in `[publish]` of `content/site.toml`.

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
            let is_folder = written.starts_with(['/', '.', '~']) || is_drive(written);
            return match is_folder {
                true if !written.starts_with('~') => Ok(Self::Folder(written.to_owned())),
                _ if has_password(written.split('/').next().unwrap_or_default()) => Err(NoTarget::Secret),
                _ => Err(NoTarget::Unknown("it begins with no word that gympress knows")),
            };
        };
        let (authority, folder) = rest.split_once('/').unwrap_or((rest, ""));
        if has_password(authority) {
            return Err(NoTarget::Secret);
        }
        let protocol = match scheme.to_ascii_lowercase().as_str() {
            "sftp" | "ssh" => Protocol::Sftp,
            "ftps" | "ftpes" => Protocol::Ftps,
            "ftp" => return Err(NoTarget::PlainFtp),
            _ => return Err(NoTarget::Unknown("it begins with no word that gympress knows")),
        };
        server(protocol, authority, folder).map(Self::Server)
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
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | ':' | '_');
    if host.is_empty() || host.starts_with('-') || !host.chars().all(is_sign) {
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
