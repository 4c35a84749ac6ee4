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
use toml_schema::decode::TomlDocument;

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
    /// The text of each file, by its id; empty for a file that isn't text.
    files: Vec<Arc<SourceText>>,
    /// Shared with the state before an edit that adds and removes no file, so that an edit doesn't copy each path.
    ids: Arc<BTreeMap<Arc<str>, FileId>>,
    /// Shared likewise.
    binaries: Arc<BTreeMap<Arc<str>, Arc<Binary>>>,
    /// True if some files may have two paths: a file that is written through a link is touched at another path.
    has_links: bool,
}

/// A file that isn't text: identified by its hash, and read when its bytes are needed.
#[derive(Debug)]
pub struct Binary {
    origin: FileOrigin,
    /// The hash of the file's content when it was first read.
    hash: OnceLock<Result<blake3::Hash, String>>,
}

impl Sources {
    /// Reads the project in `root`, with the theme's file for each that it lacks. Files that can't be read are
    /// reported, and the rest is read. A file that every project has is in the result in any case, if only as a missing
    /// one.
    ///
    /// # Errors
    /// If `root` holds no project.
    pub fn load(root: &Path, diagnostics: &mut Diagnostics) -> Result<Self, Failure> {
        check_root(root)?;
        Ok(Self::read(root, None, diagnostics))
    }

    /// Reads the project again, or the rest of it. `touched` are the paths that something wrote since; everything below them
    /// counts as written. Other files that are still there are taken to be unchanged.
    #[must_use]
    pub fn with_changes(&self, touched: &BTreeSet<String>, diagnostics: &mut Diagnostics) -> Self {
        if let Some(sources) = self.read_changed(touched) {
            diagnostics.extend(sources.errors());
            return sources;
        }
        let earlier = Earlier { sources: self, touched };
        Self::read(&self.root, Some(earlier), diagnostics)
    }

