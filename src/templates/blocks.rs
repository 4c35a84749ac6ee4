//! Templates that parse and yet show nothing: empty ones, blocks that the extended template doesn't have, and what stands
//! outside of blocks.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use minijinja::machinery::Token;

use super::{
    FOLDER,
    jinja::{keyword, outside_blocks, statements},
    names::{has_template, path, without_template},
};
use crate::{
    diagnostic::{Diagnostic, Diagnostics, FileId, Files as _, Span, code, diagnostic, nearest, report},
    source::{
        SourceText, Sources,
        layout::{TEMPLATE, TypeFolder},
        theme,
    },
};

/// Reports mistakes in templates that parse.
pub(super) fn check(sources: &Sources, diagnostics: &mut Diagnostics) {
    for (file, source) in sources.texts_below(FOLDER) {
        // With an empty partial, a project leaves out one of the theme's.
        let may_be_empty = !source.path.ends_with(".html") || source.path.starts_with("templates/partials/");
        if source.text.trim().is_empty() && !may_be_empty && !is_of_theme(file, sources) {
            report!(diagnostics, code::TEMPLATE, Span::whole(file),
                "this template is empty, so nothing is shown";
                help: "write what it shows, or remove the file: then the theme's is used, if it has one");
        }
        check_section(file, source, sources, diagnostics);
    }
    check_blocks(sources, diagnostics);
}

fn is_of_theme(file: FileId, sources: &Sources) -> bool {
    sources.path(file).starts_with(theme::PREFIX)
}

/// Reports a section that has no template, either for all of its layouts or for one. The place is its type.
fn check_section(file: FileId, source: &SourceText, sources: &Sources, diagnostics: &mut Diagnostics) {
    let Some(section) = TypeFolder::Sections.type_name(&source.path) else { return };
    let path = TypeFolder::Sections.beside(section, TEMPLATE);
    if !has_template(section, sources) {
        let message = format!("the section \"{section}\" has no template");
        diagnostics.push(without_template(file, message, &path));
    }
}

/// The blocks of a template with the ranges of their names, and the template that it extends.
#[derive(Default)]
struct Blocks {
    all: BTreeMap<String, Range<usize>>,
    /// The blocks outside of other blocks.
    outer: BTreeSet<String>,
    extends: Option<String>,
}

impl Blocks {
    fn read(text: &str) -> Self {
        let mut blocks = Self::default();
        let mut depth = 0_usize;
        for (_, statement) in statements(text) {
            match (keyword(&statement), statement.get(1)) {
                ("block", Some((Token::Ident(name), at))) => {
                    if depth == 0 {
                        blocks.outer.insert((*name).to_owned());
                    }
                    blocks.all.insert((*name).to_owned(), at.clone());
                    depth += 1;
                }
                ("endblock", _) => depth = depth.saturating_sub(1),
                ("extends", Some((Token::Str(name), _))) => blocks.extends = Some((*name).to_owned()),
                _ => {}
            }
        }
        blocks
    }

    /// The names of the blocks in this template and all that it extends. Returns `None` if one of these is missing,
    /// empty, or extends itself.
    fn family(name: &str, sources: &Sources) -> Option<BTreeSet<String>> {
        let (mut blocks, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut next = Some(name.to_owned());
        while let Some(name) = next {
            let text = match name.strip_prefix(theme::PREFIX) {
                Some(original) => theme::template(original)?,
                None => &sources.text_at(&path(&name))?.1.text,
            };
            if !seen.insert(name) || text.trim().is_empty() {
                return None;
            }
            let read = Self::read(text);
            blocks.extend(read.all.into_keys());
            next = read.extends;
        }
        Some(blocks)
    }
}

/// Reports every block that the extended template doesn't have, since its content is shown nowhere. Blocks with the
/// same name are reported together.
fn check_blocks(sources: &Sources, diagnostics: &mut Diagnostics) {
    let mut unknown: BTreeMap<(String, String), Vec<Span>> = BTreeMap::new();
    for (file, source) in sources.texts_below(FOLDER).filter(|(_, source)| source.path.ends_with(".html")) {
        let blocks = Blocks::read(&source.text);
        let Some(above) = blocks.extends else { continue };
        let Some(known) = Blocks::family(&above, sources) else { continue };
        if let Some(outside) = outside_block(file, source, &above, &known) {
            if sources.allows(file, code::OUTSIDE_BLOCK) {
                diagnostics.allow(outside);
            } else {
                diagnostics.push(outside);
            }
        }
        for name in blocks.outer.difference(&known) {
            let at = blocks.all.get(name).map_or(Span::whole(file), |at| Span::new(file, at.clone()));
            unknown.entry((above.clone(), name.clone())).or_default().push(at);
        }
    }
    for ((above, name), places) in &unknown {
        let missing = block_missing_above(above, name, places, sources);
        diagnostics.extend(missing.or_else(|| unknown_block(above, name, places, sources)));
    }
}

/// The warning of what a template writes outside of blocks.
fn outside_block(
    file: FileId,
    source: &SourceText,
    above: &str,
    known: &BTreeSet<String>,
) -> Option<Diagnostic> {
    let mut places = outside_blocks(&source.text).into_iter().map(|place| Span::new(file, place));
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    let diagnostic = diagnostic!(code::OUTSIDE_BLOCK, places.next()?,
        "this stands outside of all blocks, so it is shown nowhere";
        label: "in no block";
        help: "put it into a block of {above}: {}", names.join(", "));
    Some(places.fold(diagnostic, Diagnostic::alike))
}

/// The mistake of a project's template that lacks a block which templates of the theme fill.
fn block_missing_above(above: &str, name: &str, places: &[Span], sources: &Sources) -> Option<Diagnostic> {
    let (file, source) = sources.text_at(&path(above))?;
    if is_of_theme(file, sources) || !places.iter().all(|at| is_of_theme(at.file, sources)) {
        return None;
    }
    let blocks = Blocks::read(&source.text).all;
    let near = nearest(name, blocks.keys().map(String::as_str));
    let at = near.and_then(|near| blocks.get(near)).map(|at| Span::new(file, at.clone()));
    let help = match near {
        Some(_) => format!("did you mean \"{name}\"?"),
        None => format!("write {{% block {name} %}}{{% endblock %}} where it belongs"),
    };
    let filled_by = match places.len() {
        1 => "a template fills".to_owned(),
        templates => format!("{templates} templates fill"),
    };
    let diagnostic = diagnostic!(code::TEMPLATE, at.unwrap_or(Span::whole(file)),
        "{above} has no block \"{name}\", which {filled_by}";
        help);
    let note = "what it contains would be shown nowhere";
    Some(places.iter().fold(diagnostic, |diagnostic, at| diagnostic.related(*at, note)))
}

fn unknown_block(above: &str, name: &str, places: &[Span], sources: &Sources) -> Option<Diagnostic> {
    let known = Blocks::family(above, sources)?;
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    let help = match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None if names.is_empty() => "it has no blocks".to_owned(),
        None => format!("it has {}", names.join(", ")),
    };
    let (first, others) = places.split_first()?;
    let diagnostic = diagnostic!(code::TEMPLATE, *first,
        "{above} has no block \"{name}\", so this is shown nowhere";
        label: "no such block";
        help);
    Some(others.iter().fold(diagnostic, |diagnostic, at| diagnostic.alike(*at)))
}
