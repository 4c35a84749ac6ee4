//! All that a publication is made from, as hashes.

use std::fs;

use rayon::prelude::*;

use crate::{
    cache, context::BuildContext, esbuild::Packages, output::publish::OutFolder, schema, site::Settings,
    source::Sources,
};

/// All that a publication depends on but the time.
#[derive(Debug)]
pub struct BuildInputs {
    /// Which program it is, where it publishes, and since when the machine runs.
    pub(super) program: blake3::Hash,
    /// What counts for all pages at once: program, packages, settings, and types.
    pub(super) common: blake3::Hash,
    /// Everything.
    pub(super) whole: blake3::Hash,
}

/// A hash that differs for each program, each folder into which it publishes, and each start of the machine: a power
/// cut may have lost files which the file system lists. Returns `None` if the system doesn't
/// say where the executable is.
pub(super) fn program(out: &OutFolder) -> Option<blake3::Hash> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let folder = out.path().as_os_str().as_encoded_bytes();
    Some(cache::key([cache::program()?.as_bytes().as_slice(), folder, boot.as_bytes()]))
}

impl BuildInputs {
    /// The inputs of a publication into `out`. Returns `None` if one of them can't be read.
    pub fn collect(
        sources: &Sources,
        settings: &Settings,
        context: &BuildContext,
        out: &OutFolder,
    ) -> Option<Self> {
        let program = program(out)?;
        let packages = Packages::find(sources.root(), context.packages()).ok();
        let packages = packages.map(|packages| packages.fingerprint());
        let settings = format!("{packages:?} {:?} {}", settings.base_url, settings.drafts);
        let texts: Vec<_> = sources.texts_below("").collect();
        let texts: Vec<_> = texts.into_par_iter().map(|(_, text)| (text, text.hash())).collect();
        let types = texts.iter().filter(|(text, _)| text.path.starts_with("templates/"));
        let types = types.filter(|(text, _)| text.path.ends_with(".toml"));
        // The types have the words of this language.
        let language = schema::site_language(sources);
        let common = [program.as_bytes().as_slice(), settings.as_bytes(), language.as_bytes()];
        let common = cache::key(common.into_iter().chain(types.map(|(_, hash)| hash.0.as_slice())));
        let binary = |path| Some((path, sources.binary_at(path)?.hash().ok()?));
        let binaries: Vec<&str> = sources.binaries_below("").collect();
        let binaries: Vec<_> = binaries.into_par_iter().map(binary).collect::<Option<_>>()?;
        let mut parts = vec![common.as_bytes().as_slice()];
        parts.extend(texts.iter().map(|(_, hash)| hash.0.as_slice()));
        for (path, hash) in &binaries {
            parts.extend([path.as_bytes(), hash.as_bytes()]);
        }
        Some(Self { program, common, whole: cache::key(parts) })
    }
}
