//! Inline scripts and styles in the code of services: each becomes a file of its own, so that the content security policy
//! need not allow inline code.

use crate::{
    assets::styles,
    cache::content_hash,
    output::{Artifact, Origin},
    site::Site,
    widgets::{CODE_FILE, Inline},
};

/// The path of the file of an inline script or style.
pub fn path(inline: &Inline) -> String {
    let hash = content_hash(inline.text.as_bytes());
    format!("/{}{CODE_FILE}{hash}.{}", styles::FOLDER, inline.extension)
}

/// The files of all inline scripts and styles in the code of services.
pub fn files(site: &Site) -> Vec<Artifact> {
    let mut artifacts: Vec<Artifact> = Vec::new();
    for (inline, file) in site.widgets.files() {
        let origin = Origin { content: file, template: None };
        artifacts.extend(Artifact::hashed(&path(inline), inline.text.clone().into_bytes(), origin));
    }
    artifacts.sort_by(|a, b| a.path.cmp(&b.path));
    artifacts.dedup_by(|a, b| a.path == b.path);
    artifacts
}
