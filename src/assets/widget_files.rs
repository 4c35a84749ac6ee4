//! Scripts and styles that stand within the code of services: each is a file of its own, so that no policy has to let in
//! what stands within a page.

use crate::{
    assets::styles,
    cache::content_hash,
    output::{Artifact, Origin},
    site::Site,
    widgets::{CODE_FILE, Inline},
};

/// The path of the file.
pub fn path(inline: &Inline) -> String {
    let hash = content_hash(inline.text.as_bytes());
    format!("/{}{CODE_FILE}{hash}.{}", styles::FOLDER, inline.extension)
}

/// The files of all that stands within the code of services.
pub fn files(site: &Site) -> Vec<Artifact> {
    let mut artifacts: Vec<Artifact> = site
        .widgets
        .files()
        .filter_map(|(inline, file)| {
            let origin = Origin { content: file, template: None };
            Artifact::hashed(&path(inline), inline.text.clone().into_bytes(), origin)
        })
        .collect();
    artifacts.sort_by(|a, b| a.path.cmp(&b.path));
    artifacts.dedup_by(|a, b| a.path == b.path);
    artifacts
}
