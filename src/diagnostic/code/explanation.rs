//! What documentation says of a code.

use std::{fmt::Write as _, path::Path};

use diagnostics::{Code, CodeRow, Example};

/// The section of docs/messages.md about a code, which is what `gympress explain` prints.
pub fn explanation(code: Code) -> String {
    let CodeRow { name, severity, summary, text, wrong, right } = code.0;
    let mut section = format!("## {name}\n\n*{severity:?}*: {summary}.\n\n{text}\n");
    add_examples(&mut section, "Wrong", wrong);
    add_examples(&mut section, "Right", right);
    section
}

fn add_examples(section: &mut String, title: &str, examples: &[Example]) {
    let mut lead = title;
    for Example { file, text } in examples {
        let place = file.map(|file| format!(", in `{file}`")).unwrap_or_default();
        let language = file.map_or("text", language);
        let _ = write!(section, "\n{lead}{place}:\n\n```{language}\n{}\n```\n", text.trim_matches('\n'));
        lead = "and";
    }
}

/// The language of a file, by its ending, as readers of Markdown name it.
fn language(path: &str) -> &str {
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("html") => "jinja",
        Some(extension @ ("toml" | "css")) => extension,
        _ => "text",
    }
}
