//! Edits as text: a file, what is done to it, and what it is then. `tests/edits/README.md` says how they are written.

use std::{env, fmt::Write as _, fs, path::Path as FilePath};

use toml_schema::{
    Schema,
    edit::{NewValue, Operation, Path, Refusal, apply},
};

use super::schema::GYM;

/// Begins an operation.
const DONE: &str = "--- ";
/// Ends the operations.
const AFTER: &str = "--- after";

struct Case<'t> {
    name: &'t str,
    before: &'t str,
    operations: Vec<&'t str>,
}

impl<'t> Case<'t> {
    fn parse(case: &'t str) -> Self {
        let (name, body) = case.split_once('\n').unwrap();
        let before = body.find(DONE).map_or(body, |end| &body[..end]);
        let operations = body.lines().take_while(|line| *line != AFTER);
        Self { name, before, operations: operations.filter_map(|line| line.strip_prefix(DONE)).collect() }
    }

    /// The text that the operations make of another, or why one of them is refused.
    fn run(&self, before: &str) -> Result<String, String> {
        let schema: &Schema = &GYM;
        self.operations.iter().try_fold(before.to_owned(), |text, operation| {
            let operation: Operation = serde_json::from_str(operation).map_err(|error| error.to_string())?;
            apply(&text, schema, &operation).map_err(|refusal| refusal.to_string())
        })
    }

    fn written(&self) -> String {
        let mut out = format!("=== {}\n{}", self.name, self.before);
        self.operations.iter().for_each(|operation| writeln!(out, "{DONE}{operation}").unwrap());
        writeln!(out, "{AFTER}").unwrap();
        match self.run(self.before) {
            Ok(after) => out.push_str(&after),
            Err(refusal) => writeln!(out, "refused: {refusal}").unwrap(),
        }
        out
    }
}

fn cases(of: impl Fn(&FilePath, &str)) {
    let folder = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("tests/edits");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    for path in files.filter(|path| path.extension().is_some_and(|name| name == "txt")) {
        of(&path, &fs::read_to_string(&path).unwrap());
    }
}

#[test]
fn edits_are_as_their_cases_say() {
    cases(|path, old| {
        let new: String = old.split("=== ").skip(1).map(|case| Case::parse(case).written()).collect();
        if env::var_os("ACCEPT").is_some() {
            fs::write(path, new).unwrap();
            return;
        }
        for (new, old) in new.split("=== ").zip(old.split("=== ")) {
            assert_eq!(new, old, "ACCEPT=1 cargo test -p toml-schema edits");
        }
    });
}

#[test]
fn places_that_are_deeper_than_any_file_are_refused() {
    let path: Path = std::iter::repeat_n("a".into(), 50_000).collect();
    let list = Path::from_iter(["tags".into()]);
    for operation in [
        Operation::Set { path: path.clone(), value: NewValue::Flag(true) },
        Operation::Insert { path: path.clone(), at: 0, value: NewValue::Flag(true) },
        Operation::Move { path: list.with(0), to: path, at: 0 },
    ] {
        assert_eq!(apply("tags = [\"a\"]\n", &GYM, &operation), Err(Refusal::Unusual));
    }
}

/// A text without its last line end.
fn open(text: &str) -> String {
    text.strip_suffix('\n').unwrap_or(text).to_owned()
}

#[test]
fn line_ends_marks_and_missing_ones_stay() {
    cases(|_, text| {
        for case in text.split("=== ").skip(1).map(Case::parse).filter(|case| !case.before.is_empty()) {
            let after = case.run(case.before);
            let windows = |text: &str| text.replace('\n', "\r\n");
            let with_mark = |text: &str| format!("\u{FEFF}{text}");
            assert_eq!(
                case.run(&windows(case.before)),
                after.clone().map(|text| windows(&text)),
                "{}",
                case.name
            );
            assert_eq!(
                case.run(&with_mark(case.before)),
                after.clone().map(|text| with_mark(&text)),
                "{}",
                case.name
            );
            if !case.before.starts_with("+++") {
                assert_eq!(case.run(&open(case.before)), after.map(|text| open(&text)), "{}", case.name);
            }
        }
    });
}
