//! Scripts and styles that stand within the code of services: each is a file of its own, so that no policy has to let in
//! what stands within a page.

use crate::{
    assets::styles,
    cache::content_hash,
    content::{Inline, Snippet},
    diagnostic::FileId,
    output::{Artifact, Origin},
    site::Site,
};

/// The path of the file.
pub fn path(inline: &Inline) -> String {
    let hash = content_hash(inline.text.as_bytes());
    format!("/{}/code-{hash}.{}", styles::FOLDER, inline.extension)
}

/// The files of all that stands within the code of sections, or of the service that counts visits.
pub fn files(site: &Site) -> Vec<Artifact> {
    let analytics = site.gym.services.as_ref().and_then(|services| services.analytics.as_ref());
    let analytics = analytics.map(|code| (code.value.as_str(), site.gym_file));
    let sections = site.pages.iter().flat_map(|page| page.sections.iter());
    let codes = sections.filter_map(|section| Some((section.table.text("code")?, section.table.span.file)));
    let mut artifacts: Vec<Artifact> = analytics.into_iter().chain(codes).flat_map(code_files).collect();
    artifacts.sort_by(|a, b| a.path.cmp(&b.path));
    artifacts.dedup_by(|a, b| a.path == b.path);
    artifacts
}

fn code_files((code, file): (&str, FileId)) -> Vec<Artifact> {
    // Code with a mistake was reported where it stands.
    let snippet = Snippet::parse(code, path).unwrap_or_default();
    let origin = Origin { content: file, template: None };
    let artifact = |inline: Inline| Artifact::hashed(&path(&inline), inline.text.into_bytes(), origin);
    snippet.inline.into_iter().filter_map(artifact).collect()
}
