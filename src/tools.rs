//! What a build works with besides its sources: installed packages, and what is kept between builds.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    assets::styles,
    content,
    islands::{self, React},
    routes, search, site,
    store::Store,
    timings::Timings,
};

/// The folder of a project for all that can be made again.
const WORK_FOLDER: &str = ".gympress";

/// Where packages are, and where what is dear is kept.
#[derive(Debug)]
pub struct Tools {
    packages: Vec<PathBuf>,
    scratch: PathBuf,
    /// What is kept of pictures.
    pub store: Store,
    /// What is kept of islands.
    pub cache: islands::Cache,
    /// What is kept of the stylesheet.
    pub sheets: styles::Cache,
    /// What was decoded before.
    pub decoded: content::Memory,
    /// What was resolved before.
    pub resolved: site::Memory,
    /// Which pages there were before.
    pub routed: routes::Memory,
    /// What was found in posts before.
    pub searched: Arc<search::Memory>,
    /// How long everything takes.
    pub timings: Arc<Timings>,
}

impl Tools {
    /// The tools of the project in `root`; packages are looked for there and above, then in `packages`.
    pub fn new(root: &Path, packages: Vec<PathBuf>) -> Self {
        let store = Store::new(Some(root.join(WORK_FOLDER).join("cache")));
        Self {
            packages,
            scratch: root.join(WORK_FOLDER),
            cache: islands::Cache::new(store.clone()),
            sheets: styles::Cache::new(store.clone()),
            searched: Arc::new(search::Memory::new(store.clone())),
            decoded: content::Memory::new(store.clone()),
            store,
            resolved: site::Memory::default(),
            routed: routes::Memory::default(),
            timings: Arc::default(),
        }
    }

    /// The folder of what belongs to this machine and not to the project.
    pub fn folder(&self) -> &Path {
        &self.scratch
    }

    /// Where packages are looked for after the project's root and the folders above it.
    pub fn packages(&self) -> &[PathBuf] {
        &self.packages
    }

    /// The folders in which packages of the project in `root` are looked for.
    pub fn package_folders(&self, root: &Path) -> Vec<PathBuf> {
        let above = root.ancestors().map(Path::to_owned);
        above.chain(self.packages.iter().cloned()).map(|folder| folder.join("node_modules")).collect()
    }

    /// What styles are made with.
    pub fn styles(&self) -> styles::Options<'_> {
        styles::Options { packages: &self.packages, scratch: &self.scratch }
    }

    /// What islands are made with.
    pub fn islands(&self) -> islands::Options {
        islands::Options {
            packages: self.packages.clone(),
            scratch: self.scratch.clone(),
            react: React::Production,
        }
    }
}
