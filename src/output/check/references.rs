//! Which files of the site each file refers to.

use std::collections::HashMap;

use super::{
    base::{Base, Target},
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
    targets: Vec<Box<[u32]>>,
}

impl References {
    /// `targets` has an entry for each of `paths`: places in `paths`, ascending.
    pub(super) fn new(base: Base, paths: Vec<OutputPath>, targets: Vec<Box<[u32]>>) -> Self {
        let by_path = paths.iter().cloned().zip(0..).collect();
        Self { base, paths, by_path, targets }
    }

    /// A site in which nothing refers to anything.
    pub fn none(base: &BaseUrl) -> Self {
        Self::new(Base::new(base), Vec::new(), Vec::new())
    }

    /// The files which the file at `path` refers to.
    pub fn of<'r>(&'r self, path: &OutputPath) -> impl Iterator<Item = &'r OutputPath> + use<'r> {
        let targets = self.by_path.get(path).and_then(|place| self.targets.get(*place as usize));
        targets.into_iter().flatten().filter_map(|target| self.paths.get(*target as usize))
    }

    /// True if the file at `from` refers to the one at `to`.
    pub fn is_between(&self, from: &OutputPath, to: &OutputPath) -> bool {
        let (Some(from), Some(to)) = (self.by_path.get(from), self.by_path.get(to)) else { return false };
        self.targets.get(*from as usize).is_some_and(|targets| targets.binary_search(to).is_ok())
    }

    /// Every file that some file refers to, once.
    pub fn all(&self) -> impl Iterator<Item = &OutputPath> {
        let mut referred = vec![false; self.paths.len()];
        for target in self.targets.iter().flatten() {
            if let Some(referred) = referred.get_mut(*target as usize) {
                *referred = true;
            }
        }
        self.paths.iter().zip(referred).filter_map(|(path, referred)| referred.then_some(path))
    }

    /// The files which a file of an earlier build refers to, from its bytes.
    pub fn read(&self, path: &OutputPath, bytes: &[u8]) -> Vec<OutputPath> {
        let table = LinkTable::default();
        let read = scan::read(path, bytes, &self.base, &table);
        let texts = table.into_texts();
        let links = read.links.iter().filter_map(|id| texts.get(*id));
        let targets = links.filter_map(|link| match self.base.resolve(link, path) {
            Target::File { path, .. } => OutputPath::new(&path),
            _ => None,
        });
        targets.collect()
    }
}
