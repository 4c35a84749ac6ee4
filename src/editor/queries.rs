//! What the app asks of the newest state: its files, a file, a page.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    thread,
};

use toml_schema::edit::{Path, Places};

use super::{
    Editor,
    answers::{
        ConflictAnswer, EditRefusal, FileAnswer, FileLink, FileVersion, OriginAnswer, PageLink,
        ProblemAnswer, SiteAnswer, StateAnswer,
    },
    history::Direction,
    project::EditedProject,
    tree::values,
};
use crate::{
    build::{MarkedPage, ValueOrigin},
    diagnostic::{Diagnostic, FileId, Files as _, Severity},
    lock,
    output::OutputPath,
    schema::{FileType, decode::value::Weekday, form_key},
};

impl Editor {
    /// The newest state.
    pub fn state(&self) -> StateAnswer {
        let state = lock(&self.state);
        let project = &state.project;
        let conflicts = state.drafts.iter().filter_map(|(file, draft)| {
            let disk = draft.conflict.clone()?;
            let title = project.title_of(file);
            Some(ConflictAnswer { file: file.clone(), title, mine: draft.text.clone(), disk })
        });
        StateAnswer {
            revision: state.revision,
            site: project.site(),
            pages: project.pages(),
            files: project.files(|file| state.drafts.get(file).is_some()),
            problems: project.problems().count(),
            changes: state.changes().len(),
            conflicts: conflicts.collect(),
            can_undo: state.history.can_go(Direction::Back),
            can_redo: state.history.can_go(Direction::Again),
        }
    }
}

impl Editor {
    /// A file that can be edited.
    ///
    /// # Errors
    /// If there is none at this path.
    pub fn file(&self, path: &str) -> Result<FileAnswer, EditRefusal> {
        self.project().file(path, &lock(&self.uses).clone())
    }

    /// The origins of the values on a page of this project, by the numbers of their marks.
    pub fn origins(&self, page: &MarkedPage, project: &EditedProject) -> BTreeMap<String, Vec<OriginAnswer>> {
        project.origins(page, &lock(&self.uses).clone())
    }

    /// Counts the pages that show each file, in the background: a form says it.
    pub(super) fn count_uses(self: &Arc<Self>) {
        let editor = self.clone();
        thread::spawn(move || {
            let counts = PageCounts::of_project(&editor.project());
            *lock(&editor.uses) = Arc::new(counts);
        });
    }
}

/// The number of pages that show something of a file.
#[derive(Debug, Default)]
pub(super) struct PageCounts(BTreeMap<Arc<str>, usize>);

/// The most pages that are looked at to count them. A site has more because of its posts, which are shown alike.
const MOST_COUNTED: usize = 400;

impl PageCounts {
    fn of_project(project: &EditedProject) -> Self {
        let mut counts = BTreeMap::new();
        let pages = project.snapshot.iter().flat_map(|snapshot| snapshot.main.pages()).take(MOST_COUNTED);
        for path in pages {
            let Ok(Some(page)) = project.page(&path) else { continue };
            let files: BTreeSet<FileId> = page.origins.iter().map(|(_, origin)| origin.file).collect();
            for file in files {
                *counts.entry(project.path_of(file)).or_default() += 1;
            }
        }
        Self(counts)
    }

    fn of(&self, file: &str) -> usize {
        self.0.get(file).copied().unwrap_or_default()
    }
}

impl EditedProject {
    fn site(&self) -> SiteAnswer {
        let gym = &self.content.gym.value;
        let further = gym.translations.iter().map(|row| row.language.value.as_str().to_owned());
        let language = gym.language.as_str().to_owned();
        let site = self.snapshot.as_ref().map(|snapshot| &snapshot.main.site);
        SiteAnswer {
            title: gym.name.as_str().to_owned(),
            languages: std::iter::once(language.clone()).chain(further).collect(),
            language,
            currency: gym.currency.as_ref().map(|sign| sign.as_str().to_owned()).unwrap_or_default(),
            today: site.map(|site| site.clock.today.date().to_string()).unwrap_or_default(),
            week: gym.week().map(Weekday::name).into_iter().collect(),
        }
    }

    fn pages(&self) -> Vec<PageLink> {
        let mut links = Vec::new();
        for edition in self.snapshot.iter().flat_map(|snapshot| snapshot.editions()) {
            for page in edition.routes.pages().filter(|page| page.number() == 1) {
                links.push(PageLink {
                    path: edition.site.address_in_site(&page.address.path),
                    title: page.meta.title.clone(),
                    file: self.path_of(page.address.file),
                });
            }
        }
        links
    }

