//! New files, new names, and files that go.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path as FilePath, PathBuf},
    sync::Arc,
};

use gympress_pixels::{Pixels, without_metadata};
use serde_json::json;

use super::{
    Editor,
    answers::{ChangeReason, EditRefusal},
    drafts::text_on_disk,
};
use crate::{
    assets::upload_error,
    diagnostic::{Diagnostics, Failure, Files as _, Span},
    edit::{
        draft::{EntryDraft, id_of},
        rename::{self, RenameRequest},
        translate,
    },
    lock,
    schema::{
        Collection, CollectionFiles as _, FileType,
        decode::{IMAGES, Reference, value::ImageFile},
    },
    site::EntryIndex,
    source::file_write,
};

/// The folder of the editor among those of this machine.
pub(super) fn own_folder(root: &FilePath) -> PathBuf {
    root.join(".gympress").join("edit")
}

impl Editor {
    /// Makes the draft of a new entry. Returns its file.
    ///
    /// # Errors
    /// If its title has nothing to make a name from, or the name is taken.
    pub fn create_entry(
        &self,
        collection: &str,
        title: &str,
        id: Option<&str>,
    ) -> Result<Arc<str>, EditRefusal> {
        let mut state = lock(&self.state);
        let content = state.project.content.clone();
        let types = &content.project.types;
        let declared =
            types.collections.get(collection).filter(|declared| declared.collection.listed.is_none());
        let declared = declared.ok_or_else(|| EditRefusal::new(422, format!("there are no {collection}")))?;
        let title = title.trim();
        let id = match id {
            Some(id) => name_of_file(id)?,
            // An address has Latin letters alone. A rename gives the entry a better one.
            None if is_in_other_letters(title) => state.next_id(&declared.collection),
            None => name_of_file(title)?,
        };
        let path: Arc<str> = declared.collection.file_of(&id).into();
        if state.drafts.text(&path, &state.disk).is_some() {
            return Err(EditRefusal::new(
                409,
                format!("there is a {} of this name already", declared.collection.nouns[0]),
            ));
        }
        let index = EntryIndex::build(&content, &mut Diagnostics::default());
        let today = (self.environment.settings)().now.to_zoned(content.gym.value.time_zone.clone()).date();
        let draft = EntryDraft {
            title,
            id: &id,
            today,
            ids: index.for_schemas(&content.project.sources),
            // Saving says that it is finished.
            draft_key: None,
        };
        let text =
            draft.entry(&declared.schema, &types.schema_name(&declared.collection)).map_err(|missing| {
                EditRefusal::new(422, format!("this needs a {missing}, and there is none yet"))
            })?;
        self.add(&mut state, &path, text)?;
        Ok(path)
    }

    /// Makes a draft with the text of a file, under another name.
    ///
    /// # Errors
    /// If there is no such file, it can't be copied, or the name is taken.
    pub fn copy_file(&self, file: &str, id: &str) -> Result<Arc<str>, EditRefusal> {
        let mut state = lock(&self.state);
        let text = state.drafts.text(file, &state.disk).ok_or_else(|| EditRefusal::no_file(file))?;
        state.project.schema_of(file).ok_or_else(|| EditRefusal::no_file(file))?;
        if state.project.content.original_file(file).is_some() {
            let why = "a translation is of one file only: copy that one, then translate the copy";
            return Err(EditRefusal::new(422, why));
        }
        let id = name_of_file(id)?;
        let (folder, name) = file.rsplit_once('/').unwrap_or(("content", file));
        if matches!(state.project.content.project.types.file_type(file), Some((FileType::Single(..), _))) {
            return Err(EditRefusal::new(422, "a site has this file only once"));
        }
        let extension = name.rsplit('.').next().unwrap_or("toml");
        let path: Arc<str> = format!("{folder}/{id}.{extension}").into();
        if state.drafts.text(&path, &state.disk).is_some() {
            return Err(EditRefusal::new(409, "choose another name: there is such a file already"));
        }
        self.add(&mut state, &path, text.to_string())?;
        Ok(path)
    }

