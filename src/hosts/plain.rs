//! Any server, without settings of its own.

use super::{Headers, Host, HostLimits, Recipe, Redirects, TakenSite};

pub(super) static PLAIN: Host = Host {
    name: "plain",
    title: "a plain server",
    place: "on a plain server",
    headers: Headers::None,
    redirects: Redirects::Pages,
    reads_queries: false,
    hides_pages_in_folders: false,
    receives_forms: false,
    serves_page_of_folder: false,
    takes: TakenSite::Folder,
    files: &[],
    files_of_language: &[],
    limits: HostLimits::NONE,
    recipe: Recipe {
        option: "server",
        help: "A server of one's own, by rsync",
        heading: "Your own server",
        next_step: "write the folder on your server into publish.sh",
        built_by: "any machine",
        on_change: "by hand or by cron",
        nightly: "by cron",
    },
};
