//! The corrections of one file: chosen so that no two meet, and applied only where they make no new mistakes.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    decode,
    diagnostic::{
        Code, Diagnostic, Diagnostics, Edit, FileId, Files, Fix, Position, Severity, line_start_before,
        splice,
    },
    schema::Types,
    source::{SourceText, TextHash},
};

/// A mistake with the ways to correct it that may be taken.
#[derive(Clone, Debug)]
pub(super) struct Choice<'d> {
    pub diagnostic: &'d Diagnostic,
    pub fixes: Vec<&'d Fix>,
}

/// A correction that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The file.
    pub path: Arc<str>,
    /// Where it was when the correction was made.
    pub at: Position,
    /// What was done, in a line.
    pub what: String,
}

/// What was tried and led nowhere, or was declined.
#[derive(Debug, Default)]
pub(super) struct TriedFixes {
    texts: BTreeSet<TextBytes>,
    fixes: BTreeSet<String>,
}

type TextBytes = [u8; 16];

impl TriedFixes {
    pub(super) fn knows(&self, fix: &Fix, text: &SourceText) -> bool {
        self.fixes.contains(&name(fix, text))
    }

    pub(super) fn decline(&mut self, fix: &Fix, text: &SourceText) {
        self.fixes.insert(name(fix, text));
    }

    /// Notes a state of a file; false if the file was there before.
    pub(super) fn enter(&mut self, text: &SourceText) -> bool {
        let TextHash(hash) = text.hash();
        self.texts.insert(hash)
    }
}

/// The same for the same correction at the same line of the file.
fn name(fix: &Fix, text: &SourceText) -> String {
    let edits = fix.edits.iter().map(|edit| {
        let range = edit.span.range();
        let start = line_start_before(&text.text, range.start);
        let line = text.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        format!("{line}\0{}..{}\0{}", range.start - start, range.end - start, edit.replacement)
    });
    let edits: Vec<String> = edits.collect();
    format!("{}\0{}", text.path, edits.join("\0"))
}

/// A file as it is being corrected.
pub(super) struct FileCorrection<'t> {
    pub file: FileId,
    pub text: Arc<SourceText>,
    pub types: Arc<Types>,
    pub tried: &'t mut TriedFixes,
}

impl Files for FileCorrection<'_> {
    fn path(&self, _: FileId) -> &str {
        &self.text.path
    }

    fn text(&self, _: FileId) -> &str {
        &self.text.text
    }
}

impl FileCorrection<'_> {
    /// What is wrong with the file by itself.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut found = Diagnostics::default();
        found.extend(
            self.types.decode(self.file, &self.text).into_iter().flat_map(|decoded| decoded.diagnostics),
        );
        decode::complete(&mut found, self);
        found.sort(self);
        found.iter().cloned().collect()
    }

    /// Makes those of the corrections that can be made at once, and says which.
    pub(super) fn apply(&mut self, choices: &[Choice<'_>]) -> Vec<Correction> {
        let before = self.errors(&self.text);
        let mut chosen: Vec<&Fix> = Vec::new();
        for choice in choices {
            let fix = self.choose(choice, before);
            if let Some(fix) = fix.filter(|fix| !chosen.iter().any(|other| meet(fix, other))) {
                chosen.push(fix);
            }
        }
        let mut chosen_fixes = Vec::new();
        self.add(&mut chosen_fixes, &chosen, before);
        match self.together(&chosen_fixes) {
            Some(text) => self.take(text, &chosen_fixes),
            None => Vec::new(),
        }
    }

    /// Adds those of the corrections to `chosen_fixes` that can be made together with the others: all at once, or else each half by
    /// itself, so that a file is decoded far less often than it has mistakes.
    fn add<'d>(&mut self, chosen_fixes: &mut Vec<&'d Fix>, chosen: &[&'d Fix], before: usize) {
        let all = [chosen_fixes.as_slice(), chosen].concat();
        if self.together(&all).is_some_and(|text| self.errors(&text) <= before) {
            *chosen_fixes = all;
            return;
        }
        match chosen {
            [] => {}
            // With others, it may be right in the next round.
            [fix] if chosen_fixes.is_empty() => self.tried.decline(fix, &self.text),
            [_] => {}
            _ => {
                let (first, second) = chosen.split_at(chosen.len() / 2);
                self.add(chosen_fixes, first, before);
                self.add(chosen_fixes, second, before);
            }
        }
    }

    fn take(&mut self, text: SourceText, fixes: &[&Fix]) -> Vec<Correction> {
        if fixes.is_empty() || !self.tried.enter(&text) {
            for fix in fixes {
                self.tried.decline(fix, &self.text);
            }
            return Vec::new();
        }
        let correction = |fix: &&Fix| {
            let start = fix.edits.first().map_or(0, |edit| edit.span.start as usize);
            let (path, at) = (self.text.path.clone(), Position::at(&self.text.text, start));
            Correction { path, at, what: fix.describe(self) }
        };
        let made = fixes.iter().map(correction).collect();
        self.text = Arc::new(text);
        made
    }

    /// The first of the ways that leaves fewer mistakes; or else the first that leaves no more.
    pub(super) fn choose<'d>(&mut self, choice: &Choice<'d>, before: usize) -> Option<&'d Fix> {
        let mut possible = None;
        for fix in &choice.fixes {
            if self.tried.knows(fix, &self.text) {
                continue;
            }
            if possible.is_none() && choice.fixes.len() == 1 {
                return Some(fix);
            }
            let after = self.together(&[fix]).map(|text| self.errors(&text));
            match after {
                Some(after) if after < before => return Some(fix),
                Some(after) if after == before => possible = possible.or(Some(*fix)),
                _ => self.tried.decline(fix, &self.text),
            }
        }
        possible
    }

    /// The text with these corrections made.
    fn together(&self, fixes: &[&Fix]) -> Option<SourceText> {
        let mut edits: Vec<&Edit> = fixes.iter().flat_map(|fix| &fix.edits).collect();
        edits.sort_by_key(|edit| edit.span.start);
        let text = splice(&self.text.text, edits)?;
        Some(SourceText::whole(self.text.path.clone(), text))
    }

    /// How many errors the file has by itself.
    pub(super) fn errors(&self, text: &SourceText) -> usize {
        let whole = SourceText::whole(text.path.clone(), text.text.clone());
        let Some(decoded) = self.types.decode(self.file, &Arc::new(whole)) else { return 0 };
        let errors = decoded.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        errors.filter(|diagnostic| !is_beginning(diagnostic, text)).count()
            + if decoded.unreadable { 1000 } else { 0 }
    }
}

/// True for what a table to begin with still lacks.
fn is_beginning(diagnostic: &Diagnostic, text: &SourceText) -> bool {
    let lacks = [Code::MissingKey, Code::MissingAlt].iter().any(|code| diagnostic.code == *code);
    lacks && decode::is_placeholder(&text.text, diagnostic.primary.span.end as usize)
}

/// What has to be right before the rest can be judged: the encoding, then the syntax.
pub(super) fn priority(diagnostic: &Diagnostic) -> u8 {
    if diagnostic.code == Code::InvalidUtf8 {
        0
    } else if diagnostic.code == Code::Syntax {
        1
    } else {
        2
    }
}

/// True if an edit of the one touches an edit of the other.
pub(super) fn meet(one: &Fix, other: &Fix) -> bool {
    one.edits.iter().any(|a| {
        other
            .edits
            .iter()
            .any(|b| a.span.file == b.span.file && a.span.start <= b.span.end && b.span.start <= a.span.end)
    })
}
