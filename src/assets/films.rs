//! The films of `content/films` that sections show, and their captions, published under names with a hash.

use std::collections::BTreeMap;

use super::{names::published_stem, soundness};
use crate::{
    cache,
    content::Content,
    diagnostic::{Diagnostic, Diagnostics, Span, code, diagnostic, report},
    output::{Artifact, Origin},
    schema::{
        Data, Scalar, Table,
        decode::{CAPTIONS, FILM, FILMS, IMAGES},
    },
    source::{STATIC, Sources, WrongContent, paths::extension, placeholder},
};

/// The text with which captions begin, perhaps behind a mark of their encoding.
const CAPTIONS_BEGIN: [&[u8]; 2] = [b"WEBVTT", b"\xEF\xBB\xBFWEBVTT"];

/// The ways to a film and to captions that browsers play.
const MAKE_FILM: &str =
    "save it as MP4 with H.264, such as with HandBrake's preset \"Fast 720p30\", which also makes it small";
const MAKE_CAPTIONS: &str =
    "save them as WebVTT: the first line is WEBVTT, and times have a point, as 00:01.000";

/// The path of a film or its captions within the site, without the base path. Returns `None` if there is no such file.
pub fn film_path(name: &str, sources: &Sources) -> Option<String> {
    let hash = sources.binary_at(&format!("{FILMS}{name}"))?.hash().ok()?;
    let (stem, extension) = name.rsplit_once('.')?;
    let stem = published_stem(stem, &cache::short(&hash, 8));
    Some(format!("/films/{stem}.{}", extension.to_lowercase()))
}

/// The files of all films and captions that sections show. Reports those that are missing, or that browsers don't play.
pub fn films(
    content: &Content,
    drafts: bool,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Vec<Artifact> {
    let mut places: BTreeMap<(&str, FilmFile), Span> = BTreeMap::new();
    let sections = content.in_published_languages(drafts).flat_map(|content| {
        content.sections().filter(move |section| !content.project.is_foreign(section.span))
    });
    for section in sections {
        if let Some(film) = film_without_picture(section) {
            report!(diagnostics, code::MISSING_KEY, film, "this film has no picture to show until it plays";
                help: "add image = {{ file = \"...\", decorative = true }}, such as its first frame");
        }
        for (_, value) in section.iter() {
            if let Data::Str(scalar, name) = &value.value
                && let Some(kind) = FilmFile::of(*scalar)
                && value.span.is_somewhere()
            {
                places.entry((name, kind)).or_insert(value.span);
            }
        }
    }
    let mut artifacts = Vec::new();
    for ((name, kind), span) in places {
        match artifact(name, kind, span, sources) {
            Ok(artifact) => artifacts.extend(artifact),
            Err(wrong) => diagnostics.push(*wrong),
        }
    }
    artifacts
}

/// The kinds of files in the folder of films.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FilmFile {
    Film,
    Captions,
}

impl FilmFile {
    /// The kind that a scalar names; `None` for any other scalar.
    fn of(scalar: Scalar) -> Option<Self> {
        [(FILM, Self::Film), (CAPTIONS, Self::Captions)]
            .into_iter()
            .find_map(|(named, kind)| (named == scalar).then_some(kind))
    }

    /// The mistake in a file with this ending and these bytes, if browsers don't play it.
    fn flaw(self, name: &str, bytes: &[u8]) -> Option<String> {
        let ending = extension(name).to_lowercase();
        match self {
            Self::Film if !["mp4", "webm"].contains(&&*ending) => {
                Some("is no film that all browsers play".to_owned())
            }
            Self::Film => soundness::flaw(name, bytes),
            Self::Captions if ending != "vtt" => {
                Some("has captions of another kind than browsers read".to_owned())
            }
            Self::Captions => {
                let is_begun = CAPTIONS_BEGIN.iter().any(|beginning| bytes.starts_with(beginning));
                (!is_begun).then(|| "doesn't begin as captions do".to_owned())
            }
        }
    }

    /// The way to one that browsers play.
    fn advice(self) -> &'static str {
        match self {
            Self::Film => MAKE_FILM,
            Self::Captions => MAKE_CAPTIONS,
        }
    }
}

/// The place of a film in a section that plays it behind words, and has no picture.
fn film_without_picture(section: &Table) -> Option<Span> {
    let film = section.get("film")?.span;
    (section.schema.field("image").is_some() && section.get("image").is_none()).then_some(film)
}

fn artifact(
    name: &str,
    kind: FilmFile,
    span: Span,
    sources: &Sources,
) -> Result<Option<Artifact>, Box<Diagnostic>> {
    let Some(binary) = sources.binary_at(&format!("{FILMS}{name}")) else {
        return Err(Box::new(missing(name, span, sources)));
    };
    let wrong = |what: &str, help: &'static str| {
        Box::new(diagnostic!(code::BAD_FILM, span, "{FILMS}{name} {what}"; help))
    };
    let bytes =
        binary.bytes().map_err(|reason| wrong(&format!("can't be read: {reason}"), "copy it here again"))?;
    if let Some(WrongContent { what, help }) = placeholder(&bytes) {
        return Err(wrong(what, help));
    }
    if bytes.is_empty() {
        return Err(wrong("is empty", "copy it here again: it is incomplete"));
    }
    if let Some(flaw) = kind.flaw(name, &bytes) {
        return Err(wrong(&flaw, kind.advice()));
    }
    let path = film_path(name, sources);
    let origin = Origin { content: span.file, template: None };
    Ok(path.and_then(|path| Artifact::hashed(&path, bytes, origin)))
}

fn missing(name: &str, span: Span, sources: &Sources) -> Diagnostic {
    let elsewhere =
        [IMAGES, STATIC].iter().find(|folder| sources.binary_at(&format!("{folder}{name}")).is_some());
    let missing = diagnostic!(code::MISSING_FILM, span, "there is no file \"{name}\" in {FILMS}");
    if let Some(folder) = elsewhere {
        return missing.help(format!("move {folder}{name} to {FILMS}"));
    }
    let names = sources.binaries_below(FILMS).filter_map(|path| path.strip_prefix(FILMS));
    missing.help(format!("put it into {FILMS}")).did_you_mean(sources, name, names)
}
