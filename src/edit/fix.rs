//! Corrections applied: in rounds, each tried before it counts, and nothing written until the end.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::Arc,
};

use diffy::{DiffOptions, PatchFormatter};

use crate::{
    build::{BuildContext, Snapshot, Theme, check_unpublished, prepare},
    diagnostic::{
        Diagnostic, Diagnostics, Edit, Failure, FileId, Files, Fix, Position, Severity, code, line_at,
        line_start, splice,
    },
    schema::{Types, decode},
    site::Settings,
    source::{SourceText, Sources, file_write::StagedFile},
};

/// After this many rounds corrections are fighting.
const ROUNDS: usize = 200;

/// The folder whose files are corrected.
const CORRECTED: &str = "content/";

/// True for a file that is corrected; what is proposed for others is for editors and services that show it.
pub fn is_corrected(file: FileId, files: &dyn Files) -> bool {
    files.path(file).starts_with(CORRECTED)
}

/// Asks whether a correction that isn't certain should be applied.
pub type Ask<'a> = dyn FnMut(&Diagnostic, &Fix, &Sources) -> bool + 'a;

/// A file that is another one now.
#[derive(Clone, Debug)]
pub struct FileChange {
    pub before: Arc<SourceText>,
    pub after: Arc<SourceText>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    pub path: Arc<str>,
    /// Where it was when the correction was applied.
    pub at: Position,
    /// What was done, in a line.
    pub what: String,
}

#[derive(Debug)]
pub struct Corrected {
    /// The project with all corrections, none of which is on disk yet.
    pub sources: Arc<Sources>,
    /// What is left to say of it.
    pub diagnostics: Diagnostics,
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
    let mut job = Job::new(sources, None);
    for _ in 0..ROUNDS {
        let (snapshot, mut diagnostics) = job.prepare((settings, context));
        // Once all that is certain is right, less may have to be proposed.
        if job.round(&diagnostics, &mut None) || job.round(&diagnostics, &mut Some(&mut *ask)) {
            continue;
        }
        // What is wrong with content can be corrected on a machine that can't make pages.
        let whole =
            snapshot.and_then(|snapshot| job.check_whole(snapshot, (settings, context), &mut diagnostics));
        diagnostics.sort(&job.sources);
        if job.round(&diagnostics, &mut None) || job.round(&diagnostics, &mut Some(&mut *ask)) {
            continue;
        }
        return Ok(job.finish(sources, diagnostics, whole.err()));
    }
    Err(Failure::new("corrections undo each other, so none was applied")
        .help("`gympress check` says what is wrong; correct it by hand"))
}

/// What a file says once all is made in it that is certain and that can be known without rendering pages. Returns `None` for a
/// file that isn't corrected, and if corrections are fighting.
pub fn correct_file(
    sources: &Arc<Sources>,
    file: FileId,
    with: (&Settings, &BuildContext),
) -> Option<Arc<str>> {
    let mut job = Job::new(sources, Some(file));
    for _ in 0..ROUNDS {
        let (_, diagnostics) = job.prepare(with);
        if !job.round(&diagnostics, &mut None) {
            return Some(job.sources.get(file)?.text.clone());
        }
    }
    None
}

/// The lines of `file` that aren't the same in `old` and `new`, as edits of the old text.
pub fn line_edits(file: FileId, old: &str, new: &str) -> Vec<Edit> {
    let mut options = DiffOptions::new();
    let patch = options.set_context_len(0).create_patch(old, new);
    let edit = |hunk: &diffy::Hunk<'_, str>| {
        let lines = hunk.old_range();
        // Of a hunk that only adds, the line behind which it does.
        let first = if lines.is_empty() { lines.start() + 1 } else { lines.start() };
        let start = line_start(old, first).unwrap_or(old.len());
        let end = line_start(old, first + lines.len()).unwrap_or(old.len());
        let added = hunk.lines().iter().filter_map(|line| match line {
            diffy::Line::Insert(line) => Some(*line),
            _ => None,
        });
        Edit::at(file, start..end, added.collect::<String>())
    };
    patch.hunks().iter().map(edit).collect()
}

