//! The names of published files.

/// Words by which ad blockers recognize the files of advertisements and trackers, if a name has them as whole words.
const BLOCKED_WORDS: [&str; 6] = ["ad", "ads", "adv", "pub", "pixel", "beacon"];

/// Parts of words by which ad blockers recognize such files, as in `pop-up` and `Werbebanner`, in the languages of the
/// theme.
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

/// A file name of lower-case letters, digits and hyphens, with the hash of the content. A name that ad blockers would
/// block becomes `file`.
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

/// True for a size as in names of advertisements, such as `728x90`.
fn is_size(word: &str) -> bool {
    let Some((width, height)) = word.split_once('x') else { return false };
    [width, height].iter().all(|side| side.len() > 1 && side.bytes().all(|digit| digit.is_ascii_digit()))
}
