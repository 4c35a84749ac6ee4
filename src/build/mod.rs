//! Builds the site: every file is rendered, scanned, handed to the caller, and all are checked together.

mod cascade;
mod unpublished;
mod unseen;
mod checked_site;

use std::{collections::BTreeSet, sync::Arc};

use foldhash::HashSet;
use rayon::prelude::*;

pub use self::{checked_site::CheckedSite, unpublished::check_unpublished};
use crate::{
    context::BuildContext,
    diagnostic::{Code, Diagnostics, FileId, Lint},
    failure::Failure,
    file_stamp::FileStamp,
    incremental::{InputsOf, KnownPage, Pages},
    islands::{Budgets, Islands},
    output::{
        Artifact, Measured, OutputPath,
        check::{Check, KnownTexts, Scan, SharedFragment},
    },
    render::{self, Rendered, ScriptUse, reads::Fingerprint},
    routes::Route,
    schema::declares_type,
    site::Settings,
    snapshot::{Snapshot, prepare},
    source::Sources,
    timings::Step,
};

/// A file of the site, as it is handed to the caller.
pub enum File {
    /// It was rendered or copied now.
    Rendered(Artifact),
    /// It is in the output folder already, with the bytes that rendering would give.
    Unchanged(OutputPath, FileStamp),
}

impl File {
    /// The file with its bytes. Returns `None` if it is unchanged.
    pub fn rendered(self) -> Option<Artifact> {
        match self {
            Self::Rendered(artifact) => Some(artifact),
            Self::Unchanged(..) => None,
        }
    }
}

/// A file that was scanned and taken.
struct FileReport<T> {
    scan: Scan,
    measured: Measured,
    taken: T,
}

/// A page that was scanned and taken.
struct PageReport<T> {
    scripts: ScriptUse,
    inputs: InputsOf,
    /// Whether rendering it gave diagnostics.
    is_noted: bool,
    file: FileReport<T>,
}

/// Makes the files of a snapshot, and scans them.
struct SiteRenderer<'m, Take> {
    snapshot: &'m Snapshot,
    context: &'m BuildContext,
    check: Check,
    take: Take,
}

impl Snapshot {
    /// Every file, checked as a whole. Each is rendered, scanned and handed to `take`, which keeps of
    /// it what it needs: the site is never in memory as a whole. Pages that are `published` with unchanged inputs
    /// aren't rendered.
    ///
    /// # Errors
    /// If `take` fails.
    pub fn build<T: Send>(
        &self,
        context: &BuildContext,
        published: Option<&Pages<'_>>,
        diagnostics: &mut Diagnostics,
        take: impl Fn(File) -> Result<T, Failure> + Sync,
    ) -> Result<CheckedSite<T>, Failure> {
        let renderer = SiteRenderer {
            snapshot: self,
            context,
            check: Check::new(&self.site.base, &render::policy(&self.site)),
            take,
        };
        let mut rendering = Diagnostics::default();
        let pages = match rayon::current_num_threads() {
            // On a single thread the search index would be made after all pages, even if these failed.
            1 => renderer.pages(published, &mut rendering)?,
            // The page that waits for the search index shouldn't be the last one.
            _ => {
                rayon::join(|| renderer.pages(published, &mut rendering), || self.renderer.make_search()).0?
            }
        };
        self.renderer.check_examples(&mut rendering);
        let is_type = |file| self.sources.get(file).is_some_and(|text| declares_type(&text.path));
        diagnostics.append(cascade::beyond_types(diagnostics, rendering, is_type));
        let pages_missing = pages.len() < self.routes.iter().count();
        let scripts: Vec<&ScriptUse> = pages.iter().map(|page| &page.scripts).collect();
        let budgets = Budgets::from_content(&self.site.gym.budget());
        diagnostics.append(render::check_scripts(&scripts, &self.islands, &budgets));
        self.islands.save_markup(&context.island_bundler);

        let (pending, ready) = self.others(&scripts);
        let others = ready.into_par_iter().map(|asset| renderer.scan_file(asset, &[]));
        let mut others = others.collect::<Result<Vec<_>, Failure>>()?;
        let passed = self.passed.par_iter().map(|file| renderer.scan_passed(file.clone()));
        others.append(&mut passed.collect::<Result<Vec<_>, Failure>>()?);
        let check = renderer.check;
        let count = pages.len() + others.len();
        let mut made = CheckedSite::new(self, context, count);
        let mut scans = Vec::with_capacity(count);
        let (pages, inputs): (Vec<_>, Vec<_>) = pages.into_iter().map(|page| made.add_page(page)).unzip();
        for file in pages.into_iter().chain(others) {
            scans.push(file.scan);
            made.measured.push(file.measured);
            made.taken.push(file.taken);
        }
        made.pending = pending;
        if pages_missing {
            // Links to pages that couldn't be rendered are no mistakes of their own.
            return Ok(made);
        }
        let unseen = unseen::check(&inputs, published, self, diagnostics);
        if let Some(published) = published {
            made.gather(inputs, published, self.renderer.inputs());
        }
        scans.extend(made.pending.iter().map(|asset| check.scan(asset)));
        let mut warnings = self.follow_links(context, (check, scans), &mut made, diagnostics);
        warnings.append(context.timings.time(Step::Follow, || made.check_weights())?);
        warnings.append(self.warnings.clone());
        warnings.append(unseen);
        self.site.report_warnings(warnings, diagnostics);
        diagnostics.append(made.check_limits()?);
        Ok(made)
    }