    fn files(&self, is_changed: impl Fn(&str) -> bool) -> Vec<FileLink> {
        let mut problems: BTreeMap<FileId, usize> = BTreeMap::new();
        for found in self.problems() {
            *problems.entry(found.primary.span.file).or_default() += 1;
        }
        let pages = self.pages_of_files();
        let types = &self.content.project.types;
        let files = self.sources.texts_below("content/").filter(|(_, text)| text.theme.is_none());
        let files = files.filter_map(|(file, text)| {
            let (noun, collection) = match types.file_type(&text.path) {
                Some((FileType::Single(name, _), _)) => (name.to_string(), None),
                Some((FileType::Entry(found), _)) => {
                    (found.collection.nouns[0].to_string(), Some(found.collection.name.clone()))
                }
                Some((FileType::Page(_), _)) => ("page".to_owned(), None),
                None if self.content.is_translation(&text.path) => ("translation".to_owned(), None),
                None => return None,
            };
            Some(FileLink {
                file: text.path.clone(),
                title: self.title_of(&text.path),
                noun,
                collection,
                path: pages.get(&file).cloned(),
                is_changed: is_changed(&text.path),
                problems: problems.get(&file).copied().unwrap_or_default(),
            })
        });
        files.collect()
    }

    /// The address of the first page of each file.
    fn pages_of_files(&self) -> BTreeMap<FileId, String> {
        let mut pages = BTreeMap::new();
        for page in self.snapshot.iter().flat_map(|snapshot| snapshot.main.routes.pages()) {
            pages.entry(page.address.file).or_insert_with(|| page.address.path.to_string());
        }
        pages
    }

    fn path_of(&self, file: FileId) -> Arc<str> {
        self.sources.get(file).map(|text| text.path.clone()).unwrap_or_default()
    }

    /// A file that can be edited.
    ///
    /// # Errors
    /// If there is none at this path.
    pub(super) fn file(&self, path: &str, uses: &PageCounts) -> Result<FileAnswer, EditRefusal> {
        let refusal = || EditRefusal::no_file(path);
        self.schema_of(path).ok_or_else(refusal)?;
        let (file, text) = self.sources.text_at(path).ok_or_else(refusal)?;
        let kind = self.content.project.types.file_type(path).map(|(file_type, _)| form_key(&file_type));
        // Each translation has a type of its own.
        let kind = kind.unwrap_or_else(|| path.to_owned());
        let places = Places::new(&text.text);
        let problem = |found: &Diagnostic| ProblemAnswer {
            id: self.id_of(found),
            level: if found.severity == Severity::Error { "error" } else { "warning" },
            code: found.code.name(),
            message: found.message.clone(),
            help: found.help.clone(),
            path: places
                .as_ref()
                .map(|places| places.path_at(found.primary.span.range().start))
                .unwrap_or_default(),
            corrections: found.fixes.iter().map(|fix| fix.describe(&*self.sources)).collect(),
        };
        let problems = self.problems().filter(|found| found.primary.span.file == file);
        Ok(FileAnswer {
            version: FileVersion::of(&text.text),
            kind,
            value: values(&text.text),
            problems: problems.map(problem).collect(),
            uses: uses.of(path),
        })
    }

    /// The origins of the values on a page, by the numbers of their marks.
    fn origins(&self, page: &MarkedPage, uses: &PageCounts) -> BTreeMap<String, Vec<OriginAnswer>> {
        let mut origins = BTreeMap::new();
        for (mark, origin) in &page.origins {
            let (file, path) = self.said(origin);
            let file = self.path_of(file);
            let uses = uses.of(&file);
            origins.insert(mark.clone(), vec![OriginAnswer { file, path, uses }]);
        }
        origins
    }

    /// The file and the path at which a value is written: those of a translation, if that says it.
    fn said(&self, origin: &ValueOrigin) -> (FileId, Path) {
        if origin.span.is_somewhere() && origin.span.file != origin.file {
            let places = Places::new(self.sources.text(origin.span.file));
            let path = places.map(|places| places.path_at(origin.span.range().start));
            return (origin.span.file, path.unwrap_or_default());
        }
        (origin.file, origin.path.clone())
    }

    /// The file of a page at an address of the site.
    pub fn page_at(&self, address: &str) -> Option<OutputPath> {
        let root = self.snapshot.as_ref()?.main.site.address.root.path().to_owned();
        let within = address.strip_prefix(root.trim_end_matches('/'))?;
        OutputPath::at(within)
    }
}
