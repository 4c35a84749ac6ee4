//! What content asks of the design: icons that are drawn, colours on which text can be read. And the colour behind the
//! pages, which browsers ask for.

use std::collections::BTreeSet;

use super::FOLDER;
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

/// The least contrast of text that isn't large (WCAG 2.2, 1.4.3).
const LEAST_CONTRAST: f64 = 4.5;

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
        for (name, stated) in colours.iter().filter(|(_, stated)| stated.span.is_somewhere()) {
            let Data::Colour(colour) = &stated.value else { continue };
            let found = text_on(colour, name, sources).or_else(|| text_in(colour, name, sources));
            warnings.extend(found.map(|unreadable| unreadable.warning(stated.span)));
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

/// Text that is hard to read.
struct Unreadable {
    text: Colour,
    behind: Colour,
    contrast: f64,
    label: &'static str,
    /// True if a lighter colour in content makes it readable.
    needs_light: bool,
}

impl Unreadable {
    fn warning(&self, at: Span) -> Diagnostic {
        let Self { text, behind, contrast, label, needs_light } = self;
        let message =
            format!("text in {} on {} has a contrast of {contrast:.1}", text.as_str(), behind.as_str());
        Diagnostic::new(Lint::LowContrast, at, message)
            .label(*label)
            .expected(format!("a contrast of {LEAST_CONTRAST} or more (WCAG 2.2, 1.4.3)"))
            .help(if *needs_light { "choose a lighter colour" } else { "choose a darker colour" })
    }
}

/// Text of the design's own colour on a colour that content states, if it is hard to read.
fn text_on(colour: &Colour, name: &str, sources: &Sources) -> Option<Unreadable> {
    let text = custom_property(&format!("--on-{name}"), sources)?;
    let contrast = contrast_of(colour.rgb(), text.rgb());
    let needs_light = luminance(text.rgb()) < 0.2;
    let is_text = is_of_text(name, sources);
    let label =
        if is_text { "hard to read on this colour, and in it" } else { "hard to read on this colour" };
    let found = Unreadable { behind: colour.clone(), text, contrast, label, needs_light };
    (contrast < LEAST_CONTRAST).then_some(found)
}

/// Text of a colour that content states on the colour behind all pages, if it is hard to read.
fn text_in(colour: &Colour, name: &str, sources: &Sources) -> Option<Unreadable> {
    let behind = custom_property(Surface::COLOUR, sources).filter(|_| is_of_text(name, sources))?;
    let contrast = contrast_of(colour.rgb(), behind.rgb());
    let needs_light = luminance(behind.rgb()) < 0.2;
    let found = Unreadable {
        text: colour.clone(),
        behind,
        contrast,
        label: "hard to read in this colour",
        needs_light,
    };
    (contrast < LEAST_CONTRAST).then_some(found)
}

/// True if a stylesheet gives text the colour of this name.
fn is_of_text(name: &str, sources: &Sources) -> bool {
    let sheets = sources.texts_below(FOLDER).filter(|(_, source)| source.path.ends_with(".css"));
    let value = format!("var(--{name})");
    let is_text = |before: &str| {
        let property = before.trim_end().strip_suffix(':').unwrap_or_default();
        property.strip_suffix("color").is_some_and(|rest| !rest.ends_with('-'))
    };
    sheets.into_iter().any(|(_, source)| {
        let places = source.text.match_indices(&value);
        places.filter_map(|(at, _)| source.text.get(..at)).any(is_text)
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
