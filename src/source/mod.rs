//! The files of a project: the only reader of content, templates and components from disk. For a template or component
//! that the project doesn't have, there is the theme's.

pub(crate) mod file_write;
mod files;
pub mod layout;
pub(crate) mod paths;
mod text;
pub mod theme;

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::{Bound, Range},
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use icu_normalizer::ComposingNormalizerBorrowed;
use rayon::prelude::*;
use toml_schema::decode::Document;

pub use files::{is_generated, is_leftover, is_nearly_toml, is_project_text};
pub use text::SourceText;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Failure, FileId, Files};
use files::{FileOrigin, ListedFile, Listing, Unreadable};

/// The folders that make a project.
pub const FOLDERS: [&str; 3] = ["content", "templates", "components"];

/// The file that every project has.
pub const SITE: &str = "content/site.toml";

/// The folder of files that are published as they are.
pub const STATIC: &str = "content/static/";

/// Every text of the project, and the list of everything else.
#[derive(Clone, Debug)]
pub struct Sources {
    root: PathBuf,
    /// By id; of a file that isn't text, one without a text.
    files: Vec<Arc<SourceText>>,
    ids: BTreeMap<Arc<str>, FileId>,
    binaries: BTreeMap<Arc<str>, Arc<Binary>>,
    /// True if some files may have other paths as well: what is written through a link is touched at another path.
    has_links: bool,
}

/// A file that isn't text: identified by its hash, and read when its bytes are needed.
#[derive(Debug)]
pub struct Binary {
    origin: FileOrigin,
    /// Of the file's content when it was first read.
    hash: OnceLock<Result<blake3::Hash, String>>,
}

impl Sources {
    /// Reads the project in `root`, with the theme where it has no file of its own. Files that can't be read are
    /// reported, and the rest is read. A file that every project has is there in any case, if only as a missing one.
    ///
    /// # Errors
    /// If `root` holds no project.
    pub fn load(root: &Path, diagnostics: &mut Diagnostics) -> Result<Self, Failure> {
        check_root(root)?;
        Ok(Self::read(root, None, diagnostics))
    }

    /// Reads the project again, or what is left of it. `touched` is what something wrote since, and all that is below it:
    /// other files that are still there hold what they held.
    #[must_use]
    pub fn reload(&self, touched: &BTreeSet<String>, diagnostics: &mut Diagnostics) -> Self {
        if let Some(sources) = self.reread(touched) {
            diagnostics.extend(sources.errors());
            return sources;
        }
        let earlier = Earlier { sources: self, touched };
        Self::read(&self.root, Some(earlier), diagnostics)
    }

    /// The project if nothing but the contents of its own files is another since, as after most edits: only the files at
    /// `touched` are looked at. Returns `None` if there may be more to it.
    fn reread(&self, touched: &BTreeSet<String>) -> Option<Self> {
        if self.has_links {
            return None;
        }
        let mut next = self.clone();
        for path in touched.iter().filter(|path| !files::is_left_out(path)) {
            let place = self.root.join(path);
            let file = *self.ids.get(&**path)?;
            if self.get(file)?.theme.is_some() || !place.symlink_metadata().ok()?.is_file() {
                return None;
            }
            let (text, binary) = read_file(file, self.get(file)?.path.clone(), Ok(FileOrigin::Disk(place)));
            if let Some(binary) = binary {
                next.binaries.insert(text.path.clone(), binary);
            }
            next.set(text, file);
        }
        Some(next)
    }

