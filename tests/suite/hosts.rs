//! Documents about hosts say what their files in `src/hosts/` do.

use std::fs;

use gympress::hosts::{HOSTS, Headers, Host, HostLimits, HostRedirect, HostSite, Redirects};

use crate::project::{NOW, Project, assert_document, markdown_table, repository, with_table};

#[test]
fn the_tables_of_the_document_are_made_from_the_hosts() {
    let document = fs::read_to_string(repository().join("docs/hosts.md")).unwrap();
    let made = [recipes(), abilities()].iter().fold(document, |made, table| with_table(&made, table));
    assert_document("docs/hosts.md", &made);
}

/// Each recipe has a part of the document by its heading.
#[test]
fn each_recipe_is_explained() {
    let document = fs::read_to_string(repository().join("docs/hosts.md")).unwrap();
    for host in HOSTS {
        let heading = format!("\n## {}\n", host.recipe.heading);
        assert!(document.contains(&heading), "docs/hosts.md lacks {heading}");
        assert!(document.contains(&format!("`host = \"{}\"`", host.name)), "{}", host.name);
    }
}

/// The numbers that a host of a site like this reads too few of, and those of the site.
fn excesses(
    host: &str,
    pages: usize,
    policy: usize,
    redirects: usize,
    folders: usize,
) -> Vec<(usize, usize)> {
    let redirect = |from: String| HostRedirect { from, query: None, to: "/".to_owned() };
    let paths: Vec<String> = (0..pages).map(|page| format!("/{page}/")).collect();
    let site = HostSite {
        base_path: "/",
        policy: "p".repeat(policy),
        frame_ancestors: None,
        hsts: None,
        has_widgets: false,
        pages: paths.iter().map(|path| path.as_str().into()).collect(),
        folders_not_found: Vec::new(),
        queries: Vec::new(),
        old_addresses: (0..redirects).map(|old| redirect(format!("/old/{old}/"))).collect(),
        folders: (0..folders).map(|old| redirect(format!("/{old}/*"))).collect(),
        hashed_folders: ["assets", "images"],
        changes_next: None,
    };
    let found = Host::named(host).unwrap().excesses(&site);
    found.into_iter().map(|excess| (excess.most, excess.found)).collect()
}

#[test]
fn a_host_says_what_it_leaves_out() {
    // Four rules are the same for all sites, and 27 characters stand before the policy.
    assert_eq!(excesses("cloudflare", 96, 1_973, 1_000, 0), []);
    assert_eq!(excesses("cloudflare", 97, 1_974, 1_001, 0), [(100, 101), (2_000, 2_001), (2_000, 2_002)]);
    assert_eq!(excesses("cloudflare", 1, 1, 0, 101), [(100, 101)]);
    assert_eq!(excesses("netlify", 200, 4_000, 2_000, 200), []);
    assert_eq!(excesses("plain", 200, 4_000, 2_000, 200), []);
}

#[test]
fn a_site_beyond_the_limits_of_its_host_is_warned_of() {
    let project = Project::minimal();
    for page in 0..120 {
        let text = format!("title = \"Page {page}\"\ndescription = \"Page {page}.\"\n");
        project.write(&format!("content/pages/page-{page}.toml"), &text);
    }
    let site = project.read("content/site.toml");
    for (host, is_warned_of) in [("cloudflare", true), ("netlify", false)] {
        project.write("content/site.toml", format!("{site}\n[publish]\nhost = \"{host}\"\n"));
        let found = project.run(&["check", "--format", "short", "--now", NOW]).err;
        let warning = "warning[host-limit]: Cloudflare Pages reads at most 100 rules of _headers, and this site needs 12";
        assert_eq!(found.contains(warning), is_warned_of, "{found}");
    }
}

