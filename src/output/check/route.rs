//! Which file each link of the site leads to.

use std::{borrow::Cow, sync::Arc};

use foldhash::{HashMap, HashSet};

use super::{
    base::{Base, Target, decoded, is_relative},
    picked,
    scan::{Scan, SharedLinks},
    table::{LinkId, PerLink},
};
use crate::output::OutputPath;

/// Why a link leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    NoFile,
    /// There is a page, but its address has a `/` at the end.
    NoSlash,
    Outside,
    NoFragment,
    /// The form of the page has nothing that the link could pick.
    NothingPicked,
    Script,
}

/// Where a link leads.
#[derive(Clone, Copy)]
enum LinkTarget<'a> {
    Elsewhere,
    File {
        target: u32,
        fragment: Option<&'a str>,
        /// The kind and the id of what it picks there.
        picks: Option<(&'a str, &'a str)>,
    },
    Nowhere(Cause),
    /// It depends on the page.
    Relative,
}

/// The site's files by path, and what is known of its links.
pub(super) struct Routes<'a> {
    base: &'a Base,
    scans: &'a [Scan],
    by_path: HashMap<&'a str, u32>,
    texts: &'a PerLink<Box<str>>,
    leads: PerLink<LinkTarget<'a>>,
    /// What shared links lead to, if that doesn't depend on the page.
    shared: HashMap<&'a [LinkId], FollowedShared<'a>>,
}

/// What following links found.
#[derive(Default)]
pub(super) struct Followed<'a> {
    /// The files to which they lead, by their place among the scans; ascending.
    pub(super) targets: Box<[u32]>,
    /// The same of links that other files have, too.
    pub(super) shared: Vec<Arc<[u32]>>,
    pub(super) broken: Vec<(&'a str, Cause)>,
}

/// What following links found that lead to the same wherever they stand.
struct FollowedShared<'a> {
    targets: Arc<[u32]>,
    broken: Vec<(&'a str, Cause)>,
}

impl<'a> Routes<'a> {
    pub(super) fn new(base: &'a Base, scans: &'a [Scan], texts: &'a PerLink<Box<str>>) -> Self {
        let places = scans.iter().zip(0..).map(|(scan, place)| (scan.path.as_str(), place));
        let mut routes = Self {
            base,
            scans,
            by_path: places.collect(),
            texts,
            leads: texts.map(|_| LinkTarget::Relative),
            shared: HashMap::default(),
        };
        routes.leads = texts
            .map(|text| if is_relative(text) { LinkTarget::Relative } else { routes.resolve(text, None) });
        let shared: HashSet<&[LinkId]> =
            scans.iter().flat_map(|scan| &scan.shared).map(|links| &**links).collect();
        let follow = |links| Some((links, routes.follow_shared(links)?));
        routes.shared = shared.into_iter().filter_map(follow).collect();
        routes
    }

    /// Returns `None` if some of `links` depend on the page.
    fn follow_shared(&self, links: &[LinkId]) -> Option<FollowedShared<'a>> {
        let is_absolute = |id: &LinkId| !matches!(self.leads.get(*id), Some(LinkTarget::Relative) | None);
        let first = self.scans.first().filter(|_| links.iter().all(is_absolute))?;
        let Followed { targets, broken, .. } = self.follow_links(links, first);
        Some(FollowedShared { targets: targets.into(), broken })
    }

    /// Every page's path and place.
    pub(super) fn paths(&self) -> impl Iterator<Item = &'a OutputPath> {
        self.scans.iter().map(|scan| &scan.path)
    }

    /// True if the site has a file at `path`.
    pub(super) fn has(&self, path: &str) -> bool {
        self.by_path.contains_key(path)
    }

    /// Follows every link of `scan`.
    pub(super) fn follow(&self, scan: &'a Scan) -> Followed<'a> {
        let known = |links: &SharedLinks| self.shared.get(&**links);
        let mut links = Cow::Borrowed(&*scan.links);
        for depending in scan.shared.iter().filter(|links| known(links).is_none()) {
            links.to_mut().extend_from_slice(depending);
        }
        let mut followed = self.follow_links(&links, scan);
        for shared in scan.shared.iter().filter_map(known) {
            followed.shared.push(shared.targets.clone());
            followed.broken.extend_from_slice(&shared.broken);
        }
        followed
    }

    fn follow_links(&self, links: &[LinkId], scan: &Scan) -> Followed<'a> {
        let mut followed = Followed::default();
        let mut targets = Vec::with_capacity(links.len());
        for id in links {
            let Some(text) = self.texts.get(*id) else { continue };
            match self.resolve_id(*id, text, scan) {
                LinkTarget::File { target, fragment, picks } => {
                    targets.push(target);
                    if !fragment.is_none_or(|fragment| self.has_fragment(target, fragment)) {
                        followed.broken.push((text, Cause::NoFragment));
                    }
                    let page = self.scans.get(target as usize);
                    if page.zip(picks).is_some_and(|(page, picked)| picked::is_missing(page, picked)) {
                        followed.broken.push((text, Cause::NothingPicked));
                    }
                }
                LinkTarget::Nowhere(cause) => followed.broken.push((text, cause)),
                LinkTarget::Elsewhere | LinkTarget::Relative => {}
            }
        }
        targets.sort_unstable();
        targets.dedup();
        followed.targets = targets.into();
        followed
    }

    fn resolve_id(&self, id: LinkId, text: &'a str, scan: &Scan) -> LinkTarget<'a> {
        match self.leads.get(id) {
            Some(LinkTarget::Relative) | None => self.resolve(text, Some(&scan.path)),
            Some(target) => *target,
        }
    }

    /// The file that `written` on `from` leads to, if the site has it.
    pub(super) fn target(&self, written: &str, from: &OutputPath) -> Option<&'a Scan> {
        match self.base.resolve(written, from) {
            Target::File { path, .. } => self.scans.get(*self.by_path.get(&*path)? as usize),
            Target::Elsewhere | Target::Script | Target::Outside => None,
        }
    }

    fn resolve(&self, written: &'a str, from: Option<&OutputPath>) -> LinkTarget<'a> {
        let target = match from {
            Some(from) => self.base.resolve(written, from),
            None => self.base.resolve_absolute(written),
        };
        match target {
            Target::Elsewhere => LinkTarget::Elsewhere,
            Target::Script => LinkTarget::Nowhere(Cause::Script),
            Target::Outside => LinkTarget::Nowhere(Cause::Outside),
            Target::File { path, fragment } => match self.by_path.get(&*path) {
                Some(target) => {
                    let picks = picked::of_link(written).filter(|_| fragment.is_none());
                    LinkTarget::File { target: *target, fragment, picks }
                }
                None if self.has(&format!("{path}/index.html")) => LinkTarget::Nowhere(Cause::NoSlash),
                None => LinkTarget::Nowhere(Cause::NoFile),
            },
        }
    }

    fn has_fragment(&self, target: u32, fragment: &str) -> bool {
        let Some(scan) = self.scans.get(target as usize) else { return true };
        let fragment = fragment.split(":~:").next().unwrap_or_default();
        let everywhere = fragment.is_empty() || fragment.eq_ignore_ascii_case("top");
        if everywhere || !matches!(scan.path.extension(), "html" | "svg") {
            return true;
        }
        let decoded = decoded(fragment);
        scan.ids.iter().any(|id| id == fragment || id == decoded)
    }
}
