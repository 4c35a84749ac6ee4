//! Words of the interface that content needs, and the language of the site lacks.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::Content;
use crate::{
    decode::{MissingWord, Reference, value::Language},
    diagnostic::{Code, Diagnostic, Diagnostics, Lint, Span},
    schema::{Field, language_code},
};

/// The link past the navigation, which every page has.
const SKIP: [&str; 2] = ["navigation", "skip"];

/// Reports all missing words at once, as they would stand in a file of words.
pub(super) fn check(content: &Content, diagnostics: &mut Diagnostics) {
    let mentioned = content.references.keys().filter_map(|reference| match reference {
        Reference::Word(word) => Some(word.clone()),
        Reference::Entry { .. } | Reference::File(_) | Reference::Page(_) | Reference::Placeholder => None,
    });
    let missing: BTreeSet<Arc<MissingWord>> = mentioned.chain(of_absent_files(content)).collect();
    let language = content.gym.table.get("language").map(|language| language.span);
    let span = language.filter(|span| span.is_somewhere()).or(content.gym.file.map(Span::whole));
    // A tag that is none is reported, and has no words of its own.
    let is_language = Language::parse(&content.types.language).is_ok();
    if let Some(span) = span.filter(|_| is_language && !missing.is_empty()) {
        diagnostics.push(diagnostic(&missing, &content.types.language, span));
    }
}

/// Those of files that a project may leave out, and that have words all the same.
fn of_absent_files(content: &Content) -> Vec<Arc<MissingWord>> {
    let Content { types, .. } = content;
    let [navigation, key] = SKIP;
    let skip = types.singles.get(navigation).filter(|_| !content.has_single(navigation));
    let skip = skip.and_then(|schema| schema.field(key)).map(Field::missing_words);
    let is_used = |name: &str| name != "blog" || !content.posts.is_empty();
    let absent = types.assumed.iter().filter(|name| !content.has_single(name) && is_used(name));
    let absent = absent.filter_map(|name| types.singles.get(name)).flat_map(|schema| schema.missing_words());
    skip.into_iter().flatten().chain(absent).collect()
}

fn diagnostic(missing: &BTreeSet<Arc<MissingWord>>, language: &str, span: Span) -> Diagnostic {
    let file = format!("templates/words/{}.toml", language_code(language));
    let count = match missing.len() {
        1 => "one text".to_owned(),
        count => format!("{count} texts"),
    };
    let message =
        format!("the language \"{language}\" has no words for {count} of the interface that this site needs");
    let mut tables: BTreeMap<&str, String> = BTreeMap::new();
    for word in missing {
        let line = format!("{} = {}\n", word.key, word.value);
        tables.entry(&word.table).or_default().push_str(&line);
    }
    let tables: Vec<String> = tables.iter().map(|(table, lines)| format!("[{table}]\n{lines}")).collect();
    let help = format!(
        "write them once in {file}, translated, or where they belong in content:\n\n{}",
        tables.join("\n").trim_end()
    );
    // The English words are shown meanwhile; without those, there is nothing to show.
    let diagnostic = match missing.iter().all(|word| word.is_in_english) {
        true => Diagnostic::new(Lint::MissingWords, span, format!("{message}, and shows them in English")),
        false => Diagnostic::new(Code::MissingKey, span, message),
    };
    diagnostic.label("no words in this language").help(help)
}
