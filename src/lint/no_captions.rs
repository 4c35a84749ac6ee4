//! Films that say something which not everybody hears.

use super::prelude::*;
use crate::schema::{
    Data, Table,
    decode::{CAPTIONS, FILM},
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "no-captions",
        severity: Severity::Warning,
        summary: "a film has no captions, and isn't said to be silent",
        text: "Many watch without sound, and some don't hear. Captions are a file of WebVTT beside the film, which \
            services such as YouTube Studio make of a film by themselves. A film in which nobody speaks is `silent = true`.",
        wrong: &[Example::shown("file = \"monday.mp4\"")],
        right: &[Example::shown("file = \"monday.mp4\"\ncaptions = \"monday.en.vtt\"")],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    warnings.extend(content.sections().filter_map(|section| without_captions(section)));
}

fn without_captions(section: &Table) -> Option<Diagnostic> {
    let captions = section.schema.fields.iter().find(|field| field.kind.is_one_of(&[CAPTIONS]))?;
    let (_, film) =
        section.iter().find(|(_, value)| matches!(value.value, Data::Str(scalar, _) if scalar == FILM))?;
    if section.get(&captions.key).is_some() || section.is("silent") || !film.span.is_somewhere() {
        return None;
    }
    Some(diagnostic!(LINT.code, film.span, "this film has no captions";
        help: "add {} = \"...\", a file of content/films that ends in .vtt, or silent = true if nobody speaks in it", captions.key))
}