    /// The project after an edit that changed nothing but the content of its own files, as most edits do: only the files at
    /// `touched` are read. Returns `None` if files may have come or gone.
    fn read_changed(&self, touched: &BTreeSet<String>) -> Option<Self> {
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
            next.put_file(read_file(file, self.get(file)?.path.clone(), Ok(FileOrigin::Disk(place))), file);
        }
        Some(next)
    }

    fn read(root: &Path, earlier: Option<Earlier<'_>>, diagnostics: &mut Diagnostics) -> Self {
        let mut sources = Self {
            root: root.to_owned(),
            files: Vec::new(),
            ids: Arc::default(),
            binaries: Arc::default(),
            has_links: false,
        };
        let mut listed: BTreeMap<String, Result<FileOrigin, Unreadable>> = BTreeMap::new();
        for theme_file in theme::files() {
            let (name, origin) = (theme_file.0, FileOrigin::Theme(*theme_file));
            // The theme's own templates and types can be read even if the project has others in their place.
            if name.ends_with(".html") || name.ends_with(".toml") {
                listed.insert(name.to_owned(), Ok(origin.clone()));
            }
            listed.insert(theme::path(name).to_owned(), Ok(origin));
        }
        let Listing { files, has_links } = files::list(root);
        let earlier = earlier.filter(|_| !has_links);
        sources.has_links = has_links;
        listed.extend(files.into_iter().map(|ListedFile { path, origin }| (path, origin)));
        // Content gets the last numbers, so that new content doesn't change the number of a template.
        let (content, others): (Vec<_>, Vec<_>) =
            listed.into_iter().partition(|(path, _)| path.starts_with("content/"));
        let numbered: Vec<_> = others.into_iter().chain(content).zip(0..).collect();
        let read_files: Vec<ReadFile> = numbered
            .into_par_iter()
            .map(|((path, origin), id)| {
                if let (Some(earlier), Ok(origin)) = (&earlier, &origin)
                    && let Some(unchanged) = earlier.unchanged(&path, origin)
                {
                    return unchanged;
                }
                read_file(FileId(id), path.into(), origin)
            })
            .collect();
        for read in read_files {
            let file = sources.number(&read.text.path);
            sources.put_file(read, file);
        }
        if sources.text_at(SITE).is_none() {
            let path = SITE.into();
            let file = sources.number(&path);
            sources.put(SourceText::missing(file, path));
        }
        diagnostics.extend(sources.errors());
        sources
    }

    /// The number of the file at this path, which is added if there is none.
    fn number(&mut self, path: &Arc<str>) -> FileId {
        if let Some(file) = self.ids.get(path) {
            return *file;
        }
        let file = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(Arc::new(SourceText::whole(path.clone(), "")));
        Arc::make_mut(&mut self.ids).insert(path.clone(), file);
        file
    }

    fn put_file(&mut self, read: ReadFile, file: FileId) {
        if let Some(binary) = read.binary {
            Arc::make_mut(&mut self.binaries).insert(read.text.path.clone(), binary);
        }
        self.set(read.text, file);
    }

    fn set(&mut self, text: impl Into<Arc<SourceText>>, file: FileId) {
        if let Some(slot) = self.files.get_mut(file.0 as usize) {
            *slot = text.into();
        }
    }

    /// The project with these texts in the place of the files on disk, each at its path.
    #[must_use]
    pub fn with_overlays(&self, texts: impl IntoIterator<Item = Arc<SourceText>>) -> Self {
        let mut next = self.clone();
        texts.into_iter().for_each(|text| next.put(text));
        next
    }

    /// The project with texts that are read as if they were on disk, such as the unsaved ones of an editor.
    #[must_use]
    pub fn with_unsaved<'a>(&self, texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut next = self.clone();
        for (path, text) in texts {
            let path = path.into();
            let file = next.number(&path);
            next.put(SourceText::new(file, path, text.as_bytes()));
        }
        next
    }

    fn put(&mut self, text: impl Into<Arc<SourceText>>) {
        let text = text.into();
        let file = self.number(&text.path);
        // A copy without need would look like other files: states are compared by the address of this map.
        if self.binaries.contains_key(&text.path) {
            Arc::make_mut(&mut self.binaries).remove(&text.path);
        }
        self.set(text, file);
    }

    /// The paths of the files that differ from those of `older`. A file that isn't text counts as changed if it is at or
    /// below one of the paths `touched`, which something wrote.
    pub fn changes(&self, older: &Self, touched: &BTreeSet<String>) -> BTreeSet<Arc<str>> {
        let mut changed = BTreeSet::new();
        for path in self.paths_not_shared(older).chain(older.paths_not_shared(self)) {
            if !self.is_same_at(path, older, touched) {
                changed.insert(path.clone());
            }
        }
        changed
    }

    /// True if the project has the same files as in an older state, with other text only in TOML files of `content/`.
    pub fn differs_only_in_content(&self, older: &Self) -> bool {
        Arc::ptr_eq(&self.ids, &older.ids)
            && Arc::ptr_eq(&self.binaries, &older.binaries)
            && self
                .paths_not_shared(older)
                .all(|path| path.starts_with("content/") && path.ends_with(".toml"))
    }

    /// The paths of the files that `other` doesn't hold as the same text under the same number. Nearly all files are shared
    /// after an edit, so that few are left to compare.
    fn paths_not_shared<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = &'s Arc<str>> {
        self.files.iter().enumerate().filter_map(|(number, file)| {
            let is_shared = other.files.get(number).is_some_and(|other| Arc::ptr_eq(other, file));
            (!is_shared).then_some(&file.path)
        })
    }

    fn is_same_at(&self, path: &str, older: &Self, touched: &BTreeSet<String>) -> bool {
        match (self.text_at(path), older.text_at(path)) {
            (Some((_, new)), Some((_, old))) => {
                new.text == old.text && new.theme == old.theme && new.error.is_none() == old.error.is_none()
            }
            (None, None) => {
                self.binaries.contains_key(path) == older.binaries.contains_key(path)
                    && !is_at_or_below(path, touched)
            }
            _ => false,
        }
    }

    /// The project's own texts below `folder` that the theme lacks, or has with another content.
    pub fn overrides<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (FileId, &'a Arc<SourceText>)> {
        let own = self.texts_below(folder).filter(|(_, text)| text.theme.is_none());
        own.filter(|(_, text)| theme::text(&text.path).is_none_or(|original| *original != *text.text))
    }

    pub fn errors(&self) -> impl Iterator<Item = Diagnostic> {
        self.files.iter().filter_map(|text| text.error.as_deref().cloned())
    }

    pub fn get(&self, file: FileId) -> Option<&Arc<SourceText>> {
        self.files.get(file.0 as usize)
    }

    /// The TOML of a file, for edits of it.
    pub fn document(&self, file: FileId) -> TomlDocument<'_> {
        TomlDocument::new(file, self.text(file))
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
        let text = self.text(file);
        self.comments(file).into_iter().any(|comment| {
            let comment = text.get(comment).unwrap_or_default();
            allowed_codes(comment).any(|allowed| allowed == name)
        })
    }

    /// The comments of a file, by its kind. Their text is on no page.
    pub fn comments(&self, file: FileId) -> Vec<Range<usize>> {
        let text = self.text(file);
        let forms: &[(&str, &str)] = match paths::extension(self.path(file)) {
            "toml" => return toml_schema::decode::comments(text).collect(),
            "html" => &[("{#", "#}"), ("<!--", "-->")],
            "css" => &[("/*", "*/")],
            "ts" | "tsx" | "js" | "jsx" => &[("/*", "*/"), ("//", "\n")],
            _ => return Vec::new(),
        };
        forms.iter().flat_map(|(open, close)| comments_between(text, open, close)).collect()
    }
}

/// The codes that a comment such as `allow: style, template` names.
fn allowed_codes(comment: &str) -> impl Iterator<Item = &str> {
    let (_, list) = comment.split_once("allow: ").unwrap_or_default();
    let end = list.find(|c: char| !(c.is_ascii_lowercase() || matches!(c, '-' | ',' | ' ')));
    list.get(..end.unwrap_or(list.len())).unwrap_or_default().split([',', ' '])
}

