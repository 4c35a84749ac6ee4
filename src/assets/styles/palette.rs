//! The colours of the design outside of stylesheets: for drawings and the browser's own bars, with the colours that
//! content declares. The stylesheets derive further shades of these as relative colours.

use color::{Srgb, parse_color};

use super::{
    FOLDER_OF_TEMPLATES,
    sheet::{CssItem, Sheet, items, parts},
};
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

/// The media query for light colours on pages that follow the visitor's device.
const PREFERS_LIGHT: &str = "(prefers-color-scheme:light)";

/// The least contrast of text that isn't large (WCAG 2.2, 1.4.3).
const LEAST_CONTRAST: f32 = 4.5;

/// The least contrast of a logo's mean colour; with less, the logo is hard to see.
const LEAST_LOGO_CONTRAST: f32 = 1.5;

/// The colours of pages in one scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Palette {
    colours: DrawingColours,
    /// The media query for these colours, if they aren't for all visitors.
    media: Option<&'static str>,
}

/// The colours of all pages, for each scheme that visitors may see.
#[derive(Clone, Debug)]
pub struct Palettes {
    scheme: Scheme,
    palettes: Vec<Palette>,
    names: ColourNames,
}

/// The background of all pages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Background {
    /// The colours, each with its media query unless it is for all visitors.
    pub colours: Vec<(Colour, Option<&'static str>)>,
    /// The value of `color-scheme` in CSS: `dark`, `light` or both.
    pub scheme: &'static str,
}

/// The colours of drawings, such as cards, in red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawingColours {
    /// The background.
    pub behind: [u8; 3],
    /// Words.
    pub text: [u8; 3],
    /// Highlights.
    pub accent: [u8; 3],
}

impl DrawingColours {
    /// The colours without any declaration in stylesheets.
    const BLACK: Self = Self { behind: [0; 3], text: [255; 3], accent: [255; 3] };

    /// Replaces the colours that `rules` declare.
    fn overridden_by(self, rules: &str, names: &ColourNames) -> Self {
        Self {
            behind: declared(rules, &names.behind).unwrap_or(self.behind),
            text: declared(rules, &names.text).unwrap_or(self.text),
            accent: declared(rules, &names.accent).unwrap_or(self.accent),
        }
    }
}

impl Palettes {
    /// Reads the colours of this design from the stylesheets.
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

    /// The colours of drawings: those of pages, or of dark pages if the visitor's device chooses. `colours` are
    /// declared in content.
    pub fn drawing_colours(&self, colours: &Colours) -> DrawingColours {
        let own = self.palettes.first().map_or(DrawingColours::BLACK, |palette| palette.colours);
        DrawingColours { accent: colours.accent().map_or(own.accent, Colour::rgb), ..own }
    }

    /// The background of all pages.
    pub fn background(&self) -> Background {
        let scheme = match self.scheme {
            Scheme::Dark => "dark",
            Scheme::Light => "light",
            Scheme::Auto => "dark light",
        };
        let colours =
            self.palettes.iter().map(|palette| (Colour::from_rgb(palette.colours.behind), palette.media));
        Background { colours: colours.collect(), scheme }
    }

    /// The rules with the colours of the content. They are in no layer, so that they win over the stylesheets.
    pub fn rules(&self, colours: &Colours) -> String {
        let mut declarations = Vec::new();
        let ColourNames { accent, alert, .. } = &self.names;
        for (name, colour) in [(accent, colours.accent()), (alert, colours.alert.as_ref())] {
            declarations.extend(colour.map(|colour| format!("{name}:{}", colour.as_str())));
        }
        if declarations.is_empty() {
            return String::new();
        }
        format!(":root{{{}}}\n", declarations.join(";"))
    }

    /// Warns of a logo that is hard to see on the pages, such as black letters on dark ones. Content names it at
    /// `span`.
    pub fn check_logo(&self, logo: &Picture, span: Span, warnings: &mut Diagnostics) {
        let Some(colour) = logo.colour() else { return };
        let mut backgrounds = self.palettes.iter().map(|palette| palette.colours.behind);
        let Some(behind) = backgrounds.find(|behind| contrast(colour, *behind) < LEAST_LOGO_CONTRAST) else {
            return;
        };
        let [colour, behind] = [colour, behind].map(Colour::from_rgb);
        report!(warnings, code::LOW_CONTRAST, span,
            "the logo, mostly {}, is on {}", colour.as_str(), behind.as_str();
            label: "can hardly be seen there";
            help: "use a copy of it in other colours, or the other scheme of [design]");
    }

