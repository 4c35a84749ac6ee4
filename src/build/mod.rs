//! Builds the site: every file is rendered, scanned and passed to the caller, and all are checked together.

mod cascade;
mod context;
mod files;
mod marked;
mod snapshot;
mod theme;
mod unpublished;

use std::{collections::BTreeSet, sync::Arc};

use foldhash::HashSet;
use rayon::prelude::*;

pub use self::{
    context::BuildContext,
    marked::{MarkedPage, MarkedSite, marks_of},
    snapshot::{Edition, Snapshot, prepare, prepare_decoded, prepared_sites},
    theme::{Theme, load_types},
    unpublished::check_unpublished,
};
pub use crate::templates::ValueOrigin;
use crate::{
    assets::{OnProgress, Pictures},
    check::{Scan, SiteCheck},
    diagnostic::{Diagnostics, Failure, FileId, code},
    feeds,
    islands::Islands,
    lint,
    output::{Artifact, OutputPath},
    schema::declares_type,
    site::{Settings, Site},
    source::{Sources, paths::extension},
    templates::{self, Rendered},
};

/// A site whose files are all made and checked.
pub struct BuiltSite {
    /// The pictures on pages. They have bytes once [`BuiltSite::encode`] is done.
    pub pending: Vec<Artifact>,
    /// The number of pages, among them those that lead on from old addresses.
    pub pages: usize,
    pub site: Arc<Site>,
    pictures: Arc<Pictures>,
}

impl BuiltSite {
    /// Encodes the pending pictures that no earlier build has encoded, and returns their number. Calls `on_progress`
    /// with the progress.
    ///
    /// # Errors
    /// If a picture was changed in the meantime, or the machine fails.
    pub fn encode(&self, on_progress: &OnProgress<'_>) -> Result<usize, Failure> {
        self.pictures.encode(&self.pending, on_progress)
    }

    /// Removes from the cache the pictures that this build doesn't need.
    pub fn forget_others(&self) {
        self.pictures.forget_others(&self.pending);
    }
}

/// Scans each file before it is passed on. The rules for markup run on samples only.
struct Scanner<P, T> {
    check: SiteCheck,
    samples: HashSet<OutputPath>,
    proceed: P,
    take: T,
}

impl<P: Fn() -> Result<(), Failure>, T: Fn(&Artifact) -> Result<(), Failure>> Scanner<P, T> {
    /// Scans a page and passes it on. Returns its islands, too.
    fn page(&self, page: Rendered) -> Result<(Scan, Vec<Arc<str>>), Failure> {
        Ok((self.file(&page.artifact)?, page.islands))
    }

    /// Scans a file and passes it on.
    fn file(&self, artifact: &Artifact) -> Result<Scan, Failure> {
        (self.proceed)()?;
        let scan = if self.samples.contains(&artifact.path) {
            self.check.scan_with_rules(artifact)
        } else {
            self.check.scan(artifact)
        };
        (self.take)(artifact)?;
        Ok(scan)
    }
}

impl Snapshot {
    /// Renders, scans and passes every file to `take`, which keeps only what it needs, so that the whole site is never
    /// in memory. Then checks the site as a whole.
    ///
    /// # Errors
    /// If `take` or the machine fails.
    pub fn build(
        &self,
        context: &BuildContext,
        diagnostics: &mut Diagnostics,
        take: impl Fn(&Artifact) -> Result<(), Failure> + Sync,
    ) -> Result<BuiltSite, Failure> {
        self.make(context, diagnostics, || Ok(()), take)
    }

    /// Renders and checks the whole site, as [`Snapshot::build`] does, for as long as `proceed` succeeds.
    ///
    /// # Errors
    /// If `proceed` or the machine fails.
    pub fn check(
        &self,
        context: &BuildContext,
        diagnostics: &mut Diagnostics,
        proceed: impl Fn() -> Result<(), Failure> + Sync,
    ) -> Result<BuiltSite, Failure> {
        self.make(context, diagnostics, proceed, |_| Ok(()))
    }

    fn make(
        &self,
        context: &BuildContext,
        diagnostics: &mut Diagnostics,
        proceed: impl Fn() -> Result<(), Failure> + Sync,
        take: impl Fn(&Artifact) -> Result<(), Failure> + Sync,
    ) -> Result<BuiltSite, Failure> {
        let main = &self.main;
        let check = SiteCheck::new(&main.site.address.root, self.policy(), main.site.asks());
        let scanner = Scanner { check, samples: self.samples(), proceed, take };
        let mut of_rendering = Diagnostics::default();
        let mut rendered = Vec::new();
        for edition in self.editions() {
            // The longest task starts first.
            let (search, of_edition) = rayon::join(
                || edition.renderer.search_while(&scanner.proceed),
                || edition.renderer.all(&mut of_rendering, |page| scanner.page(page)),
            );
            search?;
            rendered.extend(of_edition?);
        }
        diagnostics.append(cascade::beyond_types(diagnostics, of_rendering, |file| {
            self.sources().get(file).is_some_and(|text| declares_type(&text.path))
        }));
        diagnostics.extend(main.renderer.pages.check_cards());
        self.islands.save_markup(&context.island_bundler);

        let (mut scans, islands): (Vec<Scan>, Vec<_>) = rendered.into_iter().unzip();
        let not_rendered = self.not_rendered(&scans);
        let (mut pending, ready) = self.other_files(&islands.into_iter().flatten().collect());
        // Nearly all files are pages: for the few others, the room would be doubled, which takes two megabytes with 10,000 posts.
        scans.reserve_exact(ready.len() + self.static_files.len() + pending.len());
        let others = ready.par_iter().chain(&self.static_files).map(|artifact| scanner.file(artifact));
        scans.extend(others.collect::<Result<Vec<_>, Failure>>()?);
        scans.extend(pending.iter().map(|artifact| scanner.check.scan(artifact)));

        let broken = broken_templates(diagnostics);
        let checked = scanner.check.finish(&scans, &not_rendered, &broken, self.sources());
        diagnostics.append(cascade::without_cascading(diagnostics, checked.diagnostics, main.site.gym.file));
        let mut warnings = self.warnings.clone();
        warnings.extend(self.pictures.blurred());
        warnings.extend(self.editions().flat_map(|edition| edition.renderer.pages.letters_not_on_cards()));
        warnings.extend(feeds::beyond_host_limits(&main.renderer.pages.context().languages, self.policy()));
        lint::report(&main.content, warnings, diagnostics);
        templates::check_unused_files(self.sources(), &self.islands, diagnostics);
        pending.retain(|asset| checked.referenced.contains(&asset.path));
        let pages = scans.iter().filter(|scan| scan.path().is_html()).count();
        Ok(BuiltSite { pending, pages, site: main.site.clone(), pictures: self.pictures.clone() })
    }

