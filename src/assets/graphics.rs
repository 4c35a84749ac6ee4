//! The vector graphics that stand beside the templates, such as the site's icon.

use crate::{
    cache::content_hash,
    diagnostic::FileId,
    output::{Artifact, Origin},
    source::Sources,
};

/// A graphic of the design.
#[derive(Clone, Debug)]
pub struct Graphic {
    /// The name by which templates refer to it: `icon.svg`.
    pub name: String,
    /// Its path within the site, without the base path.
    pub path: String,
    file: FileId,
    bytes: std::sync::Arc<Vec<u8>>,
}

/// All `.svg` files below `templates/`.
pub fn graphics(sources: &Sources) -> Vec<Graphic> {
    let texts = sources.texts_below("templates/").filter(|(_, source)| source.error.is_none());
    let graphic = |(file, name, text): (FileId, &str, &str)| {
        let stem = name.strip_suffix(".svg")?.replace('/', "-");
        let path = format!("/assets/{stem}-{}.svg", content_hash(text.as_bytes()));
        Some(Graphic { name: name.to_owned(), path, file, bytes: text.as_bytes().to_vec().into() })
    };
    texts
        .filter_map(|(file, source)| Some((file, source.path.strip_prefix("templates/")?, &*source.text)))
        .filter_map(graphic)
        .collect()
}

impl Graphic {
    /// The file of the site.
    pub fn artifact(&self) -> Option<Artifact> {
        let origin = Origin { content: self.file, template: Some(self.file) };
        Artifact::hashed(&self.path, self.bytes.clone(), origin)
    }
}
