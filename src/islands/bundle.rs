//! The scripts of a site: those that browsers load, and the one that renders the islands while the site is built.

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
    diagnostic::{Diagnostic, Diagnostics, Failure, Span, code, diagnostic},
    islands::esbuild::{EsbuildMessage, Metafile, Packages, RunOutput, Scratch, file_name},
    source::Sources,
};

/// Everything made from `components/`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Bundle {
    /// Each file that browsers load, by its name.
    pub scripts: BTreeMap<String, BundledScript>,
    /// The name of the boot script.
    pub boot: String,
    /// Each island's own file, and the others that it loads, by the component's name.
    pub islands: BTreeMap<String, Loads>,
    /// The script for the engine.
    pub server: String,
    /// esbuild's warnings.
    pub warnings: Vec<EsbuildMessage>,
    /// The files of components that others import.
    pub imported: BTreeSet<String>,
}

/// A file that browsers load.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BundledScript {
    pub text: String,
    /// The names of the scripts that it imports, at once or later.
    pub imports: Vec<String>,
}

/// The scripts that the browser loads for an island.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Loads {
    /// The script that starts it.
    pub entry: String,
    /// The scripts that it needs at once, React among them.
    pub shared: Vec<String>,
}

/// The script that hydrates islands. As an entry point of its own, it puts React into a chunk of its own even if only
/// one island uses it. The dash keeps its file apart from the files of islands beside it, also where case is ignored.
const MOUNT: &str = "island-mount";

/// The parts of the scripts that come with gympress, in TypeScript.
pub(super) const RUNTIME: [(&str, &str); 4] = [
    ("boot.ts", include_str!("runtime/boot.ts")),
    ("island-mount.ts", include_str!("runtime/mount.ts")),
    ("prelude.ts", include_str!("runtime/prelude.ts")),
    ("serve.ts", include_str!("runtime/serve.ts")),
];

/// The project's own script for every page, without React; optional.
const SITE_BOOT: &str = "components/boot.ts";

/// The empty script in its place if there is none.
const NO_SITE_BOOT: &str = "site-boot.ts";

const COMMON: [&str; 3] = ["--target=es2022", "--platform=browser", "--jsx=automatic"];

const CLIENT: [&str; 5] = [
    "--format=esm",
    "--splitting",
    "--entry-names=[name]-[hash]",
    "--chunk-names=[name]-[hash]",
    "--define:SERVER=false",
];

/// The options for the engine's script: not minified, so that a stack trace names the component and the exact line.
const SERVER: [&str; 4] = [
    "--format=iife",
    "--entry-names=[name]",
    "--define:SERVER=true",
    "--define:process.env.NODE_ENV=\"production\"",
];

/// The options for the scripts that browsers load.
pub(super) fn client_options(react: React) -> Vec<String> {
    let mode: &[&str] = match react {
        React::Production => &["--minify", "--define:process.env.NODE_ENV=\"production\""],
        React::Development => &["--minify-whitespace", "--define:process.env.NODE_ENV=\"development\""],
    };
    [COMMON.as_slice(), &CLIENT, mode].concat().into_iter().map(str::to_owned).collect()
}

/// The options for the script that the engine runs.
pub(super) fn server_options() -> Vec<String> {
    [COMMON.as_slice(), &SERVER].concat().into_iter().map(str::to_owned).collect()
}

