//! Codes of mistakes in where `gympress publish` brings a site.

use diagnostics::{Code, CodeRow, Example, Severity};

const RIGHT: &[Example] = &[Example::new(
    "content/site.toml",
    r#"
base_url = "https://ironchalk.example/"

[publish]
host = "apache"
to = "sftp://mygym@home123456.host.example/public_html/"
"#,
)];

pub const SECRET_IN_CONTENT: Code = Code(&CodeRow {
    name: "secret-in-content",
    severity: Severity::Error,
    summary: "a password or token in content",
    text: "Whoever reads the repository, its history or a backup would have it: change it at your host. \
        `gympress publish` asks for it once and keeps it on this machine ([publish.md](publish.md)).",
    wrong: &[Example::new(
        "content/site.toml",
        r#"
base_url = "https://ironchalk.example/"

[publish]
host = "apache"
to = "ftps://mygym:password@server12.host.example/"
"#,
    )],
    right: RIGHT,
});

pub const PLAIN_FTP: Code = Code(&CodeRow {
    name: "plain-ftp",
    severity: Severity::Error,
    summary: "a site published by FTP without encryption",
    text: "Your password would cross the network readable. Nearly all hosts have FTPS, and some SSH.",
    wrong: &[Example::new(
        "content/site.toml",
        r#"
base_url = "https://ironchalk.example/"

[publish]
host = "apache"
to = "ftp://mygym@server12.host.example/"
"#,
    )],
    right: RIGHT,
});

pub const UNKNOWN_TARGET: Code = Code(&CodeRow {
    name: "unknown-target",
    severity: Severity::Error,
    summary: "a place that gympress can't publish to",
    text: "It is a folder of a server, a site at Netlify, or a folder of this machine ([publish.md](publish.md)).",
    wrong: &[Example::new(
        "content/site.toml",
        r#"
base_url = "https://ironchalk.example/"

[publish]
host = "apache"
to = "s3://ironchalk"
"#,
    )],
    right: RIGHT,
});

pub const TARGET_AND_HOST: Code = Code(&CodeRow {
    name: "target-and-host",
    severity: Severity::Error,
    summary: "a site made for another host than the one that it is published to",
    text: "Redirects, headers and the page for addresses that don't exist are told to each host in its own way.",
    wrong: &[Example::new(
        "content/site.toml",
        r#"
base_url = "https://ironchalk.example/"

[publish]
host = "apache"
to = "netlify:ironchalk"
"#,
    )],
    right: &[Example::new(
        "content/site.toml",
        r#"
base_url = "https://ironchalk.example/"

[publish]
host = "netlify"
to = "netlify:ironchalk"
"#,
    )],
});

pub const NO_ADDRESS: Code = Code(&CodeRow {
    name: "no-address",
    severity: Severity::Error,
    summary: "a site that is published somewhere, and doesn't say at which address",
    text: "Search engines, cards and feeds need it, and `gympress publish` looks at it when it is done.",
    wrong: &[Example::new(
        "content/site.toml",
        r#"
name = "Iron & Chalk"

[publish]
host = "apache"
to = "sftp://mygym@home123456.host.example/public_html/"
"#,
    )],
    right: RIGHT,
});
