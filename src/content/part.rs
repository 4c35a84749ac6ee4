//! Content files that are decoded together, and all that can be said of them without the others.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use foldhash::HashMap;
use rayon::prelude::*;

use super::{
    Entries, Entry, Post, Single,
    kept::KeptPosts,
    kind::{Kind, Place},
    mentions::{self, Mentions},
    place,
};
use crate::{
    decode::{
        Allowance, Decoded,
        value::{is_kebab_case, kebab_case},
    },
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span},
    source::{SourceText, Sources},
};

/// A file's text.
pub(super) type Text<'s> = (FileId, &'s Arc<SourceText>);

/// Some of the content.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// The posts.
    pub posts: Arc<Entries<Post>>,
    /// Everything else, with ids.
    pub others: Vec<(Arc<str>, FileId, Entry)>,
    pub mentions: Mentions,
    pub allowances: Vec<Allowance>,
    /// Files of which nothing could be read.
    pub lost: Vec<FileId>,
    /// The ids that entries in misplaced or misnamed files were probably meant to have.
    pub strays: Vec<String>,
    pub diagnostics: Diagnostics,
    /// How many of the files weren't known.
    pub fresh: usize,
    pub files: Vec<File>,
}

/// A file, as it was decoded.
#[derive(Debug)]
pub(super) struct File {
    pub id: FileId,
    pub text: Arc<SourceText>,
    /// Nothing if it is of no kind.
    pub decoded: Option<Arc<Decoded<Entry>>>,
}

impl Part {
    /// True if it was made from these texts.
    pub fn is_of(&self, texts: &[Text<'_>]) -> bool {
        let is_same =
            |((id, text), file): (&Text<'_>, &File)| *id == file.id && Arc::ptr_eq(text, &file.text);
        texts.len() == self.files.len() && texts.iter().zip(&self.files).all(is_same)
    }

    /// Decodes those of the texts that are neither in `before` nor `kept`. They are files of `sources`.
    pub fn decode(texts: &[Text<'_>], before: &Self, kept: &KeptPosts<'_>, sources: &Sources) -> Self {
        let known: HashMap<FileId, &File> = before.files.iter().map(|file| (file.id, file)).collect();
        let fresh = AtomicUsize::new(0);
        let decode_fresh = |id, text: &Arc<SourceText>| {
            fresh.fetch_add(1, Ordering::Relaxed);
            Kind::of(&text.path).map(|(kind, _)| kind.decode(id, text))
        };
        let decode = |(id, text): &Text<'_>| {
            let decoded = match known.get(id).filter(|file| Arc::ptr_eq(&file.text, text)) {
                Some(file) => file.decoded.clone(),
                None => kept.recall(*id, text).or_else(|| decode_fresh(*id, text)).map(Arc::new),
            };
            File { id: *id, text: Arc::clone(text), decoded }
        };
        let files: Vec<File> = texts.par_iter().map(decode).collect();
        let (part, mentions) = rayon::join(
            || Self::of(&files, sources),
            || mentions::again(&before.mentions, &before.files, &files),
        );
        Self { mentions, fresh: fresh.into_inner(), files, ..part }
    }

    /// All but the mentions of these files.
    fn of(files: &[File], sources: &Sources) -> Self {
        let (mut part, mut posts) = (Self::default(), Vec::new());
        for File { id: file, text, decoded } in files {
            match (Kind::of(&text.path), decoded) {
                (Some((kind, id)), Some(decoded)) => {
                    let id = check_id(*file, text, id, kind, sources, &mut part.diagnostics);
                    part.add(*file, decoded);
                    match decoded.value.clone() {
                        Entry::Post(value) => posts.push((id, Single { file: *file, value })),
                        other => part.others.push((id, *file, other)),
                    }
                }
                // What can't be read was reported.
                _ if text.fault.is_some() => {}
                _ => part.strays.extend(place::check(*file, &text.path, &mut part.diagnostics)),
            }
        }
        Self { posts: Arc::new(posts.into_iter().collect()), ..part }
    }

    /// Adds what is said of a file besides its entry.
    fn add(&mut self, file: FileId, decoded: &Decoded<Entry>) {
        self.diagnostics.extend(decoded.diagnostics.iter().cloned());
        self.allowances.extend_from_slice(&decoded.allowances);
        self.lost.extend(decoded.lost.then_some(file));
    }
}

/// The id of an entry: its file's name, which is part of addresses. Of a name that can't be an id, the
/// nearest one that can.
fn check_id(
    file: FileId,
    text: &SourceText,
    id: &str,
    kind: Kind,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Arc<str> {
    let Place::Folder { path: folder, .. } = kind.place() else { return id.into() };
    if is_kebab_case(id) {
        return id.into();
    }
    let meant = kebab_case(id);
    let right = format!("{folder}{meant}.toml");
    let free = !meant.is_empty() && sources.text_at(&right).is_none();
    let help = if free { format!("rename the file to {right}") } else { "rename the file".to_owned() };
    diagnostics.push(
        Diagnostic::new(
            Code::BadFileName,
            Span::whole(file),
            format!("{} has a name that can't be an id", text.path),
        )
        .expected("a name of lower-case letters, digits and hyphens, such as power-lifting.toml")
        .help(format!("{help}; other files mention it by its name without .toml")),
    );
    if free { meant.into() } else { id.into() }
}