fn types(sources: &Sources) -> Arc<Types> {
    Theme::load(sources, &mut Diagnostics::default()).types.clone()
}

/// A path with its text, by which it is known whether the file was like this before.
type State = (Arc<str>, Arc<str>);

fn state(text: &SourceText) -> State {
    (text.path.clone(), text.text.clone())
}

/// A mistake with the ways to correct it in one file, the likeliest first.
struct Choice<'d> {
    diagnostic: &'d Diagnostic,
    fixes: Vec<Fix>,
}

struct Job {
    sources: Arc<Sources>,
    /// The types of its content.
    types: Arc<Types>,
    /// What files said so far: none becomes again what it was.
    seen: BTreeSet<State>,
    /// What made more mistakes, or was declined.
    declined: BTreeSet<String>,
    corrections: Vec<Correction>,
    /// The only file that is corrected, if not all are.
    only: Option<FileId>,
}

impl Job {
    fn new(sources: &Arc<Sources>, only: Option<FileId>) -> Self {
        Self {
            sources: sources.clone(),
            types: types(sources),
            // What was read in another encoding says the same once it is UTF-8.
            seen: sources
                .texts_below(CORRECTED)
                .filter(|(_, text)| text.error.is_none())
                .map(|(_, text)| state(text))
                .collect(),
            declined: BTreeSet::new(),
            corrections: Vec::new(),
            only,
        }
    }

    /// What is wrong without rendering pages.
    fn prepare(
        &mut self,
        (settings, context): (&Settings, &BuildContext),
    ) -> (Result<Option<Snapshot>, Failure>, Diagnostics) {
        let mut diagnostics = Diagnostics::default();
        diagnostics.extend(self.sources.errors());
        let snapshot = prepare(&self.sources, settings, context, &mut diagnostics);
        diagnostics.sort(&self.sources);
        self.types = types(&self.sources);
        (snapshot, diagnostics)
    }

