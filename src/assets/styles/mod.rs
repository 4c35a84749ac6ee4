//! The stylesheets: a base sheet for every page, the styles of each set of sections that pages consist of, which are part
//! of these pages, and the fonts that they name.

mod lower;
mod palette;
mod properties;
pub mod sheet;
mod typefaces;

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    sync::{Arc, Mutex},
};

use self::sheet::{Sheet, SyntaxError};
pub use palette::{Background, DrawingColours, Palettes};
pub use properties::physical_sides;
use properties::unknown_properties;
pub use typefaces::{Typefaces, card_font, design_sheets, unused_fonts};

use crate::{
    assets::names::published_stem,
    cache::content_hash,
    diagnostic::{Diagnostic, Diagnostics, FileId, Span, code, diagnostic, report},
    lock,
    output::{Artifact, Origin},
    schema::decode::{
        FONT_EXTENSION,
        value::{Country, Language},
    },
    source::{Sources, paths::resolve},
    widgets::hash_source,
};

/// The base sheet, which imports what every page needs.
pub const ENTRY: &str = "templates/styles/site.css";

/// The sheet for the list of languages, of a site with several.
pub const LANGUAGES: &str = "styles/languages.css";

/// The sheet with what is different on paper. It is the end of the base sheet, as it overrides all others.
pub const PRINT: &str = "templates/styles/print.css";

/// The stylesheets for paper in landscape: letter, as in the United States, and A4.
pub const PAPERS: [&str; 2] =
    ["templates/styles/design/paper-letter.css", "templates/styles/design/paper-a4.css"];

/// The names in a [`StyleSet`] are relative to this folder.
const FOLDER_OF_TEMPLATES: &str = "templates/";

/// The folder in the built site for stylesheets, and the fonts and pictures that they name.
pub const FOLDER: &str = "assets";

/// The order of the layers. Each sheet of a set repeats it, so that the order doesn't depend on the sheets loaded
/// before.
const LAYERS: &str = "@layer tokens,base,layout,components,motion,modes,own;";

/// The layer for the sheets of sections and entries.
const LAYER_OF_PARTS: &str = "@layer components";

/// The languages with hardly a letter beyond those of English, as `templates/styles/tokens.css` lists them.
const PLAIN_LANGUAGES: [&str; 6] = ["ar", "en", "id", "ms", "so", "sw"];

/// The end of the name of a font that has the letters of these languages alone.
const PLAIN: &str = "plain";

/// The end of the name of the font that has the others.
const REST: &str = "rest";

/// The number of texts of styles that are part of pages, the shortest first: the policy, a header of all files, has a hash for
/// each. Others are files.
const MOST_INLINE: usize = 20;

/// The CSS files for the parts of a page, beside those that all pages have, such as `sections/hero/style.css`.
pub type StyleSet = BTreeSet<String>;

/// The joined stylesheets.
#[derive(Clone, Debug, Default)]
pub struct Styles {
    /// The name of the base sheet.
    base: String,
    /// The end of the base sheet.
    print: String,
    /// The styles of each set, by its key.
    sets: BTreeMap<String, SetStyles>,
    files: BTreeMap<String, StyleFile>,
    /// Warnings of declarations in the project's own sheets that browsers ignore.
    pub ignored: Arc<[Diagnostic]>,
}

/// The styles of a set of sections.
#[derive(Clone, Debug)]
pub enum SetStyles {
    /// The name of a file in [`FOLDER`].
    File(String),
    /// A part of the page, which saves a request before the page is first painted.
    Inline(InlineStyles),
}

/// Styles in pages.
#[derive(Clone, Debug)]
pub struct InlineStyles {
    pub css: Arc<str>,
    /// The source in the content security policy that allows them.
    source: Arc<str>,
}

impl SetStyles {
    /// The source in the content security policy that allows inline styles.
    pub fn source(&self) -> Option<&str> {
        let Self::Inline(styles) = self else { return None };
        Some(&styles.source)
    }
}

/// A stylesheet, or a file that a stylesheet names.
#[derive(Clone, Debug)]
struct StyleFile {
    bytes: Vec<u8>,
    /// The stylesheet that it was made from, or that names it. `None` for a font that content chooses.
    sheet: Option<FileId>,
}

/// The styles that were joined last, kept for the next state of the project: most edits don't change them, and joining
/// them takes longer than anything else in an edit of a small site.
#[derive(Debug, Default)]
pub struct LastStyles(Mutex<Option<JoinedStyles>>);

/// Styles with everything that they were made of, and their diagnostics.
#[derive(Debug)]
struct JoinedStyles {
    sources: Arc<Sources>,
    design: Vec<String>,
    country: Option<Country>,
    sets: BTreeSet<StyleSet>,
    styles: Styles,
    diagnostics: Diagnostics,
}

