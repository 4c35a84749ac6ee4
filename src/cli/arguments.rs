//! The arguments of every command. The words are fixed: scripts rely on them.

use std::{net::IpAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use jiff::Timestamp;
use url::Url;

use super::{
    init::{Host, SitePart, Starter},
    new::kinds_of_entries,
};
use crate::{diagnostic::Format, site::BaseUrl};

/// The version, the commit that it was compiled from, and whether bundles are inside.
pub(super) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("GYMPRESS_BUILD"), ")");

/// Builds the website of a gym from TOML content.
#[derive(Debug, Parser)]
#[command(
    name = "gympress",
    version = VERSION,
    about = "Builds the website of a gym from TOML content",
    after_help = "Exit status: 0 done, 1 the content has errors (or denied warnings), 2 wrong usage, 3 the machine failed.\n\n\
        Examples:\n  gympress init my-gym           write a project to start from\n  gympress check                 look for mistakes, publish nothing\n  gympress fix                   correct those that correct themselves\n  gympress build                 publish into dist/\n  \
        gympress serve                 show the site in a browser while you write\n  \
        gympress new post \"A new post\"  write a post to start from"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Say what is decided and why, such as what is rendered again; twice, for each page
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Init(Init),
    Build(Build),
    Serve(Serve),
    Check(Check),
    Fix(Fix),
    Rename(Rename),
    New(New),
    Schema(Schema),
    Routes(Routes),
    Theme(Theme),
    /// Print the licences of what others wrote that is in this binary or published with a site
    #[command(after_help = "Example:\n  gympress licences | less")]
    Licences,
    Completions(Completions),
}

/// Write a project to start from: content and pictures
#[derive(Debug, Args)]
#[command(
    after_help = "What isn't given is asked on a terminal, and stands as a placeholder otherwise. No existing file is written over.\n\n\
    Examples:\n  gympress init my-gym\n  gympress init my-gym --name \"Iron House\" --town Arusha --country Tanzania --starter minimal\n  gympress init my-gym --with events,accounts --without bmi"
)]
pub(super) struct Init {
    /// The folder to write into
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// What the gym is called
    #[arg(long)]
    pub name: Option<String>,
    /// The town that it is in
    #[arg(long)]
    pub town: Option<String>,
    /// The country, by its name or code: tells language, currency, clock, and the telephone prefix
    #[arg(long)]
    pub country: Option<String>,
    /// The language of the site, such as sw or en-KE [default: that of the country, or English]
    #[arg(long, value_name = "TAG")]
    pub language: Option<String>,
    /// What to begin with [default: complete]
    #[arg(long, value_enum)]
    pub starter: Option<Starter>,
    /// What the complete starter has besides the usual blog, gallery and bmi
    #[arg(long, value_enum, value_name = "PARTS", value_delimiter = ',')]
    pub with: Vec<SitePart>,
    /// What of it the gym does without
    #[arg(long, value_enum, value_name = "PARTS", value_delimiter = ',')]
    pub without: Vec<SitePart>,
    /// Who serves the site: adds the files by which it is published there [default: none]
    #[arg(long, value_enum)]
    pub host: Option<Host>,
    /// Ask nothing
    #[arg(short, long)]
    pub yes: bool,
}

/// Which project.
#[derive(Clone, Debug, Args)]
pub(super) struct Root {
    /// The folder that holds content, and what it has of templates and components
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub root: PathBuf,
}

/// What the output depends on besides the files.
#[derive(Debug, Args)]
pub(super) struct SettingsArgs {
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
    pub settings: SettingsArgs,
    /// How to tell what is wrong
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
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
    pub settings: SettingsArgs,
}

/// Report every mistake in content, templates and components, and publish nothing
#[derive(Debug, Args)]
#[command(
    after_help = "In the machine forms (json, github) diagnostics go to standard output, and nothing else does.\n\n\
    Examples:\n  gympress check\n  gympress check --format json --deny-warnings"
)]
pub(super) struct Check {
    #[command(flatten)]
    pub root: Root,
    /// How to tell what is wrong
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Fail on warnings, too
    #[arg(long)]
    pub deny_warnings: bool,
    /// Show each placeholder that is still to be replaced
    #[arg(long)]
    pub placeholders: bool,
    /// The moment of the check, such as 2026-12-31T12:00:00+03:00
    #[arg(long, value_name = "RFC3339")]
    pub now: Option<Timestamp>,
}

