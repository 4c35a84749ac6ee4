//! From the colours of a camera or a phone to those that screens take for granted.

use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Levels out of 255 by which a profile may differ from sRGB without anybody seeing it.
const TOLERANCE: u8 = 2;

/// Turns pixels with this profile into sRGB, so that they look right without it. A profile that can't be
/// used is passed over, as browsers do.
pub(super) fn to_srgb(rgba: &mut [u8], profile: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(profile) else { return };
    if profile.color_space != DataColorSpace::Rgb {
        return;
    }
    let options = TransformOptions::default();
    let Ok(transform) =
        profile.create_transform_8bit(Layout::Rgba, &ColorProfile::new_srgb(), Layout::Rgba, options)
    else {
        return;
    };
    let probe = probe();
    let mut turned = vec![0; probe.len()];
    let same = |(a, b): (&u8, &u8)| a.abs_diff(*b) <= TOLERANCE;
    if transform.transform(&probe, &mut turned).is_err() || probe.iter().zip(&turned).all(same) {
        return;
    }
    // In pieces, so that a picture is never in memory twice.
    let mut piece = [0; 4 * 1024];
    for pixels in rgba.chunks_mut(piece.len()) {
        let piece = &mut piece[..pixels.len()];
        if transform.transform(pixels, piece).is_ok() {
            pixels.copy_from_slice(piece);
        }
    }
}

/// Colours from all over the cube.
fn probe() -> Vec<u8> {
    let levels = [0, 64, 128, 192, 255];
    let colours = levels.into_iter().flat_map(move |r| {
        levels.into_iter().flat_map(move |g| levels.into_iter().map(move |b| [r, g, b, 255]))
    });
    colours.flatten().collect()
}
