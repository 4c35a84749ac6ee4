//! The colours of the design: those that the stylesheets have, those that content states, and those that follow from
//! both, so that texts can be read.

use color::{AlphaColor, Oklch, Srgb, parse_color};

use crate::{
    content::{Colours, Design, Scheme},
    decode::{Spanned, value::Colour},
    diagnostic::{Diagnostic, Diagnostics, Lint},
    source::Sources,
};

/// The folder of the stylesheets with the colours of dark pages.
const FOLDER: &str = "templates/styles/";

/// The stylesheet with the colours of light pages.
const LIGHT: &str = "templates/styles/design/scheme-light.css";

/// When they are those of a page that follows the visitor's device.
const PREFERS_LIGHT: &str = "(prefers-color-scheme:light)";

/// The custom properties of what is behind texts, from the back to the front.
const SURFACES: [&str; 4] = ["ink", "coal", "iron", "steel"];

/// The custom property of most texts.
const TEXT: &str = "bone";

/// The least contrast of text that isn't large (WCAG 2.2, 1.4.3).
const LEAST_CONTRAST: f32 = 4.5;

/// The least contrast with the surfaces of a text that stands on a picture, which shows through the surface before it.
const LEAST_CONTRAST_ON_PICTURES: f32 = 9.0;

/// By how much a colour is made lighter or darker at a time, of 1.
const STEP: f32 = 0.01;

/// The colours of pages in one scheme.
#[derive(Clone, Debug)]
pub struct Palette<'s> {
    /// The stylesheets in which to look for a colour, the one that wins first.
    sheets: Vec<&'s str>,
    /// The media query of the pages that have these colours, if not all have.
    media: Option<&'static str>,
}

/// The colours of all pages, as visitors may see them.
#[derive(Clone, Debug)]
pub struct Palettes<'s>(Vec<Palette<'s>>);

/// What is behind all pages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Surface {
    /// The colours with the media query of the pages that have them, if not all have.
    pub colours: Vec<(Colour, Option<&'static str>)>,
    /// `dark`, `light`, or what else CSS has for `color-scheme`.
    pub scheme: String,
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

impl<'s> Palettes<'s> {
    /// The colours that the stylesheets have for this design.
    pub fn read(design: &Design, sources: &'s Sources) -> Self {
        let texts = sources.texts_below(FOLDER).map(|(_, source)| source);
        let is_of_all = |path: &str| path.strip_prefix(FOLDER).is_some_and(|name| !name.contains('/'));
        let sheets = texts.filter(|source| source.path.ends_with(".css") && is_of_all(&source.path));
        let sheets: Vec<&str> = sheets.map(|source| &*source.text).collect();
        let light = sources.text_at(LIGHT).map(|(_, source)| &*source.text);
        let light: Vec<&str> = light.into_iter().chain(sheets.iter().copied()).collect();
        let palette = |sheets, media| Palette { sheets, media };
        Self(match design.scheme {
            Scheme::Dark => vec![palette(sheets, None)],
            Scheme::Light => vec![palette(light, None)],
            Scheme::Auto => vec![palette(sheets, None), palette(light, Some(PREFERS_LIGHT))],
        })
    }

    /// The colours of what is drawn: those of pages, or of dark ones if pages are dark or light. `colours` are those that
    /// content states.
    pub fn of_drawings(&self, colours: &Colours) -> DrawingColours {
        let find = |name: &str| self.0.first()?.colour(name);
        let rgb = |colour: Option<Colour>, or| colour.map_or(or, |colour| colour.rgb());
        DrawingColours {
            behind: rgb(find(SURFACES[0]), [0; 3]),
            text: rgb(find(TEXT), [255; 3]),
            accent: rgb(colours.accent().cloned().or_else(|| find("accent")), [255; 3]),
        }
    }

    /// What is behind all pages.
    pub fn surface(&self) -> Surface {
        let colours = self.0.iter().filter_map(|palette| Some((palette.surfaces().next()?, palette.media)));
        let scheme = |palette: &Palette<'_>| match palette.value("color-scheme") {
            Some(stated) => stated.to_owned(),
            None => if palette.is_dark() { "dark" } else { "light" }.to_owned(),
        };
        let schemes: Vec<String> = self.0.iter().map(scheme).collect();
        Surface { colours: colours.collect(), scheme: schemes.join(" ") }
    }

    /// The rules by which pages have the colours that content states. They are in no layer, so that they are stronger
    /// than those of the stylesheets.
    pub fn rules(&self, colours: &Colours) -> String {
        let rule = |palette: &Palette<'_>| {
            let declarations = palette.declarations(colours);
            match palette.media {
                _ if declarations.is_empty() => String::new(),
                None => format!(":root{{{declarations}}}\n"),
                Some(media) => format!("@media {media}{{:root{{{declarations}}}}}\n"),
            }
        };
        self.0.iter().map(rule).collect()
    }

    /// Warns if texts in the accent that content states are shown in another colour, as they couldn't be read. Pages that
    /// are dark or light as the visitor's device is need another one in any case.
    pub fn check(&self, colours: &Colours, warnings: &mut Diagnostics) {
        let ([palette], Some(accent)) = (self.0.as_slice(), &colours.accent) else { return };
        let Spanned { value: accent, span } = accent;
        let Some(behind) = palette.surfaces().next() else { return };
        let contrast = contrast_of(accent, &behind);
        if contrast >= LEAST_CONTRAST {
            return;
        }
        let shown = palette.text_in(accent, LEAST_CONTRAST);
        let way = if palette.is_dark() { "lighter" } else { "darker" };
        let message =
            format!("text in {} on {} has a contrast of {contrast:.1}", accent.as_str(), behind.as_str());
        warnings.push(
            Diagnostic::new(Lint::LowContrast, *span, message)
                .label("hard to read in this colour")
                .expected(format!("a contrast of {LEAST_CONTRAST} or more (WCAG 2.2, 1.4.3)"))
                .help(format!(
                    "such texts are shown in {} instead; choose a {way} colour to decide it yourself",
                    shown.as_str()
                )),
        );
    }
}

