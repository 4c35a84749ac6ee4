//! The icons that content names: the design draws a list of them.

use std::collections::BTreeSet;

use crate::{
    content::Content,
    diagnostic::{Code, Diagnostic, Diagnostics, Remedy, Span, near, nearest},
    schema::{Data, Scalar, Table},
    source::Sources,
};

/// The template with the drawings of all icons, each behind its name in quotes.
const ICONS: &str = "templates/partials/icons.html";

/// Reports icons without a drawing.
pub fn check_icons(content: &Content, sources: &Sources, diagnostics: &mut Diagnostics) {
    let drawn = drawn_icons(sources);
    if !drawn.is_empty() {
        content.tables_with(Scalar::Icon).for_each(|table| check_table(table, &drawn, diagnostics));
    }
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

fn check_table(table: &Table, drawn: &BTreeSet<&str>, diagnostics: &mut Diagnostics) {
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
