//! All that a publication is made from, as hashes.

use std::fs;

use rayon::prelude::*;

use crate::{
    content::Kind,
    diagnostic::FileId,
    esbuild::Packages,
    output::publish::OutFolder,
    site::{Post, Settings},
    source::{Sources, TextHash},
    store,
    tools::Tools,
};

/// All that a publication depends on but the time.
#[derive(Debug)]
pub struct Inputs {
    /// Which program it is, where it publishes, and since when the machine runs.
    pub(super) program: blake3::Hash,
    /// Everything but the posts.
    pub(super) common: blake3::Hash,
    /// Each post's file, by its id.
    posts: Vec<Option<TextHash>>,
    /// Everything.
    pub(super) whole: blake3::Hash,
}

/// Another one for each program, each folder into which it publishes, and each time that the machine starts: a power cut
/// may have lost files of which the file system tells that they are there. Nothing if the system doesn't tell.
pub(super) fn program(out: &OutFolder) -> Option<blake3::Hash> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let folder = out.path().as_os_str().as_encoded_bytes();
    Some(store::key([store::program()?.as_bytes().as_slice(), folder, boot.as_bytes()]))
}

impl Inputs {
    /// What goes into a publication into `out`; nothing if some of it can't be read.
    pub fn of(sources: &Sources, settings: &Settings, tools: &Tools, out: &OutFolder) -> Option<Self> {
        let program = program(out)?;
        let (posts, others): (Vec<_>, Vec<_>) =
            sources.texts_below("").partition(|(_, text)| Kind::Post.is_in_folder(&text.path));
        let posts: Vec<_> = posts.into_par_iter().map(|(file, text)| (file, text.hash())).collect();

        let packages = Packages::find(sources.root(), tools.packages()).ok()?.fingerprint();
        let settings = format!("{packages} {:?} {}", settings.base_url, settings.drafts);
        let mut parts = vec![program.as_bytes().as_slice(), settings.as_bytes()];
        for (_, text) in others {
            parts.extend([text.path.as_bytes(), text.text.as_bytes()]);
        }
        let binary = |path| Some((path, sources.binary_at(path)?.hash().ok()?));
        let binaries: Vec<&str> = sources.binaries_below("").collect();
        let binaries: Vec<_> = binaries.into_par_iter().map(binary).collect::<Option<_>>()?;
        for (path, hash) in &binaries {
            parts.extend([path.as_bytes(), hash.as_bytes()]);
        }
        let common = store::key(parts);
        let all = posts.iter().map(|(_, hash)| hash.0.as_slice());
        let whole = store::key([common.as_bytes().as_slice()].into_iter().chain(all));
        let mut by_id =
            vec![None; posts.iter().map(|(FileId(id), _)| *id as usize + 1).max().unwrap_or_default()];
        for (FileId(id), hash) in posts {
            by_id[id as usize] = Some(hash);
        }
        Some(Self { program, common, posts: by_id, whole })
    }

    /// All that is to be seen of a post.
    pub(super) fn add_post(&self, post: &Post, hasher: &mut blake3::Hasher) -> Option<()> {
        let TextHash(hash) = self.posts.get(post.file.0 as usize).copied().flatten()?;
        hasher.update(&hash);
        if let Some(reason) = &post.unpublished {
            hasher.update(reason.describe().as_bytes());
        }
        Some(())
    }
}