impl LastStyles {
    /// Returns the result of [`Styles::join`], the last one if its inputs are the same.
    pub fn join(
        &self,
        sources: &Arc<Sources>,
        design: Vec<String>,
        sets: &BTreeSet<StyleSet>,
        country: Option<Country>,
        diagnostics: &mut Diagnostics,
    ) -> Styles {
        let mut last = lock(&self.0);
        let known = last.take().filter(|known| {
            known.sources.differs_only_in_content(sources)
                && (&known.design, known.country, &known.sets) == (&design, country, sets)
        });
        let joined = known.unwrap_or_else(|| {
            let mut diagnostics = Diagnostics::default();
            let styles = Styles::join(sources, &design, country, sets, &mut diagnostics);
            let styles = Styles { ignored: unknown_properties(sources).into(), ..styles };
            JoinedStyles {
                sources: sources.clone(),
                design,
                country,
                sets: sets.clone(),
                styles,
                diagnostics,
            }
        });
        diagnostics.append(joined.diagnostics.clone());
        last.insert(joined).styles.clone()
    }
}

/// The key of a set, unique within the site.
pub fn set_key(set: &StyleSet) -> String {
    set.iter().map(String::as_str).collect::<Vec<_>>().join(" ")
}

impl Styles {
    /// Joins the base sheet with the sheets of `design`, what is different on paper with the sheet for the paper of `country`,
    /// and a sheet for each of `sets`. Names without a file are left out. A project without [`ENTRY`] has no styles. Mistakes
    /// in the styles are reported.
    pub fn join(
        sources: &Sources,
        design: &[String],
        country: Option<Country>,
        sets: &BTreeSet<StyleSet>,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let Some((entry, _)) = sources.text_at(ENTRY) else { return Self::default() };
        let mut joiner = Joiner { sources, sheets: BTreeMap::new(), files: BTreeMap::new(), diagnostics };
        let design = design.iter().map(|name| in_templates(name));
        let base = joiner.parts([ENTRY.to_owned()].into_iter().chain(design), &[]);
        let mut styles = Self::default();
        styles.base = styles.add("site", joined(base), entry);
        let is_letter = country.is_some_and(|country| country.has_letter_paper());
        let [letter, a4] = PAPERS;
        let paper = if is_letter { letter } else { a4 };
        let print = [PRINT, paper].map(str::to_owned).into_iter();
        styles.print = joined(joiner.parts(print, &["@media print".to_owned()]));
        let mut joined_sets: Vec<(String, Arc<str>)> = Vec::new();
        for set in sets {
            let parts = joiner.parts(set.iter().map(|name| in_templates(name)), &[LAYER_OF_PARTS.to_owned()]);
            if !parts.is_empty() {
                joined_sets.push((set_key(set), format!("{LAYERS}{}", joined(parts)).into()));
            }
        }
        let candidates = joined_sets.iter().map(|(_, css)| css).filter(|css| can_be_inline(css));
        let candidates: BTreeSet<(usize, Arc<str>)> =
            candidates.map(|css| (css.len(), css.clone())).collect();
        let shortest = candidates.into_iter().take(MOST_INLINE);
        let inline: BTreeMap<Arc<str>, Arc<str>> = shortest
            .map(|(_, css)| {
                let source = hash_source(&css).into();
                (css, source)
            })
            .collect();
        for (key, css) in joined_sets {
            let styles_of_set = match inline.get(&css) {
                Some(source) => SetStyles::Inline(InlineStyles { css, source: source.clone() }),
                None => SetStyles::File(styles.add("sections", css.to_string(), entry)),
            };
            styles.sets.insert(key, styles_of_set);
        }
        styles.files.append(&mut joiner.files);
        styles
    }

    /// Adds a stylesheet, and returns its name.
    fn add(&mut self, stem: &str, css: String, sheet: FileId) -> String {
        let bytes = (css + "\n").into_bytes();
        let name = format!("{stem}-{}.css", content_hash(&bytes));
        self.files.insert(name.clone(), StyleFile { bytes, sheet: Some(sheet) });
        name
    }

    /// Adds typefaces, rules after those of the base sheet, and what is different on paper.
    #[must_use]
    pub fn with(mut self, rules: &str, typefaces: &Typefaces) -> Self {
        for (name, bytes) in &typefaces.fonts {
            self.files.insert(name.clone(), StyleFile { bytes: bytes.clone(), sheet: None });
        }
        if let Some(mut base) = self.files.remove(&self.base) {
            base.bytes.extend([&typefaces.rules, rules, &self.print].concat().into_bytes());
            self.base = format!("site-{}.css", content_hash(&base.bytes));
            self.files.insert(self.base.clone(), base);
        }
        self
    }

