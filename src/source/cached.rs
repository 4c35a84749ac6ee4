//! Results that are computed from texts, cached in memory for as long as the texts stay the same.

use std::sync::Arc;

use foldhash::HashMap;
use rayon::prelude::*;

use super::SourceText;
use crate::{cache::Cache, diagnostic::FileId};

/// A text of the project, with its id.
pub type IdentifiedText<'s> = (FileId, &'s Arc<SourceText>);

/// A result, and the texts that it was computed from.
struct FromTexts<T> {
    texts: Vec<(FileId, Arc<SourceText>)>,
    result: Arc<T>,
}

/// The results for texts, each by itself.
type ForEachText<T> = HashMap<FileId, (Arc<SourceText>, Arc<T>)>;

/// The cached result of this kind, or else what `compute` returns. It must depend on nothing but `texts`.
pub fn from_texts<'s, T: Send + Sync + 'static>(
    texts: impl Iterator<Item = IdentifiedText<'s>>,
    cache: &Cache,
    kind: &'static str,
    compute: impl FnOnce() -> T,
) -> Arc<T> {
    let texts: Vec<_> = texts.map(|(file, text)| (file, text.clone())).collect();
    let is_same = |((id, text), (known_id, known)): (&(FileId, _), &(FileId, _))| {
        id == known_id && Arc::ptr_eq(text, known)
    };
    let is_of_these = |known: &FromTexts<T>| {
        known.texts.len() == texts.len() && texts.iter().zip(&known.texts).all(is_same)
    };
    if let Some(newest) = cache.newest::<FromTexts<T>>(kind).filter(|newest| is_of_these(newest)) {
        return newest.result.clone();
    }
    let result = Arc::new(compute());
    cache.set_newest(kind, Arc::new(FromTexts { texts, result: result.clone() }));
    result
}

/// The cached results of this kind for each of `texts`, or else what `compute` returns for one. It must depend on nothing
/// but the text.
pub fn for_each_text<'s, T: Send + Sync + 'static>(
    texts: impl Iterator<Item = IdentifiedText<'s>>,
    cache: &Cache,
    kind: &'static str,
    compute: impl Fn(&SourceText) -> T + Sync,
) -> Vec<(FileId, Arc<T>)> {
    let known = cache.newest::<ForEachText<T>>(kind).unwrap_or_default();
    let result = |(file, text): &IdentifiedText<'s>| {
        let same = known.get(file).filter(|(known, _)| Arc::ptr_eq(known, text));
        let result = same.map_or_else(|| Arc::new(compute(text)), |(_, result)| result.clone());
        (*file, (Arc::clone(text), result))
    };
    let texts: Vec<_> = texts.collect();
    let results: Vec<_> = texts.par_iter().map(result).collect();
    let pairs = results.iter().map(|(file, (_, result))| (*file, result.clone())).collect();
    cache.set_newest(kind, Arc::new(results.into_iter().collect::<ForEachText<T>>()));
    pairs
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        sync::atomic::{AtomicUsize, Ordering},
    };

    use super::{for_each_text, from_texts};
    use crate::{cache::Cache, diagnostic::Diagnostics, source::Sources};

    #[test]
    fn a_result_is_computed_again_for_texts_that_changed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join("content").join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
            fs::write(path, text).expect("the file can be written");
        };
        write("a.toml", "a");
        write("b.toml", "b");
        let mut found = Diagnostics::default();
        let sources = Sources::load_without_theme(folder.path(), &mut found).expect("a project");
        let (cache, computed) = (Cache::default(), AtomicUsize::new(0));
        let run = |sources: &Sources| {
            let whole = from_texts(sources.texts_below("content/"), &cache, "whole", || {
                sources.texts_below("content/").map(|(_, text)| text.text.to_string()).collect::<String>()
            });
            let each = for_each_text(sources.texts_below("content/"), &cache, "each", |text| {
                computed.fetch_add(1, Ordering::Relaxed);
                text.text.to_string()
            });
            let each: Vec<String> = each.iter().map(|(_, text)| text.to_string()).collect();
            (whole.to_string(), each.concat(), computed.swap(0, Ordering::Relaxed))
        };
        assert_eq!(run(&sources), ("ab".to_owned(), "ab".to_owned(), 2));
        assert_eq!(run(&sources), ("ab".to_owned(), "ab".to_owned(), 0));
        write("b.toml", "changed");
        let (sources, _) = sources.reload(["content/b.toml"], &mut found);
        assert_eq!(run(&sources), ("achanged".to_owned(), "achanged".to_owned(), 1));
        fs::remove_file(folder.path().join("content/a.toml")).expect("the file can be removed");
        let (sources, _) = sources.reload(["content/a.toml"], &mut found);
        assert_eq!(run(&sources), ("changed".to_owned(), "changed".to_owned(), 0));
    }
}
