//! Words of the interface that content needs, and the language of the site lacks.

use std::collections::{BTreeMap, BTreeSet};

use super::Content;
use crate::{
    diagnostic::{Diagnostic, Diagnostics, Span, code, diagnostic},
    schema::{
        Field, Name, Role,
        decode::{Reference, value::Language},
        language_code,
    },
};

/// The key of the link past the navigation, which every page has.
const SKIP: &str = "skip";

/// Reports all missing words at once, as they would stand in a file of words.
pub(super) fn check(content: &Content, diagnostics: &mut Diagnostics) {
    let used = content.references.keys().filter_map(|reference| match reference {
        Reference::Default(name) => Some(name.clone()),
        Reference::Entry { .. }
        | Reference::File(_)
        | Reference::Path(_)
        | Reference::Link { .. }
        | Reference::Placeholder => None,
    });
    let missing: BTreeSet<Name> = used.chain(absent_files(content)).collect();
    let language = content.gym.table.get("language").map(|language| language.span);
    let span = language.filter(|span| span.is_somewhere()).or(content.gym.file.map(Span::whole));
    // A wrong tag was reported, and has no words of its own.
    let is_language = Language::parse(&content.project.types.language).is_ok();
    if let Some(span) = span.filter(|_| is_language && !missing.is_empty()) {
        diagnostics.push(diagnostic(&missing, content, span));
    }
}

/// The missing words of files that a project may leave out, whose words are shown all the same.
fn absent_files(content: &Content) -> Vec<Name> {
    let types = &content.project.types;
    let navigation = types.with_role(Role::Navigation).filter(|name| !content.has_single(name));
    let skip = navigation.and_then(|name| types.singles.get(name)?.field(SKIP));
    let absent = types.assumed.iter().filter(|name| !content.has_single(name) && is_used(name, content));
    let absent = absent.filter_map(|name| types.singles.get(name)).flat_map(|schema| &schema.fields);
    skip.into_iter().chain(absent).flat_map(Field::default_names).collect()
}

/// False for the words of entries if the project has no such entries.
fn is_used(single: &Name, content: &Content) -> bool {
    let collections = content.project.types.collections.iter();
    let served: Vec<_> =
        collections.filter(|(_, declared)| declared.words.as_ref() == Some(single)).collect();
    served.is_empty() || served.iter().any(|(name, _)| !content.entries(name).is_empty())
}

fn diagnostic(missing: &BTreeSet<Name>, content: &Content, span: Span) -> Diagnostic {
    let language = &content.project.types.language;
    let file = format!("templates/words/{}.toml", language_code(language));
    let count = match missing.len() {
        1 => "one text".to_owned(),
        count => format!("{count} texts"),
    };
    let message =
        format!("the language \"{language}\" has no words for {count} of the interface that this site needs");
    let words =
        missing.iter().filter_map(|name| Some((name, content.project.types.missing_words.get(name)?)));
    let words: Vec<_> = words.collect();
    let mut tables: BTreeMap<&str, String> = BTreeMap::new();
    for (name, word) in &words {
        let (table, key) = name.rsplit_once('.').unwrap_or_default();
        tables.entry(table).or_default().push_str(&format!("{key} = {}\n", word.value));
    }
    let tables: Vec<String> = tables.iter().map(|(table, lines)| format!("[{table}]\n{lines}")).collect();
    let help = format!(
        "write them once in {file}, translated, or where they belong in content:\n\n{}",
        tables.join("\n").trim_end()
    );
    // Those of another language are shown meanwhile; without them, there is nothing to show.
    let diagnostic = if words.iter().all(|(_, word)| word.is_shown) {
        diagnostic!(code::MISSING_WORDS, span, "{message}, and shows them in another language")
    } else {
        diagnostic!(code::MISSING_KEY, span, "{message}")
    };
    diagnostic.label("no words in this language").help(help)
}