    /// The name of the base sheet in [`FOLDER`]. Returns `None` if the project has none.
    pub fn base(&self) -> Option<&str> {
        (!self.base.is_empty()).then_some(self.base.as_str())
    }

    /// The styles of all sets.
    pub fn of_sets(&self) -> impl Iterator<Item = &SetStyles> {
        self.sets.values()
    }

    /// The styles of this set besides the base sheet. Returns `None` if it has none.
    pub fn of_set(&self, set: &StyleSet) -> Option<&SetStyles> {
        self.sets.get(&set_key(set))
    }

    /// The names in [`FOLDER`] of the fonts of the base sheet that every page in a language needs at once.
    pub fn fonts(&self, language: &Language) -> Vec<&str> {
        let base = self.files.get(&self.base).map(|base| String::from_utf8_lossy(&base.bytes));
        let base = base.unwrap_or_default();
        let mut fonts: Vec<&str> = self.files.keys().map(String::as_str).collect();
        fonts.retain(|name| name.ends_with(FONT_EXTENSION) && base.contains(name));
        let stems: BTreeSet<&str> = fonts.iter().filter_map(|name| stem(name)).collect();
        let is_plain = PLAIN_LANGUAGES.contains(&language.locale().id.language.as_str());
        fonts.retain(|name| stem(name).is_none_or(|stem| is_needed(stem, &stems, is_plain)));
        fonts
    }

    /// The stylesheets, and the files that they name by relative addresses, so that the site can be in any folder.
    /// `gym` is the content file that chooses the typefaces.
    pub fn artifacts(&self, gym: FileId) -> Vec<Artifact> {
        let mut artifacts = Vec::new();
        for (name, file) in &self.files {
            let origin = Origin { content: file.sheet.unwrap_or(gym), template: file.sheet };
            artifacts.extend(Artifact::hashed(&format!("{FOLDER}/{name}"), file.bytes.clone(), origin));
        }
        artifacts
    }
}

/// The name of a file without its hash.
fn stem(name: &str) -> Option<&str> {
    name.rsplit_once('-').map(|(stem, _)| stem)
}

/// Whether pages need a font at once: of one that is there in parts, too, the plain letters or the whole.
fn is_needed(stem: &str, stems: &BTreeSet<&str>, is_plain: bool) -> bool {
    match stem.rsplit_once('-') {
        Some((whole, PLAIN)) if stems.contains(whole) => is_plain,
        Some((whole, REST)) if stems.contains(whole) => false,
        _ => !is_plain || !stems.contains(format!("{stem}-{PLAIN}").as_str()),
    }
}

/// True for styles that name no file, as its address would depend on the page, and have nothing that is markup.
fn can_be_inline(css: &str) -> bool {
    let mut behind_brackets = css.split('<').skip(1);
    let has_tag =
        behind_brackets.any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c)));
    !has_tag && !["url(", "@import", "&"].iter().any(|part| css.contains(part))
}

fn in_templates(name: &str) -> String {
    format!("{FOLDER_OF_TEMPLATES}{name}")
}

/// Reads stylesheets and all that they import.
struct Joiner<'j> {
    sources: &'j Sources,
    /// The sheets that were read, by path.
    sheets: BTreeMap<String, Arc<Sheet>>,
    /// Fonts and pictures that stylesheets name, by their names in [`FOLDER`].
    files: BTreeMap<String, StyleFile>,
    diagnostics: &'j mut Diagnostics,
}

/// The part of a joined sheet that comes from one file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SheetPart {
    /// The at-rules around it, from the outermost.
    within: Vec<String>,
    /// Tells apart two files with the same rules.
    path: String,
    css: String,
}

