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
        check::{Check, CheckedFiles},
    },
    render::{self, Rendered, ScriptUse},
    routes::{Page, file_at},
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
        let samples = self.samples();
        let scan = |artifact: &Artifact| {
            clock.time(Step::Scan, || match samples.contains(artifact.path.as_str()) {
                true => check.scan_with_rules(artifact),
                false => check.scan(artifact),
            })
        };
        let take = |artifact: &Artifact| clock.time(Step::Stage, || take(artifact));
        let page = |page: Rendered| {
            let scan = scan(&page.artifact);
            take(&page.artifact)?;
            Ok((scan, Measured::measure(&page.artifact, page.first_picture), page.scripts))
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

        let mut site = CheckedSite::new(self);
        let mut scans = Vec::with_capacity(pages.len());
        for (scan, measured, scripts) in pages {
            scans.push(scan);
            site.files.push(measured);
            site.scripts.push(scripts);
        }
        let not_rendered = self.not_rendered(&site.files);
        let budgets = Budgets::from_content(&self.site.gym.budget());
        diagnostics.append(render::check_scripts(&site.scripts, &self.islands, &budgets));
        self.islands.save_markup(&context.island_bundler);

        let (pending, ready) = self.other_files(&site.scripts);
        site.pending = pending;
        let other = |artifact: &Artifact| {
            let scan = scan(artifact);
            take(artifact)?;
            Ok((scan, Measured::measure(artifact, None)))
        };
        let others = ready.par_iter().chain(&self.passed).map(other);
        for (scan, measured) in others.collect::<Result<Vec<_>, Failure>>()? {
            scans.push(scan);
            site.files.push(measured);
        }
        scans.extend(site.pending.iter().map(|artifact| check.scan(artifact)));

        let files = CheckedFiles {
            scans: &scans,
            not_rendered: &not_rendered,
            broken_templates: &broken_templates(diagnostics),
        };
        let place = |path: &str, content| self.pictures.place(&OutputPath::new(path)?, content);
        let mut checked = clock.time(Step::Follow, || check.finish(files, &self.sources, &place));
        let mut warnings = checked.diagnostics.take(|found| found.code == Lint::SmallPicture);
        warnings.append(unseen::check(&not_shown, &self.site, diagnostics));
        diagnostics.append(cascade::without_cascading(diagnostics, checked.diagnostics));
        let shown = checked.references.all();
        site.pending.retain(|asset| shown.contains(&asset.path));
        drop(shown);
        site.references = checked.references;
        warnings.append(clock.time(Step::Follow, || site.check_weights())?);
        warnings.append(self.warnings.clone());
        self.site.report_warnings(warnings, diagnostics);
        diagnostics.append(site.check_limits()?);
        Ok(site)
    }

    /// The files whose markup is checked by the rules: of a project with templates or components of its own one page for
    /// each template and set of stylesheets, and all stylesheets. The theme's pages were checked before it came into the
    /// binary.
    fn samples(&self) -> HashSet<String> {
        let folders = ["templates/", "components/"].into_iter();
        let mut texts = folders.flat_map(|folder| self.sources.texts_below(folder));
        if !texts.any(|(_, text)| text.theme.is_none()) {
            return HashSet::default();
        }
        let mut kinds = HashSet::default();
        let pages = self.routes.pages().map(|(_, page)| page);
        let mut is_new = |page: &&Page| kinds.insert((page.template().to_owned(), page.styles()));
        let pages =
            pages.filter(|page| is_new(page)).map(|page| file_at(page.path().trim_start_matches('/')));
        let sheets = self.assets.iter().map(|asset| asset.path.as_str());
        pages.chain(sheets.filter(|path| path.ends_with(".css")).map(str::to_owned)).collect()
    }

    /// The pages that have no file among those that were rendered.
    fn not_rendered(&self, rendered: &[Measured]) -> Vec<OutputPath> {
        if rendered.len() == self.routes.iter().count() {
            return Vec::new();
        }
        let rendered: HashSet<&str> = rendered.iter().map(|file| file.path.as_str()).collect();
        let files = self.routes.iter().map(|(_, route)| route.file());
        files.filter(|file| !rendered.contains(&**file)).filter_map(|file| OutputPath::new(&file)).collect()
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
