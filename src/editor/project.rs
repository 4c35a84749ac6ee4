//! A state of the project with the drafts: its pages with marks, its mistakes, its files.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use foldhash::HashMap;
use serde_json::{Value as Json, json};
use toml_schema::edit::{Path, Places, apply};

use super::{
    EditorEnvironment,
    answers::FileVersion,
    changes::{first_kept, restoring},
    drafts::Drafts,
    tree::{differences, values},
};
use crate::{
    build::{MarkedPage, MarkedSite, Snapshot, Theme, marks_of, prepare_decoded},
    content::{self, Content},
    diagnostic::{Diagnostic, Diagnostics, Failure, FileId, Files as _, Severity, code, splice},
    lint,
    output::OutputPath,
    schema::{Schema, Table},
    source::Sources,
};

/// A state of the project with the drafts.
pub struct EditedProject {
    pub sources: Arc<Sources>,
    /// The files as pages show them: a value that is a mistake says what it says on disk.
    pub shown: Arc<Sources>,
    pub content: Arc<Content>,
    /// `None` if mistakes leave no site.
    pub snapshot: Option<Arc<Snapshot>>,
    pub diagnostics: Diagnostics,
    /// The pages with marks; `None` as long as there is no site.
    marked: Option<MarkedSite>,
    tables: OnceLock<HashMap<FileId, Arc<Table>>>,
}

/// The code of a mistake, its file and its message.
type MistakeKey<'s> = (&'s str, &'s str, &'s str);

impl EditedProject {
    /// The files on disk with the drafts over them.
    ///
    /// # Errors
    /// If the machine fails.
    pub(super) fn of(
        disk: &Sources,
        drafts: &Drafts,
        environment: &EditorEnvironment,
    ) -> Result<Self, Failure> {
        let project = Self::prepared(disk.with_unsaved(drafts.texts()), environment)?;
        let right = project.without_mistakes(drafts);
        if right.is_empty() {
            return Ok(project);
        }
        let right = right.iter().map(|(path, text)| (&**path, &**text));
        let shown = Self::prepared(project.sources.with_unsaved(right), environment)?;
        if shown.snapshot.is_none() {
            return Ok(project);
        }
        let (snapshot, marked) = (shown.snapshot, shown.marked);
        Ok(Self { shown: shown.sources, snapshot, marked, ..project })
    }

    fn prepared(sources: Sources, environment: &EditorEnvironment) -> Result<Self, Failure> {
        let sources = Arc::new(sources);
        let mut diagnostics = Diagnostics::default();
        diagnostics.extend(sources.errors());
        let (settings, context) = ((environment.settings)(), &environment.context);
        let theme = Theme::load(&sources, &mut diagnostics);
        let content = Arc::new(content::decode(&sources, &theme.types, &context.decoded, &mut diagnostics));
        let (snapshot, marks) = rayon::join(
            || prepare_decoded(&theme, content.clone(), &settings, context, &mut diagnostics),
            || marks_of(&content),
        );
        let snapshot = snapshot?.map(Arc::new);
        diagnostics
            .extend(snapshot.iter().flat_map(|snapshot| lint::not_allowed(&content, &snapshot.warnings)));
        diagnostics.sort(&*sources);
        let marked = snapshot.clone().map(|snapshot| MarkedSite::new(snapshot, &marks));
        let (shown, tables) = (sources.clone(), OnceLock::new());
        Ok(Self { sources, shown, content, snapshot, diagnostics, marked, tables })
    }

    /// The texts of drafts in which a value is a mistake, with what stands on disk in its place: a page never says what nobody
    /// wrote.
    fn without_mistakes(&self, drafts: &Drafts) -> BTreeMap<Arc<str>, String> {
        let mut right = BTreeMap::new();
        for (path, draft) in drafts.iter() {
            let file = self.sources.text_at(path).map(|(file, _)| file);
            let mut mistakes = self.errors().filter(|found| Some(found.primary.span.file) == file).peekable();
            let parts = mistakes.peek().and_then(|_| {
                Some((draft.base.as_deref()?, Places::new(&draft.text)?, self.content.schema_at(path)?))
            });
            let Some((base, places, schema)) = parts else { continue };
            let mut text = draft.text.to_string();
            let mut ways_back = restoring(base, &text);
            // Pages show that a text isn't there.
            for found in mistakes.filter(|found| found.code != code::EMPTY_TEXT) {
                let place = places.path_at(found.primary.span.range().start);
                // Hardly any of many mistakes are new.
                let back = ways_back.iter().find(|(path, _)| *path == place);
                if let Some(restored) = back.and_then(|(_, back)| apply(&text, &schema, back).ok()) {
                    text = restored;
                    ways_back = restoring(base, &text);
                }
            }
            if *text != *draft.text {
                right.insert(path.clone(), text);
            }
        }
        right
    }

