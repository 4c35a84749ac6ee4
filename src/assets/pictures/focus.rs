//! The point of a picture that stays in view where the picture is cropped, as classes, since a policy that forbids
//! inline styles leaves no other way. A point is rounded to tenths, so that the rules are the same few for any pictures.

use crate::schema::FocusPoint;

/// How many steps a picture's width and height have.
const STEPS: u8 = 10;

/// The classes of an `img` that is cropped around this point.
pub fn classes(point: FocusPoint) -> String {
    format!("focused fx{} fy{}", step(point.x), step(point.y))
}

/// The nearest step to so many hundredths.
fn step(hundredths: u8) -> u8 {
    (hundredths.min(100) + 5) / (100 / STEPS)
}

/// The rules of all classes that pictures can have. They come before those of sections, which know nothing of single
/// pictures, and count for more.
pub fn rules() -> String {
    let steps = |axis: char| {
        (0..=STEPS).map(move |step| format!(".f{axis}{step}{{--f{axis}:{}%}}", step * (100 / STEPS)))
    };
    let focused = ".focused{object-position:var(--fx) var(--fy)!important}".to_owned();
    steps('x').chain(steps('y')).chain([focused]).collect()
}
