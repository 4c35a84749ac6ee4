//! Files that people use as pictures, and pictures in unsupported formats, recognized by their first bytes.

/// The format of an unsupported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherFormat {
    /// A picture with the codec of AV1.
    Avif,
    /// A photo of an iPhone, with the codec of HEVC.
    Heic,
    /// A picture of at most 256 colours, which may move.
    Gif,
    /// A scan, or a photo in full depth; cameras' raw files are often of this kind.
    Tiff,
    /// A picture without compression.
    Bmp,
    /// A picture with the codec of JPEG XL.
    JpegXl,
    /// A document of Photoshop.
    Photoshop,
    /// A document.
    Pdf,
    /// A film.
    Film,
    /// An empty file.
    Empty,
}

/// The first bytes of files, by their kind.
const BEGINNINGS: [(&[u8], OtherFormat); 12] = [
    (b"GIF87a", OtherFormat::Gif),
    (b"GIF89a", OtherFormat::Gif),
    (b"II*\0", OtherFormat::Tiff),
    (b"MM\0*", OtherFormat::Tiff),
    (b"II+\0", OtherFormat::Tiff),
    (b"MM\0+", OtherFormat::Tiff),
    (b"BM", OtherFormat::Bmp),
    (b"\xFF\x0A", OtherFormat::JpegXl),
    (b"\0\0\0\x0CJXL ", OtherFormat::JpegXl),
    (b"8BPS", OtherFormat::Photoshop),
    (b"%PDF-", OtherFormat::Pdf),
    (b"\x1A\x45\xDF\xA3", OtherFormat::Film),
];

impl OtherFormat {
    /// The format of the file. Returns `None` if it isn't recognized.
    pub fn detect(file: &[u8]) -> Option<Self> {
        if file.is_empty() {
            return Some(Self::Empty);
        }
        let known = BEGINNINGS.iter().find(|(beginning, _)| file.starts_with(beginning));
        known.map(|(_, kind)| *kind).or_else(|| boxed(file))
    }
}

/// The format of a file made of the boxes of MPEG-4, by the brands in it (ISO/IEC 14496-12, 4.3).
fn boxed(file: &[u8]) -> Option<OtherFormat> {
    let length = u32::from_be_bytes(*file.first_chunk()?) as usize;
    let brands = file.get(..length.min(file.len()))?.strip_prefix(file.get(..4)?)?.strip_prefix(b"ftyp")?;
    let (brands, _) = brands.as_chunks::<4>();
    let is_one_of = |wanted: &[&[u8; 4]]| brands.iter().any(|brand| wanted.contains(&brand));
    Some(if is_one_of(&[b"avif", b"avis"]) {
        OtherFormat::Avif
    } else if is_one_of(&[b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"]) {
        OtherFormat::Heic
    } else {
        OtherFormat::Film
    })
}
