//! `gympress build`

use std::{io::Write, panic::resume_unwind, path::PathBuf, sync::Arc, thread};

use jiff::Timestamp;
use rayon::prelude::*;

use super::{ProcessContext, Status, Streams, arguments::Build, progress, project, report, schema};
use crate::{
    assets::OnProgress,
    build::{CheckedSite, File},
    context::BuildContext,
    diagnostic::{Diagnostics, Format},
    failure::Failure,
    incremental::{BuildInputs, BuildRecord, KnownSite, OutputSnapshot, Pages, Summary},
    output::{
        Artifact,
        check::Scans,
        publish::{OutFolder, Published, Staged, Staging},
    },
    site::Settings,
    snapshot::prepare,
    source::Sources,
    timings::Step,
};

/// A site that may be published.
struct PublishableSite<'a> {
    /// Its inputs, if they are known.
    inputs: Option<&'a BuildInputs>,
    /// The cached records of its pages.
    pages: Option<Pages<'a>>,
    /// From when until when it's the site of this content.
    good: (Timestamp, Timestamp),
    /// What there is to say of it, in order.
    found: Diagnostics,
    made: CheckedSite<Option<Staged>>,
    staging: Staging,
}

/// What is built, from what, into what.
struct Job<'a> {
    sources: Arc<Sources>,
    settings: Settings,
    context: BuildContext,
    /// As it was given, to be named.
    out: PathBuf,
    folder: OutFolder,
    /// The format of diagnostics.
    format: Format,
    process: &'a ProcessContext,
}

pub(super) fn run(
    options: &Build,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let root = &options.root.root;
    let out = options.out.clone().unwrap_or_else(|| root.join("dist"));
    // A folder that can't be published into is refused before any work is done.
    let folder = OutFolder::new(&out, root)?;
    let (context, settings) =
        (project::context(root, process), project::settings(&options.settings, process));
    let mut found = Diagnostics::default();
    let sources = context.timings.time(Step::Read, || project::read(root, &mut found))?;
    let format = options.format;
    let job = Job { sources, settings, context, out, folder, format, process };
    let status = job.repeat_or_publish(found, streams)?;
    if options.timings {
        let _ = write!(job.account(streams), "{}", job.context.timings);
    }
    leave(job);
    Ok(status)
}

