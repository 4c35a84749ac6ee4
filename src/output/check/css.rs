//! The addresses in a stylesheet.

/// Calls `found` with each address that `stylesheet` loads: `url(...)` and `@import "..."`.
pub(super) fn addresses(stylesheet: &str, found: &mut dyn FnMut(&str)) {
    let mut rest = stylesheet;
    let mut importing = false;
    while let Some(at) = rest.find(['/', '"', '\'', '@', 'u', 'U', ';', '{']) {
        let (before, here) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let mut behind = here.chars();
        let quote = behind.next().unwrap_or_default();
        let behind = behind.as_str();
        rest = if let Some(comment) = here.strip_prefix("/*") {
            comment.split_once("*/").map_or("", |(_, after)| after)
        } else if quote == '"' || quote == '\'' {
            let (text, after) = string(behind, quote);
            if importing {
                found(text);
            }
            after
        } else if let Some(after) = after_word(here, "@import") {
            importing = true;
            after
        } else if let Some(argument) = after_word(here, "url(").filter(|_| !ends_in_name(before)) {
            let (address, after) = url(argument);
            // A fragment alone means the page that uses the stylesheet.
            if !address.is_empty() && !address.starts_with('#') {
                found(address);
            }
            after
        } else {
            importing &= quote != ';' && quote != '{';
            behind
        };
    }
}

/// What follows `word`, if the text begins with it.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (start, after) = text.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then_some(after)
}

/// True if the text ends in a name, so that `my-url(` isn't taken for `url(`.
fn ends_in_name(text: &str) -> bool {
    text.ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_')
}

/// What follows `url(`: the address, and the rest after the closing bracket.
fn url(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let mut chars = text.chars();
    match chars.next() {
        Some(quote @ ('"' | '\'')) => {
            let (address, after) = string(chars.as_str(), quote);
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
    let ends = |c: char| {
        let is_end = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        is_end
    };
    text.split_once(ends).unwrap_or((text, ""))
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
            addresses(stylesheet, &mut |address| found.push(address.to_owned()));
            assert_eq!(found.join(" "), expected, "{stylesheet}");
        }
    }
}
