//! The arguments of every command. The words are fixed: scripts rely on them.

use std::{net::IpAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use jiff::Timestamp;
use url::Url;

use super::init::{Starter, StarterPart, host_parser};
use crate::{diagnostic::ReportFormat, hosts::Host, site::BaseUrl};

/// The version, the commit that it was compiled from, and whether bundles are inside.
pub(super) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("GYMPRESS_BUILD"), ")");

/// Builds the website of a gym from TOML content.
#[derive(Debug, Parser)]
#[command(
    name = "gympress",
    version = VERSION,
    about = "Builds the website of a gym from TOML content",
    after_help = "Exit status: 0 done, 1 the content has errors (or denied warnings), 2 wrong usage, 3 the machine failed.\n\n\
        Examples:\n  gympress init my-gym           create a project\n  gympress check                 report mistakes without publishing\n  gympress fix                   correct mistakes\n  gympress build                 write the site to dist/\n  gympress publish               bring it to its host\n  \
        gympress serve                 preview the site while you edit\n  \
        gympress new post \"A new post\"  create a post"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Print what happens and why; repeat it for details of each page
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Init(Init),
    Build(Build),
    Publish(PublishArgs),
    Serve(Serve),
    Check(CheckArgs),
    Fix(FixArgs),
    Rename(Rename),
    New(New),
    Translate(TranslateArgs),
    Schema(SchemaArgs),
    Theme(ThemeArgs),
    Lsp(Lsp),
    Explain(Explain),
    /// Print the licences of third-party code and fonts in this binary and in published sites
    #[command(after_help = "Example:\n  gympress licences | less")]
    Licences,
    Completions(Completions),
}

/// Write the texts that a language lacks, to be translated
#[derive(Debug, Args)]
#[command(
    after_help = "A text that stands there already is never changed. Behind each new one, a comment says that it is none yet, and of which text it is to be a translation.\n\n\
    Examples:\n  gympress translate             for all languages of the site\n  gympress translate sw --dry-run"
)]
pub(super) struct TranslateArgs {
    /// The languages, by their folders or tags; without one, all
    #[arg(value_name = "LANGUAGE")]
    pub languages: Vec<String>,
    #[command(flatten)]
    pub root: RootArgs,
    /// List the files without writing them
    #[arg(long)]
    pub dry_run: bool,
}

/// Explain an error or warning, with an example
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  gympress explain unknown-reference")]
pub(super) struct Explain {
    /// The code in brackets after "error" or "warning"; without it, all codes are listed
    pub code: Option<String>,
}

/// Create a project with content and pictures
#[derive(Debug, Args)]
#[command(
    after_help = "On a terminal, init asks for missing values; otherwise it writes placeholders. It never overwrites a file.\n\n\
    Examples:\n  gympress init my-gym\n  gympress init my-gym --name \"Iron House\" --town Arusha --country Tanzania --starter minimal\n  gympress init my-gym --language fr-SN --host netlify"
)]
pub(super) struct Init {
    /// The folder to create the project in
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The name of the gym
    #[arg(long)]
    pub name: Option<String>,
    /// Its town
    #[arg(long)]
    pub town: Option<String>,
    /// Its country, as a name or code; determines language, currency, time zone and calling code
    #[arg(long)]
    pub country: Option<String>,
    /// The language of the site, such as sw or en-KE [default: the language of the country, or English]
    #[arg(long, value_name = "TAG")]
    pub language: Option<String>,
    /// Further languages of the site, such as sw,fr: their texts are written to be translated
    #[arg(long, value_name = "TAGS", value_delimiter = ',')]
    pub languages: Vec<String>,
    /// The starter to use [default: complete]
    #[arg(long, value_enum)]
    pub starter: Option<Starter>,
    /// Parts to add to the complete starter
    #[arg(long, value_enum, value_name = "PARTS", value_delimiter = ',')]
    pub with: Vec<StarterPart>,
    /// The host to add configuration for [default: none]
    #[arg(long, value_parser = host_parser())]
    pub host: Option<&'static Host>,
    /// Don't ask questions
    #[arg(short, long)]
    pub yes: bool,
}

/// The project.
#[derive(Clone, Debug, Args)]
pub(super) struct RootArgs {
    /// The folder of the project, which contains `content`
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub root: PathBuf,
}

/// Inputs of a build other than files.
#[derive(Debug, Args)]
pub(super) struct SettingsArgs {
    /// The address of the published site; overrides base_url in content/site.toml
    #[arg(long, value_name = "URL", value_parser = base_url)]
    pub base_url: Option<BaseUrl>,
    /// The time to build for, such as 2026-12-31T12:00:00+03:00; later posts are left out
    #[arg(long, value_name = "RFC3339", value_parser = moment)]
    pub now: Option<Timestamp>,
    /// Include drafts and posts with a future date
    #[arg(long)]
    pub drafts: bool,
}

