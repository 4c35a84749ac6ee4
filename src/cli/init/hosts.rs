//! The hosts that `init` prepares, and their files: `starters/hosts/` of the repository.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::starters;
use crate::hosts::{HOSTS, Host};

/// The repository that released this binary, or a placeholder for it.
const REPOSITORY: &str = env!("GYMPRESS_REPOSITORY");

/// The account in [`REPOSITORY`] of a binary that wasn't released.
const UNKNOWN_ACCOUNT: &str = "OWNER/";

/// The token for it in files that name a release.
const REPOSITORY_TOKEN: &str = "%repository%";

/// A comment for files that name a release, of a binary that doesn't know one.
const UNKNOWN_RELEASE: &str = concat!(
    "# Before the first run: the gympress that wrote this file was compiled by hand and knows no release. Write the GitHub\n",
    "# account that releases gympress in place of OWNER, and one of its releases in place of ",
    env!("CARGO_PKG_VERSION"),
    ".\n\n",
);

/// Reads the word of `--host`: that of the recipe, or the one that content has for the host.
pub(in crate::cli) fn parser() -> impl TypedValueParser<Value = &'static Host> {
    let words = HOSTS.iter().map(|host| {
        let (recipe, name) = (&host.recipe, host.name);
        PossibleValue::new(recipe.option).help(recipe.help).aliases((name != recipe.option).then_some(name))
    });
    PossibleValuesParser::new(words).try_map(|word| {
        let host = HOSTS.iter().find(|host| [host.recipe.option, host.name].contains(&&*word));
        host.copied().ok_or("there is no such host")
    })
}

/// The lines at the end of `content/site.toml`.
pub(super) fn table(host: &Host) -> String {
    format!("\n[publish]\nhost = \"{}\"\n", host.name)
}

/// The files of a host, by their paths in a project, with what is known of the gym in the place of tokens.
pub(super) fn files(host: &Host, known: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (path, template) in templates(host) {
        let mut text =
            if is_without_release(&template) { [UNKNOWN_RELEASE, &template].concat() } else { template };
        let program = [(REPOSITORY_TOKEN, REPOSITORY), ("%version%", env!("CARGO_PKG_VERSION"))];
        for (token, value) in known.iter().chain(&program) {
            text = text.replace(token, value);
        }
        files.push((path, text.into_bytes()));
    }
    files
}

/// The next thing that the user has to do at a host.
pub(super) fn next_step(host: &Host) -> String {
    let step = host.recipe.next_step;
    if templates(host).any(|(_, template)| is_without_release(&template)) {
        return format!(
            "{step}; in the files for it, write the account that releases gympress in place of OWNER, and a release"
        );
    }
    step.to_owned()
}

/// The files of a host as they are in the binary.
fn templates(host: &Host) -> impl Iterator<Item = (String, String)> {
    let files = starters::files_in(&format!("hosts/{}/", host.recipe.option)).collect::<Vec<_>>();
    files.into_iter().map(|(path, bytes)| (path, String::from_utf8_lossy(bytes).into_owned()))
}

/// True for a file that names a release which this binary doesn't know.
fn is_without_release(template: &str) -> bool {
    REPOSITORY.starts_with(UNKNOWN_ACCOUNT) && template.contains(REPOSITORY_TOKEN)
}
