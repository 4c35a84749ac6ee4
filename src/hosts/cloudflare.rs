//! Cloudflare Pages, which reads `_headers` and `_redirects` like Netlify. Its redirects win over pages, and their
//! number is limited.

use super::{
    Headers, Host, HostFile, HostLimits, HostSite, Recipe, Redirects, SPECULATION_RULES, TakenSite, headers,
    redirects::{addresses, folders},
};

pub(super) static CLOUDFLARE: Host = Host {
    name: "cloudflare",
    title: "Cloudflare Pages",
    place: "at Cloudflare Pages",
    headers: Headers::All,
    redirects: Redirects::Rules,
    reads_queries: false,
    hides_pages_in_folders: true,
    receives_forms: false,
    serves_page_of_folder: true,
    takes: TakenSite::Repository,
    files: &[
        HostFile { path: "/_headers", write: headers::list, yields_to_static: false },
        HostFile { path: "/_redirects", write: redirects, yields_to_static: false },
        SPECULATION_RULES,
    ],
    files_of_language: &[],
    limits: HostLimits {
        files: Some(20_000),
        bytes_of_file: Some(25 << 20),
        header_rules: Some(100),
        header_length: Some(2_000),
        redirects: Some(2_000),
        folder_redirects: Some(100),
        redirect_length: Some(1_000),
        ..HostLimits::NONE
    },
    recipe: Recipe {
        option: "cloudflare",
        help: "Cloudflare Pages",
        heading: "Cloudflare Pages",
        next_step: "at Cloudflare, import the repository, with the build command \"npx gympress build\" and the \
                    folder \"dist\"; at GitHub, add the secret that .github/workflows/night.yml names",
        built_by: "Cloudflare",
        on_change: "yes",
        nightly: "by a workflow at GitHub",
    },
};

/// `_redirects`, with the rules of folders last.
fn redirects(site: &HostSite<'_>) -> Vec<u8> {
    let rules = addresses(site).into_iter().chain(folders(site));
    rules.map(|rule| rule.line("301")).collect::<String>().into_bytes()
}