impl Joiner<'_> {
    /// The parts of the files at these paths, each after the files that it imports. A missing file is skipped.
    fn parts(&mut self, paths: impl Iterator<Item = String>, within: &[String]) -> Vec<SheetPart> {
        let mut parts = Vec::new();
        for path in paths {
            self.collect(&path, within, &mut Vec::new(), &mut parts);
        }
        parts
    }

    /// Adds the file at `path`, after the files that it imports. `above` are the files that import it.
    fn collect(
        &mut self,
        path: &str,
        within: &[String],
        above: &mut Vec<String>,
        parts: &mut Vec<SheetPart>,
    ) {
        if above.iter().any(|above| above == path) {
            return;
        }
        let Some((file, source)) = self.sources.text_at(path) else { return };
        let sheet = self.read(path);
        if !sheet.layers.is_empty() {
            parts.push(SheetPart::new(path, within, &sheet.layers));
        }
        above.push(path.to_owned());
        for import in &sheet.imports {
            let imported = resolve(path, &import.path);
            if self.sources.text_at(&imported).is_none() {
                self.diagnostics.push(not_there(&import.path, place(file, &source.text, import.at)));
                continue;
            }
            let within: Vec<String> = within.iter().chain(&import.within).cloned().collect();
            self.collect(&imported, &within, above, parts);
        }
        above.pop();
        if !sheet.rules.is_empty() {
            parts.push(SheetPart::new(path, within, &sheet.rules));
        }
    }

    /// The sheet of the file at `path`; empty after a report if the file has a mistake.
    fn read(&mut self, path: &str) -> Arc<Sheet> {
        if let Some(known) = self.sheets.get(path) {
            return known.clone();
        }
        let mut sheet = Sheet::default();
        // A file that couldn't be read was reported before.
        if let Some((file, source)) = self.sources.text_at(path).filter(|(_, source)| source.error.is_none())
        {
            let read = Sheet::read(&source.text, &mut |address, at| {
                self.add_file(path, address, place(file, &source.text, at))
            });
            match read {
                Ok(read) => sheet = read,
                Err(SyntaxError { message, at }) => {
                    report!(self.diagnostics, code::BUNDLE, place(file, &source.text, at), "{message}";
                        help: "browsers would ignore the rules that follow");
                }
            }
        }
        let sheet = Arc::new(sheet);
        self.sheets.insert(path.to_owned(), sheet.clone());
        sheet
    }

    /// Adds the file that the stylesheet at `path` names by this address, and returns its new address: none at all for a
    /// missing file, which is reported. Returns `None` for addresses outside of the project's files.
    fn add_file(&mut self, path: &str, address: &str, span: Span) -> Option<String> {
        if address.is_empty() || address.starts_with(['#', '/']) || address.contains(':') {
            return None;
        }
        // A query or fragment chooses a part of the file: `shapes.svg#wave`.
        let (file, part) = address.split_at(address.find(['?', '#']).unwrap_or(address.len()));
        let path = resolve(path, file);
        let Some(bytes) = self.bytes_of(&path) else {
            self.diagnostics.push(not_there(address, span));
            // The check of links would report it once more.
            return Some(String::new());
        };
        let (_, name) = path.rsplit_once('/')?;
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, "bin"));
        let name = format!("{}.{extension}", published_stem(stem, &content_hash(&bytes)));
        if let Entry::Vacant(new) = self.files.entry(name.clone()) {
            new.insert(StyleFile { bytes, sheet: Some(span.file) });
        }
        Some(format!("./{name}{part}"))
    }

    /// The bytes of a font, a picture or a drawing, which is a text among the sources.
    fn bytes_of(&self, path: &str) -> Option<Vec<u8>> {
        if let Some(binary) = self.sources.binary_at(path) {
            return binary.bytes().ok();
        }
        let (_, drawing) = self.sources.text_at(path).filter(|_| path.ends_with(".svg"))?;
        drawing.error.is_none().then(|| drawing.text.as_bytes().to_vec())
    }
}

impl SheetPart {
    fn new(path: &str, within: &[String], css: &str) -> Self {
        Self { within: within.to_vec(), path: path.to_owned(), css: css.to_owned() }
    }
}

/// The place of the character of `text` at this position.
fn place(file: FileId, text: &str, at: usize) -> Span {
    let length = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    Span::new(file, at..at + length)
}

/// Reports a missing file where a stylesheet names it.
fn not_there(path: &str, span: Span) -> Diagnostic {
    let help = if path.contains("//") {
        "browsers would load nothing of another site: copy the file into templates/styles, with all that it names"
    } else {
        "paths are relative to the file that contains them"
    };
    diagnostic!(code::BUNDLE, span, "there is no file \"{path}\""; help)
}

/// Joins the parts in order, lowered for old browsers. Of equal parts only the last is kept, which is the one that
/// counts in browsers.
fn joined(parts: Vec<SheetPart>) -> String {
    let mut css = String::new();
    let mut within: &[String] = &[];
    for (number, part) in parts.iter().enumerate() {
        if parts.iter().skip(number + 1).any(|later| later == part) {
            continue;
        }
        if part.within != within {
            css.push_str(&"}".repeat(within.len()));
            within = &part.within;
            css.extend(within.iter().flat_map(|rule| [rule.as_str(), "{"]));
        }
        css.push_str(&part.css);
    }
    lower::lower(&(css + &"}".repeat(within.len())))
}
