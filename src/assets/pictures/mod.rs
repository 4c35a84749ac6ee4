//! The pictures that content mentions, and the files that are made from them.
//!
//! A picture is published in several widths and formats, from which browsers choose. What these files are
//! called follows from the source and the settings, so that pages are rendered before anything is encoded.

pub mod cards;
mod format;
mod icons;
mod sizes;
mod source;
mod tone;
mod variant;
mod verdicts;
mod widths;
mod wrong;

use std::{
    collections::{BTreeMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use rayon::prelude::*;

pub use self::{format::Format, icons::Purpose, variant::Variant};
use self::{icons::Icon, source::Source, tone::Tones, variant::Print, verdicts::Verdicts};
use crate::{
    content::Content,
    decode::{
        Mention,
        value::{ImageFile, Spanned},
    },
    diagnostic::{Diagnostics, FileId, Span},
    failure::Failure,
    output::{Artifact, Bytes, Deferred, Origin, OutputPath},
    source::Sources,
    store::{Shelf, Store},
};

/// The width that browsers get which can't choose one.
const PLAIN_WIDTH: u32 = 750;

/// A picture as pages show it.
#[derive(Clone, Debug)]
pub struct Picture {
    source: Arc<Source>,
    content: FileId,
}

/// All pictures that content mentions, by file; nothing stands for one that was reported.
#[derive(Debug, Default)]
pub struct Pictures {
    by_file: BTreeMap<ImageFile, Option<Picture>>,
    sign: Option<Picture>,
    shelf: Shelf,
}

impl Pictures {
    /// Looks at them; one that is missing or no picture is reported wherever it's mentioned. What was found
    /// out is remembered in `store`, as is what will be encoded.
    pub fn read(content: &Content, sources: &Sources, store: &Store, diagnostics: &mut Diagnostics) -> Self {
        let mut places: BTreeMap<&ImageFile, Vec<Span>> = BTreeMap::new();
        for (mention, spans) in content.mentions() {
            if let Mention::Image(file) = mention {
                places.entry(file).or_default().extend(spans);
            }
        }
        let verdicts = Verdicts::load(store);
        let looks: Vec<_> = places
            .into_par_iter()
            .map(|(file, spans)| (file, spans, Source::look(file, sources, &verdicts)))
            .collect();
        verdicts.replace(looks.iter().filter_map(|(_, _, (verdict, _))| *verdict), store);
        let mut by_file = BTreeMap::new();
        for (file, spans, (_, source)) in looks {
            let picture = match source {
                Ok(source) => {
                    let content = spans.first().map_or(FileId(0), |span| span.file);
                    Some(Picture { source: Arc::new(source), content })
                }
                Err(wrong) => {
                    diagnostics.extend(spans.iter().map(|span| wrong.report(file, *span, sources)));
                    None
                }
            };
            by_file.insert(file.clone(), picture);
        }
        let sign = content.gym.value.icon.as_ref().and_then(|icon| sign(icon, &by_file, diagnostics));
        Self { by_file, sign, shelf: store.shelf("images") }
    }

    /// The path of the icon for this purpose, without the base path; nothing if content names no picture for it.
    pub fn icon(&self, purpose: Purpose) -> Option<String> {
        self.icons().find(|icon| icon.purpose == purpose).map(|icon| icon.path())
    }

    fn icons(&self) -> impl Iterator<Item = Icon> {
        let icon = |(sign, purpose): (&Picture, Purpose)| Icon {
            source: sign.source.clone(),
            purpose,
            shelf: self.shelf.clone(),
        };
        self.sign.iter().flat_map(|sign| Purpose::ALL.map(|purpose| (sign, purpose))).map(icon)
    }

    /// The picture made from this file; nothing if the file is mentioned but can't be shown.
    ///
    /// # Errors
    /// If no content mentions the file, so that it's not in the site.
    pub fn get(&self, file: &ImageFile) -> Result<Option<&Picture>, NotMentioned> {
        if file.is_stand_in() {
            return Ok(None);
        }
        self.by_file.get(file).map(Option::as_ref).ok_or(NotMentioned)
    }

    /// The rules of the classes that [`Picture::classes`] names.
    pub fn rules(&self) -> String {
        tone::rules(self.by_file.values().flatten().filter_map(|picture| picture.source.tones))
    }

    /// All files that can be made from them, each once.
    pub fn artifacts(&self) -> impl Iterator<Item = Artifact> {
        let mut files = BTreeMap::new();
        for picture in self.by_file.values().flatten() {
            for variant in picture.all() {
                let Some(path) = OutputPath::new(variant.path().trim_start_matches('/')) else { continue };
                let print = Print { variant, shelf: self.shelf.clone() };
                let bytes = Bytes::Deferred(Arc::new(print));
                let origin = Origin { content: picture.content, template: None };
                files.insert(path.clone(), Artifact { path, bytes, origin, lingers: true });
            }
        }
        let origin =
            Origin { content: self.sign.as_ref().map_or(FileId(0), |sign| sign.content), template: None };
        files.into_values().chain(self.icons().filter_map(move |icon| icon.artifact(origin)))
    }

    /// Makes those of `artifacts` that have to be made and weren't kept, on all cores. `told`
    /// hears of each. Returned is how many.
    ///
    /// # Errors
    /// If a source is another than it was, or the machine fails.
    pub fn encode(&self, artifacts: &[Artifact], told: &Told<'_>) -> Result<usize, Failure> {
        let wanted: HashSet<String> = artifacts.iter().map(|artifact| artifact.path.address()).collect();
        // By source, so that each is decoded once and few are in memory at a time.
        let work: Vec<Vec<Variant>> = self
            .by_file
            .values()
            .flatten()
            .map(|picture| {
                let variants = picture.all().filter(|variant| wanted.contains(&variant.path()));
                variants.filter(|variant| !self.shelf.has(&variant.kept_as())).collect()
            })
            .filter(|variants: &Vec<_>| !variants.is_empty())
            .collect();
        let in_work: HashSet<String> = work.iter().flatten().map(Variant::path).collect();
        let others: Vec<&dyn Deferred> = artifacts
            .iter()
            .filter_map(|artifact| Some((artifact, artifact.bytes.deferred()?)))
            .filter(|(artifact, _)| !in_work.contains(&artifact.path.address()))
            .map(|(_, deferred)| deferred)
            .filter(|deferred| !deferred.is_kept())
            .collect();
        let all = in_work.len() + others.len();
        let done = AtomicUsize::new(0);
        let tell = || told(Progress { done: done.fetch_add(1, Ordering::Relaxed) + 1, all });
        work.par_iter().with_max_len(1).try_for_each(|variants| {
            let Some(first) = variants.first() else { return Ok(()) };
            let pixels = first.source.decode()?;
            variants.iter().try_for_each(|variant| {
                self.shelf.save(&variant.kept_as(), &variant.encode(&pixels)?);
                tell();
                Ok(())
            })
        })?;
        others.par_iter().try_for_each(|other| {
            other.make()?;
            tell();
            Ok(())
        })?;
        Ok(all)
    }

    /// Forgets what was kept of neither the pictures that content mentions nor these artifacts.
    pub fn forget_others(&self, artifacts: &[Artifact]) {
        let variants = self.by_file.values().flatten().flat_map(Picture::all);
        let needed = artifacts.iter().filter_map(|artifact| artifact.bytes.deferred());
        let names = variants.map(|variant| variant.kept_as()).chain(needed.map(Deferred::kept_as));
        self.shelf.retain(&names.collect());
    }
}

/// The picture from which icons are made, if they can be.
fn sign(
    stated: &Spanned<ImageFile>,
    pictures: &BTreeMap<ImageFile, Option<Picture>>,
    diagnostics: &mut Diagnostics,
) -> Option<Picture> {
    let picture = pictures.get(&stated.value)?.as_ref()?;
    let (width, height) = picture.source.size;
    if width != height || width < icons::LEAST {
        diagnostics.push(wrong::no_sign(stated.value.as_str(), picture.source.size, stated.span));
        return None;
    }
    Some(picture.clone())
}

/// How far encoding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Files that are encoded.
    pub done: usize,
    /// Files that were to be encoded.
    pub all: usize,
}

/// Hears how far encoding is.
pub type Told<'t> = dyn Fn(Progress) + Sync + 't;

/// A file that no content mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotMentioned;

impl Picture {
    /// The formats that it's published in, the best first. The last is one that every browser knows.
    pub fn formats(&self) -> &'static [Format] {
        Format::of(self.source.is_transparent())
    }

    /// Width and height in pixels of the largest file.
    pub fn size(&self) -> (u32, u32) {
        let largest = self.largest();
        (largest.width, largest.height)
    }

    /// The classes that colour its place until it arrives.
    pub fn classes(&self) -> Option<String> {
        self.source.tones.map(Tones::classes)
    }

    /// The files of one format that are of use where the picture is shown as `sizes` says, ascending.
    pub fn choices(&self, format: Format, sizes: &str) -> Vec<Variant> {
        let most = sizes::most_pixels(sizes).unwrap_or(f64::INFINITY);
        let variants: Vec<Variant> = self.variants(format).collect();
        let enough = variants.iter().position(|variant| f64::from(variant.width) >= most);
        let useful = enough.map_or(variants.len(), |last| last + 1);
        // The few browsers that don't know the best format do with half of the steps.
        let step = if self.formats().first() == Some(&format) { 1 } else { 2 };
        let mut choices: Vec<Variant> = variants.into_iter().take(useful).rev().step_by(step).collect();
        choices.reverse();
        choices
    }

    /// For browsers that can't choose.
    pub fn plain(&self, sizes: &str) -> Option<Variant> {
        let choices = self.choices(self.fallback(), sizes);
        let at_most = choices.partition_point(|variant| variant.width <= PLAIN_WIDTH);
        choices.into_iter().nth(at_most.saturating_sub(1))
    }

    /// For cards and programs.
    pub fn largest(&self) -> Variant {
        let (width, height) = self.source.size;
        Variant::new(&self.source, self.fallback(), widths::of(width, height).pop().unwrap_or(width))
    }

    fn fallback(&self) -> Format {
        self.formats().last().copied().unwrap_or(Format::Jpeg)
    }

    fn variants(&self, format: Format) -> impl Iterator<Item = Variant> {
        let (width, height) = self.source.size;
        let widths = widths::of(width, height).into_iter();
        widths.map(move |width| Variant::new(&self.source, format, width))
    }

    fn all(&self) -> impl Iterator<Item = Variant> {
        self.formats().iter().flat_map(|format| self.variants(*format))
    }
}
