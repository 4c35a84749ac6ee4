//! The theme's islands, bundled before the program was compiled: a project without components of its own needs no
//! esbuild.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Bundler, Options, React,
    bundle::Bundle,
    bundler::{Bundled, own_code, own_key},
    component::Components,
};
use crate::{
    bundles::{BundlePart, Bundles},
    cache::Cache,
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span},
    failure::Failure,
    source::Sources,
};

/// A bundle, and what it was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Prebuilt {
    /// The hash of the components.
    key: [u8; 32],
    bundle: Arc<Bundle>,
}

impl Prebuilt {
    /// True if the components of this project are those of which the bundle was made.
    pub fn is_of(&self, sources: &Sources, react: React) -> bool {
        self.key == *own_key(sources, react).as_bytes()
    }

    /// The bundle, as if it had been made now.
    pub fn bundled(&self, file: FileId) -> Bundled {
        Bundled { bundle: self.bundle.clone(), key: self.key.into(), is_new: false, file }
    }
}

/// Bundles the islands of the theme and adds them to `bundles`.
///
/// # Errors
/// If esbuild is missing, can't be run, or finds something wrong.
pub fn add_to(bundles: &mut Bundles, sources: &Sources, options: &Options) -> Result<(), Failure> {
    let mut diagnostics = Diagnostics::default();
    let components = Components::find(sources);
    let bundler = Bundler::new(Cache::default(), &Bundles::default());
    let bundled = bundler.bundle(sources, &components, options, &mut diagnostics)?;
    let wrong = || {
        let first = diagnostics.iter().next().map_or("they have none", |first| &first.message);
        Failure::new(format!("the islands can't be bundled: {first}"))
    };
    let bundled = bundled.filter(|_| diagnostics.is_empty()).ok_or_else(wrong)?;
    let key = *own_key(sources, options.react).as_bytes();
    bundles.add(BundlePart::Islands, &Prebuilt { key, bundle: bundled.bundle })
}

fn is_script(path: &str) -> bool {
    [".ts", ".tsx"].iter().any(|ending| path.ends_with(ending))
}

/// That the project's own components can't be bundled, as there is no esbuild.
///
/// # Errors
/// With `failure`, if it has none: then the program should have brought the bundle along.
pub(super) fn needs_esbuild(sources: &Sources, failure: Failure) -> Result<Diagnostic, Failure> {
    let own: Vec<(FileId, &str)> = own_code(sources).collect();
    let scripts: Vec<(FileId, &str)> = own.iter().copied().filter(|(_, path)| is_script(path)).collect();
    // Other files are named only where there is nothing else.
    let mut own = if scripts.is_empty() { own } else { scripts }.into_iter();
    let Some((file, path)) = own.next() else { return Err(failure) };
    let message = format!("{path} needs esbuild, which isn't installed");
    let help = "run `npm install --save-dev esbuild react react-dom firebase` in the folder that holds content, or remove the file; all else is checked without it";
    let others = own.map(|(file, path)| (Span::whole(file), format!("{path} as well")));
    let diagnostic = Diagnostic::new(Code::Bundle, Span::whole(file), message).help(help);
    Ok(others.fold(diagnostic, |diagnostic, (span, text)| diagnostic.related(span, text)))
}
