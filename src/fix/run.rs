//! From a project with mistakes to one with fewer, in memory.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

pub use super::apply::Correction;
use super::apply::{Choice, FileCorrection, TriedFixes, priority};
use crate::{
    build::check_unpublished,
    context::BuildContext,
    decode,
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Files, Fix, Span},
    failure::Failure,
    schema::{self, Types},
    site::Settings,
    snapshot::{Snapshot, prepare},
    source::{SourceText, Sources},
};

/// After this many rounds corrections are fighting.
const ROUNDS: usize = 200;

/// The folder whose files are corrected.
const CORRECTED: &str = "content/";

/// True for a file that is corrected; what is proposed for others is for editors and services that show it.
pub fn is_corrected(file: FileId, files: &dyn Files) -> bool {
    files.path(file).starts_with(CORRECTED)
}

/// Asks whether a correction that isn't certain should be made.
pub type Ask<'a> = dyn FnMut(&Diagnostic, &Fix, &Sources) -> bool + 'a;

/// A file that is another one now.
#[derive(Clone, Debug)]
pub struct FileChange {
    /// As it is on disk.
    pub before: Arc<SourceText>,
    /// As it should be.
    pub after: Arc<SourceText>,
}

/// What came of it.
#[derive(Debug)]
pub struct Corrected {
    /// The project with all corrections, none of which is on disk yet.
    pub sources: Arc<Sources>,
    /// What is left to say of it.
    pub found: Diagnostics,
    /// The files that changed, in the order of their paths.
    pub changes: Vec<FileChange>,
    /// What was done, in order.
    pub corrections: Vec<Correction>,
    /// Why pages couldn't be checked; `None` if they were.
    pub unchecked: Option<Failure>,
}

/// Corrects `sources` until nothing is left that can be corrected, then checks all of it.
///
/// # Errors
/// If the machine fails.
pub fn correct(
    sources: &Arc<Sources>,
    (settings, context): (&Settings, &BuildContext),
    ask: &mut Ask<'_>,
) -> Result<Corrected, Failure> {
    let mut job = Job {
        sources: sources.clone(),
        types: schema::load(sources, &context.cache, &mut Diagnostics::default()),
        tried: TriedFixes::default(),
        corrections: Vec::new(),
        unsettled: BTreeSet::new(),
        changed: Vec::new(),
    };
    for (_, text) in sources.texts_below("").filter(|(_, text)| text.sound) {
        // Where a file was at first it may not come back to.
        job.tried.enter(text);
    }
    for _ in 0..ROUNDS {
        let mut found = Diagnostics::default();
        found.extend(job.sources.errors());
        let snapshot = prepare(&job.sources, settings, context, &mut found);
        found.sort(&job.sources);
        job.types = schema::load(&job.sources, &context.cache, &mut Diagnostics::default());
        if job.round(&found, ask) {
            continue;
        }
        // What is wrong with content can be corrected on a machine that can't make pages.
        let whole = snapshot.and_then(|snapshot| job.check_whole(snapshot, (settings, context), &mut found));
        decode::complete(&mut found, &*job.sources);
        found.sort(&job.sources);
        if job.round(&found, ask) {
            continue;
        }
        return Ok(job.finish(sources, found, whole.err()));
    }
    Err(Failure::new("corrections undo each other, so that none was made")
        .help("`gympress check` says what is wrong; correct it by hand"))
}

struct Job {
    sources: Arc<Sources>,
    /// The types of its content.
    types: Arc<Types>,
    tried: TriedFixes,
    corrections: Vec<Correction>,
    /// The paths of files whose corrections bring up others without end: they stay as they are.
    unsettled: BTreeSet<Arc<str>>,
    /// The files that changed in this round.
    changed: Vec<Arc<SourceText>>,
}

impl Job {
    /// Checks all pages, with those of posts that aren't published yet.
    fn check_whole(
        &self,
        snapshot: Option<Snapshot>,
        (settings, context): (&Settings, &BuildContext),
        found: &mut Diagnostics,
    ) -> Result<(), Failure> {
        let Some(snapshot) = snapshot else { return Ok(()) };
        let made = snapshot.build(context, found, |_| Ok(()))?;
        check_unpublished(made.site(), &self.sources, settings, context, found)
    }

    /// Makes what is certain, or else what is proposed; false if there was nothing to do.
    fn round(&mut self, found: &Diagnostics, ask: &mut Ask<'_>) -> bool {
        let diagnostics: Vec<Diagnostic> = found.iter().flat_map(of_each_file).collect();
        let mut files: BTreeMap<FileId, Vec<&Diagnostic>> = BTreeMap::new();
        for diagnostic in diagnostics.iter().filter(|diagnostic| !diagnostic.fixes.is_empty()) {
            let file = diagnostic.primary.span.file;
            let path = self.sources.path(file);
            if is_corrected(file, &*self.sources) && !self.unsettled.contains(path) {
                files.entry(file).or_default().push(diagnostic);
            }
        }
        let mut changed = false;
        for (file, diagnostics) in &files {
            changed |= self.certain(*file, diagnostics);
        }
        // Once all that is certain is right, less may have to be proposed.
        if !changed {
            for (file, diagnostics) in &files {
                changed |= self.proposed(*file, diagnostics, ask);
            }
        }
        let texts = std::mem::take(&mut self.changed);
        if changed {
            self.sources = Arc::new(self.sources.with_overlays(texts));
        }
        changed
    }