/// Check everything, then publish the site to a folder
#[derive(Debug, Args)]
#[command(after_help = "The output folder changes only if the whole site is free of errors.\n\n\
    Examples:\n  gympress build\n  gympress build --base-url https://example.org/gym/ --out public")]
pub(super) struct Build {
    #[command(flatten)]
    pub root: RootArgs,
    /// The folder to publish to [default: dist in the root]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// The output format of errors and warnings
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    pub format: ReportFormat,
}

/// Build, and bring the site to its host
#[derive(Debug, Args)]
#[command(
    after_help = "The place is `to` in [publish] of content/site.toml; docs/publish.md says what to write for which host. Passwords are asked for once.\n\n\
    Examples:\n  gympress publish --dry-run      say what would be sent\n  gympress publish\n  gympress publish --every-night"
)]
pub(super) struct PublishArgs {
    #[command(flatten)]
    pub root: RootArgs,
    /// The folder to build into [default: dist in the root]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Say what would be sent and removed, and what is in the way, without writing anything there
    #[arg(long)]
    pub dry_run: bool,
    /// Send all files, also those that seem to be there
    #[arg(long)]
    pub all: bool,
    /// Move files of others that are in the way to .gympress/before there
    #[arg(long)]
    pub set_aside: bool,
    /// Don't look at the published site afterwards
    #[arg(long)]
    pub skip_look: bool,
    /// Let this machine publish every night from a time on, or no more [default: 03:20]
    #[arg(long, value_name = "HH:MM|off", num_args = 0..=1, default_missing_value = "03:20")]
    pub every_night: Option<String>,
    /// Publish if a night is due, as the line of the scheduler does each hour
    #[arg(long, hide = true)]
    pub nightly: bool,
    /// Ask in JSON on standard output and read the replies from standard input, as the editor does
    #[arg(long, hide = true)]
    pub ask_in_json: bool,
    /// Forget the password or token that is kept here
    #[arg(long, conflicts_with_all = ["dry_run", "all", "set_aside", "skip_look"])]
    pub forget: bool,
    /// The output format of errors, warnings and progress
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    pub format: ReportFormat,
    /// Publish nothing if there are warnings
    #[arg(long)]
    pub deny_warnings: bool,
    /// The time to build for, such as 2026-12-31T12:00:00+03:00
    #[arg(long, value_name = "RFC3339", value_parser = moment)]
    pub now: Option<Timestamp>,
}

/// Preview the site in a browser, with live updates
#[derive(Debug, Args)]
#[command(
    after_help = "Nothing is published. While content can't be read, the last good state stays visible.\n\n\
    Examples:\n  gympress serve --edit\n  gympress serve --open --no-edit\n  gympress serve --bind 0.0.0.0 --drafts"
)]
pub(super) struct Serve {
    #[command(flatten)]
    pub root: RootArgs,
    /// The port [default: 4000 or the next free one]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// The address to listen on; use 0.0.0.0 for phones on the same network
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// A further host name by which browsers reach this machine, such as desk.local; can be given more than once
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// Open the site in a browser
    #[arg(long)]
    pub open: bool,
    /// Open the editor in a browser
    #[arg(long, conflicts_with = "no_edit")]
    pub edit: bool,
    /// Only show the site; nothing can be edited in the browser
    #[arg(long)]
    pub no_edit: bool,
    /// Look at the files once a second, on disks whose changes the system doesn't report
    #[arg(long)]
    pub poll: bool,
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// Report every mistake in content, templates and components without publishing
#[derive(Debug, Args)]
#[command(after_help = "With --format json or github, only diagnostics are written to standard output.\n\n\
    Examples:\n  gympress check\n  gympress check --format json --deny-warnings")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub root: RootArgs,
    /// The output format of errors and warnings
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    pub format: ReportFormat,
    /// Fail on warnings
    #[arg(long)]
    pub deny_warnings: bool,
    /// Show every placeholder instead of their number
    #[arg(long)]
    pub placeholders: bool,
    /// The time to check for, such as 2026-12-31T12:00:00+03:00
    #[arg(long, value_name = "RFC3339", value_parser = moment)]
    pub now: Option<Timestamp>,
}

