//! The files from which esbuild starts: gympress's own runtime, and one entry for each island.

use std::path::{Path, PathBuf};

use super::component::Components;
use crate::{esbuild::Scratch, failure::Failure, paths::to_slash, source::Sources};

/// What brings an island to life. esbuild writes it beside the islands: on a file system that takes small and capital
/// letters for the same, no island may have its name.
const MOUNT: &str = "island-mount.ts";

/// What esbuild makes of that.
pub(super) const MOUNT_SCRIPT: &str = "island-mount.js";

/// gympress's part of the scripts, in TypeScript.
const RUNTIME: [(&str, &str); 4] = [
    ("boot.ts", include_str!("runtime/boot.ts")),
    (MOUNT, include_str!("runtime/mount.ts")),
    ("prelude.ts", include_str!("runtime/prelude.ts")),
    ("serve.ts", include_str!("runtime/serve.ts")),
];

/// What the site itself does in every page without React, if it has this file.
const SITE_BOOT: &str = "components/boot.ts";

/// The entry points, as written into the scratch folder.
pub(super) struct Entries {
    /// One for each island, and the runtime that they share.
    pub client: Vec<PathBuf>,
    /// All islands for the engine.
    pub server: PathBuf,
    /// The boot script.
    pub boot: PathBuf,
    /// The site's own part of the boot script.
    pub site_boot: PathBuf,
}

impl Entries {
    pub fn write(sources: &Sources, components: &Components, scratch: &Scratch) -> Result<Self, Failure> {
        for (name, text) in RUNTIME {
            scratch.write(name, text)?;
        }
        let mut client = vec![scratch.path().join(MOUNT)];
        let mut server = String::from("import { serve } from \"./serve\";\n");
        let mut table = String::new();
        for component in components.iter() {
            let name = &component.name;
            let import = format!("import {name} from {};\n", quoted(&scratch.path().join(&*component.path)));
            let entry = format!(
                "{import}import {{ island }} from \"../island-mount\";\nexport default island({name});\n"
            );
            client.push(scratch.write(&format!("islands/{name}.ts"), &entry)?);
            server.push_str(&import);
            table.push_str(&format!("{name}, "));
        }
        server.push_str(&format!("serve({{ {table}}});\n"));
        let site_boot = match sources.text_at(SITE_BOOT) {
            Some(_) => scratch.path().join(SITE_BOOT),
            None => scratch.write("site-boot.ts", "export {};\n")?,
        };
        Ok(Self {
            client,
            server: scratch.write("server.ts", &server)?,
            boot: scratch.path().join("boot.ts"),
            site_boot,
        })
    }

    /// The text of the runtime, for the key of the bundle.
    pub fn runtime() -> impl Iterator<Item = &'static str> {
        RUNTIME.iter().map(|(_, text)| *text)
    }
}

/// A path as a JavaScript string; `/` works on every system.
fn quoted(path: &Path) -> String {
    serde_json::Value::from(to_slash(path)).to_string()
}
