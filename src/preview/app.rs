//! The app of the editor: its page, script and styles, which the editor's origin serves and no site contains.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    path::Path,
    sync::OnceLock,
};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use serde::{Deserialize, Serialize};

use crate::{
    diagnostic::Failure,
    islands::esbuild::{Packages, Scratch},
};

/// The bytes that `build.rs` embedded; empty in a binary that was compiled without bundles.
const EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/editor"));

/// The file of the app in the folder of [`EditorApp::write`]; `build.rs` reads it by the same name.
const FILE: &str = "editor";

/// The script and the styles from which esbuild starts, in the repository.
const ENTRIES: [&str; 2] = ["src/preview/editor/main.tsx", "src/preview/editor/editor.css"];

/// The page around the script and the styles.
const PAGE: &str = include_str!("editor/app.html");

/// The sign in the browser's tab.
const ICON: &str = include_str!("editor/app-icon.svg");

const OPTIONS: [&str; 12] = [
    "--target=es2022",
    "--platform=browser",
    "--format=esm",
    "--jsx=transform",
    "--jsx-factory=h",
    "--jsx-fragment=Fragment",
    "--inject:src/preview/editor/jsx.ts",
    "--minify",
    "--charset=utf8",
    "--entry-names=app-[hash]",
    "--define:process.env.NODE_ENV=\"production\"",
    // Tools for the developers of React aren't looked for.
    "--define:__REACT_DEVTOOLS_GLOBAL_HOOK__=undefined",
];

/// The app, bundled.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct EditorApp {
    /// The page; it loads the files beside it.
    pub html: String,
    /// The script.
    pub script: AppFile,
    /// The styles.
    pub styles: AppFile,
    /// The sign in the browser's tab.
    pub icon: AppFile,
}

/// A file of the app.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct AppFile {
    /// The name, with a hash of the text.
    pub name: String,
    /// The text.
    pub text: String,
}

impl EditorApp {
    /// The app in this binary; in one without, the one of the repository in which the binary was compiled, bundled with a
    /// folder for temporary files in `scratch`. A mistake in its files is looked for again at the next call.
    ///
    /// # Errors
    /// If the app isn't in the binary and can't be bundled.
    pub fn get(scratch: &Path) -> Result<&'static Self, Failure> {
        static APP: OnceLock<EditorApp> = OnceLock::new();
        if let Some(app) = APP.get() {
            return Ok(app);
        }
        let app = if EMBEDDED.is_empty() { Self::of_repository(scratch) } else { Self::embedded() }?;
        Ok(APP.get_or_init(|| app))
    }

    fn embedded() -> Result<Self, Failure> {
        let mut json = Vec::new();
        let read = ZlibDecoder::new(EMBEDDED).read_to_end(&mut json).map_err(serde_json::Error::io);
        read.and_then(|_| serde_json::from_slice(&json)).map_err(|error| {
            Failure::new(format!("the editor in this program can't be decompressed: {error}"))
        })
    }

    #[cfg(bundled)]
    fn of_repository(_: &Path) -> Result<Self, Failure> {
        Err(Failure::new("the editor in this program is empty"))
    }

    #[cfg(not(bundled))]
    fn of_repository(scratch: &Path) -> Result<Self, Failure> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        if root.join("src/preview/editor").is_dir() {
            return Self::bundle(root, scratch);
        }
        Err(Failure::new("this gympress was compiled without the editor")
            .help("take a released one, or compile it with `cargo run --example complete` in its repository"))
    }

    /// Bundles the app of the repository in `root`, with a folder for temporary files in `scratch`.
    ///
    /// # Errors
    /// If a package is missing, or esbuild finds a mistake.
    pub fn bundle(root: &Path, scratch: &Path) -> Result<Self, Failure> {
        let packages = Packages::find(root, &[])?;
        let scratch = Scratch::new(scratch)?;
        let folder = scratch.path().join("editor");
        let (entries, options) = (ENTRIES.map(Into::into), OPTIONS.map(str::to_owned));
        let ran = packages.bundle(root, &folder.to_string_lossy(), &entries, &options)?;
        if let Some(error) = ran.errors.first() {
            let at = error
                .place
                .as_ref()
                .map_or_else(String::new, |place| format!("{}:{}: ", place.path, place.line));
            return Err(Failure::new(format!("the editor can't be bundled: {at}{}", error.text))
                .help("`npm ci` installs the packages that it needs"));
        }
        let [script, styles] = [".js", ".css"].map(|extension| {
            let name = ran.files.keys().find(|name| name.ends_with(extension)).cloned().unwrap_or_default();
            AppFile { text: ran.text(&name), name }
        });
        let html = PAGE.replace("app.js", &script.name).replace("app.css", &styles.name);
        let icon = AppFile { name: "app-icon.svg".to_owned(), text: ICON.to_owned() };
        Ok(Self { html, script, styles, icon })
    }

    /// Writes it into `folder`, for `build.rs`.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        fs::create_dir_all(folder).map_err(|error| Failure::io("write", folder, &error))?;
        let path = folder.join(FILE);
        let written = self.compress().and_then(|bytes| fs::write(&path, bytes));
        written.map_err(|error| Failure::io("write", &path, &error))
    }

    fn compress(&self) -> io::Result<Vec<u8>> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&serde_json::to_vec(self)?)?;
        encoder.finish()
    }
}
