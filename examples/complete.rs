//! Makes a complete binary: bundles the theme's islands and the editor, gathers the licences, and compiles gympress with
//! them inside.
//! `cargo run --example complete` makes `target/release/gympress`; what follows `--` goes to `cargo build`, such as
//! `--locked --target x86_64-unknown-linux-musl`; it takes the profile `release` unless another is named there.

use std::{
    borrow::Cow,
    env,
    error::Error,
    ffi::OsString,
    path::Path,
    process::{Command, ExitCode},
};

use gympress::{EditorApp, build::BuildContext};

/// Where the bundles go, below the folder of this package.
const FOLDER: &str = "target/bundles";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join(FOLDER);
    let bundles = BuildContext::bundle_theme(root).map_err(|failure| failure.to_string())?;
    bundles.write(&folder).map_err(|failure| failure.to_string())?;
    let editor = EditorApp::bundle(root, &folder).map_err(|failure| failure.to_string())?;
    editor.write(&folder).map_err(|failure| failure.to_string())?;
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    gather_licences(root, target(&arguments))?;
    let names_profile = arguments.iter().any(|argument| argument.to_string_lossy().starts_with("--profile"));
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root)
        .arg("build")
        .args((!names_profile).then_some("--release"))
        .args(arguments)
        .env("GYMPRESS_BUNDLES", FOLDER)
        .status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The target that the arguments of `cargo build` name.
fn target(arguments: &[OsString]) -> Option<String> {
    let words: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let after = words.iter().position(|word| word == "--target").and_then(|at| words.get(at + 1)).cloned();
    let joined = || words.iter().find_map(|word| word.strip_prefix("--target=").map(Into::into));
    after.or_else(joined).map(Cow::into_owned)
}

/// Writes the licences of what is compiled in for this target or published with a site, as a text for people and
/// packed for `build.rs`.
fn gather_licences(root: &Path, target: Option<String>) -> Result<(), Box<dyn Error>> {
    let mut command = Command::new("node");
    command.current_dir(root).arg("release/licences.js");
    command.args(["--text".to_owned(), format!("{FOLDER}/LICENCES.txt")]);
    command.args(["--packed".to_owned(), format!("{FOLDER}/licences")]);
    if let Some(target) = target {
        command.args(["--target", &target]);
    }
    let status = command
        .status()
        .map_err(|error| format!("node, which gathers the licences, can't be run: {error}"))?;
    if status.success() { Ok(()) } else { Err("the licences can't be gathered".into()) }
}
