//! What changes, line by line, as `diff -u` shows it and `patch` takes it.

use similar::TextDiff;

use super::FileChange;

/// Lines shown around each change.
const AROUND: usize = 3;

/// The differences of all files.
pub fn unified(changes: &[FileChange]) -> String {
    changes.iter().map(of_file).collect()
}

fn of_file(change: &FileChange) -> String {
    let (before, after) = (&change.before, &change.after);
    if before.text == after.text {
        return format!("{}: written as UTF-8, the text as it is\n", after.path);
    }
    let diff = TextDiff::from_lines(&*before.text, &*after.text);
    let (old, new) = (format!("a/{}", before.path), format!("b/{}", after.path));
    diff.unified_diff().context_radius(AROUND).header(&old, &new).to_string()
}
