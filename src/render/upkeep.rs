//! What lies about in a project's own templates, stylesheets and components: files that nothing brings in, and names
//! that nothing defines.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{
    FOLDER, TextFile, braces, mistake, unknown_props,
    unread::{self, Misnamed},
    unused_files::{self, COMPONENTS, STYLES, is_read, page_template},
};
use crate::{
    diagnostic::{Applicability, Code, Diagnostic, Diagnostics, FileId, Files as _, Names, Span, near},
    source::{
        SourceText, Sources,
        layout::{TEMPLATE, TypeFolder},
        theme,
    },
};

/// Custom properties that no stylesheet defines: the tones of pictures.
const MADE: [&str; 2] = ["--from", "--to"];

/// Warns of what the project's own files have in vain. A comment `allow: unused-file` or `allow: style` in a file
/// allows that for all of it.
pub fn check_upkeep(sources: &Sources, diagnostics: &mut Diagnostics) {
    diagnostics.append(check(sources));
}

fn texts(sources: &Sources) -> impl Iterator<Item = (FileId, &Arc<SourceText>)> {
    [FOLDER, COMPONENTS].into_iter().flat_map(|folder| sources.texts_below(folder))
}

fn check(sources: &Sources) -> Diagnostics {
    let files: Vec<TextFile<'_>> =
        texts(sources).filter(|(_, source)| source.sound).map(|(file, source)| (file, &**source)).collect();
    let own: Vec<TextFile<'_>> =
        files.iter().filter(|(file, _)| !sources.path(*file).starts_with(theme::PREFIX)).copied().collect();
    let misnamed = Misnamed::among(&own, &files);
    let unread = unread::find(&own, &misnamed);
    let own: Vec<TextFile<'_>> = own.into_iter().filter(|(_, source)| !misnamed.has(&source.path)).collect();
    let mut found = empty_templates(&own, sources);
    found.extend(own.iter().flat_map(|(file, source)| braces::single(*file, source)));
    found.extend(sections_without_template(&files));
    // What an emptied or missing template brought in is used again once that is mended.
    if found.is_empty() {
        found = unused_files::find(&own, &files);
    }
    found.extend(unread);
    found.extend(undefined_properties(&own, &files));
    found.extend(misspelled_classes(&own, &files));
    found.extend(unknown_props::find(&own, &files));
    let mut diagnostics = Diagnostics::default();
    for diagnostic in found {
        match sources.allows(diagnostic.primary.span.file, diagnostic.code) {
            true => diagnostics.allow(diagnostic),
            false => diagnostics.push(diagnostic),
        }
    }
    diagnostics
}

/// The declared sections whose templates aren't there, each at its type.
fn sections_without_template(files: &[TextFile<'_>]) -> Vec<Diagnostic> {
    let paths: BTreeSet<&str> = files.iter().map(|(_, source)| &*source.path).collect();
    let found = files.iter().filter_map(|(file, source)| {
        let section = TypeFolder::Sections.type_name(&source.path)?;
        let template = TypeFolder::Sections.beside(section, TEMPLATE);
        let is_missing = !paths.contains(&*template);
        let message = format!("the section \"{section}\" has no template");
        is_missing.then(|| mistake::without_template(*file, message, &template))
    });
    found.collect()
}

/// Templates of sections and pages in which there is nothing, so that nothing is shown. Partials may be empty: so a
/// project leaves out one of the theme's.
fn empty_templates(own: &[TextFile<'_>], sources: &Sources) -> Vec<Diagnostic> {
    let is_empty = |(file, source): &&TextFile<'_>| {
        let is_known = page_template(&source.path).is_some()
            && is_read(&source.path, |path| sources.text_at(path).is_some());
        is_known && source.text.trim().is_empty() && !sources.path(*file).starts_with(theme::PREFIX)
    };
    let empty = own.iter().filter(is_empty);
    let report = |(file, source): &TextFile<'_>| {
        let help = match theme::bytes(&source.path).is_some() {
            true => "write what it shows, or remove the file: then the theme's is used",
            false => "write what it shows, or remove it together with its type",
        };
        Diagnostic::new(
            Code::Template,
            Span::whole(*file),
            "this template is empty, so that nothing is shown",
        )
        .help(help)
    };
    empty.map(report).collect()
}

