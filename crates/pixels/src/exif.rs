//! Exif, the notes of a camera on a photo: which side is up, and when it was taken.

/// The camera's orientation.
const ORIENTATION: u16 = 0x0112;
/// The place of the directory with what holds of the moment of the photo.
const DETAILS: u16 = 0x8769;
/// The time on the camera's clock when it was taken.
const TAKEN: u16 = 0x9003;

/// Types of fields.
const ASCII: u16 = 2;
const SHORT: u16 = 3;
const LONG: u16 = 4;

/// The length of `2026:10:31 20:15:03`.
const TIME_LENGTH: usize = 19;

/// Data of a camera, in its order of bytes.
struct Exif<'f> {
    bytes: &'f [u8],
    is_little: bool,
}

impl<'f> Exif<'f> {
    fn new(bytes: &'f [u8]) -> Option<Self> {
        // Some programs write the name that the data has in a JPEG into a WebP, too.
        let bytes = bytes.strip_prefix(b"Exif\0\0").unwrap_or(bytes);
        let is_little = bytes.starts_with(b"II*\0");
        (is_little || bytes.starts_with(b"MM\0*")).then_some(Self { bytes, is_little })
    }

    fn short(&self, at: usize) -> Option<u16> {
        let bytes = *self.bytes.get(at..)?.first_chunk()?;
        Some(if self.is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    }

    /// A number of four bytes, such as a place in the data.
    fn place(&self, at: usize) -> Option<usize> {
        let bytes = *self.bytes.get(at..)?.first_chunk()?;
        let place = if self.is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) };
        usize::try_from(place).ok()
    }

    /// The place of a field's value in a directory.
    fn field(&self, directory: usize, tag: u16) -> Option<usize> {
        let count = self.short(directory)?;
        let mut fields = (0..usize::from(count)).filter_map(|number| directory.checked_add(2 + 12 * number));
        fields.find(|at| self.short(*at) == Some(tag))?.checked_add(8)
    }

    fn first_directory(&self) -> Option<usize> {
        self.place(4)
    }
}

/// The camera's orientation, in the numbers 2 to 8 of Exif. Returns `None` for an upright picture.
pub fn orientation(bytes: &[u8]) -> Option<u8> {
    let exif = Exif::new(bytes)?;
    let value = exif.short(exif.field(exif.first_directory()?, ORIENTATION)?)?;
    u8::try_from(value).ok().filter(|orientation| (2..=8).contains(orientation))
}

/// Data of a camera that say no more than these two. Returns `None` if they say nothing.
pub fn only(orientation: Option<u8>, taken: Option<&str>) -> Option<Vec<u8>> {
    let count = u16::from(orientation.is_some()) + u16::from(taken.is_some());
    let mut exif = b"MM\0*\0\0\0\x08".to_vec();
    exif.extend(count.to_be_bytes());
    if let Some(orientation) = orientation {
        exif.extend(directory_field(ORIENTATION, SHORT, 1, u32::from(orientation) << 16));
    }
    if let Some(taken) = taken {
        // The second directory stands behind the header, the fields and the end of this one, and the time behind the second one.
        let details = 8 + 2 + 12 * u32::from(count) + 4;
        exif.extend(directory_field(DETAILS, LONG, 1, details));
        exif.extend([0, 0, 0, 0, 0, 1]);
        exif.extend(directory_field(
            TAKEN,
            ASCII,
            u32::try_from(taken.len()).ok()? + 1,
            details + 2 + 12 + 4,
        ));
        exif.extend([0; 4]);
        exif.extend(taken.bytes().chain([0]));
    } else {
        exif.extend([0; 4]);
    }
    (count > 0).then_some(exif)
}

fn directory_field(tag: u16, kind: u16, count: u32, value: u32) -> Vec<u8> {
    [tag.to_be_bytes().as_slice(), &kind.to_be_bytes(), &count.to_be_bytes(), &value.to_be_bytes()].concat()
}

/// The time on the camera's clock when it took the picture, as `2026:10:31 20:15:03`. Returns `None` if it doesn't say.
pub fn taken(bytes: &[u8]) -> Option<String> {
    let exif = Exif::new(bytes)?;
    let details = exif.place(exif.field(exif.first_directory()?, DETAILS)?)?;
    let start = exif.place(exif.field(details, TAKEN)?)?;
    let time = std::str::from_utf8(exif.bytes.get(start..start.checked_add(TIME_LENGTH)?)?).ok()?;
    // A camera without a clock writes spaces or zeros.
    let is_time = time.bytes().all(|byte| byte.is_ascii_digit() || b": ".contains(&byte));
    (is_time && time.starts_with(['1', '2'])).then(|| time.to_owned())
}