impl Job<'_> {
    /// Does what a build does, if it isn't what the last one did.
    fn repeat_or_publish(&self, found: Diagnostics, streams: &mut Streams<'_>) -> Result<Status, Failure> {
        let Self { sources, settings, context, folder, .. } = self;
        let (inputs, record) = context.timings.time(Step::BuildRecord, || {
            let inputs = BuildInputs::collect(sources, settings, context, folder);
            // What is wrong with a file itself isn't in the hash of what could be read of it.
            let comparable = inputs.as_ref().filter(|_| found.is_empty());
            let record =
                comparable.and_then(|inputs| BuildRecord::find(context, inputs, settings.now, folder));
            (inputs, record)
        });
        let status = match (&inputs, record) {
            (Some(inputs), Some(record)) => {
                tracing::info!("nothing changed since the last build");
                self.show(&record.summary.diagnostics, streams);
                let summary = record.summary.clone();
                Staging::clear_leftovers(folder);
                self.summarize(&summary, &record.remove_expiring(context, inputs, folder)?, streams);
                Ok(Status::Done)
            }
            _ => self.publish(inputs.as_ref(), found, streams),
        };
        leave(inputs);
        status
    }

    /// Makes and checks everything, then publishes it.
    fn publish(
        &self,
        inputs: Option<&BuildInputs>,
        mut found: Diagnostics,
        streams: &mut Streams<'_>,
    ) -> Result<Status, Failure> {
        let Self { sources, settings, context, folder, .. } = self;
        let load = || context.timings.time(Step::BuildRecord, || KnownSite::load(context, folder));
        let (snapshot, (known, staging)) = thread::scope(|scope| {
            let published = scope.spawn(|| (load(), Staging::open(folder)));
            let snapshot = prepare(sources, settings, context, &mut found);
            (snapshot, published.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        let snapshot = match snapshot {
            Ok(snapshot) => snapshot,
            Err(failure) => return self.fail(failure, found, streams),
        };
        let Some(snapshot) = snapshot else {
            self.report(&mut found, streams);
            return Ok(refused(&found, streams));
        };
        let pages = inputs
            .map(|inputs| Pages::new(known, inputs, snapshot.fingerprint(), folder, self.process.verify));
        // Rendered in spite of errors, to report further ones.
        let staging = if found.has_errors() { None } else { Some(staging?) };
        let stage = |file: File| match (&staging, file) {
            (Some(staging), File::Rendered(artifact)) => staging.take(&artifact).map(Some),
            (Some(_), File::Unchanged(path, stamp)) => Ok(Some(Staged::unchanged(path, false, stamp))),
            (None, _) => Ok(None),
        };
        let (made, refreshed) = thread::scope(|scope| {
            let refreshed = scope.spawn(|| schema::refresh(sources, context, false));
            let made = snapshot.build(context, pages.as_ref(), &mut found, stage);
            (made, refreshed.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        let made = match made {
            Ok(made) => made,
            Err(failure) => return self.fail(failure, found, streams),
        };
        let good = (settings.now, snapshot.site.good_until());
        // What pages are rendered with isn't needed any more.
        drop(snapshot);
        schema::report(refreshed, streams);
        self.report(&mut found, streams);
        let (Some(staging), false) = (staging, found.has_errors()) else {
            return Ok(refused(&found, streams));
        };
        self.put(PublishableSite { inputs, pages, good, found, made, staging }, streams)
    }

    /// Publishes a site, and saves what the next build can reuse.
    fn put(&self, site: PublishableSite<'_>, streams: &mut Streams<'_>) -> Result<Status, Failure> {
        let Self { context, folder, .. } = self;
        let PublishableSite { inputs, pages, good, found, mut made, staging } = site;
        context.timings.time(Step::Encode, || progress::encode(&made, self.process, streams))?;
        let staged = self.stage_rest(&mut made, pages.as_ref(), &staging, streams)?;
        let counts = report::counts(&found);
        let summary = Summary { diagnostics: found, pages: made.pages(), counts };
        let files: Vec<_> = staged.iter().map(|file| (file.path().clone(), file.stamp())).collect();
        let scans = made.take_scans();
        let (published, scans) = rayon::join(
            || context.timings.time(Step::Publish, || staging.publish(staged, &made.references)),
            || context.timings.time(Step::BuildRecord, || scans.map(Scans::into_cached)),
        );
        let published = published?;
        self.summarize(&summary, &published, streams);
        let save = || {
            let (Some(inputs), Some(pages)) = (inputs, &pages) else { return };
            let Some((output, window)) = OutputSnapshot::look(folder, &files) else { return };
            let expiring = (!published.expiring.is_empty()).then(|| made.base().to_owned());
            let record = BuildRecord { valid: good, output, expiring, summary };
            let output = (&record.output, window);
            let (cached, ()) = rayon::join(
                || scans.map(|scans| made.save_pages(pages, scans, output, context)),
                || record.save(context, inputs, window),
            );
            leave((cached, record));
        };
        context.timings.time(Step::BuildRecord, save);
        leave((made, pages));
        Ok(Status::Done)
    }

    /// Stages what was encoded, too, and puts a compressed copy beside each text if the host serves those.
    fn stage_rest(
        &self,
        made: &mut CheckedSite<Option<Staged>>,
        pages: Option<&Pages<'_>>,
        staging: &Staging,
        streams: &mut Streams<'_>,
    ) -> Result<Vec<Staged>, Failure> {
        let stage = |artifact: &Artifact| match pages.and_then(|pages| pages.unchanged_file(artifact)) {
            Some(stamp) => Ok(Staged::unchanged(artifact.path.clone(), artifact.has_hashed_name, stamp)),
            None => staging.take(artifact),
        };
        let encoded: Vec<Staged> = made.pending.par_iter().map(stage).collect::<Result<_, _>>()?;
        let mut staged: Vec<Staged> =
            std::mem::take(&mut made.taken).into_iter().flatten().chain(encoded).collect();
        let compression = made.compression();
        if let Some(compression) = &compression {
            let stage = |on_progress: &OnProgress<'_>| compression.stage(staging, &staged, on_progress);
            let siblings =
                self.context.timings.time(Step::Encode, || progress::show(self.process, streams, stage))?;
            staged.extend(siblings);
        }
        made.forget_others(compression);
        Ok(staged)
    }

    /// Writes what was found before the machine failed.
    ///
    /// # Errors
    /// As [`report::failed`].
    fn fail(
        &self,
        failure: Failure,
        mut found: Diagnostics,
        streams: &mut Streams<'_>,
    ) -> Result<Status, Failure> {
        self.report(&mut found, streams);
        report::failed(failure, &found, streams)
    }

    fn report(&self, found: &mut Diagnostics, streams: &mut Streams<'_>) {
        found.sort(&*self.sources);
        self.show(found, streams);
    }

    fn show(&self, found: &Diagnostics, streams: &mut Streams<'_>) {
        let root = self.sources.root();
        report::of_project(found, &*self.sources, root, self.format, self.process, streams);
    }

    /// The stream of the summary: not standard output where programs read diagnostics there.
    fn account<'s>(&self, streams: &'s mut Streams<'_>) -> &'s mut dyn Write {
        if self.format.is_machine() { &mut *streams.err } else { &mut *streams.out }
    }

    fn summarize(&self, summary: &Summary, published: &Published, streams: &mut Streams<'_>) {
        let (account, out) = (account(published), self.out.display());
        let _ = writeln!(
            self.account(streams),
            "{} pages in {out}: {account}; {}",
            summary.pages,
            summary.counts
        );
    }
}

/// Leaves the inputs of a build to the system, which takes back the memory of a program that ends at once. Piece by
/// piece, that would be a tenth of a build after an edit.
fn leave<T>(made: T) {
    std::mem::forget(made);
}

fn refused(found: &Diagnostics, streams: &mut Streams<'_>) -> Status {
    let _ = writeln!(streams.err, "{}; nothing was published", report::counts(found));
    Status::Mistakes
}

/// "3 changed, 1 removed, 70 unchanged".
fn account(published: &Published) -> String {
    let count = |number: usize, what: &str| (number > 0).then(|| format!("{number} {what}"));
    let parts = [
        count(published.added.len(), "new"),
        count(published.changed.len(), "changed"),
        count(published.removed.len(), "removed"),
        count(published.expiring.len(), "kept for one more build"),
        count(published.unchanged, "unchanged"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
