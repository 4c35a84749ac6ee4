//! Hundreds of slips in the shipped content, one at a time beside another mistake in another file: each
//! is reported at its line, with the right name where there is one to suggest, and so is the other.

#![expect(clippy::unwrap_used, reason = "a test that can't set itself up has nothing to say")]

mod copy;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use gympress::{
    context::BuildContext,
    diagnostic::{Diagnostics, Severity},
    fix::{self, Inputs},
    site::Settings,
    source::Sources,
};
use rayon::prelude::*;
use serde_json::Value;

/// How many of all possible slips are tried unless the variable `SLIPS` says another number; they are
/// thousands.
const TRIED: usize = 40;

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
    /// False if what was written before can't be told any more from what is written now.
    told: bool,
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
        for (new, codes, suggestion) in of_key(key, value).into_iter().chain(of_value(key, value)) {
            let told = !is_lost(key, value, &new);
            let (file, old) = (file.to_owned(), old.to_owned());
            slips.push(Slip { file, line, old, new, codes, suggestion, told });
        }
    }
    slips
}

/// Slips of brackets, commas, lines and texts of several lines, which are only corrected here.
fn further_slips_of(file: &str, text: &str) -> Vec<Slip> {
    let mut slips = Vec::new();
    let mut within = false;
    for (line, old) in text.lines().enumerate() {
        let marks = old.matches("'''").count();
        let starts_within = within;
        within ^= marks % 2 == 1;
        if old.starts_with('#') || starts_within && marks == 0 {
            continue;
        }
        let mut add = |new: String, told: bool| {
            let (file, old) = (file.to_owned(), old.to_owned());
            slips.push(Slip { file, line, old, new, codes: &[], suggestion: None, told });
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
    slips
}

/// True if a slip left nothing of the value, or of a part of it, from which somebody could tell it.
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
    edit(&slip.file, &|text| with_slip(slip, text));
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

/// A file's text with a slip in it.
fn with_slip(slip: &Slip, text: &str) -> String {
    let line = |(number, line)| if number == slip.line { slip.new.as_str() } else { line };
    text.lines().enumerate().map(line).collect::<Vec<_>>().join("\n") + "\n"
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

/// Every so-and-so-many-th of all slips, so that each file and each kind of slip gets its share.
fn sample(all: &[Slip]) -> Vec<&Slip> {
    let tried = std::env::var("SLIPS").map_or(TRIED, |number| number.parse().unwrap()).min(all.len());
    assert!(all.len() > 5 * TRIED, "{} slips", all.len());
    (0..tried).filter_map(|number| all.get(number * all.len() / tried)).collect()
}

/// A project that is corrected in memory.
struct Project {
    sources: Arc<Sources>,
    context: BuildContext,
    settings: Settings,
}

/// What comes of a slip once all is corrected that can be.
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

    fn corrected(&self, slips: &[&Slip]) -> Result {
        let file = &slips[0].file;
        let (_, text) = self.sources.text_at(file).unwrap();
        // From the last line to the first, as one may become two.
        let text = slips.iter().rev().fold(text.text.to_string(), |text, slip| with_slip(slip, &text));
        let broken = Arc::new(self.sources.with_overlay(file, &text));
        let inputs = Inputs { settings: &self.settings, context: &self.context };
        let corrected = fix::correct(&broken, &inputs, &mut |_, _, _| true).unwrap();
        let errors = corrected.found.iter().filter(|told| told.severity == Severity::Error);
        Result {
            text: corrected.sources.text_at(file).unwrap().1.text.to_string(),
            left: errors.map(|told| told.message.clone()).collect(),
        }
    }
}

#[test]
fn each_slip_is_corrected_and_most_as_if_nobody_had_made_it() {
    correct_all(slips_of);
}

#[test]
fn each_slip_of_brackets_and_lines_is_corrected_too() {
    correct_all(further_slips_of);
}

#[test]
fn slips_in_company_are_corrected_as_if_each_were_alone() {
    let files = files();
    let folder = copy::shipped("company-", "cache");
    let of_file = |(file, text): &(String, String)| -> Vec<Slip> {
        let all = slips_of(file, text).into_iter().chain(further_slips_of(file, text));
        all.filter(|slip| slip.told).collect()
    };
    let all: Vec<Vec<Slip>> = files.iter().map(of_file).collect();
    let groups: Vec<Vec<&Slip>> = (0..std::env::var("GROUPS")
        .map_or(TRIED / 3, |number| number.parse().unwrap()))
        .filter_map(|number| group(&all, number))
        .collect();
    let wrong: Vec<String> = groups
        .par_chunks(groups.len().div_ceil(2))
        .flat_map_iter(|groups| {
            let project = Project::open(folder.path());
            groups.iter().filter_map(|slips| company(&project, slips)).collect::<Vec<_>>()
        })
        .collect();
    println!("{} of {} groups of slips are as before", groups.len() - wrong.len(), groups.len());
    println!("{}", wrong.join("\n"));
    assert!(wrong.len() * 10 <= groups.len(), "{} of {}:\n{}", wrong.len(), groups.len(), wrong.join("\n\n"));
}

/// Three slips of one file, none on or beside the line of another.
fn group(all: &[Vec<Slip>], number: usize) -> Option<Vec<&Slip>> {
    let slips = &all[number % all.len()];
    // Steps that have nothing in common with how slips follow each other.
    let picked = (0..3).map(|part| slips.get((number * 7919 + part * 104_729) % slips.len().max(1)));
    let mut picked: Vec<&Slip> = picked.collect::<Option<_>>()?;
    picked.sort_by_key(|slip| slip.line);
    picked.windows(2).all(|pair| pair[0].line + 1 < pair[1].line).then_some(picked)
}

/// What is not as it was once these slips are corrected.
fn company(project: &Project, slips: &[&Slip]) -> Option<String> {
    let result = project.corrected(slips);
    let (_, before) = project.sources.text_at(&slips[0].file).unwrap();
    if *before.text == *result.text {
        return None;
    }
    let told: Vec<String> =
        slips.iter().map(|slip| format!("  + {}:{} {}", slip.file, slip.line + 1, slip.new)).collect();
    let lines = before.text.lines().zip(result.text.lines()).filter(|(old, new)| old != new).take(3);
    let other: Vec<String> = lines.map(|(old, new)| format!("  - {old}\n  = {new}")).collect();
    Some(format!("{}\n{}\n  {}", told.join("\n"), other.join("\n"), result.left.join("\n  ")))
}

fn correct_all(slips_of: fn(&str, &str) -> Vec<Slip>) {
    let files = files();
    let all: Vec<Slip> = files.iter().flat_map(|(file, text)| slips_of(file, text)).collect();
    let folder = copy::shipped("corrected-", "cache");
    let slips = sample(&all);
    let results: Vec<(&Slip, Result)> = slips
        .par_chunks(slips.len().div_ceil(2))
        .flat_map_iter(|slips| {
            let project = Project::open(folder.path());
            slips.iter().map(|slip| (*slip, project.corrected(&[*slip]))).collect::<Vec<_>>()
        })
        .collect();
    let is_original = |(slip, result): &&(&Slip, Result)| {
        files.iter().any(|(file, text)| *file == slip.file && *text == result.text)
    };
    let told: Vec<&(&Slip, Result)> = results.iter().filter(|(slip, _)| slip.told).collect();
    let restored = told.iter().filter(|result| is_original(result)).count();
    let lost = results.iter().filter(|(slip, _)| !slip.told);
    println!(
        "{restored} of {} slips from which the value can be told are as before, and {} of {} others",
        told.len(),
        lost.clone().filter(is_original).count(),
        lost.count(),
    );
    let shown = |(slip, result): &&&(&Slip, Result)| {
        let line = result.text.lines().nth(slip.line).unwrap_or_default();
        let Slip { file, line: number, old, new, .. } = slip;
        format!("{file}:{}\n  - {old}\n  + {new}\n  = {line}\n  {}", number + 1, result.left.join("\n  "))
    };
    // What an anchor was called to which other pages link, nobody can tell.
    let is_anchor = |slip: &Slip| !slip.told && slip.old.trim_start().starts_with("id = ");
    let left = results.iter().filter(|(slip, result)| !result.left.is_empty() && !is_anchor(slip));
    let left: Vec<String> = left.map(|r| shown(&&r)).collect();
    let other: Vec<String> = told.iter().filter(|result| !is_original(result)).map(|r| shown(&r)).collect();
    println!("{}", other.join("\n"));
    assert!(left.is_empty(), "{} of {} have errors left:\n{}", left.len(), slips.len(), left.join("\n\n"));
    assert!(restored * 10 >= told.len() * 9, "{restored} of {}", told.len());
}

#[test]
fn each_slip_is_told_where_it_is_and_beside_another_mistake() {
    let all: Vec<Slip> = files().iter().flat_map(|(file, text)| slips_of(file, text)).collect();
    let slips = sample(&all);
    let tried = slips.len();
    let complaints: Vec<String> = slips.par_iter().filter_map(|slip| complaint(slip)).collect();
    assert!(complaints.is_empty(), "{} of {tried}:\n{}", complaints.len(), complaints.join("\n\n"));
}
