//! Hundreds of mutations in the content of a gym, one at a time beside another mistake in another file: each is reported
//! at its line, with the right name where there is one to suggest, and so is the other.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use gympress::{
    context::BuildContext,
    diagnostic::{Diagnostics, Severity},
    fix,
    site::Settings,
    source::Sources,
};
use rayon::prelude::*;
use serde_json::Value;

use crate::copy;

/// How many of all possible mutations are tried unless the variable `SLIPS` says another number; they are
/// thousands.
const TRIED: usize = 24;

/// One mutation, and what has to be said of it.
#[derive(Clone, Debug)]
struct Mutation {
    file: String,
    /// Counted from 0.
    line: usize,
    old: String,
    new: String,
    codes: &'static [&'static str],
    /// What the help or what is expected has to mention.
    suggestion: Option<String>,
    /// False if what was written before doesn't follow from what is written now.
    recoverable: bool,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Content files by path.
fn files() -> Vec<(String, String)> {
    let content = copy::original("content");
    let mut paths: Vec<PathBuf> = walkdir::WalkDir::new(&content)
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    let name = |path: &Path| format!("content/{}", path.strip_prefix(&content).unwrap().to_str().unwrap());
    paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// All mutations of a file.
fn mutations_of(file: &str, text: &str) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    let mut within_long_text = false;
    for (line, old) in text.lines().enumerate() {
        let marks = old.matches("'''").count() + old.matches("\"\"\"").count();
        let starts_within = within_long_text;
        within_long_text ^= marks % 2 == 1;
        let plain = !starts_within && marks == 0 && !old.starts_with('#') && old.is_ascii();
        let Some((key, value)) = old.split_once(" = ").filter(|_| plain) else { continue };
        if key == "allow" || value.ends_with('[') || !key.chars().all(|c| c.is_ascii_lowercase() || c == '_')
        {
            continue;
        }
        for (new, codes, suggestion) in of_key(key, value).into_iter().chain(of_value(key, value)) {
            let recoverable = !is_lost(key, value, &new);
            let (file, old) = (file.to_owned(), old.to_owned());
            mutations.push(Mutation { file, line, old, new, codes, suggestion, recoverable });
        }
    }
    mutations
}

/// Slips of brackets, commas, lines and texts of several lines, which are only corrected here.
fn further_mutations_of(file: &str, text: &str) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    let mut within = false;
    for (line, old) in text.lines().enumerate() {
        let marks = old.matches("'''").count();
        let starts_within = within;
        within ^= marks % 2 == 1;
        if old.starts_with('#') || starts_within && marks == 0 {
            continue;
        }
        let mut add = |new: String, recoverable: bool| {
            let (file, old) = (file.to_owned(), old.to_owned());
            mutations.push(Mutation { file, line, old, new, codes: &[], suggestion: None, recoverable });
        };
        if marks == 1 {
            add(old.replace("'''", "").trim_end().to_owned(), true);
            continue;
        }
        if let Some(name) = old.strip_prefix('[') {
            add(name.to_owned(), true);
            add(old.strip_suffix(']').unwrap().to_owned(), true);
            add(format!("{old}]"), true);
            add(format!("“{old}”"), true);
            add(format!("\u{200b}{old}"), true);
        }
        let Some((key, value)) = old.split_once(" = ") else { continue };
        // A key too few: what it said is gone.
        add(String::new(), false);
        if !old.starts_with(' ') {
            add(format!("{old}\n{old}"), true);
        }
        add(format!("{key} == {value}"), true);
        add(format!("{key} ＝ {value}"), true);
        add(format!("{key} = {value},"), true);
        add(format!("{key} = {value} // why"), false);
        add(format!("\u{a0}{old}"), true);
        for (open, close) in [('[', ']'), ('{', '}')] {
            if !value.starts_with(open) || !value.ends_with(close) {
                continue;
            }
            let inner = &value[1..value.len() - 1];
            add(format!("{key} = {inner}{close}"), true);
            add(format!("{key} = {open}{inner}"), true);
            add(format!("{key} = ({inner})"), true);
            if let Some((before, behind)) = inner.split_once("\", ") {
                add(format!("{key} = {open}{before}\" {behind}{close}"), true);
                add(format!("{key} = {open}{before}\",, {behind}{close}"), true);
                add(format!("{key} = {open}{before}\"; {behind}{close}"), true);
                add(format!("{key} = {open}{before}, {behind}{close}"), true);
            }
            if open == '{' {
                add(format!("{key} = {open}{}{close}", inner.replacen(" = ", ": ", 1)), true);
                add(format!("{key} = {open}{}{close}", inner.replacen(" = ", " ", 1)), true);
            }
        }
    }
    mutations
}