/// The comments that begin with `open` and end before `close`, or with the text.
fn comments_between(text: &str, open: &str, close: &str) -> Vec<Range<usize>> {
    let mut comments = Vec::new();
    for (start, _) in text.match_indices(open) {
        // The slashes of an address follow its colon.
        if open == "//" && text.get(..start).is_some_and(|before| before.ends_with(':')) {
            continue;
        }
        let inside = start + open.len();
        let length = text.get(inside..).and_then(|rest| rest.find(close));
        comments.push(start..length.map_or(text.len(), |length| inside + length));
    }
    comments
}

/// A file as it was read.
struct ReadFile {
    /// The text, which is empty if the file isn't text.
    text: Arc<SourceText>,
    /// The file if it isn't text.
    binary: Option<Arc<Binary>>,
}

/// The project as it was read before, and the paths that something wrote since.
struct Earlier<'a> {
    sources: &'a Sources,
    touched: &'a BTreeSet<String>,
}

impl Earlier<'_> {
    /// The file that was at this path, if it wasn't touched and came from the same place. A text with an error is read again:
    /// its error names the file's number, which may be another now.
    fn unchanged(&self, path: &str, origin: &FileOrigin) -> Option<ReadFile> {
        let text = self.sources.get(*self.sources.ids.get(path)?)?;
        let is_same_place = match (self.sources.binary_at(path), origin) {
            (Some(binary), origin) => binary.origin == *origin,
            (None, FileOrigin::Theme((name, _))) => text.theme == Some(name),
            (None, FileOrigin::Disk(_)) => text.theme.is_none(),
        };
        let is_unchanged = is_same_place && text.error.is_none() && !is_at_or_below(path, self.touched);
        is_unchanged.then(|| ReadFile { text: text.clone(), binary: self.sources.binary_at(path).cloned() })
    }
}

/// Reads a text. The bytes of a file that isn't text are read when they are needed.
fn read_file(file: FileId, path: Arc<str>, origin: Result<FileOrigin, Unreadable>) -> ReadFile {
    match origin {
        Ok(origin) if !files::is_text(&path) => {
            let binary = Arc::new(Binary { origin, hash: OnceLock::new() });
            ReadFile { text: Arc::new(SourceText::whole(path, "")), binary: Some(binary) }
        }
        origin => ReadFile { text: Arc::new(SourceText::read(file, path, origin)), binary: None },
    }
}

/// True if `path` is one of `places`, or below one.
fn is_at_or_below(path: &str, places: &BTreeSet<String>) -> bool {
    places.iter().any(|place| {
        let rest = path.strip_prefix(place.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

impl Files for Sources {
    fn path(&self, file: FileId) -> &str {
        self.get(file).map_or("", |text| text.shown())
    }

    fn text(&self, file: FileId) -> &str {
        self.get(file).map_or("", |text| &text.text)
    }

    fn has(&self, path: &str) -> bool {
        self.text_at(path).is_some()
    }
}

impl Binary {
    /// The hash of its content.
    ///
    /// # Errors
    /// If it can't be read: the system's reason.
    pub fn hash(&self) -> Result<blake3::Hash, &str> {
        let hash = self.hash.get_or_init(|| self.read().map(|bytes| blake3::hash(&bytes)));
        hash.as_ref().copied().map_err(String::as_str)
    }

    /// Its content, if it still has the hash of [`Binary::hash`].
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

    /// The number of its bytes; `None` if the system doesn't say.
    pub fn size(&self) -> Option<u64> {
        match &self.origin {
            FileOrigin::Disk(path) => fs::metadata(path).ok().map(|file| file.len()),
            FileOrigin::Theme((_, bytes)) => u64::try_from(bytes.len()).ok(),
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

/// The words for a file whose bytes aren't what its name says, and advice.
pub struct WrongContent {
    /// The rest of a sentence about the file, such as "is a PDF".
    pub what: &'static str,
    pub help: &'static str,
}

/// Recognizes a stand-in for a file whose content is elsewhere: a pointer of Git LFS, or the zeros of a file that a cloud hasn't
/// downloaded.
pub fn placeholder(bytes: &[u8]) -> Option<WrongContent> {
    if bytes.starts_with(b"version https://git-lfs.github.com/spec/") {
        return Some(WrongContent {
            what: "is only Git LFS's note of where the file is",
            help: "download it with `git lfs pull`; in a workflow, check out with `lfs: true`",
        });
    }
    let is_zeros = bytes.iter().all(|byte| *byte == 0) && !bytes.is_empty();
    is_zeros.then_some(WrongContent {
        what: "has nothing but zeros in it: a cloud keeps its bytes elsewhere, or it wasn't written to its end",
        help: "open it where it is whole, so that the cloud brings it here, or copy it again",
    })
}

/// The entries whose paths begin with `start`.
fn range<'a, T>(
    map: &'a BTreeMap<Arc<str>, T>,
    start: &'a str,
) -> impl Iterator<Item = (&'a Arc<str>, &'a T)> {
    map.range::<str, _>((Bound::Included(start), Bound::Unbounded))
        .take_while(move |(path, _)| path.starts_with(start))
}
