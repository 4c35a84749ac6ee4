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
/// Ends the name of a case that has all of its text.
const WHOLE: &str = ", as a whole";

/// Lines that each server needs: cases about something else leave them out, and get them before their text.
const NEEDED: [&str; 3] = ["port = 8080", "name = \"One\"", "hosts = [\"a.example\"]"];

/// The lines that a text of this schema leaves out.
fn left_out(schema: &str, name: &str, text: &str) -> String {
    let needed = NEEDED.iter().filter(|_| schema == "server" && !name.ends_with(WHOLE));
    needed.filter(|line| !has_key_of(line, text)).map(|line| format!("{line}\n")).collect()
}

fn has_key_of(line: &str, text: &str) -> bool {
    let key = line.split(' ').next().unwrap_or_default();
    text.lines().any(|line| line.strip_prefix(key).is_some_and(|rest| !rest.starts_with('.')))
}

/// The line with what is reported of it, and what its correction would make of it; a help that only tells to write that
/// isn't repeated.
fn run_alone(schema: &str, line: &str) -> String {
    let before = left_out(schema, ALONE, line);
    let text = format!("{before}{line}\n");
    let mut out = format!("{line}\n");
    for mut found in read(schema, &text).diagnostics {
        let fixed = found.fixes.first().map(|fix| (fix.applicability.name(), splice(&text, &fix.edits)));
        let Some((sure, fixed)) = fixed else {
            out.push_str(&described(&found, &text));
            continue;
        };
        let fixed = fixed.unwrap_or_default().replacen(&before, "", 1);
        found.help.take_if(|help| {
            let told = help.strip_prefix("write ").or(help.strip_prefix("did you mean "));
            told.is_some_and(|told| fixed.contains(told.trim_end_matches('?')))
        });
        let correction = format!("({sure}: {})", fixed.trim_end());
        out.push_str(&described(&found, &text).replacen(&format!("({sure})"), &correction, 1));
    }
    out
}

/// The case as it should be: the text with what is reported of each line, and with the corrections made.
fn run(schema: &str, name: &str, text: &str) -> String {
    let before = left_out(schema, name, text);
    let text = &(before.clone() + text);
    let found = read(schema, text).diagnostics;
    let mut out = String::new();
    for (index, line) in text.lines().enumerate().skip(before.lines().count()) {
        writeln!(out, "{line}").unwrap();
        for found in &found {
            if Position::at(text, found.primary.span.range().start).line == index + 1 {
                out.push_str(&described(found, text));
            }
        }
    }
    let mut edits: Vec<_> =
        found.iter().filter_map(|found| found.fixes.first()).flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    edits.dedup();
    if !edits.is_empty() {
        let fixed = splice(text, edits).unwrap_or_else(|| "corrections meet\n".to_owned());
        writeln!(out, "{FIXED}").unwrap();
        // Lines that stay aren't written, unless lines went: then the whole text is, as nothing else would show it.
        let mut kept: Vec<&str> = text.lines().collect();
        let is_shorter = fixed.trim_end().lines().count() < kept.len();
        for line in fixed.replacen(&before, "", 1).trim_end().lines() {
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
                run(schema, name, &text)
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

#[test]
fn line_ends_of_windows_change_nothing_of_what_is_said() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut differing = String::new();
    for schema in ["all", "server"] {
        let cases = fs::read_to_string(folder.join(format!("{schema}.txt"))).unwrap();
        for case in cases.split("=== ").skip(1) {
            let (name, body) = case.split_once('\n').unwrap();
            let text = written(body);
            let texts: Vec<&str> =
                if name.ends_with(ALONE) { text.split_inclusive('\n').collect() } else { vec![&text] };
            for text in texts {
                let windows =
                    run(schema, name, &text.replace('\n', "\r\n")).replace(['\r'], "").replace("\\r", "");
                let unix = run(schema, name, text);
                if windows != unix {
                    writeln!(differing, "{name}\n{windows}\ninstead of\n{unix}").unwrap();
                }
            }
        }
    }
    assert!(differing.is_empty(), "{differing}");
}
