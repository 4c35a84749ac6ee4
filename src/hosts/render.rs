//! Render, which takes headers and redirects from `render.yaml` at the root of a branch.

use serde_json::Value;

use super::{
    Headers, Host, HostFile, HostLimits, HostSite, Recipe, Redirects, SPECULATION_RULES, TakenSite, headers,
    redirects::{addresses, folders},
};

pub(super) static RENDER: Host = Host {
    name: "render",
    title: "Render",
    place: "at Render",
    headers: Headers::All,
    redirects: Redirects::RulesBehindFiles,
    reads_queries: false,
    hides_pages_in_folders: false,
    receives_forms: false,
    serves_page_of_folder: false,
    takes: TakenSite::Repository,
    files: &[HostFile { path: "/render.yaml", write: blueprint, yields_to_static: false }, SPECULATION_RULES],
    files_of_language: &[],
    limits: HostLimits::NONE,
    recipe: Recipe {
        option: "render",
        help: "Render, from a repository at GitHub",
        heading: "Render",
        next_step: "push to GitHub, and at Render choose New, Blueprint, the repository and its branch \"render\"",
        built_by: "GitHub",
        on_change: "yes",
        nightly: "yes",
    },
};

/// `render.yaml`, a Blueprint (<https://render.com/docs/blueprint-spec>), for a branch that holds nothing but the site:
/// Render publishes the folder as it is.
fn blueprint(site: &HostSite<'_>) -> Vec<u8> {
    let mut out = "\
services:
  - type: web
    runtime: static
    name: website
    buildCommand: \"true\"
    staticPublishPath: .
    headers:
"
    .to_owned();
    for rule in headers::rules(site) {
        for header in &rule.headers {
            out += &item([("path", &rule.pattern), ("name", header.name), ("value", &header.value)]);
        }
    }
    let redirects: Vec<_> = addresses(site).into_iter().chain(folders(site)).collect();
    if !redirects.is_empty() {
        out += "    routes:\n";
    }
    for rule in &redirects {
        out += &item([("type", "redirect"), ("source", &rule.from), ("destination", &rule.to)]);
    }
    out.into_bytes()
}

/// An item of a list. A quoted string of JSON is one of YAML, too.
fn item(settings: [(&str, &str); 3]) -> String {
    let settings = settings.map(|(key, value)| format!("{key}: {}\n", Value::from(value)));
    format!("      - {}", settings.join("        "))
}
