//! The typefaces of the design: a font of the theme or of the project for headings, and one for everything else.

use std::sync::Arc;

use gympress_pixels::FontMetrics;

use crate::{
    cache::{self, Cache},
    content::Design,
    decode::{
        Spanned,
        value::{FontFile, Value as _, kebab_case},
    },
    diagnostic::{Code, Diagnostic, Diagnostics, Lint, Remedy, Span, near, nearest},
    esbuild::{content_hash, file_name},
    source::{Binary, Sources},
};

/// The folder of the theme's fonts.
const FOLDER: &str = "templates/styles/fonts/";

/// The fonts that devices have for a text until its own has arrived; nearly all have one of these, of the same widths.
const FALLBACKS: [&str; 5] = ["Arial", "ArialMT", "Liberation Sans", "Roboto", "Helvetica"];
const BOLD_FALLBACKS: [&str; 5] =
    ["Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Roboto Bold", "Helvetica-Bold"];

/// The mean width of Arial's letters in a text, and that of the capitals of Arial Bold, as parts of the size.
const FALLBACK_LETTERS: f32 = 0.4467;
const FALLBACK_CAPITALS: f32 = 0.688;

/// The measures of the typeface for which the sizes of headings were chosen, Big Shoulders Black.
const HEADING_CAPITALS: f32 = 0.4834;
const HEADING_CAP_HEIGHT: f32 = 0.8;

/// The width of a letter of a wide word in it, which decides about the size of headings with long words.
const HEADING_LETTER: f32 = 0.53;

/// The least height of lines for those of that typeface, and the room between lines of lower capitals for that of higher.
const LEAST_LEADING: f32 = 0.72;
const LEADING: f32 = 1.12;

/// What a typeface sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Headings, in capitals and in the greatest weight.
    Headings,
    /// Everything else.
    Text,
}

/// The fonts of a design, and the rules by which pages use them.
#[derive(Clone, Debug)]
pub struct Typefaces(Vec<(Role, Arc<Typeface>)>);

/// A typeface.
#[derive(Debug)]
struct Typeface {
    rules: String,
    /// The font, with the name that it has in the built site; none for the typeface of the device.
    font: Option<(String, Vec<u8>)>,
}

impl Typefaces {
    /// Those that the design names. A file that is missing or can't be read is reported.
    pub fn read(design: &Design, sources: &Sources, cache: &Cache, diagnostics: &mut Diagnostics) -> Self {
        let stated = [
            (Role::Headings, &design.headings, &design.headings_file),
            (Role::Text, &design.text, &design.text_file),
        ];
        let typefaces = stated.into_iter().filter_map(|(role, word, file)| {
            let read = match file {
                Some(file) if file.value.is_fallback() => return None,
                Some(file) => own(role, file, sources, cache),
                None => {
                    let of_theme = sources.binary_at(&format!("{FOLDER}{word}{}", FontFile::EXTENSION));
                    let of_theme = of_theme.and_then(|font| load(role, word, font, cache));
                    // A word without a file is the typeface of the device.
                    Ok(of_theme
                        .unwrap_or_else(|| Arc::new(Typeface { rules: role.system_rules(), font: None })))
                }
            };
            Some((role, read.map_err(|wrong| diagnostics.push(*wrong)).ok()?))
        });
        Self(typefaces.collect())
    }

    /// The rules by which pages use them.
    pub fn rules(&self) -> String {
        self.0.iter().map(|(_, typeface)| typeface.rules.as_str()).collect()
    }

    /// The font of headings.
    pub fn headings(&self) -> Option<&[u8]> {
        let (_, typeface) = self.0.iter().find(|(role, _)| *role == Role::Headings)?;
        typeface.font.as_ref().map(|(_, bytes)| bytes.as_slice())
    }

    /// The fonts, by the names that they have in the built site.
    pub fn fonts(&self) -> impl Iterator<Item = &(String, Vec<u8>)> {
        self.0.iter().filter_map(|(_, typeface)| typeface.font.as_ref())
    }
}