    /// Makes the corrections of a file that are certain, and those that come up with them.
    fn certain(&mut self, file: FileId, diagnostics: &[&Diagnostic]) -> bool {
        let Some(mut work) = file_correction(&self.sources, &self.types, &mut self.tried, file) else {
            return false;
        };
        let before = work.text.clone();
        let mut corrections =
            work.apply(&choices(diagnostics, file, work.text.error.is_some(), Fix::is_certain));
        if corrections.is_empty() {
            return false;
        }
        for _ in 0..ROUNDS {
            let diagnostics = work.diagnostics();
            let diagnostics: Vec<&Diagnostic> = diagnostics.iter().collect();
            let made = work.apply(&choices(&diagnostics, file, false, Fix::is_certain));
            if made.is_empty() {
                self.corrections.extend(corrections);
                self.changed.push(work.text);
                return true;
            }
            corrections.extend(made);
        }
        self.unsettled.insert(before.path.clone());
        false
    }

    /// Makes those corrections of a file to which the user agrees.
    fn proposed(&mut self, file: FileId, diagnostics: &[&Diagnostic], ask: &mut Ask<'_>) -> bool {
        let sources = self.sources.clone();
        let Some(mut work) = file_correction(&sources, &self.types, &mut self.tried, file) else {
            return false;
        };
        let before = work.errors(&work.text);
        let mut wanted = Vec::new();
        for choice in choices(diagnostics, file, work.text.error.is_some(), |_| true) {
            let Some(fix) = work.choose(&choice, before) else { continue };
            if ask(choice.diagnostic, fix, &sources) {
                wanted.push(Choice { fixes: vec![fix], ..choice });
            } else {
                let text = work.text.clone();
                choice.fixes.iter().for_each(|fix| work.tried.decline(fix, &text));
            }
        }
        let made = work.apply(&wanted);
        if made.is_empty() {
            return false;
        }
        self.corrections.extend(made);
        self.changed.push(work.text);
        true
    }

    fn finish(self, before: &Sources, found: Diagnostics, unchecked: Option<Failure>) -> Corrected {
        let paths: BTreeSet<&str> = self.corrections.iter().map(|made| &*made.path).collect();
        let change = |path: &str| {
            let (_, before) = before.text_at(path)?;
            let (_, after) = self.sources.text_at(path)?;
            let is_other = before.text != after.text || before.error.is_some();
            is_other.then(|| FileChange { before: before.clone(), after: after.clone() })
        };
        let changes = paths.into_iter().filter_map(change).collect();
        Corrected { changes, found, sources: self.sources, corrections: self.corrections, unchecked }
    }
}

/// A mistake that several files have, for each of them with its own part of the fixes.
fn of_each_file(diagnostic: &Diagnostic) -> Vec<Diagnostic> {
    if diagnostic.alike.is_empty() {
        return vec![diagnostic.clone()];
    }
    let mut firsts: BTreeMap<FileId, Span> = BTreeMap::new();
    for place in diagnostic.places() {
        firsts.entry(place.file).or_insert(place);
    }
    let part = |(file, place): (FileId, Span)| {
        let fixes = diagnostic.fixes.iter().filter_map(|fix| {
            let edits = fix.edits.iter().filter(|edit| edit.span.file == file).cloned().collect();
            Fix::new(edits, fix.applicability)
        });
        let mut part = diagnostic.clone();
        part.fixes = fixes.collect();
        part.primary.span = place;
        part
    };
    firsts.into_iter().map(part).collect()
}

fn file_correction<'t>(
    sources: &Sources,
    types: &Arc<Types>,
    tried: &'t mut TriedFixes,
    file: FileId,
) -> Option<FileCorrection<'t>> {
    Some(FileCorrection { file, text: sources.get(file)?.clone(), types: types.clone(), tried })
}

/// What can be done to a file in this round: what has to be right first, comes first. In a file of another encoding,
/// only that can be corrected.
fn choices<'d>(
    diagnostics: &[&'d Diagnostic],
    file: FileId,
    faulty: bool,
    take: impl Fn(&Fix) -> bool,
) -> Vec<Choice<'d>> {
    let is_here = |fix: &Fix| fix.edits.iter().all(|edit| edit.span.file == file);
    let choice = |diagnostic: &&'d Diagnostic| {
        let fixes: Vec<&Fix> = diagnostic.fixes.iter().filter(|fix| is_here(fix) && take(fix)).collect();
        let possible = !fixes.is_empty() && (!faulty || diagnostic.code == Code::InvalidUtf8);
        possible.then_some(Choice { diagnostic, fixes })
    };
    let all: Vec<Choice<'d>> = diagnostics.iter().filter_map(choice).collect();
    let first = all.iter().map(|choice| priority(choice.diagnostic)).min();
    all.into_iter().filter(|choice| Some(priority(choice.diagnostic)) == first).collect()
}
