//! What content asks of the design: icons that are drawn, colours on which text can be read. And the colour behind the
//! pages, which browsers ask for.

use std::collections::BTreeSet;

use crate::{
    content::Content,
    decode::value::Colour,
    diagnostic::{Code, Diagnostic, Diagnostics, Lint, Remedy, Span, near, nearest},
    schema::{Data, Scalar, Table},
    source::Sources,
};

/// The template with the drawings of all icons, each behind its name in quotes.
const ICONS: &str = "templates/partials/icons.html";

/// The folder of the stylesheets that all pages share.
const STYLES: &str = "templates/styles/";

/// The colours that content can state, each with the least contrast of text on it (WCAG 2.2, 1.4.3): text on the colour
/// of alerts is large.
const LEAST_CONTRAST: [(&str, f64); 2] = [("accent", 4.5), ("alert", 3.0)];

/// What is behind all pages, as the stylesheets have it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Surface {
    /// The colour, as `#0b0a08`; `None` if the stylesheets have it in another form.
    pub colour: Option<String>,
    /// `dark`, `light`, or what else CSS has for `color-scheme`.
    pub scheme: String,
}

impl Surface {
    /// The custom property of the colour behind the pages.
    const COLOUR: &str = "--ink";

    /// What the stylesheets of a project say.
    pub fn read(sources: &Sources) -> Self {
        let colour = custom_property(Self::COLOUR, sources);
        let is_dark = colour.as_ref().is_none_or(|colour| luminance(colour.rgb()) < 0.2);
        let scheme = property("color-scheme", sources).unwrap_or(if is_dark { "dark" } else { "light" });
        Self { colour: colour.map(|colour| colour.as_str().to_owned()), scheme: scheme.to_owned() }
    }
}

/// Reports icons without a drawing. Returns warnings of colours, which content can allow.
pub fn check_design(content: &Content, sources: &Sources, diagnostics: &mut Diagnostics) -> Diagnostics {
    let drawn = drawn_icons(sources);
    if !drawn.is_empty() {
        content.tables_with(Scalar::Icon).for_each(|table| check_icons(table, &drawn, diagnostics));
    }
    let mut warnings = Diagnostics::default();
    let colours = content.gym.table.get("colours").map(|colours| &colours.value);
    if let Some(Data::Table(colours)) = colours {
        for (name, least) in LEAST_CONTRAST {
            warnings.extend(contrast((name, least), colours, sources));
        }
    }
    warnings
}

/// The names of all icons that the design draws.
fn drawn_icons(sources: &Sources) -> BTreeSet<&str> {
    let Some((_, icons)) = sources.text_at(ICONS) else { return BTreeSet::new() };
    let name = |line: &'_ str| -> Option<(usize, usize)> {
        let start = line.find('"')? + 1;
        let length = line.get(start..)?.find('"')?;
        let behind = line.get(start + length + 1..)?.trim_start().strip_prefix(':')?;
        behind.trim_start().starts_with("'<").then_some((start, start + length))
    };
    icons.text.lines().filter_map(|line| name(line).and_then(|(start, end)| line.get(start..end))).collect()
}

fn check_icons(table: &Table, drawn: &BTreeSet<&str>, diagnostics: &mut Diagnostics) {
    for (_, value) in table.iter() {
        check_icon(&value.value, value.span, drawn, diagnostics);
    }
}

fn check_icon(value: &Data, span: Span, drawn: &BTreeSet<&str>, diagnostics: &mut Diagnostics) {
    if let Data::Icon(icon) = value
        && !drawn.contains(icon.as_str())
    {
        let names = || drawn.iter().copied();
        let help = match nearest(icon.as_str(), names()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("choose one of these, or draw it in {ICONS}"),
        };
        let message = format!("no icon is called \"{}\"", icon.as_str());
        diagnostics.push(
            Diagnostic::new(Code::UnknownWord, span, message)
                .expected(format!("one of {}", names().collect::<Vec<_>>().join(", ")))
                .help(help)
                .remedy(Remedy::nearest(icon.as_str(), near(icon.as_str(), names()))),
        );
    }
    value.for_each_child(|child| check_icon(&child.value, child.span, drawn, diagnostics));
}

/// A warning if text of the design's own colour can't be read on a colour that content states.
fn contrast((name, least): (&str, f64), colours: &Table, sources: &Sources) -> Option<Diagnostic> {
    let stated = colours.get(name).filter(|stated| stated.span.is_somewhere())?;
    let Data::Colour(colour) = &stated.value else { return None };
    let on = custom_property(&format!("--on-{name}"), sources)?;
    let contrast = contrast_of(colour.rgb(), on.rgb());
    (contrast < least).then(|| {
        let message =
            format!("text in {} on {} has a contrast of {contrast:.1}", on.as_str(), colour.as_str());
        Diagnostic::new(Lint::LowContrast, stated.span, message)
            .label("hard to read on this colour, and in it")
            .expected(format!("a contrast of {least} or more (WCAG 2.2, 1.4.3)"))
            .help(match luminance(on.rgb()) < 0.2 {
                true => "choose a lighter colour",
                false => "choose a darker colour",
            })
    })
}

/// The colour that the stylesheets give a custom property first.
fn custom_property(name: &str, sources: &Sources) -> Option<Colour> {
    values(name, sources).find_map(Colour::new)
}

/// What the stylesheets give a property first.
fn property<'s>(name: &str, sources: &'s Sources) -> Option<&'s str> {
    values(name, sources).next()
}

/// What each stylesheet gives a property first.
fn values<'s>(name: &str, sources: &'s Sources) -> impl Iterator<Item = &'s str> {
    let sheets = sources.texts_below(STYLES).filter(|(_, source)| source.path.ends_with(".css"));
    let declared = format!("{name}:");
    sheets.filter_map(move |(_, source)| {
        let (_, behind) = source.text.split_once(&declared)?;
        Some(behind.split([';', '}']).next()?.trim())
    })
}

/// The contrast ratio of two colours, as WCAG defines it.
fn contrast_of(a: [u8; 3], b: [u8; 3]) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The relative luminance, as WCAG defines it.
fn luminance(rgb: [u8; 3]) -> f64 {
    let [r, g, b] = rgb.map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

#[cfg(test)]
mod tests {
    use super::contrast_of;

    #[test]
    fn contrasts_are_those_of_wcag() {
        assert!((contrast_of([0; 3], [255; 3]) - 21.0).abs() < 0.01);
        assert!((contrast_of([0x77; 3], [255; 3]) - 4.48).abs() < 0.01);
    }
}
