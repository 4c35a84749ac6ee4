//! Offers: corrections of a value, and candidates at a place.

use std::sync::Arc;

use toml_schema::{
    Field, Kind, Options, Scalar, Schema,
    decode::Outline,
    diagnostic::{FileId, code, splice},
    file,
    schema::candidates,
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

#[test]
fn a_key_that_needs_quotes_is_written_with_them() {
    let text = |key| Field::new(key, Kind::Scalar(Scalar::TEXT), "");
    let time = |key| Field::new(key, Kind::Scalar(Scalar::TIME), "");
    let week = Arc::new(Schema::new("week", "", vec![text("title"), text("open mat")]));
    let day = Arc::new(Schema::new("day", "", vec![time("start"), time("last call")]));
    for (schema, written, right) in [
        (&week, "title = \"A\"\n", "title = \"A\"\n\"open mat\" = \"...\" # placeholder: not written yet\n"),
        (&week, "title = \"A\"\n\"open mta\" = \"B\"\n", "title = \"A\"\n\"open mat\" = \"B\"\n"),
        (&day, "start = \"18:00-19:00\"\n", "start = \"18:00\"\n\"last call\" = \"19:00\"\n"),
    ] {
        let found = file(FileId(0), &written.into(), schema, Options::default()).diagnostics;
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(splice(written, &found[0].fixes[0].edits).as_deref(), Some(right));
    }
}

#[test]
fn texts_stay_as_they_are_when_a_needless_header_is_taken_out() {
    let text = |key| Field::new(key, Kind::Scalar(Scalar::TEXT), "");
    let slot = Kind::Table(Arc::new(Schema::new("slot", "", vec![text("day")])));
    let slot = Field::new("slot", slot, "");
    let class = Arc::new(Schema::new("class", "", vec![text("title"), text("note"), slot]));
    let entries = "title = \"A\"\nnote = \"See [class.pdf] at the desk.\"\n";
    let written = format!("[class]\n{entries}[class.slot]\nday = \"monday\"\n");
    let found = file(FileId(0), &written.as_str().into(), &class, Options::default()).diagnostics;
    let found = found.iter().find(|found| found.code == code::UNKNOWN_KEY).unwrap();
    let right = format!("{entries}[slot]\nday = \"monday\"\n");
    assert_eq!(splice(&written, &found.fixes[0].edits), Some(right));
}

#[test]
fn a_header_is_offered_with_what_its_table_lacks() {
    let picture = || Kind::Picture(Scalar::TEXT);
    let quoted = Field::new("a|b", Kind::Scalar(Scalar::TEXT), "");
    let table = || Kind::Table(Arc::new(Schema::new("table", "", vec![quoted.clone()])));
    for (kind, text, offered) in [
        (picture(), "[im|]", "[image]\nfile = \"\"\nalt = \"\""),
        (picture(), "[im|]\nfile = \"a.jpg\"", "[image]\nalt = \"\""),
        (picture(), "[im|]\ndecorative = true", "[image]\nfile = \"\""),
        (picture(), "[im|]\ndecorative = false", "[image]\nfile = \"\"\nalt = \"\""),
        (table(), "[im|]", "[image]\n\"a\\u007Cb\" = \"\""),
    ] {
        let file = Arc::new(Schema::new("file", "", vec![Field::new("image", kind, "").optional()]));
        let offset = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        let place = Outline::new(&text).at(offset).unwrap();
        let found = candidates(&file, &place, false, &|_| None);
        assert_eq!(found.iter().map(|found| &*found.text).collect::<Vec<_>>(), [offered], "{text}");
    }
}
