//! Corrections, suggestions and places, as programs use them.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test that can't set itself up has nothing to say"
)]

use diagnostics::{
    Applicability, Diagnostic, Diagnostics, Edit, FileId, Files, Fix, LineIndex, Span, Unit, renamed, splice,
    suggest,
};

mod code {
    diagnostics::codes! {
        pub const ALL = [
            ORDER "order" Error "an end before its start",
        ];
    }
}

#[test]
fn a_place_that_is_nowhere_hides_no_mistake() {
    let mut found = Diagnostics::default();
    let at = Span::whole(FileId(0));
    found.push(
        Diagnostic::new(code::ORDER, at, "it ends too early")
            .related(Span::NOWHERE, "it begins here")
            .alike(Span::NOWHERE),
    );
    let shown: Vec<_> = found.iter().collect();
    assert_eq!(shown.len(), 1);
    assert!(shown[0].related.is_empty());
    assert_eq!(shown[0].places().collect::<Vec<_>>(), [at]);
}

#[test]
fn places_of_two_files_have_no_range_in_common() {
    let [one, later] = [0..2, 5..9].map(|range| Span::new(FileId(0), range));
    let elsewhere = Span::new(FileId(1), 7..8);
    assert_eq!((later.join(one), later.join(elsewhere)), (Span::new(FileId(0), 0..9), later));
    assert_eq!(one.join(Span::NOWHERE), Span::NOWHERE);
}

#[test]
fn a_headline_is_one_line_whatever_it_quotes() {
    let found = Diagnostic::new(code::ORDER, Span::whole(FileId(0)), "\"six\r\n\tseven\" is no time");
    assert_eq!(found.message, "\"six seven\" is no time");
}

