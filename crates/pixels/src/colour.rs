//! Conversion to sRGB from the colours of cameras, phones and print.

use std::sync::Arc;

use moxcms::{ColorProfile, DataColorSpace, Layout, Transform8BitExecutor, TransformOptions};

/// The levels, out of 255, by which a profile may differ from sRGB without a visible difference.
const TOLERANCE: u8 = 2;

/// Converts pixels with this profile to sRGB, so that they look right without it. A profile that can't be used is
/// ignored, as in browsers.
pub(super) fn to_srgb(rgba: &mut [u8], profile: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(profile) else { return };
    if profile.color_space == DataColorSpace::Gray {
        grey_to_srgb(rgba, &profile);
        return;
    }
    if profile.color_space != DataColorSpace::Rgb {
        return;
    }
    let Some(transform) = transform(&profile, Layout::Rgba, Layout::Rgba) else { return };
    let probe = probe();
    let mut turned = vec![0; probe.len()];
    let is_turned = transform.transform(&probe, &mut turned).is_ok();
    if is_turned && probe.iter().zip(&turned).any(|(a, b)| a.abs_diff(*b) > TOLERANCE) {
        turn(rgba, &*transform);
    }
}

/// Converts grey pixels, with equal red, green and blue, to sRGB.
fn grey_to_srgb(rgba: &mut [u8], profile: &ColorProfile) {
    let Some(transform) = transform(profile, Layout::Gray, Layout::Rgb) else { return };
    let levels: Vec<u8> = (0..=u8::MAX).collect();
    let mut turned = vec![[0; 3]; levels.len()];
    if transform.transform(&levels, turned.as_flattened_mut()).is_err() {
        return;
    }
    for [r, g, b, _] in rgba.as_chunks_mut::<4>().0 {
        [*r, *g, *b] = turned.get(usize::from(*r)).copied().unwrap_or_default();
    }
}

/// Converts inks with this profile, four to a pixel, to opaque sRGB. Returns `None` if the profile can't be used.
pub(super) fn of_inks(mut inks: Vec<u8>, profile: &[u8]) -> Option<Vec<u8>> {
    let profile = ColorProfile::new_from_slice(profile).ok()?;
    let transform = transform(&profile, Layout::Rgba, Layout::Rgba)
        .filter(|_| profile.color_space == DataColorSpace::Cmyk)?;
    turn(&mut inks, &*transform);
    for [.., alpha] in inks.as_chunks_mut::<4>().0 {
        *alpha = u8::MAX;
    }
    Some(inks)
}

type Transform = Arc<Transform8BitExecutor>;

fn transform(profile: &ColorProfile, from: Layout, to: Layout) -> Option<Transform> {
    profile.create_transform_8bit(from, &ColorProfile::new_srgb(), to, TransformOptions::default()).ok()
}

/// Converts pixels of four bytes in pieces, so that a picture is never in memory twice.
fn turn(pixels: &mut [u8], transform: &Transform8BitExecutor) {
    let mut piece = [0; 4 * 1024];
    for pixels in pixels.chunks_mut(piece.len()) {
        let piece = &mut piece[..pixels.len()];
        if transform.transform(pixels, piece).is_ok() {
            pixels.copy_from_slice(piece);
        }
    }
}

/// Sample colours from the whole range of red, green and blue.
fn probe() -> Vec<u8> {
    let levels = [0, 64, 128, 192, 255];
    let colours = levels.into_iter().flat_map(move |r| {
        levels.into_iter().flat_map(move |g| levels.into_iter().map(move |b| [r, g, b, 255]))
    });
    colours.flatten().collect()
}
