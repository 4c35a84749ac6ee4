//! Publishing: whether the saved files may be, and what differs in them since they last were.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;
use serde_json::json;

use super::{
    Editor,
    answers::{ChangeAnswer, EditRefusal},
    drafts::Drafts,
    project::EditedProject,
};
use crate::{lock, source::Sources};

/// The place to which the site goes, and what would go there.
#[derive(Debug, Serialize)]
pub struct PublishAnswer {
    /// `None` if nobody has said it.
    to: Option<String>,
    /// The address of the site; `None` if nobody has said it.
    address: Option<String>,
    /// The file that says both.
    file: Option<Arc<str>>,
    /// The number of changes that aren't saved, and stay here.
    drafts: usize,
    /// The differences since the last time; `None` if nothing is known of that.
    changes: Option<Vec<ChangeAnswer>>,
}

impl Editor {
    /// The place to which the site goes, and what would go there.
    pub fn publishing(&self, last: Option<&BTreeMap<String, String>>) -> PublishAnswer {
        let state = lock(&self.state);
        let (project, disk, drafts) = (state.project.clone(), state.disk.clone(), state.drafts.clone());
        drop(state);
        let gym = &project.content.gym.value;
        let changes = last.map(|last| project.changes_since(last, &disk));
        PublishAnswer {
            to: gym.publish_to().map(|to| to.value.as_str().to_owned()),
            address: gym.declared_url().map(ToString::to_string),
            file: project.content.gym.file.map(|file| project.path_of(file)),
            drafts: project.changes(&drafts).len(),
            changes,
        }
    }

    /// Checks that the saved files make a site.
    ///
    /// # Errors
    /// If nobody has said where the site goes, or there are mistakes.
    pub fn check_publishable(&self) -> Result<(), EditRefusal> {
        let state = lock(&self.state);
        if state.project.content.gym.value.publish_to().is_none() {
            return Err(EditRefusal::new(412, "nobody has said yet where the site goes"));
        }
        let (disk, nothing) = (state.disk.clone(), Drafts::default());
        drop(state);
        let saved = EditedProject::of(&disk, &nothing, &self.environment).map_err(EditRefusal::of_machine)?;
        let problems: Vec<_> = saved.errors().map(|found| saved.obstacle(found)).collect();
        if problems.is_empty() {
            return Ok(());
        }
        let why = "this can't be published yet, as something has to be corrected first";
        Err(EditRefusal { status: 422, body: json!({ "why": why, "problems": problems }) })
    }
}

impl EditedProject {
    /// The differences between the texts of content as they were and those on disk.
    fn changes_since(&self, before: &BTreeMap<String, String>, disk: &Sources) -> Vec<ChangeAnswer> {
        let mut changes = Vec::new();
        let own = disk.texts_below("content/").filter(|(_, text)| text.theme.is_none());
        for (_, now) in own {
            match before.get(&*now.path) {
                Some(old) if **old == *now.text => {}
                Some(old) => changes.extend(self.changes_between(&now.path, old, &now.text)),
                None => changes.push(ChangeAnswer::whole(&now.path, self.title_of(&now.path))),
            }
        }
        let gone = before.keys().filter(|file| disk.text_at(file).is_none());
        changes.extend(gone.map(|file| ChangeAnswer::gone(&file.as_str().into(), self.title_of(file))));
        changes
    }
}