    /// Makes the draft of a translation, with the texts that it lacks in the words of the original. Returns its file.
    ///
    /// # Errors
    /// If the site isn't in the language, or nothing is left to be translated.
    pub fn translate(&self, file: &str, language: &str) -> Result<Arc<str>, EditRefusal> {
        let mut state = lock(&self.state);
        state.project.schema_of(file).ok_or_else(|| EditRefusal::no_file(file))?;
        let content = state.project.content.clone();
        let mut editions = content.editions.iter();
        let edition = editions.find(|edition| *edition.project.types.language == *language);
        let edition =
            edition.ok_or_else(|| EditRefusal::new(422, format!("the site isn't in {language}")))?;
        let path = edition.project.types.path_of_translation(file);
        let prepared =
            translate::prepared(edition).into_iter().find(|found| Some(&found.path) == path.as_ref());
        let prepared = prepared.ok_or_else(|| {
            EditRefusal::new(422, "nothing is left to be translated here, or a mistake is in the way")
        })?;
        let path = prepared.path.into();
        self.add(&mut state, &path, prepared.text)?;
        Ok(path)
    }

    fn add(&self, state: &mut super::EditorState, path: &Arc<str>, text: String) -> Result<(), EditRefusal> {
        let touched = std::iter::once(path.clone()).collect();
        let mut drafts = state.drafts.clone();
        drafts.write(path, &state.disk, text.into());
        let next = self.edited(state, &drafts)?;
        state.remember(&touched, None);
        self.show(state, next, ChangeReason::Edited).map_err(EditRefusal::of_machine)
    }

    /// Renames an entry on disk, to the id that is made from what it is to be called, with all that mentions it. Returns its file.
    ///
    /// # Errors
    /// If something is unsaved, or the rename can't be made.
    pub fn rename(&self, noun: &str, old: &str, called: &str) -> Result<String, EditRefusal> {
        let request = RenameRequest { noun, old, new: &name_of_file(called)? };
        let mut state = lock(&self.state);
        state.check_saved()?;
        let project = &state.project;
        let editions = rename::addresses(project.snapshot.as_deref(), &project.diagnostics);
        let editions = editions.ok_or_else(|| {
            EditRefusal::new(422, "correct what is wrong first, so that no mention of the name is missed")
        })?;
        let plan = rename::plan(request, &project.sources, &project.content, &editions);
        let plan = plan.map_err(|failure| EditRefusal::new(422, failure.to_string()))?;
        let written = plan.write(&self.environment.root);
        self.take_done(&mut state, &plan.paths()).map_err(EditRefusal::of_machine)?;
        written.map_err(EditRefusal::of_machine)?;
        Ok(plan.moved.into_iter().next().map(|file| file.to).unwrap_or_default())
    }

    /// Moves a file of content with its translations to a folder of this machine, unless something mentions what it defines.
    ///
    /// # Errors
    /// If something is unsaved or mentions it, or one of them can't be moved: then all stay.
    pub fn delete(&self, file: &str) -> Result<(), EditRefusal> {
        let mut state = lock(&self.state);
        let translations = state.project.translations(file).filter(|translation| translation.is_there);
        let mut files: Vec<String> = translations.map(|translation| translation.file).collect();
        files.push(file.to_owned());
        if state.drafts.get(file).is_some_and(|draft| draft.base.is_none()) {
            let mut drafts = state.drafts.clone();
            let touched = drafts.discard(Some(&files));
            let next = self.edited(&state, &drafts)?;
            state.remember(&touched, None);
            return self.show(&mut state, next, ChangeReason::Edited).map_err(EditRefusal::of_machine);
        }
        state.check_saved()?;
        state.project.schema_of(file).ok_or_else(|| EditRefusal::no_file(file))?;
        text_on_disk(file, &state.disk).ok_or_else(|| EditRefusal::no_file(file))?;
        let mentions = state.project.mentions(file, &files);
        if !mentions.is_empty() {
            let why = "other pages still mention this: take it out there first";
            return Err(EditRefusal { status: 422, body: json!({ "why": why, "mentions": mentions }) });
        }
        let moved = self.move_away(&files);
        self.take_done(&mut state, &files.into_iter().collect()).map_err(EditRefusal::of_machine)?;
        moved.map_err(EditRefusal::of_machine)
    }

