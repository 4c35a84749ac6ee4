//! GitHub Pages, which knows neither headers nor redirects.

use super::{Headers, Host, HostFile, HostLimits, HostSite, Recipe, Redirects, TakenSite};

pub(super) static GITHUB: Host = Host {
    name: "github",
    title: "GitHub Pages",
    place: "at GitHub Pages",
    headers: Headers::None,
    redirects: Redirects::Pages,
    reads_queries: false,
    hides_pages_in_folders: false,
    receives_forms: false,
    serves_page_of_folder: false,
    takes: TakenSite::Repository,
    files: &[HostFile { path: "/.nojekyll", write: empty, yields_to_static: true }],
    files_of_language: &[],
    limits: HostLimits {
        bytes_of_file: Some(100_000_000),
        bytes_of_site: Some(1_000_000_000),
        ..HostLimits::NONE
    },
    recipe: Recipe {
        option: "github",
        help: "GitHub Pages",
        heading: "GitHub Pages",
        next_step: "at GitHub, in the settings of the repository, Pages, choose the source \"GitHub Actions\"",
        built_by: "GitHub",
        on_change: "yes",
        nightly: "yes",
    },
};

/// `.nojekyll`, whose presence alone counts.
fn empty(_: &HostSite<'_>) -> Vec<u8> {
    Vec::new()
}