/// Correct mistakes and report what is left
#[derive(Debug, Args)]
#[command(
    after_help = "Certain corrections are made; on a terminal, fix asks about proposed ones. Nothing else in a file changes.\n\n\
    Examples:\n  gympress fix --dry-run         show what would change\n  gympress fix --all             make proposed corrections, too"
)]
pub(super) struct FixArgs {
    #[command(flatten)]
    pub root: RootArgs,
    /// Show the changes without writing them
    #[arg(long)]
    pub dry_run: bool,
    /// Make proposed corrections without asking
    #[arg(long)]
    pub all: bool,
    /// The time to check for, such as 2026-12-31T12:00:00+03:00
    #[arg(long, value_name = "RFC3339", value_parser = moment)]
    pub now: Option<Timestamp>,
}

/// Rename an entry or a picture and update all references
#[derive(Debug, Args)]
#[command(
    after_help = "Changes the file or row and every reference and link to it. If the entry has a page, its old address is redirected.\n\n\
    Examples:\n  gympress rename class yoga hatha\n  gympress rename picture IMG_1234.jpg front-door.jpg --dry-run"
)]
pub(super) struct Rename {
    #[command(flatten)]
    pub root: RootArgs,
    /// The kind of entry, such as class or trainer, or picture
    #[arg(value_name = "KIND")]
    pub kind: String,
    /// The current id or file name
    pub old: String,
    /// The new id or file name
    pub new: String,
    /// Show the changes without writing them
    #[arg(long)]
    pub dry_run: bool,
    /// The time to check content for, such as 2026-12-31T12:00:00+03:00
    #[arg(long, value_name = "RFC3339", value_parser = moment)]
    pub now: Option<Timestamp>,
}

/// Create an entry: a valid file with comments
#[derive(Debug, Args)]
#[command(after_help = "Existing files are never overwritten.\n\n\
    Examples:\n  gympress new post \"Five stretches for the office\"\n  gympress new class Kickboxing --id kickboxing")]
pub(super) struct New {
    /// The noun of a collection, such as class or post; any other word lists them all
    pub kind: String,
    /// The title of the entry, or the name of the trainer
    pub title: String,
    /// The file name without .toml [default: derived from the title]
    #[arg(long)]
    pub id: Option<String>,
    #[command(flatten)]
    pub root: RootArgs,
    /// The date of a post
    #[arg(long, value_name = "RFC3339", value_parser = moment)]
    pub now: Option<Timestamp>,
}

/// Write JSON Schemas of content files, for completion in editors
#[derive(Debug, Args)]
#[command(
    after_help = "The first line of each content file refers to its schema. serve writes them, too, and build updates them.\n\n\
    Example:\n  gympress schema"
)]
pub(super) struct SchemaArgs {
    #[command(flatten)]
    pub root: RootArgs,
    /// The folder to write into [default: content/.schema in the root]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print the TypeScript types of island props instead
    #[arg(long)]
    pub typescript: bool,
    /// Print a reference of all types in Markdown instead
    #[arg(long, conflicts_with = "typescript")]
    pub docs: bool,
}

/// Report and correct mistakes in an editor, as its language server
#[derive(Debug, Args)]
#[command(
    after_help = "Editors start it; docs/editors.md says how. It speaks the Language Server Protocol on standard input and output.\n\n\
    Example:\n  gympress lsp --root my-gym"
)]
pub(super) struct Lsp {
    /// The folder of the project [default: the one that the editor names]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Use standard input and output; there is no other way
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// List and override files of the theme
#[derive(Debug, Args)]
#[command(after_help = "A file of the project overrides the theme's file at the same path.\n\n\
    Examples:\n  gympress theme list --all\n  gympress theme eject templates/partials/footer.html")]
pub(super) struct ThemeArgs {
    #[command(subcommand)]
    pub command: ThemeCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum ThemeCommand {
    /// List the overridden files
    List {
        #[command(flatten)]
        root: RootArgs,
        /// List all files of the theme
        #[arg(long)]
        all: bool,
    },
    /// Copy files of the theme to the project
    #[command(arg_required_else_help = true)]
    Eject(ThemePaths),
}

#[derive(Clone, Debug, Args)]
pub(super) struct ThemePaths {
    /// Files of the theme, such as templates/layout.html
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    #[command(flatten)]
    pub root: RootArgs,
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  gympress completions bash > ~/.local/share/bash-completion/completions/gympress"
)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

fn base_url(written: &str) -> Result<BaseUrl, String> {
    let url = Url::parse(written)
        .map_err(|error| format!("{error}; write a full address, such as https://example.org/gym/"))?;
    BaseUrl::new(&url)
        .ok_or_else(|| {
            "write the address of a folder, with single slashes and without ? and #, such as https://example.org/gym/".to_owned()
        })
}

fn moment(written: &str) -> Result<Timestamp, String> {
    let help = "write a day, a time and its offset, such as 2026-12-31T12:00:00+03:00";
    written.parse().map_err(|_| help.to_owned())
}