    fn move_away(&self, files: &[String]) -> Result<(), Failure> {
        let root = &self.environment.root;
        let stamp = (self.environment.settings)().now.as_second();
        let trash = own_folder(root).join("trash").join(stamp.to_string());
        let mut moved = Vec::new();
        for file in files {
            let (from, to) = (root.join(file), trash.join(file));
            if let Err(failure) = move_to(&from, &to) {
                for (from, to) in &moved {
                    // The failure that led here is reported.
                    let _ = fs::rename(to, from);
                }
                return Err(failure);
            }
            moved.push((from, to));
        }
        Ok(())
    }

    /// Keeps an uploaded picture under a name like that of its file, in a folder of pictures if one is meant. Returns the name
    /// below `content/images`, the width and the height.
    ///
    /// # Errors
    /// If it is no picture that sites can have, or nothing shows such a folder.
    pub fn add_picture(
        &self,
        name: &str,
        folder: Option<&str>,
        bytes: &[u8],
    ) -> Result<(String, u32, u32), EditRefusal> {
        let within = match folder {
            Some(folder) => self.project().folder_within(folder)?,
            None => String::new(),
        };
        let pixels = Pixels::decode(bytes).map_err(|flaw| {
            let file = ImageFile::new(name).unwrap_or_else(ImageFile::fallback);
            let found = upload_error(&flaw, bytes, &file, &self.project().sources);
            let help = found.help.map(|help| format!(": {help}")).unwrap_or_default();
            // It is in no folder yet.
            let message = found.message.replacen(IMAGES, "", 1);
            EditRefusal::new(422, format!("{}{help}", message.trim_start_matches('/')))
        })?;
        let extension = image_format(bytes).ok_or_else(|| {
            EditRefusal::new(415, "a picture is a JPEG, PNG or WebP: open it and export it as one of these")
        })?;
        let bytes = without_metadata(bytes).ok_or_else(|| {
            EditRefusal::new(422, "the end of this picture is missing: copy it again from its source")
        })?;
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let stem = name_of_file(stem).unwrap_or_else(|_| "picture".to_owned());
        let folder = self.environment.root.join(IMAGES);
        for number in 1..1000_u32 {
            let name = if number == 1 {
                format!("{within}{stem}.{extension}")
            } else {
                format!("{within}{stem}-{number}.{extension}")
            };
            if file_write::create(&folder.join(&name), &bytes).map_err(EditRefusal::of_machine)? {
                let (width, height) = pixels.size();
                let made = BTreeSet::from([format!("{IMAGES}{name}")]);
                self.take_done(&mut lock(&self.state), &made).map_err(EditRefusal::of_machine)?;
                return Ok((name, width, height));
            }
        }
        Err(EditRefusal::new(409, "give the picture another name: there are many of this one"))
    }

    /// Takes files that were just written, made or taken away, so that whoever asks next knows it.
    fn take_done(&self, state: &mut super::EditorState, paths: &BTreeSet<String>) -> Result<(), Failure> {
        let disk = state.disk.with_changes(paths, &mut Diagnostics::default());
        self.take_into(state, Arc::new(disk), ChangeReason::Edited)
    }
}

/// Moves a file to a place whose folder needn't be there.
fn move_to(from: &FilePath, to: &FilePath) -> Result<(), Failure> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|error| Failure::io("make the folder", folder, &error))?;
    }
    fs::rename(from, to).map_err(|error| Failure::io("move", from, &error))
}

