//! Entries that visitors can't tell apart.

use std::collections::BTreeMap;

use crate::{
    content::Content,
    decode::{Spanned, value::Text},
    diagnostic::{Diagnostic, Lint, Span},
};

pub(super) fn check(content: &Content, found: &mut Vec<Diagnostic>) {
    let classes = content.classes.values().filter_map(|class| class.value.as_ref().map(|class| &class.title));
    distinct("classes", classes, found);
    let trainers =
        content.trainers.values().filter_map(|trainer| trainer.value.as_ref().map(|trainer| &trainer.name));
    distinct("trainers", trainers, found);
    let plans = content.plans.values().filter_map(|plan| plan.value.as_ref().map(|plan| &plan.title));
    distinct("plans", plans, found);
    let posts = content.posts.values().filter_map(|post| post.value.as_ref().map(|post| &post.title));
    distinct("posts", posts, found);
}

fn distinct<'a>(noun: &str, titles: impl Iterator<Item = &'a Spanned<Text>>, found: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
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