    /// Warns if texts in the accent of the content are shown in another shade, as they would be hard to read. Pages
    /// that follow the visitor's device need a second shade in any case.
    pub fn check_accent(&self, colours: &Colours, warnings: &mut Diagnostics) {
        let ([palette], Some(accent)) = (self.palettes.as_slice(), &colours.accent) else { return };
        let Spanned { value: accent, span } = accent;
        let contrast = contrast(accent.rgb(), palette.colours.behind);
        if contrast >= LEAST_CONTRAST {
            return;
        }
        // Rounded up, it could be as much as is needed.
        let contrast = (contrast * 10.0).floor() / 10.0;
        let way = if self.scheme == Scheme::Light { "darker" } else { "lighter" };
        let behind = Colour::from_rgb(palette.colours.behind);
        report!(warnings, code::LOW_CONTRAST, *span,
            "text in {} on {} has a contrast of {contrast:.1}", accent.as_str(), behind.as_str();
            label: "hard to read in this colour";
            expected: "a contrast of {LEAST_CONTRAST} or more (WCAG 2.2, 1.4.3)";
            help: "such text is shown {way} instead; choose a {way} colour to decide yourself");
    }
}

/// The rules of the stylesheet at `path`, relative to `templates/`. Returns `None` if it is missing or has a mistake,
/// which is reported elsewhere.
fn rules_of(path: &str, sources: &Sources) -> Option<String> {
    let (_, source) = sources.text_at(&format!("{FOLDER_OF_TEMPLATES}{path}"))?;
    Sheet::read(&source.text, &mut |_, _| None).ok().map(|sheet| sheet.rules)
}

/// The colour that rules give to a custom property of the whole page.
fn declared(rules: &str, property: &str) -> Option<[u8; 3]> {
    let mut value = value_of(rules, property)?;
    let mut followed = Vec::new();
    while let Some(other) = value.strip_prefix("var(").and_then(|value| value.strip_suffix(')')) {
        let (other, otherwise) = other.split_once(',').unwrap_or((other, ""));
        let other = other.trim();
        // Properties that refer to each other in a circle have no value.
        if followed.contains(&other) {
            return None;
        }
        followed.push(other);
        value = value_of(rules, other).unwrap_or(otherwise.trim());
    }
    let colour = parse_color(value).ok()?.to_alpha_color::<Srgb>().to_rgba8();
    Some([colour.r, colour.g, colour.b])
}

/// The value that rules give to a custom property of the whole page. The last declaration counts, those for `html` only where
/// there is none for `:root`, and those in layers only where there is no other; media queries and the like are left out.
fn value_of<'r>(rules: &'r str, property: &str) -> Option<&'r str> {
    let (mut in_layer, mut of_html, mut of_root) = (None, None, None);
    for item in items(rules) {
        let CssItem::Block { head, block } = item else { continue };
        if head.starts_with("@layer") {
            in_layer = value_of(block, property).or(in_layer);
        } else if parts(head, ",").any(|selector| selector == ":root") {
            of_root = value_in(block, property).or(of_root);
        } else if parts(head, ",").any(|selector| selector == "html") {
            of_html = value_in(block, property).or(of_html);
        }
    }
    of_root.or(of_html).or(in_layer)
}

/// The value that the block of a rule gives to a property.
fn value_in<'r>(block: &'r str, property: &str) -> Option<&'r str> {
    let values = items(block).filter_map(|item| match item {
        CssItem::Line(line) => line.strip_prefix(property)?.trim_start().strip_prefix(':'),
        CssItem::Block { .. } => None,
    });
    values.last().map(str::trim)
}

/// The contrast ratio of two colours, as WCAG defines it.
fn contrast(a: [u8; 3], b: [u8; 3]) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
