//! Saving: all drafts are written, or none.

use std::{collections::BTreeSet, fs, path::Path as FilePath, sync::Arc};

use serde_json::json;

use super::{
    Editor, EditorState,
    answers::{ChangeReason, EditRefusal, SavedAnswer},
    drafts::{Draft, Drafts, text_on_disk},
    project::EditedProject,
};
use crate::{
    diagnostic::{Diagnostics, Failure, Files as _},
    edit::fix::{self, FileChange},
    lock,
    source::{SourceText, file_write},
};

impl Editor {
    /// Writes all drafts.
    ///
    /// # Errors
    /// If they would bring mistakes that the saved files haven't got, if another program changed the same, or if a file can't be
    /// written: then none is.
    pub fn save(&self) -> Result<SavedAnswer, EditRefusal> {
        let mut state = lock(&self.state);
        if let Some((file, _)) = state.drafts.iter().find(|(_, draft)| draft.conflict.is_some()) {
            let title = state.project.title_of(file);
            return Err(EditRefusal::new(
                409,
                format!("{title} was changed by another program, too: choose which one stays"),
            ));
        }
        let saved = EditedProject::of(&state.disk, &Drafts::default(), &self.environment);
        let saved = saved.map_err(EditRefusal::of_machine)?;
        let problems = state.project.new_errors(&saved).map(|found| {
            let file = state.project.sources.path(found.primary.span.file);
            json!({ "file": file, "title": state.project.title_of(file), "id": state.project.id_of(found), "message": found.message })
        });
        let problems: Vec<_> = problems.collect();
        if !problems.is_empty() {
            let why = "this can't be saved yet, as something in it has to be corrected first";
            return Err(EditRefusal { status: 422, body: json!({ "why": why, "problems": problems }) });
        }
        self.write(&state).map_err(EditRefusal::of_machine)?;
        let paths: BTreeSet<String> = state.drafts.iter().map(|(path, _)| path.to_string()).collect();
        let files = state.drafts.iter().map(|(path, _)| path.clone()).collect();
        state.disk = Arc::new(state.disk.with_changes(&paths, &mut Diagnostics::default()));
        self.show(&mut state, Drafts::default(), ChangeReason::Saved).map_err(EditRefusal::of_machine)?;
        Ok(SavedAnswer { saved: files })
    }

    fn write(&self, state: &EditorState) -> Result<(), Failure> {
        let root = &self.environment.root;
        let content = root.join("content");
        let mut changes = Vec::new();
        let mut new = Vec::new();
        for (path, draft) in state.drafts.iter() {
            let after = Arc::new(SourceText::whole(path.clone(), draft.text.clone()));
            match text_on_disk(path, &state.disk).and_then(|_| state.disk.text_at(path)) {
                Some((_, before)) => {
                    check_place(&root.join(&**path), &content)?;
                    changes.push(FileChange { before: before.clone(), after });
                }
                None => new.push((path, draft)),
            }
        }
        fix::write(root, &changes)?;
        new.into_iter().try_for_each(|(path, draft)| create(&root.join(&**path), &content, draft))
    }
}

/// Refuses a file that can't be written, or that a link leads out of the content.
fn check_place(path: &FilePath, content: &FilePath) -> Result<(), Failure> {
    let to = dunce::canonicalize(path).map_err(|error| Failure::io("find", path, &error))?;
    let within = dunce::canonicalize(content).map_err(|error| Failure::io("find", content, &error))?;
    if !to.starts_with(&within) {
        return Err(Failure::new(format!("{} is a link to {}", path.display(), to.display()))
            .help("what is edited here stays in the folder content; change that file in its own place"));
    }
    let metadata = fs::metadata(&to).map_err(|error| Failure::io("read", &to, &error))?;
    if metadata.permissions().readonly() {
        return Err(Failure::new(format!("{} may only be read", path.display()))
            .help("make the file writable, then save again"));
    }
    Ok(())
}

fn create(path: &FilePath, content: &FilePath, draft: &Draft) -> Result<(), Failure> {
    if let Some(folder) = path.parent().filter(|folder| folder.exists()) {
        check_place(folder, content)?;
    }
    if file_write::create(path, draft.text.as_bytes())? {
        return Ok(());
    }
    Err(Failure::new(format!("{} is there already", path.display()))
        .help("another program made it meanwhile; give yours another name"))
}
