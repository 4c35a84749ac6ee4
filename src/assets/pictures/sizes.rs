//! The most pixels that a picture with a certain `sizes` attribute can use.

/// The widest window that counts, in CSS pixels.
const WIDEST_WINDOW: f64 = 1920.0;

/// The tallest window that counts, in CSS pixels.
const TALLEST_WINDOW: f64 = 1366.0;

/// The CSS pixels in a `rem`, unless the visitor changes it.
const REM: f64 = 16.0;

/// The greatest width, in CSS pixels, of a picture with this `sizes` attribute. Returns `None` unless it is written as
/// `(min-width: <length>) <length>, ...`, the widest window first. A length may be the `max()` of several, and a
/// multiple of another.
pub fn widest(sizes: &str) -> Option<f64> {
    let mut window = WIDEST_WINDOW;
    let mut most: f64 = 0.0;
    for entry in entries(sizes) {
        let (from, shown) = match entry.trim().strip_prefix("(min-width:") {
            Some(rest) => rest.split_once(')')?,
            None => ("0px", entry),
        };
        most = most.max(length(shown, window)?);
        window = length(from, window)?.min(window);
    }
    Some(most)
}

/// The entries of a list. An entry may have commas within parentheses.
fn entries(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    list.split(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
}

/// A length in CSS pixels, in a window of this width.
fn length(text: &str, window: f64) -> Option<f64> {
    let text = text.trim();
    if let Some(lengths) = text.strip_prefix("max(").and_then(|rest| rest.strip_suffix(')')) {
        return entries(lengths).try_fold(0.0_f64, |most, one| Some(most.max(length(one, window)?)));
    }
    if let Some((one, factor)) = text.split_once('*') {
        return Some(length(one, window)? * factor.trim().parse::<f64>().ok()?);
    }
    let unit_at = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(unit_at);
    let number: f64 = number.parse().ok()?;
    match unit {
        "px" => Some(number),
        "rem" | "em" => Some(number * REM),
        "vw" => Some(number * window / 100.0),
        "vh" => Some(number * TALLEST_WINDOW / 100.0),
        _ => None,
    }
}