/// True if a mutation left nothing of the value, or of a part of it, from which it could be recognized.
fn is_lost(key: &str, value: &str, new: &str) -> bool {
    let others = [
        "9.5.1",
        "\"\"",
        "12",
        "true",
        "\"zzzzzzzz\"",
        "-9999999",
        "lots",
        "31/12/2026",
        "\"tomorrow\"",
        "2026-13-01",
    ];
    let written = new.strip_prefix(key).and_then(|rest| rest.strip_prefix(" = ")).map(str::trim);
    let is_other = written.is_some_and(|written| written.is_empty() || others.contains(&written));
    let another_number = written.is_some_and(|written| written.ends_with(",5"));
    let another_hour = written.is_some_and(|written| written.starts_with("\"25:"));
    let no_description = value.contains("alt = ") && !new.contains("alt");
    is_other || another_number || another_hour || no_description
}

/// A new line, the codes of which one has to be cases at it, and what has to be suggested.
type Case = (String, &'static [&'static str], Option<String>);

fn of_key(key: &str, value: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = vec![
        (format!("{key} {value}"), &["syntax"], None),
        (format!("{key} = "), &["syntax"], None),
        (format!("{key}: {value}"), &["syntax"], None),
        (format!("{key} = {value}]"), &["syntax"], None),
        (format!("{key} = 9.5.1"), &["syntax", "wrong-type", "malformed"], None),
    ];
    if key.len() >= 4 {
        let (start, end) = key.split_at(key.len() - 2);
        let swapped: String = end.chars().rev().collect();
        if swapped != end {
            cases.push((format!("{start}{swapped} = {value}"), &["unknown-key"], Some(key.to_owned())));
        }
        cases.push((format!("{key}x = {value}"), &["unknown-key"], Some(key.to_owned())));
    }
    cases
}

fn of_value(key: &str, value: &str) -> Vec<Case> {
    let Some(text) = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return of_bare_value(key, value);
    };
    if text.contains('"') {
        return Vec::new();
    }
    let mut cases: Vec<Case> = vec![
        (format!("{key} = \"\""), &["empty-text", "malformed", "unknown-word"], None),
        (format!("{key} = 12"), &["wrong-type"], None),
        (format!("{key} = true"), &["wrong-type"], None),
        (format!("{key} = \"{text}"), &["syntax"], None),
        (format!("{key} = {text}\""), &["syntax"], None),
        (format!("{key} = \u{201c}{text}\u{201d}"), &["syntax"], None),
        (format!("{key} = [\"{text}\"]"), &["wrong-type"], None),
    ];
    if text.contains(char::is_alphabetic) && !text.contains(['#', '=', ',', '[', '{', '\'']) {
        cases.push((format!("{key} = {text}"), &["syntax"], None));
    }
    if let Some((hour, minute)) = text.split_once(':').filter(|_| text.len() == 5) {
        cases.push((format!("{key} = {hour}.{minute}am"), &["syntax", "malformed"], None));
        cases.push((format!("{key} = \"{hour}.{minute}\""), &["malformed"], Some(text.to_owned())));
        cases.push((format!("{key} = \"25:{minute}\""), &["malformed"], None));
    }
    if ["class", "trainer", "category"].contains(&key) && is_id(text) {
        let typed = format!("{}{}", &text[..1], &text[2..]);
        cases.push((format!("{key} = \"{typed}\""), &["unknown-reference"], Some(text.to_owned())));
        cases.push((format!("{key} = \"zzzzzzzz\""), &["unknown-reference"], None));
    }
    if let Some(rest) = text.strip_prefix("https://") {
        cases.push((format!("{key} = \"https//{rest}\""), &["malformed"], None));
    }
    cases
}

