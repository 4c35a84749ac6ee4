//! The hosts that `init` prepares a project for, with their files in `starters/hosts/` of the repository.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::starters;
use crate::hosts::{HOSTS, Host};

/// The repository that released this binary, or a placeholder.
const REPOSITORY: &str = env!("GYMPRESS_REPOSITORY");

/// The account in [`REPOSITORY`] if the binary wasn't released.
const UNKNOWN_ACCOUNT: &str = "OWNER/";

/// The token for [`REPOSITORY`] in files that name a release.
const REPOSITORY_TOKEN: &str = "%repository%";

/// The comment at the top of files that name a release, if this binary knows none.
const UNKNOWN_RELEASE: &str = concat!(
    "# Before the first run: the gympress that wrote this file was compiled by hand and knows no release. Write the GitHub\n",
    "# account that releases gympress in place of OWNER, and one of its releases in place of ",
    env!("CARGO_PKG_VERSION"),
    ".\n\n",
);

/// Reads the word of `--host`: the option of a recipe, or the host's name in content.
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

/// The files of a host, by their paths in a project, with `known` facts about the gym in place of tokens.
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

/// The user's next step at a host.
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

/// True for a file that names a release, if this binary knows none.
fn is_without_release(template: &str) -> bool {
    REPOSITORY.starts_with(UNKNOWN_ACCOUNT) && template.contains(REPOSITORY_TOKEN)
}
