//! The scripts of a site: what browsers load, and what renders the islands while the site is built.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    thread,
};

use serde::{Deserialize, Serialize};

use super::{
    React,
    component::{Components, FOLDER},
};
use crate::{
    diagnostic::{Diagnostic, Diagnostics, Failure, Span},
    islands::esbuild::{Message, Output, Packages, RunOutput, Scratch, file_name},
    source::Sources,
};

/// Everything made from `components/`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Bundle {
    /// Each file that browsers load, by its name.
    pub scripts: BTreeMap<String, Script>,
    /// The name of the boot script.
    pub boot: String,
    /// Each island's own file, and all it loads beside that, by the component's name.
    pub islands: BTreeMap<String, Loads>,
    /// What the engine runs.
    pub server: String,
    /// What esbuild warned of.
    pub warnings: Vec<Message>,
    /// The files of components that others import.
    pub imported: BTreeSet<String>,
}

/// A file that browsers load.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Script {
    pub text: String,
    /// The names of those that it imports, at once or later.
    pub imports: Vec<String>,
}

/// What the browser loads for an island.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Loads {
    /// The script that starts it.
    pub entry: String,
    /// The scripts which that one can't do without, React among them.
    pub shared: Vec<String>,
}

/// What brings an island to life. It is an entry of its own so that React is a chunk of its own even where one island
/// uses it. esbuild writes it beside the islands: on a file system that takes small and capital letters for the same,
/// no island may have its name.
const MOUNT: &str = "island-mount";

/// gympress's part of the scripts, in TypeScript.
pub(super) const RUNTIME: [(&str, &str); 4] = [
    ("boot.ts", include_str!("runtime/boot.ts")),
    ("island-mount.ts", include_str!("runtime/mount.ts")),
    ("prelude.ts", include_str!("runtime/prelude.ts")),
    ("serve.ts", include_str!("runtime/serve.ts")),
];

/// What the site itself does in every page without React, if it has this file.
const SITE_BOOT: &str = "components/boot.ts";

/// What stands for that where there is none.
const NO_SITE_BOOT: &str = "site-boot.ts";

const COMMON: [&str; 3] = ["--target=es2022", "--platform=browser", "--jsx=automatic"];

const CLIENT: [&str; 5] = [
    "--format=esm",
    "--splitting",
    "--entry-names=[name]-[hash]",
    "--chunk-names=[name]-[hash]",
    "--define:SERVER=false",
];

/// Not minified, so that a stack trace names the component and its exact place.
const SERVER: [&str; 4] = [
    "--format=iife",
    "--entry-names=[name]",
    "--define:SERVER=true",
    "--define:process.env.NODE_ENV=\"production\"",
];

/// The options for what browsers load.
pub(super) fn client_options(react: React) -> Vec<String> {
    let mode: &[&str] = match react {
        React::Production => &["--minify", "--define:process.env.NODE_ENV=\"production\""],
        React::Development => &["--minify-whitespace", "--define:process.env.NODE_ENV=\"development\""],
    };
    [COMMON.as_slice(), &CLIENT, mode].concat().into_iter().map(str::to_owned).collect()
}

/// The options for what the engine runs.
pub(super) fn server_options() -> Vec<String> {
    [COMMON.as_slice(), &SERVER].concat().into_iter().map(str::to_owned).collect()
}

