//! Declarations in stylesheets that browsers ignore, and those of sides that lines written from right to left have elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use super::sheet::{Declaration, declarations, parts, tokens};
use crate::{
    diagnostic::{Applicability, Diagnostic, FileId, Files as _, Span, code, report, suggest},
    source::Sources,
};

/// The folders with stylesheets, and with templates and scripts that set custom properties.
const FOLDERS: [&str; 3] = ["templates/", "components/", "content/static/"];

/// The properties and descriptors of CSS: those of the npm package `csstype` 3.2, and drafts.
const KNOWN: &str = include_str!("properties.txt");

/// Properties of four sides, of which the second is the right one and the fourth the left one.
const OF_SIDES: [&str; 7] =
    ["border-color", "border-style", "border-width", "inset", "margin", "padding", "scroll-margin"];

/// Words that name a side of the page, not of the lines.
const SIDES: [&str; 2] = ["left", "right"];

/// Warns of styles of the project that only suit languages written from left to right: the site's is written the other way.
pub fn physical_sides(sources: &Sources) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for (file, source) in sources.texts_below(FOLDERS[0]) {
        if source.theme.is_some() || !source.path.ends_with(".css") {
            continue;
        }
        for Declaration { name, value } in declarations(&source.text) {
            let place = Span::new(file, name.start..value.end);
            let [name, sides] = [name, value].map(|at| source.text.get(at).unwrap_or_default().trim());
            if is_physical(name, sides) {
                report!(warnings, code::PHYSICAL_SIDES, place,
                    "these are sides of the page, and lines begin at the right here";
                    help: "use what turns round with the lines: padding-inline, margin-inline, border-inline, inset-inline");
            }
        }
    }
    warnings
}

/// True for a declaration that doesn't turn round with the lines, though its sides differ. The name of a custom property says
/// nothing of that.
fn is_physical(property: &str, value: &str) -> bool {
    let has_side = !property.starts_with("--") && property.split('-').any(|word| SIDES.contains(&word));
    let values: Vec<&str> = parts(value, " ").collect();
    let differ = matches!(values[..], [_, right, _, left] if right != left);
    has_side || (OF_SIDES.contains(&property) && differ)
}

/// Warns of declarations in the project's stylesheets that browsers ignore: each `var(--name)` with a name that nothing
/// sets, and each property that is nearly one of CSS.
pub fn unknown_properties(sources: &Sources) -> Vec<Diagnostic> {
    let texts: Vec<_> = FOLDERS.iter().flat_map(|folder| sources.texts_below(folder)).collect();
    // Most projects have no stylesheets, and are prepared again with each edit.
    if !texts.iter().any(|(_, source)| source.theme.is_none() && source.path.ends_with(".css")) {
        return Vec::new();
    }
    let mut given: BTreeSet<&str> = BTreeSet::new();
    let mut own: BTreeMap<FileId, Vec<Declaration>> = BTreeMap::new();
    for (file, source) in texts {
        if !source.path.ends_with(".css") {
            // A template or script sets a custom property by its name.
            given.extend(custom_names(&source.text));
            continue;
        }
        let declarations = declarations(&source.text);
        for Declaration { name, value } in &declarations {
            let texts = [name, value].map(|at| source.text.get(at.clone()).unwrap_or_default());
            given.extend(match texts {
                ["@property", name] => Some(name.trim()),
                [property, _] => property.starts_with("--").then_some(property),
            });
        }
        if source.theme.is_none() {
            own.insert(file, declarations);
        }
    }
    let known: BTreeSet<&str> = KNOWN.lines().collect();
    let mut warnings = Vec::new();
    for (file, declarations) in own {
        let text = sources.text(file);
        for Declaration { name, value } in declarations {
            check_property(text, Span::new(file, name), &known, &mut warnings);
            check_value(text, Span::new(file, value), &given, &mut warnings);
        }
    }
    warnings
}

/// Reports a property that is certainly a misspelled one of CSS. Other unknown ones may be known by newer browsers.
fn check_property(text: &str, at: Span, known: &BTreeSet<&str>, warnings: &mut Vec<Diagnostic>) {
    let property = text.get(at.range()).unwrap_or_default().to_ascii_lowercase();
    let is_word = property.starts_with(|c: char| c.is_ascii_alphabetic());
    if !is_word || known.contains(&*property) {
        return;
    }
    if let Some((near, Applicability::Certain)) = suggest(&property, known.iter().copied()) {
        report!(warnings, code::UNKNOWN_PROPERTY, at,
            "no browser knows the property {property}, so all of them ignore it";
            help: "did you mean \"{near}\"?");
    }
}

/// Reports each custom property that a value reads and nothing sets.
fn check_value(text: &str, at: Span, given: &BTreeSet<&str>, warnings: &mut Vec<Diagnostic>) {
    let start = at.range().start;
    let value: Vec<(usize, &str)> = tokens(text.get(at.range()).unwrap_or_default())
        .filter(|(_, token)| !token.trim().is_empty())
        .map(|(within, token)| (start + within, token))
        .collect();
    for window in value.windows(4) {
        let [(_, function), (_, "("), (name_at, name), (_, ")")] = window else { continue };
        if !function.eq_ignore_ascii_case("var") || given.contains(name) {
            continue;
        }
        let help = match suggest(name, given.iter().copied()) {
            Some((near, _)) => format!("did you mean \"{near}\"?"),
            None => {
                format!("write {name}: ...; in a rule above, or a value behind a comma: var({name}, ...)")
            }
        };
        report!(warnings, code::UNKNOWN_PROPERTY, Span::new(at.file, *name_at..name_at + name.len()),
            "nothing gives the property {name} a value, so browsers ignore what reads it";
            help);
    }
}

/// The names of custom properties in a template or script.
fn custom_names(text: &str) -> impl Iterator<Item = &str> {
    let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    text.match_indices("--").filter_map(move |(start, _)| {
        let is_start = !text.get(..start)?.ends_with(is_in_name);
        let rest = text.get(start..)?;
        let name = rest.get(..rest.find(|c| !is_in_name(c)).unwrap_or(rest.len()))?;
        (is_start && name.len() > 2).then_some(name)
    })
}
