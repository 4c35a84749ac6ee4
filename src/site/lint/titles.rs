//! Entries that visitors can't tell apart.

use foldhash::HashMap;

use crate::{
    content::Content,
    decode::{Spanned, value::Text},
    diagnostic::{Diagnostic, Lint, Span},
};

/// The entries of one kind that have the same title.
pub(in crate::site) fn check(content: &Content) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let classes = content.classes.values().map(|class| &class.value.title);
    distinct("classes", classes, &mut found);
    let trainers = content.trainers.values().map(|trainer| &trainer.value.name);
    distinct("trainers", trainers, &mut found);
    let plans = content.plans.values().map(|plan| &plan.value.title);
    distinct("plans", plans, &mut found);
    let posts = content.posts.values().map(|post| &post.value.title);
    distinct("posts", posts, &mut found);
    found
}

fn distinct<'a>(noun: &str, titles: impl Iterator<Item = &'a Spanned<Text>>, found: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<String, Span> = HashMap::default();
    for title in titles {
        let folded = title.value.as_str().to_lowercase();
        if let Some(first) = seen.get(&folded) {
            found.push(
                Diagnostic::new(
                    Lint::DuplicateTitle,
                    title.span,
                    format!("two {noun} are called \"{}\"", title.value.as_str()),
                )
                .related(*first, "the other one")
                .help("give one of the two another title, so that visitors can tell them apart"),
            );
        } else {
            seen.insert(folded, title.span);
        }
    }
}
