//! What each page weighs, and whether that's within its budget.

use std::sync::Arc;

use foldhash::HashMap;
use rayon::prelude::*;

use super::{Measured, OutputPath, check::References};
use crate::{
    content::Budget,
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Lint, Span},
};

/// Some files of a page together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Payload {
    /// Their bytes.
    pub bytes: usize,
    /// The bytes and the name of the heaviest of them.
    pub heaviest: (usize, Arc<str>),
}

impl Payload {
    /// A file.
    pub fn new(bytes: usize, name: &str) -> Self {
        Self { bytes, heaviest: (bytes, name.into()) }
    }

    /// Adds what else is loaded.
    pub fn add(&mut self, other: &Self) {
        self.bytes += other.bytes;
        if other.heaviest.0 > self.heaviest.0 {
            self.heaviest = other.heaviest.clone();
        }
    }
}

/// What a page loads, as [`Budget`] counts it.
#[derive(Clone, Debug)]
pub struct Weight<'m> {
    /// The page's file.
    pub page: &'m OutputPath,
    content: FileId,
    pub html: usize,
    pub css: Payload,
    pub script: Payload,
    pub font: Payload,
    /// Nothing if the page has none at its top, or if it isn't encoded yet.
    pub image: Payload,
}

/// Weighs `pages`, each of which may load so much script. `files` are all files of the site.
pub fn weigh<'m>(
    pages: Vec<(&'m Measured, Payload)>,
    files: &[&Measured],
    references: &References,
) -> Vec<Weight<'m>> {
    let lengths: HashMap<&OutputPath, usize> = files.iter().map(|file| (&file.path, file.length)).collect();
    let payload =
        |path: &OutputPath| Payload::new(lengths.get(path).copied().unwrap_or_default(), path.as_str());
    let sheets = files.iter().map(|file| &file.path).filter(|path| path.extension() == "css");
    let sheets: Vec<(&OutputPath, Payload, Vec<Payload>)> = sheets
        .map(|sheet| {
            let fonts = references.targets(sheet).filter(|path| path.extension() == "woff2");
            (sheet, payload(sheet), fonts.map(payload).collect())
        })
        .collect();
    let weight = |(page, script): (&'m Measured, Payload)| {
        let (mut css, mut font, mut image) = (Payload::default(), Payload::default(), Payload::default());
        for (_, sheet, fonts) in sheets.iter().filter(|(sheet, ..)| references.is_between(&page.path, sheet))
        {
            css.add(sheet);
            fonts.iter().for_each(|file| font.add(file));
        }
        if let Some(path) = &page.top_picture {
            image.add(&payload(path));
        }
        Weight { page: &page.path, content: page.origin.content, html: page.length, css, script, font, image }
    };
    pages.into_par_iter().filter(|(page, _)| page.path.is_html()).map(weight).collect()
}

/// Reports what is over its budget: files that all pages share with the first of them. `place` says where content names
/// the picture of a file, in a content file if it does there.
pub fn check(
    weights: &[Weight<'_>],
    files: &[&Measured],
    budget: &Budget,
    place: impl Fn(&str, FileId) -> Option<Span>,
) -> Diagnostics {
    let mut found = Diagnostics::default();
    let mut reported: Vec<(&str, &Payload)> = Vec::new();
    for weight in weights {
        let Weight { page, html, .. } = weight;
        let at = Span::whole(weight.content);
        if *html > budget.html {
            let what = over(page, *html, "HTML", budget.html);
            let help = "put less on the page, or raise html in [budget] in content/site.toml";
            found.push(Diagnostic::new(Lint::HeavyPage, at, what).help(help));
        }
        for (kind, key, payload, most) in [
            ("CSS", "css", &weight.css, budget.css),
            ("script", "script", &weight.script, budget.script),
            ("fonts", "font", &weight.font, budget.font),
            ("the picture at its top", "image", &weight.image, budget.image),
        ] {
            if payload.bytes <= most || reported.contains(&(key, payload)) {
                continue;
            }
            reported.push((key, payload));
            let what = over(page, payload.bytes, kind, most);
            let (bytes, culprit) = &payload.heaviest;
            let raise = format!("raise {key} in [budget] in content/site.toml");
            found.push(match key {
                "image" => Diagnostic::new(Lint::HeavyPicture, place(culprit, weight.content).unwrap_or(at), what)
                    .help(format!(
                        "choose a picture with less detail in it, such as one with a plain background, or {raise}; \
                         visitors see nothing of the page's top until it is there"
                    )),
                // Which sections and islands a page has is content; what each of them weighs isn't.
                "css" | "script" if *bytes <= most => Diagnostic::new(Lint::HeavyPage, at, what)
                    .help(format!("put sections of fewer kinds on the page, or {raise}")),
                _ => {
                    let origin = files.iter().find(|file| *file.path.as_str() == **culprit);
                    let at = origin.and_then(|file| file.origin.template).map_or(at, Span::whole);
                    Diagnostic::new(Code::Budget, at, what)
                        .help(format!("{bytes} bytes of it are {culprit}: make that smaller, or {raise}"))
                }
            });
        }
    }
    found
}

fn over(page: &OutputPath, bytes: usize, kind: &str, budget: usize) -> String {
    format!("{} asks for {bytes} bytes of {kind}; the budget is {budget}", page.address())
}