impl Palette<'_> {
    /// What the stylesheets give a property.
    fn value(&self, property: &str) -> Option<&str> {
        self.values(property).next()
    }

    fn values(&self, property: &str) -> impl Iterator<Item = &str> {
        let declared = format!("{property}:");
        self.sheets.iter().filter_map(move |sheet| {
            let (_, behind) = sheet.split_once(&declared)?;
            Some(behind.split([';', '}']).next()?.trim())
        })
    }

    /// The colour that the stylesheets give a custom property, by its name without the dashes.
    fn colour(&self, name: &str) -> Option<Colour> {
        self.values(&format!("--{name}")).find_map(|value| {
            let parsed = parse_color(value).ok()?.to_alpha_color::<Srgb>();
            Some(Colour::from_rgb(rgb_of(parsed)))
        })
    }

    /// What is behind texts, from the back to the front.
    fn surfaces(&self) -> impl Iterator<Item = Colour> {
        SURFACES.iter().filter_map(|name| self.colour(name))
    }

    fn is_dark(&self) -> bool {
        let white = Colour::from_rgb([255; 3]);
        self.surfaces().next().is_none_or(|behind| contrast_of(&behind, &white) >= LEAST_CONTRAST)
    }

    fn declarations(&self, colours: &Colours) -> String {
        let mut declared = Vec::new();
        for (name, colour) in [("accent", colours.accent()), ("alert", colours.alert.as_ref())] {
            let Some(colour) = colour else { continue };
            declared.push(format!("--{name}:{}", colour.as_str()));
            declared.push(format!("--on-{name}:{}", self.text_on(colour, name).as_str()));
        }
        if let Some(accent) = colours.accent() {
            let roles = [("text", LEAST_CONTRAST), ("strong", LEAST_CONTRAST_ON_PICTURES)];
            let declare = |(role, least)| format!("--accent-{role}:{}", self.text_in(accent, least).as_str());
            declared.extend(roles.map(declare));
        }
        declared.join(";")
    }

    /// The colour of texts on a colour of this name: that of the stylesheets if it can be read.
    fn text_on(&self, colour: &Colour, name: &str) -> Colour {
        let known = [self.colour(&format!("on-{name}")), self.colour(TEXT), self.colour(SURFACES[0])];
        let [black, white] = [0, 255].map(|value| Colour::from_rgb([value; 3]));
        let is_readable = |text: &Colour| contrast_of(text, colour) >= LEAST_CONTRAST;
        // On every colour either black or white has a contrast of 4.58 or more.
        known.into_iter().flatten().chain([black]).find(is_readable).unwrap_or(white)
    }

    /// The colour of texts that are to have this one: lighter or darker than it by what they need to have this contrast
    /// with all surfaces, or as near to it as there are colours.
    fn text_in(&self, colour: &Colour, least: f32) -> Colour {
        let is_readable = |text: &Colour| self.surfaces().all(|behind| contrast_of(text, &behind) >= least);
        let step = if self.is_dark() { STEP } else { -STEP };
        let [r, g, b] = colour.rgb();
        let oklch = AlphaColor::<Srgb>::from_rgb8(r, g, b).convert::<Oklch>();
        let [lightness, chroma, hue] = oklch.discard_alpha().components;
        let shades = (0_u8..=100).map(|number| {
            let lightness = (lightness + f32::from(number) * step).clamp(0.0, 1.0);
            Colour::from_rgb(rgb_of(AlphaColor::<Oklch>::new([lightness, chroma, hue, 1.0]).convert()))
        });
        if is_readable(colour) {
            return colour.clone();
        }
        let last = Colour::from_rgb(if self.is_dark() { [255; 3] } else { [0; 3] });
        shades.into_iter().find(is_readable).unwrap_or(last)
    }
}

