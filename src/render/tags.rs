//! What templates say of each other, before they run: which blocks they fill, and which files they bring in.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::{FOLDER, mistake::path};
use crate::{
    diagnostic::{Applicability, Code, Diagnostic, Diagnostics, FileId, Remedy, Span, near, nearest},
    source::{Sources, delimited, theme},
};

/// A statement between `{%` and `%}`.
struct TemplateTag<'t> {
    keyword: &'t str,
    /// The first word behind the keyword, without its quotes.
    argument: &'t str,
    /// Where the argument stands.
    at: Range<usize>,
    /// All that stands behind the keyword.
    rest: &'t str,
    /// Where all of it stands, with its braces.
    whole: Range<usize>,
}

impl TemplateTag<'_> {
    /// The keyword of the statement that closes this one, if one has to.
    fn end(&self) -> Option<&'static str> {
        Some(match self.keyword {
            "for" => "endfor",
            "if" => "endif",
            "block" => "endblock",
            "with" => "endwith",
            "macro" => "endmacro",
            "call" => "endcall",
            "filter" => "endfilter",
            "autoescape" => "endautoescape",
            "set" if !self.rest.contains('=') => "endset",
            _ => return None,
        })
    }
}

/// A statement that isn't closed, or that closes nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unpaired {
    /// Where it stands, what has to close it, and the statement before which that has to stand.
    Start(Range<usize>, &'static str, Option<Range<usize>>),
    /// Where it stands.
    End(Range<usize>),
}

/// The first statement of a template without its counterpart. Where that could be any of several of one kind, it is the
/// one whose end, by how the lines are indented, closes another.
pub(super) fn unpaired(text: &str) -> Option<Unpaired> {
    let found = pair(text, |_, _| true)?;
    let is_open_to_the_end = matches!(found, Unpaired::Start(_, _, None));
    let as_indented = |start: &Range<usize>, end: &Range<usize>| {
        let (start, end) = (indent(text, start), indent(text, end));
        start.is_none() || end.is_none() || start == end
    };
    let guess = if is_open_to_the_end { pair(text, as_indented) } else { None };
    Some(guess.filter(|guess| matches!(guess, Unpaired::Start(..))).unwrap_or(found))
}

/// Pairs starts and ends, of which `fits` says whether they belong together where a start further above may be meant;
/// the first without its counterpart.
fn pair(text: &str, fits: impl Fn(&Range<usize>, &Range<usize>) -> bool) -> Option<Unpaired> {
    let mut open: Vec<(Range<usize>, &'static str)> = Vec::new();
    for tag in tags(text) {
        if let Some(end) = tag.end() {
            open.push((tag.whole, end));
        } else if tag.keyword.starts_with("end") {
            let Some((start, end)) = open.pop() else { return Some(Unpaired::End(tag.whole)) };
            let is_meant =
                |(start, end): &(Range<usize>, &str)| *end == tag.keyword && fits(start, &tag.whole);
            if end != tag.keyword || !fits(&start, &tag.whole) && open.iter().any(is_meant) {
                return Some(Unpaired::Start(start, end, Some(tag.whole)));
            }
        }
    }
    open.pop().map(|(start, end)| Unpaired::Start(start, end, None))
}

/// How far a tag is indented, if it begins a line.
fn indent<'t>(text: &'t str, tag: &Range<usize>) -> Option<&'t str> {
    let before = text.get(..tag.start)?;
    let line = before.get(before.rfind('\n').map_or(0, |at| at + 1)..)?;
    line.trim().is_empty().then_some(line)
}

/// The statements of a template, in order; none of those in comments and in `raw`.
fn tags(text: &str) -> Vec<TemplateTag<'_>> {
    let mut tags: Vec<TemplateTag<'_>> = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(open) = rest.find("{%").into_iter().chain(rest.find("{#")).min() else { break };
        let start = at + open;
        let is_comment = text.get(start..).is_some_and(|rest| rest.starts_with("{#"));
        let (open, close) = if is_comment { ("{#", "#}") } else { ("{%", "%}") };
        let Some(length) = text.get(start..).and_then(|rest| delimited::length(open, close, rest)) else {
            break;
        };
        at = start + length;
        if is_comment {
            continue;
        }
        let inner = start + open.len()..at - close.len();
        let written = text.get(inner.clone()).unwrap_or_default();
        let mut words = written.trim_matches(['-', '+']).split_whitespace();
        let (keyword, argument) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        if keyword == "raw" {
            let end = text.get(at..).and_then(|rest| rest.find("endraw"));
            at += end.unwrap_or_default();
            continue;
        }
        let argument = argument.trim_matches(['"', '\'']);
        let behind = written.find(keyword).map_or(0, |at| at + keyword.len());
        let place = written.get(behind..).and_then(|rest| rest.find(argument)).unwrap_or_default();
        let place = inner.start + behind + place;
        let rest = written.get(behind..).unwrap_or_default();
        tags.push(TemplateTag {
            keyword,
            argument,
            at: place..place + argument.len(),
            rest,
            whole: start..at,
        });
    }
    tags
}