/// Bundles the islands of a project, whose components were copied into the scratch folder. Returns `None` if that can't
/// be done, after reporting the reason. Messages without a file are reported `at` one of the files.
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
    let alias = format!("--alias:site-boot=./{site_boot}");
    let entries = write_entries(sources, components, scratch)?;
    let mut client_options = client_options(react);
    client_options.push(alias.clone());
    let mut server_options = server_options();
    // The engine has no streams, and React's legacy server for browsers uses none.
    server_options.push(
        "--alias:react-dom/server=./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js"
            .to_owned(),
    );
    server_options.push(alias);
    let (client, server) = thread::scope(|scope| {
        let server = scope.spawn(|| {
            if components.is_empty() {
                return Ok(RunOutput::default());
            }
            packages.bundle(root, "server", &[SERVER_ENTRY.into()], &server_options)
        });
        let client = packages.bundle(root, "client", &entries, &client_options);
        let server = server.join();
        (client, server.unwrap_or_else(|_| Err(Failure::new("bundling the islands was interrupted"))))
    });
    let (client, server) = (client?, server?);

    let errors = without_repeats(&client.errors, &server.errors);
    let warnings = without_repeats(&client.warnings, &server.warnings);
    if !errors.is_empty() {
        let messages = errors.into_iter().chain(warnings);
        diagnostics.extend(messages.map(|message| message.into_diagnostic(sources, at)));
        return Ok(None);
    }
    let stylesheets = imported_stylesheets(&client.metafile, sources);
    if !stylesheets.is_empty() {
        diagnostics.extend(stylesheets);
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

/// Reports the stylesheets that components import: esbuild would write them beside the scripts, and no page loads them.
fn imported_stylesheets(metafile: &Metafile, sources: &Sources) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    // Sheets imported by another one go with that.
    for (path, input) in metafile.inputs.iter().filter(|(path, _)| !path.ends_with(".css")) {
        let Some((file, source)) = sources.text_at(path) else { continue };
        for import in input.imports.iter().filter(|import| import.path.ends_with(".css")) {
            let written = import.original.as_deref().unwrap_or_default();
            // A comment may name it without quotes.
            let quoted = ['"', '\'']
                .into_iter()
                .find_map(|quote| source.text.find(&format!("{quote}{written}{quote}")));
            let at = quoted.map_or(0, |at| at + 1);
            let span = Span::new(file, at..at + written.len());
            found.push(diagnostic!(code::BUNDLE, span, "no page loads a stylesheet that a component imports";
                help: "move its rules into the style.css of the island's section, and write its classes by name"));
        }
    }
    found
}

/// The messages of both runs, each once: client and server have the same components, and the same mistakes.
fn without_repeats(client: &[EsbuildMessage], server: &[EsbuildMessage]) -> Vec<EsbuildMessage> {
    let mut messages = client.to_vec();
    messages.extend(server.iter().filter(|message| !client.contains(message)).cloned());
    messages
}

/// The file with all islands for the engine.
const SERVER_ENTRY: &str = "server.ts";

/// Writes the files from which esbuild starts. Returns those of the client: the boot script, the script that hydrates
/// islands, and a script for each island.
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
    /// Takes the files of the client's bundle, and notes the scripts that each file and each island loads.
    fn take_client(&mut self, ran: &RunOutput, components: &Components) {
        let unused = ran.metafile.helpers().map(|name| format!("import\"./{name}\";"));
        for (path, output) in &ran.metafile.outputs {
            let own = output.imports.iter().filter(|import| !import.external);
            let mut imports: Vec<_> = own.map(|import| file_name(&import.path).to_owned()).collect();
            let name = file_name(path).to_owned();
            let mut text = ran.text(&name);
            // esbuild leaves it where it dropped all that used a helper: browsers would wait for a file more.
            if let Some(unused) = unused.as_ref().filter(|unused| text.starts_with(*unused)) {
                text.drain(..unused.len());
                imports.retain(|name| text.contains(name));
            }
            self.scripts.insert(name, BundledScript { text, imports });
        }
        self.boot = ran.metafile.output_of("boot.ts").unwrap_or_default().to_owned();
        if let Some(mount) = ran.metafile.output_of(&format!("{MOUNT}.ts")) {
            // Its code is in the chunk that it shares with the islands.
            self.scripts.remove(mount);
        }
        for component in components.iter() {
            let entry = format!("islands/{}.ts", component.name);
            let Some(entry) = ran.metafile.output_of(&entry).map(str::to_owned) else { continue };
            let shared = ran.metafile.needed(&entry);
            self.islands.insert(component.name.to_string(), Loads { entry, shared });
        }
    }
}