    /// Follows all links of a site that was rendered, and leaves out pictures that no page shows. Returns the warnings
    /// that content may allow.
    fn follow_links<T>(
        &self,
        context: &BuildContext,
        (check, scans): (Check, Vec<Scan>),
        made: &mut CheckedSite<T>,
        diagnostics: &mut Diagnostics,
    ) -> Diagnostics {
        let broken = broken_templates(diagnostics);
        let place = |path: &str, content| self.pictures.place(&OutputPath::new(path)?, content);
        let mut checked =
            context.timings.time(Step::Follow, || check.finish(scans, &self.sources, &place, &broken));
        let small = checked.diagnostics.take(|found| found.code == Lint::SmallPicture);
        diagnostics.append(cascade::without_cascading(diagnostics, checked.diagnostics));
        made.references = checked.references;
        made.scans = Some(checked.scans);
        let shown: HashSet<&OutputPath> = made.references.all().collect();
        made.pending.retain(|asset| shown.contains(&asset.path));
        small
    }

    /// The files that aren't pages, without what only islands have that no page shows: those that are still to be encoded,
    /// and those that have bytes.
    fn others(&self, scripts: &[&ScriptUse]) -> (Vec<Artifact>, Vec<Artifact>) {
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

    /// The fingerprint of what counts for all pages at once, besides files and settings.
    pub fn fingerprint(&self) -> Fingerprint {
        self.renderer.fingerprint()
    }
}

/// The templates in which there are mistakes.
fn broken_templates(diagnostics: &Diagnostics) -> BTreeSet<FileId> {
    let found = diagnostics.iter().filter(|found| found.code == Code::Template);
    let labels = found.flat_map(|found| std::iter::once(&found.primary).chain(&found.related));
    labels.map(|label| label.span.file).collect()
}

impl<T: Send, Take: Fn(File) -> Result<T, Failure> + Sync> SiteRenderer<'_, Take> {
    /// Every page that can be rendered.
    fn pages(
        &self,
        published: Option<&Pages<'_>>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<PageReport<T>>, Failure> {
        let texts = published.and_then(|published| self.check.know(published.texts()));
        let inputs = self.snapshot.renderer.inputs();
        let known = |route: &Route| {
            let published = published?;
            let path = OutputPath::new(&route.file())?;
            let known = published.unchanged(route, &path, inputs)?;
            if published.verifies()
                && let Err(failure) = self.verify(route, &path, known, published)
            {
                return Some(Err(failure));
            }
            self.recall(route, path, known, texts.as_ref()?)
        };
        let scan = |page: Rendered| {
            let (scripts, is_noted) = (page.scripts, !page.notes.is_empty());
            let file = self.scan_file(page.artifact, &page.fragments)?;
            Ok(PageReport { scripts, inputs: InputsOf::Rendered(page.reads), is_noted, file })
        };
        self.snapshot.renderer.all(diagnostics, known, scan)
    }

