//! The options with which esbuild makes each of the bundles.

use std::path::Path;

use super::React;
use crate::esbuild::Packages;

const COMMON: [&str; 4] =
    ["--target=es2022", "--platform=browser", "--jsx=automatic", "--entry-names=[name]"];

const CLIENT: [&str; 4] =
    ["--format=esm", "--splitting", "--chunk-names=[name]-[hash]", "--define:SERVER=false"];

/// Not minified, so that a stack trace names the component and its exact place.
const SERVER: [&str; 5] = [
    "--format=iife",
    "--sourcemap=external",
    "--sources-content=false",
    "--define:SERVER=true",
    "--define:process.env.NODE_ENV=\"production\"",
];

const BOOT: [&str; 4] = ["--format=esm", "--minify", "--splitting", "--chunk-names=[name]-[hash]"];

/// What browsers load.
pub(super) fn client(react: React) -> Vec<String> {
    let mode: &[&str] = match react {
        React::Production => &["--minify", "--define:process.env.NODE_ENV=\"production\""],
        React::Development => &["--minify-whitespace", "--define:process.env.NODE_ENV=\"development\""],
    };
    all(&[&COMMON, &CLIENT, mode])
}

/// What the engine runs.
pub(super) fn server() -> Vec<String> {
    all(&[&COMMON, &SERVER])
}

/// What every page loads.
pub(super) fn boot() -> Vec<String> {
    all(&[&COMMON, &BOOT])
}

/// One React for all: the project's components and our own runtime import the same files.
pub(super) fn aliases(packages: &Packages, more: &[(&str, &Path)]) -> Vec<String> {
    let react = packages.folder.join("react");
    let react_dom = packages.folder.join("react-dom");
    more.iter()
        .copied()
        .chain([("react", react.as_path()), ("react-dom", react_dom.as_path())])
        .map(|(name, path)| format!("--alias:{name}={}", path.display()))
        .collect()
}

fn all(lists: &[&[&str]]) -> Vec<String> {
    lists.iter().copied().flatten().map(|option| (*option).to_owned()).collect()
}
