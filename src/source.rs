//! The files of a project: the only reader of content, templates and components from disk.

use std::{
    collections::BTreeMap,
    fs, io,
    ops::Bound,
    path::{Path, PathBuf},
    sync::Arc,
};

use rayon::prelude::*;
use walkdir::WalkDir;

use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Files, Span},
    failure::Failure,
};

/// The folders that make a project.
pub const FOLDERS: [&str; 3] = ["content", "templates", "components"];

/// Every text of the project, and the list of everything else.
pub struct Sources {
    root: PathBuf,
    texts: Vec<SourceText>,
    by_path: BTreeMap<Arc<str>, FileId>,
    binaries: BTreeMap<String, PathBuf>,
}

/// One text.
pub struct SourceText {
    /// Relative to the root, with `/` between its parts.
    pub path: Arc<str>,
    /// The text; of bytes that are no UTF-8, what could be saved.
    pub text: Arc<str>,
    /// False if the file could not be read whole, which was reported.
    pub sound: bool,
}

impl Sources {
    /// Reads the project in `root`. Files that can't be read are reported, and the rest is read.
    ///
    /// # Errors
    /// If `root` holds no project.
    pub fn load(root: &Path, diagnostics: &mut Diagnostics) -> Result<Self, Failure> {
        if !root.join("content").is_dir() {
            return Err(Failure::new(format!("there is no content folder in {}", root.display()))
                .help("--root names the folder that holds content, templates and components"));
        }
        let mut listing: Vec<(String, PathBuf)> = Vec::new();
        let mut unlisted: Vec<(String, String)> = Vec::new();
        for folder in FOLDERS {
            if root.join(folder).is_dir() {
                list(root, folder, &mut listing, &mut unlisted);
            }
        }
        let (texts, binaries): (Vec<_>, Vec<_>) = listing.into_iter().partition(|(path, _)| is_text(path));
        let read: Vec<(String, io::Result<Vec<u8>>)> =
            texts.into_par_iter().map(|(path, absolute)| (path, fs::read(absolute))).collect();

        let mut sources = Self {
            root: root.to_owned(),
            texts: Vec::with_capacity(read.len()),
            by_path: BTreeMap::new(),
            binaries: binaries.into_iter().collect(),
        };
        for (path, bytes) in read {
            sources.take_text(path, bytes, diagnostics);
        }
        for (path, message) in unlisted {
            sources.take_text(path, Err(io::Error::other(message)), diagnostics);
        }
        Ok(sources)
    }

    fn take_text(&mut self, path: String, bytes: io::Result<Vec<u8>>, diagnostics: &mut Diagnostics) {
        let file = FileId(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        let (text, sound) = match bytes {
            Ok(bytes) => decode(bytes, file, &path, diagnostics),
            Err(error) => {
                diagnostics.push(
                    Diagnostic::new(
                        Code::Unreadable,
                        Span::whole(file),
                        format!("{path} can't be read: {error}"),
                    )
                    .help("check that the file exists and that its permissions let you read it"),
                );
                (String::new(), false)
            }
        };
        self.insert(path.into(), text.into(), sound);
    }

    /// Makes sure that each of `paths` is known: one that isn't there is reported, and stands as an
    /// empty text.
    pub fn require(&mut self, paths: impl IntoIterator<Item = &'static str>, diagnostics: &mut Diagnostics) {
        for path in paths {
            if self.by_path.contains_key(path) {
                continue;
            }
            let file = self.insert(path.into(), "".into(), false);
            diagnostics.push(
                Diagnostic::new(Code::MissingFile, Span::whole(file), format!("{path} is missing"))
                    .help("every site has this file; bring it back, or copy it from the site that comes with gympress"),
            );
        }
    }

    fn insert(&mut self, path: Arc<str>, text: Arc<str>, sound: bool) -> FileId {
        let file = FileId(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        self.by_path.insert(path.clone(), file);
        self.texts.push(SourceText { path, text, sound });
        file
    }

    /// The folder that holds the project.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// All texts below `folder`, in the order of their paths.
    pub fn texts_below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (FileId, &'a SourceText)> {
        self.by_path
            .range::<str, _>((Bound::Included(folder), Bound::Unbounded))
            .take_while(move |(path, _)| path.starts_with(folder))
            .filter_map(|(_, file)| Some((*file, self.texts.get(file.0 as usize)?)))
    }

    /// The text at `path`, if the project has it.
    pub fn text_at(&self, path: &str) -> Option<(FileId, &SourceText)> {
        let file = *self.by_path.get(path)?;
        Some((file, self.texts.get(file.0 as usize)?))
    }

    /// Where on disk the file is that isn't text and has this path, such as `content/images/a.jpg`.
    pub fn binary_at(&self, path: &str) -> Option<&Path> {
        self.binaries.get(path).map(PathBuf::as_path)
    }

    /// The paths below `folder` of all files that aren't text.
    pub fn binaries_below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        self.binaries
            .range::<str, _>((Bound::Included(folder), Bound::Unbounded))
            .map(|(path, _)| path.as_str())
            .take_while(move |path| path.starts_with(folder))
    }
}

impl Files for Sources {
    fn path(&self, file: FileId) -> &str {
        self.texts.get(file.0 as usize).map_or("", |text| &text.path)
    }

    fn text(&self, file: FileId) -> &str {
        self.texts.get(file.0 as usize).map_or("", |text| &text.text)
    }
}

/// Collects the files below `root/folder`, sorted, without hidden ones; what can't be listed goes to
/// `unlisted` with the reason.
fn list(
    root: &Path,
    folder: &str,
    listing: &mut Vec<(String, PathBuf)>,
    unlisted: &mut Vec<(String, String)>,
) {
    let visible = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.')
    };
    let walk = WalkDir::new(root.join(folder)).follow_links(true).sort_by_file_name();
    for entry in walk.into_iter().filter_entry(visible) {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => listing.push((relative(root, entry.path()), entry.into_path())),
            Err(error) => {
                let path = error.path().map_or_else(|| folder.to_owned(), |path| relative(root, path));
                unlisted.push((path, error.to_string()));
            }
        }
    }
}

fn relative(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path);
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Everything is read as text but what is known to be none: a misnamed file is better reported than
/// passed over.
fn is_text(path: &str) -> bool {
    const TEXT: [&str; 11] = ["toml", "html", "xml", "txt", "css", "svg", "js", "ts", "tsx", "json", "md"];
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    !path.starts_with("content/images/") && TEXT.contains(&extension)
}

/// The text of `bytes`, reporting the first byte that is no UTF-8. A byte order mark is dropped.
fn decode(bytes: Vec<u8>, file: FileId, path: &str, diagnostics: &mut Diagnostics) -> (String, bool) {
    let (text, sound) = match String::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            // Every bad byte becomes U+FFFD, and what stands before the first one keeps its place.
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            diagnostics.push(
                Diagnostic::new(
                    Code::InvalidUtf8,
                    Span::new(file, at..at + '\u{FFFD}'.len_utf8()),
                    format!("{path} is not UTF-8 text"),
                )
                .label("this byte is no character of UTF-8")
                .help("save the file with the encoding UTF-8 (in most editors: \"Save with encoding\")"),
            );
            (text, false)
        }
    };
    match text.strip_prefix('\u{FEFF}') {
        Some(stripped) => (stripped.to_owned(), sound),
        None => (text, sound),
    }
}
