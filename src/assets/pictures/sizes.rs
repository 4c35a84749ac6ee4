//! What a `sizes` attribute says about how many pixels can be of use.

/// The widest window that counts, in CSS pixels.
const WIDEST_WINDOW: f64 = 1920.0;

/// Pixels of the screen for each CSS pixel. Phones have more, and nobody sees it.
const DENSITY: f64 = 2.0;

/// CSS pixels in a `rem`, as long as the visitor doesn't change it.
const REM: f64 = 16.0;

/// The most pixels that a picture with this `sizes` fills; nothing if it says so in a way that isn't understood
/// here, which is only `(min-width: <length>) <length>, ...` with the widest window first.
pub(super) fn most_pixels(sizes: &str) -> Option<f64> {
    let mut window = WIDEST_WINDOW;
    let mut most: f64 = 0.0;
    for entry in sizes.split(',') {
        let (from, shown) = match entry.trim().strip_prefix("(min-width:") {
            Some(rest) => rest.split_once(')')?,
            None => ("0px", entry),
        };
        most = most.max(length(shown, window)?);
        window = length(from, window)?.min(window);
    }
    Some(most * DENSITY)
}

/// A length in CSS pixels, in a window of this width.
fn length(text: &str, window: f64) -> Option<f64> {
    let text = text.trim();
    let unit_at = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(unit_at);
    let number: f64 = number.parse().ok()?;
    match unit {
        "px" => Some(number),
        "rem" | "em" => Some(number * REM),
        "vw" => Some(number * window / 100.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::most_pixels;

    #[test]
    fn the_widest_window_of_each_entry_counts() {
        for (sizes, expected) in [
            ("96px", Some(192.0)),
            ("100vw", Some(3840.0)),
            ("(min-width: 48rem) 50vw, 1px", Some(1920.0)),
            ("(min-width: 62rem) 22rem, 90vw", Some(1785.6)),
            ("(min-width: 80rem) 20rem, (min-width: 40rem) 25vw, 50vw", Some(640.0)),
            ("calc(100vw - 2rem)", None),
            ("(max-width: 30rem) 100vw, 20rem", None),
            ("", None),
        ] {
            assert_eq!(most_pixels(sizes), expected, "{sizes}");
        }
    }
}
