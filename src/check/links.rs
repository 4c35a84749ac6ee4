//! The target of each link of the site.

use std::sync::Arc;

use foldhash::{HashMap, HashSet};
use rayon::prelude::*;

use super::{
    base::{Base, Target, decoded, is_relative},
    scan::Scan,
};
use crate::output::{OutputPath, address_of, html::FragmentScan};

/// The cause of a broken link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    NoFile,
    /// There is a page, but its address has a `/` at the end.
    NoSlash,
    Outside,
    NoFragment,
    Script,
}

/// The site's files by address.
pub(super) struct BuiltFiles<'a> {
    base: &'a Base,
    scans: &'a [Scan],
    /// The index of each file in `scans`; `None` for pages that couldn't be rendered.
    by_address: HashMap<&'a str, Option<u32>>,
}

/// A broken link as it is written, and why it is.
pub(super) type BrokenLink<'a> = (&'a str, Cause);

/// The links of all files, followed.
pub(super) struct FollowedLinks<'a> {
    /// The indices in the scans of the files to which they lead.
    pub(super) targets: HashSet<u32>,
    /// The broken links of each file, in the order of the scans.
    pub(super) broken: Vec<Vec<BrokenLink<'a>>>,
}

/// The end of a link: its file, and why it is broken.
#[derive(Clone, Copy, Default)]
struct LinkEnd {
    place: Option<u32>,
    cause: Option<Cause>,
}

/// Links that were followed.
#[derive(Default)]
struct FollowedPart<'a> {
    targets: Vec<u32>,
    broken: Vec<BrokenLink<'a>>,
    /// The relative links of a fragment, whose targets depend on the page.
    relative: Vec<&'a str>,
}

impl<'a> FollowedPart<'a> {
    fn add(&mut self, link: &'a str, end: LinkEnd) {
        self.targets.extend(end.place);
        self.broken.extend(end.cause.map(|cause| (link, cause)));
    }
}

/// The target of a link.
enum LinkTarget<'a> {
    /// Another site, or a page that couldn't be rendered.
    Unknown,
    File {
        place: u32,
        fragment: Option<&'a str>,
    },
    Nowhere(Cause),
}

impl<'a> BuiltFiles<'a> {
    /// The files that were scanned, and the pages that couldn't be rendered.
    pub(super) fn new(base: &'a Base, scans: &'a [Scan], not_rendered: &'a [OutputPath]) -> Self {
        let places = scans.iter().zip(0..).map(|(scan, place)| (address_of(scan.path.as_str()), Some(place)));
        let others = not_rendered.iter().map(|path| (address_of(path.as_str()), None));
        Self { base, scans, by_address: others.chain(places).collect() }
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &'a OutputPath> {
        self.scans.iter().map(|scan| &scan.path)
    }

