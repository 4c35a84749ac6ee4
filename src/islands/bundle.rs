//! The scripts of a site: what browsers load, and what renders the islands while the site is built.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    thread,
};

use serde::{Deserialize, Serialize};

use super::{
    React,
    component::{Components, FOLDER},
    entries::{Entries, MOUNT_SCRIPT},
    flags,
    mapping::Mapping,
    outside,
    vendor::{self, Vendor},
};
use crate::{
    diagnostic::{Diagnostics, FileId, Span},
    esbuild::{Message, Named, Packages, Run, RunOutput, Scratch, file_name, reachable},
    failure::Failure,
    source::Sources,
};

/// Everything made from `components/`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Bundle {
    /// Name and text of each file that browsers load.
    pub scripts: BTreeMap<String, String>,
    /// The name of the boot script.
    pub boot: String,
    /// The chunk with React in it, then what that one imports; empty in a site without islands.
    pub react: Vec<String>,
    /// Each island's own file, and all it loads beside React, by the component's name.
    pub islands: BTreeMap<String, Loads>,
    /// What the engine runs.
    pub server: String,
    /// From its lines back to the components'.
    pub mapping: Mapping,
    /// What esbuild warned of.
    pub warnings: Vec<Message>,
    /// The files of components that others import.
    pub imported: BTreeSet<String>,
}

/// What the browser loads for an island.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Loads {
    /// The script that starts it.
    pub entry: String,
    /// The scripts which that one can't do without, React's apart.
    pub shared: Vec<String>,
}

/// The placeholder in the boot script for the name of React's chunk.
const REACT_CHUNK: &str = "REACT_CHUNK";

/// What a bundle is made from.
#[derive(Clone, Copy)]
pub(super) struct Project<'a> {
    pub sources: &'a Sources,
    pub components: &'a Components,
    pub packages: &'a Packages,
    /// One of the files, for what comes from all of them.
    pub file: FileId,
}

/// Bundles the islands of a project, whose components are in the scratch folder, or reports why that can't be done.
///
/// # Errors
/// If esbuild can't be run or the scratch folder not be written.
pub(super) fn build(
    project: &Project<'_>,
    react: React,
    vendor: &Vendor,
    scratch: &Scratch,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Bundle>, Failure> {
    let Project { sources, components, packages, file } = *project;
    let root = scratch.path();
    let entries = Entries::write(sources, components, scratch)?;
    let run = |name: &str, files: Vec<_>, options: Vec<String>| {
        Run { packages, root, outdir: scratch.path().join(name), entries: files, options }.run()
    };
    let with = |mut options: Vec<String>, more: &[(&str, &Path)]| {
        options.extend(flags::aliases(packages, more));
        options.push(vendor::IMPORTS.to_owned());
        options
    };
    let legacy = packages.folder.join("react-dom/cjs/react-dom-server-legacy.browser.production.js");
    let client = || match components.is_empty() {
        true => Ok(RunOutput::default()),
        false => run("client", entries.client.clone(), with(flags::client(react), &[])),
    };
    let server = || match components.is_empty() {
        true => Ok(RunOutput::default()),
        false => run(
            "server",
            vec![entries.server.clone()],
            with(flags::server(), &[("react-dom/server", &legacy)]),
        ),
    };
    let boot =
        || run("boot", vec![entries.boot.clone()], with(flags::boot(), &[("site-boot", &entries.site_boot)]));
    let (client, server, boot) = thread::scope(|scope| {
        let (client, server) = (scope.spawn(client), scope.spawn(server));
        let boot = boot();
        let stopped = |_| Err(Failure::new("bundling the islands stopped half-way"));
        (client.join().unwrap_or_else(stopped), server.join().unwrap_or_else(stopped), boot)
    });
    let (mut client, server, boot) = (client?, server?, boot?);
    let runs = [&client, &server, &boot];

    let errors = once_each(runs.iter().flat_map(|ran| &ran.errors));
    let mut sound = errors.is_empty();
    let at = Span::whole(file);
    diagnostics.extend(errors.into_iter().map(|message| message.into_diagnostic(sources, at)));
    let strangers = vendor.unknown(&client.metafile, sources, file);
    sound &= strangers.is_empty();
    diagnostics.extend(strangers);
    for ran in runs {
        let outside = outside::imports(&ran.metafile, scratch, project);
        sound &= outside.is_empty();
        diagnostics.extend(outside);
    }
    let warnings = once_each(vendor.warnings.iter().chain(runs.iter().flat_map(|ran| &ran.warnings)));
    if !sound {
        diagnostics.extend(warnings.into_iter().map(|message| message.into_diagnostic(sources, at)));
        return Ok(None);
    }
    let mut bundle = Bundle { scripts: vendor.scripts.clone(), warnings, ..Bundle::default() };
    for input in [&client, &server, &boot].iter().flat_map(|run| run.metafile.inputs.values()) {
        let paths = input.imports.iter().map(|import| &import.path);
        bundle.imported.extend(paths.filter(|path| path.starts_with(FOLDER)).cloned());
    }
    if !components.is_empty() {
        vendor.name_in(&mut client);
        take_client(&mut bundle, &client, components);
        let written = |name: &str| {
            server
                .files
                .get(name)
                .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
                .unwrap_or_default()
        };
        bundle.server = written("server.js");
        bundle.mapping = Mapping::read(&written("server.js.map"), &scratch.path().join("server"), root)
            .map_err(|error| Failure::new(format!("esbuild's source map isn't as expected: {error}")))?;
    }
    take_boot(&mut bundle, boot);
    Ok(Some(bundle))
}

/// Client and server see the same components and say the same of them.
fn once_each<'m>(messages: impl Iterator<Item = &'m Message>) -> Vec<Message> {
    let mut once: Vec<Message> = Vec::new();
    for message in messages {
        if !once.contains(message) {
            once.push(message.clone());
        }
    }
    once
}

