//! The keys of tolerant search: each word, and each without its first two letters, so that it's found despite a typing
//! error in these.

/// What stands before the missing letters of a word. Without any, the key itself is a word.
const HEAD: char = ':';

/// Letters that are left out.
const LEFT_OUT: usize = 2;

/// The keys of the words, sorted, each with the letters that were left out; these are empty for a word itself.
pub(super) fn variants<'a>(words: impl Iterator<Item = &'a str>) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut all: Vec<(&str, &str)> = Vec::new();
    // A number with a typing error is another number.
    for word in words.filter(|word| !word.contains(char::is_numeric)) {
        all.push((word, ""));
        let left_out = word.char_indices().nth(LEFT_OUT).and_then(|(at, _)| word.split_at_checked(at));
        all.extend(left_out.map(|(letters, rest)| (rest, letters)));
    }
    all.sort_unstable();
    let same_key = all.chunk_by(|(a, _), (b, _)| a == b);
    same_key
        .filter_map(|same| Some((same.first()?.0, same.iter().map(|(_, head)| *head).collect())))
        .collect()
}

/// The letters as they stand behind the key.
pub(super) fn heads(heads: &[&str]) -> String {
    match heads {
        [""] => String::new(),
        heads => heads.iter().flat_map(|head| [HEAD.to_string(), (*head).to_owned()]).collect(),
    }
}
