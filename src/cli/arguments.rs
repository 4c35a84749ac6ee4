//! The arguments of every command. The words are fixed: scripts rely on them.

use std::{net::IpAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use jiff::Timestamp;
use url::Url;

use crate::{diagnostic::Format, site::BaseUrl};

/// Builds the website of a gym from TOML content.
#[derive(Debug, Parser)]
#[command(
    name = "gympress",
    version,
    about = "Builds the website of a gym from TOML content",
    after_help = "Exit status: 0 done, 1 the content has errors (or denied warnings), 2 wrong usage, 3 the machine failed.\n\n\
        Examples:\n  gympress check                 look for mistakes, publish nothing\n  gympress build                 publish into dist/\n  \
        gympress serve                 show the site in a browser while you write\n  \
        gympress new post \"A new post\"  write a post to start from"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Build(Build),
    Serve(Serve),
    Check(Check),
    New(New),
    Schema(Schema),
    Routes(Routes),
    Stats(Stats),
    Completions(Completions),
}

/// Which project.
#[derive(Debug, Args)]
pub(super) struct Root {
    /// The folder that holds content, templates and components
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub root: PathBuf,
}

/// What the output depends on besides the files.
#[derive(Debug, Args)]
pub(super) struct Inputs {
    /// Where the site is published, instead of base_url in content/site.toml
    #[arg(long, value_name = "URL", value_parser = base_url)]
    pub base_url: Option<BaseUrl>,
    /// The moment of the build, such as 2026-12-31T12:00:00+03:00; decides which posts are out
    #[arg(long, value_name = "RFC3339")]
    pub now: Option<Timestamp>,
    /// Build posts that are drafts or lie in the future, too
    #[arg(long)]
    pub drafts: bool,
}

/// Check everything, then publish the site into a folder
#[derive(Debug, Args)]
#[command(
    after_help = "Nothing in the output folder changes unless everything rendered and was checked.\n\n\
    Examples:\n  gympress build\n  gympress build --base-url https://example.org/gym/ --out public"
)]
pub(super) struct Build {
    #[command(flatten)]
    pub root: Root,
    /// The folder to publish into [default: dist in the root]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub inputs: Inputs,
    /// Print how long each step took
    #[arg(long)]
    pub timings: bool,
}

/// Show the site in a browser as it will be published, and follow every change
#[derive(Debug, Args)]
#[command(
    after_help = "Nothing is published. While something is wrong, the last good state stays visible.\n\n\
    Examples:\n  gympress serve --open\n  gympress serve --bind 0.0.0.0 --drafts"
)]
pub(super) struct Serve {
    #[command(flatten)]
    pub root: Root,
    /// The port [default: 4000, or the next one that is free]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// The address to listen on; with 0.0.0.0, phones on the same network see the site, too
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// Open the site in a browser
    #[arg(long)]
    pub open: bool,
    #[command(flatten)]
    pub inputs: Inputs,
}

/// Report every mistake in content, templates and components, and publish nothing
#[derive(Debug, Args)]
#[command(
    after_help = "In the machine forms (json, github, sarif) diagnostics go to standard output, and nothing else does.\n\n\
    Examples:\n  gympress check\n  gympress check --format json --deny-warnings"
)]
pub(super) struct Check {
    #[command(flatten)]
    pub root: Root,
    /// How to tell what is wrong
    #[arg(long, value_enum, default_value_t = FormatName::Human)]
    pub format: FormatName,
    /// Fail on warnings, too
    #[arg(long)]
    pub deny_warnings: bool,
    /// The moment of the check, such as 2026-12-31T12:00:00+03:00
    #[arg(long, value_name = "RFC3339")]
    pub now: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum FormatName {
    Human,
    Short,
    Json,
    Github,
    Sarif,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Human => Self::Human,
            FormatName::Short => Self::Short,
            FormatName::Json => Self::Json,
            FormatName::Github => Self::Github,
            FormatName::Sarif => Self::Sarif,
        }
    }
}

/// Write a valid, commented entry to start from
#[derive(Debug, Args)]
#[command(after_help = "An existing file is never written over.\n\n\
    Examples:\n  gympress new post \"Five stretches for the office\"\n  gympress new class Kickboxing --id kickboxing")]
pub(super) struct New {
    /// What to write
    #[arg(value_enum)]
    pub kind: NewKind,
    /// Its title, or the trainer's name
    pub title: String,
    /// The file's name without .toml [default: made from the title]
    #[arg(long)]
    pub id: Option<String>,
    #[command(flatten)]
    pub root: Root,
    /// The moment that a post is dated
    #[arg(long, value_name = "RFC3339")]
    pub now: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum NewKind {
    Post,
    Class,
    Trainer,
    Plan,
}

/// Write a JSON Schema for each kind of content file, for editors that check while typing
#[derive(Debug, Args)]
#[command(
    after_help = "The first line of each content file points at its schema. Run this again after adding an id.\n\n\
    Example:\n  gympress schema"
)]
pub(super) struct Schema {
    #[command(flatten)]
    pub root: Root,
    /// The folder to write into [default: content/.schema in the root]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// List every URL of the site with the content it comes from
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  gympress routes | grep blog")]
pub(super) struct Routes {
    #[command(flatten)]
    pub root: Root,
    #[command(flatten)]
    pub inputs: Inputs,
}

/// List what each page weighs, in bytes
#[derive(Debug, Args)]
#[command(
    after_help = "HTML and CSS are counted before compression, scripts in brotli, fonts as they are, the image is the one at \
    the top of the page in its largest file. [budget] in content/site.toml sets limits.\n\n\
    Examples:\n  gympress stats\n  gympress stats | sort -nrk7 | head     the heaviest pages first"
)]
pub(super) struct Stats {
    #[command(flatten)]
    pub root: Root,
    #[command(flatten)]
    pub inputs: Inputs,
}

/// Write a completion script for a shell to standard output
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
        .ok_or_else(|| "write the address of a folder, such as https://example.org/gym/".to_owned())
}
