//! The vector graphics among the templates, such as the site's icon.

use crate::{
    cache::content_hash,
    output::{Artifact, Origin},
    source::Sources,
};

/// All `.svg` files below `templates/`, each with the name by which templates refer to it: `icon.svg`.
pub fn graphics(sources: &Sources) -> Vec<(String, Artifact)> {
    let mut graphics = Vec::new();
    for (file, source) in sources.texts_below("templates/") {
        let name = source.path.trim_start_matches("templates/");
        let Some(stem) = name.strip_suffix(".svg").filter(|_| source.error.is_none()) else { continue };
        let bytes = source.text.as_bytes();
        let address = format!("/assets/{}-{}.svg", stem.replace('/', "-"), content_hash(bytes));
        let origin = Origin { content: file, template: Some(file) };
        let artifact = Artifact::hashed(&address, bytes.to_vec(), origin);
        graphics.extend(artifact.map(|artifact| (name.to_owned(), artifact)));
    }
    graphics
}