/// The names that a template gives to values and macros, and perhaps more: for suggestions.
pub(super) fn bound_names(text: &str) -> Vec<&str> {
    let names = |part: &'_ str| -> Vec<Range<usize>> {
        let mut start = None;
        let mut found = Vec::new();
        for (at, c) in part.char_indices().chain([(part.len(), ' ')]) {
            match (c.is_alphanumeric() || c == '_', start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    found.push(from..at);
                    start = None;
                }
                (true, Some(_)) | (false, None) => {}
            }
        }
        found
    };
    let bound = tags(text).into_iter().map(|tag| match tag.keyword {
        "for" => tag.rest.split(" in ").next().unwrap_or_default(),
        "set" => tag.rest.split('=').next().unwrap_or_default(),
        "with" | "macro" | "import" | "from" => tag.rest,
        _ => "",
    });
    bound.flat_map(|part| names(part).into_iter().filter_map(|range| part.get(range))).collect()
}

/// The blocks that a template and those above it have. `None` if one of these isn't there, or extends itself.
fn blocks_above(name: &str, sources: &Sources) -> Option<BTreeSet<String>> {
    let mut blocks = BTreeSet::new();
    let (mut name, mut seen) = (name.to_owned(), BTreeSet::new());
    loop {
        if !seen.insert(name.clone()) {
            return None;
        }
        let text = match name.strip_prefix(theme::PREFIX) {
            Some(original) => theme::template(original)?,
            None => &sources.text_at(&path(&name))?.1.text,
        };
        let tags = tags(text);
        blocks.extend(tags.iter().filter(|tag| tag.keyword == "block").map(|tag| tag.argument.to_owned()));
        match tags.iter().find(|tag| tag.keyword == "extends") {
            Some(extends) => name = extends.argument.to_owned(),
            None => return Some(blocks),
        }
    }
}

/// A block that fills none of the templates above.
struct UnknownBlock<'t> {
    /// The template that it was to fill.
    above: &'t str,
    name: &'t str,
    at: Span,
}

/// Reports every block that fills none of the templates above: what it holds would be shown nowhere. Blocks of the same
/// name lack the same block.
pub(super) fn check_blocks(sources: &Sources, diagnostics: &mut Diagnostics) {
    let mut unknown: BTreeMap<(&str, &str), Vec<UnknownBlock<'_>>> = BTreeMap::new();
    for (file, source) in sources.texts_below(FOLDER).filter(|(_, source)| source.path.ends_with(".html")) {
        for block in unknown_blocks(file, &source.text, sources) {
            unknown.entry((block.above, block.name)).or_default().push(block);
        }
    }
    for ((above, _), blocks) in unknown {
        // That a template is empty is a mistake of its own.
        if sources.text_at(&path(above)).is_some_and(|(_, source)| source.text.trim().is_empty()) {
            continue;
        }
        let known = blocks_above(above, sources).unwrap_or_default();
        let Some((first, others)) = blocks.split_first() else { continue };
        let misspelled = if others.is_empty() { None } else { block_like(first.name, above, sources) };
        diagnostics.push(match misspelled {
            Some((span, written)) => misspelled_above(&blocks, above, written, span),
            None => others.iter().fold(unknown_block(first, &known), |found, block| found.alike(block.at)),
        });
    }
}

