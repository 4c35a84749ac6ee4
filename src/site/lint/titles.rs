//! Entries that visitors can't tell apart.

use std::hash::BuildHasher;

use foldhash::{HashMap, fast::FixedState};
use rayon::prelude::*;

use crate::{
    content::Content,
    decode::{Spanned, value::Text},
    diagnostic::{Diagnostic, Lint, Span},
};

pub(super) fn check(content: &Content, found: &mut Vec<Diagnostic>) {
    let classes = content.classes.values().map(|class| &class.value.title);
    found.extend(distinct("classes", classes));
    let trainers = content.trainers.values().map(|trainer| &trainer.value.name);
    found.extend(distinct("trainers", trainers));
    let plans = content.plans.values().map(|plan| &plan.value.title);
    found.extend(distinct("plans", plans));
}

/// The entries of one kind that have the same title.
pub(in crate::site) fn distinct<'a>(
    noun: &str,
    titles: impl Iterator<Item = &'a Spanned<Text>>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let titles: Vec<_> = titles.collect();
    let hasher = FixedState::default();
    let folded = |title: &&Spanned<Text>| hasher.hash_one(title.value.as_str().to_lowercase());
    let folded: Vec<u64> = titles.par_iter().map(folded).collect();
    let mut seen: HashMap<u64, Span> = HashMap::default();
    for (title, folded) in titles.into_iter().zip(folded) {
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
    found
}
