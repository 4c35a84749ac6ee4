//! The run of esbuild that makes the stylesheets.

use std::{collections::BTreeMap, sync::Arc};

use super::{ENTRY, FOLDER_OF_TEMPLATES, Styles, join::MinifiedRules, sheet::Sheet};
use crate::{
    cache,
    esbuild::{Message, Named, Packages, Run, RunOutput, Scratch, file_name},
    failure::Failure,
    source::{SourceText, Sources},
};

const OPTIONS: [&str; 5] = [
    "--minify",
    "--target=chrome111,edge111,firefox113,safari16.4",
    "--entry-names=[name]",
    "--asset-names=[name]-[hash]",
    "--loader:.woff2=file",
];

/// The order of the layers, which a sheet says by itself so that it doesn't depend on what was loaded before it.
pub(super) const LAYERS: &str = "@layer tokens, base, layout, components, motion, modes;\n";

/// What the written files of sets are called before their hash.
const STEM: &str = "sections";

/// The files of a set that the project has, relative to the templates.
pub(super) type Members<'a> = Vec<&'a str>;

/// The stylesheets that are to be made.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    /// What the design adds to the base sheet.
    pub design: Members<'a>,
    /// From the key of each set to its files.
    pub sets: BTreeMap<String, Members<'a>>,
}

/// Bundles the sheets of this plan, or returns the errors.
pub(super) fn bundle(
    sources: &Sources,
    plan: &Plan<'_>,
    packages: &Packages,
    scratch: &Scratch,
) -> Result<Result<Styles, Vec<Message>>, Failure> {
    scratch.mirror(sources, FOLDER_OF_TEMPLATES, |path| {
        ![".html", ".toml"].iter().any(|end| path.ends_with(end))
    })?;
    let mut entries = vec![scratch.write(file_name(ENTRY), base_entry_point(&plan.design))?];
    for (number, members) in plan.sets.values().enumerate() {
        entries.push(scratch.write(&entry_name(number), entry_point(members))?);
    }
    let run = Run {
        packages,
        root: scratch.path(),
        outdir: scratch.path().join("styles"),
        entries,
        options: OPTIONS.iter().map(|option| (*option).to_owned()).collect(),
    };
    let ran = run.run()?;
    if !ran.errors.is_empty() {
        return Ok(Err(ran.errors));
    }
    Ok(Ok(named(ran, plan)))
}

/// The stylesheets of this plan and their fonts, named by what they hold.
pub(super) fn named(ran: RunOutput, plan: &Plan<'_>) -> Styles {
    let stem = |name: &str| name.starts_with(&format!("{STEM}-")).then_some(STEM);
    let renamed = ran.renamed_by_content(stem);
    let name = |written: &str| renamed.get(written).map(|named| named.name.clone()).unwrap_or_default();
    let sets = plan.sets.keys().enumerate().map(|(number, key)| (key.clone(), name(&entry_name(number))));
    let (base, sets) = (name(file_name(ENTRY)), sets.collect());
    // Sets that come to the same bytes share a file.
    let files = renamed.into_values().map(|Named { name, bytes }| (name, bytes)).collect();
    Styles { base, sets, files, warnings: ran.warnings }
}

/// Minifies the rules of each stylesheet by itself.
///
/// # Errors
/// If esbuild can't be run, or finds something wrong.
pub(super) fn minified(
    sources: &Sources,
    packages: &Packages,
    scratch: &Scratch,
) -> Result<MinifiedRules, Failure> {
    let failed = |message: Message| Failure::new(format!("the styles can't be bundled: {}", message.text));
    let texts = sources.texts_below(FOLDER_OF_TEMPLATES).map(|(_, source)| source);
    let texts: Vec<_> = texts.filter(|source| source.path.ends_with(".css")).collect();
    let mut entries = Vec::new();
    for (number, source) in texts.iter().enumerate() {
        let sheet = Sheet::read(&source.path, &source.text).map_err(failed)?;
        let rules = source.text.get(sheet.start..).unwrap_or_default();
        entries.push(scratch.write(&format!("piece-{number}.css"), rules)?);
    }
    let mut options: Vec<String> = OPTIONS.iter().map(|option| (*option).to_owned()).collect();
    options.push("--external:*.woff2".to_owned());
    let run =
        Run { packages, root: scratch.path(), outdir: scratch.path().join("minified"), entries, options };
    let ran = run.run()?;
    if let Some(message) = ran.errors.iter().chain(&ran.warnings).next() {
        return Err(failed(message.clone()));
    }
    let piece = |(number, source): (usize, &&Arc<SourceText>)| {
        let bytes = ran.files.get(&format!("piece-{number}.css"))?;
        let rules = String::from_utf8_lossy(bytes).trim_end().to_owned();
        Some((source.path.to_string(), (source.hash(), rules)))
    };
    Ok(MinifiedRules(texts.iter().enumerate().filter_map(piece).collect()))
}

/// The name of the entry point of a set, which esbuild keeps for the bundle.
pub(super) fn entry_name(number: usize) -> String {
    format!("{STEM}-{number}.css")
}

/// A stylesheet that imports what all pages need, and what the design adds to it.
fn base_entry_point(design: &[&str]) -> String {
    let further = design.iter().map(|name| format!("{FOLDER_OF_TEMPLATES}{name}"));
    let import = |path: String| format!("@import \"./{}\";\n", path.replace('"', "\\\""));
    std::iter::once(ENTRY.to_owned()).chain(further).map(import).collect()
}

/// A stylesheet that imports all members of a set, in the order of their names.
fn entry_point(members: &[&str]) -> String {
    let import = |name: &&str| {
        let path = format!("./{FOLDER_OF_TEMPLATES}{name}").replace('"', "\\\"");
        format!("@import \"{path}\" layer(components);\n")
    };
    LAYERS.to_owned() + &members.iter().map(import).collect::<String>()
}

/// Hashes all that the stylesheets depend on.
pub(super) fn key(sources: &Sources, plan: &Plan<'_>, packages: &Packages) -> blake3::Hash {
    let packages = packages.fingerprint();
    let mut parts = vec![env!("CARGO_PKG_VERSION").as_bytes(), packages.as_bytes()];
    parts.extend(OPTIONS.map(str::as_bytes));
    parts.extend([LAYERS.as_bytes()]);
    parts.extend(plan.design.iter().map(|name| name.as_bytes()));
    parts.extend(plan.sets.keys().map(String::as_bytes));
    let texts = sources.texts_below(FOLDER_OF_TEMPLATES).map(|(_, source)| source);
    for source in texts.filter(|source| source.path.ends_with(".css")) {
        parts.extend([source.path.as_bytes(), source.text.as_bytes()]);
    }
    let hash = |path| sources.binary_at(path).and_then(|binary| binary.hash().ok());
    let binaries: Vec<_> =
        sources.binaries_below(FOLDER_OF_TEMPLATES).map(|path| (path, hash(path))).collect();
    for (path, hash) in &binaries {
        parts.extend([path.as_bytes(), hash.as_ref().map_or(&[], |hash| hash.as_bytes())]);
    }
    cache::key(parts)
}
