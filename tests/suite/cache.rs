//! The cache on disk: a damaged file is as good as none, and what others share stays.

use std::fs;

use gympress::cache::Cache;

use crate::project::files_below;

#[test]
fn a_damaged_file_is_a_cache_miss() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(Some(folder.path().to_owned()));
    let key = blake3::hash(b"key");
    cache.save("bundle", key, &vec!["a"]);
    assert_eq!(cache.load("bundle", key), Some(vec!["a".to_owned()]));
    assert_eq!(cache.load::<u8>("bundle", key), None, "another form");
    let (path, whole) = files_below(folder.path()).pop_first().unwrap();
    let path = folder.path().join(path);
    let turned = [&whole[..2], &[whole[2] ^ 1], &whole[3..]].concat();
    let longer = [whole.as_slice(), b"x"].concat();
    for damaged in [&whole[..whole.len() - 1], &whole[..7], &longer, &turned, b""] {
        fs::write(&path, damaged).unwrap();
        assert_eq!(cache.load::<Vec<String>>("bundle", key), None);
    }
}

#[test]
fn only_the_newest_of_a_kind_stays() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(Some(folder.path().to_owned()));
    let (old, new) = (blake3::hash(b"old"), blake3::hash(b"new"));
    cache.save("bundle", old, &1);
    cache.save("bundle-of-tests", old, &2);
    cache.save("bundle", new, &3);
    assert_eq!(cache.load::<u8>("bundle", old), None);
    assert_eq!(cache.load("bundle-of-tests", old), Some(2_u8));
    assert_eq!(cache.load("bundle", new), Some(3_u8));
}

#[cfg(unix)]
#[test]
fn nothing_is_removed_from_a_folder_that_projects_share() {
    let folder = tempfile::tempdir().unwrap();
    let (shared, link) = (folder.path().join("shared"), folder.path().join("link"));
    fs::create_dir(&shared).unwrap();
    std::os::unix::fs::symlink(&shared, &link).unwrap();
    for path in [link.clone(), link.join("cache")] {
        let blobs = Cache::new(Some(path)).blobs("images");
        blobs.save("a", b"1");
        blobs.retain([]);
        assert!(blobs.has("a"), "{blobs:?}");
    }
}

#[test]
fn without_a_folder_nothing_is_cached_on_disk() {
    let blobs = Cache::default().blobs("images");
    blobs.save("a", b"1");
    assert_eq!(blobs.load("a"), None);
}