/// Warns of the fonts of the project that the design doesn't name. `at` is where it could.
pub fn unused_fonts(design: &Design, sources: &Sources, at: Span) -> impl Iterator<Item = Diagnostic> {
    let used: Vec<String> = [&design.headings_file, &design.text_file]
        .into_iter()
        .flatten()
        .map(|file| file.value.path())
        .collect();
    let own = sources.binaries_below(FontFile::FOLDER).filter(|path| path.ends_with(FontFile::EXTENSION));
    let unused = own.filter(move |path| !used.iter().any(|used| used == path));
    unused.map(move |path| {
        Diagnostic::new(Lint::UnusedFont, at, format!("{path} is used by nothing"))
            .label("the design in this file doesn't name it")
            .help("name it as headings_file or text_file of [design], or remove it")
    })
}

/// The typeface in a file of the project, or what is wrong with it.
fn own(
    role: Role,
    file: &Spanned<FontFile>,
    sources: &Sources,
    cache: &Cache,
) -> Result<Arc<Typeface>, Box<Diagnostic>> {
    let name = file.value.as_str();
    let Some(font) = sources.binary_at(&file.value.path()) else {
        let names = || {
            sources.binaries_below(FontFile::FOLDER).filter_map(|path| path.strip_prefix(FontFile::FOLDER))
        };
        let help = match nearest(name, names()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "put the font into content/fonts".to_owned(),
        };
        let message = format!("there is no font \"{name}\" in content/fonts");
        return Err(Box::new(
            Diagnostic::new(Code::MissingFont, file.span, message)
                .expected(FontFile::EXPECTED)
                .help(help)
                .remedy(Remedy::nearest(name, near(name, names()))),
        ));
    };
    let stem = name.trim_end_matches(FontFile::EXTENSION);
    load(role, file_name(stem), font, cache).ok_or_else(|| {
        let message = format!("content/fonts/{name} is no font that can be used");
        Box::new(
            Diagnostic::new(Code::BadFont, file.span, message)
                .expected("a WOFF2 file with the letters A to Z")
                .help("copy it again from where it came from, or save it as WOFF2 again"),
        )
    })
}

/// The typeface in a font file of this name, without its extension. Returns `None` if it can't be read as one.
fn load(role: Role, stem: &str, font: &Binary, cache: &Cache) -> Option<Arc<Typeface>> {
    let key = cache::key([font.hash().ok()?.as_bytes().as_slice(), stem.as_bytes()]);
    cache.get_or_load(role.cache_kind(), key, || {
        let bytes = font.bytes().ok()?;
        let metrics = FontMetrics::read(&bytes, role.weight())?;
        // It stands in addresses and in quotes.
        let name = format!("{}-{}{}", kebab_case(stem), content_hash(&bytes), FontFile::EXTENSION);
        Some(Typeface { rules: role.rules(&name, &metrics), font: Some((name, bytes)) })
    })
}

impl Role {
    fn cache_kind(self) -> &'static str {
        match self {
            Self::Headings => "typeface-of-headings",
            Self::Text => "typeface-of-text",
        }
    }

    /// The weight in which it is used most.
    fn weight(self) -> f32 {
        match self {
            Self::Headings => 900.0,
            Self::Text => 400.0,
        }
    }

    /// The rules without a font: the typeface of the device.
    fn system_rules(self) -> String {
        match self {
            Self::Headings => ":root{--display:system-ui,sans-serif}\n".to_owned(),
            Self::Text => ":root{--text:system-ui,sans-serif}\n".to_owned(),
        }
    }

    /// The rules for the font of this name in the built site. The fallback has the widths and heights of the font, so that
    /// nothing moves when the font arrives.
    fn rules(self, name: &str, metrics: &FontMetrics) -> String {
        match self {
            Self::Headings => heading_rules(name, metrics),
            Self::Text => text_rules(name, metrics),
        }
    }
}

