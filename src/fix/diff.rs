//! What changes, line by line, as `diff -u` shows it and `patch` takes it.

use diffy::{DiffOptions, PatchFormatter};

use super::FileChange;

/// The differences of all files.
pub fn unified(changes: &[FileChange]) -> String {
    changes.iter().map(of_file).collect()
}

fn of_file(change: &FileChange) -> String {
    let (before, after) = (&change.before, &change.after);
    if before.text == after.text {
        return format!("{}: written as UTF-8, the text as it is\n", after.path);
    }
    let names = (format!("a/{}", before.path), format!("b/{}", after.path));
    unified_diff(&before.text, &after.text, names)
}

/// The differences of two texts of these names; nothing if there are none.
pub fn unified_diff(old: &str, new: &str, (old_name, new_name): (String, String)) -> String {
    if old == new {
        return String::new();
    }
    let mut options = DiffOptions::new();
    options.set_original_filename(old_name).set_modified_filename(new_name);
    let patch = options.create_patch(old, new);
    PatchFormatter::new().suppress_blank_empty(false).fmt_patch(&patch).to_string()
}
