//! References to entries by ids that they had once.

use crate::{
    content::Content,
    decode::Reference,
    diagnostic::{Applicability, Diagnostic, Lint, Remedy},
};

pub(super) fn check(content: &Content, found: &mut Vec<Diagnostic>) {
    for (reference, places) in content.references() {
        let Reference::Entry { collection, id } = reference else { continue };
        let Some(now) = content.renamed.now(collection, id) else { continue };
        let noun = content.types.collections.get(&**collection).map_or("entry", |of| &of.collection.nouns[0]);
        found.extend(places.iter().map(|place| {
            Diagnostic::new(Lint::Renamed, *place, format!("the {noun} \"{id}\" is called \"{now}\" now"))
                .label("the old id")
                .help(format!("write \"{now}\"; the old id still works"))
                .remedy([Remedy::rename(id, now, Applicability::Certain)])
        }));
    }
}