    /// The files whose markup is checked by rules: in a project with its own templates, stylesheets or components, one page
    /// for each template and set of stylesheets, and all stylesheets. The theme's own pages were checked before its release,
    /// and so were those of a copy of it.
    fn samples(&self) -> HashSet<OutputPath> {
        let folders = ["templates/", "components/"].into_iter();
        let mut own = folders.flat_map(|folder| self.sources().overrides(folder));
        if !own.any(|(_, text)| writes_markup(&text.path)) {
            return HashSet::default();
        }
        let mut kinds = HashSet::default();
        let mut pages = Vec::new();
        for edition in self.editions() {
            for page in edition.routes.pages() {
                if kinds.insert((page.kind.template.clone(), page.kind.styles.clone())) {
                    pages.extend(OutputPath::of(&page.address.path, &edition.site));
                }
            }
        }
        let sheets = self.assets.iter().map(|asset| &asset.path).filter(|path| path.extension() == "css");
        pages.into_iter().chain(sheets.cloned()).collect()
    }

    /// The files of routes that weren't rendered.
    fn not_rendered(&self, rendered: &[Scan]) -> Vec<OutputPath> {
        if rendered.len() == self.editions().map(|edition| edition.routes.iter().count()).sum::<usize>() {
            return Vec::new();
        }
        let rendered: HashSet<&str> = rendered.iter().map(|scan| scan.path().as_str()).collect();
        let files = self.editions().flat_map(Edition::files);
        files.filter(|file| !rendered.contains(file.as_str())).collect()
    }

    /// The files that aren't pages, without the scripts of islands that no page shows: first those still to be encoded,
    /// then those with bytes.
    fn other_files(&self, islands: &BTreeSet<Arc<str>>) -> (Vec<Artifact>, Vec<Artifact>) {
        let unused = self.islands.unused(islands);
        let mut all = self.assets.clone();
        for Edition { renderer, .. } in self.editions() {
            all.extend(renderer.pages.cards().values().chain(renderer.search().parts().values()).cloned());
        }
        // Editions may share a card, or a part of an index.
        let mut paths = HashSet::default();
        all.retain(|asset| paths.insert(asset.path.clone()));
        let all = all.into_iter();
        all.filter(|asset| !is_unused_script(&asset.path, &unused))
            .partition(|asset| asset.bytes.deferred().is_some())
    }
}

/// True for a template, a stylesheet or code of a component. What stands beside them, such as a README, writes nothing into
/// pages.
fn writes_markup(path: &str) -> bool {
    const ENDINGS: [&str; 11] = ["html", "css", "svg", "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"];
    ENDINGS.contains(&extension(path))
}

/// True for the script of an island that no page shows.
fn is_unused_script(path: &OutputPath, unused: &BTreeSet<&str>) -> bool {
    let (folder, name) = path.as_str().split_once('/').unwrap_or_default();
    folder == Islands::FOLDER && unused.contains(name)
}

/// The templates with mistakes.
fn broken_templates(diagnostics: &Diagnostics) -> BTreeSet<FileId> {
    let failed = diagnostics.iter().filter(|diagnostic| diagnostic.code == code::TEMPLATE);
    let labels =
        failed.flat_map(|diagnostic| std::iter::once(&diagnostic.primary).chain(&diagnostic.related));
    labels.map(|label| label.span.file).collect()
}

/// Builds the whole site of `sources`, passing each file to `take`. Returns `None` if [`prepare`] does. A site that is returned
/// with errors must not be published.
///
/// # Errors
/// If `take` or the machine fails: a tool is missing, the disk is full.
pub fn build_site(
    sources: &Arc<Sources>,
    settings: &Settings,
    context: &BuildContext,
    diagnostics: &mut Diagnostics,
    take: impl Fn(&Artifact) -> Result<(), Failure> + Sync,
) -> Result<Option<BuiltSite>, Failure> {
    let snapshot = prepare(sources, settings, context, diagnostics)?;
    context.decoded.clear();
    snapshot.map(|snapshot| snapshot.build(context, diagnostics, take)).transpose()
}
