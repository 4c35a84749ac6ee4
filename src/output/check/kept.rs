//! Scans as they are kept between builds.

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

/// What is kept of a scan in which there was nothing to complain about: places in [`KeptTexts`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptScan {
    links: Box<[u32]>,
    shared: Box<[u32]>,
    ids: u32,
}

/// What kept scans have in common.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct KeptTexts {
    /// As they were written.
    links: Vec<Box<str>>,
    /// Places in `links`.
    shared: Vec<Box<[u32]>>,
    ids: Vec<Arc<str>>,
}

/// The same, as a check that is under way knows it.
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

    /// They, as they can be kept; nothing in place of those with slips.
    pub fn keep(self) -> (KeptTexts, Vec<Option<KeptScan>>) {
        let mut keeper = Keeper {
            links: self.texts.map(|_| None),
            texts: self.texts,
            kept: KeptTexts::default(),
            shared: HashMap::default(),
            ids: HashMap::default(),
        };
        let scans = self.scans.into_iter().map(|scan| keeper.keep(scan)).collect();
        (keeper.kept, scans)
    }
}

/// Numbers what scans have in common.
struct Keeper {
    texts: PerLink<Box<str>>,
    kept: KeptTexts,
    links: PerLink<Option<u32>>,
    shared: HashMap<SharedLinks, u32>,
    ids: HashMap<Arc<str>, u32>,
}

impl Keeper {
    fn keep(&mut self, scan: Scan) -> Option<KeptScan> {
        if !scan.slips.is_empty() {
            return None;
        }
        let links = self.links(&scan.links)?;
        let shared = scan.shared.iter().map(|links| self.shared(links)).collect::<Option<_>>()?;
        let next = u32::try_from(self.kept.ids.len()).ok()?;
        let ids = *self.ids.entry(scan.ids.0.clone()).or_insert(next);
        self.kept.ids.extend((ids == next).then_some(scan.ids.0));
        Some(KeptScan { links, shared, ids })
    }

    fn links(&mut self, links: &[LinkId]) -> Option<Box<[u32]>> {
        links.iter().map(|id| self.link(*id)).collect()
    }

    fn link(&mut self, id: LinkId) -> Option<u32> {
        let place = self.links.get_mut(id)?;
        if place.is_none() {
            *place = u32::try_from(self.kept.links.len()).ok();
            self.kept.links.push(std::mem::take(self.texts.get_mut(id)?));
        }
        *place
    }

    fn shared(&mut self, links: &SharedLinks) -> Option<u32> {
        if let Some(place) = self.shared.get(links) {
            return Some(*place);
        }
        let place = u32::try_from(self.kept.shared.len()).ok()?;
        let list = self.links(links)?;
        self.kept.shared.push(list);
        self.shared.insert(links.clone(), place);
        Some(place)
    }
}

impl Check {
    /// Makes what kept scans have in common known. Nothing if it isn't whole.
    pub fn know(&self, kept: &KeptTexts) -> Option<KnownTexts> {
        let links: Vec<LinkId> = kept.links.par_iter().map(|written| self.table.id(written)).collect();
        let shared = kept.shared.iter().map(|list| known(list, &links)).collect::<Option<_>>()?;
        Some(KnownTexts { links, shared, ids: kept.ids.clone() })
    }

    /// The scan of a file at `path` that was read before; nothing if `kept` isn't from where `texts` are.
    pub fn recall(
        &self,
        kept: &KeptScan,
        texts: &KnownTexts,
        path: OutputPath,
        origin: Origin,
    ) -> Option<Scan> {
        let shared = kept.shared.iter().map(|place| texts.shared.get(*place as usize).cloned());
        Some(Scan {
            path,
            origin,
            links: known(&kept.links, &texts.links)?,
            shared: shared.collect::<Option<_>>()?,
            ids: Ids(texts.ids.get(kept.ids as usize)?.clone()),
            slips: Vec::new(),
        })
    }
}

fn known<List: FromIterator<LinkId>>(places: &[u32], links: &[LinkId]) -> Option<List> {
    places.iter().map(|place| links.get(*place as usize).copied()).collect()
}
