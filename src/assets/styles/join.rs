//! Stylesheets put together without esbuild: from the theme's files, which were minified before the program was
//! compiled, and from those of the project.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    ENTRY, FOLDER_OF_TEMPLATES,
    bundle::{LAYERS, Plan, entry_name},
    sheet::{Condition, Import, Sheet, mistake},
};
use crate::{
    esbuild::{Import as WrittenImport, Message, Output, RunOutput, content_hash, file_name},
    paths::resolve,
    source::{SourceText, Sources, TextHash},
};

/// The rules of each stylesheet of the theme as esbuild minifies them, by the hash of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MinifiedRules(pub BTreeMap<String, (TextHash, String)>);

impl MinifiedRules {
    /// The rules of this file. Returns `None` if the theme's says something else.
    fn rules(&self, source: &SourceText) -> Option<&str> {
        let (hash, rules) = self.0.get(&*source.path)?;
        (*hash == source.hash()).then_some(rules.as_str())
    }

    /// True if these are the rules of all stylesheets of the project.
    pub fn cover(&self, sources: &Sources) -> bool {
        let texts = sources.texts_below(FOLDER_OF_TEMPLATES).map(|(_, source)| source);
        texts.filter(|source| source.path.ends_with(".css")).all(|source| self.rules(source).is_some())
    }
}

/// Puts together the sheets of this plan, or returns the errors.
pub(super) fn join(
    sources: &Sources,
    plan: &Plan<'_>,
    minified: Option<&MinifiedRules>,
) -> Result<RunOutput, Vec<Message>> {
    let mut joiner = Joiner { sources, minified, files: BTreeMap::new(), errors: Vec::new() };
    let RunOutput { mut metafile, mut files, .. } = RunOutput::default();
    let import = |name: &&str, layer: Option<&str>| Import {
        path: format!("{FOLDER_OF_TEMPLATES}{name}"),
        condition: layer.map(|layer| Condition::Layer(layer.to_owned())),
        at: 0,
    };
    let base = Import { path: ENTRY.to_owned(), condition: None, at: 0 };
    let design = plan.design.iter().map(|name| import(name, None));
    let base: Vec<Import> = std::iter::once(base).chain(design).collect();
    let mut entries = vec![(file_name(ENTRY).to_owned(), String::new(), base)];
    for (number, members) in plan.sets.values().enumerate() {
        let layers = LAYERS.trim_end().replace(", ", ",");
        let members = members.iter().map(|name| import(name, Some("components")));
        entries.push((entry_name(number), layers, members.collect()));
    }
    for (name, layers, imports) in entries {
        let mut sheet = Joined { text: layers, ..Joined::default() };
        let mut parts = Vec::new();
        for import in &imports {
            let within = import.condition.iter().cloned().collect();
            joiner.collect(&import.path, within, &mut Vec::new(), &mut parts);
        }
        sheet.put(parts);
        let imports = sheet.fonts.into_iter().map(|path| WrittenImport {
            path,
            kind: "url-token".to_owned(),
            external: false,
        });
        metafile.outputs.insert(name.clone(), Output { imports: imports.collect(), ..Output::default() });
        files.insert(name, (sheet.text + "\n").into_bytes());
    }
    for (name, bytes) in joiner.files {
        metafile.outputs.insert(name.clone(), Output::default());
        files.insert(name, bytes);
    }
    match joiner.errors.is_empty() {
        true => Ok(RunOutput { metafile, files, ..RunOutput::default() }),
        false => Err(joiner.errors),
    }
}

/// The rules of a file in the layers and media queries that its imports put it into.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LayeredRules {
    within: Vec<Condition>,
    layers: String,
    rules: String,
    /// The files that it names, as they are written.
    fonts: Vec<String>,
}

struct Joiner<'j> {
    sources: &'j Sources,
    minified: Option<&'j MinifiedRules>,
    /// Fonts and the like, by the names that they have in the rules.
    files: BTreeMap<String, Vec<u8>>,
    errors: Vec<Message>,
}

