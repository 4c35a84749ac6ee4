//! What is offered: corrections of a value, and what can be written at a place.

use std::sync::Arc;

use toml_schema::{
    Field, Kind, Options, Scalar, Schema,
    diagnostic::{FileId, splice},
    file,
};

#[test]
fn both_times_behind_one_key_become_two_entries_of_their_row() {
    let time = |key| Field::new(key, Kind::Scalar(Scalar::TIME), "");
    let row = Schema::new("row", "", vec![time("start"), time("end")]);
    let rows = Field::new("row", Kind::Table(Arc::new(row)), "").list();
    let week = Arc::new(Schema::new("week", "", vec![rows]));
    for (written, right) in [
        ("[[row]]\n  start = \"18:00-19:00\"\n", "[[row]]\n  start = \"18:00\"\n  end = \"19:00\"\n"),
        ("[[row]]\nend = \"18:00-19:00\"\n", "[[row]]\nend = \"19:00\"\nstart = \"18:00\"\n"),
        ("row = [{ start = \"18:00-19:00\" }]\n", "row = [{ start = \"18:00\", end = \"19:00\" }]\n"),
    ] {
        let found = file(FileId(0), &written.into(), &week, Options::default()).diagnostics;
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(splice(written, &found[0].fixes[0].edits).as_deref(), Some(right));
    }
}
