//! The colours of the design that aren't only in stylesheets: those of drawings, of the browser's own bars, and those that
//! content states. What follows from these is in the stylesheets, as relative colours.

use color::{Srgb, parse_color};

use super::FOLDER_OF_TEMPLATES;
use super::sheet::{CssItem, Sheet, items, parts};
use crate::{
    assets::{Picture, pictures::luminance},
    content::{Colours, Design, Scheme},
    diagnostic::{Diagnostics, Span, code, report},
    schema::{
        ColourNames,
        decode::{Spanned, value::Colour},
    },
    source::Sources,
};

/// The element of a whole page.
const ROOTS: [&str; 2] = [":root", "html"];

/// When they are those of a page that follows the visitor's device.
const PREFERS_LIGHT: &str = "(prefers-color-scheme:light)";

/// The least contrast of text that isn't large (WCAG 2.2, 1.4.3).
const LEAST_CONTRAST: f32 = 4.5;

/// Less contrast than this in the mean hides all of a logo.
const LEAST_OF_LOGO: f32 = 1.5;

/// The colours of pages in one scheme, each in red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Palette {
    colours: DrawingColours,
    /// The media query of the pages that have these colours, if not all have.
    media: Option<&'static str>,
}

/// The colours of all pages, as visitors may see them.
#[derive(Clone, Debug)]
pub struct Palettes {
    scheme: Scheme,
    palettes: Vec<Palette>,
    names: ColourNames,
}

/// What is behind all pages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Surface {
    /// The colours with the media query of the pages that have them, if not all have.
    pub colours: Vec<(Colour, Option<&'static str>)>,
    /// What CSS has for `color-scheme`: `dark`, `light` or both.
    pub scheme: &'static str,
}

/// The colours of what is drawn and isn't a page, in red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawingColours {
    /// What is behind everything.
    pub behind: [u8; 3],
    /// Words.
    pub text: [u8; 3],
    /// Highlights.
    pub accent: [u8; 3],
}

impl DrawingColours {
    /// Where no stylesheet says anything else.
    const BLACK: Self = Self { behind: [0; 3], text: [255; 3], accent: [255; 3] };

    /// The same but for those that `rules` declare.
    fn overridden_by(self, rules: &str, names: &ColourNames) -> Self {
        Self {
            behind: declared(rules, &names.behind).unwrap_or(self.behind),
            text: declared(rules, &names.text).unwrap_or(self.text),
            accent: declared(rules, &names.accent).unwrap_or(self.accent),
        }
    }
}

impl Palettes {
    /// The colours that the stylesheets have for this design.
    pub fn read(design: &Design, names: &ColourNames, sources: &Sources) -> Self {
        let [dark, light] =
            [&names.dark, &names.light].map(|path| rules_of(path, sources).unwrap_or_default());
        let dark = DrawingColours::BLACK.overridden_by(&dark, names);
        let light = dark.overridden_by(&light, names);
        let palettes = match design.scheme {
            Scheme::Dark => vec![Palette { colours: dark, media: None }],
            Scheme::Light => vec![Palette { colours: light, media: None }],
            Scheme::Auto => vec![
                Palette { colours: dark, media: None },
                Palette { colours: light, media: Some(PREFERS_LIGHT) },
            ],
        };
        Self { scheme: design.scheme, palettes, names: names.clone() }
    }

    /// The colours of what is drawn: those of pages, or of dark ones if pages are dark or light. `colours` are those that
    /// content states.
    pub fn drawing_colours(&self, colours: &Colours) -> DrawingColours {
        let own = self.palettes.first().map_or(DrawingColours::BLACK, |palette| palette.colours);
        DrawingColours { accent: colours.accent().map_or(own.accent, Colour::rgb), ..own }
    }

    /// What is behind all pages.
    pub fn surface(&self) -> Surface {
        let colour = |palette: &Palette| (Colour::from_rgb(palette.colours.behind), palette.media);
        let scheme = match self.scheme {
            Scheme::Dark => "dark",
            Scheme::Light => "light",
            Scheme::Auto => "dark light",
        };
        Surface { colours: self.palettes.iter().map(colour).collect(), scheme }
    }