/// Correct the mistakes of which the correction is known, and say what is left
#[derive(Debug, Args)]
#[command(
    after_help = "What is certain is corrected; what is only proposed is asked for on a terminal. Nothing else in a file changes.\n\n\
    Examples:\n  gympress fix --dry-run         show what would change\n  gympress fix --all             make proposals, too"
)]
pub(super) struct Fix {
    #[command(flatten)]
    pub root: Root,
    /// Show the changes, and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Make corrections that are only proposed, too, without asking
    #[arg(long)]
    pub all: bool,
    /// The moment of the check that follows, such as 2026-12-31T12:00:00+03:00
    #[arg(long, value_name = "RFC3339")]
    pub now: Option<Timestamp>,
}

/// Give an entry or a picture another name, here and wherever content refers to it
#[derive(Debug, Args)]
#[command(
    after_help = "The file or row, every reference and every link change together. Where the entry has a page, its old address leads on to the new one.\n\n\
    Examples:\n  gympress rename class yoga hatha\n  gympress rename picture IMG_1234.jpg front-door.jpg --dry-run"
)]
pub(super) struct Rename {
    #[command(flatten)]
    pub root: Root,
    /// What it is: what one entry of a collection is called, such as class, or picture
    #[arg(value_name = "KIND")]
    pub kind: String,
    /// The id or file name that it has
    pub old: String,
    /// The one that it shall have
    pub new: String,
    /// Keep the old id as an older name in any case, for places that gympress doesn't see
    #[arg(long)]
    pub was: bool,
    /// Show the changes, and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// The moment of the look at content that goes before, such as 2026-12-31T12:00:00+03:00
    #[arg(long, value_name = "RFC3339")]
    pub now: Option<Timestamp>,
}

/// Write a valid, commented entry to start from
#[derive(Debug, Args)]
#[command(after_help = "An existing file is never written over.\n\n\
    Examples:\n  gympress new post \"Five stretches for the office\"\n  gympress new class Kickboxing --id kickboxing")]
pub(super) struct New {
    #[arg(help = kinds_of_entries())]
    pub kind: String,
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
    /// Write the TypeScript of what islands are given to standard output instead
    #[arg(long)]
    pub typescript: bool,
    /// Write a reference of all types in Markdown to standard output instead
    #[arg(long, conflicts_with = "typescript")]
    pub docs: bool,
}

/// List every URL of the site with the content it comes from
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  gympress routes | grep blog")]
pub(super) struct Routes {
    #[command(flatten)]
    pub root: Root,
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// List the files of the theme, and put a project's own in their place
#[derive(Debug, Args)]
#[command(
    after_help = "A file of the project at the same path stands in the place of the theme's. What is ejected keeps its original in a\n\
    hidden folder beside it, .theme, by which a later gympress tells whether the theme's has changed since.\n\n\
    Examples:\n  gympress theme list --all\n  gympress theme eject templates/partials/footer.html"
)]
pub(super) struct Theme {
    #[command(subcommand)]
    pub command: ThemeCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum ThemeCommand {
    /// List the files that the project has in the place of the theme's, and how they stand to these
    List {
        #[command(flatten)]
        root: Root,
        /// List all files of the theme
        #[arg(long)]
        all: bool,
    },
    /// Copy files of the theme into the project
    #[command(arg_required_else_help = true)]
    Eject(ThemePaths),
}

#[derive(Clone, Debug, Args)]
pub(super) struct ThemePaths {
    /// Files of the theme, such as templates/layout.html
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    #[command(flatten)]
    pub root: Root,
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
        .ok_or_else(|| {
            "write the address of a folder, with single slashes and without ? and #, such as https://example.org/gym/".to_owned()
        })
}
