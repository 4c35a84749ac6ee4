//! Hundreds of slips in the shipped content, one at a time beside another mistake in another file: each
//! is reported at its line, with the right name where there is one to suggest, and so is the other.

#![expect(clippy::unwrap_used, reason = "a test that can't set itself up has nothing to say")]

mod copy;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use rayon::prelude::*;
use serde_json::Value;

/// How many of all possible slips are tried unless the variable `SLIPS` says another number; they are
/// thousands.
const TRIED: usize = 240;

/// One slip, and what has to be said of it.
#[derive(Clone, Debug)]
struct Slip {
    file: String,
    /// Counted from 0.
    line: usize,
    old: String,
    new: String,
    codes: &'static [&'static str],
    /// What the help or what is expected has to mention.
    suggestion: Option<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Content files by path.
fn files() -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> = walkdir::WalkDir::new(root().join("content"))
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    let name = |path: &Path| path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// All slips of a file that the campaign knows.
fn slips_of(file: &str, text: &str) -> Vec<Slip> {
    let mut slips = Vec::new();
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
        let mut add = |new: String, codes, suggestion: Option<&str>| {
            let suggestion = suggestion.map(str::to_owned);
            slips.push(Slip { file: file.to_owned(), line, old: old.to_owned(), new, codes, suggestion });
        };
        for (new, codes, suggestion) in of_key(key, value).into_iter().chain(of_value(key, value)) {
            add(new, codes, suggestion.as_deref());
        }
    }
    slips
}

/// A new line, the codes of which one has to be told at it, and what has to be suggested.
type Told = (String, &'static [&'static str], Option<String>);

fn of_key(key: &str, value: &str) -> Vec<Told> {
    let mut told: Vec<Told> = vec![
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
            told.push((format!("{start}{swapped} = {value}"), &["unknown-key"], Some(key.to_owned())));
        }
        told.push((format!("{key}x = {value}"), &["unknown-key"], Some(key.to_owned())));
    }
    told
}

fn of_value(key: &str, value: &str) -> Vec<Told> {
    let Some(text) = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return of_bare_value(key, value);
    };
    if text.contains('"') {
        return Vec::new();
    }
    let mut told: Vec<Told> = vec![
        (format!("{key} = \"\""), &["empty-text", "malformed", "unknown-word"], None),
        (format!("{key} = 12"), &["wrong-type"], None),
        (format!("{key} = true"), &["wrong-type"], None),
        (format!("{key} = \"{text}"), &["syntax"], None),
        (format!("{key} = {text}\""), &["syntax"], None),
        (format!("{key} = \u{201c}{text}\u{201d}"), &["syntax"], None),
        (format!("{key} = [\"{text}\"]"), &["wrong-type"], None),
    ];
    if text.contains(char::is_alphabetic) && !text.contains(['#', '=', ',', '[', '{', '\'']) {
        told.push((format!("{key} = {text}"), &["syntax"], None));
    }
    if let Some((hour, minute)) = text.split_once(':').filter(|_| text.len() == 5) {
        told.push((format!("{key} = {hour}.{minute}am"), &["syntax", "malformed"], None));
        told.push((format!("{key} = \"{hour}.{minute}\""), &["malformed"], Some(text.to_owned())));
        told.push((format!("{key} = \"25:{minute}\""), &["malformed"], None));
    }
    if ["class", "trainer", "category"].contains(&key) && is_id(text) {
        let typed = format!("{}{}", &text[..1], &text[2..]);
        told.push((format!("{key} = \"{typed}\""), &["unknown-reference"], Some(text.to_owned())));
        told.push((format!("{key} = \"zzzzzzzz\""), &["unknown-reference"], None));
    }
    if let Some(rest) = text.strip_prefix("https://") {
        told.push((format!("{key} = \"https//{rest}\""), &["malformed"], None));
    }
    told
}

