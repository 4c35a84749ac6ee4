//! From the colours of a camera or a phone to those that screens take for granted.

use std::sync::Arc;

use moxcms::{ColorProfile, DataColorSpace, Layout, Transform8BitExecutor, TransformOptions};

/// Levels out of 255 by which a profile may differ from sRGB without anybody seeing it.
const TOLERANCE: u8 = 2;

/// Turns pixels with this profile into sRGB, so that they look right without it. A profile that can't be
/// used is passed over, as browsers do.
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
    let same = |(a, b): (&u8, &u8)| a.abs_diff(*b) <= TOLERANCE;
    if transform.transform(&probe, &mut turned).is_err() || probe.iter().zip(&turned).all(same) {
        return;
    }
    turn(rgba, &*transform);
}

/// The levels of grey of a profile: red, green and blue of each pixel are the same.
fn grey_to_srgb(rgba: &mut [u8], profile: &ColorProfile) {
    let levels: Vec<u8> = (0..=u8::MAX).collect();
    let mut turned = vec![[0; 3]; levels.len()];
    let transform = transform(profile, Layout::Gray, Layout::Rgb);
    let turns = |transform: Transform| transform.transform(&levels, turned.as_flattened_mut()).is_ok();
    if transform.is_some_and(turns) {
        for [r, g, b, _] in rgba.as_chunks_mut::<4>().0 {
            [*r, *g, *b] = turned.get(usize::from(*r)).copied().unwrap_or_default();
        }
    }
}

/// Opaque sRGB of the inks of print with this profile, four to a pixel. Returns `None` if it can't be used.
pub(super) fn of_inks(mut inks: Vec<u8>, profile: &[u8]) -> Option<Vec<u8>> {
    let profile = ColorProfile::new_from_slice(profile).ok()?;
    let transform = transform(&profile, Layout::Rgba, Layout::Rgba)
        .filter(|_| profile.color_space == DataColorSpace::Cmyk)?;
    turn(&mut inks, &*transform);
    inks.as_chunks_mut::<4>().0.iter_mut().for_each(|[.., alpha]| *alpha = u8::MAX);
    Some(inks)
}

type Transform = Arc<Transform8BitExecutor>;

fn transform(profile: &ColorProfile, from: Layout, to: Layout) -> Option<Transform> {
    profile.create_transform_8bit(from, &ColorProfile::new_srgb(), to, TransformOptions::default()).ok()
}

/// Turns pixels of four bytes in pieces, so that a picture is never in memory twice.
fn turn(pixels: &mut [u8], transform: &Transform8BitExecutor) {
    let mut piece = [0; 4 * 1024];
    for pixels in pixels.chunks_mut(piece.len()) {
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
