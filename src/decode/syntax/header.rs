//! Names of tables in brackets, as they are and as they were meant.

use super::{mistake, scan};

/// What a header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) name: String,
    /// True for `[[name]]`.
    pub(super) doubled: bool,
    /// True if it is a valid header.
    pub(super) sound: bool,
}

impl Heading {
    /// As TOML writes it.
    pub(super) fn right(&self) -> String {
        if self.doubled { format!("[[{}]]", self.name) } else { format!("[{}]", self.name) }
    }
}

/// What the line `written` says as a header. Returns `None` if no name can be made out.
pub(super) fn read(written: &str) -> Option<Heading> {
    let line = written.split('#').next().unwrap_or_default();
    let sound = super::is_sound(written.trim_start());
    let clean = mistake::clean(line);
    let clean = clean.trim().trim_matches(|c: char| scan::is_curly(c) || matches!(c, '"' | '\''));
    let doubled = clean.starts_with("[[")
        || clean.trim_end_matches([' ', '[']).ends_with("]]") && !clean.starts_with('[')
        || clean.ends_with("]]") && clean.matches('[').count() != 1 && clean.starts_with('[')
        || clean.starts_with('[')
            && clean.ends_with("]]")
            && clean.matches('[').count() == 1
            && clean.matches(']').count() == 2;
    // What stands behind the brackets is no part of the name.
    let inner = clean.trim_start_matches(['[', '(', '{', '<', ' ']);
    let inner = inner.split([']', ')', '}', '>', ':']).next().unwrap_or_default();
    let inner: String = inner.chars().filter(|c| !scan::is_curly(*c) && !matches!(c, '"' | '\'')).collect();
    let words: Vec<&str> =
        inner.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect();
    let name = words.join("_");
    let named = !name.is_empty() && name.split('.').all(scan::is_bare_key);
    named.then_some(Heading { name, doubled, sound })
}

/// True for a line of words that stands where a header would: alone, above a key.
pub(super) fn stands_for(line: &str, before: Option<&str>, behind: Option<&str>) -> bool {
    let line = line.trim();
    let wrapped = line.starts_with(['(', '{', '<']) && line.ends_with([')', '}', '>'])
        || line.ends_with(']') && !line.starts_with([']', '"', '\''])
        || line.trim_matches(scan::is_curly).starts_with('[') && line.ends_with(scan::is_curly)
        || line.starts_with('［');
    let named = read(line).is_some_and(|heading| !heading.name.contains('_') || wrapped);
    let alone = before.is_none_or(|before| before.trim().is_empty() || before.trim().starts_with('#'));
    let bare = line.strip_suffix(':').unwrap_or(line);
    let is_name = bare.split('.').all(scan::is_bare_key);
    let above_a_key = behind.is_some_and(|behind| scan::entry_key(behind).is_some());
    named && above_a_key && (wrapped && !line.contains('=') || is_name && alone)
}

#[cfg(test)]
mod tests {
    use super::{read, stands_for};

    fn right(line: &str) -> String {
        read(line).map(|heading| heading.right()).unwrap_or_default()
    }

    #[test]
    fn the_name_is_made_out() {
        for (written, meant) in [
            ("[hero]", "[hero]"),
            ("[hero", "[hero]"),
            ("hero]", "[hero]"),
            ("[[tag]", "[[tag]]"),
            ("[tag]]", "[[tag]]"),
            ("tag]]", "[[tag]]"),
            ("[[tag", "[[tag]]"),
            ("[“hero”]", "[hero]"),
            ("“[[hero]]”", "[[hero]]"),
            ("(hero)", "[hero]"),
            ("hero:", "[hero]"),
            ("[form.email] # x", "[form.email]"),
            ("[hero] words", "[hero]"),
            ("[hero things]", "[hero_things]"),
            ("[]", ""),
        ] {
            assert_eq!(right(written), meant, "{written}");
        }
    }

    #[test]
    fn words_above_a_key_may_stand_for_a_header() {
        let key = Some("title = \"x\"");
        assert!(stands_for("hero", Some(""), key));
        assert!(stands_for("(hero)", Some("a = 1"), key));
        assert!(stands_for("hero]", Some(""), key));
        assert!(!stands_for("hero", Some("a = 1"), key));
        assert!(!stands_for("hero", Some(""), Some("more words")));
        assert!(!stands_for("some words", Some(""), key));
    }
}