    /// Checks all pages, with those of posts that aren't published yet.
    fn check_whole(
        &self,
        snapshot: Option<Snapshot>,
        (settings, context): (&Settings, &BuildContext),
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Failure> {
        let Some(snapshot) = snapshot else { return Ok(()) };
        let built = snapshot.build(context, diagnostics, |_| Ok(()))?;
        check_unpublished(&built.site, &self.sources, settings, context, diagnostics)
    }

    /// Makes what is certain, or with somebody to ask what is proposed; false if there was nothing to do.
    fn round(&mut self, diagnostics: &Diagnostics, ask: &mut Option<&mut Ask<'_>>) -> bool {
        let mut changed = Vec::new();
        for (file, choices) in self.choices(diagnostics) {
            let Some(text) = self.sources.get(file).cloned() else { continue };
            let chosen = self.chosen(file, &text, &choices, ask);
            changed.extend(self.apply(file, &text, &chosen));
        }
        let is_changed = !changed.is_empty();
        if is_changed {
            self.sources = Arc::new(self.sources.with_overlays(changed));
        }
        is_changed
    }

    /// What can be corrected in each file: what has to be right first comes alone.
    fn choices<'d>(&self, diagnostics: &'d Diagnostics) -> BTreeMap<FileId, Vec<Choice<'d>>> {
        let mut files: BTreeMap<FileId, Vec<Choice<'d>>> = BTreeMap::new();
        for diagnostic in diagnostics.iter() {
            let all: BTreeSet<FileId> =
                diagnostic.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span.file).collect();
            let is_wanted = |file: FileId| self.only.is_none_or(|only| only == file);
            for file in all.into_iter().filter(|file| is_wanted(*file) && is_corrected(*file, &*self.sources))
            {
                let fixes = diagnostic.fixes.iter().filter_map(|fix| {
                    let edits = fix.edits.iter().filter(|edit| edit.span.file == file).cloned().collect();
                    Fix::new(edits, fix.applicability)
                });
                files.entry(file).or_default().push(Choice { diagnostic, fixes: fixes.collect() });
            }
        }
        for choices in files.values_mut() {
            let first = choices.iter().map(|choice| priority(choice.diagnostic)).min();
            choices.retain(|choice| Some(priority(choice.diagnostic)) == first);
        }
        files
    }

    /// The first possible fix of each mistake, of those that don't meet.
    fn chosen(
        &mut self,
        file: FileId,
        text: &SourceText,
        choices: &[Choice<'_>],
        ask: &mut Option<&mut Ask<'_>>,
    ) -> Vec<Fix> {
        let before = self.errors(file, text);
        let mut chosen: Vec<Fix> = Vec::new();
        for Choice { diagnostic, fixes } in choices {
            let is_asked = ask.is_some();
            let possible = fixes.iter().filter(|fix| is_asked || fix.is_certain());
            for fix in possible {
                if self.declined.contains(&name(fix, text)) {
                    continue;
                }
                if chosen.iter().any(|other| meet(fix, other)) {
                    break;
                }
                let Some(ask) = ask else {
                    chosen.push(fix.clone());
                    break;
                };
                let is_better =
                    with_fixes(text, [fix]).is_some_and(|after| self.errors(file, &after) <= before);
                if is_better && ask(diagnostic, fix, &self.sources) {
                    chosen.push(fix.clone());
                    break;
                }
                self.declined.insert(name(fix, text));
                if is_better {
                    self.declined.extend(fixes.iter().map(|fix| name(fix, text)));
                    break;
                }
            }
        }
        chosen
    }

    /// The file with all fixes applied, or else with those that make no new mistakes one after the other.
    fn apply(&mut self, file: FileId, text: &Arc<SourceText>, fixes: &[Fix]) -> Option<Arc<SourceText>> {
        let before = self.errors(file, text);
        let mut applied: Vec<&Fix> = fixes.iter().collect();
        let is_good = |job: &Self, applied: &[&Fix]| {
            with_fixes(text, applied.iter().copied()).is_some_and(|after| job.errors(file, &after) <= before)
        };
        if !is_good(self, &applied) {
            applied.clear();
            for fix in fixes {
                applied.push(fix);
                if !is_good(self, &applied) {
                    applied.pop();
                    // With others, it may be right in the next round.
                    if applied.is_empty() {
                        self.declined.insert(name(fix, text));
                    }
                }
            }
        }
        let after = with_fixes(text, applied.iter().copied()).filter(|_| !applied.is_empty())?;
        if !self.seen.insert(state(&after)) {
            self.declined.extend(applied.iter().map(|fix| name(fix, text)));
            return None;
        }
        for fix in applied {
            let start = fix.edits.first().map_or(0, |edit| edit.span.start as usize);
            let at = Position::at(&text.text, start);
            let what = fix.describe(&*self.sources);
            self.corrections.push(Correction { path: text.path.clone(), at, what });
        }
        Some(Arc::new(after))
    }

    /// How many errors the file has by itself.
    fn errors(&self, file: FileId, text: &SourceText) -> usize {
        /// As good as this many errors, so that a file that can be read is always better.
        const UNREADABLE: usize = 1000;
        let whole = SourceText::whole(text.path.clone(), text.text.clone());
        let Some(decoded) = self.types.decode(file, &Arc::new(whole)) else { return 0 };
        let errors = decoded.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        let count = errors.filter(|diagnostic| !is_beginning(diagnostic, text)).count();
        count + if decoded.unreadable { UNREADABLE } else { 0 }
    }

    fn finish(self, before: &Sources, diagnostics: Diagnostics, unchecked: Option<Failure>) -> Corrected {
        let paths: BTreeSet<&str> = self.corrections.iter().map(|correction| &*correction.path).collect();
        let change = |path: &str| {
            let (_, before) = before.text_at(path)?;
            let (_, after) = self.sources.text_at(path)?;
            let is_other = before.text != after.text || before.error.is_some();
            is_other.then(|| FileChange { before: before.clone(), after: after.clone() })
        };
        let changes = paths.into_iter().filter_map(change).collect();
        Corrected { changes, diagnostics, sources: self.sources, corrections: self.corrections, unchecked }
    }
}