/// Bundles the islands of a project, whose components are in the scratch folder, or reports why that can't be done. What
/// comes from all files is said `at` one of them.
///
/// # Errors
/// If esbuild can't be run or the scratch folder not be written.
pub(super) fn build(
    sources: &Sources,
    components: &Components,
    packages: &Packages,
    react: React,
    scratch: &Scratch,
    at: Span,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Bundle>, Failure> {
    let root = scratch.path();
    let site_boot = if sources.text_at(SITE_BOOT).is_some() { SITE_BOOT } else { NO_SITE_BOOT };
    let entries = write_entries(sources, components, scratch)?;
    let run = |name: &str, entries: &[PathBuf], mut options: Vec<String>| {
        options.push(format!("--alias:site-boot=./{site_boot}"));
        packages.bundle(root, name, entries, &options)
    };
    let mut server_options = server_options();
    // Its server for browsers uses no streams, which the engine hasn't.
    server_options.push(
        "--alias:react-dom/server=./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js"
            .to_owned(),
    );
    let (client, server) = thread::scope(|scope| {
        let server = scope.spawn(|| {
            if components.is_empty() {
                Ok(RunOutput::default())
            } else {
                run("server", &[SERVER_ENTRY.into()], server_options)
            }
        });
        let client = run("client", &entries, client_options(react));
        let stopped = |_| Err(Failure::new("bundling the islands was interrupted"));
        (client, server.join().unwrap_or_else(stopped))
    });
    let (client, server) = (client?, server?);

    // Client and server see the same components and say the same of them.
    let once = |of: fn(&RunOutput) -> &Vec<Message>| {
        let mut messages = of(&client).clone();
        messages.extend(of(&server).iter().filter(|message| !of(&client).contains(message)).cloned());
        messages
    };
    let (errors, warnings) = (once(|run| &run.errors), once(|run| &run.warnings));
    let mistakes: Vec<Diagnostic> =
        errors.into_iter().map(|message| message.into_diagnostic(sources, at)).collect();
    if !mistakes.is_empty() {
        diagnostics.extend(mistakes);
        diagnostics.extend(warnings.into_iter().map(|message| message.into_diagnostic(sources, at)));
        return Ok(None);
    }
    let mut bundle = Bundle { warnings, ..Bundle::default() };
    for input in [&client, &server].into_iter().flat_map(|run| run.metafile.inputs.values()) {
        let paths = input.imports.iter().map(|import| &import.path);
        bundle.imported.extend(paths.filter(|path| path.starts_with(FOLDER)).cloned());
    }
    bundle.take_client(&client, components);
    if !components.is_empty() {
        bundle.server = server.text("server.js");
    }
    Ok(Some(bundle))
}

/// The file with all islands for the engine.
const SERVER_ENTRY: &str = "server.ts";

/// Writes the files from which esbuild starts. Returns those of the client: the boot script, what all islands share, and one
/// for each island.
fn write_entries(
    sources: &Sources,
    components: &Components,
    scratch: &Scratch,
) -> Result<Vec<PathBuf>, Failure> {
    for (name, text) in RUNTIME {
        scratch.write(name, text)?;
    }
    if sources.text_at(SITE_BOOT).is_none() {
        scratch.write(NO_SITE_BOOT, "export {};\n")?;
    }
    let mut client = vec![PathBuf::from("boot.ts")];
    if !components.is_empty() {
        client.push(format!("{MOUNT}.ts").into());
    }
    let mut server = String::from("import { serve } from \"./serve\";\n");
    let mut table = String::new();
    for component in components.iter() {
        let (name, path) = (&component.name, &component.path);
        let entry = format!(
            "import {name} from \"../{path}\";\nimport {{ island }} from \"../{MOUNT}\";\nexport default island({name});\n"
        );
        scratch.write(&format!("islands/{name}.ts"), &entry)?;
        client.push(format!("islands/{name}.ts").into());
        server.push_str(&format!("import {name} from \"./{path}\";\n"));
        table.push_str(&format!("{name}, "));
    }
    server.push_str(&format!("serve({{ {table}}});\n"));
    scratch.write(SERVER_ENTRY, &server)?;
    Ok(client)
}

impl Bundle {
    /// Takes the files of the client's bundle, and who loads what.
    fn take_client(&mut self, ran: &RunOutput, components: &Components) {
        let entry_of = |path: &str| {
            let is_it = |(_, output): &(&String, &Output)| output.entry_point.as_deref() == Some(path);
            ran.metafile.outputs.iter().find(is_it).map(|(output, _)| file_name(output).to_owned())
        };
        for (path, output) in &ran.metafile.outputs {
            let own = output.imports.iter().filter(|import| !import.external);
            let imports = own.map(|import| file_name(&import.path).to_owned()).collect();
            let name = file_name(path).to_owned();
            self.scripts.insert(name.clone(), Script { text: ran.text(&name), imports });
        }
        self.boot = entry_of("boot.ts").unwrap_or_default();
        if let Some(mount) = entry_of(&format!("{MOUNT}.ts")) {
            // What it does is in the chunk that it shares with the islands.
            self.scripts.remove(&mount);
        }
        for component in components.iter() {
            let Some(entry) = entry_of(&format!("islands/{}.ts", component.name)) else { continue };
            let shared = ran.metafile.needed(&entry);
            self.islands.insert(component.name.to_string(), Loads { entry, shared });
        }
    }
}
