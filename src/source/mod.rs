//! The files of a project: the only reader of content, templates and components from disk. For a template or component
//! that the project doesn't have, there is the theme's.

mod binary;
pub mod conflicts;
pub mod delimited;
mod encoding;
pub mod layout;
mod listing;
mod locale;
pub mod overrides;
mod text;
pub mod theme;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{self, Read as _},
    ops::Bound,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use rayon::prelude::*;

pub use binary::Binary;
pub use encoding::legacy_encoding;
pub use listing::is_nearly_toml;
pub use locale::{SITE, WrittenLocale};
pub use text::{SourceText, TextHash};

use crate::{
    diagnostic::{Diagnostic, Diagnostics, FileId, Files},
    failure::Failure,
};
use encoding::LegacyEncoding;
use listing::{FileOrigin, ListedFile, Territory, is_text};

/// The folders that make a project.
pub const FOLDERS: [&str; 3] = ["content", "templates", "components"];

/// The folder of files that are published as they are.
pub const STATIC: &str = "content/static/";

/// Most texts are shorter, in bytes.
const BUFFER: usize = 1 << 16;

/// Every text of the project, and the list of everything else.
#[derive(Clone, Debug)]
pub struct Sources {
    root: PathBuf,
    theme: theme::ThemeFiles,
    /// By id. A removed file leaves its entry, so that ids are stable from one load to the next.
    texts: Vec<Arc<SourceText>>,
    ids: Arc<BTreeMap<Arc<str>, FileId>>,
    present: Arc<BTreeMap<Arc<str>, FileId>>,
    binaries: BTreeMap<Arc<str>, Arc<Binary>>,
}

impl Sources {
    /// Reads the project in `root`, with the theme where it has no file of its own. Files that can't be read are
    /// reported, and the rest is read.
    ///
    /// # Errors
    /// If `root` holds no project.
    pub fn load(root: &Path, diagnostics: &mut Diagnostics) -> Result<Self, Failure> {
        let mut sources = Self::load_with(root, theme::FILES, diagnostics)?;
        sources.add_originals();
        Ok(sources)
    }

    /// Reads the project in `root` and nothing else: for tests that bring all files they need.
    ///
    /// # Errors
    /// If `root` holds no project.
    pub fn load_without_theme(root: &Path, diagnostics: &mut Diagnostics) -> Result<Self, Failure> {
        Self::load_with(root, &[], diagnostics)
    }

    fn load_with(
        root: &Path,
        theme: theme::ThemeFiles,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Failure> {
        if !root.join("content").is_dir() {
            return Err(Failure::new(format!("there is no content folder in {}", root.display()))
                .help("--root names the folder that holds content"));
        }
        let nothing = Self {
            root: root.to_owned(),
            theme,
            texts: Vec::new(),
            ids: Arc::default(),
            present: Arc::default(),
            binaries: BTreeMap::new(),
        };
        Ok(nothing.read_below(FOLDERS, diagnostics).0)
    }

    /// The project after changes at or below `paths`, which are relative to the root, and the files that
    /// turned out to be different. Reads nothing else, and reports what is wrong with any file.
    pub fn reload<'p>(
        &self,
        paths: impl IntoIterator<Item = &'p str>,
        diagnostics: &mut Diagnostics,
    ) -> (Self, BTreeSet<Arc<str>>) {
        let mut paths: Vec<&str> = paths.into_iter().collect();
        if paths.iter().any(|path| SITE.starts_with(path)) {
            // The language may be another one.
            let legacy =
                self.present.values().filter_map(|file| self.get(*file)).filter(|text| text.is_legacy());
            paths.extend(legacy.map(|text| &*text.path));
        }
        let (sources, changed) = self.read_below(paths, diagnostics);
        (sources, changed.into_iter().collect())
    }

