//! What files need of the rest of the site, each once, with all places that say so in the order of their files.

use std::sync::Arc;

use foldhash::HashMap;

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
    let mut mentions = mentions.clone();
    let ranks: HashMap<FileId, usize> = files.iter().zip(0..).map(|(file, rank)| (file.id, rank)).collect();
    let mut is_known = vec![false; files.len()];
    for old in before {
        let same = ranks.get(&old.id).filter(|rank| files.get(**rank).is_some_and(|new| is_same(old, new)));
        match same.and_then(|rank| is_known.get_mut(*rank)) {
            Some(known) => *known = true,
            None => forget(old, &mut mentions),
        }
    }
    for (new, _) in files.iter().zip(is_known).filter(|(_, is_known)| !is_known) {
        for (mention, place) in new.decoded.iter().flat_map(|decoded| &decoded.mentions) {
            if !mentions.contains_key(mention) {
                mentions.insert(mention.clone(), Vec::new());
            }
            if let Some(places) = mentions.get_mut(mention) {
                insert(*place, places, &ranks);
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

fn forget(file: &File, mentions: &mut Mentions) {
    for (mention, _) in file.decoded.iter().flat_map(|decoded| &decoded.mentions) {
        let Some(places) = mentions.get_mut(mention) else { continue };
        places.retain(|place| place.file != file.id);
        if places.is_empty() {
            mentions.remove(mention);
        }
    }
}

/// Puts a place behind those of its own file and of the files before it.
fn insert(place: Span, places: &mut Vec<Span>, ranks: &HashMap<FileId, usize>) {
    let rank = |place: &Span| ranks.get(&place.file);
    let own = rank(&place);
    match places.last() {
        Some(last) if rank(last) > own => {
            let at = places.partition_point(|known| rank(known) <= own);
            places.insert(at, place);
        }
        _ => places.push(place),
    }
}
