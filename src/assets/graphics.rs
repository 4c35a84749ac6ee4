//! The vector graphics that stand beside the templates, such as the site's icon.

use crate::{
    cache::content_hash,
    output::{Artifact, Origin},
    source::Sources,
};

/// All `.svg` files below `templates/`, each under the name by which templates refer to it: `icon.svg`.
pub fn graphics(sources: &Sources) -> Vec<(String, Artifact)> {
    let texts = sources.texts_below("templates/").filter(|(_, source)| source.error.is_none());
    let graphics = texts.filter_map(|(file, source)| {
        let name = source.path.strip_prefix("templates/")?;
        let stem = name.strip_suffix(".svg")?.replace('/', "-");
        let bytes = source.text.as_bytes();
        let address = format!("/assets/{stem}-{}.svg", content_hash(bytes));
        let origin = Origin { content: file, template: Some(file) };
        Some((name.to_owned(), Artifact::hashed(&address, bytes.to_vec(), origin)?))
    });
    graphics.collect()
}
