//! Corrections, applied in rounds: each is tried before it counts, and nothing is written until the end.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use diffy::{DiffOptions, PatchFormatter};
use toml::de::DeTable;

use crate::{
    build::{BuildContext, Snapshot, Theme, check_unpublished, prepare},
    content::Content,
    diagnostic::{
        Diagnostic, Diagnostics, Edit, Failure, FileId, Files, Fix, Position, Severity, code, line_at,
        line_start, splice,
    },
    edit::translate,
    schema::{Types, decode},
    site::Settings,
    source::{
        SourceText, Sources,
        file_write::{self, StagedFile},
    },
};

/// The most rounds. After so many, corrections undo each other.
const ROUNDS: usize = 200;

/// The folder whose files are corrected.
const CORRECTED: &str = "content/";

/// True for a file that is corrected. Fixes of other files are only shown, by editors and services; a file whose name isn't Unicode
/// can't be found again to write it.
pub fn is_corrected(file: FileId, files: &dyn Files) -> bool {
    let path = files.path(file);
    path.starts_with(CORRECTED) && !path.contains(char::REPLACEMENT_CHARACTER)
}

/// Tells whether a correction that isn't certain is applied.
pub type Ask<'a> = dyn FnMut(&Diagnostic, &Fix, &Sources) -> bool + 'a;

/// A file before and after corrections.
#[derive(Clone, Debug)]
pub struct FileChange {
    pub before: Arc<SourceText>,
    pub after: Arc<SourceText>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedFix {
    pub path: Arc<str>,
    /// The place of the mistake when it was corrected.
    pub at: Position,
    /// A description of the change, in a line.
    pub what: String,
}

#[derive(Debug)]
pub struct Corrected {
    /// The project after all corrections, which aren't on disk yet.
    pub sources: Arc<Sources>,
    /// The diagnostics that are left.
    pub diagnostics: Diagnostics,
    /// The files that changed, in the order of their paths.
    pub changes: Vec<FileChange>,
    /// The files that corrections make.
    pub created: Vec<Arc<SourceText>>,
    /// The corrections, in the order in which they were applied.
    pub corrections: Vec<AppliedFix>,
    /// The reason why pages couldn't be checked; `None` if they were.
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
    let mut job = FixJob::new(sources, None);
    for _ in 0..ROUNDS {
        let (snapshot, mut diagnostics) = job.prepare((settings, context));
        if job.certain_or_asked(&diagnostics, ask) {
            continue;
        }
        if let Ok(Some(snapshot)) = &snapshot
            && job.note_originals(&snapshot.main.content, &diagnostics)
        {
            continue;
        }
        // Mistakes in content can be corrected on a machine that can't make pages.
        let whole =
            snapshot.and_then(|snapshot| job.check_whole(snapshot, (settings, context), &mut diagnostics));
        diagnostics.sort(&job.sources);
        if job.certain_or_asked(&diagnostics, ask) {
            continue;
        }
        return Ok(job.finish(sources, diagnostics, whole.err()));
    }
    Err(Failure::new("corrections undo each other, so none was applied")
        .help("`gympress check` says what is wrong; correct it by hand"))
}

/// The text of a file with all corrections that are certain and that can be found without rendering pages, and of a translation
/// with the notes that it lacks. Returns `None` for a file that isn't corrected, and if corrections undo each other.
pub fn correct_file(
    sources: &Arc<Sources>,
    file: FileId,
    with: (&Settings, &BuildContext),
) -> Option<Arc<str>> {
    let mut job = FixJob::new(sources, Some(file));
    for _ in 0..ROUNDS {
        let (snapshot, diagnostics) = job.prepare(with);
        if job.round(&diagnostics, &mut None) {
            continue;
        }
        if let Ok(Some(snapshot)) = &snapshot
            && job.note_originals(&snapshot.main.content, &diagnostics)
        {
            continue;
        }
        return Some(job.sources.get(file)?.text.clone());
    }
    None
}

/// The lines of `file` that differ between `old` and `new`, as edits of the old text.
pub fn line_edits(file: FileId, old: &str, new: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for hunk in DiffOptions::new().set_context_len(0).create_patch(old, new).hunks() {
        let lines = hunk.old_range();
        // The range of a hunk that only adds is the line ahead of the added ones.
        let first = if lines.is_empty() { lines.start() + 1 } else { lines.start() };
        let start = line_start(old, first).unwrap_or(old.len());
        let end = line_start(old, first + lines.len()).unwrap_or(old.len());
        let mut added = String::new();
        for line in hunk.lines() {
            if let diffy::Line::Insert(line) = line {
                added.push_str(line);
            }
        }
        edits.push(Edit::at(file, start..end, added));
    }
    edits
}

fn types(sources: &Sources) -> Arc<Types> {
    Theme::load(sources, &mut Diagnostics::default()).types.clone()
}

/// The path and the text of a file, to recognize a state that it had before.
type PathAndText = (Arc<str>, Arc<str>);

fn path_and_text(text: &SourceText) -> PathAndText {
    (text.path.clone(), text.text.clone())
}

/// A mistake with the ways to correct it in one file, the likeliest first.
struct Choice<'d> {
    diagnostic: &'d Diagnostic,
    fixes: Vec<Fix>,
}

