//! Questions of the app about the newest state: its files, a file, a page.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, atomic::Ordering},
    thread,
};

use toml_schema::edit::{Path, PathStep, Places};

use super::{
    Editor,
    answers::{
        ConflictAnswer, CorrectionAnswer, EditRefusal, FileAnswer, FileLink, FileVersion, FolderAnswer,
        OriginAnswer, OriginalAnswer, PageLink, ProblemAnswer, SiteAnswer, SiteLists, StateAnswer,
        TranslationLink,
    },
    drafts::{Conflict, Draft, Drafts},
    history::Direction,
    origins::OriginReader,
    project::EditedProject,
    tree::values,
};
use crate::{
    build::MarkedPage,
    content::TranslatableText,
    diagnostic::{Diagnostic, FileId, Files as _, Severity, code},
    lock,
    output::OutputPath,
    schema::{
        FileType, Types,
        decode::{is_unwritten, value::Weekday},
        form_key,
    },
};

impl Editor {
    /// The newest state, for an app that has the lists of the version `known`.
    pub fn state(&self, known: Option<&str>) -> StateAnswer {
        let state = lock(&self.state);
        let (project, drafts, revision) = (state.project.clone(), state.drafts.clone(), state.revision);
        let [can_undo, can_redo] =
            [Direction::Undo, Direction::Redo].map(|direction| state.history.can_go(direction));
        // Edits needn't wait for the rest.
        drop(state);
        let conflicts = drafts.iter().filter_map(|(file, draft)| project.conflict(file, draft));
        let lists = SiteLists { pages: project.pages(), files: project.files(&drafts) };
        let listed = lists.version();
        StateAnswer {
            revision,
            site: project.site(),
            lists: (known != Some(&listed)).then_some(lists),
            listed,
            problems: project.problems().count(),
            changes: project.changes(&drafts).len(),
            conflicts: conflicts.collect(),
            can_undo,
            can_redo,
        }
    }

    /// A file that can be edited.
    ///
    /// # Errors
    /// If there is none at this path.
    pub fn file(&self, path: &str) -> Result<FileAnswer, EditRefusal> {
        self.project().file(path, &lock(&self.uses).clone())
    }

    /// The origins of the values on a page of this project, by the numbers of their marks.
    pub fn origins(&self, page: &MarkedPage, project: &EditedProject) -> BTreeMap<String, Vec<OriginAnswer>> {
        OriginReader::new(project, page).read(&lock(&self.uses).clone())
    }

    /// Counts the pages that show each file, in the background: a form says it. The newest count ends all others.
    pub(super) fn count_uses(self: &Arc<Self>) {
        let editor = self.clone();
        let count = self.counts.fetch_add(1, Ordering::Relaxed) + 1;
        thread::spawn(move || {
            let counts =
                PageCounts::of_project(&editor.project(), || editor.counts.load(Ordering::Relaxed) == count);
            if let Some(counts) = counts {
                *lock(&editor.uses) = Arc::new(counts);
            }
        });
    }
}

/// The number of pages that show something of a file.
#[derive(Debug, Default)]
pub(super) struct PageCounts(BTreeMap<Arc<str>, usize>);

/// The most pages that are looked at to count them. A site has more because of its posts, which are shown alike.
const MOST_COUNTED: usize = 400;

impl PageCounts {
    /// The pages of a project; `None` if they aren't wanted any more.
    fn of_project(project: &EditedProject, is_wanted: impl Fn() -> bool) -> Option<Self> {
        let mut counts = BTreeMap::new();
        let pages = project.snapshot.iter().flat_map(|snapshot| snapshot.main.pages()).take(MOST_COUNTED);
        for path in pages {
            if !is_wanted() {
                return None;
            }
            let Ok(Some(page)) = project.page(&path) else { continue };
            let files: BTreeSet<FileId> = page.origins.iter().map(|(_, origin)| origin.file).collect();
            for file in files {
                *counts.entry(project.path_of(file)).or_default() += 1;
            }
        }
        is_wanted().then_some(Self(counts))
    }

