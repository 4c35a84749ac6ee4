//! The texts of a starter that isn't in the language of the project: each is marked as a placeholder.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use super::project;
use crate::{
    content,
    decode::{is_placeholder, placeholder_edit},
    diagnostic::{Diagnostics, Edit, FileId, Files, Span, splice},
    failure::Failure,
    file_write,
    schema::Data,
    source::Sources,
};

/// Puts the comment of a placeholder behind each text of the project in `root` that visitors read.
///
/// # Errors
/// If a file can't be read or written.
pub(super) fn mark(root: &Path) -> Result<(), Failure> {
    let found = &mut Diagnostics::default();
    let sources = project::read(root, found)?;
    let types = project::types(&sources, found);
    let content = content::decode(&sources, &types, found);
    let mut texts = Texts { sources: &sources, settings: content.gym_file, ends: BTreeMap::new() };
    for table in content.tables() {
        table.iter().for_each(|(_, value)| texts.collect(&value.value, value.span));
    }
    for (file, ends) in texts.ends {
        let Some(source) = sources.get(file) else { continue };
        let edits = ends.into_iter().filter_map(|end| placeholder_edit(file, &source.text, end));
        // Texts in one line share the comment.
        let edits: BTreeMap<u32, Edit> = edits.map(|edit| (edit.span.start, edit)).collect();
        if let Some(marked) = splice(&source.text, edits.values()) {
            file_write::replace(&root.join(source.path.as_ref()), marked.as_bytes())?;
        }
    }
    Ok(())
}

/// Where the texts end that are to be marked.
struct Texts<'s> {
    sources: &'s Sources,
    /// The file with the facts about the gym.
    settings: Option<FileId>,
    ends: BTreeMap<FileId, BTreeSet<usize>>,
}

impl Texts<'_> {
    fn collect(&mut self, value: &Data, span: Span) {
        let end = span.range().end;
        if span.is_somewhere() {
            let is_list = matches!(value, Data::List(_));
            if is_list && is_placeholder(self.sources.text(span.file), end) {
                return;
            }
            if self.text(value, span.file).is_some_and(|text| text.contains(char::is_alphabetic)) {
                self.ends.entry(span.file).or_default().insert(end);
            }
        }
        value.for_each_child(|child| self.collect(&child.value, child.span));
    }

    /// The text that visitors read. Names and addresses in the settings are given, or marked as they are.
    fn text<'d>(&self, value: &'d Data, file: FileId) -> Option<&'d str> {
        if let Some(picture) = value.as_picture() {
            return Some(&picture.alt);
        }
        if self.settings == Some(file) {
            return None;
        }
        if let Data::Markdown(text) = value {
            return Some(text.as_str());
        }
        value.as_text().map(|text| text.as_str())
    }
}
