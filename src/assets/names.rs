//! The names of published files.

/// Words by which lists of advertisements and trackers, which browsers block, know files: as one of the words of a name,
const BLOCKED_WORDS: [&str; 6] = ["ad", "ads", "adv", "pub", "pixel", "beacon"];

/// and anywhere in it, as in `pop-up` and `Werbebanner`, in the languages of the theme.
const BLOCKED_PARTS: [&str; 19] = [
    "adbox",
    "adserv",
    "adsense",
    "advert",
    "affiliate",
    "analytics",
    "anzeige",
    "banner",
    "cookie",
    "doubleclick",
    "newsletter",
    "popunder",
    "popup",
    "promo",
    "publicid",
    "publicit",
    "sponsor",
    "track",
    "werb",
];

/// A name in lower-case letters, digits and hyphens, with the hash of what is in the file. One that browsers which block
/// advertisements would not load says nothing.
pub(super) fn published_stem(name: &str, hash: &str) -> String {
    let lower = name.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let whole = words.concat();
    let is_blocked = words.iter().any(|word| BLOCKED_WORDS.contains(word) || is_size(word))
        || BLOCKED_PARTS.iter().any(|part| whole.contains(part));
    if words.is_empty() || is_blocked {
        format!("file-{hash}")
    } else {
        format!("{}-{hash}", words.join("-"))
    }
}

/// True for what advertisements have in their names, such as `728x90`.
fn is_size(word: &str) -> bool {
    let is_number = |side: &str| side.len() > 1 && side.bytes().all(|digit| digit.is_ascii_digit());
    word.split_once('x').is_some_and(|(width, height)| is_number(width) && is_number(height))
}