fn heading_rules(name: &str, metrics: &FontMetrics) -> String {
    let size = (HEADING_CAPITALS / metrics.capitals).min(1.0);
    let capitals = metrics.capitals * size;
    let font = Face { family: "Headings", from: url(name), weight: "900".to_owned(), size };
    let fallback = Face {
        family: "Headings fallback",
        from: local(BOLD_FALLBACKS),
        weight: "900".to_owned(),
        size: capitals / FALLBACK_CAPITALS,
    };
    let letter = HEADING_LETTER * capitals / HEADING_CAPITALS;
    let leading = (LEADING * metrics.cap_height * size / HEADING_CAP_HEIGHT).clamp(LEAST_LEADING, 1.0);
    let families = format!("\"{}\",\"{}\",Impact,sans-serif", font.family, fallback.family);
    let rules =
        [font.rule("font-display:swap"), fallback.rule(&heights(metrics, size / fallback.size))].concat();
    format!("{rules}:root{{--display:{families};--letter:{letter:.3};--tight:{leading:.2}}}\n")
}

fn text_rules(name: &str, metrics: &FontMetrics) -> String {
    let (least, most) = metrics.weights;
    let weight = if least == most { least.to_string() } else { format!("{least} {most}") };
    let font = Face { family: "Text", from: url(name), weight, size: 1.0 };
    let fallback = Face {
        family: "Text fallback",
        from: local(FALLBACKS),
        weight: String::new(),
        size: metrics.letters / FALLBACK_LETTERS,
    };
    let families = format!("\"{}\",\"{}\",system-ui,sans-serif", font.family, fallback.family);
    let rules =
        [font.rule("font-display:swap"), fallback.rule(&heights(metrics, 1.0 / fallback.size))].concat();
    format!("{rules}:root{{--text:{families}}}\n")
}

/// An `@font-face` rule.
struct Face {
    family: &'static str,
    from: String,
    /// Empty for any.
    weight: String,
    /// The size of the letters, of what a page asks for.
    size: f32,
}

impl Face {
    fn rule(&self, further: &str) -> String {
        let Self { family, from, weight, size } = self;
        let weight = if weight.is_empty() { String::new() } else { format!("font-weight:{weight};") };
        let size = if *size == 1.0 { String::new() } else { format!("size-adjust:{:.2}%;", size * 100.0) };
        format!("@font-face{{font-family:\"{family}\";src:{from};{weight}{size}{further}}}\n")
    }
}

fn url(name: &str) -> String {
    format!("url(\"./{name}\") format(\"woff2\")")
}

fn local(names: [&str; 5]) -> String {
    names.map(|name| format!("local(\"{name}\")")).join(",")
}

/// The declarations that give a fallback the heights of a font that is this much larger.
fn heights(metrics: &FontMetrics, larger: f32) -> String {
    let [ascent, descent] = [metrics.ascent, metrics.descent].map(|height| height * larger * 100.0);
    format!("ascent-override:{ascent:.2}%;descent-override:{descent:.2}%;line-gap-override:0%")
}

#[cfg(test)]
mod tests {
    use gympress_pixels::FontMetrics;

    use super::Role;

    fn rules(role: Role, font: &[u8]) -> String {
        role.rules("a.woff2", &FontMetrics::read(font, role.weight()).expect("a font"))
    }

    #[test]
    fn the_typeface_for_which_sizes_were_chosen_is_taken_as_it_is() {
        let rules =
            rules(Role::Headings, include_bytes!("../../../templates/styles/fonts/big-shoulders.woff2"));
        let (font, rest) = rules.split_once('\n').expect("a rule");
        assert!(!font.contains("size-adjust"), "{font}");
        assert!(rest.contains("--letter:0.530;--tight:1.00"), "{rest}");
        assert!(rest.contains("size-adjust:70.24%;ascent-override:140.0"), "{rest}");
    }

    #[test]
    fn a_wide_typeface_is_made_smaller() {
        let rules =
            rules(Role::Headings, include_bytes!("../../../templates/styles/fonts/archivo-black.woff2"));
        let (font, rest) = rules.split_once('\n').expect("a rule");
        assert!(font.contains("font-weight:900;size-adjust:62."), "{font}");
        assert!(rest.contains("--letter:0.530;--tight:0.72"), "{rest}");
    }

    #[test]
    fn a_variable_font_says_which_weights_it_has() {
        let rules = rules(Role::Text, include_bytes!("../../../templates/styles/fonts/inter.woff2"));
        assert!(rules.contains("font-weight:400 800;font-display:swap"), "{rules}");
    }
}
