//! A picture with its description, which every picture needs that doesn't only decorate.

use std::sync::Arc;

use super::{
    Bounds, Data, Field, FocusPoint, Kind, PictureRef, Rule, Scalar, Schema, Table, decode::one_table,
};
use crate::{
    decode::{Item, Report, Spanned, value::FileName},
    diagnostic::{code, diagnostic, report},
};

/// The description of a picture in a new entry: a placeholder, which is to be replaced.
pub const ALT_PLACEHOLDER: &str = "Say in a sentence what the picture shows";

/// A picture with its description; `file` is the name of its file. That it needs a description is reported in words of its
/// own.
pub fn schema(file: Scalar) -> Arc<Schema> {
    let text = |key, scalar, help| Field::new(key, Kind::Scalar(scalar), help);
    Arc::new(Schema::new(
        "picture",
        "A picture with its description",
        vec![
            text("file", file, "The name of the picture's file"),
            Field {
                label: Some("Description".into()),
                ..text("alt", Scalar::TEXT, "What the picture shows, for people who don't see it").optional()
            },
            text("decorative", Scalar::BOOL, "true if the picture only decorates").optional(),
            Field::new(
                "focus",
                Kind::Table(focus_point()),
                "The point that stays in view where the picture is cropped, such as a face",
            )
            .optional(),
            text("mirror", Scalar::BOOL, "false if it is never to be mirrored, such as one of a sign")
                .optional(),
            text("whole", Scalar::BOOL, "true if it is never to be cropped, such as a poster").optional(),
        ],
    ))
}

/// A point of a picture.
fn focus_point() -> Arc<Schema> {
    Arc::new(Schema::new(
        "focus",
        "A point of a picture",
        vec![
            coordinate("x", "How far from the left, in hundredths of the width"),
            coordinate("y", "How far from the top, in hundredths of the height"),
        ],
    ))
}

fn coordinate(key: &str, help: &str) -> Field {
    Field {
        bounds: Bounds::between(0.0, 100.0),
        example: Some("50".into()),
        ..Field::new(key, Kind::Scalar(Scalar::INTEGER), help)
    }
}

/// Rules of pictures, for schemas.
pub fn rules() -> Vec<Rule> {
    vec![Rule::ExactlyOne(vec!["alt".into(), "decorative".into()])]
}

/// The expected value where a picture belongs. `file` is the example of a file, in quotes.
pub fn expected(file: &str) -> String {
    format!("a picture, such as {{ file = {file}, alt = \"what it shows\" }}")
}

/// A picture and its description. Where it `is_cropped` in any case, it can't be whole.
pub fn decode(
    file: Scalar,
    is_cropped: bool,
    item: &Item<'_>,
    report: &mut Report<'_>,
) -> Option<PictureRef> {
    let decoded = one_table(&Kind::Table(schema(file)), item, report)?;
    if is_cropped && decoded.is("whole") {
        report_whole(&decoded, report);
    }
    let Data::Str(_, file) = &decoded.get("file")?.value else { return None };
    let file = FileName::new(file)?;
    // In the place of one with a mistake, which was reported, stands a placeholder.
    let alt = decoded.get("alt").filter(|alt| alt.span.is_somewhere()).and_then(|_| decoded.text("alt"));
    let alt = alt.unwrap_or_default().to_owned();
    check_description(&decoded, item, report);
    let mirror = !matches!(decoded.get("mirror"), Some(Spanned { value: Data::Bool(false), .. }));
    Some(PictureRef { file, alt, focus: focus(&decoded), mirror, whole: decoded.is("whole") })
}

fn report_whole(picture: &Table, report: &mut Report<'_>) {
    let Some(whole) = picture.get("whole").filter(|whole| whole.span.is_somewhere()) else { return };
    let fix = report.document().remove(whole.span);
    report!(report, code::UNKNOWN_KEY, whole.span, "this picture can't be \"whole\": it lies behind words and fills its place";
        label: "does not belong here";
        help: "leave it out; with focus = {{ x = 50, y = 20 }} a point stays in view, in hundredths from the left and the top";
        fix);
}

/// Returns `None` also for a point with a mistake, which was reported.
fn focus(picture: &Table) -> Option<FocusPoint> {
    let point = picture.get("focus")?.value.as_table()?;
    Some(FocusPoint { x: hundredths(point, "x")?, y: hundredths(point, "y")? })
}

fn hundredths(point: &Table, key: &str) -> Option<u8> {
    let Data::Integer(number) = point.get(key)?.value else { return None };
    u8::try_from(number).ok()
}

/// Reports a picture that is neither described nor decorative, or both.
fn check_description(table: &Table, item: &Item<'_>, report: &mut Report<'_>) {
    let is_decorative = match table.get("decorative") {
        // Its mistake was reported.
        Some(Spanned { span, .. }) if !span.is_somewhere() => return,
        Some(Spanned { value: Data::Bool(says), .. }) => *says,
        _ => false,
    };
    let (message, help) = match (table.get("alt").is_some(), is_decorative) {
        (false, false) => (
            "this picture has no description",
            "say in a sentence what the picture shows, for people who can't see it: alt = \"...\", or decorative = true",
        ),
        (true, true) => {
            ("this picture is both described and decorative", "remove decorative = true, or the description")
        }
        _ => return,
    };
    let is_missing = table.get("alt").is_none() && table.get("decorative").is_none();
    let document = report.document();
    let fix = document.insert(Some(item.span), "alt", "\"...\"", &[]).filter(|_| is_missing);
    let found = diagnostic!(code::MISSING_ALT, item.span, "{message}"; help; fix);
    report.push(if is_decorative { found } else { found.unwritten() });
}
