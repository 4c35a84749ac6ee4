//! The stylesheets: a base sheet that every page loads, and a further one for each set of sections that pages
//! consist of, with the fonts that they name.

mod bundle;
mod bundler;
mod join;
mod mistakes;
mod palette;
mod sheet;
mod typefaces;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use bundle::Plan;
pub use bundler::Bundler;
pub use palette::{DrawingColours, Palettes, Surface};
pub use typefaces::{Typefaces, unused_fonts};

use crate::{
    bundles::{BundlePart, Bundles},
    decode::value::FontFile,
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Files as _, Span},
    esbuild::{Message, Packages, Scratch, content_hash},
    failure::Failure,
    output::{Artifact, Origin},
    source::{SourceText, Sources},
};

/// The base sheet, which imports what every page needs.
pub const ENTRY: &str = "templates/styles/site.css";

/// The names in a [`StyleSet`] are relative to this folder.
const FOLDER_OF_TEMPLATES: &str = "templates/";

/// The folders of the CSS files that only some pages load.
const FOLDERS_OF_PARTS: [&str; 2] = ["templates/sections/", "templates/collections/"];

/// The folders in which there are stylesheets.
const FOLDERS_OF_SHEETS: [&str; 2] = [FOLDER_OF_TEMPLATES, "components/"];

/// The folder of all that styles consist of, in the built site.
pub const FOLDER: &str = "assets";

/// The CSS files of what a page consists of besides what all pages have, such as `sections/hero.css`.
pub type StyleSet = BTreeSet<String>;

/// The bundled stylesheets.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Styles {
    /// The name of the base sheet.
    base: String,
    /// From the key of a set to the name of its sheet.
    sets: BTreeMap<String, String>,
    files: BTreeMap<String, Vec<u8>>,
    /// What browsers will pass over, as it was said when the styles were bundled.
    warnings: Vec<Message>,
}

/// What styles are made with.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// Folders in which to look for `node_modules` after the project's root and those above it.
    pub packages: &'a [PathBuf],
    /// A folder for files that are gone when a build ends.
    pub scratch: &'a PathBuf,
}