    /// Follows the links of all files. `addresses` are those of the files, by their numbers: each is followed once, and so are
    /// the links of a fragment, but for relative ones.
    pub(super) fn follow(&self, addresses: &'a [Arc<str>]) -> FollowedLinks<'a> {
        let ends: Vec<Option<LinkEnd>> = addresses.par_iter().map(|address| self.end(address)).collect();
        let mut fragments: HashMap<usize, FollowedPart<'a>> = HashMap::default();
        for fragment in self.scans.iter().flat_map(|scan| &scan.fragments) {
            fragments.entry(identity(fragment)).or_insert_with(|| self.follow_fragment(fragment));
        }
        let followed: Vec<FollowedPart<'a>> =
            self.scans.par_iter().map(|scan| self.follow_scan(scan, addresses, &ends, &fragments)).collect();
        let in_fragments = fragments.values().chain(&followed).flat_map(|part| part.targets.iter().copied());
        let targets = ends.iter().flatten().filter_map(|end| end.place).chain(in_fragments).collect();
        FollowedLinks { targets, broken: followed.into_iter().map(|part| part.broken).collect() }
    }

    fn follow_fragment(&self, fragment: &'a FragmentScan) -> FollowedPart<'a> {
        let mut followed = FollowedPart::default();
        for link in fragment.links.iter() {
            match self.end(link) {
                Some(end) => followed.add(link, end),
                None => followed.relative.push(link),
            }
        }
        followed
    }

    /// Follows the links of a file that depend on it, and gathers the broken ones of all others.
    fn follow_scan(
        &self,
        scan: &'a Scan,
        addresses: &'a [Arc<str>],
        ends: &[Option<LinkEnd>],
        fragments: &HashMap<usize, FollowedPart<'a>>,
    ) -> FollowedPart<'a> {
        let mut followed = FollowedPart::default();
        for number in &scan.addresses {
            let (Some(link), Some(end)) = (addresses.get(*number as usize), ends.get(*number as usize))
            else {
                continue;
            };
            match end {
                Some(end) => followed.broken.extend(end.cause.map(|cause| (&**link, cause))),
                None => followed.add(link, self.end_on_page(link, &scan.path)),
            }
        }
        for part in scan.fragments.iter().filter_map(|fragment| fragments.get(&identity(fragment))) {
            followed.broken.extend_from_slice(&part.broken);
            for link in &part.relative {
                followed.add(link, self.end_on_page(link, &scan.path));
            }
        }
        followed
    }

    /// The end of an address that is the same on all pages. Returns `None` for one that depends on its page.
    fn end(&self, link: &str) -> Option<LinkEnd> {
        let anywhere = &self.scans.first()?.path;
        (!is_relative(link)).then(|| self.end_on_page(link, anywhere))
    }

    fn end_on_page(&self, link: &str, page: &OutputPath) -> LinkEnd {
        match self.resolve(link, page) {
            LinkTarget::File { place, fragment } => {
                let target = self.scans.get(place as usize).zip(fragment);
                let lacks_fragment = target.is_some_and(|(target, fragment)| !has_fragment(target, fragment));
                LinkEnd { place: Some(place), cause: lacks_fragment.then_some(Cause::NoFragment) }
            }
            LinkTarget::Nowhere(cause) => LinkEnd { place: None, cause: Some(cause) },
            LinkTarget::Unknown => LinkEnd::default(),
        }
    }

    /// The file that `written` on `from` leads to, if the site has it.
    pub(super) fn target(&self, written: &str, from: &OutputPath) -> Option<&'a Scan> {
        match self.resolve(written, from) {
            LinkTarget::File { place, .. } => self.scans.get(place as usize),
            LinkTarget::Unknown | LinkTarget::Nowhere(_) => None,
        }
    }

    fn resolve<'l>(&self, written: &'l str, from: &OutputPath) -> LinkTarget<'l> {
        if let Some((address, fragment)) = self.base.plain(written)
            && let Some(Some(place)) = self.by_address.get(address)
        {
            return LinkTarget::File { place: *place, fragment };
        }
        match self.base.resolve(written, from) {
            Target::Elsewhere => LinkTarget::Unknown,
            Target::Script => LinkTarget::Nowhere(Cause::Script),
            Target::Outside => LinkTarget::Nowhere(Cause::Outside),
            Target::File { path, fragment } => match self.by_address.get(address_of(&path)) {
                Some(Some(place)) => LinkTarget::File { place: *place, fragment },
                Some(None) => LinkTarget::Unknown,
                None if self.by_address.contains_key(&*format!("{path}/")) => {
                    LinkTarget::Nowhere(Cause::NoSlash)
                }
                None => LinkTarget::Nowhere(Cause::NoFile),
            },
        }
    }
}

fn identity(fragment: &Arc<FragmentScan>) -> usize {
    Arc::as_ptr(fragment).addr()
}

fn has_fragment(target: &Scan, fragment: &str) -> bool {
    let fragment = fragment.split(":~:").next().unwrap_or_default();
    let everywhere = fragment.is_empty() || fragment.eq_ignore_ascii_case("top");
    if everywhere || !matches!(target.path.extension(), "html" | "svg") {
        return true;
    }
    let decoded = decoded(fragment);
    target.ids().chain(target.names()).any(|place| place == fragment || place == decoded)
}