fn rgb_of(colour: AlphaColor<Srgb>) -> [u8; 3] {
    let colour = colour.to_rgba8();
    [colour.r, colour.g, colour.b]
}

/// The contrast ratio of two colours, as WCAG defines it.
fn contrast_of(a: &Colour, b: &Colour) -> f32 {
    let luminance = |colour: &Colour| {
        let [r, g, b] = colour.rgb();
        AlphaColor::<Srgb>::from_rgb8(r, g, b).discard_alpha().relative_luminance()
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::{Colour, LEAST_CONTRAST, LEAST_CONTRAST_ON_PICTURES, Palette, contrast_of};

    const DARK: &str = ":root { --ink: #0b0a08; --steel: #26221b; --bone: #f7f1e4; --on-accent: #14100a; }";
    const LIGHT: &str = ":root { --ink: #fbfaf7; --steel: #ded8ca; --bone: #15120d; --on-accent: #14100a; }";

    fn palette(sheet: &str) -> Palette<'_> {
        Palette { sheets: vec![sheet], media: None }
    }

    fn colour(text: &str) -> Colour {
        Colour::new(text).expect("a colour")
    }

    #[test]
    fn contrasts_are_those_of_wcag() {
        let contrast = |a: &str, b: &str| contrast_of(&colour(a), &colour(b));
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 0.01);
        assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.01);
    }

    #[test]
    fn texts_in_any_colour_and_on_any_can_be_read() {
        for sheet in [DARK, LIGHT] {
            let palette = palette(sheet);
            let steps = || (0..=255_u8).step_by(51);
            for rgb in steps().flat_map(|r| steps().flat_map(move |g| steps().map(move |b| [r, g, b]))) {
                let accent = Colour::from_rgb(rgb);
                let text = palette.text_in(&accent, LEAST_CONTRAST);
                assert!(
                    palette.surfaces().all(|behind| contrast_of(&text, &behind) >= LEAST_CONTRAST),
                    "{accent:?} {text:?}"
                );
                assert!(
                    contrast_of(&palette.text_on(&accent, "accent"), &accent) >= LEAST_CONTRAST,
                    "{accent:?}"
                );
            }
        }
    }

    #[test]
    fn a_colour_that_can_be_read_stays_as_it_is() {
        let gold = colour("#ffcc00");
        assert_eq!(palette(DARK).text_in(&gold, LEAST_CONTRAST_ON_PICTURES), gold);
        assert_eq!(palette(DARK).text_on(&gold, "accent"), colour("#14100a"));
        assert_ne!(palette(LIGHT).text_in(&gold, LEAST_CONTRAST), gold);
    }
}
