//! `gympress build`

use std::{
    io::{self, Write},
    panic::resume_unwind,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use rayon::prelude::*;

use super::{
    ProcessContext, Status, Streams,
    arguments::{Build, SettingsArgs},
    project, report, schema,
};
use crate::{
    assets::Progress,
    build::{BuildContext, BuiltSite, prepare},
    diagnostic::{Diagnostics, Failure, ReportFormat, Severity, counted},
    lock,
    publish::{OutFolder, Published, StagedArtifact, Staging},
    site::{Settings, Site},
    source::Sources,
};

/// The inputs of a build, and the format of its diagnostics.
struct BuildJob<'a> {
    sources: Arc<Sources>,
    settings: Settings,
    context: BuildContext,
    format: ReportFormat,
    process: &'a ProcessContext,
}

pub(super) fn run(
    options: &Build,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    build(options, Warnings::Pass, process, streams).map(|end| end.status)
}

/// The end of a build.
pub(super) struct BuildEnd {
    pub status: Status,
    /// The number of values that still wait for the right ones.
    pub placeholders: usize,
}

/// The effect of warnings on a build.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Warnings {
    Pass,
    /// Nothing is published.
    Deny,
}

/// Builds, and publishes into the folder if nothing is wrong.
pub(super) fn build(
    options: &Build,
    warnings: Warnings,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<BuildEnd, Failure> {
    let root = &options.root.root;
    let out = options.out.clone().unwrap_or_else(|| root.join("dist"));
    // An unsuitable folder is refused before any work is done.
    let folder = OutFolder::new(&out, root)?;
    let context = project::context(root, process);
    let SettingsArgs { base_url, now, drafts } = &options.settings;
    let settings = project::settings(*now, process);
    let settings = Settings { drafts: *drafts, base_url: base_url.clone(), ..settings };
    let mut diagnostics = Diagnostics::default();
    let sources = project::read(root, &mut diagnostics)?;
    let job = BuildJob { sources, settings, context, format: options.format, process };
    let rendered = job.render(&folder, &mut diagnostics, streams);
    diagnostics.sort(&*job.sources);
    report::print_project(&diagnostics, &*job.sources, root, job.format, process, streams);
    let is_denied = warnings == Warnings::Deny && diagnostics.count(Severity::Warning) > 0;
    let status = match rendered {
        // The diagnostics found before the machine failed were shown above.
        Err(failure) => report::failed(failure, &diagnostics, streams)?,
        Ok(Some(rendered)) if !diagnostics.has_errors() && !is_denied => {
            let (pages, published) = job.publish(rendered)?;
            let pages = counted(pages, "page");
            let files = file_counts(&published);
            let counts = report::counts(&diagnostics);
            let _ = writeln!(job.summary(streams), "{pages} in {}: {files}; {counts}", out.display());
            Status::Done
        }
        Ok(_) => {
            let _ = writeln!(streams.err, "{}; nothing was published", report::counts(&diagnostics));
            Status::Mistakes
        }
    };
    drop_in_background((job.sources, job.context));
    Ok(BuildEnd { status, placeholders: report::placeholders(&diagnostics) })
}

/// Drops a value while the program goes on. If the program ends first, the system takes back the memory faster.
fn drop_in_background(value: impl Send + 'static) {
    // If no thread can be started, it is dropped here.
    let _ = thread::Builder::new().spawn(move || drop(value));
}

/// A site that was rendered, checked and staged.
struct RenderedSite {
    site: BuiltSite,
    staging: Staging,
    staged: Vec<StagedArtifact>,
}

impl BuildJob<'_> {
    /// Makes and checks everything. Returns `None` if mistakes leave no site at all.
    fn render(
        &self,
        folder: &OutFolder,
        diagnostics: &mut Diagnostics,
        streams: &mut Streams<'_>,
    ) -> Result<Option<RenderedSite>, Failure> {
        let Self { sources, settings, context, .. } = self;
        let staging = Staging::open(folder)?;
        let Some(snapshot) = prepare(sources, settings, context, diagnostics)? else { return Ok(None) };
        self.warn_of_epoch(&snapshot.main.site, streams);
        // A site with errors is rendered too, to report further ones, but not staged.
        let is_refused = diagnostics.has_errors();
        let staged = Mutex::new(Vec::new());
        let (site, refreshed) = thread::scope(|scope| {
            let refreshed = scope.spawn(|| schema::refresh(&snapshot.main.content));
            let site = snapshot.build(context, diagnostics, |artifact| {
                if !is_refused {
                    let file = staging.take(artifact)?;
                    lock(&staged).push(file);
                }
                Ok(())
            });
            (site, refreshed.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        let site = site?;
        schema::report(refreshed, streams);
        let staged = std::mem::take(&mut *lock(&staged));
        Ok(Some(RenderedSite { site, staging, staged }))
    }

    /// Warns with the reason if the build doesn't use the time in SOURCE_DATE_EPOCH.
    fn warn_of_epoch(&self, site: &Site, streams: &mut Streams<'_>) {
        let written = self.process.source_date_epoch.as_deref().unwrap_or_default();
        let changed = self.settings.changed;
        if written.trim().is_empty() || changed == Some(site.clock.revised) {
            return;
        }
        let reason = match changed {
            None => "is no number of seconds since 1970".to_owned(),
            Some(at) if at > site.clock.revised => format!("is in the future: {at}"),
            Some(at) => format!("is {at}, long before the newest date in content"),
        };
        let _ = writeln!(
            streams.err,
            "warning: SOURCE_DATE_EPOCH is passed over: \"{written}\" {reason}\n  \
             help: give the time of the last commit, as `git log -1 --format=%ct` prints it, or leave the variable out; \
             calendars now say that all in them was changed today"
        );
    }

    /// Publishes a site. Returns the number of its pages, and the numbers of published files.
    fn publish(&self, rendered: RenderedSite) -> Result<(usize, Published), Failure> {
        let RenderedSite { site, staging, mut staged } = rendered;
        let encoded = site.encode(&|progress| self.show_progress(progress))?;
        if encoded > 0 && self.process.terminal {
            let _ = writeln!(io::stderr());
        }
        let encoded = site.pending.par_iter().map(|artifact| staging.take(artifact));
        staged.extend(encoded.collect::<Result<Vec<_>, _>>()?);
        site.forget_others();
        let published = staging.publish(staged)?;
        let pages = site.pages;
        drop_in_background(site);
        Ok((pages, published))
    }

    fn show_progress(&self, Progress { encoded, all, pictures, left }: Progress) {
        if encoded == 0 && pictures >= MANY_PICTURES {
            let _ = writeln!(
                io::stderr(),
                "{pictures} new pictures are encoded now, which takes some minutes; later builds keep them"
            );
        } else if encoded > 0 && self.process.terminal {
            let left = left.map(time_left).unwrap_or_default();
            // The escape codes return to the start of the line and clear it.
            let _ = write!(io::stderr(), "\r\x1b[Kencoded {encoded} of {all} files{left}");
        }
    }

    /// The stream of the summary: standard error if programs read diagnostics on standard output.
    fn summary<'s>(&self, streams: &'s mut Streams<'_>) -> &'s mut dyn Write {
        if self.format.is_machine() { &mut *streams.err } else { &mut *streams.out }
    }
}

/// The number of pictures from which on encoding may take minutes.
const MANY_PICTURES: usize = 20;

/// ", about 2 minutes left"; empty if little is left.
fn time_left(left: Duration) -> String {
    match left.as_secs() {
        0..5 => String::new(),
        seconds @ 5..90 => format!(", about {seconds} seconds left"),
        seconds => format!(", about {} minutes left", (seconds + 30) / 60),
    }
}

/// "3 changed, 1 removed, 70 unchanged".
fn file_counts(published: &Published) -> String {
    let mut parts = Vec::new();
    for (number, change) in [
        (published.added, "new"),
        (published.changed, "changed"),
        (published.removed, "removed"),
        (published.unchanged, "unchanged"),
    ] {
        if number > 0 {
            parts.push(format!("{number} {change}"));
        }
    }
    parts.join(", ")
}
