//! Scans as they are cached between builds.

use std::sync::Arc;

use foldhash::HashMap;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    Check,
    scan::{Ids, Scan, SharedLinks},
    table::{LinkId, PerLink},
};
use crate::output::{Origin, OutputPath};

/// The scans of a whole site.
#[derive(Debug)]
pub struct Scans {
    scans: Vec<Scan>,
    texts: PerLink<Box<str>>,
}

/// What is cached of a scan in which there was nothing to complain about: places in [`CachedTexts`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CachedScan {
    links: Box<[u32]>,
    shared: Box<[u32]>,
    ids: u32,
}

/// What cached scans have in common.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CachedTexts {
    /// As they were written.
    links: Vec<Box<str>>,
    /// Places in `links`.
    shared: Vec<Box<[u32]>>,
    ids: Vec<Arc<str>>,
}

/// The same, with the ids of the check that is running.
#[derive(Debug)]
pub struct KnownTexts {
    links: Vec<LinkId>,
    shared: Vec<SharedLinks>,
    ids: Vec<Arc<str>>,
}

impl Scans {
    pub(super) fn new(scans: Vec<Scan>, texts: PerLink<Box<str>>) -> Self {
        Self { scans, texts }
    }

    /// The first `count` of them.
    pub fn first(mut self, count: usize) -> Self {
        self.scans.truncate(count);
        self
    }

    /// They, as they can be cached; nothing in place of those with violations.
    pub fn into_cached(self) -> (CachedTexts, Vec<Option<CachedScan>>) {
        let mut numbering = Numbering {
            links: self.texts.map(|_| None),
            texts: self.texts,
            cached: CachedTexts::default(),
            shared: HashMap::default(),
            ids: HashMap::default(),
        };
        let scans = self.scans.into_iter().map(|scan| numbering.cached(scan)).collect();
        (numbering.cached, scans)
    }
}

/// Numbers what scans have in common.
struct Numbering {
    texts: PerLink<Box<str>>,
    cached: CachedTexts,
    links: PerLink<Option<u32>>,
    shared: HashMap<SharedLinks, u32>,
    ids: HashMap<Arc<str>, u32>,
}

impl Numbering {
    fn cached(&mut self, scan: Scan) -> Option<CachedScan> {
        if !scan.violations.is_empty() {
            return None;
        }
        let links = self.links(&scan.links)?;
        let shared = scan.shared.iter().map(|links| self.shared(links)).collect::<Option<_>>()?;
        let next = u32::try_from(self.cached.ids.len()).ok()?;
        let ids = *self.ids.entry(scan.ids.0.clone()).or_insert(next);
        self.cached.ids.extend((ids == next).then_some(scan.ids.0));
        Some(CachedScan { links, shared, ids })
    }

    fn links(&mut self, links: &[LinkId]) -> Option<Box<[u32]>> {
        links.iter().map(|id| self.link(*id)).collect()
    }

    fn link(&mut self, id: LinkId) -> Option<u32> {
        let place = self.links.get_mut(id)?;
        if place.is_none() {
            *place = u32::try_from(self.cached.links.len()).ok();
            self.cached.links.push(std::mem::take(self.texts.get_mut(id)?));
        }
        *place
    }

    fn shared(&mut self, links: &SharedLinks) -> Option<u32> {
        if let Some(place) = self.shared.get(links) {
            return Some(*place);
        }
        let place = u32::try_from(self.cached.shared.len()).ok()?;
        let list = self.links(links)?;
        self.cached.shared.push(list);
        self.shared.insert(links.clone(), place);
        Some(place)
    }
}

impl Check {
    /// Makes what cached scans have in common known. Returns `None` if it isn't whole.
    pub fn know(&self, cached: &CachedTexts) -> Option<KnownTexts> {
        let links: Vec<LinkId> = cached.links.par_iter().map(|written| self.table.id(written)).collect();
        let shared = cached.shared.iter().map(|list| known(list, &links)).collect::<Option<_>>()?;
        Some(KnownTexts { links, shared, ids: cached.ids.clone() })
    }

    /// The scan of a file at `path` that was read before. Returns `None` if `cached` isn't from where `texts` are.
    pub fn recall(
        &self,
        cached: &CachedScan,
        texts: &KnownTexts,
        path: OutputPath,
        origin: Origin,
    ) -> Option<Scan> {
        let shared = cached.shared.iter().map(|place| texts.shared.get(*place as usize).cloned());
        Some(Scan {
            path,
            origin,
            links: known(&cached.links, &texts.links)?,
            shared: shared.collect::<Option<_>>()?,
            ids: Ids(texts.ids.get(cached.ids as usize)?.clone()),
            violations: Vec::new(),
        })
    }
}

fn known<List: FromIterator<LinkId>>(places: &[u32], links: &[LinkId]) -> Option<List> {
    places.iter().map(|place| links.get(*place as usize).copied()).collect()
}
