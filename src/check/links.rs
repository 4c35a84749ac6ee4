//! The target of each link of the site.

use std::sync::Arc;

use foldhash::HashMap;
use rayon::prelude::*;

use super::{
    base::{Base, Target, decoded, is_relative},
    scan::Scan,
};
use crate::output::{
    OutputPath, address_of,
    html::{Fragment, FragmentScan},
};

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

/// The results of following the links of a file or fragment.
#[derive(Default)]
pub(super) struct Followed<'a> {
    /// The indices in the scans of the files to which they lead.
    pub(super) targets: Vec<u32>,
    pub(super) broken: Vec<(&'a str, Cause)>,
    /// The relative links of a fragment, whose targets depend on the page.
    relative: Vec<&'a str>,
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

    /// Follows the links of all files, in their order. The links of a shared fragment are followed once.
    pub(super) fn follow(&self) -> Vec<Followed<'a>> {
        let mut fragments: HashMap<usize, (&'a Scan, &'a FragmentScan)> = HashMap::default();
        for scan in self.scans {
            for fragment in &scan.fragments {
                let part = fragment.scan.get().map(|part| (scan, part));
                fragments.extend(part.map(|part| (identity(fragment), part)));
            }
        }
        let mut shared: HashMap<usize, Followed<'a>> = HashMap::default();
        for (fragment, (scan, part)) in fragments {
            shared.insert(fragment, self.follow_part(part, scan, true));
        }
        self.scans.par_iter().map(|scan| self.follow_scan(scan, &shared)).collect()
    }

    /// Follows the links of a file. Of its fragments, only relative links are left to follow.
    fn follow_scan(&self, scan: &'a Scan, fragments: &HashMap<usize, Followed<'a>>) -> Followed<'a> {
        let mut followed = self.follow_part(&scan.own, scan, false);
        for fragment in &scan.fragments {
            let Some(shared) = fragments.get(&identity(fragment)) else { continue };
            followed.targets.extend_from_slice(&shared.targets);
            followed.broken.extend_from_slice(&shared.broken);
            for link in &shared.relative {
                self.follow_link(link, scan, &mut followed);
            }
        }
        followed
    }

    fn follow_part(&self, part: &'a FragmentScan, scan: &'a Scan, is_shared: bool) -> Followed<'a> {
        let mut followed = Followed::default();
        for link in part.links.iter() {
            if is_shared && is_relative(link) {
                followed.relative.push(link)
            } else {
                self.follow_link(link, scan, &mut followed)
            }
        }
        followed
    }

    fn follow_link(&self, link: &'a str, scan: &Scan, followed: &mut Followed<'a>) {
        match self.resolve(link, &scan.path) {
            LinkTarget::File { place, fragment } => {
                followed.targets.push(place);
                let Some(target) = self.scans.get(place as usize) else { return };
                if fragment.is_some_and(|fragment| !has_fragment(target, fragment)) {
                    followed.broken.push((link, Cause::NoFragment));
                }
            }
            LinkTarget::Nowhere(cause) => followed.broken.push((link, cause)),
            LinkTarget::Unknown => {}
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

fn identity(fragment: &Arc<Fragment>) -> usize {
    Arc::as_ptr(fragment).addr()
}

fn has_fragment(target: &Scan, fragment: &str) -> bool {
    let fragment = fragment.split(":~:").next().unwrap_or_default();
    let everywhere = fragment.is_empty() || fragment.eq_ignore_ascii_case("top");
    if everywhere || !matches!(target.path.extension(), "html" | "svg") {
        return true;
    }
    let decoded = decoded(fragment);
    let mut places = target.ids().chain(target.parts().flat_map(|part| part.names.iter()));
    places.any(|place| place == fragment || place == decoded)
}
