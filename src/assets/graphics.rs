//! The files among the templates that are published as they are: vector graphics, such as the site's icon, and the scripts
//! of singles.

use crate::{
    cache::content_hash,
    content::Content,
    output::{Artifact, Origin},
    source::{Sources, layout::TypeFolder},
};

/// The characters with a meaning of their own in an address, or in a list of addresses.
const RESERVED: [char; 6] = ['/', ' ', '%', '#', '?', '\\'];

/// All `.svg` files below `templates/`, and the scripts beside the types of the singles that content has, each with the name by
/// which templates refer to it: `icon.svg`, `singles/notice.js`.
pub fn graphics(content: &Content, sources: &Sources) -> Vec<(String, Artifact)> {
    let mut graphics = Vec::new();
    for (file, source) in sources.texts_below("templates/") {
        let name = source.path.trim_start_matches("templates/");
        let Some((stem, extension)) = name.rsplit_once('.').filter(|_| source.error.is_none()) else {
            continue;
        };
        if extension != "svg" && !(extension == "js" && is_of_single(&source.path, content)) {
            continue;
        }
        let bytes = source.text.as_bytes();
        let stem = stem.replace(RESERVED, "-");
        let address = format!("/assets/{stem}-{}.{extension}", content_hash(bytes));
        let origin = Origin { content: file, template: Some(file) };
        let artifact = Artifact::hashed(&address, bytes.to_vec(), origin);
        graphics.extend(artifact.map(|artifact| (name.to_owned(), artifact)));
    }
    graphics
}

/// True for the script of a single that content has.
fn is_of_single(path: &str, content: &Content) -> bool {
    let name = path.strip_prefix(TypeFolder::Singles.path()).and_then(|name| name.strip_suffix(".js"));
    name.is_some_and(|name| content.has_single(name))
}
