//! Files that people have in place of pictures, or pictures of a kind that isn't read here, detected by their first bytes.

/// What a file is that isn't read here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
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
    /// A drawing made of lines.
    Svg,
    /// A document.
    Pdf,
    /// A film.
    Film,
}

/// The first bytes of files, by their kind.
const BEGINNINGS: [(&[u8], Other); 13] = [
    (b"GIF87a", Other::Gif),
    (b"GIF89a", Other::Gif),
    (b"II*\0", Other::Tiff),
    (b"MM\0*", Other::Tiff),
    (b"II+\0", Other::Tiff),
    (b"MM\0+", Other::Tiff),
    (b"BM", Other::Bmp),
    (b"\xFF\x0A", Other::JpegXl),
    (b"\0\0\0\x0CJXL ", Other::JpegXl),
    (b"8BPS", Other::Photoshop),
    (b"%PDF-", Other::Pdf),
    (b"\x1A\x45\xDF\xA3", Other::Film),
    (b"<svg", Other::Svg),
];

impl Other {
    /// What the file is. Returns `None` if that isn't known.
    pub fn detect(file: &[u8]) -> Option<Self> {
        let known = BEGINNINGS.iter().find(|(beginning, _)| file.starts_with(beginning));
        known.map(|(_, kind)| *kind).or_else(|| boxed(file)).or_else(|| drawing(file))
    }
}

/// A file in the boxes of MPEG-4, by the brands that it says it's of (ISO/IEC 14496-12, 4.3).
fn boxed(file: &[u8]) -> Option<Other> {
    let length = u32::from_be_bytes(*file.first_chunk()?) as usize;
    let brands = file.get(..length.min(file.len()))?.strip_prefix(file.get(..4)?)?.strip_prefix(b"ftyp")?;
    let (brands, _) = brands.as_chunks::<4>();
    let is_one_of = |wanted: &[&[u8; 4]]| brands.iter().any(|brand| wanted.contains(&brand));
    Some(if is_one_of(&[b"avif", b"avis"]) {
        Other::Avif
    } else if is_one_of(&[b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"]) {
        Other::Heic
    } else {
        Other::Film
    })
}

/// A drawing that doesn't begin at once: after a declaration, remarks, or the mark of its encoding.
fn drawing(file: &[u8]) -> Option<Other> {
    let start = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file).trim_ascii_start();
    let is_markup =
        [&b"<?xml"[..], b"<!--", b"<!DOCTYPE svg", b"<svg"].iter().any(|tag| start.starts_with(tag));
    let head = start.get(..4096.min(start.len()))?;
    (is_markup && memchr::memmem::find(head, b"<svg").is_some()).then_some(Other::Svg)
}

#[cfg(test)]
mod tests {
    use super::Other;

    #[test]
    fn files_are_known_by_their_beginnings() {
        for (file, kind) in [
            (&b"\0\0\0\x20ftypavif\0\0\0\0avifmif1miafMA1B\0\0"[..], Some(Other::Avif)),
            (b"\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf\0\0", Some(Other::Avif)),
            (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic\0\0\0\x0cavif", Some(Other::Heic)),
            (b"\0\0\0\x14ftypqt  \0\0\0\0qt  ", Some(Other::Film)),
            (b"\xEF\xBB\xBF<?xml version=\"1.0\"?>\n<!-- drawn --><svg/>", Some(Other::Svg)),
            (b"<?xml version=\"1.0\"?><note/>", None),
            (b"\0\0\0\x18ftyp", Some(Other::Film)),
            (b"\0\0\0\x08wide", None),
            (b"II*\0\x08", Some(Other::Tiff)),
            (b"", None),
        ] {
            assert_eq!(Other::detect(file), kind, "{}", file.escape_ascii());
        }
    }
}
