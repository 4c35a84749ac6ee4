//! The project's own fonts, for headings and for all other text. The fonts of the theme are in its stylesheets
//! (`templates/styles/design/`), with their metrics.

use crate::{
    assets::{names::published_stem, soundness::woff2_flaw},
    cache::content_hash,
    content::Design,
    diagnostic::{Diagnostic, Diagnostics, Span, code, diagnostic, report},
    schema::decode::{
        FONT, FONT_EXTENSION, FONTS, Spanned,
        value::{FontFile, kebab_case},
    },
    source::{Sources, WrongContent, placeholder},
};

/// The beginnings of the names of the theme's stylesheets for typefaces of headings and of text.
const SHEETS: [&str; 2] = ["styles/design/headings-", "styles/design/text-"];

/// The first bytes of a WOFF2 file.
const WOFF2: &[u8] = b"wOF2";

/// The project's fonts that a design names.
#[derive(Clone, Debug, Default)]
pub struct Typefaces {
    /// The rules for using them in pages.
    pub(super) rules: String,
    /// The fonts, each with its published name.
    pub(super) fonts: Vec<(String, Vec<u8>)>,
}

impl Typefaces {
    /// Reads the fonts that the design names. Reports a missing or flawed file.
    pub fn read(design: &Design, sources: &Sources, diagnostics: &mut Diagnostics) -> Self {
        let mut typefaces = Self::default();
        // The width of headings in percent of the font's own, so that long words fit.
        let size = design.headings_size.map(|percent| format!("size-adjust:{percent}%;")).unwrap_or_default();
        let roles = [(&design.headings_file, "Headings", size.as_str()), (&design.text_file, "Text", "")];
        for (file, family, size) in roles {
            let Some(file) = file.as_ref().filter(|file| !file.value.is_fallback()) else { continue };
            match own(file, sources) {
                Ok((name, bytes)) => {
                    typefaces.rules.push_str(&format!(
                        "@font-face{{font-family:\"{family}\";src:url(\"./{name}\") format(\"woff2\");\
                         font-weight:100 900;{size}font-display:swap}}\n"
                    ));
                    typefaces.fonts.push((name, bytes));
                }
                Err(wrong) => diagnostics.push(*wrong),
            }
        }
        typefaces
    }
}

/// The stylesheets among `sheets` that the design needs: a font of the project replaces the theme's.
pub fn design_sheets(design: &Design, mut sheets: Vec<String>) -> Vec<String> {
    let [headings, text] = SHEETS;
    sheets.retain(|sheet| {
        !(design.headings_file.is_some() && sheet.starts_with(headings)
            || design.text_file.is_some() && sheet.starts_with(text))
    });
    sheets
}

/// The OpenType file for the words on cards: of the theme's font of headings, or the file of the same name beside the
/// project's own font.
pub fn card_font(design: &Design) -> String {
    match &design.headings_file {
        Some(file) => format!("{FONTS}{}", file.value.as_str()).replace(FONT_EXTENSION, ".ttf"),
        None => format!("templates/styles/fonts/{}.ttf", design.headings),
    }
}

/// Warns of the project's fonts that the design doesn't name. `at` is the place of the design.
pub fn unused_fonts(design: &Design, sources: &Sources, at: Span) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for path in sources.binaries_below(FONTS).filter(|path| path.ends_with(FONT_EXTENSION)) {
        let mut used = [&design.headings_file, &design.text_file].into_iter().flatten();
        if used.any(|file| path.strip_prefix(FONTS) == Some(file.value.as_str())) {
            continue;
        }
        report!(warnings, code::UNUSED_FONT, at, "{path} is never used";
            label: "the design in this file doesn't mention it";
            help: "name it as headings_file or text_file of [design], or remove it");
    }
    warnings
}

/// The font in a file of the project, with its published name, or the reason why it can't be used.
fn own(file: &Spanned<FontFile>, sources: &Sources) -> Result<(String, Vec<u8>), Box<Diagnostic>> {
    let name = file.value.as_str();
    let Some(font) = sources.binary_at(&format!("{FONTS}{name}")) else {
        let names = sources.binaries_below(FONTS).filter_map(|path| path.strip_prefix(FONTS));
        return Err(Box::new(
            diagnostic!(code::MISSING_FONT, file.span, "there is no font \"{name}\" in content/fonts";
                expected: FONT.expected();
                help: "put the font into content/fonts")
            .did_you_mean(sources, name, names),
        ));
    };
    match font.bytes() {
        Ok(bytes) if bytes.starts_with(WOFF2) && woff2_flaw(&bytes).is_none() => {
            let file = name.rsplit('/').next().unwrap_or(name);
            let stem = file.trim_end_matches(FONT_EXTENSION);
            // The name is used in addresses and within quotes.
            let name = published_stem(&kebab_case(stem), &content_hash(&bytes)) + FONT_EXTENSION;
            Ok((name, bytes))
        }
        other => {
            let bytes = other.unwrap_or_default();
            let flaw = if bytes.starts_with(WOFF2) { woff2_flaw(&bytes) } else { None };
            let WrongContent { what, help } = placeholder(&bytes).unwrap_or(WrongContent {
                what: flaw.unwrap_or("can't be used as a font"),
                help: "copy it again from its source, or export it as WOFF2 again",
            });
            Err(Box::new(diagnostic!(code::BAD_FONT, file.span, "content/fonts/{name} {what}";
                expected: "a WOFF2 file"; help)))
        }
    }
}
