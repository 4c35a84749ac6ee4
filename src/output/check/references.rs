//! Which files of the site each file refers to.

use std::sync::Arc;

use foldhash::HashMap;

use super::{
    base::{Base, Target},
    policy::Policy,
    scan,
    table::LinkTable,
};
use crate::{output::OutputPath, site::BaseUrl};

/// The references among the files of a site, for publishing what is referred to first.
#[derive(Debug)]
pub struct References {
    base: Base,
    paths: Vec<OutputPath>,
    by_path: HashMap<OutputPath, u32>,
    targets: Vec<Targets>,
}

/// Places in the list of paths.
#[derive(Debug)]
pub(super) struct Targets {
    /// Ascending.
    pub own: Box<[u32]>,
    /// Those that other files have, too; each ascending.
    pub shared: Vec<Arc<[u32]>>,
}

impl Targets {
    fn iter(&self) -> impl Iterator<Item = &u32> {
        self.own.iter().chain(self.shared.iter().flat_map(|shared| shared.iter()))
    }

    fn has(&self, target: &u32) -> bool {
        self.own.binary_search(target).is_ok()
            || self.shared.iter().any(|shared| shared.binary_search(target).is_ok())
    }
}

impl References {
    /// `targets` has an entry for each of `paths`.
    pub(super) fn new(base: Base, paths: Vec<OutputPath>, targets: Vec<Targets>) -> Self {
        let by_path = paths.iter().cloned().zip(0..).collect();
        Self { base, paths, by_path, targets }
    }

    /// A site in which nothing refers to anything.
    pub fn none(base: &BaseUrl) -> Self {
        Self::new(Base::new(base), Vec::new(), Vec::new())
    }

    /// The files which the file at `path` refers to; one may come several times.
    pub fn targets<'r>(&'r self, path: &OutputPath) -> impl Iterator<Item = &'r OutputPath> + use<'r> {
        let targets = self.by_path.get(path).and_then(|place| self.targets.get(*place as usize));
        targets.into_iter().flat_map(Targets::iter).filter_map(|target| self.paths.get(*target as usize))
    }

    /// True if the file at `from` refers to the one at `to`.
    pub fn is_between(&self, from: &OutputPath, to: &OutputPath) -> bool {
        let (Some(from), Some(to)) = (self.by_path.get(from), self.by_path.get(to)) else { return false };
        self.targets.get(*from as usize).is_some_and(|targets| targets.has(to))
    }

    /// Every file that some file refers to, once.
    pub fn all(&self) -> impl Iterator<Item = &OutputPath> {
        let mut referred = vec![false; self.paths.len()];
        for target in self.targets.iter().flat_map(Targets::iter) {
            if let Some(referred) = referred.get_mut(*target as usize) {
                *referred = true;
            }
        }
        self.paths.iter().zip(referred).filter_map(|(path, referred)| referred.then_some(path))
    }

    /// The files which a file of an earlier build refers to, from its bytes.
    pub fn read(&self, path: &OutputPath, bytes: &[u8]) -> Vec<OutputPath> {
        let table = LinkTable::default();
        let read = scan::read(path, bytes, (&self.base, &table, &Policy::default()));
        let texts = table.into_texts();
        let links = read.links.iter().filter_map(|id| texts.get(*id));
        let targets = links.filter_map(|link| match self.base.resolve(link, path) {
            Target::File { path, .. } => OutputPath::new(&path),
            Target::Elsewhere | Target::Script | Target::Outside => None,
        });
        targets.collect()
    }
}
