//! Where a project is published, and the files by which it gets there: `starters/hosts/` of the repository.

use clap::ValueEnum;

use super::starters;

/// Where releases of gympress are: the repository that released this binary, or a placeholder for it.
const REPOSITORY: &str = env!("GYMPRESS_REPOSITORY");

/// The account in [`REPOSITORY`] of a binary that wasn't released.
const UNKNOWN_ACCOUNT: &str = "OWNER/";

/// Who serves the site, by the name of its folder in `starters/hosts/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Host {
    /// GitHub Pages
    Github,
    /// Netlify
    Netlify,
    /// Cloudflare Pages, from a repository at GitHub
    Cloudflare,
    /// A server of one's own, by rsync
    Server,
}

impl Host {
    /// As `content/site.toml` names it.
    fn setting(self) -> String {
        match self {
            Self::Github | Self::Netlify | Self::Cloudflare => starters::folder(self),
            Self::Server => "plain".to_owned(),
        }
    }

    /// What goes to the end of `content/site.toml`.
    pub fn table(self) -> String {
        format!("\n# Who serves the site.\n[publish]\nhost = \"{}\"\n", self.setting())
    }

    /// Its files, by their paths in a project.
    pub fn files(self) -> Vec<(String, Vec<u8>)> {
        let folder = format!("hosts/{}/", starters::folder(self));
        let filled = starters::files_in(&folder).map(|(path, bytes)| {
            let text = String::from_utf8_lossy(bytes);
            let text =
                text.replace("%repository%", REPOSITORY).replace("%version%", env!("CARGO_PKG_VERSION"));
            (path, text.into_bytes())
        });
        filled.collect()
    }

    /// The next thing that the user has to do there.
    pub fn next_step(self) -> String {
        let step = match self {
            Self::Github => {
                "at GitHub, in the settings of the repository, Pages, choose the source \"GitHub Actions\""
            }
            Self::Netlify => "at Netlify, add a build hook, and its address as the variable BUILD_HOOK",
            Self::Cloudflare => {
                "at GitHub, add the secrets and the variable that .github/workflows/site.yml names"
            }
            Self::Server => "write the folder on your server into publish.sh",
        };
        match (self, REPOSITORY.starts_with(UNKNOWN_ACCOUNT)) {
            (Self::Server, _) | (_, false) => step.to_owned(),
            (Self::Github | Self::Netlify | Self::Cloudflare, true) => {
                format!(
                    "{step}; in the files for it, write the account that releases gympress in place of OWNER"
                )
            }
        }
    }
}
