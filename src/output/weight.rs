//! What each page weighs, and whether that's within its budget.

use std::collections::HashMap;

use super::{Measured, OutputPath, check::References};
use crate::{
    content::Budget,
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span},
};

/// Some files of a page together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Their bytes.
    pub bytes: usize,
    /// The bytes and the name of the heaviest of them.
    pub heaviest: (usize, String),
}

impl Load {
    /// Adds a file.
    pub fn add(&mut self, bytes: usize, name: &str) {
        self.bytes += bytes;
        if bytes > self.heaviest.0 {
            self.heaviest = (bytes, name.to_owned());
        }
    }
}

/// What a page asks for, as [`Budget`] counts it.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each is counted as the budget of its name")]
pub struct Weight {
    /// The page's address within the site.
    pub page: String,
    content: FileId,
    pub html: usize,
    pub css: Load,
    pub script: Load,
    pub font: Load,
    /// Nothing if the page has none at its top, or if it isn't encoded yet.
    pub image: Load,
}

/// Weighs every page, in the order of `files`. `scripts` has what each page may load.
pub fn weigh(
    files: &[Measured],
    references: &References,
    scripts: &HashMap<OutputPath, Load>,
) -> Vec<Weight> {
    let lengths: HashMap<&OutputPath, usize> = files.iter().map(|file| (&file.path, file.length)).collect();
    let length = |path: &OutputPath| lengths.get(path).copied().unwrap_or_default();
    let pages = files.iter().filter(|file| file.path.is_html());
    let sheets: Vec<&OutputPath> =
        files.iter().map(|file| &file.path).filter(|path| path.extension() == "css").collect();
    pages
        .map(|page| {
            let (mut css, mut font, mut image) = (Load::default(), Load::default(), Load::default());
            for sheet in sheets.iter().filter(|sheet| references.is_between(&page.path, sheet)) {
                css.add(length(sheet), sheet.as_str());
                for file in references.of(sheet).filter(|path| path.extension() == "woff2") {
                    font.add(length(file), file.as_str());
                }
            }
            if let Some(path) = &page.top_picture {
                image.add(length(path), path.as_str());
            }
            Weight {
                page: page.path.address(),
                content: page.origin.content,
                html: page.length,
                css,
                script: scripts.get(&page.path).cloned().unwrap_or_default(),
                font,
                image,
            }
        })
        .collect()
}

/// Reports each page that is over its budget. What all pages share is reported with the first.
pub fn check(weights: &[Weight], budget: &Budget) -> Diagnostics {
    let mut found = Diagnostics::default();
    let mut told: Vec<(&str, &Load)> = Vec::new();
    for weight in weights {
        let Weight { page, html, .. } = weight;
        let at = Span::whole(weight.content);
        if *html > budget.html {
            let what = over(page, *html, "HTML", budget.html);
            let help = "put less on the page, or raise html in [budget] in content/site.toml";
            found.push(Diagnostic::new(Code::Budget, at, what).help(help));
        }
        for (kind, key, load, most) in [
            ("CSS", "css", &weight.css, budget.css),
            ("script", "script", &weight.script, budget.script),
            ("fonts", "font", &weight.font, budget.font),
            ("the picture at its top", "image", &weight.image, budget.image),
        ] {
            if load.bytes <= most || told.contains(&(key, load)) {
                continue;
            }
            told.push((key, load));
            let (bytes, culprit) = &load.heaviest;
            found.push(Diagnostic::new(Code::Budget, at, over(page, load.bytes, kind, most)).help(format!(
                "{bytes} bytes of it are {culprit}: make that smaller, or raise {key} in [budget] in \
                 content/site.toml"
            )));
        }
    }
    found
}

fn over(page: &str, bytes: usize, kind: &str, budget: usize) -> String {
    format!("{page} asks for {bytes} bytes of {kind}; the budget is {budget}")
}
