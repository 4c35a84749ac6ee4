//! Mistakes as text: what is said of each, and what the text becomes. `tests/cases/README.md` says how they are written.

use std::{env, fmt::Write as _, fs, path::Path};

use toml_schema::diagnostic::{Diagnostic, Position, splice};

use super::schema::read;

/// Begins what is reported of the line above.
const MARK: &str = "#~ ";
/// Begins what the first correction of each mistake makes of the text: the lines that are other ones then.
const FIXED: &str = "-- fixed";
/// Ends the name of a case of which each line is a text of its own.
const ALONE: &str = ", each alone";

/// The line with what is reported of it, and what its correction would make of it.
fn run_alone(schema: &str, line: &str) -> String {
    let text = format!("{line}\n");
    let mut out = text.clone();
    for found in read(schema, &text).diagnostics {
        let described = described(&found, &text);
        let Some(fix) = found.fixes.first() else {
            out.push_str(&described);
            continue;
        };
        let fixed = splice(&text, &fix.edits).unwrap_or_default();
        let sure = fix.applicability.name();
        out.push_str(&described.replacen(
            &format!("({sure})"),
            &format!("({sure}: {})", fixed.trim_end()),
            1,
        ));
    }
    out
}

/// The case as it should be: the text with what is reported of each line, and with the corrections made.
fn run(schema: &str, text: &str) -> String {
    let found = read(schema, text).diagnostics;
    let mut out = String::new();
    for (index, line) in text.lines().enumerate() {
        writeln!(out, "{line}").unwrap();
        let of_line =
            |found: &&Diagnostic| Position::at(text, found.primary.span.range().start).line == index + 1;
        found.iter().filter(of_line).for_each(|found| out.push_str(&described(found, text)));
    }
    let mut edits: Vec<_> =
        found.iter().filter_map(|found| found.fixes.first()).flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    edits.dedup();
    if !edits.is_empty() {
        let fixed = splice(text, edits).unwrap_or_else(|| "corrections meet\n".to_owned());
        writeln!(out, "{FIXED}").unwrap();
        // Without those that stay, unless some went.
        let mut kept: Vec<&str> = text.lines().collect();
        let is_shorter = fixed.trim_end().lines().count() < kept.len();
        for line in fixed.trim_end().lines() {
            match kept.iter().position(|kept| *kept == line) {
                Some(at) if !is_shorter => drop(kept.remove(at)),
                _ => writeln!(out, "{line}").unwrap(),
            }
        }
        let left = read(schema, &fixed).diagnostics;
        left.iter().for_each(|left| writeln!(out, "{MARK}left: {}", left.message).unwrap());
    }
    out
}

fn described(found: &Diagnostic, text: &str) -> String {
    let at = text.get(found.primary.span.range()).expect("a place within the text");
    let first = at.lines().next().unwrap_or_default();
    let sure = found.fixes.first().map_or("nothing to write", |fix| fix.applicability.name());
    let mut out = format!("{MARK}{} `{first}`: {} ({sure})\n", found.code.name(), found.message);
    if let Some(help) = &found.help {
        writeln!(out, "{MARK}  help: {}", help.replace('\n', "\\n")).unwrap();
    }
    out
}

/// The text of a case without what a run adds.
fn written(case: &str) -> String {
    let lines = case.lines().take_while(|line| *line != FIXED).filter(|line| !line.starts_with(MARK));
    let text: Vec<&str> = lines.collect();
    text.join("\n").trim_end().to_owned() + "\n"
}

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut differing = String::new();
    for schema in ["all", "server"] {
        let path = folder.join(format!("{schema}.txt"));
        let old = fs::read_to_string(&path).unwrap();
        let mut new = String::new();
        for case in old.split("=== ").skip(1) {
            let (name, body) = case.split_once('\n').unwrap();
            let separated = if new.is_empty() { "" } else { "\n" };
            let text = written(body);
            let after = if name.ends_with(ALONE) {
                text.lines().map(|line| run_alone(schema, line)).collect()
            } else {
                run(schema, &text)
            };
            let after = format!("=== {name}\n{after}");
            if after.trim() != format!("=== {}", case.trim()) {
                writeln!(differing, "{after}").unwrap();
            }
            write!(new, "{separated}{after}").unwrap();
        }
        if env::var_os("ACCEPT").is_some() {
            fs::write(&path, new).unwrap();
        }
    }
    let accepts = env::var_os("ACCEPT").is_some();
    assert!(accepts || differing.is_empty(), "{differing}\nACCEPT=1 cargo test -p toml-schema cases");
}
