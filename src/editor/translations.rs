//! Effects of a change on translations: the notes that say which text each is of, and the keys by which they name rows.

use std::{collections::BTreeSet, ops::Range, sync::Arc};

use toml::de::DeTable;
use toml_schema::edit::{NewValue, Operation, Path, PathStep, Places};

use super::{
    Editor, EditorState,
    drafts::{DraftStep, Drafts},
    project::EditedProject,
    tree::{at, values},
};
use crate::{
    content::toml_key,
    diagnostic::{Edit, Failure, FileId, line_at, splice},
    edit::translate,
    schema::is_named,
    source::Sources,
};

/// A text or an id of the main language in which somebody types, and by which translations name a row.
pub(super) struct RowName {
    file: String,
    path: Path,
    rows: Vec<TranslatedRow>,
    /// The state that it belongs to.
    revision: u64,
}

/// A row of a translation, and the text of its file before its name was changed.
struct TranslatedRow {
    file: String,
    text: Arc<str>,
    path: Path,
}

impl Editor {
    /// Notes behind texts of translations that they are of what the originals say now.
    ///
    /// # Errors
    /// If the machine fails.
    pub(super) fn note_originals(
        &self,
        disk: &Sources,
        drafts: &mut Drafts,
        translated: &[(String, Path)],
    ) -> Result<(), Failure> {
        if translated.is_empty() {
            return Ok(());
        }
        let project = EditedProject::of(disk, drafts, &self.environment)?;
        for (path, place) in translated {
            let Some((file, text)) = project.sources.text_at(path) else { continue };
            let editions = project.content.editions.iter();
            let mut notes: Vec<_> =
                editions.flat_map(|edition| translate::renewed_notes(edition, file, place)).collect();
            notes.sort_by_key(|edit| edit.span.start);
            if let Some(noted) = splice(&text.text, &notes) {
                drafts.rewrite(path, noted.into());
            }
        }
        Ok(())
    }
}

impl EditorState {
    /// The texts of translations that were made again on what another program wrote, and so lost their notes: those that were of
    /// what the originals say, if these say the same as before.
    pub(super) fn translated_again(&self, drafts: &Drafts, disk: &Sources) -> Vec<(String, Path)> {
        let project = &self.project;
        let mut again = Vec::new();
        for (path, draft) in drafts.iter() {
            let is_again = self.drafts.get(path).is_some_and(|before| before.base != draft.base);
            let original = project.content.original_file(path).filter(|_| is_again);
            let original = original.filter(|original| {
                let text = drafts.text(original, disk);
                text.is_some() && text == self.drafts.text(original, &self.disk)
            });
            let Some((file, _)) = original.and_then(|_| project.sources.text_at(path)) else { continue };
            for step in &draft.steps {
                let DraftStep::Operation(Operation::Set { path: place, .. }) = step else { continue };
                let mut editions = project.content.editions.iter();
                if editions.all(|edition| translate::renewed_notes(edition, file, place).is_empty()) {
                    again.push((path.to_string(), place.clone()));
                }
            }
        }
        again
    }

    /// Takes the keys of translations along with the text by which they name a row. Returns the files that this touches.
    pub(super) fn take_keys_along(
        &mut self,
        file: &str,
        operation: &Operation,
        drafts: &mut Drafts,
    ) -> BTreeSet<Arc<str>> {
        let known = self.row_name.take();
        let Operation::Set { path, value: NewValue::Text(text) } = operation else { return BTreeSet::new() };
        let known = known
            .filter(|known| known.revision == self.revision && known.file == file && known.path == *path);
        let Some(name) = known.or_else(|| RowName::of(&self.project, file, path)) else {
            return BTreeSet::new();
        };
        let mut touched = BTreeSet::new();
        for row in &name.rows {
            let renamed = row.renamed(text).filter(|_| !text.trim().is_empty());
            let renamed = renamed.map_or_else(|| row.text.clone(), Into::into);
            drafts.write(&row.file, &self.disk, renamed);
            touched.insert(row.file.as_str().into());
        }
        self.row_name = Some(RowName { revision: self.revision + 1, ..name });
        touched
    }
}

