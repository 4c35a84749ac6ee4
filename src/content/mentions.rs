//! What files need of the rest of the site, each once, with all places that say so in the order of their files.

use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use super::part::File;
use crate::{
    decode::Mention,
    diagnostic::{FileId, Span},
};

/// All places of each mention.
pub(super) type Mentions = HashMap<Mention, Vec<Span>>;

/// The mentions of `files`, made of those of the files `before`: thousands of posts mention the same few things, and
/// hardly any of them changes at a time.
pub(super) fn again(mentions: &Mentions, before: &[File], files: &[File]) -> Mentions {
    let places: HashMap<FileId, usize> =
        files.iter().zip(0..).map(|(file, place)| (file.id, place)).collect();
    let is_kept = |old: &File| {
        let new = places.get(&old.id).and_then(|place| files.get(*place));
        new.is_some_and(|new| is_same(old, new))
    };
    let kept: HashSet<FileId> = before.iter().filter(|old| is_kept(old)).map(|old| old.id).collect();
    let mut mentions = mentions.clone();
    if kept.len() < before.len() {
        mentions.retain(|_, spans| {
            spans.retain(|span| kept.contains(&span.file));
            !spans.is_empty()
        });
    }
    let mut touched: HashSet<&Mention> = HashSet::default();
    for new in files.iter().filter(|file| !kept.contains(&file.id)) {
        for (mention, span) in new.decoded.iter().flat_map(|decoded| &decoded.mentions) {
            match mentions.get_mut(mention) {
                Some(spans) => spans.push(*span),
                None => drop(mentions.insert(mention.clone(), vec![*span])),
            }
            touched.insert(mention);
        }
    }
    for mention in touched {
        if let Some(spans) = mentions.get_mut(mention) {
            let place = |span: &Span| places.get(&span.file);
            if !spans.is_sorted_by_key(place) {
                spans.sort_by_cached_key(place);
            }
        }
    }
    mentions
}

fn is_same(old: &File, new: &File) -> bool {
    match (&old.decoded, &new.decoded) {
        (Some(old), Some(new)) => Arc::ptr_eq(old, new),
        (None, None) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::{
        content::{kept::KeptPosts, part::Part},
        diagnostic::Diagnostics,
        source::Sources,
    };

    fn post(category: &str, image: &str) -> String {
        format!("title = \"A\"\ncategory = \"{category}\"\nimage = \"{image}\"\n")
    }

    #[test]
    fn mentions_of_changed_files_stand_where_they_would_have_from_the_start() {
        let folder = tempfile::tempdir().unwrap();
        let posts = folder.path().join("content/posts");
        fs::create_dir_all(&posts).unwrap();
        let write = |name: &str, text: String| fs::write(posts.join(name), text).unwrap();
        for name in ["b.toml", "c.toml", "d.toml"] {
            write(name, post("yoga", "mat.jpg"));
        }
        let mut told = Diagnostics::default();
        let sources = Sources::load(folder.path(), &mut told).unwrap();
        let texts: Vec<_> = sources.texts_below("content/").collect();
        let first = Part::decode(&texts, &Part::default(), &KeptPosts::default(), &sources);

        // A new file, which stands first, has the last number.
        write("a.toml", post("yoga", "ring.jpg"));
        write("c.toml", post("boxing", "mat.jpg"));
        fs::remove_file(posts.join("d.toml")).unwrap();
        let (sources, _) = sources.reload(["content"], &mut told);
        let texts: Vec<_> = sources.texts_below("content/").collect();
        let again = Part::decode(&texts, &first, &KeptPosts::default(), &sources);
        let anew = Part::decode(&texts, &Part::default(), &KeptPosts::default(), &sources);
        assert_eq!(again.mentions, anew.mentions);
        assert!(again.mentions.values().any(|spans| spans.len() == 2), "{:?}", again.mentions);
        assert_ne!(first.mentions, again.mentions);
    }
}
