//! The addresses in a stylesheet.

/// Tells `found` of each address that `stylesheet` loads: `url(...)` and `@import "..."`.
pub(super) fn addresses(stylesheet: &str, mut found: impl FnMut(&str)) {
    let mut rest = stylesheet;
    let mut importing = false;
    while let Some(at) = rest.find(['/', '"', '\'', '@', 'u', 'U', ';', '{']) {
        let here = &rest[at..];
        let quote = here.chars().next().unwrap_or_default();
        rest = if let Some(comment) = here.strip_prefix("/*") {
            comment.split_once("*/").map_or("", |(_, after)| after)
        } else if quote == '"' || quote == '\'' {
            let (text, after) = string(&here[1..], quote);
            if importing {
                found(text);
            }
            after
        } else if is_word(here, "@import") {
            importing = true;
            &here["@import".len()..]
        } else if is_word(here, "url(") && !continues(rest, at) {
            let (address, after) = url(&here["url(".len()..]);
            // A fragment alone means the page that uses the stylesheet.
            if !address.is_empty() && !address.starts_with('#') {
                found(address);
            }
            after
        } else {
            importing &= quote != ';' && quote != '{';
            &here[1..]
        };
    }
}

fn is_word(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// True if a name goes on at `at`, so that `my-url(` isn't taken for `url(`.
fn continues(text: &str, at: usize) -> bool {
    text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_')
}

/// What follows `url(`: the address, and the rest after the closing bracket.
fn url(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    match text.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let (address, after) = string(&text[1..], quote);
            (address, after.split_once(')').map_or("", |(_, after)| after))
        }
        _ => {
            let (address, after) = text.split_once(')').unwrap_or((text, ""));
            (address.trim_end(), after)
        }
    }
}

/// The rest of a quoted text, and what follows it.
fn string(text: &str, quote: char) -> (&str, &str) {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if c == quote && !escaped {
            return (&text[..at], &text[at + 1..]);
        }
        escaped = c == '\\' && !escaped;
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::addresses;

    #[test]
    fn finds_each_address() {
        for (stylesheet, expected) in [
            (
                "a { background: url(a.png) } @font-face { src: URL( \"f.woff2\" ) format('woff2'), url('g.woff') }",
                "a.png f.woff2 g.woff",
            ),
            ("/* url(no.png) */ a::before { content: 'url(no.png)'; mask: url(#m) }", ""),
            (
                "@import 'a.css'; @import url(b.css) screen; @charset \"utf-8\"; a { content: \"x\" }",
                "a.css b.css",
            ),
            ("a { --u: my-url(no.png); content: '\\'url(no.png)' }", ""),
            ("a { background: url(data:image/png;base64,AA==) }", "data:image/png;base64,AA=="),
            ("a { background: url(open", "open"),
        ] {
            let mut found = Vec::new();
            addresses(stylesheet, |address| found.push(address.to_owned()));
            assert_eq!(found.join(" "), expected, "{stylesheet}");
        }
    }
}