    fn read(root: &Path, earlier: Option<Earlier<'_>>, diagnostics: &mut Diagnostics) -> Self {
        let mut sources = Self {
            root: root.to_owned(),
            files: Vec::new(),
            ids: BTreeMap::new(),
            binaries: BTreeMap::new(),
            has_links: false,
        };
        let mut listed: BTreeMap<String, Result<FileOrigin, Unreadable>> = BTreeMap::new();
        for theme_file in theme::files() {
            let (name, origin) = (theme_file.0, FileOrigin::Theme(*theme_file));
            // Each template and type has a text of its own, which stays when the project has another one.
            if name.ends_with(".html") || name.ends_with(".toml") {
                listed.insert(name.to_owned(), Ok(origin.clone()));
            }
            listed.insert(theme::path(name).to_owned(), Ok(origin));
        }
        let Listing { files, has_links } = files::list(root);
        let earlier = earlier.filter(|_| !has_links);
        sources.has_links = has_links;
        listed.extend(files.into_iter().map(|ListedFile { path, origin }| (path, origin)));
        // Content that comes or goes doesn't change the number of a template.
        let (content, others): (Vec<_>, Vec<_>) =
            listed.into_iter().partition(|(path, _)| path.starts_with("content/"));
        let numbered: Vec<_> = others.into_iter().chain(content).zip(0..).collect();
        let texts: Vec<_> = numbered
            .into_par_iter()
            .map(|((path, origin), id)| {
                let known = earlier.as_ref().zip(origin.as_ref().ok());
                if let Some(known) = known.and_then(|(earlier, origin)| earlier.unchanged(&path, origin)) {
                    return known;
                }
                read_file(FileId(id), path.into(), origin)
            })
            .collect();
        for (text, binary) in texts {
            let file = sources.number(&text.path);
            if let Some(binary) = binary {
                sources.binaries.insert(text.path.clone(), binary);
            }
            sources.set(text, file);
        }
        if sources.text_at(SITE).is_none() {
            let file = sources.number(SITE);
            sources.put(SourceText::missing(file, SITE.into()));
        }
        diagnostics.extend(sources.errors());
        sources
    }

    /// The file at this path: the one that there is, or a new one.
    fn number(&mut self, path: &str) -> FileId {
        if let Some(file) = self.ids.get(path) {
            return *file;
        }
        let file = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let path: Arc<str> = path.into();
        self.files.push(Arc::new(SourceText::whole(path.clone(), "")));
        self.ids.insert(path, file);
        file
    }

    fn set(&mut self, text: impl Into<Arc<SourceText>>, file: FileId) {
        if let Some(slot) = self.files.get_mut(file.0 as usize) {
            *slot = text.into();
        }
    }

    /// The project with these texts in the place of what is on disk, each at its path.
    #[must_use]
    pub fn with_overlays(&self, texts: impl IntoIterator<Item = Arc<SourceText>>) -> Self {
        let mut next = self.clone();
        texts.into_iter().for_each(|text| next.put(text));
        next
    }