fn recipes() -> String {
    let head = ["host", "who builds", "on each change", "every night"].map(str::to_owned);
    let rows = HOSTS.iter().map(|host| {
        let recipe = &host.recipe;
        let anchor = recipe.heading.to_lowercase().replace(' ', "-");
        let link = format!("[{}](#{anchor})", recipe.heading);
        vec![link, recipe.built_by.to_owned(), recipe.on_change.to_owned(), recipe.nightly.to_owned()]
    });
    markdown_table([head.to_vec()].into_iter().chain(rows))
}

fn abilities() -> String {
    let row = |label: &str, cell: &dyn Fn(&Host) -> String| {
        [label.to_owned()].into_iter().chain(HOSTS.iter().map(|host| cell(host))).collect::<Vec<_>>()
    };
    let words = |label: &str, cell: fn(&Host) -> &'static str| row(label, &|host| cell(host).to_owned());
    let mut rows = vec![
        row("what it can do", &|host| format!("`{}`", host.name)),
        words("policy, caching and other headers", |host| match host.headers {
            Headers::All => "yes",
            Headers::AllButPolicy => "all but the policy; HSTS if asked for",
            Headers::None => "can't",
        }),
        words("[frames of other sites](#shown-in-a-frame)", |host| match host.headers {
            Headers::All | Headers::AllButPolicy => "yes",
            Headers::None => "can't forbid any",
        }),
        words("real redirects (301)", |host| match host.redirects {
            Redirects::Rules | Redirects::RulesBehindFiles => "yes",
            Redirects::Pages => "can't",
        }),
        words("redirects from `/?p=12`", |host| if host.reads_queries { "yes" } else { "can't" }),
        words("redirects from a folder, `/author/*`", |host| if host.redirects() { "yes" } else { "can't" }),
        words("content security policy", |host| if host.sends_policy() { "header" } else { "`<meta>`" }),
        words("pages fetched ahead (`Speculation-Rules`)", |host| match host.headers {
            Headers::None => "can't",
            Headers::All | Headers::AllButPolicy => "yes",
        }),
        words("messages of the contact form", |host| if host.receives_forms { "yes" } else { "" }),
        row("own files", &|host| {
            let names = host.files.iter().map(|file| format!("`{}`", file.path.trim_start_matches('/')));
            names.collect::<Vec<_>>().join(", ")
        }),
    ];
    type Shown = fn(&HostLimits) -> Option<String>;
    let limits: [(&str, Shown); 9] = [
        ("files", |limits| limits.files.map(grouped)),
        ("files of a folder", |limits| limits.files_in_folder.map(grouped)),
        ("size of a file", |limits| limits.bytes_of_file.map(size)),
        ("size of the site", |limits| limits.bytes_of_site.map(size)),
        ("rules of `_headers`", |limits| limits.header_rules.map(grouped)),
        ("characters of such a line", |limits| limits.header_length.map(grouped)),
        ("lines of `_redirects`, two for each", |limits| limits.redirects.map(grouped)),
        ("of them with `*`", |limits| limits.folder_redirects.map(grouped)),
        ("characters of such a line", |limits| limits.redirect_length.map(grouped)),
    ];
    for (label, limit) in limits {
        rows.push(row(label, &|host| {
            limit(&host.limits).map(|most| format!("at most {most}")).unwrap_or_default()
        }));
    }
    markdown_table(rows)
}

/// `20,000`
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let head = digits.len() % 3;
    let (first, rest) = digits.split_at(head);
    let mut groups: Vec<&str> = (0..rest.len()).step_by(3).map(|start| &rest[start..start + 3]).collect();
    if !first.is_empty() {
        groups.insert(0, first);
    }
    groups.join(",")
}

/// `25 MiB`, `100 MB`
fn size(bytes: u64) -> String {
    match bytes {
        mebi if mebi.is_multiple_of(1 << 20) => format!("{} MiB", mebi >> 20),
        giga if giga.is_multiple_of(1_000_000_000) => format!("{} GB", giga / 1_000_000_000),
        mega => format!("{} MB", mega / 1_000_000),
    }
}
