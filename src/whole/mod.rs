//! The site as a whole: every file made, looked at, and handed to whoever takes it.

mod made;

use foldhash::HashSet;
use rayon::prelude::*;

pub use self::made::Made;
use crate::{
    Edition,
    diagnostic::Diagnostics,
    failure::Failure,
    incremental::{KnownPage, PageKey, Pages},
    islands::Budgets,
    output::{
        Artifact, Measured, OutputPath,
        check::{Check, KnownTexts, Scan, Stretch},
    },
    render::{self, Rendered, ScriptUse},
    routes::{self, Page},
    stamp::Stamp,
    timings::Step,
    tools::Tools,
};

/// A file of the site, for whoever takes it.
pub enum File {
    /// It was made now.
    Made(Artifact),
    /// It lies in the output folder, as it would be if it were made now.
    Unchanged(OutputPath, Stamp),
}

impl File {
    /// The file, if it was made now.
    pub fn made(self) -> Option<Artifact> {
        match self {
            Self::Made(artifact) => Some(artifact),
            Self::Unchanged(..) => None,
        }
    }
}

/// What came of a file.
struct Seen<T> {
    scan: Scan,
    measured: Measured,
    taken: T,
}

/// What came of a page.
struct SeenPage<T> {
    scripts: ScriptUse,
    /// What it was made from, if it isn't made anew.
    key: Option<PageKey>,
    /// Whether there was anything to tell of it.
    is_noted: bool,
    file: Seen<T>,
}

/// Makes the files of an edition, and looks at them.
struct Maker<'m, Take> {
    edition: &'m Edition,
    tools: &'m Tools,
    check: Check,
    take: Take,
}

impl Edition {
    /// Every file, checked as a whole. Each is rendered, looked at and handed to `take`, which keeps of
    /// it what it needs: the site is never in memory as a whole. Pages that are `published` as they would be made
    /// aren't rendered.
    ///
    /// # Errors
    /// If `take` fails.
    pub fn make<T: Send>(
        &self,
        tools: &Tools,
        published: Option<&Pages<'_>>,
        diagnostics: &mut Diagnostics,
        take: impl Fn(File) -> Result<T, Failure> + Sync,
    ) -> Result<Made<T>, Failure> {
        let maker = Maker { edition: self, tools, check: Check::new(&self.site.base), take };
        let pages = match rayon::current_num_threads() {
            // A thread that is alone would begin with it when all pages are through, even if they were given up.
            1 => maker.pages(published, diagnostics)?,
            // What one page would wait for is begun with the first.
            _ => rayon::join(|| maker.pages(published, diagnostics), || self.renderer.make_search()).0?,
        };
        let pages_missing = pages.len() < self.routes.iter().count();
        let scripts: Vec<&ScriptUse> = pages.iter().map(|page| &page.scripts).collect();
        let budgets = Budgets::of(&self.site.gym.budget);
        diagnostics.append(render::check_scripts(&scripts, &self.islands, &budgets));
        self.islands.remember(&tools.cache);

        let (pending, ready): (Vec<_>, Vec<_>) =
            self.others().partition(|asset| asset.bytes.deferred().is_some());
        let others = ready.into_par_iter().map(|asset| maker.look(asset, &[]));
        let others = others.collect::<Result<Vec<_>, Failure>>()?;
        let check = maker.check;
        let count = pages.len() + others.len();
        let mut made = Made::new(self, tools, count);
        let mut scans = Vec::with_capacity(count);
        let pages = pages.into_iter().map(|page| made.add_page(page));
        for file in pages.collect::<Vec<_>>().into_iter().chain(others) {
            scans.push(file.scan);
            made.measured.push(file.measured);
            made.taken.push(file.taken);
        }
        made.pending = pending;
        if pages_missing {
            // Links to what could not be made are no further mistakes.
            return Ok(made);
        }
        scans.extend(made.pending.iter().map(|asset| check.scan(asset)));
        let checked = tools.timings.of(Step::Follow, || check.finish(scans, &self.sources));
        diagnostics.append(diagnostics.beyond_echoes(checked.diagnostics));
        made.references = checked.references;
        made.scans = Some(checked.scans);
        // Of what can be made, only what a page shows is.
        let shown: HashSet<&OutputPath> = made.references.all().collect();
        made.pending.retain(|asset| shown.contains(&asset.path));
        diagnostics.append(tools.timings.of(Step::Follow, || made.check_weights()));
        Ok(made)
    }

    /// The files that are no pages.
    fn others(&self) -> impl Iterator<Item = Artifact> {
        let cards = self.renderer.cards().values();
        self.assets.iter().chain(cards).cloned().chain(self.renderer.search_parts())
    }

    /// Another one, when pages have anything else in common besides what they are made from; nothing if that can't
    /// be told.
    pub fn fingerprint(&self) -> Option<blake3::Hash> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.renderer.fingerprint()?.as_bytes()).update(self.site.today.to_string().as_bytes());
        for asset in &self.assets {
            hasher.update(asset.path.as_str().as_bytes()).update(b"\0");
        }
        Some(hasher.finalize())
    }
}

impl<T: Send, Take: Fn(File) -> Result<T, Failure> + Sync> Maker<'_, Take> {
    /// Every page that can be made.
    fn pages(
        &self,
        published: Option<&Pages<'_>>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<SeenPage<T>>, Failure> {
        let texts = published.and_then(|published| self.check.know(published.texts()));
        let known = |page: &Page| {
            let published = published?;
            let address = page.path();
            let path = OutputPath::new(&routes::file_at(&address))?;
            let known = published.unchanged(page, &path, &self.edition.site)?;
            self.recall(page, (address, path), known, texts.as_ref()?)
        };
        let look = |page: Rendered| {
            let (scripts, is_noted) = (page.scripts, !page.notes.is_empty());
            let file = self.look(page.artifact, &page.stretches)?;
            Ok(SeenPage { scripts, key: None, is_noted, file })
        };
        self.edition.renderer.all(diagnostics, known, look)
    }

    fn look(&self, artifact: Artifact, stretches: &[Stretch]) -> Result<Seen<T>, Failure> {
        let (clock, edition) = (&self.tools.timings, self.edition);
        let measured = Measured::of(&artifact, edition.site.base.path());
        let scan = clock.of(Step::Scan, || self.check.scan_page(&artifact, stretches));
        let taken = clock.of(Step::Stage, || (self.take)(File::Made(artifact)))?;
        Ok(Seen { scan, measured, taken })
    }

    /// What would come of a page that is known.
    fn recall(
        &self,
        page: &Page,
        (address, path): (String, OutputPath),
        known: &KnownPage,
        texts: &KnownTexts,
    ) -> Option<Result<SeenPage<T>, Failure>> {
        let renderer = &self.edition.renderer;
        let origin = renderer.origin(page);
        let scan = self.check.recall(&known.scan, texts, path.clone(), origin)?;
        let measured = known.measured(&path, origin);
        let scripts = renderer.script_use(page, address, &path, known.islands.clone());
        let file = |taken| Seen { scan, measured, taken };
        let taken = (self.take)(File::Unchanged(path, known.stamp));
        Some(taken.map(|taken| SeenPage {
            scripts,
            key: Some(known.key),
            is_noted: false,
            file: file(taken),
        }))
    }
}
