//! Data that cameras write into files is removed, and the picture stays as it is.

#![allow(clippy::unwrap_used, reason = "a test that can't set itself up has nothing to say")]

use gympress_pixels::{Canvas, Encoding, Pixels, taken, without_metadata};

const PLACE: &[u8] = b"1.2921 S, 36.8219 E";
const TIME: &str = "2026:10:31 20:15:03";

/// The data of a camera: the picture lies on its side, and when and where it was taken.
fn exif() -> Vec<u8> {
    let mut exif = b"II*\0\x08\0\0\0\x02\0".to_vec();
    exif.extend(b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0");
    exif.extend(b"\x69\x87\x04\0\x01\0\0\0\x26\0\0\0\0\0\0\0");
    exif.extend(b"\x01\0\x03\x90\x02\0\x14\0\0\0\x38\0\0\0\0\0\0\0");
    exif.extend(TIME.bytes().chain([0]));
    [exif.as_slice(), PLACE].concat()
}

/// Wider than high, and red at the left.
fn picture() -> Pixels {
    let mut canvas = Canvas::new(24, 16, [30, 30, 200]).unwrap();
    canvas.place(&Canvas::new(12, 16, [200, 30, 30]).unwrap().into_pixels(), (0, 0));
    canvas.into_pixels()
}

fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
    [&[0xFF, marker], length.as_slice(), data].concat()
}

/// As phones write it: with a preview in the data of programs, a comment, and a film behind the picture.
fn jpeg(exif: &[u8]) -> Vec<u8> {
    let plain = picture().encode(Encoding::Jpeg).unwrap();
    let segments = [
        segment(0xE1, &[b"Exif\0\0", exif].concat()),
        segment(0xE1, &[b"http://ns.adobe.com/xap/1.0/\0", PLACE].concat()),
        segment(0xE2, &[b"MPF\0", PLACE].concat()),
        segment(0xED, &[b"Photoshop 3.0\0", PLACE].concat()),
        segment(0xFE, PLACE),
    ];
    [&plain[..2], &segments.concat(), &plain[2..], b"ftypmp42", PLACE].concat()
}

fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let content = [name, content].concat();
    let mut sum = u32::MAX;
    for bit in content.iter().flat_map(|byte| (0..8).map(move |bit| u32::from(byte >> bit) & 1)) {
        sum = if (sum ^ bit) & 1 == 1 { 0xEDB8_8320 ^ (sum >> 1) } else { sum >> 1 };
    }
    let length = u32::try_from(content.len() - 4).unwrap().to_be_bytes();
    [&length, content.as_slice(), &(!sum).to_be_bytes()].concat()
}

fn png(exif: &[u8]) -> Vec<u8> {
    let plain = picture().encode(Encoding::Png).unwrap();
    let chunks = [
        chunk(b"eXIf", exif),
        chunk(b"gAMA", &45_455_u32.to_be_bytes()),
        chunk(b"tEXt", &[b"Comment\0", PLACE].concat()),
        chunk(b"iTXt", &[b"XML:com.adobe.xmp\0\0\0\0\0", PLACE].concat()),
    ];
    let header = 8 + 25;
    [&plain[..header], &chunks.concat(), &plain[header..], PLACE].concat()
}

fn riff(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap().to_le_bytes();
    [name, length.as_slice(), content, &[0][..content.len() % 2]].concat()
}

fn webp(exif: &[u8]) -> Vec<u8> {
    let plain = picture().encode(Encoding::WebP).unwrap();
    let header = riff(b"VP8X", &[0b1100, 0, 0, 0, 23, 0, 0, 15, 0, 0]);
    let chunks = [&header, &plain[12..], &riff(b"EXIF", exif), &riff(b"XMP ", PLACE)].map(<[u8]>::to_vec);
    riff(b"RIFF", &[b"WEBP", chunks.concat().as_slice()].concat())
}

fn has(file: &[u8], part: &[u8]) -> bool {
    file.windows(part.len()).any(|window| window == part)
}

#[test]
fn the_place_goes_and_the_picture_stays() {
    let named = [b"Exif\0\0", exif().as_slice()].concat();
    for file in [jpeg(&exif()), png(&exif()), webp(&exif()), webp(&named)] {
        let clean = without_metadata(&file).unwrap();
        assert!(has(&file, PLACE) && !has(&clean, PLACE));
        let [before, after] = [&file, &clean].map(|file| Pixels::decode(file).unwrap());
        assert_eq!((before.size(), after.size()), ((16, 24), (16, 24)));
        for (x, y) in [(3, 3), (12, 20), (8, 12)] {
            assert_eq!(before.pixel(x, y), after.pixel(x, y));
        }
        assert_eq!((taken(&file).as_deref(), taken(&clean).as_deref()), (Some(TIME), Some(TIME)));
        assert_eq!(without_metadata(&clean), Some(clean.clone()));
        assert!(without_metadata(&file[..file.len() / 2]).is_none());
    }
    assert!(has(&without_metadata(&png(&exif())).unwrap(), b"gAMA"));
}

#[test]
fn a_file_with_nothing_to_hide_stays_as_it_is() {
    for encoding in [Encoding::Jpeg, Encoding::Png, Encoding::WebP] {
        let file = picture().encode(encoding).unwrap();
        assert_eq!(without_metadata(&file), Some(file.clone()), "{encoding:?}");
    }
    for file in [b"".as_slice(), b"<svg/>", b"\xFF\xD8\xFF\xE1\0\0\xFF\xD9", b"RIFF\0\0\0\0WEBP"] {
        without_metadata(file);
    }
}

#[test]
fn no_file_is_too_damaged() {
    for file in [jpeg(&exif()), png(&exif()), webp(&exif())] {
        for at in 0..file.len().min(900) {
            for byte in [0, 1, 0x7F, 0xD9, 0xFF] {
                let mut damaged = file.clone();
                damaged[at] = byte;
                without_metadata(&damaged);
            }
        }
    }
}