    /// Renders a page that would be reused.
    ///
    /// # Errors
    /// If it isn't what is published: an input of it isn't recorded.
    fn verify(
        &self,
        route: &Route,
        path: &OutputPath,
        known: &KnownPage,
        published: &Pages<'_>,
    ) -> Result<(), Failure> {
        let Snapshot { renderer, islands, .. } = self.snapshot;
        let wrong = |how: &str| {
            Failure::new(format!("{path} would be reused, but {how}: this is a mistake of gympress"))
        };
        let rendered = renderer.verify(route).map_err(|_| wrong("can't be rendered"))?;
        let used = rendered.scripts.islands.iter().filter_map(|island| islands.name(*island));
        let bytes = published.published(path).map_err(|error| wrong(&error.to_string()))?;
        match () {
            () if *rendered.artifact.bytes.ready() != *bytes => Err(wrong("would have other bytes")),
            () if !used.eq(known.islands.iter().map(String::as_str)) => {
                Err(wrong("would have other islands"))
            }
            () if !rendered.notes.is_empty() => Err(wrong("there is something to report of its islands")),
            () => Ok(()),
        }
    }

    fn scan_file(&self, artifact: Artifact, fragments: &[SharedFragment]) -> Result<FileReport<T>, Failure> {
        let scan = self.context.timings.time(Step::Scan, || self.check.scan_page(&artifact, fragments));
        self.take(artifact, scan)
    }

    /// Scans a file that is published as it is: only its links are checked.
    fn scan_passed(&self, artifact: Artifact) -> Result<FileReport<T>, Failure> {
        let scan = self.context.timings.time(Step::Scan, || self.check.scan_links(&artifact));
        self.take(artifact, scan)
    }

    fn take(&self, artifact: Artifact, scan: Scan) -> Result<FileReport<T>, Failure> {
        let (clock, snapshot) = (&self.context.timings, self.snapshot);
        let measured = Measured::measure(&artifact, snapshot.site.base.path());
        let taken = clock.time(Step::Stage, || (self.take)(File::Rendered(artifact)))?;
        Ok(FileReport { scan, measured, taken })
    }

    /// The result of a page that is published with unchanged inputs, without rendering it.
    fn recall(
        &self,
        route: &Route,
        path: OutputPath,
        known: &KnownPage,
        texts: &KnownTexts,
    ) -> Option<Result<PageReport<T>, Failure>> {
        let renderer = &self.snapshot.renderer;
        let origin = renderer.origin(route);
        let scan = self.check.recall(&known.scan, texts, path.clone(), origin)?;
        let measured = known.measured(&path, origin);
        let islands = known.islands.iter().map(|name| self.snapshot.islands.named(name).ok());
        let scripts = renderer.script_use(route, &path, islands.collect::<Option<_>>()?);
        let file = |taken| FileReport { scan, measured, taken };
        let taken = (self.take)(File::Unchanged(path, known.stamp));
        Some(taken.map(|taken| PageReport {
            scripts,
            inputs: known.inputs(),
            is_noted: false,
            file: file(taken),
        }))
    }
}

/// Makes the whole site of `sources`: prepared, rendered, checked, each file handed to `take`. Returns `None`, and
/// must not be published, where the same holds for [`prepare`].
///
/// # Errors
/// If `take` fails, or the machine: a tool is missing, the disk is full.
pub fn build_site<T: Send>(
    sources: &Arc<Sources>,
    settings: &Settings,
    context: &BuildContext,
    diagnostics: &mut Diagnostics,
    take: impl Fn(File) -> Result<T, Failure> + Sync,
) -> Result<Option<CheckedSite<T>>, Failure> {
    let snapshot = prepare(sources, settings, context, diagnostics)?;
    snapshot.map(|snapshot| snapshot.build(context, None, diagnostics, take)).transpose()
}
