//! The explanation of a code, for documentation and the command line.

use std::{fmt::Write as _, path::Path};

use diagnostics::{Code, CodeRow, Example};

/// The section of docs/messages.md about a code, which is what `gympress explain` prints.
pub fn explanation(code: Code) -> String {
    let CodeRow { name, severity, summary, text, wrong, right } = code.0;
    let mut section = format!("## {name}\n\n*{severity:?}*: {summary}.\n\n{text}\n");
    let mut last = None;
    for (title, examples) in [("Wrong", *wrong), ("Right", *right)] {
        let mut title = title;
        for example in examples {
            add_example(&mut section, title, example, last);
            (title, last) = ("and", example.file);
        }
    }
    section
}

/// Adds an example with its file, unless the `last` one was in the same.
fn add_example(section: &mut String, title: &str, example: &Example, last: Option<&str>) {
    let new_file = example.file.filter(|file| last != Some(file));
    let place = new_file.map(|file| format!(", in `{file}`")).unwrap_or_default();
    let language = example.file.map_or("text", language);
    let text = example.text.trim_matches('\n');
    let _ = write!(section, "\n{title}{place}:\n\n```{language}\n{text}\n```\n");
}

/// The language of a file, by its ending, as readers of Markdown name it.
fn language(path: &str) -> &str {
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("html") => "jinja",
        Some(extension @ ("toml" | "css")) => extension,
        _ => "text",
    }
}
