//! Random cases, the same each time unless `RANDOM_SEED` or `RANDOM_CASES` says otherwise.

#![allow(clippy::expect_used, reason = "a test that can't set itself up has nothing to say")]

use std::{env, ops::Range, thread};

use fastrand::Rng;

/// Calls `test` with so many generators, each with a seed of its own. A failure names the seed.
pub fn cases(count: u64, test: impl Fn(&mut Rng)) {
    let first = first_seed();
    for seed in first..first + number("RANDOM_CASES").unwrap_or(count) {
        run(seed, &test);
    }
}

/// Calls `test` once, as it takes long, however many cases are asked for.
#[allow(dead_code, reason = "the tests of the crate that reads TOML are all short")]
pub fn one_case(test: impl FnOnce(&mut Rng)) {
    run(first_seed(), test);
}

fn run(seed: u64, test: impl FnOnce(&mut Rng)) {
    let _named = Named(seed);
    test(&mut Rng::with_seed(seed));
}

fn first_seed() -> u64 {
    number("RANDOM_SEED").unwrap_or(1)
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|number| number.parse().expect("a number"))
}

/// A list of random things, as long as one of these numbers.
pub fn list<T>(random: &mut Rng, lengths: Range<usize>, mut thing: impl FnMut(&mut Rng) -> T) -> Vec<T> {
    let length = random.usize(lengths);
    (0..length).map(|_| thing(random)).collect()
}

/// One of these texts.
pub fn one_of<'t>(random: &mut Rng, texts: &[&'t str]) -> &'t str {
    texts[random.usize(..texts.len())]
}

/// Characters of all scripts, but none that control.
pub fn text(random: &mut Rng, lengths: Range<usize>) -> String {
    let characters = list(random, lengths, |random| random.char(..));
    characters.into_iter().filter(|character| !character.is_control()).collect()
}

/// A seed that is named if its case fails.
struct Named(u64);

impl Drop for Named {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("RANDOM_SEED={} RANDOM_CASES=1 repeats the failure", self.0);
        }
    }
}