/// What has to be right before the rest can be judged: the encoding, then the syntax.
fn priority(diagnostic: &Diagnostic) -> u8 {
    if diagnostic.code == code::INVALID_UTF8 {
        0
    } else if diagnostic.code == code::SYNTAX {
        1
    } else {
        2
    }
}

/// True for what a table to begin with still lacks.
fn is_beginning(diagnostic: &Diagnostic, text: &SourceText) -> bool {
    let lacks = diagnostic.code == code::MISSING_KEY || diagnostic.code == code::MISSING_ALT;
    lacks && decode::is_placeholder(&text.text, diagnostic.primary.span.end as usize)
}

/// The same for the same correction at the same line of the file.
fn name(fix: &Fix, text: &SourceText) -> String {
    let edits = fix.edits.iter().map(|edit| {
        let range = edit.span.range();
        let line = line_at(&text.text, range.start);
        let (start, written) = (line.start, text.text.get(line).unwrap_or_default());
        format!("{written}\0{}..{}\0{}", range.start - start, range.end - start, edit.replacement)
    });
    let edits: Vec<String> = edits.collect();
    format!("{}\0{}", text.path, edits.join("\0"))
}

/// True if an edit of the one touches an edit of the other.
fn meet(one: &Fix, other: &Fix) -> bool {
    let meets = |a: &Edit, b: &Edit| a.span.start <= b.span.end && b.span.start <= a.span.end;
    one.edits.iter().any(|a| other.edits.iter().any(|b| meets(a, b)))
}

/// The text with these corrections applied.
fn with_fixes<'f>(text: &SourceText, fixes: impl IntoIterator<Item = &'f Fix>) -> Option<SourceText> {
    let mut edits: Vec<&Edit> = fixes.into_iter().flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.span.start);
    Some(SourceText::whole(text.path.clone(), splice(&text.text, edits)?))
}

/// What changes, line by line, as `diff -u` shows it and `patch` takes it.
pub fn unified(changes: &[FileChange]) -> String {
    changes
        .iter()
        .map(|FileChange { before, after }| {
            if before.text == after.text && before.path == after.path {
                return format!("{}: written as UTF-8, the text as it is\n", after.path);
            }
            unified_diff(
                &before.text,
                &after.text,
                (format!("a/{}", before.path), format!("b/{}", after.path)),
            )
        })
        .collect()
}

/// The differences of two texts of these names; nothing if there are none.
pub fn unified_diff(old: &str, new: &str, (old_name, new_name): (String, String)) -> String {
    if old == new {
        return String::new();
    }
    let mut options = DiffOptions::new();
    options.set_original_filename(old_name).set_modified_filename(new_name);
    let patch = options.create_patch(old, new);
    PatchFormatter::new().suppress_blank_empty(false).fmt_patch(&patch).to_string()
}

/// Writes all changes below `root`, beside the files at first; when all are there, each takes its file's place.
///
/// # Errors
/// If a file can't be written, or is another one since it was read: then none is changed. Only if one that was
/// written can't take its place, those before it have.
pub fn write(root: &Path, changes: &[FileChange]) -> Result<(), Failure> {
    // What was written is removed again if another file can't be.
    let staged: Vec<StagedFile> =
        changes.iter().map(|change| stage(root, change)).collect::<Result<_, _>>()?;
    staged.into_iter().try_for_each(StagedFile::commit)
}

fn stage(root: &Path, change: &FileChange) -> Result<StagedFile, Failure> {
    let given = root.join(&*change.before.path);
    // Where a link leads is written to, and the link stays.
    let to = dunce::canonicalize(&given).map_err(|error| Failure::io("find", &given, &error))?;
    let bytes = fs::read(&to).map_err(|error| Failure::io("read", &to, &error))?;
    let Some(bytes) = change.before.rewritten(&bytes, &change.after.text) else {
        return Err(Failure::new(format!("{} was changed by another program", change.before.path))
            .help("nothing was written; run gympress fix again"));
    };
    let permissions = fs::metadata(&to).map_err(|error| Failure::io("read", &to, &error))?.permissions();
    StagedFile::write(to, &bytes, Some(permissions))
}
