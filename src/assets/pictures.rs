//! The pictures that content mentions.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use rayon::prelude::*;

use crate::{
    content::Content,
    decode::{Mention, value::ImageFile},
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span, nearest},
    output::{Artifact, Origin, OutputPath},
    source::Sources,
};

/// A picture as pages show it.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its path within the site, without the base path: `/images/boxing-1a2b3c4d.jpg`.
    pub path: String,
    /// In pixels.
    pub width: usize,
    /// In pixels.
    pub height: usize,
    bytes: Arc<[u8]>,
    content: FileId,
}

/// All pictures that content mentions, by file; nothing stands for one that was reported.
#[derive(Debug, Default)]
pub struct Pictures(BTreeMap<ImageFile, Option<Picture>>);

impl Pictures {
    /// Reads them; one that is missing or no picture is reported wherever it's mentioned.
    pub fn read(content: &Content, sources: &Sources, diagnostics: &mut Diagnostics) -> Self {
        let mut places: BTreeMap<&ImageFile, Vec<Span>> = BTreeMap::new();
        for (mention, span) in &content.mentions {
            if let Mention::Image(file) = mention {
                places.entry(file).or_default().push(*span);
            }
        }
        let read: Vec<_> = places
            .par_iter()
            .map(|(file, spans)| {
                let content = spans.first().map_or(FileId(0), |span| span.file);
                ((*file).clone(), spans, read(file, content, sources))
            })
            .collect();
        let mut pictures = BTreeMap::new();
        for (file, spans, result) in read {
            match result {
                Ok(picture) => drop(pictures.insert(file, Some(picture))),
                Err(wrong) => {
                    diagnostics.extend(spans.iter().map(|span| wrong.report(&file, *span, sources)));
                    pictures.insert(file, None);
                }
            }
        }
        Self(pictures)
    }

    /// The picture made from this file; nothing if the file is mentioned but can't be shown.
    ///
    /// # Errors
    /// If no content mentions the file, so that it's not in the site.
    pub fn get(&self, file: &ImageFile) -> Result<Option<&Picture>, NotMentioned> {
        if file.is_stand_in() {
            return Ok(None);
        }
        self.0.get(file).map(Option::as_ref).ok_or(NotMentioned)
    }

    /// The files of the site.
    pub fn artifacts(&self) -> impl Iterator<Item = Artifact> {
        self.0.values().flatten().filter_map(|picture| {
            Some(Artifact {
                path: OutputPath::new(picture.path.trim_start_matches('/'))?,
                bytes: picture.bytes.clone(),
                origin: Origin { content: picture.content, template: None },
                lingers: true,
            })
        })
    }
}

/// A file that no content mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotMentioned;

/// Why a picture can't be shown.
enum Wrong {
    Missing,
    Unreadable(String),
    NoPicture,
}

fn read(file: &ImageFile, content: FileId, sources: &Sources) -> Result<Picture, Wrong> {
    let binary = sources.binary_at(&file.path()).ok_or(Wrong::Missing)?;
    let unreadable = |reason: &str| Wrong::Unreadable(reason.to_owned());
    let bytes = binary.bytes().map_err(unreadable)?.clone();
    let size = imagesize::blob_size(&bytes).map_err(|_| Wrong::NoPicture)?;
    let extension = extension(&bytes).ok_or(Wrong::NoPicture)?;
    let name = Path::new(file.as_str()).file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let hash = binary.hash().map_err(unreadable)?.to_hex();
    Ok(Picture {
        path: format!("/images/{}-{}.{extension}", plain(&name), &hash.as_str()[..8]),
        width: size.width,
        height: size.height,
        bytes,
        content,
    })
}

/// By what the file holds, not by its name: hosts tell browsers the type by the extension.
fn extension(bytes: &[u8]) -> Option<&'static str> {
    use imagesize::ImageType;
    match imagesize::image_type(bytes).ok()? {
        ImageType::Jpeg => Some("jpg"),
        ImageType::Png => Some("png"),
        ImageType::Webp => Some("webp"),
        ImageType::Gif => Some("gif"),
        ImageType::Heif(imagesize::Compression::Av1) => Some("avif"),
        _ => None,
    }
}

/// A name for an address: lower-case letters, digits and hyphens.
fn plain(name: &str) -> String {
    let lower = name.to_lowercase();
    lower
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

impl Wrong {
    fn report(&self, file: &ImageFile, span: Span, sources: &Sources) -> Diagnostic {
        let name = file.as_str();
        match self {
            Self::Missing => {
                let names = sources
                    .binaries_below(ImageFile::FOLDER)
                    .filter_map(|path| path.strip_prefix(ImageFile::FOLDER));
                let help = match nearest(name, names) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => "put the picture into content/images".to_owned(),
                };
                Diagnostic::new(
                    Code::MissingImage,
                    span,
                    format!("there is no picture \"{name}\" in content/images"),
                )
                .expected("the name of a file in content/images, such as \"boxing.jpg\"")
                .help(help)
            }
            Self::Unreadable(reason) => Diagnostic::new(
                Code::Unreadable,
                span,
                format!("content/images/{name} can't be read: {reason}"),
            )
            .help("check the file's permissions"),
            Self::NoPicture => Diagnostic::new(
                Code::BadImage,
                span,
                format!("content/images/{name} is no picture that browsers show"),
            )
            .expected("a JPEG, PNG, WebP, AVIF or GIF file")
            .help("open it in an image editor and save it as JPEG"),
        }
    }
}
