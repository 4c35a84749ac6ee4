//! Custom properties that stylesheets read and nothing gives a value.

use std::{collections::BTreeSet, ops::Range};

use crate::{
    diagnostic::{Diagnostic, Span, code, report, suggest},
    source::Sources,
};

/// Where stylesheets, and templates and scripts that give properties a value, are.
const FOLDERS: [&str; 3] = ["templates/", "components/", "content/static/"];

/// Warns of each `var(--name)` in a stylesheet of the project whose name nothing else has: browsers ignore the declaration.
pub fn unknown_properties(sources: &Sources) -> Vec<Diagnostic> {
    let texts = || FOLDERS.iter().flat_map(|folder| sources.texts_below(folder));
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for (_, source) in texts() {
        let given = names(&source.text).filter(|name| !is_read(&source.text, name.start));
        known.extend(given.filter_map(|name| source.text.get(name)));
    }
    let mut warnings = Vec::new();
    let own = texts().filter(|(_, source)| source.theme.is_none() && source.path.ends_with(".css"));
    for (file, source) in own {
        let comments = sources.comments(file);
        for at in names(&source.text).filter(|at| is_read(&source.text, at.start)) {
            let Some((name, rest)) = source.text.get(at.clone()).zip(source.text.get(at.end..)) else {
                continue;
            };
            let has_fallback = !rest.trim_start().starts_with(')');
            let is_comment = comments.iter().any(|comment| comment.contains(&at.start));
            if has_fallback || is_comment || known.contains(name) {
                continue;
            }
            let help = match suggest(name, known.iter().copied()) {
                Some((near, _)) => format!("did you mean \"{near}\"?"),
                None => {
                    format!("write {name}: ...; in a rule above, or a value behind a comma: var({name}, ...)")
                }
            };
            report!(warnings, code::UNKNOWN_PROPERTY, Span::new(file, at),
                "nothing gives the property {name} a value, so browsers ignore what reads it";
                help);
        }
    }
    warnings
}

/// Where a text has names of custom properties.
fn names(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    text.match_indices("--").filter_map(move |(start, _)| {
        let is_start = !text.get(..start)?.ends_with(is_in_name);
        let rest = text.get(start..)?;
        let end = start + rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
        (is_start && end > start + 2).then_some(start..end)
    })
}

/// True for a name at this byte that stands in `var()`.
fn is_read(text: &str, start: usize) -> bool {
    text.get(..start).is_some_and(|before| before.trim_end().ends_with("var("))
}