fn is_id(text: &str) -> bool {
    text.len() >= 4 && text.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

fn of_bare_value(key: &str, value: &str) -> Vec<Told> {
    let mut told: Vec<Told> = Vec::new();
    let number = value.parse::<f64>().is_ok();
    if number {
        told.push((format!("{key} = \"{value}\""), &["wrong-type"], None));
        told.push((format!("{key} = -9999999"), &["out-of-range"], None));
        told.push((format!("{key} = {}", value.replace('.', ",") + ",5"), &["syntax"], None));
        told.push((format!("{key} = lots"), &["syntax"], None));
    }
    if key == "date" {
        told.push((format!("{key} = 31/12/2026"), &["syntax"], Some("2026-12-31".to_owned())));
        told.push((format!("{key} = \"tomorrow\""), &["malformed"], None));
        told.push((format!("{key} = 2026-13-01"), &["syntax", "malformed"], None));
    }
    if let Some((before, name)) = value.split_once("file = \"") {
        let (name, after) = name.split_once('"').unwrap();
        let typed = format!("{}x{}", &name[..2], &name[2..]);
        told.push((
            format!("{key} = {before}file = \"{typed}\"{after}"),
            &["missing-image"],
            Some(name.to_owned()),
        ));
        if let Some((rest, _)) = after.split_once(", alt = ") {
            told.push((format!("{key} = {before}file = \"{name}\"{rest} }}"), &["missing-alt"], None));
        }
    }
    told
}

/// What `check` says of the shipped site with this slip, and with another mistake far from it.
fn check(slip: &Slip) -> (Vec<Value>, &'static str) {
    let folder = copy::shipped("slip-", "cache");
    let edit = |file: &str, change: &dyn Fn(&str) -> String| {
        let path = folder.path().join(file);
        fs::write(&path, change(&fs::read_to_string(&path).unwrap())).unwrap();
    };
    edit(&slip.file, &|text| {
        let line = |(number, line)| if number == slip.line { slip.new.as_str() } else { line };
        text.lines().enumerate().map(line).collect::<Vec<_>>().join("\n") + "\n"
    });
    let other = if slip.file.ends_with("bmi.toml") { "content/gallery.toml" } else { "content/bmi.toml" };
    edit(other, &|text| format!("{text}\n[frobnicate]\nx = 1\n"));
    let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(["check", "--format", "json", "--now", "2026-11-20T12:00:00+03:00", "--root"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{slip:?}: {}", String::from_utf8_lossy(&output.stderr));
    let out = String::from_utf8(output.stdout).unwrap();
    (out.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), other)
}

/// What is wrong with what is told of a slip.
fn complaint(slip: &Slip) -> Option<String> {
    let (told, other) = check(slip);
    let complain = |what: &str| {
        let told: Vec<String> = told.iter().map(Value::to_string).collect();
        let Slip { file, line, old, new, .. } = slip;
        Some(format!("{what}\n  {file}:{}\n  - {old}\n  + {new}\n  {}", line + 1, told.join("\n  ")))
    };
    if !told.iter().any(|told| told["file"] == other && told["code"] == "unknown-key") {
        return complain("the other mistake is not told");
    }
    let here = told.iter().filter(|told| told["file"] == slip.file && told["line"] == slip.line + 1);
    let mut right = here.filter(|told| slip.codes.contains(&told["code"].as_str().unwrap()));
    let Some(first) = right.next() else { return complain("the slip is not told at its line") };
    if let Some(suggestion) = &slip.suggestion
        && !std::iter::once(first).chain(right).any(|told| told["help"].to_string().contains(suggestion))
    {
        return complain("the right name is not suggested");
    }
    let errors = told.iter().filter(|told| told["severity"] == "error").count();
    (errors > 4).then(|| complain("one slip makes many errors")).flatten()
}

#[test]
fn each_slip_is_told_where_it_is_and_beside_another_mistake() {
    let all: Vec<Slip> = files().iter().flat_map(|(file, text)| slips_of(file, text)).collect();
    let tried = std::env::var("SLIPS").map_or(TRIED, |number| number.parse().unwrap()).min(all.len());
    assert!(all.len() > 5 * TRIED, "{} slips", all.len());
    // Every so-and-so-many-th, so that each file and each kind of slip gets its share.
    let slips: Vec<&Slip> = (0..tried).filter_map(|number| all.get(number * all.len() / tried)).collect();
    let complaints: Vec<String> = slips.par_iter().filter_map(|slip| complaint(slip)).collect();
    assert!(complaints.is_empty(), "{} of {tried}:\n{}", complaints.len(), complaints.join("\n\n"));
}