/// Names that Windows keeps for devices, so that no file can have them there.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The name of a file, as it becomes part of an address, for what somebody calls it.
///
/// # Errors
/// If it has nothing to make a name from, or no file can have the name everywhere.
fn name_of_file(called: &str) -> Result<String, EditRefusal> {
    let name = id_of(called);
    if name.is_empty() {
        let why = "write a name with letters from a to z, or digits: the address is made from it";
        return Err(EditRefusal::new(422, why));
    }
    let is_port = ["com", "lpt"]
        .iter()
        .any(|port| name.strip_prefix(port).is_some_and(|rest| matches!(rest.as_bytes(), [b'1'..=b'9'])));
    if is_port || DEVICES.contains(&&*name) {
        return Err(EditRefusal::new(422, "no file can have this name on Windows: choose another one"));
    }
    Ok(name)
}

/// True for a title whose letters can't be in an id.
fn is_in_other_letters(title: &str) -> bool {
    title.contains(char::is_alphabetic) && !id_of(title).contains(char::is_alphabetic)
}

/// The ending of the name of a picture, by its first bytes.
fn image_format(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xd8, 0xff, ..] => Some("jpg"),
        [0x89, b'P', b'N', b'G', ..] => Some("png"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("webp"),
        _ => None,
    }
}

impl super::EditorState {
    /// A free id of a noun and a number, such as `class-2`.
    fn next_id(&self, collection: &Collection) -> String {
        let noun = match id_of(&collection.nouns[0]) {
            empty if empty.is_empty() => collection.name.to_string(),
            noun => noun,
        };
        let is_free = |id: &String| self.drafts.text(&collection.file_of(id), &self.disk).is_none();
        let mut ids = (1..).map(|number: u64| format!("{noun}-{number}"));
        ids.find(is_free).unwrap_or(noun)
    }

    fn check_saved(&self) -> Result<(), EditRefusal> {
        if self.drafts.is_empty() {
            return Ok(());
        }
        Err(EditRefusal::new(409, "save or discard your changes first: this is done at once"))
    }
}

impl super::EditedProject {
    /// The beginning of the names of pictures in a folder that content shows: `open-day/`.
    fn folder_within(&self, folder: &str) -> Result<String, EditRefusal> {
        let mut folders = self.content.picture_folders();
        let shown = folders.find(|shown| shown.name.as_str() == folder);
        let shown = shown.ok_or_else(|| EditRefusal::new(422, "nothing shows this folder of pictures"))?;
        Ok(format!("{}/", shown.name.as_str()))
    }

    /// The files in all languages that mention what a file defines, with their titles. Those that go with it are left out.
    fn mentions(&self, file: &str, gone: &[String]) -> Vec<serde_json::Value> {
        let Some((id, _)) = self.sources.text_at(file) else { return Vec::new() };
        let mut defined: Vec<Reference> = Vec::new();
        for (collection, entries) in &self.content.collections {
            for entry in entries.iter().filter(|entry| entry.file == id) {
                defined.push(Reference::Entry { collection: collection.clone(), id: entry.id.clone() });
            }
        }
        let pages = self.snapshot.iter().flat_map(|snapshot| snapshot.main.routes.pages());
        let pages = pages.filter(|page| page.address.file == id);
        defined.extend(pages.map(|page| Reference::Path(page.address.path.clone())));
        let mut mentions: Vec<&Span> = Vec::new();
        for content in self.content.in_all_languages() {
            mentions.extend(defined.iter().filter_map(|one| content.references.get(one)).flatten());
        }
        let mut files: Vec<&str> = mentions.iter().map(|place| self.sources.path(place.file)).collect();
        files.retain(|mention| !gone.iter().any(|file| file == mention));
        files.sort_unstable();
        files.dedup();
        files.into_iter().map(|file| json!({ "file": file, "title": self.title_of(file) })).collect()
    }
}