struct OneFile(&'static str);

impl Files for OneFile {
    fn path(&self, _: FileId) -> &str {
        "order.txt"
    }

    fn text(&self, _: FileId) -> &str {
        self.0
    }
}

#[test]
fn a_correction_is_made_in_all_places() {
    let (text, files) = ("say \"huose\", \"huose\"", OneFile("say \"huose\", \"huose\""));
    let place = |at: usize| Span::new(FileId(0), at..at + 7);
    let found = Diagnostic::new(code::ORDER, place(4), "no such word")
        .did_you_mean(&files, "huose", ["house", "mouse"])
        .also_at(&[place(13), Span::NOWHERE], &files);
    assert_eq!(splice(text, &found.fixes[0].edits).as_deref(), Some("say \"house\", \"house\""));
}

fn edit(start: usize, end: usize, replacement: &str) -> Edit {
    Edit::at(FileId(0), start..end, replacement)
}

#[test]
fn nothing_but_the_edits_changes() {
    let edits = [edit(0, 0, "["), edit(4, 6, ""), edit(7, 7, "]")];
    assert_eq!(splice("a b\u{e9} cd", &edits), None);
    assert_eq!(splice("a b cd x", &edits).as_deref(), Some("[a b  ]x"));
    assert_eq!(splice("ab", []).as_deref(), Some("ab"));
}

#[test]
fn edits_may_touch_and_not_overlap() {
    let fix = |edits| Fix::new(edits, Applicability::Certain);
    let adjacent = fix(vec![edit(2, 2, "x"), edit(0, 2, "")]).expect("they only touch");
    assert_eq!(splice("abc", &adjacent.edits).as_deref(), Some("xc"));
    assert!(fix(vec![edit(4, 6, ""), edit(0, 1, "")]).is_some());
    assert_eq!(fix(vec![edit(0, 2, ""), edit(1, 3, "")]), None);
    assert_eq!(fix(Vec::new()), None);
}

#[test]
fn an_edit_of_space_is_described_in_words() {
    for (one, described) in [
        (edit(1, 1, "\n"), "put in a line break"),
        (edit(1, 1, " "), "put in a space"),
        (edit(1, 2, ""), "take out the space"),
        (edit(0, 1, "c"), "write c instead of a"),
    ] {
        let fix = Fix::new(vec![one], Applicability::Certain).unwrap();
        assert_eq!(fix.describe(&OneFile("a  b")), described);
    }
}

fn written(old: &str, new: &str, text: &str) -> Option<String> {
    let (at, new) = renamed(text, old, new)?;
    Some([&text[..at.start], &new, &text[at.end..]].concat())
}

#[test]
fn the_last_of_equal_names_is_the_reference() {
    let address = |text| written("/classes/yoga/", "/classes/hatha/", text);
    assert_eq!(address("\"/classes/yoga\"").as_deref(), Some("\"/classes/hatha\""));
    assert_eq!(address("\"/classes/yoga#times\"").as_deref(), Some("\"/classes/hatha#times\""));
    assert_eq!(
        address("[/classes/yoga/](/classes/yoga/)").as_deref(),
        Some("[/classes/yoga/](/classes/hatha/)")
    );
    assert_eq!(written("a.jpg", "b.jpg", "![a.jpg](a.jpg)").as_deref(), Some("![a.jpg](b.jpg)"));
    assert_eq!(
        written("a b.jpg", "c d.jpg", "![a b.jpg](a%20b.jpg)").as_deref(),
        Some("![a b.jpg](c%20d.jpg)")
    );
    assert_eq!(written("a b.jpg", "c.jpg", "![x](<a b.jpg>)").as_deref(), Some("![x](<c.jpg>)"));
    assert_eq!(written("yoga", "hatha", "\"hot-yoga\""), None);
    assert_eq!(
        written("a.jpg", "b.jpg", "![](a.jpg) ![](x_a.jpg)").as_deref(),
        Some("![](b.jpg) ![](x_a.jpg)")
    );
}

const TEXT: &str = "a\r\n\u{1F3CB}é!\n\nlast";

#[test]
fn positions_count_units_of_the_encoding() {
    for (unit, columns) in [(Unit::Utf16, [2, 3, 4]), (Unit::Utf8, [4, 6, 7])] {
        let lines = LineIndex::new(TEXT, unit);
        for (column, offset) in columns.into_iter().zip([7, 9, 10]) {
            assert_eq!(lines.position(offset), (1, column));
            assert_eq!(lines.offset(1, column), offset);
        }
        assert_eq!(lines.position(TEXT.len()), (3, 4));
    }
}

#[test]
fn what_is_beyond_an_end_is_the_end() {
    let lines = LineIndex::new(TEXT, Unit::Utf16);
    let offsets =
        [(0, 99), (1, 1), (2, 7), (3, 99), (99, 0)].map(|(line, column)| lines.offset(line, column));
    assert_eq!(offsets, [1, 3, 11, TEXT.len(), TEXT.len()]);
}

#[test]
fn only_what_can_be_nothing_else_is_certain() {
    let keys = ["title", "tiles", "trainer", "start"];
    let (certain, proposed) = (Applicability::Certain, Applicability::Proposed);
    assert_eq!(suggest("trianer", keys), Some(("trainer", certain)));
    assert_eq!(suggest("Trainer", keys), Some(("trainer", certain)));
    assert_eq!(suggest("title", ["ti-tle", "title"]), Some(("ti-tle", proposed)));
    assert_eq!(suggest("tites", keys), Some(("tiles", certain)));
    assert_eq!(suggest("tile", keys), Some(("title", proposed)));
    assert_eq!(suggest("contact-frm", ["contact", "contact-form"]), Some(("contact-form", certain)));
    assert_eq!(suggest("xyz", keys), None);
    for (raw, name) in [("room 2", "room 3"), ("قاعة ٢", "قاعة ٣"), ("कक्ष २", "कक्ष ३")]
    {
        assert_eq!(suggest(raw, [name]), Some((name, proposed)));
    }
}