/// `var(--name)` without another value, where nothing gives the property one.
fn undefined_properties(own: &[TextFile<'_>], files: &[TextFile<'_>]) -> Vec<Diagnostic> {
    let defined: BTreeSet<&str> = files.iter().flat_map(|(_, source)| properties(&source.text)).collect();
    let sheets = own.iter().filter(|(_, source)| source.path.ends_with(".css"));
    let mut found = Vec::new();
    for (file, source) in sheets {
        for (at, _) in source.text.match_indices("var(") {
            let start = at + "var(".len();
            let Some(inner) = source.text.get(start..).and_then(|rest| rest.split(')').next()) else {
                continue;
            };
            let name = inner.trim();
            let is_alone = name.starts_with("--") && name.chars().all(is_of_name);
            if !is_alone || defined.contains(name) || MADE.contains(&name) {
                continue;
            }
            let start = start + inner.find(name).unwrap_or_default();
            let near = near(name, defined.iter().copied());
            found.push(
                Diagnostic::new(
                    Code::Style,
                    Span::new(*file, start..start + name.len()),
                    format!("no stylesheet gives {name} a value"),
                )
                .label("browsers pass over the line")
                .help(match near {
                    Some((near, _)) => format!("did you mean {near}?"),
                    None => format!("define it in {STYLES}tokens.css, or write a value behind a comma"),
                }),
            );
        }
    }
    found
}

/// The custom properties that a text gives values: in CSS, and by `setProperty`.
fn properties(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("--").filter_map(|(at, _)| {
        let before = text.get(..at)?.chars().next_back();
        if before.is_some_and(is_of_name) {
            return None;
        }
        let rest = text.get(at..)?;
        let length = rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(length);
        let is_definition = behind.trim_start().starts_with(':') || behind.starts_with(['"', '\'']);
        is_definition.then_some(name)
    })
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

/// Classes in `own` that no stylesheet has, and that look like a misspelling of one that some has.
fn misspelled_classes(own: &[TextFile<'_>], files: &[TextFile<'_>]) -> Vec<Diagnostic> {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for (_, source) in files.iter().filter(|(_, source)| source.path.ends_with(".css")) {
        known.extend(source.text.match_indices('.').filter_map(|(at, _)| {
            let rest = source.text.get(at + 1..)?;
            let length = rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len());
            rest.get(..length).filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
        }));
    }
    let names = Names::new(known.iter().copied());
    let mut found = Vec::new();
    // Templates repeat their classes.
    let mut meant: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for (file, source) in own.iter().filter(|(_, source)| source.path.ends_with(".html")) {
        for (at, name) in classes(&source.text) {
            let Some(right) = *meant.entry(name).or_insert_with(|| meant_class(name, &known, &names)) else {
                continue;
            };
            let span = Span::new(*file, at..at + name.len());
            found.push(
                Diagnostic::new(Code::Style, span, format!("no stylesheet has the class \"{name}\""))
                    .label("without any style")
                    .help(format!("did you mean \"{right}\"?")),
            );
        }
    }
    found
}

/// Returns the class of `known` that `name` is a misspelling of; `None` if it is known itself, or another one.
fn meant_class<'k>(name: &str, known: &BTreeSet<&'k str>, names: &Names<'k>) -> Option<&'k str> {
    if known.contains(name) {
        return None;
    }
    let (right, Applicability::Certain) = names.suggest(name)? else { return None };
    // Another block, of which this is a part without a style.
    let block = name.split_once("__").map(|(block, _)| block).filter(|block| known.contains(block));
    let is_of_block = block.is_none_or(|block| right.starts_with(&format!("{block}__")));
    // A block and its parts, or one of several.
    let is_part = right.starts_with(name) || name.starts_with(right);
    (is_of_block && !is_part).then_some(right)
}

/// The classes that stand in a template as they are, each with its place.
fn classes(text: &str) -> Vec<(usize, &str)> {
    const ATTRIBUTE: &str = " class=\"";
    let mut found = Vec::new();
    for (at, _) in text.match_indices(ATTRIBUTE) {
        let start = at + ATTRIBUTE.len();
        let Some(value) = text.get(start..).and_then(|rest| rest.split('"').next()) else { continue };
        // What is put together of expressions isn't known before it runs.
        if value.contains('{') {
            continue;
        }
        let mut at = start;
        for word in value.split(' ') {
            found.extend((!word.is_empty()).then_some((at, word)));
            at += word.len() + 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{classes, properties};

    #[test]
    fn names_are_found_where_they_are_defined() {
        let text = "a { --one: 1; color: var(--two); --three : 2 } e.setProperty(\"--four\", x)";
        assert_eq!(properties(text).collect::<Vec<_>>(), ["--one", "--three", "--four"]);
        let text = "<a class=\"b c\"><i class=\"d{% if x %} e{% endif %}\">";
        assert_eq!(classes(text), [(10, "b"), (12, "c")]);
    }
}