/// The blocks of a template that fill none of those above it.
fn unknown_blocks<'t>(file: FileId, text: &'t str, sources: &Sources) -> Vec<UnknownBlock<'t>> {
    let mut unknown = Vec::new();
    let tags = tags(text);
    let Some(extends) = tags.iter().find(|tag| tag.keyword == "extends") else { return unknown };
    let Some(blocks) = blocks_above(extends.argument, sources) else { return unknown };
    let mut depth = 0_usize;
    for tag in &tags {
        match tag.keyword {
            "block" => {
                if depth == 0 && !blocks.contains(tag.argument) {
                    let at = Span::new(file, tag.at.clone());
                    unknown.push(UnknownBlock { above: extends.argument, name: tag.argument, at });
                }
                depth += 1;
            }
            "endblock" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    unknown
}

/// Where a template has a block with nearly this name that no other template fills.
fn block_like<'s>(name: &str, above: &str, sources: &'s Sources) -> Option<(Span, &'s str)> {
    let (file, source) = sources.text_at(&path(above))?;
    let tags = tags(&source.text);
    let blocks = || tags.iter().filter(|tag| tag.keyword == "block");
    let near = nearest(name, blocks().map(|tag| tag.argument))?;
    let tag = blocks().find(|tag| tag.argument == near)?;
    let is_filled =
        sources.texts_below(FOLDER).any(|(other, source)| other != file && fills(&source.text, near));
    if is_filled {
        return None;
    }
    Some((Span::new(file, tag.at.clone()), tag.argument))
}

fn fills(text: &str, block: &str) -> bool {
    tags(text).iter().any(|tag| tag.keyword == "block" && tag.argument == block)
}

/// A block that several templates fill by another name: that of the one block is misspelled.
fn misspelled_above(blocks: &[UnknownBlock<'_>], above: &str, written: &str, at: Span) -> Diagnostic {
    let name = blocks.first().map_or("", |block| block.name);
    let message = format!("{above} has no block \"{name}\", which {} templates fill", blocks.len());
    let found = Diagnostic::new(Code::Template, at, message)
        .label("is this it?")
        .help(format!("did you mean \"{name}\"? What these templates hold would be shown nowhere"))
        .remedy([Remedy::rename(written, name, Applicability::Proposed)]);
    blocks
        .iter()
        .fold(found, |found, block| found.related(block.at, "what this holds would be shown nowhere"))
}

fn unknown_block(block: &UnknownBlock<'_>, blocks: &BTreeSet<String>) -> Diagnostic {
    let UnknownBlock { above, name, at } = block;
    let names = || blocks.iter().map(String::as_str);
    let help = match nearest(name, names()) {
        Some(near) => format!("did you mean \"{near}\"? What this block holds would be shown nowhere"),
        None if blocks.is_empty() => {
            "it has no blocks; what this block holds would be shown nowhere".to_owned()
        }
        None => format!(
            "it has {}; what this block holds would be shown nowhere",
            names().collect::<Vec<_>>().join(", ")
        ),
    };
    let message = format!("{above} has no block \"{name}\"");
    Diagnostic::new(Code::Template, *at, message)
        .label("no such block")
        .help(help)
        .remedy(Remedy::nearest(name, near(name, names()).map(|(name, _)| (name, Applicability::Proposed))))
}

#[cfg(test)]
mod tests {
    use super::{Unpaired, tags, unpaired};

    #[test]
    fn a_statement_without_its_counterpart_is_found() {
        assert_eq!(unpaired("{% set a = 1 %}{% set b %}{% endset %}{%- if a %}{% else %}{% endif -%}"), None);
        assert_eq!(
            unpaired("{% if a %}{% for b in c %}{% endif %}"),
            Some(Unpaired::Start(10..26, "endfor", Some(26..37)))
        );
        assert_eq!(
            unpaired("{% block a %}{% raw %}{% endblock %}{% endraw %}"),
            Some(Unpaired::Start(0..13, "endblock", None))
        );
        assert_eq!(unpaired("{% endif %}"), Some(Unpaired::End(0..11)));
        assert_eq!(
            unpaired("{% if a %}\n  {% if b %}\n{% endif %}"),
            Some(Unpaired::Start(13..23, "endif", Some(24..35)))
        );
        assert_eq!(unpaired("{% if a %}\n  {% if b %}\n{% endif %}{% endif %}"), None);
    }

    #[test]
    fn only_statements_that_run_are_read() {
        let text = "{% extends \"a.html\" %}{# {% block x %} #}{%- block b -%}{% raw %}{% block c %}{% endraw %}{% endblock %}";
        let read: Vec<_> = tags(text).iter().map(|tag| (tag.keyword, tag.argument)).collect();
        assert_eq!(read, [("extends", "a.html"), ("block", "b"), ("endblock", "")]);
        let block = &tags(text)[1];
        assert_eq!(&text[block.at.clone()], "b");
    }
}