    pub fn of(&self, file: &str) -> usize {
        self.0.get(file).copied().unwrap_or_default()
    }
}

impl EditedProject {
    /// The conflict of a draft, if it has one.
    fn conflict(&self, file: &Arc<str>, draft: &Draft) -> Option<ConflictAnswer> {
        let (is_deleted, changes) = match draft.conflict.as_ref()? {
            Conflict::Written(ways) => {
                (false, self.changes_between(file, &ways.theirs.text, &ways.mine.text))
            }
            Conflict::Deleted => (true, Vec::new()),
        };
        Some(ConflictAnswer { file: file.clone(), title: self.title_of(file), is_deleted, changes })
    }

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
                    language: edition.content.project.types.language.clone(),
                });
            }
        }
        links
    }

    fn files(&self, drafts: &Drafts) -> Vec<FileLink> {
        let mut problems: BTreeMap<FileId, usize> = BTreeMap::new();
        let mut errors: BTreeMap<FileId, usize> = BTreeMap::new();
        for found in self.problems() {
            let file = found.primary.span.file;
            *problems.entry(file).or_default() += 1;
            *errors.entry(file).or_default() += usize::from(found.severity == Severity::Error);
        }
        let pages = self.pages_of_files();
        let types = &self.content.project.types;
        let mut links = Vec::new();
        for (file, text) in self.sources.texts_below("content/").filter(|(_, text)| text.theme.is_none()) {
            let (noun, collection) = match types.file_type(&text.path) {
                Some((FileType::Single(name, _), _)) => (name.to_string(), None),
                Some((FileType::Entry(found), _)) => {
                    (found.collection.nouns[0].to_string(), Some(found.collection.name.clone()))
                }
                Some((FileType::Page(_), _)) => ("page".to_owned(), None),
                None if self.content.is_translation(&text.path) => ("translation".to_owned(), None),
                None => continue,
            };
            links.push(FileLink {
                file: text.path.clone(),
                title: self.title_of(&text.path),
                noun,
                collection,
                path: pages.get(&file).cloned(),
                translations: self.translations(&text.path).collect(),
                is_changed: drafts.get(&text.path).is_some(),
                is_new: drafts.get(&text.path).is_some_and(|draft| draft.base.is_none()),
                problems: problems.get(&file).copied().unwrap_or_default(),
                errors: errors.get(&file).copied().unwrap_or_default(),
            });
        }
        links
    }

    /// The address of the first page of each file; a translation has one in its language.
    fn pages_of_files(&self) -> BTreeMap<FileId, String> {
        let mut pages = BTreeMap::new();
        for edition in self.snapshot.iter().flat_map(|snapshot| snapshot.editions()) {
            let types = &edition.content.project.types;
            for page in edition.routes.pages() {
                let translation = types.path_of_translation(self.sources.path(page.address.file));
                let translation = translation.and_then(|path| Some(self.sources.text_at(&path)?.0));
                let file = translation.unwrap_or(page.address.file);
                pages.entry(file).or_insert_with(|| edition.site.address_in_site(&page.address.path));
            }
        }
        pages
    }

    /// The translations of a file of the main language.
    pub(super) fn translations<'s>(&'s self, main: &'s str) -> impl Iterator<Item = TranslationLink> + 's {
        let editions = self.content.project.types.editions.iter();
        editions.filter_map(move |types| self.translation(main, types))
    }

    /// The translation of a file of the main language into that of these types.
    fn translation(&self, main: &str, types: &Types) -> Option<TranslationLink> {
        self.content.project.types.file_type(main)?;
        let file = types.path_of_translation(main)?;
        let is_there = self.sources.text_at(&file).is_some();
        Some(TranslationLink { language: types.language.clone(), file, is_there })
    }

    pub(super) fn path_of(&self, file: FileId) -> Arc<str> {
        self.sources.get(file).map(|text| text.path.clone()).unwrap_or_default()
    }

    /// A file that can be edited.
    ///
    /// # Errors
    /// If there is none at this path.
    pub(super) fn file(&self, path: &str, uses: &PageCounts) -> Result<FileAnswer, EditRefusal> {
        if self.schema_of(path).is_none() {
            return Err(EditRefusal::no_file(path));
        }
        let found = self.sources.text_at(path);
        let text = found.map_or("", |(_, text)| &text.text);
        let kind = self.content.project.types.file_type(path).map(|(file_type, _)| form_key(&file_type));
        // Each translation has a type of its own.
        let kind = kind.unwrap_or_else(|| path.to_owned());
        let originals = self.content.texts_for(path).into_iter();
        Ok(FileAnswer {
            version: FileVersion::of(text),
            kind,
            value: values(text),
            problems: found.map(|(file, _)| self.problems_in(file, text)).unwrap_or_default(),
            originals: originals
                .map(|TranslatableText { path, text, is_lacking, .. }| OriginalAnswer {
                    path,
                    text,
                    is_lacking,
                })
                .collect(),
            folders: found.map(|(file, _)| self.folders_of(file)).unwrap_or_default(),
            uses: uses.of(path),
        })
    }

    /// The folders of pictures that a file shows, each once.
    fn folders_of(&self, file: FileId) -> Vec<FolderAnswer> {
        let own = self.content.picture_folders().filter(|folder| folder.span.file == file);
        let mut folders: Vec<FolderAnswer> = Vec::new();
        for folder in own {
            if folders.iter().all(|known| known.name != folder.name.as_str()) {
                let pictures = folder.names(&self.sources).into_iter().map(str::to_owned).collect();
                folders.push(FolderAnswer { name: folder.name.as_str().to_owned(), pictures });
            }
        }
        folders
    }

    /// The problems of a file, each at its value. A warning is as much about another row: two classes are at once.
    fn problems_in(&self, file: FileId, text: &str) -> Vec<ProblemAnswer> {
        let places = Places::new(text);
        let mut problems = Vec::new();
        for found in self.problems() {
            let others = found.related.iter().filter(|_| found.severity == Severity::Warning);
            let spans = std::iter::once(found.primary.span).chain(others.map(|other| other.span));
            for (at, span) in spans.enumerate().filter(|(_, span)| span.is_somewhere() && span.file == file) {
                let is_about_file = found.code == code::MISSING_TRANSLATION;
                let place = places.as_ref().filter(|_| !is_about_file);
                let path = place.map(|places| places.path_at(span.range().start)).unwrap_or_default();
                if at == 0 || path.iter().any(|step| matches!(step, PathStep::At(_))) {
                    let can_keep = found.code == code::PLACEHOLDER
                        && place.is_some_and(|places| places.is_placeholder(&path));
                    problems.push(ProblemAnswer { can_keep, ..self.problem(found, path) });
                }
            }
        }
        problems
    }

    fn problem(&self, found: &Diagnostic, path: Path) -> ProblemAnswer {
        // One that puts in a value to be written yet is for people who write files: a form has a field.
        let fixes = found.fixes.iter().enumerate().filter(|(_, fix)| !is_unwritten(fix));
        let corrections =
            fixes.map(|(choice, fix)| CorrectionAnswer { choice, title: fix.describe(&*self.sources) });
        // Where nothing helps, people are told what would be right.
        let expected = found.advice(&*self.sources).filter(|_| found.fixes.is_empty());
        ProblemAnswer {
            id: self.id_of(found),
            level: if found.severity == Severity::Error { "error" } else { "warning" },
            code: found.code.name(),
            message: found.message.clone(),
            help: found.help.clone().or(expected),
            path,
            corrections: corrections.collect(),
            is_lack: found.is_unwritten,
            can_keep: false,
        }
    }

    /// The file of a page at an address of the site.
    pub fn page_at(&self, address: &str) -> Option<OutputPath> {
        let root = self.snapshot.as_ref()?.main.site.address.root.path().to_owned();
        let within = address.strip_prefix(root.trim_end_matches('/'))?;
        OutputPath::at(within)
    }
}