    /// The page at an address, with marks. Returns `None` if the site has no such page.
    ///
    /// # Errors
    /// If it can't be rendered.
    pub fn page(&self, path: &OutputPath) -> Result<Option<MarkedPage>, Box<Diagnostic>> {
        self.marked.as_ref().map_or(Ok(None), |marked| marked.page(path))
    }

    /// The table of a file in the main language.
    pub(super) fn table_of(&self, file: FileId) -> Option<&Arc<Table>> {
        let tables = self.tables.get_or_init(|| {
            // Rows of a single are entries, too, and stand before their single.
            self.content.tables().map(|table| (table.span.file, table.clone())).collect()
        });
        tables.get(&file)
    }

    /// The type of a file that can be edited: one that is there, or a translation that nobody has begun.
    pub fn schema_of(&self, path: &str) -> Option<Arc<Schema>> {
        let is_own = match self.sources.text_at(path) {
            Some((_, text)) => text.theme.is_none(),
            None => !self.content.texts_for(path).is_empty(),
        };
        self.content.schema_at(path).filter(|_| is_own)
    }

    /// The version of a file's text.
    pub fn version(&self, path: &str) -> Option<FileVersion> {
        let (_, text) = self.sources.text_at(path)?;
        Some(FileVersion::of(&text.text))
    }

    /// The path of the first value of a file that another state says otherwise.
    pub(super) fn first_difference(&self, other: &Self, file: &str) -> Path {
        let [before, after] =
            [other, self].map(|state| state.sources.text_at(file).map_or("", |(_, text)| &*text.text));
        let found = differences(&values(before), &values(after)).into_iter().next();
        let found = found.map(|difference| difference.path);
        found.or_else(|| first_kept(before, after)).unwrap_or_default()
    }

    /// The mistakes and warnings that people can do something about.
    pub(super) fn problems(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|found| found.severity != Severity::Note)
    }

    /// The mistakes that keep it from being a site.
    pub(super) fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.problems().filter(|found| found.severity == Severity::Error)
    }

    /// The mistakes that another state hasn't got, or not at as many places.
    pub(super) fn new_errors<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = &'s Diagnostic> {
        let mut known: BTreeMap<MistakeKey<'s>, usize> = BTreeMap::new();
        for key in other.problems().flat_map(|found| other.keys_of(found)) {
            *known.entry(key).or_default() += 1;
        }
        self.errors().filter(move |found| {
            let unknown = self.keys_of(found).filter(|key| match known.get_mut(key) {
                Some(left) if *left > 0 => {
                    *left -= 1;
                    false
                }
                _ => true,
            });
            // Each place takes one that is known, so all are looked at.
            unknown.count() > 0
        })
    }

    /// A mistake at each of its places. Its message ends with their number if they are several.
    fn keys_of<'s>(&'s self, found: &'s Diagnostic) -> impl Iterator<Item = MistakeKey<'s>> {
        let (code, _, message) = self.key_of(found);
        let message = message.split(", to which ").next().unwrap_or(message);
        found.places().map(move |place| (code, self.sources.path(place.file), message))
    }

    /// A mistake that stands in the way of saving or publishing, with the way to it.
    pub(super) fn obstacle(&self, found: &Diagnostic) -> Json {
        let file = self.sources.path(found.primary.span.file);
        json!({ "file": file, "title": self.title_of(file), "id": self.id_of(found), "message": found.message })
    }

    fn key_of<'s>(&'s self, found: &'s Diagnostic) -> MistakeKey<'s> {
        (found.code.name(), self.sources.path(found.primary.span.file), &found.message)
    }

    /// The name of a problem among those of its file.
    pub(super) fn id_of(&self, found: &Diagnostic) -> String {
        let place = found.primary.span.range();
        let (code, file, message) = self.key_of(found);
        let key = format!("{code}\n{file}\n{message}\n{}", place.start);
        blake3::hash(key.as_bytes()).to_hex().chars().take(16).collect()
    }

    /// The texts of all files that a correction of a problem changes or makes.
    pub(super) fn corrected(
        &self,
        file: &str,
        problem: &str,
        choice: usize,
    ) -> Option<BTreeMap<Arc<str>, Arc<str>>> {
        let (id, _) = self.sources.text_at(file)?;
        let mut problems = self.problems().filter(|found| found.primary.span.file == id);
        let fix = problems.find(|found| self.id_of(found) == problem)?.fixes.get(choice)?;
        let mut by_file: BTreeMap<FileId, Vec<_>> = BTreeMap::new();
        for edit in &fix.edits {
            by_file.entry(edit.span.file).or_default().push(edit);
        }
        let mut texts = BTreeMap::new();
        for (file, edits) in by_file {
            let text = self.sources.get(file).filter(|text| text.theme.is_none())?;
            texts.insert(text.path.clone(), splice(&text.text, edits)?.into());
        }
        texts.extend(fix.creates.iter().map(|new| (Arc::from(&*new.path), Arc::from(&*new.text))));
        texts.keys().all(|path| path.starts_with("content/")).then_some(texts)
    }
}
