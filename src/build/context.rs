//! The context of a build besides its sources: installed packages, bundlers and the cache.

use std::path::{Path, PathBuf};

use crate::{
    assets::{PictureFormat, styles::LastStyles},
    cache::Cache,
    content::DecodedTexts,
    diagnostic::{Diagnostics, Failure},
    islands::{self, Bundles, React},
    source::Sources,
};

/// The folder of a project for files that can be made again.
const WORK_FOLDER: &str = ".gympress";

/// Installed packages, bundlers and the cache.
#[derive(Debug)]
pub struct BuildContext {
    /// The options for bundling islands.
    pub islands: islands::BundleOptions,
    /// The cache of the project.
    pub cache: Cache,
    /// The content of the project's last state, by which a preview decodes only changed texts.
    pub decoded: DecodedTexts,
    /// The styles of the last state of the project.
    pub styles: LastStyles,
    /// The bundler of islands.
    pub island_bundler: islands::Bundler,
    /// The formats in which pictures are published.
    pub picture_formats: &'static [PictureFormat],
}

impl BuildContext {
    /// The context of the project in `root`. Packages are searched there, then in `packages`.
    pub fn new(root: &Path, packages: Vec<PathBuf>) -> Self {
        Self::with_bundles(root, packages, Bundles::embedded())
    }

    /// The same with these bundles in place of the embedded ones.
    pub fn with_bundles(root: &Path, packages: Vec<PathBuf>, bundles: Bundles) -> Self {
        let folder = root.join(WORK_FOLDER);
        let cache = Cache::new(Some(folder.join("cache")));
        Self {
            islands: islands::BundleOptions { packages, scratch: folder, react: React::Production },
            island_bundler: islands::Bundler::new(cache.clone(), bundles),
            cache,
            decoded: DecodedTexts::default(),
            styles: LastStyles::default(),
            picture_formats: PictureFormat::PUBLISHED,
        }
    }

    /// Bundles the theme of the project in `root`, to be embedded into a program.
    ///
    /// # Errors
    /// If a package is missing, or esbuild finds a mistake.
    pub fn bundle_theme(root: &Path) -> Result<Bundles, Failure> {
        let context = Self::with_bundles(root, Vec::new(), Bundles::default());
        let sources = Sources::load(root, &mut Diagnostics::default())?;
        Bundles::bundle(&sources, &context.islands)
    }

    /// The folder for files that belong to this machine and not to the project.
    pub fn folder(&self) -> &Path {
        &self.islands.scratch
    }
}