fn is_id(text: &str) -> bool {
    text.len() >= 4 && text.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

fn of_bare_value(key: &str, value: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let number = value.parse::<f64>().is_ok();
    if number {
        cases.push((format!("{key} = \"{value}\""), &["wrong-type"], None));
        cases.push((format!("{key} = -9999999"), &["out-of-range"], None));
        cases.push((format!("{key} = {}", value.replace('.', ",") + ",5"), &["syntax"], None));
        cases.push((format!("{key} = lots"), &["syntax"], None));
    }
    if key == "date" {
        cases.push((format!("{key} = 31/12/2026"), &["syntax"], Some("2026-12-31".to_owned())));
        cases.push((format!("{key} = \"tomorrow\""), &["malformed"], None));
        cases.push((format!("{key} = 2026-13-01"), &["syntax", "malformed"], None));
    }
    if let Some((before, name)) = value.split_once("file = \"") {
        let (name, after) = name.split_once('"').unwrap();
        let typed = format!("{}x{}", &name[..2], &name[2..]);
        cases.push((
            format!("{key} = {before}file = \"{typed}\"{after}"),
            &["missing-image"],
            Some(name.to_owned()),
        ));
        if let Some((rest, _)) = after.split_once(", alt = ") {
            cases.push((format!("{key} = {before}file = \"{name}\"{rest} }}"), &["missing-alt"], None));
        }
    }
    cases
}

/// What `check` says of the gym of the tests with this mutation, and with another mistake far from it.
fn check(mutation: &Mutation) -> (Vec<Value>, &'static str) {
    let folder = copy::gym("mutation-", "cache");
    let edit = |file: &str, change: &dyn Fn(&str) -> String| {
        let path = folder.path().join(file);
        fs::write(&path, change(&fs::read_to_string(&path).unwrap())).unwrap();
    };
    edit(&mutation.file, &|text| with_mutation(mutation, text));
    let other = if mutation.file.ends_with("bmi.toml") { "content/gallery.toml" } else { "content/bmi.toml" };
    edit(other, &|text| format!("{text}\n[frobnicate]\nx = 1\n"));
    let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(["check", "--format", "json", "--now", "2026-11-20T12:00:00+03:00", "--root"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{mutation:?}: {}", String::from_utf8_lossy(&output.stderr));
    let out = String::from_utf8(output.stdout).unwrap();
    (out.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), other)
}

/// A file's text with a mutation in it.
fn with_mutation(mutation: &Mutation, text: &str) -> String {
    let line = |(number, line)| if number == mutation.line { mutation.new.as_str() } else { line };
    text.lines().enumerate().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// What is wrong with what is reported of a mutation.
fn complaint(mutation: &Mutation) -> Option<String> {
    let (reported, other) = check(mutation);
    let complain = |what: &str| {
        let reported: Vec<String> = reported.iter().map(Value::to_string).collect();
        let Mutation { file, line, old, new, .. } = mutation;
        Some(format!("{what}\n  {file}:{}\n  - {old}\n  + {new}\n  {}", line + 1, reported.join("\n  ")))
    };
    if !reported.iter().any(|reported| reported["file"] == other && reported["code"] == "unknown-key") {
        return complain("the other mistake is not reported");
    }
    let here = reported
        .iter()
        .filter(|reported| reported["file"] == mutation.file && reported["line"] == mutation.line + 1);
    let mut right = here.filter(|reported| mutation.codes.contains(&reported["code"].as_str().unwrap()));
    let Some(first) = right.next() else { return complain("the mutation is not reported at its line") };
    if let Some(suggestion) = &mutation.suggestion
        && !std::iter::once(first)
            .chain(right)
            .any(|reported| reported["help"].to_string().contains(suggestion))
    {
        return complain("the right name is not suggested");
    }
    let errors = reported.iter().filter(|reported| reported["severity"] == "error").count();
    (errors > 4).then(|| complain("one mutation makes many errors")).flatten()
}

/// Every so-and-so-many-th of all mutations, so that each file and each kind of mutation gets its share.
fn sample(all: &[Mutation]) -> Vec<&Mutation> {
    let tried = std::env::var("MUTATIONS").map_or(TRIED, |number| number.parse().unwrap()).min(all.len());
    assert!(all.len() > 5 * TRIED, "{} mutations", all.len());
    (0..tried).filter_map(|number| all.get(number * all.len() / tried)).collect()
}

/// A project that is corrected in memory.
struct Project {
    sources: Arc<Sources>,
    context: BuildContext,
    settings: Settings,
}

/// What comes of a mutation once all is corrected that can be.
struct Result {
    text: String,
    /// What is left, and was not there before.
    left: Vec<String>,
}

impl Project {
    fn open(folder: &Path) -> Self {
        let sources = Arc::new(Sources::load(folder, &mut Diagnostics::default()).unwrap());
        let now = "2026-11-20T12:00:00+03:00".parse().unwrap();
        let settings = Settings { now, drafts: false, base_url: None };
        let context = BuildContext::new(folder, vec![root().to_owned()]);
        Self { sources, context, settings }
    }

    fn corrected(&self, mutations: &[&Mutation]) -> Result {
        let file = &mutations[0].file;
        let (_, text) = self.sources.text_at(file).unwrap();
        // From the last line to the first, as one may become two.
        let text = mutations
            .iter()
            .rev()
            .fold(text.text.to_string(), |text, mutation| with_mutation(mutation, &text));
        let broken = Arc::new(self.sources.with_overlay(file, &text));
        let corrected = fix::correct(&broken, (&self.settings, &self.context), &mut |_, _, _| true).unwrap();
        let errors = corrected.found.iter().filter(|reported| reported.severity == Severity::Error);
        Result {
            text: corrected.sources.text_at(file).unwrap().1.text.to_string(),
            left: errors.map(|reported| reported.message.clone()).collect(),
        }
    }
}

#[test]
fn each_mutation_is_corrected_and_most_as_if_nobody_had_made_it() {
    correct_all(mutations_of);
}

#[test]
fn each_mutation_of_brackets_and_lines_is_corrected_too() {
    correct_all(further_mutations_of);
}

#[test]
fn mutations_in_company_are_corrected_as_if_each_were_alone() {
    let files = files();
    let folder = copy::gym("company-", "cache");
    let of_file = |(file, text): &(String, String)| -> Vec<Mutation> {
        let all = mutations_of(file, text).into_iter().chain(further_mutations_of(file, text));
        all.filter(|mutation| mutation.recoverable).collect()
    };
    let all: Vec<Vec<Mutation>> = files.iter().map(of_file).collect();
    let groups: Vec<Vec<&Mutation>> = (0..std::env::var("GROUPS")
        .map_or(TRIED / 3, |number| number.parse().unwrap()))
        .filter_map(|number| group(&all, number))
        .collect();
    let wrong: Vec<String> = groups
        .par_chunks(groups.len().div_ceil(2))
        .flat_map_iter(|groups| {
            let project = Project::open(folder.path());
            groups.iter().filter_map(|mutations| company(&project, mutations)).collect::<Vec<_>>()
        })
        .collect();
    println!("{} of {} groups of mutations are as before", groups.len() - wrong.len(), groups.len());
    println!("{}", wrong.join("\n"));
    assert!(wrong.len() * 10 <= groups.len(), "{} of {}:\n{}", wrong.len(), groups.len(), wrong.join("\n\n"));
}

/// Three mutations of one file, none on or beside the line of another.
fn group(all: &[Vec<Mutation>], number: usize) -> Option<Vec<&Mutation>> {
    let mutations = &all[number % all.len()];
    // Steps that have nothing in common with how mutations follow each other.
    let picked = (0..3).map(|part| mutations.get((number * 7919 + part * 104_729) % mutations.len().max(1)));
    let mut picked: Vec<&Mutation> = picked.collect::<Option<_>>()?;
    picked.sort_by_key(|mutation| mutation.line);
    picked.windows(2).all(|pair| pair[0].line + 1 < pair[1].line).then_some(picked)
}

/// What is not as it was once these mutations are corrected.
fn company(project: &Project, mutations: &[&Mutation]) -> Option<String> {
    let result = project.corrected(mutations);
    let (_, before) = project.sources.text_at(&mutations[0].file).unwrap();
    if *before.text == *result.text {
        return None;
    }
    let written: Vec<String> = mutations
        .iter()
        .map(|mutation| format!("  + {}:{} {}", mutation.file, mutation.line + 1, mutation.new))
        .collect();
    let lines = before.text.lines().zip(result.text.lines()).filter(|(old, new)| old != new).take(3);
    let other: Vec<String> = lines.map(|(old, new)| format!("  - {old}\n  = {new}")).collect();
    Some(format!("{}\n{}\n  {}", written.join("\n"), other.join("\n"), result.left.join("\n  ")))
}

fn correct_all(mutations_of: fn(&str, &str) -> Vec<Mutation>) {
    let files = files();
    let all: Vec<Mutation> = files.iter().flat_map(|(file, text)| mutations_of(file, text)).collect();
    let folder = copy::gym("corrected-", "cache");
    let mutations = sample(&all);
    let results: Vec<(&Mutation, Result)> = mutations
        .par_chunks(mutations.len().div_ceil(2))
        .flat_map_iter(|mutations| {
            let project = Project::open(folder.path());
            mutations.iter().map(|mutation| (*mutation, project.corrected(&[*mutation]))).collect::<Vec<_>>()
        })
        .collect();
    let is_original = |(mutation, result): &&(&Mutation, Result)| {
        files.iter().any(|(file, text)| *file == mutation.file && *text == result.text)
    };
    let recoverable: Vec<&(&Mutation, Result)> =
        results.iter().filter(|(mutation, _)| mutation.recoverable).collect();
    let restored = recoverable.iter().filter(|result| is_original(result)).count();
    let lost = results.iter().filter(|(mutation, _)| !mutation.recoverable);
    println!(
        "{restored} of {} mutations whose value follows from what is written are as before, and {} of {} others",
        recoverable.len(),
        lost.clone().filter(is_original).count(),
        lost.count(),
    );
    let shown = |(mutation, result): &&&(&Mutation, Result)| {
        let line = result.text.lines().nth(mutation.line).unwrap_or_default();
        let Mutation { file, line: number, old, new, .. } = mutation;
        format!("{file}:{}\n  - {old}\n  + {new}\n  = {line}\n  {}", number + 1, result.left.join("\n  "))
    };
    // The old name of an anchor to which other pages link can't be determined.
    let is_anchor =
        |mutation: &Mutation| !mutation.recoverable && mutation.old.trim_start().starts_with("id = ");
    // What can't be read stands as it was written, at most in quotes.
    let bare = |line: &str| line.replace('"', "");
    let is_untouched = |(mutation, result): &&(&Mutation, Result)| {
        let line = result.text.lines().nth(mutation.line).map(bare);
        !mutation.recoverable && line == Some(bare(&mutation.new))
    };
    let left = results.iter().filter(|result| !result.1.left.is_empty() && !is_anchor(result.0));
    let left = left.filter(|result| !is_untouched(result));
    let left: Vec<String> = left.map(|r| shown(&&r)).collect();
    let other: Vec<String> =
        recoverable.iter().filter(|result| !is_original(result)).map(|r| shown(&r)).collect();
    println!("{}", other.join("\n"));
    assert!(
        left.is_empty(),
        "{} of {} have errors left:\n{}",
        left.len(),
        mutations.len(),
        left.join("\n\n")
    );
    assert!(restored * 10 >= recoverable.len() * 9, "{restored} of {}", recoverable.len());
}

#[test]
fn each_mutation_is_reported_where_it_is_and_beside_another_mistake() {
    let all: Vec<Mutation> = files().iter().flat_map(|(file, text)| mutations_of(file, text)).collect();
    let mutations = sample(&all);
    let tried = mutations.len();
    let complaints: Vec<String> = mutations.par_iter().filter_map(|mutation| complaint(mutation)).collect();
    assert!(complaints.is_empty(), "{} of {tried}:\n{}", complaints.len(), complaints.join("\n\n"));
}
