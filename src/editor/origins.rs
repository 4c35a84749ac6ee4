//! Places in files of the values on a page, so that a click on one leads there.

use std::{collections::BTreeMap, sync::Arc};

use foldhash::HashMap;
use toml_schema::edit::{Path, PathStep, Places};

use super::{answers::OriginAnswer, project::EditedProject, queries::PageCounts};
use crate::{
    build::{MarkedPage, ValueOrigin},
    diagnostic::{FileId, Files as _, Span},
    schema::MARKDOWN,
};

/// The way from what a page shows to the files that say it.
pub(super) struct OriginReader<'p> {
    project: &'p EditedProject,
    page: &'p MarkedPage,
    /// The places of values in files, each read once.
    places: HashMap<FileId, Option<Places<'p>>>,
    translations: HashMap<FileId, TranslationPlaces>,
}

/// The places for the translations of a file's texts.
struct TranslationPlaces {
    file: Arc<str>,
    places: HashMap<Path, Path>,
}

impl<'p> OriginReader<'p> {
    pub fn new(project: &'p EditedProject, page: &'p MarkedPage) -> Self {
        Self { project, page, places: HashMap::default(), translations: HashMap::default() }
    }

    /// The origins of the values on the page, by the numbers of their marks.
    pub fn read(mut self, uses: &PageCounts) -> BTreeMap<String, Vec<OriginAnswer>> {
        let (project, page) = (self.project, self.page);
        let mut origins = BTreeMap::new();
        for (mark, origin) in &page.origins {
            let (file, path) = self.said(origin);
            let translation = self.translation_of(file);
            // A text that isn't translated yet leads to the place for its translation.
            let place = translation.places.get(&path).map(|place| (translation.file.clone(), place.clone()));
            let (file, path) = place.unwrap_or_else(|| (project.path_of(file), self.counted(origin, path)));
            let uses = uses.of(&file);
            origins.insert(mark.clone(), vec![OriginAnswer { file, path, uses }]);
        }
        origins
    }

    /// The file and the path at which a value is written: those of a translation, if that says it.
    fn said(&mut self, origin: &ValueOrigin) -> (FileId, Path) {
        let (project, ValueOrigin { file, path, span }) = (self.project, origin);
        let name = project.path_of(*file);
        let original = project.content.original_file(&name);
        // A page in Markdown says its section in its own way.
        let is_elsewhere = span.file != *file || original.is_some() || name.ends_with(MARKDOWN);
        if span.is_somewhere() && is_elsewhere {
            return (span.file, self.path_at(*span));
        }
        // A value that a translation lacks is a default of the original.
        let original = original.and_then(|path| Some(project.sources.text_at(&path)?.0));
        (original.unwrap_or(*file), path.clone())
    }

    /// The path to a value of a file: empty elements of a list are left out of what is decoded, and counted there.
    fn counted(&mut self, origin: &ValueOrigin, path: Path) -> Path {
        let raw = self.project.shown.text(origin.span.file).get(origin.span.range()).unwrap_or_default();
        // The span of a header is between two tables.
        if raw.is_empty() || raw.starts_with('[') || !path.iter().any(|step| matches!(step, PathStep::At(_)))
        {
            return path;
        }
        let written = self.path_at(origin.span);
        let mut steps = written.iter().zip(path.iter());
        let has_same_keys = steps.all(|steps| match steps {
            (PathStep::At(_), PathStep::At(_)) => true,
            (one, other) => one == other,
        });
        if written.len() == path.len() && has_same_keys { written } else { path }
    }

    /// The path of the value that is written at a place.
    fn path_at(&mut self, span: Span) -> Path {
        let project = self.project;
        let places = self.places.entry(span.file);
        let places = places.or_insert_with(|| Places::new(project.shown.text(span.file)));
        places.as_ref().map(|places| places.path_at(span.range().start)).unwrap_or_default()
    }

    /// The places where the texts of a file of the main language are translated into that of the page.
    fn translation_of(&mut self, main: FileId) -> &TranslationPlaces {
        let (project, page) = (self.project, self.page);
        self.translations.entry(main).or_insert_with(|| {
            let file = page.types.path_of_translation(project.sources.path(main)).unwrap_or_default();
            let texts = project.content.texts_for(&file).into_iter();
            TranslationPlaces {
                places: texts.map(|text| (text.main, text.path)).collect(),
                file: file.into(),
            }
        })
    }
}
