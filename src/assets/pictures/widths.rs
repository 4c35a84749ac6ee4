//! The widths in which a picture is offered.

/// Widths in pixels, of which browsers take the first that suffices: 750 and 1100 fill the commonest phones at double
/// and at triple density, with a little to spare. Narrower steps would not be worth another file.
const LADDER: [u32; 5] = [240, 480, 750, 1100, WIDEST];

/// The last of the widths.
const WIDEST: u32 = 1920;

/// The most pixels that a side may have: WebP's own limit.
const LONGEST_SIDE: u32 = 16_383;

/// The widths for a source of this size, ascending. A source narrower than the widest step ends with its own width, as
/// nothing is enlarged.
pub(super) fn for_source(width: u32, height: u32) -> Vec<u32> {
    let tallest = u64::from(width) * u64::from(LONGEST_SIDE) / u64::from(height.max(1));
    let own = width.min(WIDEST).min(u32::try_from(tallest).unwrap_or(u32::MAX)).max(1);
    // A step near the source's own width saves nothing.
    let steps = LADDER.into_iter().filter(|step| step * 8 <= own * 7);
    steps.chain([own]).collect()
}

/// The height that goes with `width` for a picture of this size.
pub(super) fn height_at(width: u32, (full_width, full_height): (u32, u32)) -> u32 {
    let full_width = u64::from(full_width.max(1));
    let height = (u64::from(width) * u64::from(full_height) + full_width / 2) / full_width;
    u32::try_from(height).unwrap_or(u32::MAX).max(1)
}
