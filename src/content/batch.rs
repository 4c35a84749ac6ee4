//! Content files that are decoded together, and the checks that need no other files.

use std::sync::Arc;

use foldhash::HashMap;
use rayon::prelude::*;

use super::{
    Entries, Post, Viewed, file_name,
    garbled::Misreading,
    place,
    references::{self, References},
    texts,
};
use crate::{
    cache::Cache,
    decode::Allow,
    diagnostic::{Diagnostic, Diagnostics, FileId, Lint},
    schema::{CollectionFiles, Decoded, FileType, Types, View},
    source::{SourceText, Sources},
};

/// A file's text.
pub(super) type Text<'s> = (FileId, &'s Arc<SourceText>);

/// Some of the content.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The types by which it was decoded.
    types: Option<Arc<Types>>,
    /// The posts among the files.
    pub posts: Arc<Entries<Post>>,
    pub references: References,
    pub allows: Vec<Allow>,
    /// Files of which nothing could be read.
    pub unreadable: Vec<FileId>,
    /// The ids that entries in misplaced or misnamed files were probably meant to have.
    pub misplaced: Vec<String>,
    pub diagnostics: Diagnostics,
    pub files: Vec<File>,
}

/// A file, as it was decoded.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub id: FileId,
    pub text: Arc<SourceText>,
    /// `None` if it is of no type.
    pub decoded: Option<Arc<Decoded>>,
    /// The id of an entry, the name of a page.
    pub entry: Option<Arc<str>>,
}

impl Batch {
    /// What these texts hold, from the cache as far as its newest batch of this kind has it.
    pub fn cached(
        kind: &'static str,
        texts: &[Text<'_>],
        types: &Arc<Types>,
        sources: &Sources,
        cache: &Cache,
    ) -> Arc<Self> {
        let newest: Arc<Self> = cache.newest(kind).unwrap_or_default();
        if newest.is_of(texts, types) {
            return newest;
        }
        let batch = Arc::new(Self::decode(texts, &newest, types, sources));
        cache.set_newest(kind, batch.clone());
        batch
    }

    /// True if it was made from these texts.
    fn is_of(&self, texts: &[Text<'_>], types: &Arc<Types>) -> bool {
        let is_same =
            |((id, text), file): (&Text<'_>, &File)| *id == file.id && Arc::ptr_eq(text, &file.text);
        self.types.as_ref().is_some_and(|known| Arc::ptr_eq(known, types))
            && texts.len() == self.files.len()
            && texts.iter().zip(&self.files).all(is_same)
    }

    /// Decodes those of the texts that are not in `before`. They are files of `sources`.
    fn decode(texts: &[Text<'_>], before: &Self, types: &Arc<Types>, sources: &Sources) -> Self {
        let is_same_types = before.types.as_ref().is_some_and(|known| Arc::ptr_eq(known, types));
        let known: HashMap<FileId, &File> = match is_same_types {
            true => before.files.iter().map(|file| (file.id, file)).collect(),
            false => HashMap::default(),
        };
        let misreading = Misreading::of_language(&types.language);
        let decode = |(id, text): &Text<'_>| match known.get(id).filter(|file| Arc::ptr_eq(&file.text, text))
        {
            Some(file) => File::clone(file),
            None => {
                let decoded =
                    types.decode(*id, text).map(|decoded| Arc::new(with_warnings(decoded, &misreading)));
                File { id: *id, text: Arc::clone(text), decoded, entry: None }
            }
        };
        let mut files: Vec<File> = texts.par_iter().map(decode).collect();
        let mut batch = Self { types: Some(types.clone()), ..Self::default() };
        batch.identify(&mut files, types, sources);
        let nothing = Self::default();
        let before = if is_same_types { before } else { &nothing };
        batch.references = references::updated(&before.references, &before.files, &files);
        batch.posts = Arc::new(posts(&files, before));
        batch.files = files;
        batch
    }

    /// Determines the ids of these files, and collects their diagnostics.
    fn identify(&mut self, files: &mut [File], types: &Types, sources: &Sources) {
        for file in files {
            match (types.file_type(&file.text.path), &file.decoded) {
                (Some((of, name)), Some(decoded)) => {
                    let (allowed, found): (Vec<_>, Vec<_>) =
                        decoded.diagnostics.iter().cloned().partition(|found| is_allowed(found, decoded));
                    self.diagnostics.extend(found);
                    allowed.into_iter().for_each(|found| self.diagnostics.allow(found));
                    self.allows.extend_from_slice(&decoded.allows);
                    self.unreadable.extend(decoded.unreadable.then_some(file.id));
                    let id = match of {
                        FileType::Entry(found) => {
                            let folder = found.collection.folder();
                            let of = (&*found.collection.nouns[0], folder.as_str());
                            file_name::of_entry(file.id, name, of, sources, &mut self.diagnostics)
                        }
                        FileType::Page(_) => {
                            let states_path = decoded.table.get("path").is_some();
                            file_name::of_page(file.id, name, states_path, sources, &mut self.diagnostics)
                        }
                        FileType::Single(..) => name.into(),
                    };
                    file.entry = Some(id);
                }
                // What can't be read was reported.
                _ if file.text.error.is_some() => {}
                _ => self.misplaced.extend(place::check(
                    file.id,
                    &file.text.path,
                    (types, sources),
                    &mut self.diagnostics,
                )),
            }
        }
    }
}

fn with_warnings(mut decoded: Decoded, misreading: &Misreading) -> Decoded {
    let warnings = texts::check(&decoded, misreading);
    decoded.diagnostics.extend(warnings);
    decoded
}

/// True for a warning that the file itself allows.
fn is_allowed(found: &Diagnostic, decoded: &Decoded) -> bool {
    let Some(lint) = Lint::of(found.code) else { return false };
    decoded.allows.iter().any(|allow| allow.covers(lint, found.primary.span))
}

/// The posts among these files; those that didn't change are the very same.
fn posts(files: &[File], before: &Batch) -> Entries<Post> {
    let known: HashMap<FileId, &Viewed<Post>> = before.posts.values().map(|post| (post.file, post)).collect();
    let post = |file: &File| {
        let (decoded, id) = (file.decoded.as_ref()?, file.entry.clone()?);
        if !file.text.path.starts_with(super::POSTS) {
            return None;
        }
        let same = known.get(&file.id).filter(|post| Arc::ptr_eq(&post.table, &decoded.table));
        let post = same
            .map(|post| Viewed { file: post.file, table: post.table.clone(), value: post.value.clone() })
            .unwrap_or_else(|| {
                let table = decoded.table.clone();
                Viewed { file: file.id, value: Arc::new(Post::view(&table)), table }
            });
        Some((id, post))
    };
    files.par_iter().filter_map(post).collect::<Vec<_>>().into_iter().collect()
}
