//! The types of single values that only sites have.

use gympress::{
    diagnostic::{FileId, splice},
    schema::decode::{
        FILM, FOLDER, FONT, WEEKDAY,
        value::{Language, Weekday},
    },
};
use toml_schema::{Field, Kind, Options, Schema, file};

/// The line with the first correction of each mistake; the same line where there is nothing to write.
fn corrected(line: &str) -> Vec<String> {
    let day = Field::new("day", Kind::Scalar(WEEKDAY), "").optional();
    let days = Field::new("days", Kind::Scalar(WEEKDAY), "").list().optional();
    corrected_by(vec![day, days], line)
}

/// The same for a table with these fields.
fn corrected_by(fields: Vec<Field>, line: &str) -> Vec<String> {
    let schema = Schema::new("week", "", fields).into();
    let found = file(FileId(0), &line.into(), &schema, Options::default()).diagnostics;
    let fixed = found.iter().map(|mistake| {
        let fix = mistake.fixes.first();
        fix.and_then(|fix| splice(line, &fix.edits)).unwrap_or_else(|| line.to_owned())
    });
    fixed.collect()
}

#[test]
fn days_are_read_as_people_write_them() {
    for (written, right) in [
        ("\"Monday\"", "\"monday\""),
        ("\"Thurs.\"", "\"thursday\""),
        ("\"Montag\"", "\"monday\""),
        ("\"sundy\"", "\"sunday\""),
        ("monday", "\"monday\""),
        ("\"vendredi\"", "\"vendredi\""),
        ("\"الجمعة\"", "\"الجمعة\""),
        ("\"holiday\"", "\"holiday\""),
    ] {
        assert_eq!(corrected(&format!("day = {written}")), [format!("day = {right}")]);
    }
    assert!(corrected("day = \"monday\"").is_empty());
}

#[test]
fn several_days_become_a_list() {
    for (written, right) in [
        ("\"Sat–Mon\"", "[\"saturday\", \"sunday\", \"monday\"]"),
        ("\"monday\"", "[\"monday\"]"),
        ("\"Mon, Wed & Fri\"", "[\"monday\", \"wednesday\", \"friday\"]"),
        ("[\"sat-sun\"]", "[\"saturday\", \"sunday\"]"),
        ("\"samedi à lundi\"", "\"samedi à lundi\""),
        ("\"24/7\"", "\"24/7\""),
        ("[\"monday\", \"holiday\"]", "[\"monday\", \"holiday\"]"),
    ] {
        assert_eq!(corrected(&format!("days = {written}")), [format!("days = {right}")]);
    }
    let each = ["days = [\"monday\", \"Tuesday\"]", "days = [\"mon\", \"tuesday\"]"];
    assert_eq!(corrected("days = [\"mon\", \"Tuesday\"]"), each);
}

#[test]
fn names_of_files_keep_the_folders_below_that_of_their_kind() {
    for (scalar, written, right) in [
        (FILM, "content/films/open-day.mp4", "open-day.mp4"),
        (FILM, "content/films/2026/open-day.mp4", "2026/open-day.mp4"),
        (FONT, "content/fonts/own/gym.woff2", "own/gym.woff2"),
        (FOLDER, "content/images/open-day/", "open-day"),
        (FOLDER, "./open-day", "open-day"),
        (FOLDER, "content/images", "content/images"),
    ] {
        let name = Field::new("name", Kind::Scalar(scalar), "").optional();
        let line = format!("name = \"{written}\"");
        assert_eq!(corrected_by(vec![name], &line), [format!("name = \"{right}\"")], "{written}");
    }
}

#[test]
fn the_region_says_how_weeks_begin() {
    for (tag, day) in [
        ("fr-FR", Weekday::Monday),
        ("en-US", Weekday::Sunday),
        ("en-US-u-fw-mon", Weekday::Monday),
        ("en", Weekday::Monday),
        ("ja-JP", Weekday::Sunday),
        ("fr-CA", Weekday::Sunday),
        ("ar-EG", Weekday::Saturday),
        ("he-IL", Weekday::Sunday),
        ("ur-PK", Weekday::Sunday),
        ("sr-Latn-RS", Weekday::Monday),
    ] {
        assert_eq!(Weekday::first_of_week(&Language::parse(tag).unwrap()), day, "{tag}");
    }
}
