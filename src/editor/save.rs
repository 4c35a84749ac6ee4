//! Saving: all drafts are written, or none.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path as FilePath, PathBuf},
    sync::Arc,
};

use serde_json::json;

use super::{
    Editor, EditorState,
    answers::{ChangeReason, EditRefusal, SavedAnswer},
    drafts::{Drafts, text_on_disk},
    project::EditedProject,
};
use crate::{
    diagnostic::{Diagnostics, Failure},
    edit::fix::{self, FileChange},
    lock,
    source::{SourceText, file_write},
};

/// The most tries to save what another program writes at the same time.
const MOST_TRIES: usize = 4;

impl Editor {
    /// Writes all drafts.
    ///
    /// # Errors
    /// If they would bring mistakes that the saved files haven't got, if another program changed the same, or if a file can't be
    /// written: then none is.
    pub fn save(&self) -> Result<SavedAnswer, EditRefusal> {
        let mut state = lock(&self.state);
        let mut saved = self.try_save(&mut state);
        for _ in 1..MOST_TRIES {
            // Another program may have written the files while they were looked at.
            if saved.is_ok() || !state.is_disk_changed() {
                break;
            }
            saved = self.try_save(&mut state);
        }
        saved
    }

    fn try_save(&self, state: &mut EditorState) -> Result<SavedAnswer, EditRefusal> {
        let paths = state.drafts.paths();
        paths
            .iter()
            .try_for_each(|path| check_place(&self.environment.root, path))
            .map_err(EditRefusal::of_machine)?;
        // Another program may have written these files just now.
        let disk = Arc::new(state.disk.with_changes(&paths, &mut Diagnostics::default()));
        self.take_into(state, disk, ChangeReason::Disk).map_err(EditRefusal::of_machine)?;
        if let Some((file, _)) = state.drafts.iter().find(|(_, draft)| draft.conflict.is_some()) {
            let title = state.project.title_of(file);
            return Err(EditRefusal::new(
                409,
                format!("{title} was changed by another program, too: choose which one stays"),
            ));
        }
        let saved = EditedProject::of(&state.disk, &Drafts::default(), &self.environment);
        let saved = saved.map_err(EditRefusal::of_machine)?;
        let problems = state.project.new_errors(&saved).map(|found| state.project.obstacle(found));
        let problems: Vec<_> = problems.collect();
        if !problems.is_empty() {
            let why = "this can't be saved yet, as something in it has to be corrected first";
            return Err(EditRefusal { status: 422, body: json!({ "why": why, "problems": problems }) });
        }
        // If the program ends in the middle, what is written is known to be these drafts, and no change of another program.
        self.journal.write_now(&state.drafts, &state.answered).map_err(EditRefusal::of_machine)?;
        self.write(state).map_err(EditRefusal::of_machine)?;
        let paths = state.drafts.paths();
        let files = state.drafts.iter().map(|(path, _)| path.clone()).collect();
        state.disk = Arc::new(state.disk.with_changes(&paths, &mut Diagnostics::default()));
        // Undo stops at what another program wrote since.
        let drafts = state.drafts.iter();
        let others =
            drafts.filter(|(path, draft)| text_on_disk(path, &state.disk).as_ref() != Some(&draft.text));
        let others = others.map(|(path, _)| path.clone()).collect();
        state.history.forget_with(&others);
        let next = self.edited(state, &Drafts::default())?;
        self.show(state, next, ChangeReason::Saved).map_err(EditRefusal::of_machine)?;
        Ok(SavedAnswer { saved: files })
    }

    fn write(&self, state: &EditorState) -> Result<(), Failure> {
        let root = &self.environment.root;
        let mut changes = Vec::new();
        let mut new = Vec::new();
        for (path, draft) in state.drafts.iter() {
            let after = Arc::new(SourceText::whole(path.clone(), draft.text.clone()));
            match text_on_disk(path, &state.disk).and_then(|_| state.disk.text_at(path)) {
                Some((_, before)) => changes.push(FileChange { before: before.clone(), after }),
                None => new.push(after),
            }
        }
        let mut created = CreatedFiles::default();
        for text in new {
            created.create(root, &text)?;
        }
        fix::write(root, &changes)?;
        created.stay();
        Ok(())
    }
}

impl EditorState {
    /// True if a file that is to be saved says something else by now than when it was read.
    fn is_disk_changed(&self) -> bool {
        let disk = self.disk.with_changes(&self.drafts.paths(), &mut Diagnostics::default());
        !disk.changes(&self.disk, &BTreeSet::new()).is_empty()
    }
}

/// Refuses a place that a link leads out of the content, and a file that may not be written.
fn check_place(root: &FilePath, path: &str) -> Result<(), Failure> {
    let content = root.join("content");
    let within = dunce::canonicalize(&content).map_err(|error| Failure::io("find", &content, &error))?;
    let given = root.join(path);
    let there = given.ancestors().find(|place| fs::symlink_metadata(place).is_ok()).unwrap_or(root);
    let to = dunce::canonicalize(there).map_err(|error| Failure::io("find", there, &error))?;
    if !to.starts_with(&within) {
        return Err(Failure::new(format!("{path} leads out of the folder content, to {}", to.display()))
            .help("what is edited here stays in that folder; change this file in its own place"));
    }
    let metadata = fs::metadata(&to).map_err(|error| Failure::io("read", &to, &error))?;
    if metadata.permissions().readonly() {
        return Err(
            Failure::new(format!("{path} may only be read")).help("make the file writable, then save again")
        );
    }
    Ok(())
}

/// New files, which are removed again unless all else is written, too.
#[derive(Default)]
struct CreatedFiles(Vec<PathBuf>);

impl CreatedFiles {
    fn create(&mut self, root: &FilePath, text: &SourceText) -> Result<(), Failure> {
        let to = root.join(&*text.path);
        if !file_write::create(&to, text.text.as_bytes())? {
            return Err(Failure::new(format!("{} is there already", text.path))
                .help("another program made it meanwhile; give yours another name"));
        }
        self.0.push(to);
        Ok(())
    }

    fn stay(mut self) {
        self.0.clear();
    }
}

impl Drop for CreatedFiles {
    fn drop(&mut self) {
        for file in &self.0 {
            // The failure that led here is reported already.
            let _ = fs::remove_file(file);
        }
    }
}
