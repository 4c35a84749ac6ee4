//! Where a project is published, and the files by which it gets there: `starters/hosts/` of the repository.

use clap::ValueEnum;

use super::starters;

/// Where releases of gympress are: the repository that released this binary, or a placeholder for it.
const REPOSITORY: &str = env!("GYMPRESS_REPOSITORY");

/// The account in [`REPOSITORY`] of a binary that wasn't released.
const UNKNOWN_ACCOUNT: &str = "OWNER/";

/// What stands in files that name a release, of a binary that doesn't know one.
const UNKNOWN_RELEASE: &str = concat!(
    "# Before the first run: the gympress that wrote this file was compiled by hand and knows no release. Write the GitHub\n",
    "# account that releases gympress in place of OWNER, and one of its releases in place of ",
    env!("CARGO_PKG_VERSION"),
    ".\n\n",
);

/// Who serves the site, by the name of its folder in `starters/hosts/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Host {
    /// GitHub Pages
    Github,
    /// Netlify
    Netlify,
    /// Cloudflare Pages, from a repository at GitHub
    Cloudflare,
    /// Shared hosting, such as with cPanel: Apache or LiteSpeed
    Apache,
    /// A server of one's own, by rsync
    #[value(alias = "plain")]
    Server,
}

impl Host {
    /// As `content/site.toml` names it.
    fn setting(self) -> String {
        match self {
            Self::Github | Self::Netlify | Self::Cloudflare | Self::Apache => starters::folder(self),
            Self::Server => "plain".to_owned(),
        }
    }

    /// What goes to the end of `content/site.toml`.
    pub fn table(self) -> String {
        format!("\n[publish]\nhost = \"{}\"\n", self.setting())
    }

    /// Its files, by their paths in a project, with what is known of the gym in the place of tokens.
    pub fn files(self, known: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
        let folder = format!("hosts/{}/", starters::folder(self));
        let program = [("%repository%", REPOSITORY), ("%version%", env!("CARGO_PKG_VERSION"))];
        let filled = starters::files_in(&folder).map(|(path, bytes)| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let names_release = REPOSITORY.starts_with(UNKNOWN_ACCOUNT) && text.contains("%repository%");
            let text =
                known.iter().chain(&program).fold(text, |text, (token, value)| text.replace(token, value));
            (path, if names_release { [UNKNOWN_RELEASE, &text].concat() } else { text }.into_bytes())
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
            Self::Apache => {
                "run gympress build, zip all that is in dist, and unpack it in public_html with the host's file manager"
            }
            Self::Server => "write the folder on your server into publish.sh",
        };
        match (self, REPOSITORY.starts_with(UNKNOWN_ACCOUNT)) {
            (Self::Apache | Self::Server, _) | (_, false) => step.to_owned(),
            (Self::Github | Self::Netlify | Self::Cloudflare, true) => {
                format!(
                    "{step}; in the files for it, write the account that releases gympress in place of OWNER, and a release"
                )
            }
        }
    }
}
