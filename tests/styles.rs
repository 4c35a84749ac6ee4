//! The site's own stylesheet as one file with its fonts.

#![allow(clippy::expect_used, reason = "a test that can't go on should stop")]

use std::path::{Path, PathBuf};

use gympress::{
    assets::styles::{Cache, Options, Styles},
    diagnostic::Diagnostics,
    source::Sources,
    store::Store,
};

#[test]
fn the_stylesheet_finds_its_fonts_wherever_the_site_is_put() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let folder = scratch.path().to_owned();
    let mut diagnostics = Diagnostics::default();
    let sources = Sources::load(root, &mut diagnostics).expect("the project is there");
    let options = Options { packages: &[], scratch: &PathBuf::from(scratch.path()) };
    let cache = Cache::new(Store::new(Some(folder)));
    let styles = Styles::prepare(&sources, &options, &cache, &mut diagnostics).expect("esbuild is installed");
    let artifacts = styles.artifacts(&sources);
    let sheet = format!("assets/{}", styles.sheet().expect("a stylesheet"));
    let sheet = artifacts.iter().find(|artifact| artifact.path.as_str() == sheet).expect("the stylesheet");
    let text = std::str::from_utf8(sheet.bytes.ready()).expect("text");
    let fonts: Vec<&str> = styles.fonts().collect();
    assert_eq!(fonts.len(), 2, "{fonts:?}");
    for font in fonts {
        assert!(text.contains(&format!("url(\"./{font}\")")), "{font}");
    }
    let again = Styles::prepare(&sources, &options, &cache, &mut diagnostics).expect("esbuild is installed");
    assert_eq!(again.sheet(), styles.sheet());
}