/// The key by which translations name a row that has it.
const ID: &str = "id";

impl RowName {
    fn of(project: &EditedProject, file: &str, path: &Path) -> Option<Self> {
        let written = values(&project.sources.text_at(file)?.1.text);
        let name = at(&written, path)?.as_str()?;
        let row = path.split_last().and_then(|(key, row)| (*key == PathStep::from(ID)).then_some(row));
        let editions = project.content.project.types.editions.iter();
        let rows = editions.filter_map(|types| {
            let file = types.path_of_translation(file)?;
            let (_, source) = project.sources.text_at(&file)?;
            let mut texts = project.content.texts_for(&file).into_iter();
            let named =
                texts.find(|text| text.main == *path || row.is_some_and(|row| text.main.starts_with(row)))?;
            let mut steps = named.path.iter();
            let end = steps.rposition(|step| matches!(step, PathStep::Key(key) if is_named(key, name)))?;
            let path = named.path.iter().take(end + 1).cloned().collect();
            Some(TranslatedRow { file, text: source.text.clone(), path })
        });
        let rows: Vec<TranslatedRow> = rows.filter(|row| row.renamed("").is_some()).collect();
        (!rows.is_empty()).then(|| Self { file: file.to_owned(), path: path.clone(), rows, revision: 0 })
    }
}

impl TranslatedRow {
    /// The text of the file with another key for the row, which may stand in several headers. Returns `None` if there is no such
    /// row, or another one has that key.
    fn renamed(&self, name: &str) -> Option<String> {
        let (last, list) = self.path.split_last()?;
        // Each key that was found is overwritten by what no row of this name is called.
        let is_hyphens = matches!(last, PathStep::Key(name) if name.trim_start().starts_with('-'));
        let stand_in = if is_hyphens { "_" } else { "-" };
        let other: Path = list.iter().cloned().chain([PathStep::from(name)]).collect();
        let mut rest = self.text.to_string();
        let mut edits = Vec::new();
        while let Some(at) = key_at(&rest, &self.path) {
            rest.replace_range(at.clone(), &stand_in.repeat(at.len()));
            edits.push(Edit::at(FileId(0), at, toml_key(name)));
        }
        edits.sort_by_key(|edit| edit.span.start);
        let is_free = !edits.is_empty() && key_at(&self.text, &other).is_none();
        splice(&self.text, &edits).filter(|_| is_free)
    }
}

/// The bytes of the first key at the end of a path.
fn key_at(text: &str, path: &Path) -> Option<Range<usize>> {
    let (root, _) = DeTable::parse_recoverable(text);
    let mut table = Some(root.get_ref());
    let mut found = None;
    for step in path.iter() {
        let PathStep::Key(name) = step else { return None };
        let (key, value) = table?.iter().find(|(key, _)| is_named(key.get_ref(), name))?;
        found = Some(key.span());
        table = value.get_ref().as_table();
    }
    found
}

/// The text of a file with the note that another text of it has behind a value. Each text comes with the place of the value in it.
/// Returns `None` if it has that note already, or one of the texts lacks the value.
pub(super) fn with_note_of((other, from): (&str, &Path), (text, to): (&str, &Path)) -> Option<String> {
    let (from, to) = (note_at(other, from)?, note_at(text, to)?);
    let note = other.get(from)?;
    if text.get(to.clone()) == Some(note) {
        return None;
    }
    let mut noted = text.to_owned();
    noted.replace_range(to, note);
    Some(noted)
}

/// The bytes behind a value up to the end of its line, if a comment stands there or nothing.
fn note_at(text: &str, path: &Path) -> Option<Range<usize>> {
    let end = Places::new(text)?.span_of(path)?.end;
    let rest = end..line_at(text, end).end;
    let behind = text.get(rest.clone())?.trim_start();
    (behind.is_empty() || behind.starts_with('#')).then_some(rest)
}