/// Writes into the boot script where React is, and names it and what it may load later.
fn take_boot(bundle: &mut Bundle, mut ran: RunOutput) {
    // One string in the script, which becomes as many as there are files.
    let react = bundle.react.join("\",\"./");
    if let Some(boot) = ran.files.get_mut("boot.js") {
        *boot = String::from_utf8_lossy(boot).replace(REACT_CHUNK, &react).into_bytes();
    }
    for (old, Named { name, bytes }) in ran.renamed_by_content(|_| None) {
        if old == "boot.js" {
            bundle.boot.clone_from(&name);
        }
        bundle.scripts.insert(name, String::from_utf8_lossy(&bytes).into_owned());
    }
}

/// Names the files of the client's bundle by their content and notes who loads what.
fn take_client(bundle: &mut Bundle, ran: &RunOutput, components: &Components) {
    let outputs: BTreeMap<&str, _> =
        ran.metafile.outputs.iter().map(|(path, output)| (file_name(path), output)).collect();
    let has_react = |name: &str| {
        outputs
            .get(name)
            .is_some_and(|output| output.inputs.keys().any(|input| input.contains("/cjs/react-dom-client.")))
    };
    let renamed = ran.renamed_by_content(|name| has_react(name).then_some("react"));
    let new_name = |name: &str| renamed.get(name).map(|named| named.name.clone()).unwrap_or_default();
    let imported = |name| outputs.get(name).into_iter().flat_map(|output| output.imported(false));
    let react = ran
        .files
        .keys()
        .find(|name| has_react(name))
        .map(|name| reachable(name, imported))
        .unwrap_or_default();
    bundle.react = react.iter().map(|name| new_name(name)).collect();
    for component in components.iter() {
        let Some((entry, _)) = ran.files.get_key_value(&format!("{}.js", component.name)) else { continue };
        let needed = reachable(entry, imported);
        let shared = needed.iter().skip(1).filter(|name| !react.contains(name)).map(|name| new_name(name));
        let loads = Loads { entry: new_name(entry), shared: shared.collect() };
        bundle.islands.insert(component.name.to_string(), loads);
    }
    for (old, Named { name, bytes }) in renamed {
        // An entry only so that React has a chunk of its own even where one island uses it.
        if old != MOUNT_SCRIPT {
            bundle.scripts.insert(name, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
}