    /// The same with texts that are read as if they were on disk, such as the unsaved ones of an editor.
    #[must_use]
    pub fn with_unsaved<'a>(&self, texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut next = self.clone();
        for (path, text) in texts {
            let file = next.number(path);
            next.put(SourceText::new(file, path.into(), text.as_bytes()));
        }
        next
    }

    fn put(&mut self, text: impl Into<Arc<SourceText>>) {
        let text = text.into();
        let file = self.number(&text.path);
        self.binaries.remove(&text.path);
        self.set(text, file);
    }

    /// The paths of the files that aren't as they are in `older`. Of those that aren't text, the ones at or below
    /// `touched`, which something wrote.
    pub fn changes(&self, older: &Self, touched: &BTreeSet<String>) -> BTreeSet<Arc<str>> {
        let is_same = |path: &str| match (self.text_at(path), older.text_at(path)) {
            (Some((_, new)), Some((_, old))) => {
                new.text == old.text && new.theme == old.theme && new.error.is_none() == old.error.is_none()
            }
            (None, None) => {
                let is_touched = is_at_or_below(path, touched);
                self.binaries.contains_key(path) == older.binaries.contains_key(path) && !is_touched
            }
            _ => false,
        };
        // Nearly all are what they were, with the number that they had.
        let not_among = |known: &[Arc<SourceText>], files: &[Arc<SourceText>]| -> Vec<Arc<str>> {
            let is_known = |(number, file): &(usize, &Arc<SourceText>)| {
                known.get(*number).is_some_and(|known| Arc::ptr_eq(known, file))
            };
            let new = files.iter().enumerate().filter(|file| !is_known(file));
            new.map(|(_, file)| file.path.clone()).collect()
        };
        let candidates =
            not_among(&older.files, &self.files).into_iter().chain(not_among(&self.files, &older.files));
        candidates.filter(|path| !is_same(path)).collect()
    }

    /// The texts below `folder` that the theme doesn't have, or has with other words.
    pub fn overrides<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (FileId, &'a Arc<SourceText>)> {
        let own = self.texts_below(folder).filter(|(_, text)| text.theme.is_none());
        own.filter(|(_, text)| theme::text(&text.path).is_none_or(|original| *original != *text.text))
    }

    pub fn errors(&self) -> impl Iterator<Item = Diagnostic> {
        self.files.iter().filter_map(|text| text.error.clone())
    }

    pub fn get(&self, file: FileId) -> Option<&Arc<SourceText>> {
        self.files.get(file.0 as usize)
    }

    /// The TOML of a file, for edits of it.
    pub fn document(&self, file: FileId) -> Document<'_> {
        Document::new(file, self.text(file))
    }

    /// `content/site.toml`, which every project has, if only as a missing file.
    pub fn site_file(&self) -> FileId {
        self.ids.get(SITE).copied().unwrap_or(FileId(0))
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// All texts below `folder`, in the order of their paths.
    pub fn texts_below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (FileId, &'a Arc<SourceText>)> {
        let files = range(&self.ids, folder).filter(|(path, _)| !self.binaries.contains_key(&***path));
        files.filter_map(|(_, file)| Some((*file, self.get(*file)?)))
    }

    /// All HTML templates, in the order of their paths.
    pub fn templates(&self) -> impl Iterator<Item = (FileId, &Arc<SourceText>)> {
        self.texts_below("templates/").filter(|(_, source)| source.path.ends_with(".html"))
    }

    /// The text at `path`, if the project has it.
    pub fn text_at(&self, path: &str) -> Option<(FileId, &Arc<SourceText>)> {
        let file = *self.ids.get(path).filter(|_| !self.binaries.contains_key(path))?;
        Some((file, self.get(file)?))
    }

    /// The file that isn't text and has this path, such as `content/images/a.jpg`.
    pub fn binary_at(&self, path: &str) -> Option<&Arc<Binary>> {
        self.binaries.get(path)
    }

    /// All files of [`STATIC`], by their addresses within the site. These are composed (NFC), as people write links: macOS
    /// and some programs for archives store an accent of a name behind its letter.
    pub fn static_files(&self) -> impl Iterator<Item = (String, FileId, &Arc<Binary>)> {
        range(&self.binaries, STATIC).filter_map(|(path, binary)| {
            let within = ComposingNormalizerBorrowed::new_nfc().normalize(path.strip_prefix(STATIC)?);
            let folder =
                within.strip_suffix("index.html").filter(|rest| rest.is_empty() || rest.ends_with('/'));
            Some((format!("/{}", folder.unwrap_or(&within)), *self.ids.get(path)?, binary))
        })
    }

    /// The files below `content/` that aren't text, but for pictures and those of [`STATIC`].
    pub fn misplaced_binaries(&self) -> impl Iterator<Item = (FileId, &str)> {
        let paths = range(&self.binaries, "content/").filter(|(path, _)| !files::is_raw(path));
        paths.filter_map(|(path, _)| Some((*self.ids.get(path)?, &**path)))
    }

    /// The paths below `folder` of all files that aren't text.
    pub fn binaries_below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        range(&self.binaries, folder).map(|(path, _)| &**path)
    }

    /// True if a comment of the file, such as `allow: style, template`, allows these warnings in it.
    pub fn allows(&self, file: FileId, code: Code) -> bool {
        let name = code.name();
        let names_it = |comment: Range<usize>| {
            let comment = self.text(file).get(comment).unwrap_or_default();
            let (_, rest) = comment.split_once("allow: ")?;
            let end = rest.find(|c: char| !(c.is_ascii_lowercase() || matches!(c, '-' | ',' | ' ')));
            rest.get(..end.unwrap_or(rest.len()))?.split([',', ' ']).find(|word| *word == name)
        };
        self.comments(file).into_iter().any(|comment| names_it(comment).is_some())
    }

    /// The comments of a file, by its kind: what is written there is on no page.
    pub fn comments(&self, file: FileId) -> Vec<Range<usize>> {
        let text = self.text(file);
        let forms: &[(&str, &str)] = match paths::extension(self.path(file)) {
            "toml" => return toml_schema::decode::comments(text).collect(),
            "html" => &[("{#", "#}"), ("<!--", "-->")],
            "css" => &[("/*", "*/")],
            "ts" | "tsx" | "js" | "jsx" => &[("/*", "*/"), ("//", "\n")],
            _ => return Vec::new(),
        };
        let between = |(open, close): &(&str, &str)| -> Vec<Range<usize>> {
            let behind = |start: usize| text.get(start + open.len()..).unwrap_or_default();
            let end =
                |start: usize| behind(start).find(close).map_or(text.len(), |end| start + open.len() + end);
            // The slashes of an address stand behind its colon.
            let begins = |start: usize| text.get(..start).is_some_and(|before| !before.ends_with(':'));
            let starts = text.match_indices(open).map(|(start, _)| start).filter(|start| begins(*start));
            starts.map(|start| start..end(start)).collect()
        };
        forms.iter().flat_map(between).collect()
    }
}

