//! Errors of pictures, and their diagnostics.

use gympress_pixels::{Flaw, MOST_PIXELS, OtherFormat};

use super::icons::LEAST;
use crate::{
    diagnostic::{Applicability, Diagnostic, Span, code, diagnostic, shell_argument, suggest},
    schema::decode::{
        IMAGES,
        value::{ImageFile, is_accent, kebab_case},
    },
    source::Sources,
};

/// The reason why a file can't be used as a picture.
pub(super) enum PictureError {
    Missing,
    Unreadable(String),
    /// A file that stands for another, or a text in place of a picture: the description and the advice.
    Placeholder(String, &'static str),
    /// A file in an unsupported format, with the format if it is recognized.
    NotRead(Option<OtherFormat>),
    Flawed(Flaw),
}

impl PictureError {
    /// Reports the error at a place that names the file.
    pub fn report(&self, file: &ImageFile, span: Span, sources: &Sources) -> Diagnostic {
        let name = file.as_str();
        match self {
            Self::Missing => missing(name, span, sources),
            Self::Unreadable(reason) => diagnostic!(code::UNREADABLE, span,
                "content/images/{name} can't be read: {reason}";
                help: "check the file's permissions"),
            Self::Placeholder(what, help) => {
                diagnostic!(code::BAD_IMAGE, span, "content/images/{name} {what}"; help: *help)
            }
            Self::NotRead(other) => not_read(*other, name, span),
            Self::Flawed(flaw) => flawed(flaw, name, span),
        }
    }
}

/// Reports a picture that doesn't suit icons. The size is in pixels.
pub(super) fn no_icon_source(name: &str, (width, height): (u32, u32), span: Span) -> Diagnostic {
    diagnostic!(code::BAD_IMAGE, span,
        "content/images/{name} can't become the site's icons: it has {width} x {height} pixels";
        expected: "a square picture of at least {LEAST} x {LEAST} pixels";
        help: "export the gym's logo again as a larger square")
}

/// One report for all files at a place: those of a folder that have mistakes.
pub(super) fn of_folder(reports: Vec<Diagnostic>) -> Option<Diagnostic> {
    let others = reports.len() - 1;
    let mut first = reports.into_iter().next()?;
    match others {
        0 => {}
        1 => first.message.push_str(", and one more file of this folder is of no use either"),
        _ => {
            first.message.push_str(&format!(", and {others} more files of this folder are of no use either"))
        }
    }
    Some(first)
}

fn missing(name: &str, span: Span, sources: &Sources) -> Diagnostic {
    let paths = sources.binaries_below(IMAGES);
    let names: Vec<&str> = paths.filter_map(|path| path.strip_prefix(IMAGES)).collect();
    // Some people write the folder, too: `images/boxing.jpg`.
    let bare = name.rsplit('/').next().filter(|bare| *bare != name && names.contains(bare));
    let near = suggest(name, names.iter().copied());
    let help = match (bare, near.map(|(near, _)| near)) {
        (Some(bare), _) => format!("write \"{bare}\", without the folder"),
        (None, Some(near)) if has_accents_apart(near) != has_accents_apart(name) => format!(
            "the file \"{near}\" looks the same, but one of the two names stores its accents as separate characters, as \
             macOS does: `gympress rename picture {} {}` gives it a name without accents everywhere",
            shell_argument(near),
            in_kebab_case(near)
        ),
        (None, Some(near)) => format!("did you mean \"{near}\"?"),
        (None, None) => "put the picture into content/images".to_owned(),
    };
    let diagnostic = diagnostic!(code::MISSING_IMAGE, span,
        "there is no picture \"{name}\" in content/images";
        expected: "the name of a file in content/images, such as \"boxing.jpg\"";
        help);
    match bare.map(|bare| (bare, Applicability::Certain)).or(near) {
        Some((right, applicability)) => diagnostic.rename(sources, name, right, applicability),
        None => diagnostic,
    }
}

/// The file name in lower-case letters, digits and hyphens.
fn in_kebab_case(name: &str) -> String {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, "jpg"));
    format!("{}.{extension}", kebab_case(stem))
}

/// True if the name has accents as separate characters.
fn has_accents_apart(name: &str) -> bool {
    name.contains(is_accent)
}

fn not_read(other: Option<OtherFormat>, name: &str, span: Span) -> Diagnostic {
    const AS_JPEG: &str = "open it in an image editor and export it as JPEG";
    let (what, help) = match other {
        None => ("can't be read as a picture", "open it in an image editor and save it as JPEG"),
        Some(OtherFormat::Avif) => (
            "is an AVIF picture, which isn't supported",
            "open it in an image editor and export it as JPEG, PNG or WebP; browsers get AVIF made from that",
        ),
        Some(OtherFormat::Heic) => (
            "is a HEIC photo, which isn't supported",
            "export it as JPEG; an iPhone takes photos as JPEG with Settings > Camera > Formats > Most Compatible",
        ),
        Some(OtherFormat::Gif) => (
            "is a GIF picture, which isn't supported",
            "export it as PNG; of an animation, export the best frame",
        ),
        Some(OtherFormat::Tiff) => {
            ("is a TIFF picture or a camera's raw file, which isn't supported", AS_JPEG)
        }
        Some(OtherFormat::Bmp) => ("is a BMP picture, which isn't supported", "export it as PNG"),
        Some(OtherFormat::JpegXl) => ("is a JPEG XL picture, which isn't supported", AS_JPEG),
        Some(OtherFormat::Photoshop) => ("is a Photoshop document, which isn't supported", AS_JPEG),
        Some(OtherFormat::Pdf) => {
            ("is a PDF document, not a picture", "export the page that you need as JPEG")
        }
        Some(OtherFormat::Film) => ("is a video, not a picture", "export its best frame as JPEG"),
        Some(OtherFormat::Empty) => ("is empty", "copy it again from its source"),
    };
    diagnostic!(code::BAD_IMAGE, span, "content/images/{name} {what}";
        expected: "a JPEG, PNG, WebP or SVG file";
        help)
}

fn flawed(flaw: &Flaw, name: &str, span: Span) -> Diagnostic {
    match flaw {
        Flaw::Unsupported => not_read(None, name, span),
        Flaw::Damaged(reason) => diagnostic!(code::BAD_IMAGE, span,
            "content/images/{name} is damaged and can't be read: {reason}";
            expected: "a complete JPEG, PNG, WebP or SVG file";
            help: "copy it again from its source"),
        Flaw::NotDrawn(element) => {
            let help = match element.as_str() {
                "text" => "convert its text to paths in your drawing program, and save it again",
                _ => "export it as PNG, as wide as it is ever shown, at most 1920 pixels",
            };
            diagnostic!(code::BAD_IMAGE, span,
                "content/images/{name} has a <{element}>, which isn't supported";
                expected: "a drawing of shapes only";
                help)
        }
        Flaw::TooLarge => diagnostic!(code::BAD_IMAGE, span, "content/images/{name} has too many pixels";
            expected: "a picture of at most {} million pixels", MOST_PIXELS / 1_000_000;
            help: "scale it down in an image editor; it is never shown wider than 1920 pixels"),
    }
}