/// The id of a set among those of the site.
pub fn set_key(set: &StyleSet) -> String {
    set.iter().map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The CSS files of all sections and entries of the project.
pub fn every_part(sources: &Sources) -> StyleSet {
    let texts = FOLDERS_OF_PARTS.iter().flat_map(|folder| sources.texts_below(folder));
    let names = texts.filter_map(|(_, source)| source.path.strip_prefix(FOLDER_OF_TEMPLATES));
    names.filter(|name| name.ends_with(".css")).map(str::to_owned).collect()
}

/// The esbuild with which to bundle. Returns `None` where there is none, or where all stylesheets are the theme's and
/// were minified before: that takes no other tool, and gives the same bytes.
fn tool(sources: &Sources, options: &Options<'_>, bundler: &Bundler) -> Option<Packages> {
    if bundler.minified().is_some_and(|minified| minified.cover(sources)) {
        return None;
    }
    let found = Packages::find(sources.root(), options.packages);
    let log = |failure: &Failure| tracing::info!("styles are joined without esbuild: {}", failure.message);
    found.inspect_err(log).ok()
}

/// Minifies the stylesheets of the theme and adds them to `bundles`.
///
/// # Errors
/// If esbuild can't be run, or finds something wrong.
pub fn add_to(
    bundles: &mut Bundles,
    sources: &Sources,
    packages: &Packages,
    scratch: &Path,
) -> Result<(), Failure> {
    bundles.add(BundlePart::Styles, &bundle::minified(sources, packages, &Scratch::new(scratch)?)?)
}

/// Reports what browsers pass over in the project's own stylesheets, and what esbuild says of any. Where both name a
/// line, esbuild's warning is left out. A comment `allow: style` in a file allows the warnings of all of it.
fn report(sources: &Sources, bundler: &Bundler, messages: Vec<Diagnostic>, diagnostics: &mut Diagnostics) {
    let mistakes = bundler.mistakes(own_sheets(sources));
    let found: Vec<Diagnostic> = mistakes
        .iter()
        .flat_map(|(file, mistakes)| mistakes.iter().map(|mistake| mistake.report(*file)))
        .collect();
    let line = |diagnostic: &Diagnostic| {
        let span = diagnostic.primary.span;
        let before = sources.text(span.file).get(..span.range().start).unwrap_or_default();
        (span.file, before.matches('\n').count())
    };
    let lines: BTreeSet<_> = found.iter().map(line).collect();
    let is_new = |message: &Diagnostic| message.code != Code::Style || !lines.contains(&line(message));
    for diagnostic in messages.into_iter().filter(is_new).chain(found) {
        let file = diagnostic.primary.span.file;
        match diagnostic.code == Code::Style && sources.allows(file, diagnostic.code) {
            true => diagnostics.allow(diagnostic),
            false => diagnostics.push(diagnostic),
        }
    }
}

/// True if all stylesheets could be read.
fn are_sound(sources: &Sources) -> bool {
    let mut sheets = sources.texts_below(FOLDER_OF_TEMPLATES).map(|(_, source)| source);
    sheets.all(|source| source.sound || !source.path.ends_with(".css"))
}

/// The stylesheets that are the project's, and not the same as the theme's.
fn own_sheets(sources: &Sources) -> impl Iterator<Item = (FileId, &Arc<SourceText>)> {
    let own = FOLDERS_OF_SHEETS.iter().flat_map(|folder| sources.overrides(folder));
    own.filter(|(_, source)| source.sound && source.path.ends_with(".css"))
}

impl Styles {
    /// Bundles the base sheet, with the sheets of `design` in it, and one for each of `sets`, or takes them from the
    /// cache. Names that the project has no file for are left out. A project without [`ENTRY`] has no styles; mistakes
    /// in the styles are reported.
    ///
    /// # Errors
    /// If esbuild can't be run.
    pub fn prepare(
        sources: &Sources,
        options: &Options<'_>,
        bundler: &Bundler,
        design: &[String],
        sets: &BTreeSet<StyleSet>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Failure> {
        let Some((entry, _)) = sources.text_at(ENTRY) else { return Ok(Self::default()) };
        let exists = |name: &&str| sources.text_at(&format!("{FOLDER_OF_TEMPLATES}{name}")).is_some();
        let sets = sets
            .iter()
            .map(|set| (set_key(set), set.iter().map(String::as_str).filter(exists).collect()))
            .filter(|(_, members): &(_, Vec<_>)| !members.is_empty())
            .collect();
        let plan = Plan { design: design.iter().map(String::as_str).filter(exists).collect(), sets };
        let styles = match tool(sources, options, bundler) {
            // That a stylesheet can't be read was reported.
            _ if !are_sound(sources) => Err(Vec::new()),
            Some(packages) => Self::bundle(sources, options, bundler, &plan, &packages)?,
            None => join::join(sources, &plan, bundler.minified()).map(|joined| bundle::named(joined, &plan)),
        };
        let messages = match &styles {
            Ok(styles) => &styles.warnings,
            Err(errors) => errors,
        };
        let messages =
            messages.iter().map(|message| message.clone().into_diagnostic(sources, Span::whole(entry)));
        report(sources, bundler, messages.collect(), diagnostics);
        Ok(styles.unwrap_or_default())
    }

    /// What esbuild makes of the sheets, or has made before.
    fn bundle(
        sources: &Sources,
        options: &Options<'_>,
        bundler: &Bundler,
        plan: &Plan<'_>,
        packages: &Packages,
    ) -> Result<Result<Self, Vec<Message>>, Failure> {
        let key = bundle::key(sources, plan, packages);
        match bundler.load(key) {
            Some(styles) => Ok(Ok(styles)),
            None => Ok(bundle::bundle(sources, plan, packages, &Scratch::new(options.scratch)?)?
                .inspect(|styles| bundler.save(key, styles))),
        }
    }

    /// The same styles with these typefaces, and with these rules after those of the base sheet.
    #[must_use]
    pub fn with(mut self, rules: &str, typefaces: &Typefaces) -> Self {
        self.files.extend(typefaces.fonts().cloned());
        if let Some(mut bytes) = self.files.remove(&self.base) {
            bytes.extend([typefaces.rules().as_str(), rules].concat().into_bytes());
            self.base = format!("site-{}.css", content_hash(&bytes));
            self.files.insert(self.base.clone(), bytes);
        }
        self
    }

    /// The name of the base sheet in [`FOLDER`]. Returns `None` if it couldn't be bundled.
    pub fn base(&self) -> Option<&str> {
        (!self.base.is_empty()).then_some(self.base.as_str())
    }

    /// The names in [`FOLDER`] of the sheets that a page with this set loads, in their order: the base sheet and
    /// the set's own. None if they couldn't be bundled.
    pub fn sheets(&self, set: &StyleSet) -> Vec<&str> {
        self.base().into_iter().chain(self.sets.get(&set_key(set)).map(String::as_str)).collect()
    }

    /// The names in [`FOLDER`] of the fonts of the base sheet, which every page needs at once.
    pub fn fonts(&self) -> Vec<&str> {
        let sheet =
            self.files.get(&self.base).map(|sheet| String::from_utf8_lossy(sheet)).unwrap_or_default();
        let names = self.files.keys().map(String::as_str);
        names.filter(|name| name.ends_with(FontFile::EXTENSION) && sheet.contains(name)).collect()
    }

    /// The stylesheets and their fonts. They find each other wherever the site is put. `gym` is the file that chooses the
    /// typefaces.
    pub fn artifacts(&self, sources: &Sources, gym: FileId) -> Vec<Artifact> {
        let Some((entry, _)) = sources.text_at(ENTRY) else { return Vec::new() };
        self.files
            .iter()
            .filter_map(|(name, bytes)| {
                let origin = match (name.ends_with(FontFile::EXTENSION), font_sheet(name, sources)) {
                    (true, None) => Origin { content: gym, template: None },
                    (_, sheet) => Origin { content: entry, template: Some(sheet.unwrap_or(entry)) },
                };
                Artifact::hashed(&format!("{FOLDER}/{name}"), bytes.clone(), origin)
            })
            .collect()
    }
}

/// The stylesheet that names a font, by the font's hashed name.
fn font_sheet(name: &str, sources: &Sources) -> Option<FileId> {
    let (stem, _) = name.strip_suffix(".woff2")?.rsplit_once('-')?;
    let written = format!("{stem}.woff2");
    let mut sheets = sources.texts_below("templates/").filter(|(_, source)| source.path.ends_with(".css"));
    sheets.find(|(_, source)| source.text.contains(&written)).map(|(file, _)| file)
}
