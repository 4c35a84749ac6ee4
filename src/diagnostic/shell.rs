//! Words of command lines that people copy from a message.

/// `word` as an argument of a command line, behind all options: one that begins with a hyphen is none of them.
pub fn shell_argument(word: &str) -> String {
    let end_of_options = if word.starts_with('-') { "-- " } else { "" };
    format!("{end_of_options}{}", shell_word(word))
}

/// `word` as a shell takes it for one word.
fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '+');
    if !word.is_empty() && word.chars().all(is_plain) && !word.starts_with('-') {
        return word.to_owned();
    }
    // Shells of Windows know these quotes only.
    match word.contains(['"', '$', '`', '\\', '!']) {
        false => format!("\"{word}\""),
        true => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::{shell_argument, shell_word};

    #[test]
    fn words_are_quoted_where_a_shell_would_split_or_change_them() {
        assert_eq!(shell_word("Yoga"), "Yoga");
        assert_eq!(shell_word("Power Lifting"), "\"Power Lifting\"");
        assert_eq!(shell_word("it's $5"), "'it'\\''s $5'");
        assert_eq!([shell_argument("-x"), shell_argument("x-")], ["-- \"-x\"", "x-"]);
    }
}
