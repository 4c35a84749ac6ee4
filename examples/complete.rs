//! Makes a complete binary: bundles the theme's islands and styles, and compiles gympress with them inside.
//! `cargo run --example complete` makes `target/release/gympress`; what follows `--` goes to `cargo build`, such as
//! `--locked --target x86_64-unknown-linux-musl`; it takes the profile `release` unless another is named there.

use std::{
    env,
    error::Error,
    ffi::OsString,
    path::Path,
    process::{Command, ExitCode},
};

use gympress::context::BuildContext;

/// Where the bundles go, below the folder of this package.
const FOLDER: &str = "target/bundles";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join(FOLDER);
    let bundles = BuildContext::bundle_theme(root).map_err(|failure| failure.to_string())?;
    bundles.write(&folder).map_err(|failure| failure.to_string())?;
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
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
