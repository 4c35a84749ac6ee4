//! Comments in files: what is written there is on no page.

use std::ops::Range;

use crate::{paths::extension, source::delimited};

/// The comments of a text, by the kind of file according to its path, in order.
pub(super) fn find(path: &str, text: &str) -> Vec<Range<usize>> {
    let extension = extension(path);
    let mut comments = match extension {
        "html" => [between(text, "{#", "#}"), between(text, "<!--", "-->")].concat(),
        "css" => between(text, "/*", "*/"),
        "ts" | "tsx" | "js" | "jsx" => [between(text, "/*", "*/"), lines(text, is_of_script)].concat(),
        "toml" => lines(text, |line| line.trim_start().starts_with('#').then_some(0)),
        _ => Vec::new(),
    };
    comments.sort_by_key(|comment| comment.start);
    comments
}

fn between(text: &str, open: &str, close: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(open)).map(|start| at + start) {
        let end = text.get(start..).and_then(|rest| delimited::length(open, close, rest));
        at = end.map_or(text.len(), |end| start + end);
        found.push(start..at);
    }
    found
}

/// The ends of lines from where `comment` says that one begins.
fn lines(text: &str, comment: impl Fn(&str) -> Option<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        found.extend(comment(line).map(|start| at + start..at + line.len()));
        at += line.len();
    }
    found
}

/// `// ...`, but not that of an address.
fn is_of_script(line: &str) -> Option<usize> {
    let at = line.find("//")?;
    (!line.get(..at)?.ends_with(':')).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn comments_are_found_in_each_kind_of_file() {
        let comments = |path: &str, text: &str| -> Vec<String> {
            find(path, text).into_iter().map(|at| text[at].to_owned()).collect()
        };
        assert_eq!(comments("a.html", "<a>{# x #}<!-- y --></a>"), ["{# x #}", "<!-- y -->"]);
        assert_eq!(comments("a.css", "a { } /* x */"), ["/* x */"]);
        assert_eq!(comments("a.tsx", "a(\"https://b\");\nc(); // d\n"), ["// d\n"]);
        assert_eq!(comments("a.toml", "a = \"#b\"\n # c\n"), [" # c\n"]);
    }
}
