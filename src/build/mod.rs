//! Builds the site: every file is rendered, scanned, handed to the caller, and all are checked together.

mod cascade;
mod checked_site;
mod unpublished;
mod unseen;

use std::{collections::BTreeSet, sync::Arc};

use foldhash::HashSet;
use rayon::prelude::*;

pub use self::{checked_site::CheckedSite, unpublished::check_unpublished};
use crate::{
    context::BuildContext,
    diagnostic::{Code, Diagnostics, FileId, Lint},
    failure::Failure,
    islands::{Budgets, Islands},
    output::{
        Artifact, Measured, OutputPath,
        check::{Check, Scan},
    },
    render::{self, Rendered, ScriptUse},
    schema::declares_type,
    site::Settings,
    snapshot::{Snapshot, prepare},
    source::Sources,
    timings::Step,
};

impl Snapshot {
    /// Every file, checked as a whole. Each is rendered, scanned and handed to `take`, which keeps of it what it needs: the
    /// site is never in memory as a whole.
    ///
    /// # Errors
    /// If `take` fails, or the machine.
    pub fn build(
        &self,
        context: &BuildContext,
        diagnostics: &mut Diagnostics,
        take: impl Fn(&Artifact) -> Result<(), Failure> + Sync,
    ) -> Result<CheckedSite, Failure> {
        let clock = &context.timings;
        let check = Check::new(&self.site.base, &render::policy(&self.site));
        let take = |artifact: &Artifact| {
            clock.time(Step::Stage, || take(artifact))?;
            Ok(Measured::measure(artifact, self.site.base.path()))
        };
        let page = |page: Rendered| {
            let scan = clock.time(Step::Scan, || check.scan_page(&page.artifact, &page.fragments));
            Ok((scan, take(&page.artifact)?, page.scripts))
        };
        let mut rendering = Diagnostics::default();
        let pages = match rayon::current_num_threads() {
            // On a single thread the search index would be made after all pages, even if these failed.
            1 => self.renderer.all(&mut rendering, page)?,
            // The page that waits for the search index shouldn't be the last one.
            _ => rayon::join(|| self.renderer.all(&mut rendering, page), || self.renderer.make_search()).0?,
        };
        let not_shown = self.renderer.entries_not_shown();
        self.renderer.check_examples(&mut rendering);
        let is_type = |file| self.sources.get(file).is_some_and(|text| declares_type(&text.path));
        diagnostics.append(cascade::beyond_types(diagnostics, rendering, is_type));
        let pages_missing = pages.len() < self.routes.iter().count();

        let mut site = CheckedSite::new(self);
        let mut scans = Vec::with_capacity(pages.len());
        for (scan, measured, scripts) in pages {
            scans.push(scan);
            site.files.push(measured);
            site.scripts.push(scripts);
        }
        let budgets = Budgets::from_content(&self.site.gym.budget());
        diagnostics.append(render::check_scripts(&site.scripts, &self.islands, &budgets));
        self.islands.save_markup(&context.island_bundler);

        let (pending, ready) = self.other_files(&site.scripts);
        site.pending = pending;
        let scan = |(artifact, is_passed): (&Artifact, bool)| {
            let scan = clock.time(Step::Scan, || {
                // Of a file that is published as it is, only links are checked.
                if is_passed { check.scan_links(artifact) } else { check.scan(artifact) }
            });
            Ok((scan, take(artifact)?))
        };
        let passed = self.passed.par_iter().map(|artifact| (artifact, true));
        let others = ready.par_iter().map(|artifact| (artifact, false)).chain(passed).map(scan);
        for (scan, measured) in others.collect::<Result<Vec<_>, Failure>>()? {
            scans.push(scan);
            site.files.push(measured);
        }
        if pages_missing {
            // Links to pages that couldn't be rendered are no mistakes of their own.
            return Ok(site);
        }
        scans.extend(site.pending.iter().map(|artifact| check.scan(artifact)));
        let unseen = unseen::check(&not_shown, &self.site, diagnostics);
        let mut warnings = self.follow_links(context, (check, scans), &mut site, diagnostics);
        warnings.append(clock.time(Step::Follow, || site.check_weights())?);
        warnings.append(self.warnings.clone());
        warnings.append(unseen);
        self.site.report_warnings(warnings, diagnostics);
        diagnostics.append(site.check_limits()?);
        Ok(site)
    }

    /// Follows all links of a site that was rendered, and leaves out pictures that no page shows. Returns the warnings
    /// that content may allow.
    fn follow_links(
        &self,
        context: &BuildContext,
        (check, scans): (Check, Vec<Scan>),
        site: &mut CheckedSite,
        diagnostics: &mut Diagnostics,
    ) -> Diagnostics {
        let broken = broken_templates(diagnostics);
        let place = |path: &str, content| self.pictures.place(&OutputPath::new(path)?, content);
        let mut checked =
            context.timings.time(Step::Follow, || check.finish(&scans, &self.sources, &place, &broken));
        let small = checked.diagnostics.take(|found| found.code == Lint::SmallPicture);
        diagnostics.append(cascade::without_cascading(diagnostics, checked.diagnostics));
        site.references = checked.references;
        let shown: HashSet<&OutputPath> = site.references.all().collect();
        site.pending.retain(|asset| shown.contains(&asset.path));
        small
    }

    /// The files that aren't pages, without what only islands have that no page shows: those that are still to be encoded,
    /// and those that have bytes.
    fn other_files(&self, scripts: &[ScriptUse]) -> (Vec<Artifact>, Vec<Artifact>) {
        let used = scripts.iter().flat_map(|page| page.islands.iter().copied()).collect();
        let unused = self.islands.unused(&used);
        let is_unused = |asset: &Artifact| {
            let (folder, name) = asset.path.as_str().split_once('/').unwrap_or_default();
            folder == Islands::FOLDER && unused.contains(name)
        };
        let cards = self.renderer.cards().values();
        let all = self.assets.iter().chain(cards).cloned().chain(self.renderer.search_parts());
        all.filter(|asset| !is_unused(asset)).partition(|asset| asset.bytes.deferred().is_some())
    }
}

/// The templates in which there are mistakes.
fn broken_templates(diagnostics: &Diagnostics) -> BTreeSet<FileId> {
    let found = diagnostics.iter().filter(|found| found.code == Code::Template);
    let labels = found.flat_map(|found| std::iter::once(&found.primary).chain(&found.related));
    labels.map(|label| label.span.file).collect()
}

/// Makes the whole site of `sources`: prepared, rendered, checked, each file handed to `take`. Returns `None`, and
/// must not be published, where the same holds for [`prepare`].
///
/// # Errors
/// If `take` fails, or the machine: a tool is missing, the disk is full.
pub fn build_site(
    sources: &Arc<Sources>,
    settings: &Settings,
    context: &BuildContext,
    diagnostics: &mut Diagnostics,
    take: impl Fn(&Artifact) -> Result<(), Failure> + Sync,
) -> Result<Option<CheckedSite>, Failure> {
    let snapshot = prepare(sources, settings, context, diagnostics)?;
    snapshot.map(|snapshot| snapshot.build(context, diagnostics, take)).transpose()
}