/// What was read before, when only some of it was touched since.
struct Earlier<'a> {
    sources: &'a Sources,
    touched: &'a BTreeSet<String>,
}

impl Earlier<'_> {
    /// The file that was at this path, if it wasn't touched and came from the same place. A text with an error names its
    /// number among the files, which others may have changed.
    fn unchanged(&self, path: &str, origin: &FileOrigin) -> Option<(Arc<SourceText>, Option<Arc<Binary>>)> {
        let text = self.sources.get(*self.sources.ids.get(path)?)?;
        let is_same_place = match (self.sources.binary_at(path), origin) {
            (Some(binary), origin) => binary.origin == *origin,
            (None, FileOrigin::Theme((name, _))) => text.theme == Some(name),
            (None, FileOrigin::Disk(_)) => text.theme.is_none(),
        };
        let is_unchanged = is_same_place && text.error.is_none() && !is_at_or_below(path, self.touched);
        is_unchanged.then(|| (text.clone(), self.sources.binary_at(path).cloned()))
    }
}

/// A file; of one that isn't text, a text without words stands beside it.
fn read_file(
    file: FileId,
    path: Arc<str>,
    origin: Result<FileOrigin, Unreadable>,
) -> (Arc<SourceText>, Option<Arc<Binary>>) {
    match origin {
        Ok(origin) if !files::is_text(&path) => {
            let binary = Binary { origin, hash: OnceLock::new() };
            (Arc::new(SourceText::whole(path, "")), Some(Arc::new(binary)))
        }
        origin => (Arc::new(SourceText::read(file, path, origin)), None),
    }
}

/// True if `path` is one of `places`, or below one.
fn is_at_or_below(path: &str, places: &BTreeSet<String>) -> bool {
    let is_there = |place: &String| {
        path.strip_prefix(place.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    places.iter().any(is_there)
}

impl Files for Sources {
    fn path(&self, file: FileId) -> &str {
        self.get(file).map_or("", |text| text.shown())
    }

    fn text(&self, file: FileId) -> &str {
        self.get(file).map_or("", |text| &text.text)
    }
}

impl Binary {
    /// The hash of what it holds.
    ///
    /// # Errors
    /// If it can't be read: the system's reason.
    pub fn hash(&self) -> Result<blake3::Hash, &str> {
        let hash = || self.read().map(|bytes| blake3::hash(&bytes));
        self.hash.get_or_init(hash).as_ref().copied().map_err(String::as_str)
    }

    /// What it holds: what the hash is of.
    ///
    /// # Errors
    /// If it can't be read, or was changed since it was first read: the reason.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        let bytes = self.read()?;
        if self.hash()? == blake3::hash(&bytes) {
            Ok(bytes.into_owned())
        } else {
            Err("it was changed meanwhile".to_owned())
        }
    }

    fn read(&self) -> Result<Cow<'static, [u8]>, String> {
        match &self.origin {
            FileOrigin::Disk(path) => fs::read(path).map(Cow::Owned).map_err(|error| error.to_string()),
            FileOrigin::Theme((_, bytes)) => Ok(Cow::Borrowed(*bytes)),
        }
    }
}

fn check_root(root: &Path) -> Result<(), Failure> {
    if root.join("content").is_dir() {
        return Ok(());
    }
    Err(Failure::new(format!("there is no content folder in {}", root.display()))
        .help("--root names the folder that holds content, such as --root .. from within it; `gympress init my-gym` makes a new one"))
}

/// What is in a file that stands for another one, which is elsewhere, and what to do.
pub fn stand_in(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    if bytes.starts_with(b"version https://git-lfs.github.com/spec/") {
        return Some((
            "is only Git LFS's note of where the file is",
            "download it with `git lfs pull`; in a workflow, check out with `lfs: true`",
        ));
    }
    let is_empty = bytes.iter().all(|byte| *byte == 0) && !bytes.is_empty();
    is_empty.then_some((
        "has nothing but zeros in it: a cloud keeps its bytes elsewhere, or it wasn't written to its end",
        "open it where it is whole, so that the cloud brings it here, or copy it again",
    ))
}

/// The entries whose paths begin with `start`.
fn range<'a, T>(
    map: &'a BTreeMap<Arc<str>, T>,
    start: &'a str,
) -> impl Iterator<Item = (&'a Arc<str>, &'a T)> {
    map.range::<str, _>((Bound::Included(start), Bound::Unbounded))
        .take_while(move |(path, _)| path.starts_with(start))
}
