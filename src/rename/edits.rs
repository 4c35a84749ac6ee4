//! The edits by which references follow a new name.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use super::Refusal;
use crate::{
    content::Content,
    decode::Reference,
    diagnostic::{Edit, FileId, splice},
    fix::FileChange,
    source::{SourceText, Sources},
};

/// The edits of all files.
#[derive(Default)]
pub(super) struct Edits(BTreeMap<FileId, Vec<Edit>>);

impl Edits {
    /// Adds an edit for each place of the references for which `renamed` gives what is written there, and what shall be.
    pub fn references(
        &mut self,
        content: &Content,
        sources: &Sources,
        renamed: impl Fn(&Reference) -> Option<(String, String)>,
    ) -> Result<(), Refusal> {
        for (reference, places) in content.references.iter() {
            let Some((old, new)) = renamed(reference) else { continue };
            for place in places {
                let written = sources.get(place.file).and_then(|source| source.text.get(place.range()));
                let Some(at) = written.and_then(|written| place_of(&old, written)) else {
                    let path = sources.get(place.file).map_or("", |source| &*source.path);
                    return Err(Refusal::new(
                        format!("{path} refers to \"{old}\" in a way that can't be changed"),
                        "`gympress check` shows whether something is wrong with that file",
                    ));
                };
                let start = place.start as usize;
                let edit = Edit::at(place.file, start + at.start..start + at.end, new.clone());
                self.0.entry(place.file).or_default().push(edit);
            }
        }
        for edits in self.0.values_mut() {
            edits.sort_by_key(|edit| edit.span.start);
            edits.dedup();
        }
        Ok(())
    }

    pub fn count(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Removes the edits of a file.
    pub fn take(&mut self, file: FileId) -> Vec<Edit> {
        self.0.remove(&file).unwrap_or_default()
    }

    /// The files as they are after the edits.
    pub fn changes(self, sources: &Sources) -> Option<Vec<FileChange>> {
        let change = |(file, edits): (FileId, Vec<Edit>)| {
            let before = sources.get(file)?.clone();
            let after = SourceText::whole(before.path.clone(), splice(&before.text, &edits)?);
            Some(FileChange { before, after: Arc::new(after) })
        };
        self.0.into_iter().map(change).collect()
    }
}

/// Where `name` is written in the place of a reference, as a whole.
pub(super) fn place_of(name: &str, written: &str) -> Option<Range<usize>> {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
    let mut places = written.match_indices(name).filter(|(at, _)| {
        let (before, after) = (written.get(..*at), written.get(at + name.len()..));
        let before = before.and_then(|text| text.chars().next_back());
        let after = after.and_then(|text| text.chars().next());
        name.ends_with('/') || (!is_part(before) && !is_part(after))
    });
    places.next().map(|(at, found)| at..at + found.len())
}
