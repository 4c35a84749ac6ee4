//! Why a picture can't be shown, and how that is told.

use gympress_pixels::Flaw;

use super::icons::LEAST;
use crate::{
    decode::value::ImageFile,
    diagnostic::{Code, Diagnostic, Span, nearest},
    source::Sources,
};

/// Why there is no picture.
pub(super) enum Wrong {
    Missing,
    Unreadable(String),
    Flawed(Flaw),
}

impl Wrong {
    /// The report for one place that names the file.
    pub fn report(&self, file: &ImageFile, span: Span, sources: &Sources) -> Diagnostic {
        let name = file.as_str();
        match self {
            Self::Missing => missing(name, span, sources),
            Self::Unreadable(reason) => Diagnostic::new(
                Code::Unreadable,
                span,
                format!("content/images/{name} can't be read: {reason}"),
            )
            .help("check the file's permissions"),
            Self::Flawed(flaw) => flawed(*flaw, name, span),
        }
    }
}

/// Reports a sign that no icons can be made of. `size` is its own, in pixels.
pub(super) fn no_sign(name: &str, (width, height): (u32, u32), span: Span) -> Diagnostic {
    let what =
        format!("content/images/{name} can't become the site's icons: it has {width} x {height} pixels");
    Diagnostic::new(Code::BadImage, span, what)
        .expected(format!("a square picture of at least {LEAST} x {LEAST} pixels"))
        .help("save the gym's sign again as a larger square")
}

fn missing(name: &str, span: Span, sources: &Sources) -> Diagnostic {
    let names = sources.binaries_below(ImageFile::FOLDER);
    let names = names.filter_map(|path| path.strip_prefix(ImageFile::FOLDER));
    let help = match nearest(name, names) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => "put the picture into content/images".to_owned(),
    };
    Diagnostic::new(Code::MissingImage, span, format!("there is no picture \"{name}\" in content/images"))
        .expected("the name of a file in content/images, such as \"boxing.jpg\"")
        .help(help)
}

fn flawed(flaw: Flaw, name: &str, span: Span) -> Diagnostic {
    let tell = |what: &str| Diagnostic::new(Code::BadImage, span, format!("content/images/{name} {what}"));
    match flaw {
        Flaw::Kind => tell("is no picture that can be read")
            .expected("a JPEG, PNG or WebP file")
            .help("open it in an image editor and save it as JPEG"),
        Flaw::Damaged => tell("is damaged: a part of the picture is missing or can't be read")
            .expected("a whole JPEG, PNG or WebP file")
            .help("copy it again from where it came from"),
        Flaw::TooLarge => tell("has more pixels than can be worked with")
            .expected("a picture of at most 100 million pixels")
            .help("make it smaller in an image editor; 1920 pixels are as wide as it's ever shown"),
    }
}
