//! Netlify, which reads `_headers` and `_redirects`.

use super::{
    Headers, Host, HostFile, HostLimits, HostSite, Recipe, Redirects, SPECULATION_RULES, TakenSite, encoded,
    headers,
    redirects::{addresses, folders},
};

pub(super) static NETLIFY: Host = Host {
    name: "netlify",
    title: "Netlify",
    place: "at Netlify",
    headers: Headers::All,
    redirects: Redirects::Rules,
    reads_queries: true,
    hides_pages_in_folders: false,
    receives_forms: true,
    serves_page_of_folder: true,
    takes: TakenSite::Deploy,
    files: &[
        HostFile { path: "/_headers", write: headers::list, yields_to_static: false },
        HostFile { path: "/_redirects", write: redirects, yields_to_static: false },
        SPECULATION_RULES,
        HostFile { path: "/due.txt", write: due, yields_to_static: false },
    ],
    files_of_language: &[],
    limits: HostLimits { files_in_folder: Some(54_000), ..HostLimits::NONE },
    recipe: Recipe {
        option: "netlify",
        help: "Netlify",
        heading: "Netlify",
        next_step: "at Netlify, add a build hook, and its address as the variable BUILD_HOOK",
        built_by: "Netlify",
        on_change: "yes",
        nightly: "by a scheduled function, if something changes",
    },
};

/// `_redirects`. The first match wins, and a rule without parameters matches any, so rules with parameters come first.
/// The exclamation mark lets a rule win over the page that is written for previews.
fn redirects(site: &HostSite<'_>) -> Vec<u8> {
    let mut out = String::new();
    for old in &site.queries {
        let parameters: Vec<String> =
            old.query.as_deref().unwrap_or_default().split('&').map(encoded).collect();
        out += &format!("{} {} {} 301!\n", site.href(&old.from), parameters.join(" "), encoded(&old.to));
    }
    addresses(site).iter().for_each(|rule| out += &rule.line("301!"));
    folders(site).iter().for_each(|rule| out += &rule.line("301"));
    // Netlify knows the page at the root alone.
    for folder in &site.folders_not_found {
        let folder = site.href(folder);
        out += &format!("{folder}* {folder}404.html 404\n");
    }
    out.into_bytes()
}

/// `due.txt`, which tells the nightly rebuild whether it has something to do.
fn due(site: &HostSite<'_>) -> Vec<u8> {
    site.changes_next.as_ref().map(|due| format!("{due}\n")).unwrap_or_default().into_bytes()
}
