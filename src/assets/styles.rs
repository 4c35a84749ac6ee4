//! The stylesheet: all of `templates/styles/`, as one file with the fonts that it names.

use std::{
    fs,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};

use crate::{
    content::Colours,
    diagnostic::{Diagnostics, FileId, Span},
    esbuild::{Named, Packages, Run, Scratch, content_hash, file_name, rename_by_content},
    failure::Failure,
    output::{Artifact, Origin, OutputPath},
    source::Sources,
    store::{self, Store},
};

/// The file that imports the others.
pub const ENTRY: &str = "templates/styles/site.css";

const FOLDER_OF_STYLES: &str = "templates/styles/";

/// The folder of all that styles consist of, in the built site.
pub const FOLDER: &str = "assets";

/// The bundled stylesheet.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Styles {
    sheet: String,
    files: Vec<(String, Vec<u8>)>,
}

/// What styles are made with.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// Folders in which to look for `node_modules` after the project's root and those above it.
    pub packages: &'a [PathBuf],
    /// A folder for files that are gone when a build ends.
    pub scratch: &'a PathBuf,
}

/// Remembers the newest styles, before colours, in this process and between processes.
#[derive(Debug, Default)]
pub struct Cache {
    store: Store,
    newest: Mutex<Option<(blake3::Hash, Styles)>>,
}

impl Cache {
    /// A cache that keeps what it has in `store`.
    pub fn new(store: Store) -> Self {
        Self { store, newest: Mutex::default() }
    }

    fn newest(&self) -> MutexGuard<'_, Option<(blake3::Hash, Styles)>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn load(&self, key: blake3::Hash) -> Option<Styles> {
        let mut newest = self.newest();
        if newest.as_ref().is_none_or(|(known, _)| *known != key) {
            *newest = Some((key, self.store.load("styles", key)?));
        }
        newest.as_ref().map(|(_, styles)| styles.clone())
    }

    fn save(&self, key: blake3::Hash, styles: &Styles) {
        *self.newest() = Some((key, styles.clone()));
        self.store.save("styles", key, styles);
    }
}

const OPTIONS: [&str; 5] = [
    "--minify",
    "--target=chrome111,edge111,firefox113,safari16.4",
    "--entry-names=[name]",
    "--asset-names=[name]-[hash]",
    "--loader:.woff2=file",
];

impl Styles {
    /// Bundles the styles, or takes them from the store. A project without [`ENTRY`] has none; mistakes
    /// in the styles are reported.
    ///
    /// # Errors
    /// If esbuild is missing or can't be run.
    pub fn prepare(
        sources: &Sources,
        options: &Options<'_>,
        cache: &Cache,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Failure> {
        let Some((entry, _)) = sources.text_at(ENTRY) else { return Ok(Self::default()) };
        let packages = Packages::find(sources.root(), options.packages)?;
        let key = key(sources, &packages);
        if let Some(styles) = cache.load(key) {
            return Ok(styles);
        }
        let scratch = Scratch::new(options.scratch)?;
        let styles = build(sources, entry, &packages, &scratch, diagnostics)?;
        // esbuild reads from disk what may have changed since it was read for the key.
        if let Some(styles) = styles.as_ref().filter(|_| sources.is_current(FOLDER_OF_STYLES)) {
            cache.save(key, styles);
        }
        Ok(styles.unwrap_or_default())
    }

    /// The same styles with the site's own colours, which win over the ones in the styles: those are
    /// in a cascade layer, and what is in none is stronger.
    #[must_use]
    pub fn tinted(self, colours: &Colours) -> Self {
        let (accent, alert) = (colours.accent.as_str(), colours.alert.as_str());
        self.with(&format!(":root{{--accent:{accent};--alert:{alert}}}\n"))
    }

    /// The same styles with these rules after them.
    #[must_use]
    pub fn with(mut self, rules: &str) -> Self {
        let plain = std::mem::take(&mut self.sheet);
        if let Some((name, bytes)) = self.files.iter_mut().find(|(name, _)| *name == plain) {
            bytes.extend_from_slice(rules.as_bytes());
            *name = format!("site-{}.css", content_hash(bytes));
            self.sheet = name.clone();
        }
        self
    }

    /// The name of the stylesheet in [`FOLDER`]; nothing if it couldn't be bundled.
    pub fn sheet(&self) -> Option<&str> {
        (!self.sheet.is_empty()).then_some(self.sheet.as_str())
    }

    /// The names of the fonts in [`FOLDER`].
    pub fn fonts(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(name, _)| name.as_str()).filter(|name| name.ends_with(".woff2"))
    }