    fn read_below<'p>(
        &self,
        paths: impl IntoIterator<Item = &'p str>,
        diagnostics: &mut Diagnostics,
    ) -> (Self, Vec<Arc<str>>) {
        let mut next = self.clone();
        let mut changed = Vec::new();
        let territory = Territory::new(&self.root);
        let mut listed = Vec::new();
        for path in paths {
            let mut found = territory.list(path);
            self.fill_in(path, &mut found);
            next.forget(path, &found, &mut changed);
            listed.extend(found);
        }
        listed.sort_by(|a, b| a.path.cmp(&b.path));
        listed.dedup_by(|a, b| a.path == b.path);
        let (texts, others): (Vec<_>, Vec<_>) =
            listed.into_iter().partition(|listed| listed.place.is_err() || is_text(&listed.path));
        let (paths, places): (Vec<_>, Vec<_>) =
            texts.into_iter().map(|ListedFile { path, place }| (path, place)).unzip();
        let texts = next.number(paths).into_par_iter().zip(places);
        // There are thousands of them: many are read into the same memory.
        let buffer = || Vec::with_capacity(BUFFER);
        let legacy = LazyLock::new(|| LegacyEncoding::of_project(&self.root));
        let read: Vec<_> =
            texts.map_init(buffer, |buffer, (id, place)| self.read(id, place, buffer, || *legacy)).collect();
        next.take_texts(read, &mut changed);
        let content = others.iter().filter(|listed| listed.path.starts_with("content/"));
        next.number(content.map(|listed| listed.path.clone()));
        for ListedFile { path, place } in others {
            next.take_binary(&path, place, &mut changed);
        }
        diagnostics.extend(next.errors());
        (next, changed)
    }

    /// Adds the theme's files at or below `path` to those of the project.
    fn fill_in(&self, path: &str, found: &mut Vec<ListedFile>) {
        let own: BTreeSet<&str> = found.iter().map(|listed| listed.path.as_str()).collect();
        let files = theme::below(self.theme, path).filter(|(name, _)| !own.contains(theme::path(name)));
        let listed = |file: theme::ThemeFile| ListedFile {
            path: theme::path(file.0).to_owned(),
            place: Ok(FileOrigin::Theme(file)),
        };
        let files: Vec<ListedFile> = files.map(listed).collect();
        found.extend(files);
    }

    /// Gives each template and type of the theme a text of its own, which stays when the project has another one.
    fn add_originals(&mut self) {
        let is_template = |name: &str| name.ends_with(".html") || name.ends_with(".toml");
        let templates = self.theme.iter().filter(|(name, _)| is_template(name));
        let templates: Vec<theme::ThemeFile> = templates.copied().collect();
        let numbered = self.number(templates.iter().map(|(name, _)| (*name).to_owned()));
        for ((path, file), of_theme) in numbered.iter().zip(templates) {
            self.set(*file, SourceText::of_theme(*file, path.clone(), of_theme));
        }
        join(&mut self.present, numbered);
    }

    /// Reads a text at its place, or says why there is none.
    fn read(
        &self,
        (path, file): (Arc<str>, FileId),
        place: Result<FileOrigin, String>,
        buffer: &mut Vec<u8>,
        legacy: impl FnOnce() -> LegacyEncoding,
    ) -> LoadedText {
        let from_theme = |of_theme| Some(SourceText::of_theme(file, path.clone(), of_theme));
        let place = match place {
            Ok(FileOrigin::Theme(of_theme)) => return LoadedText { file, text: from_theme(of_theme), path },
            Ok(FileOrigin::Disk(place)) => Ok(place),
            Err(reason) => Err(io::Error::other(reason)),
        };
        buffer.clear();
        // Up to its end, wherever that is: a file by itself would be asked for its length and place first.
        let read_all = |place| File::open(place)?.take(u64::MAX).read_to_end(buffer);
        let bytes = place.and_then(read_all);
        let is_gone = matches!(&bytes, Err(error) if error.kind() == io::ErrorKind::NotFound);
        let text = match is_gone {
            true => theme::at(self.theme, &path).and_then(from_theme),
            false => Some(SourceText::new(file, path.clone(), bytes.map(|_| buffer.as_slice()), legacy)),
        };
        LoadedText { file, path, text }
    }

    /// Drops what was at or below `path` and isn't among `found` any more.
    fn forget(&mut self, path: &str, found: &[ListedFile], changed: &mut Vec<Arc<str>>) {
        let below = |known: &str| {
            known.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let found: BTreeSet<&str> = found.iter().map(|listed| listed.path.as_str()).collect();
        let texts = range(&self.present, path).map(|(known, _)| known);
        let known = texts.chain(range(&self.binaries, path).map(|(known, _)| known));
        let gone: Vec<Arc<str>> =
            known.filter(|known| below(known) && !found.contains(&***known)).cloned().collect();
        for path in gone {
            Arc::make_mut(&mut self.present).remove(&path);
            self.binaries.remove(&path);
            changed.push(path);
        }
    }

    /// The texts at these paths with their ids: those that they had, or new ones.
    fn number(&mut self, paths: impl IntoIterator<Item = String>) -> Vec<(Arc<str>, FileId)> {
        let mut new = Vec::new();
        let number = |path: String| match self.ids.get_key_value(&*path) {
            Some((path, file)) => (path.clone(), *file),
            None => {
                let path: Arc<str> = path.into();
                let file = FileId(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
                self.texts.push(Arc::new(SourceText::nothing(path.clone())));
                new.push((path.clone(), file));
                (path, file)
            }
        };
        let numbered = paths.into_iter().map(number).collect();
        join(&mut self.ids, new);
        numbered
    }

    fn take_texts(&mut self, read: Vec<LoadedText>, changed: &mut Vec<Arc<str>>) {
        let mut new = Vec::new();
        for LoadedText { file, path, text } in read {
            // Gone since it was listed.
            let Some(text) = text else {
                self.forget(&path, &[], changed);
                continue;
            };
            self.binaries.remove(&path);
            let is_present = self.present.contains_key(&path);
            let known = self.get(file).filter(|_| is_present);
            if known.is_some_and(|known| {
                known.text == text.text && known.error == text.error && known.theme == text.theme
            }) {
                continue;
            }
            if !is_present {
                new.push((path.clone(), file));
            }
            changed.push(path);
            self.set(file, text);
        }
        join(&mut self.present, new);
    }

    fn take_binary(&mut self, path: &str, place: Result<FileOrigin, String>, changed: &mut Vec<Arc<str>>) {
        let Ok(place) = place else { return };
        let path: Arc<str> = path.into();
        if self.present.contains_key(&path) {
            Arc::make_mut(&mut self.present).remove(&path);
        }
        let binary = Binary::new(place);
        let known = self.binaries.get(&path);
        if known.is_some_and(|known| known.hash().is_ok() && known.hash() == binary.hash()) {
            return;
        }
        self.binaries.insert(path.clone(), Arc::new(binary));
        changed.push(path);
    }

    /// Makes sure that each of `paths` is known: one that isn't there is reported, and stands as an
    /// empty text.
    pub fn require(&mut self, paths: impl IntoIterator<Item = &'static str>, diagnostics: &mut Diagnostics) {
        for path in paths {
            if self.present.contains_key(path) {
                continue;
            }
            let numbered = self.number([path.to_owned()]);
            for (path, file) in &numbered {
                let text = SourceText::missing(*file, path.clone());
                diagnostics.extend(text.error.clone());
                self.set(*file, text);
            }
            join(&mut self.present, numbered);
        }
    }

    /// The project with `text` in the place of what is on disk at `path`, such as the unsaved text of an editor.
    #[must_use]
    pub fn with_overlay(&self, path: &str, text: &str) -> Self {
        self.with_overlays([Arc::new(SourceText::whole(path, text))])
    }

    /// The same with several texts, each at its path.
    #[must_use]
    pub fn with_overlays(&self, texts: impl IntoIterator<Item = Arc<SourceText>>) -> Self {
        let mut next = self.clone();
        for text in texts {
            for (path, file) in next.number([text.path.to_string()]) {
                if let Some(slot) = next.texts.get_mut(file.0 as usize) {
                    *slot = text.clone();
                }
                next.binaries.remove(&path);
                if !next.present.contains_key(&path) {
                    Arc::make_mut(&mut next.present).insert(path, file);
                }
            }
        }
        next
    }

    /// What is wrong with files themselves.
    pub fn errors(&self) -> impl Iterator<Item = Diagnostic> {
        self.present.values().filter_map(|file| self.get(*file)?.error.clone())
    }

    fn set(&mut self, file: FileId, text: SourceText) {
        if let Some(slot) = self.texts.get_mut(file.0 as usize) {
            *slot = Arc::new(text);
        }
    }

    /// True unless the project has to bring all of its files.
    pub fn has_theme(&self) -> bool {
        !self.theme.is_empty()
    }

    /// The text of a file that this project has or had.
    pub fn get(&self, file: FileId) -> Option<&Arc<SourceText>> {
        self.texts.get(file.0 as usize)
    }

    /// The folder that holds the project.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// All texts below `folder`, in the order of their paths.
    pub fn texts_below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (FileId, &'a Arc<SourceText>)> {
        range(&self.present, folder).filter_map(|(_, file)| Some((*file, self.get(*file)?)))
    }

    /// All HTML templates, in the order of their paths.
    pub fn templates(&self) -> impl Iterator<Item = (FileId, &Arc<SourceText>)> {
        self.texts_below("templates/").filter(|(_, source)| source.path.ends_with(".html"))
    }

    /// The text at `path`, if the project has it.
    pub fn text_at(&self, path: &str) -> Option<(FileId, &Arc<SourceText>)> {
        let file = *self.present.get(path)?;
        Some((file, self.get(file)?))
    }
}

/// A text that was to be read; `None` if it isn't there any more.
struct LoadedText {
    file: FileId,
    path: Arc<str>,
    text: Option<SourceText>,
}

/// Adds `new` to `ids`, in one go where there are thousands.
fn join(ids: &mut Arc<BTreeMap<Arc<str>, FileId>>, new: Vec<(Arc<str>, FileId)>) {
    if !new.is_empty() {
        Arc::make_mut(ids).append(&mut new.into_iter().collect());
    }
}

/// The entries whose paths begin with `start`.
fn range<'a, T>(
    map: &'a BTreeMap<Arc<str>, T>,
    start: &'a str,
) -> impl Iterator<Item = (&'a Arc<str>, &'a T)> {
    map.range::<str, _>((Bound::Included(start), Bound::Unbounded))
        .take_while(move |(path, _)| path.starts_with(start))
}

impl Sources {
    /// True if a comment of the file, such as `allow: style, template`, allows these warnings in it.
    pub fn allows(&self, file: FileId, code: impl Into<diagnostics::Code>) -> bool {
        let name = code.into().name();
        let of_comment = |(at, comment): (usize, &str)| {
            let rest = self.text(file).get(at + comment.len()..).unwrap_or_default();
            let end = rest.find(|c: char| !(c.is_ascii_lowercase() || matches!(c, '-' | ',' | ' ')));
            rest.get(..end.unwrap_or(rest.len()))
                .unwrap_or_default()
                .split([',', ' '])
                .any(|word| word == name)
        };
        self.text(file).match_indices("allow: ").any(of_comment)
    }
}

impl Files for Sources {
    fn path(&self, file: FileId) -> &str {
        self.get(file).map_or("", |text| text.shown())
    }

    fn text(&self, file: FileId) -> &str {
        self.get(file).map_or("", |text| &text.text)
    }
}
