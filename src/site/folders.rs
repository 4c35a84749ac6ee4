//! The folders of pictures that content names: that they are there, and the files that it describes in them.

use std::collections::BTreeSet;

use crate::{
    content::{Content, PictureFolder},
    diagnostic::{Diagnostic, Diagnostics, Span, code, diagnostic, report},
    schema::decode::IMAGES,
    source::Sources,
};

/// Reports folders without pictures, and described pictures that aren't in their folder.
pub(super) fn check(content: &Content, diagnostics: &mut Diagnostics) {
    let sources = &content.project.sources;
    for folder in content.picture_folders().filter(|folder| !folder.name.is_fallback()) {
        let names = folder.names(sources);
        if names.is_empty() {
            diagnostics.push(missing(&folder, sources));
            continue;
        }
        let mut known: BTreeSet<(&str, Span)> = BTreeSet::new();
        for file in
            folder.described.iter().map(|picture| &picture.file).filter(|file| file.span.is_somewhere())
        {
            let name = file.value.as_str();
            if let Some((_, first)) = known.iter().find(|(known, _)| *known == name) {
                report!(diagnostics, code::DUPLICATE_ID, file.span, "\"{name}\" is described twice";
                    label: "the second time";
                    related: *first => "it is first described here";
                    help: "remove one of the two");
            } else if names.contains(&name) {
                known.insert((name, file.span));
            } else {
                let wrong = diagnostic!(code::MISSING_IMAGE, file.span,
                    "there is no picture \"{name}\" in {IMAGES}{}", folder.name.as_str();
                    help: "put it there, or correct its name");
                diagnostics.push(wrong.did_you_mean(sources, name, names.iter().copied()));
            }
        }
    }
}

/// Reports a folder that isn't there, or has no files.
fn missing(folder: &PictureFolder, sources: &Sources) -> Diagnostic {
    let name = folder.name.as_str();
    let paths = sources.binaries_below(IMAGES).filter_map(|path| path.strip_prefix(IMAGES));
    let folders: BTreeSet<&str> = paths.filter_map(|path| Some(path.rsplit_once('/')?.0)).collect();
    diagnostic!(code::MISSING_IMAGE, folder.span, "there are no pictures in {IMAGES}{name}";
        help: "put the pictures into the folder {IMAGES}{name}")
    .did_you_mean(sources, name, folders)
}