    /// The font that the stylesheet names first, which is that of headlines.
    pub fn display_font(&self) -> Option<&[u8]> {
        let (_, sheet) = self.files.iter().find(|(name, _)| *name == self.sheet)?;
        let sheet = String::from_utf8_lossy(sheet);
        let fonts = self.files.iter().filter(|(name, _)| name.ends_with(".woff2"));
        let placed = fonts.filter_map(|(name, bytes)| Some((sheet.find(name.as_str())?, bytes)));
        placed.min_by_key(|(place, _)| *place).map(|(_, bytes)| bytes.as_slice())
    }

    /// The stylesheet and its fonts. They find each other wherever the site is put.
    pub fn artifacts(&self, sources: &Sources) -> Vec<Artifact> {
        let entry = sources.text_at(ENTRY).map(|(file, _)| file);
        let origin = Origin { content: entry.unwrap_or(FileId(0)), template: entry };
        self.files
            .iter()
            .filter_map(|(name, bytes)| {
                let path = OutputPath::new(&format!("{FOLDER}/{name}"))?;
                Some(Artifact { path, bytes: bytes.clone().into(), origin, lingers: true })
            })
            .collect()
    }
}

fn build(
    sources: &Sources,
    entry: FileId,
    packages: &Packages,
    scratch: &Scratch,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Styles>, Failure> {
    let root =
        fs::canonicalize(sources.root()).map_err(|error| Failure::io("open", sources.root(), &error))?;
    let run = Run {
        packages,
        root: &root,
        outdir: scratch.path().join("styles"),
        entries: vec![PathBuf::from(ENTRY)],
        options: OPTIONS.iter().map(|option| (*option).to_owned()).collect(),
    };
    let ran = run.go()?;
    if !ran.errors.is_empty() {
        let fallback = Span::whole(entry);
        diagnostics.extend(ran.errors.into_iter().map(|message| message.into_diagnostic(sources, fallback)));
        return Ok(None);
    }
    let mut files = std::collections::BTreeMap::new();
    for name in ran.metafile.outputs.keys().map(|path| file_name(path)) {
        let path = run.outdir.join(name);
        let bytes = fs::read(&path).map_err(|error| Failure::io("read", &path, &error))?;
        files.insert(name.to_owned(), bytes);
    }
    let renamed = rename_by_content(&ran.metafile, &files, |_| None);
    let sheet = renamed.get("site.css").map(|named| named.name.clone()).unwrap_or_default();
    let files = renamed.into_values().map(|Named { name, bytes }| (name, bytes)).collect();
    Ok(Some(Styles { sheet, files }))
}

/// Hashes all that the stylesheet depends on.
fn key(sources: &Sources, packages: &Packages) -> blake3::Hash {
    let packages = packages.fingerprint();
    let mut parts = vec![env!("CARGO_PKG_VERSION").as_bytes(), packages.as_bytes()];
    parts.extend(OPTIONS.map(str::as_bytes));
    for (_, source) in sources.texts_below(FOLDER_OF_STYLES) {
        parts.extend([source.path.as_bytes(), source.text.as_bytes()]);
    }
    let hash = |path| sources.binary_at(path).and_then(|binary| binary.hash().ok());
    let binaries: Vec<_> = sources.binaries_below("templates/").map(|path| (path, hash(path))).collect();
    for (path, hash) in &binaries {
        parts.extend([path.as_bytes(), hash.as_ref().map_or(&[], |hash| hash.as_bytes())]);
    }
    store::key(parts)
}