struct FixJob {
    sources: Arc<Sources>,
    /// The types of its content.
    types: Arc<Types>,
    /// The texts that files had so far. A correction that brings one back is declined.
    seen: BTreeSet<PathAndText>,
    /// The corrections that led to more mistakes, and those that the user declined.
    declined: BTreeSet<String>,
    corrections: Vec<AppliedFix>,
    /// The only file that is corrected, if not all are.
    only: Option<FileId>,
    /// The paths of files that corrections made.
    created: BTreeSet<Arc<str>>,
}

/// A file with fixes applied, and the files that they make.
struct CorrectedFile {
    text: Arc<SourceText>,
    created: Vec<Arc<SourceText>>,
}

impl FixJob {
    fn new(sources: &Arc<Sources>, only: Option<FileId>) -> Self {
        Self {
            sources: sources.clone(),
            types: types(sources),
            // A text in another encoding is left out: it is the same once it is UTF-8.
            seen: sources
                .texts_below(CORRECTED)
                .filter(|(_, text)| text.error.is_none())
                .map(|(_, text)| path_and_text(text))
                .collect(),
            declined: BTreeSet::new(),
            corrections: Vec::new(),
            only,
            created: BTreeSet::new(),
        }
    }

    /// Finds the mistakes that show without rendering pages.
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

