//! The focus of a picture, which stays in view when the picture is cropped, as CSS classes: the content security policy
//! forbids inline styles. A point is rounded to tenths, so that a few rules serve all pictures.

use std::collections::BTreeSet;

use crate::{content::Content, schema::FocusPoint};

/// The number of steps into which a picture's width and height are divided.
const STEPS: u8 = 10;

/// The classes of an `img` that is cropped around this point.
pub fn classes(point: FocusPoint) -> String {
    format!("focused fx{} fy{}", step(point.x), step(point.y))
}

/// The step nearest to a number of hundredths.
fn step(hundredths: u8) -> u8 {
    (hundredths.min(100) + 5) / (100 / STEPS)
}

/// The rules of the classes that the pictures of the content have. They win over the rules of sections, though they come
/// before them: a section's rule is for any picture, and these are for a certain one.
pub fn rules(content: &Content) -> String {
    let mut steps = BTreeSet::new();
    for table in content.in_all_languages().flat_map(Content::tables) {
        table.walk(&mut |_, value| {
            let focus = value.value.as_picture().and_then(|picture| picture.focus);
            steps.extend(focus.into_iter().flat_map(|point| [('x', step(point.x)), ('y', step(point.y))]));
        });
    }
    if steps.is_empty() {
        return String::new();
    }
    let mut rules = String::new();
    for (axis, step) in steps {
        rules += &format!(".f{axis}{step}{{--f{axis}:{}%}}", step * (100 / STEPS));
    }
    rules + ".focused{object-position:var(--fx) var(--fy)!important}"
}