    /// The rules by which pages have the colours that content states. They are in no layer, so that they are stronger
    /// than those of the stylesheets.
    pub fn rules(&self, colours: &Colours) -> String {
        let ColourNames { accent, alert, .. } = &self.names;
        let own = [(accent, colours.accent()), (alert, colours.alert.as_ref())].into_iter();
        let declared = own.filter_map(|(name, colour)| Some(format!("{name}:{}", colour?.as_str())));
        let declared: Vec<String> = declared.collect();
        if declared.is_empty() { String::new() } else { format!(":root{{{}}}\n", declared.join(";")) }
    }

    /// Warns of a logo that can hardly be seen on the pages, as black letters on dark ones. Content names it at `span`.
    pub fn check_logo(&self, logo: &Picture, span: Span, warnings: &mut Diagnostics) {
        let Some(colour) = logo.colour() else { return };
        let is_lost = |palette: &&Palette| contrast(colour, palette.colours.behind) < LEAST_OF_LOGO;
        let Some(palette) = self.palettes.iter().find(is_lost) else { return };
        let [colour, behind] = [colour, palette.colours.behind].map(Colour::from_rgb);
        report!(warnings, code::LOW_CONTRAST, span,
            "the logo, mostly {}, is on {}", colour.as_str(), behind.as_str();
            label: "can hardly be seen there";
            help: "use a copy of it in other colours, or the other scheme of [design]");
    }

    /// Warns if texts in the accent that content states are shown in another shade, as they couldn't be read. Pages that
    /// are dark or light as the visitor's device is need another one in any case.
    pub fn check(&self, colours: &Colours, warnings: &mut Diagnostics) {
        let ([palette], Some(accent)) = (self.palettes.as_slice(), &colours.accent) else { return };
        let Spanned { value: accent, span } = accent;
        let contrast = contrast(accent.rgb(), palette.colours.behind);
        if contrast >= LEAST_CONTRAST {
            return;
        }
        let way = if self.scheme == Scheme::Light { "darker" } else { "lighter" };
        let behind = Colour::from_rgb(palette.colours.behind);
        report!(warnings, code::LOW_CONTRAST, *span,
            "text in {} on {} has a contrast of {contrast:.1}", accent.as_str(), behind.as_str();
            label: "hard to read in this colour";
            expected: "a contrast of {LEAST_CONTRAST} or more (WCAG 2.2, 1.4.3)";
            help: "such text is shown {way} instead; choose a {way} colour to decide yourself");
    }
}

/// The rules of a stylesheet, whose path is relative to `templates/`. Returns `None` if it isn't there or can't be read.
fn rules_of(path: &str, sources: &Sources) -> Option<String> {
    let (_, source) = sources.text_at(&format!("{FOLDER_OF_TEMPLATES}{path}"))?;
    Sheet::read(&source.text, &mut |_, _| None).ok().map(|sheet| sheet.rules)
}

/// The colour that rules give a custom property of the whole page: the last one counts, and none that only some pages or
/// browsers have.
fn declared(rules: &str, property: &str) -> Option<[u8; 3]> {
    items(rules).filter_map(|item| declared_by(item, property)).last()
}

/// The colour that a rule, or the rules of a layer, give a custom property of the whole page.
fn declared_by(item: CssItem<'_>, property: &str) -> Option<[u8; 3]> {
    let CssItem::Block { head, block } = item else { return None };
    if head.starts_with("@layer") {
        return declared(block, property);
    }
    if !parts(head, ",").any(|selector| ROOTS.contains(&selector)) {
        return None;
    }
    let values = items(block).filter_map(|item| match item {
        CssItem::Line(line) => line.strip_prefix(property)?.trim_start().strip_prefix(':'),
        CssItem::Block { .. } => None,
    });
    let colour = parse_color(values.last()?.trim()).ok()?.to_alpha_color::<Srgb>().to_rgba8();
    Some([colour.r, colour.g, colour.b])
}

/// The contrast ratio of two colours, as WCAG defines it.
fn contrast(a: [u8; 3], b: [u8; 3]) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
