//! Photos as AVIF: a key frame of AV1 for the colours, and another for the opacity if the photo is transparent.
//!
//! Values have 8 bits, and colour has half the resolution of light, as in JPEG and WebP. Phones decode this with the
//! least work, and it takes half the time to encode.

use avif_serialize::{Aviffy, constants};
use rav1e::prelude::{
    BlockSize, ChromaSampling, ColorDescription, ColorPrimaries, Config, Context, EncoderConfig,
    EncoderStatus, MatrixCoefficients, PartitionRange, PixelRange, Rational, SceneDetectionSpeed,
    SpeedSettings, TransferCharacteristics,
};

use crate::Pixels;

/// The speed of the encoder, from 1 for the smallest file to 10 for the fastest.
const SPEED: u8 = 10;

/// The fractional bits of fixed-point numbers, which are used because processors round floating-point numbers
/// differently.
const FRACTION: u32 = 16;

/// The weights of red, green and blue by ITU-R BT.601.
const LIGHT: [i64; 3] = [19_595, 38_470, 7_471];
const BLUE: [i64; 3] = [-11_058, -21_710, 32_768];
const RED: [i64; 3] = [32_768, -27_439, -5_329];

/// One plane of a video, row by row.
struct Samples {
    width: usize,
    values: Vec<u8>,
}

/// Encodes the picture as an AVIF file. A `quantizer` of 255 gives the smallest file, 0 the best picture.
///
/// # Errors
/// If the picture is too large for AV1: the reason.
pub(crate) fn encode(pixels: &Pixels, quantizer: u8) -> Result<Vec<u8>, String> {
    let width = pixels.width as usize;
    let rows = visible_colours(pixels);
    let light = rows.iter().flatten().map(|colour| sample(LIGHT, 0, colour.map(i64::from), 1)).collect();
    let quarter = halved(&rows);
    let [blue, red] = [BLUE, RED].map(|weights| Samples {
        width: width.div_ceil(2),
        values: quarter.iter().map(|colour| sample(weights, 128, *colour, 4)).collect(),
    });
    let planes = [Samples { width, values: light }, blue, red];
    let colours = key_frame(pixels, ChromaSampling::Cs420, quantizer, &planes)?;
    let opacity = if pixels.is_transparent() {
        let values = pixels.rgba.iter().skip(3).step_by(4).copied().collect();
        Some(key_frame(pixels, ChromaSampling::Cs400, quantizer, &[Samples { width, values }])?)
    } else {
        None
    };
    let mut file = Aviffy::new();
    file.set_seq_profile(0)
        .set_chroma_subsampling((true, true))
        .set_full_color_range(true)
        .matrix_coefficients(constants::MatrixCoefficients::Bt601);
    Ok(file.to_vec(&colours, opacity.as_deref(), pixels.width, pixels.height, 8))
}

/// Red, green and blue of each pixel, in rows. Invisible pixels get the mean of the visible ones, which takes few
/// bytes.
fn visible_colours(pixels: &Pixels) -> Vec<Vec<[u8; 3]>> {
    let all: &[[u8; 4]] = pixels.rgba.as_chunks().0;
    let (mut sums, mut count) = ([0; 3], 0);
    for [red, green, blue, opacity] in all {
        if *opacity > 0 {
            sums = add(sums, [*red, *green, *blue]);
            count += 1;
        }
    }
    let mean = sums.map(|sum| u8::try_from(sum / i64::max(count, 1)).unwrap_or(u8::MAX));
    let mut rows = Vec::new();
    for row in all.chunks(pixels.width.max(1) as usize) {
        let colours = row.iter().map(
            |[red, green, blue, opacity]| {
                if *opacity > 0 { [*red, *green, *blue] } else { mean }
            },
        );
        rows.push(colours.collect());
    }
    rows
}

/// The sum of each block of four pixels; at an odd edge the last pixel counts twice.
fn halved(rows: &[Vec<[u8; 3]>]) -> Vec<[i64; 3]> {
    let mut sums = Vec::new();
    for pair in rows.chunks(2) {
        let (Some(upper), Some(lower)) = (pair.first(), pair.last()) else { continue };
        for (upper, lower) in upper.chunks(2).zip(lower.chunks(2)) {
            let corners = [upper.first(), upper.last(), lower.first(), lower.last()];
            sums.push(corners.into_iter().flatten().fold([0; 3], |sum, corner| add(sum, *corner)));
        }
    }
    sums
}

fn add([red, green, blue]: [i64; 3], colour: [u8; 3]) -> [i64; 3] {
    let [more_red, more_green, more_blue] = colour.map(i64::from);
    [red + more_red, green + more_green, blue + more_blue]
}

/// A component of a colour in the video, from the sum of `count` pixels.
fn sample(weights: [i64; 3], zero: i64, colour: [i64; 3], count: i64) -> u8 {
    let weighted: i64 = weights.iter().zip(colour).map(|(weight, part)| weight * part).sum();
    let rounded = (weighted / count + (1 << (FRACTION - 1))) >> FRACTION;
    u8::try_from((zero + rounded).clamp(0, 255)).unwrap_or(u8::MAX)
}

/// Encodes the planes as a video of one frame.
fn key_frame(
    pixels: &Pixels,
    chroma_sampling: ChromaSampling,
    quantizer: u8,
    planes: &[Samples],
) -> Result<Vec<u8>, String> {
    let mut config = EncoderConfig::with_speed_preset(SPEED);
    config.width = pixels.width as usize;
    config.height = pixels.height as usize;
    config.time_base = Rational::new(1, 1);
    config.chroma_sampling = chroma_sampling;
    config.pixel_range = PixelRange::Full;
    config.still_picture = true;
    config.min_key_frame_interval = 0;
    config.max_key_frame_interval = 0;
    config.quantizer = quantizer.into();
    config.min_quantizer = quantizer;
    // The number of tiles would depend on the number of threads, and the bytes on the tiles.
    config.tiles = 1;
    config.speed_settings = settings_of_pictures();
    if chroma_sampling != ChromaSampling::Cs400 {
        config.color_description = Some(ColorDescription {
            color_primaries: ColorPrimaries::BT709,
            transfer_characteristics: TransferCharacteristics::SRGB,
            matrix_coefficients: MatrixCoefficients::BT601,
        });
    }
    let config = Config::new().with_encoder_config(config).with_threads(1);
    let mut context: Context<u8> = config.new_context().map_err(|error| error.to_string())?;
    let mut frame = context.new_frame();
    for (plane, samples) in frame.planes.iter_mut().zip(planes) {
        plane.copy_from_raw_u8(&samples.values, samples.width, 1);
    }
    context.send_frame(frame).map_err(|status| status.to_string())?;
    context.flush();
    let mut video = Vec::new();
    loop {
        match context.receive_packet() {
            Ok(packet) => video.extend(packet.data),
            Err(EncoderStatus::Encoded) => {}
            Err(EncoderStatus::LimitReached) => return Ok(video),
            Err(status) => return Err(status.to_string()),
        }
    }
}

/// The preset without steps that only videos need, and without the filter that would blur the few details that are left.
fn settings_of_pictures() -> SpeedSettings {
    let mut settings = SpeedSettings::from_preset(SPEED);
    settings.rdo_lookahead_frames = 1;
    settings.scene_detection_mode = SceneDetectionSpeed::None;
    settings.motion.include_near_mvs = false;
    settings.cdef = false;
    settings.transform.tx_domain_rate = true;
    settings.prediction.fine_directional_intra = false;
    settings.partition.partition_range = PartitionRange::new(BlockSize::BLOCK_16X16, BlockSize::BLOCK_16X16);
    settings
}
