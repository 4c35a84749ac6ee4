//! What the shipped gym and the example are: the user's specification, and what is true of any other gym.

use std::{collections::BTreeMap, fs};

use gympress::source::FOLDERS;

use crate::{
    copy,
    project::{Project, repository},
};

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap()
}

/// The pages of a site of this repository by their paths, as a copy of it has them: each build takes from the cache of its
/// project what that doesn't need.
fn pages(site: &str) -> BTreeMap<String, String> {
    let (root, project) = (repository().join(site), Project::empty());
    for part in FOLDERS.into_iter().filter(|part| root.join(part).is_dir()) {
        copy::tree(&root.join(part), &project.path(part));
    }
    let pages = project.build(&[]).into_iter().filter(|(path, _)| path.ends_with(".html"));
    pages
        .map(|(path, bytes)| {
            (format!("/{}", path.trim_end_matches("index.html")), String::from_utf8(bytes).unwrap())
        })
        .collect()
}

/// What a visitor reads: tags taken out, entities resolved, white space folded.
fn text(source: &str) -> String {
    let parts = source.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    let plain = parts.collect::<Vec<_>>().join(" ").replace("&#39;", "'").replace("&quot;", "\"");
    plain.replace("&amp;", "&").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is wrong with a page.
fn wrong<'s>(source: &str, statements: &[&'s str]) -> Vec<&'s str> {
    let (mut part, mut words, mut from) = (source, text(source), 0);
    let mut holds = |statement: &str| {
        let (count, rest) = match statement.split_once(' ') {
            Some((count, rest)) if count.parse::<usize>().is_ok() => (count.parse::<usize>().ok(), rest),
            _ => (None, statement),
        };
        let has = |text: &str, wanted: &str| match count {
            Some(count) => text.matches(wanted).count() == count,
            None => text.contains(wanted),
        };
        if let Some((start, end)) = rest.strip_prefix("in ").and_then(|rest| rest.split_once(" | ")) {
            let Some(start) = source.find(start) else { return false };
            let Some(end) = source[start..].find(end) else { return false };
            part = &source[start..start + end];
            (words, from) = (text(part), 0);
            return true;
        }
        if let Some(wanted) = rest.strip_prefix("source ") {
            return has(part, wanted);
        }
        if let Some(wanted) = rest.strip_prefix("text ") {
            return has(&words, wanted);
        }
        let Some(at) = words[from..].find(statement) else { return false };
        from += at + statement.len();
        true
    };
    statements.iter().copied().filter(|statement| !holds(statement)).collect()
}

/// What search engines don't accept from a gym about itself.
pub const RATINGS: [&str; 3] = ["AggregateRating", "\"Review\"", "reviewRating"];

fn assert_no_ratings(pages: &BTreeMap<String, String>) {
    for (path, source) in pages {
        let found = RATINGS.into_iter().find(|rating| source.contains(rating));
        assert_eq!(found, None, "{path}");
    }
}

#[test]
fn the_shipped_gym_is_as_specified() {
    let mut pages = pages("");
    assert_no_ratings(&pages);
    // The specification speaks of the site in English.
    pages.retain(|path, _| !path.starts_with("/sw/"));
    let specification = read("tests/specification.txt");
    let mut failures = Vec::new();
    for block in specification.split("\n== ").skip(1) {
        let (head, statements) = block.split_once('\n').unwrap();
        let statements: Vec<&str> = statements.lines().filter(|line| !line.is_empty()).collect();
        let is_about = |path: &str| match head.starts_with('*') {
            true => path != "/gallery/",
            false => head.split(' ').any(|named| named == path),
        };
        let named = head.split(' ').filter(|word| word.starts_with('/') && !pages.contains_key(*word));
        failures.extend(named.map(|path| format!("there is no page {path}")));
        for (path, source) in pages.iter().filter(|(path, _)| is_about(path)) {
            failures.extend(wrong(source, &statements).into_iter().map(|wrong| format!("{path}: {wrong}")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let posts = pages.keys().filter(|path| path.starts_with("/blog/") && path.matches('/').count() == 3);
    assert_eq!(posts.count(), 7, "a page for each of the seven posts");
    assert_eq!(wrong("<p>a b</p>", &["b", "a", "1 text a", "source <b>"]), ["a", "source <b>"]);
}

/// The second gym, of another country, language and currency, without accounts, calculator and blog, is content and a few
/// templates. What is true of it is true of any gym.
#[test]
fn the_example_is_a_gym_of_its_own() {
    let pages = pages("examples/ngome");
    assert_no_ratings(&pages);
    assert!(pages.len() > 15, "{:?}", pages.keys());
    let all: String = pages.values().map(String::as_str).collect();
    assert!(["TSh", "Jumatatu", "Desemba", "mapambano"].iter().all(|word| all.contains(word)));

    // What it left out leaves nothing behind, and no word of the theme is English.
    let site: toml::Table = toml::from_str(&read("content/site.toml")).unwrap();
    let words = ["name", "tagline", "phone", "email", "base_url"].map(|key| site[key].as_str().unwrap());
    let left_out =
        ["KSh", "Nairobi", "firebase", "BmiCalculator", "/blog/", "search.json", "Skip to", "Read more"];
    let found: Vec<&str> = words.into_iter().chain(left_out).filter(|word| all.contains(word)).collect();
    assert_eq!(found, Vec::<&str>::new());
}