impl Joiner<'_> {
    /// Adds the file at `path` behind all that it imports. `above` are the files that import it.
    fn collect(
        &mut self,
        path: &str,
        within: Vec<Condition>,
        above: &mut Vec<String>,
        parts: &mut Vec<LayeredRules>,
    ) {
        let Some((_, source)) = self.sources.text_at(path) else { return };
        let sheet = match Sheet::read(path, &source.text) {
            Ok(sheet) => sheet,
            Err(error) => {
                if !self.errors.contains(&error) {
                    self.errors.push(error);
                }
                return;
            }
        };
        if above.iter().any(|above| above == path) {
            return;
        }
        above.push(path.to_owned());
        if !sheet.layers.is_empty() {
            parts.push(LayeredRules {
                within: within.clone(),
                layers: sheet.layers,
                rules: String::new(),
                fonts: Vec::new(),
            });
        }
        for import in &sheet.imports {
            let imported = resolve(path, &import.path);
            if self.sources.text_at(&imported).is_none() {
                let what = format!("Could not resolve \"{}\"", import.path);
                self.report(mistake(path, &source.text, import.at, what));
                continue;
            }
            let within = within.iter().chain(&import.condition).cloned().collect();
            self.collect(&imported, within, above, parts);
        }
        above.pop();
        let rules =
            self.minified.and_then(|minified| minified.rules(source)).map_or(sheet.rules, str::to_owned);
        let (rules, fonts) = self.place_files(path, source, &rules);
        parts.push(LayeredRules { within, layers: String::new(), rules, fonts });
    }

    fn report(&mut self, error: Message) {
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// The rules with the names of written files in the place of addresses of files beside `path`, and these names.
    fn place_files(&mut self, path: &str, source: &SourceText, rules: &str) -> (String, Vec<String>) {
        const URL: &str = "url(";
        let (mut placed, mut names, mut rest) = (String::with_capacity(rules.len()), Vec::new(), rules);
        while let Some((before, from)) = rest.split_once(URL) {
            placed.push_str(before);
            placed.push_str(URL);
            let (inside, after) = from.split_once(')').unwrap_or((from, ""));
            rest = from.get(inside.len()..).unwrap_or(after);
            let address = inside.trim().trim_matches(['"', '\'']);
            let is_elsewhere = address.starts_with(['#', '/']) || address.contains(':') || address.is_empty();
            let file = (!is_elsewhere).then(|| resolve(path, address));
            match file.map(|file| (self.sources.binary_at(&file).map(|binary| binary.bytes()), file)) {
                None => placed.push_str(inside),
                Some((Some(Ok(bytes)), file)) => {
                    let name = written_name(&file, &bytes);
                    placed.push_str(&format!("\"./{name}\""));
                    names.push(name.clone());
                    self.files.insert(name, bytes);
                }
                Some(_) => {
                    let at = source.text.find(address).unwrap_or(0);
                    let what = format!("Could not resolve \"{address}\"");
                    self.report(mistake(path, &source.text, at, what));
                }
            }
        }
        placed.push_str(rest);
        (placed, names)
    }
}

/// What esbuild would call a file before it's renamed by its content.
fn written_name(path: &str, bytes: &[u8]) -> String {
    let (stem, extension) = file_name(path).rsplit_once('.').unwrap_or((path, "bin"));
    format!("{stem}-{}.{extension}", content_hash(bytes).to_uppercase())
}

/// A stylesheet while it's put together.
#[derive(Default)]
struct Joined {
    text: String,
    fonts: Vec<String>,
}

impl Joined {
    /// Adds the parts; of those that say the same, the last one counts.
    fn put(&mut self, parts: Vec<LayeredRules>) {
        let texts: Vec<String> = parts.iter().map(LayeredRules::text).collect();
        for (place, (part, text)) in parts.into_iter().zip(&texts).enumerate() {
            if texts.iter().skip(place + 1).any(|later| later == text) {
                continue;
            }
            self.text.push_str(text);
            let new: Vec<String> = part.fonts.into_iter().filter(|font| !self.fonts.contains(font)).collect();
            self.fonts.extend(new);
        }
    }
}

impl LayeredRules {
    /// The rules in their layers and media queries, as esbuild writes them.
    fn text(&self) -> String {
        let text = if self.layers.is_empty() { &self.rules } else { &self.layers };
        if text.is_empty() {
            let layers: Option<Vec<&str>> = self.within.iter().map(Condition::layer).collect();
            let layers = layers.filter(|layers| !layers.is_empty());
            return layers.map(|layers| format!("@layer {};", layers.join("."))).unwrap_or_default();
        }
        let open: String = self.within.iter().map(Condition::opening).collect();
        open + text + &"}".repeat(self.within.len())
    }
}