    /// Checks all pages, also those of entries that aren't published yet.
    fn check_whole(
        &self,
        snapshot: Option<Snapshot>,
        (settings, context): (&Settings, &BuildContext),
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Failure> {
        let Some(snapshot) = snapshot else { return Ok(()) };
        let built = snapshot.check(context, diagnostics, || Ok(()))?;
        check_unpublished(&built.site, &self.sources, settings, context, diagnostics)
    }

    /// Applies the certain corrections, or if there are none, those that are accepted: with the certain ones there may be fewer
    /// mistakes to ask about. Returns false if nothing changed.
    fn certain_or_asked(&mut self, diagnostics: &Diagnostics, ask: &mut Ask<'_>) -> bool {
        self.round(diagnostics, &mut None) || self.round(diagnostics, &mut Some(ask))
    }

    /// Applies the certain corrections, or with `ask` those that are accepted. Returns false if nothing changed.
    fn round(&mut self, diagnostics: &Diagnostics, ask: &mut Option<&mut Ask<'_>>) -> bool {
        let mut changed = Vec::new();
        for (file, choices) in self.choices(diagnostics) {
            let Some(text) = self.sources.get(file).cloned() else { continue };
            let chosen = self.chosen(file, &text, &choices, ask);
            if let Some(applied) = self.apply(file, &text, &chosen) {
                changed.push(applied.text);
                changed.extend(applied.created);
            }
        }
        self.put(changed)
    }

    /// Notes behind each translated text which text it was translated from. Returns false if all have such a note.
    fn note_originals(&mut self, content: &Content, diagnostics: &Diagnostics) -> bool {
        let notes = content.editions.iter().flat_map(|edition| translate::notes(edition));
        let mut changed = Vec::new();
        for (file, edits) in translate::by_file(notes.collect()) {
            let is_wanted = self.only.is_none_or(|only| only == file) && !diagnostics.has_errors_in(file);
            let Some(text) = self.sources.get(file).filter(|_| is_wanted) else { continue };
            let (Some(first), Some(noted)) = (edits.first(), splice(&text.text, &edits)) else { continue };
            let at = Position::at(&text.text, first.span.range().start);
            let what = match edits.len() {
                1 => "noted which text it is a translation of".to_owned(),
                count => format!("noted of {count} texts which ones they are translations of"),
            };
            self.corrections.push(AppliedFix { path: text.path.clone(), at, what });
            changed.push(Arc::new(SourceText::whole(text.path.clone(), noted)));
        }
        self.put(changed)
    }

    /// Puts these texts in the place of those at their paths. Returns false if there are none.
    fn put(&mut self, changed: Vec<Arc<SourceText>>) -> bool {
        if changed.is_empty() {
            return false;
        }
        self.sources = Arc::new(self.sources.with_overlays(changed));
        true
    }

    /// The mistakes that can be corrected, by file. Mistakes that hide others are corrected alone.
    fn choices<'d>(&self, diagnostics: &'d Diagnostics) -> BTreeMap<FileId, Vec<Choice<'d>>> {
        let mut files: BTreeMap<FileId, Vec<Choice<'d>>> = BTreeMap::new();
        for diagnostic in diagnostics.iter() {
            let all: BTreeSet<FileId> =
                diagnostic.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span.file).collect();
            for file in all {
                if self.only.is_some_and(|only| only != file) || !is_corrected(file, &*self.sources) {
                    continue;
                }
                let fixes = diagnostic.fixes.iter().filter_map(|fix| {
                    let edits = fix.edits.iter().filter(|edit| edit.span.file == file).cloned().collect();
                    let creates =
                        fix.creates.clone().filter(|_| fix.edits.iter().all(|edit| edit.span.file == file));
                    Some(Fix { creates, ..Fix::new(edits, fix.applicability)? })
                });
                let fixes = fixes.filter(|fix| {
                    fix.creates.is_none() || self.only.is_none() && fix.is_possible(&*self.sources)
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

    /// The fix of each mistake that is to be applied now.
    fn chosen(
        &mut self,
        file: FileId,
        text: &SourceText,
        choices: &[Choice<'_>],
        ask: &mut Option<&mut Ask<'_>>,
    ) -> Vec<Fix> {
        let mut chosen: Vec<Fix> = Vec::new();
        for choice in choices {
            let fix = self.first_accepted(file, text, choice, &chosen, ask);
            chosen.extend(fix.cloned());
        }
        chosen
    }

    /// The first fix of a mistake that is certain, or with `ask` is accepted. One that overlaps a fix in `chosen` waits for the
    /// next round.
    fn first_accepted<'c>(
        &mut self,
        file: FileId,
        text: &SourceText,
        Choice { diagnostic, fixes }: &'c Choice<'_>,
        chosen: &[Fix],
        ask: &mut Option<&mut Ask<'_>>,
    ) -> Option<&'c Fix> {
        let is_asked = ask.is_some();
        for fix in fixes.iter().filter(|fix| is_asked || fix.is_certain()) {
            if self.declined.contains(&identity(fix, text)) {
                continue;
            }
            // Two that make the same file are made once.
            if let Some(new) = &fix.creates {
                let mut others = chosen.iter().filter_map(|other| other.creates.as_ref());
                if self.created.contains(&*new.path) || others.any(|other| other.path == new.path) {
                    continue;
                }
            }
            if chosen.iter().any(|other| overlap(fix, other)) {
                return None;
            }
            let Some(ask) = ask else { return Some(fix) };
            let after = with_fixes(text, [fix]);
            let is_better = after.is_some_and(|after| self.errors(file, &after) <= self.errors(file, text));
            if !is_better {
                self.declined.insert(identity(fix, text));
            } else if ask(diagnostic, fix, &self.sources) {
                return Some(fix);
            } else {
                // Somebody who declines one correction of a mistake isn't asked about the others.
                self.declined.extend(fixes.iter().map(|fix| identity(fix, text)));
                return None;
            }
        }
        None
    }

    /// The file with all fixes applied, or else with each that adds no mistake to those before it.
    fn apply(&mut self, file: FileId, text: &Arc<SourceText>, fixes: &[Fix]) -> Option<CorrectedFile> {
        let before = self.errors(file, text);
        let mut applied: Vec<&Fix> = fixes.iter().collect();
        if self.errors_with(file, text, &applied).is_none_or(|after| after > before) {
            applied.clear();
            for fix in fixes {
                applied.push(fix);
                if self.errors_with(file, text, &applied).is_none_or(|after| after > before) {
                    applied.pop();
                    // Together with others it may be right in the next round.
                    if applied.is_empty() {
                        self.declined.insert(identity(fix, text));
                    }
                }
            }
        }
        let after = with_fixes(text, applied.iter().copied()).filter(|_| !applied.is_empty())?;
        if !self.seen.insert(path_and_text(&after)) {
            self.declined.extend(applied.iter().map(|fix| identity(fix, text)));
            return None;
        }
        let mut created = Vec::new();
        for fix in applied {
            if let Some(new) = &fix.creates {
                created.push(Arc::new(SourceText::whole(new.path.as_str(), new.text.as_str())));
                self.created.insert(new.path.as_str().into());
            }
            let start = fix.edits.first().map_or(0, |edit| edit.span.start as usize);
            let at = Position::at(&text.text, start);
            let what = fix.describe(&*self.sources);
            self.corrections.push(AppliedFix { path: text.path.clone(), at, what });
        }
        Some(CorrectedFile { text: Arc::new(after), created })
    }

    /// The number of errors that the file has with these fixes. Returns `None` if they can't be applied together.
    fn errors_with(&self, file: FileId, text: &SourceText, fixes: &[&Fix]) -> Option<usize> {
        with_fixes(text, fixes.iter().copied()).map(|after| self.errors(file, &after))
    }

    /// The number of errors that the file has by itself.
    fn errors(&self, file: FileId, text: &SourceText) -> usize {
        /// The number of errors for which an unreadable file counts, so that a readable file is always better.
        const UNREADABLE: usize = 1000;
        let whole = SourceText::whole(text.path.clone(), text.text.clone());
        let Some(decoded) = self.types.decode(file, &Arc::new(whole)) else {
            // The type of a translation is in its original.
            return if DeTable::parse(&text.text).is_ok() { 0 } else { UNREADABLE };
        };
        let errors = decoded.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        let count = errors.filter(|diagnostic| !is_beginning(diagnostic, text)).count();
        count + if decoded.unreadable { UNREADABLE } else { 0 }
    }

    fn finish(self, before: &Sources, diagnostics: Diagnostics, unchecked: Option<Failure>) -> Corrected {
        let paths: BTreeSet<&str> = self.corrections.iter().map(|correction| &*correction.path).collect();
        let mut changes = Vec::new();
        for path in paths {
            if let (Some((_, before)), Some((_, after))) = (before.text_at(path), self.sources.text_at(path))
                && (before.text != after.text || before.error.is_some())
            {
                changes.push(FileChange { before: before.clone(), after: after.clone() });
            }
        }
        let created = self.created.iter().filter_map(|path| Some(self.sources.text_at(path)?.1.clone()));
        let created = created.collect();
        Corrected {
            changes,
            created,
            diagnostics,
            sources: self.sources,
            corrections: self.corrections,
            unchecked,
        }
    }
}

/// The rank of a mistake. Lower ranks hide the mistakes of higher ones: first the encoding, then the syntax.
fn priority(diagnostic: &Diagnostic) -> u8 {
    if diagnostic.code == code::INVALID_UTF8 {
        0
    } else if diagnostic.code == code::SYNTAX {
        1
    } else {
        2
    }
}

/// True for a key that a table just begun still lacks.
fn is_beginning(diagnostic: &Diagnostic, text: &SourceText) -> bool {
    let lacks = diagnostic.code == code::MISSING_KEY || diagnostic.code == code::MISSING_ALT;
    lacks && decode::is_placeholder(&text.text, diagnostic.primary.span.end as usize)
}

/// The identity of a correction: the same for the same edits of the same line.
fn identity(fix: &Fix, text: &SourceText) -> String {
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
fn overlap(one: &Fix, other: &Fix) -> bool {
    one.edits.iter().any(|Edit { span: a, .. }| {
        other.edits.iter().any(|Edit { span: b, .. }| a.start <= b.end && b.start <= a.end)
    })
}

/// The text with these corrections applied. Returns `None` if they overlap.
fn with_fixes<'f>(text: &SourceText, fixes: impl IntoIterator<Item = &'f Fix>) -> Option<SourceText> {
    let mut edits: Vec<&Edit> = fixes.into_iter().flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.span.start);
    Some(SourceText::whole(text.path.clone(), splice(&text.text, edits)?))
}

/// New files as `diff -u` shows them and `patch` makes them.
pub fn unified_new(files: &[Arc<SourceText>]) -> String {
    let new = files
        .iter()
        .map(|file| unified_diff("", &file.text, ("/dev/null".to_owned(), format!("b/{}", file.path))));
    new.collect()
}

/// Writes new files below `root`, each whole.
///
/// # Errors
/// If one can't be written, or something is at its path by now.
pub fn create(root: &Path, files: &[Arc<SourceText>]) -> Result<(), Failure> {
    for file in files {
        let path = root.join(&*file.path);
        if !file_write::create(&path, file.text.as_bytes())? {
            return Err(Failure::new(format!("{} was made by another program", file.path))
                .help("run gympress fix again"));
        }
    }
    Ok(())
}

/// The changes line by line, as `diff -u` shows them and `patch` reads them.
pub fn unified(changes: &[FileChange]) -> String {
    let mut shown = String::new();
    for FileChange { before, after } in changes {
        if before.text == after.text && before.path == after.path {
            shown.push_str(&format!("{}: written as UTF-8, the text as it is\n", after.path));
        } else {
            let names = (format!("a/{}", before.path), format!("b/{}", after.path));
            shown.push_str(&unified_diff(&before.text, &after.text, names));
        }
    }
    shown
}

/// The differences of two texts of these names; empty if there are none.
pub fn unified_diff(old: &str, new: &str, (old_name, new_name): (String, String)) -> String {
    if old == new {
        return String::new();
    }
    let mut options = DiffOptions::new();
    options.set_original_filename(old_name).set_modified_filename(new_name);
    let patch = options.create_patch(old, new);
    PatchFormatter::new().suppress_blank_empty(false).fmt_patch(&patch).to_string()
}

/// Writes all changes below `root`, beside the files at first; when all are written, each takes its file's place.
///
/// # Errors
/// If a file can't be written, or was changed since it was read: then all are as they were.
pub fn write(root: &Path, changes: &[FileChange]) -> Result<(), Failure> {
    // Staged files are removed when they are dropped, if a later one can't be written.
    let staged: Vec<(RewrittenFile, StagedFile)> =
        changes.iter().map(|change| stage(root, change)).collect::<Result<_, _>>()?;
    // Writing takes a while, in which another program may have changed the files.
    changes.iter().try_for_each(|change| rewritten(root, change).map(drop))?;
    let mut written = Vec::new();
    for (file, staged) in staged {
        if let Err(failure) = staged.commit() {
            written.iter().for_each(RewrittenFile::take_back);
            return Err(failure);
        }
        written.push(file);
    }
    Ok(())
}

/// A file that changes.
struct RewrittenFile {
    to: PathBuf,
    before: Vec<u8>,
    after: Vec<u8>,
}

impl RewrittenFile {
    /// Writes what was there before, as far as that is possible: the failure that led here is reported.
    fn take_back(&self) {
        let _ = file_write::replace(&self.to, &self.before);
    }
}

fn stage(root: &Path, change: &FileChange) -> Result<(RewrittenFile, StagedFile), Failure> {
    let file = rewritten(root, change)?;
    let metadata = fs::metadata(&file.to).map_err(|error| Failure::io("read", &file.to, &error))?;
    let staged = StagedFile::write(file.to.clone(), &file.after, Some(metadata.permissions()))?;
    Ok((file, staged))
}

/// A file as it is and as it is to be, if it still says what it said.
fn rewritten(root: &Path, change: &FileChange) -> Result<RewrittenFile, Failure> {
    let given = root.join(&*change.before.path);
    // A symbolic link stays: the file that it leads to is written.
    let to = dunce::canonicalize(&given).map_err(|error| Failure::io("find", &given, &error))?;
    let before = fs::read(&to).map_err(|error| Failure::io("read", &to, &error))?;
    let Some(after) = change.before.rewritten(&before, &change.after.text) else {
        return Err(Failure::new(format!("{} was changed by another program", change.before.path))
            .help("nothing was written; do it again"));
    };
    Ok(RewrittenFile { to, before, after })
}
