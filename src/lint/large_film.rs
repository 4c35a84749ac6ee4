//! Films behind words that take long to load.

use super::prelude::*;
use crate::{
    schema::{
        Data, Table,
        decode::{CAPTIONS, FILM, FILMS},
    },
    source::Sources,
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "large-film",
        severity: Severity::Warning,
        summary: "a film behind words has more than 4 MB, which visitors load without having asked for it",
        text: "Ten seconds without sound, 1280 pixels wide, come to 2 MB: `ffmpeg -i in.mov -an -t 10 -vf scale=1280:-2 -crf 28 \
            hero.mp4`.",
        wrong: &[Example::shown("content/films/hero.mp4, with 38 MB")],
        right: &[Example::shown("content/films/hero.mp4, with 2 MB")],
    },
);

/// In megabytes.
const MOST: u64 = 4;

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let sources = &content.project.sources;
    warnings.extend(content.sections().filter_map(|section| too_large(section, sources)));
}

fn too_large(section: &Table, sources: &Sources) -> Option<Diagnostic> {
    // A film with controls is loaded when somebody plays it.
    let has_controls = section.schema.fields.iter().any(|field| field.kind.is_one_of(&[CAPTIONS]));
    let (name, span) = section.iter().find_map(|(_, value)| match &value.value {
        Data::Str(scalar, name) if *scalar == FILM && !has_controls => Some((name, value.span)),
        _ => None,
    })?;
    let size = sources.binary_at(&format!("{FILMS}{name}"))?.size()?.div_ceil(1_000_000);
    (size > MOST).then(|| {
        diagnostic!(LINT.code, span, "this film has {size} MB, which everybody loads who opens the page";
            help: "make it shorter and smaller: at most {MOST} MB, without sound, 1280 pixels wide")
    })
}
