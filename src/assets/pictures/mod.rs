//! The pictures that content references, and the files that are made from them.
//!
//! A picture is published in several widths and formats, from which browsers choose. What these files are
//! called follows from the source and the settings, so that pages are rendered before anything is encoded.

pub mod cards;
mod format;
mod icons;
mod source;
pub mod focus;
mod variant;
mod probes;
mod sizes;
mod widths;
mod error;

use std::{
    collections::{BTreeMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use color::{AlphaColor, Srgb};
use rayon::prelude::*;

pub use self::{format::Format, icons::IconKind, variant::Variant};
use self::{icons::Icon, probes::PictureProbes, sizes::widest, source::Source};
use crate::{
    cache::{BlobCache, Cache},
    content::Content,
    diagnostic::{Diagnostic, Diagnostics, Failure, FileId, Span, code, diagnostic},
    output::{Artifact, Deferred, Origin},
    schema::decode::{
        IMAGES, Reference,
        value::{ImageFile, Spanned},
    },
    source::Sources,
};

/// Pixels of the screen for each CSS pixel. Phones have more, with no visible difference.
const DENSITY: f64 = 2.0;

/// A picture that is shown more than so many times as wide as it is looks blurred to anybody.
const SHARP: f64 = 3.0;

/// The width that browsers get which can't choose one.
const PLAIN_WIDTH: u32 = 750;

/// A picture as pages show it.
#[derive(Clone, Debug)]
pub struct Picture {
    source: Arc<Source>,
    /// The file that names it first.
    content: FileId,
    /// Where content names it, at least once.
    places: Arc<[Span]>,
    /// Its files by format, the best format first. The last is one that all browsers support.
    formats: Arc<[FormatFiles]>,
    /// The one for cards and programs.
    largest: Variant,
    /// How many CSS pixels wide it is shown at most, as far as pages were rendered: the bits of a number, which are in the order
    /// of the numbers.
    shown: Arc<AtomicU64>,
}

/// The files of a picture in one format, ascending.
#[derive(Debug)]
pub struct FormatFiles {
    /// Their format.
    pub format: Format,
    /// True for the best format of the picture.
    is_best: bool,
    variants: Vec<Variant>,
}

impl FormatFiles {
    /// Those that are of use up to so many pixels, ascending.
    pub fn choices(&self, useful: f64) -> Vec<&Variant> {
        let enough = self.variants.iter().position(|variant| f64::from(variant.width) >= useful);
        let count = enough.map_or(self.variants.len(), |last| last + 1);
        // The few browsers that don't know the best format do with half of the steps.
        let step = if self.is_best { 1 } else { 2 };
        let mut choices: Vec<&Variant> = self.variants.iter().take(count).rev().step_by(step).collect();
        choices.reverse();
        choices
    }
}

/// All pictures that content references, by file; nothing stands for one that was reported.
#[derive(Debug, Default)]
pub struct Pictures {
    by_file: BTreeMap<ImageFile, Option<Picture>>,
    icon_source: Option<IconSource>,
    /// The colour behind the pages.
    behind: [u8; 3],
    blobs: BlobCache,
}

impl Pictures {
    /// Looks at them; one that is missing or no picture is reported wherever it's mentioned. What was found
    /// out is cached in `cache`, as is what will be encoded, in these formats. `behind` is the colour behind the pages.
    pub fn read(
        content: &Content,
        sources: &Sources,
        behind: [u8; 3],
        (formats, cache): (&'static [Format], &Cache),
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut places: BTreeMap<&ImageFile, Vec<Span>> = BTreeMap::new();
        for (reference, spans) in content.references.iter() {
            if let Reference::File(file) = reference {
                places.entry(file).or_default().extend(spans);
            }
        }
        let probes = PictureProbes::load(cache);
        let looks: Vec<_> = places
            .into_par_iter()
            .map(|(file, spans)| (file, spans, Source::probe(file, sources, &probes)))
            .collect();
        probes.save(looks.iter().filter_map(|(_, _, (probe, _))| probe.clone()), cache);
        let mut by_file = BTreeMap::new();
        for (file, mut spans, (_, source)) in looks {
            let Some(content) = spans.first().map(|place| place.file) else { continue };
            let picture = match source {
                Ok(source) => Some(Picture::new(Arc::new(source), content, spans.into(), formats)),
                Err(wrong) => {
                    spans.sort();
                    // Why one can't be read that is there was reported with the file.
                    let is_known = sources.text_at(&format!("{IMAGES}{}", file.as_str())).is_some();
                    if let Some((first, others)) = spans.split_first().filter(|_| !is_known) {
                        let report = wrong.report(file, *first, sources);
                        diagnostics.push(report.also_at(others, sources));
                    }
                    None
                }
            };
            by_file.insert(file.clone(), picture);
        }
        let gym = &content.gym.value;
        let icon_source = match &gym.icon {
            Some(icon) => icon_source(icon, &by_file, diagnostics),
            None => gym.logo.as_ref().and_then(|logo| {
                let picture = by_file.get(&logo.file)?.as_ref().filter(|picture| picture.makes_icons())?;
                Some(IconSource { source: picture.source.clone(), content: content.gym_file })
            }),
        };
        Self { by_file, icon_source, behind, blobs: cache.blobs("images") }
    }

    /// The path of the icon for this purpose, without the base path. Returns `None` if content names no picture for
    /// it.
    pub fn icon(&self, purpose: IconKind) -> Option<String> {
        self.icons().find(|icon| icon.purpose == purpose).map(|icon| icon.path())
    }

    fn icons(&self) -> impl Iterator<Item = Icon> {
        let icon = |IconSource { source, content }: &IconSource, purpose| Icon {
            source: source.clone(),
            purpose,
            behind: self.behind,
            content: *content,
        };
        self.icon_source.iter().flat_map(move |from| IconKind::ALL.map(|purpose| icon(from, purpose)))
    }

    /// True for a file that content references, also if it can't be shown.
    pub fn has(&self, file: &ImageFile) -> bool {
        file.is_fallback() || self.by_file.contains_key(file)
    }

    /// The picture made from this file. Returns `None` if it can't be shown.
    pub fn get(&self, file: &ImageFile) -> Option<&Picture> {
        self.by_file.get(file)?.as_ref()
    }

    /// Warns of the pictures that pages show much larger than they are.
    pub fn blurred(&self) -> impl Iterator<Item = Diagnostic> {
        let pictures = self.by_file.values().flatten();
        pictures.filter_map(|picture| {
            let (width, _) = picture.size();
            let shown = f64::from_bits(picture.shown.load(Ordering::Relaxed));
            let place = picture.places.first().filter(|_| f64::from(width) * SHARP < shown)?;
            Some(diagnostic!(code::SMALL_PICTURE, *place,
                "this picture is {width} pixels wide, and is shown in a place up to {shown:.0} pixels wide, where it looks blurred";
                help: "use the original from the camera: it is scaled down automatically"))
        })
    }

    /// All files that can be made from them, each once.
    pub fn artifacts(&self) -> impl Iterator<Item = Artifact> {
        let mut files = BTreeMap::new();
        for picture in self.by_file.values().flatten() {
            for variant in picture.all() {
                let (address, origin) =
                    (variant.path.to_string(), Origin { content: picture.content, template: None });
                let file = Artifact::hashed(&address, variant.clone().bytes(&self.blobs), origin);
                files.extend(file.map(|file| (file.path.clone(), file)));
            }
        }
        files.into_values().chain(self.icons().filter_map(|icon| icon.artifact(&self.blobs)))
    }

    /// Encodes those of `artifacts` that aren't in the cache, on all cores. Returns how many.
    ///
    /// # Errors
    /// If a source is another than it was, or the machine fails.
    pub fn encode(&self, artifacts: &[Artifact], on_progress: &OnProgress<'_>) -> Result<usize, Failure> {
        let wanted: HashSet<String> = artifacts.iter().map(|artifact| artifact.path.address()).collect();
        // By source, so that each is decoded once and few are in memory at a time.
        let work: Vec<Vec<&Variant>> = self
            .by_file
            .values()
            .flatten()
            .map(|picture| {
                let variants = picture.all().filter(|variant| wanted.contains(&*variant.path));
                variants.filter(|variant| !self.blobs.has(&variant.cache_key())).collect()
            })
            .filter(|variants: &Vec<_>| !variants.is_empty())
            .collect();
        let in_work: HashSet<&str> = work.iter().flatten().map(|variant| &*variant.path).collect();
        let others: Vec<(&Artifact, &Deferred)> = artifacts
            .iter()
            .filter_map(|artifact| Some((artifact, artifact.bytes.deferred()?)))
            .filter(|(artifact, _)| !in_work.contains(&*artifact.path.address()))
            .filter(|(_, deferred)| !deferred.is_cached())
            .collect();
        let all = in_work.len() + others.len();
        let variants = work.iter().flatten().map(|variant| variant.path.to_string());
        for path in variants.chain(others.iter().map(|(artifact, _)| artifact.path.address())) {
            log::info!("encodes {path}: it isn't in the cache");
        }
        log::info!("takes {} of {} files from the cache", artifacts.len() - all, artifacts.len());
        let done = AtomicUsize::new(0);
        let advance = || on_progress(Progress { encoded: done.fetch_add(1, Ordering::Relaxed) + 1, all });
        work.par_iter().with_max_len(1).try_for_each(|variants| {
            let Some(first) = variants.first() else { return Ok(()) };
            let pixels = first.source.decode()?;
            variants.iter().try_for_each(|variant| {
                self.blobs.save(&variant.cache_key(), &variant.encode(&pixels)?);
                advance();
                Ok(())
            })
        })?;
        others.par_iter().try_for_each(|(_, other)| {
            other.make()?;
            advance();
            Ok(())
        })?;
        Ok(all)
    }

    /// Removes cached variants but those of the pictures that content references and of these artifacts.
    pub fn forget_others(&self, artifacts: &[Artifact]) {
        let variants = self.by_file.values().flatten().flat_map(Picture::all);
        let needed = artifacts.iter().filter_map(|artifact| artifact.bytes.deferred());
        let names = variants.map(|variant| variant.cache_key()).chain(needed.map(Deferred::cache_key));
        self.blobs.retain(names);
    }
}

/// The picture from which icons are made.
#[derive(Debug)]
struct IconSource {
    source: Arc<Source>,
    /// The file that names it.
    content: FileId,
}

/// The picture from which icons are made, if they can be.
fn icon_source(
    declared: &Spanned<ImageFile>,
    pictures: &BTreeMap<ImageFile, Option<Picture>>,
    diagnostics: &mut Diagnostics,
) -> Option<IconSource> {
    let picture = pictures.get(&declared.value)?.as_ref()?;
    if !picture.makes_icons() {
        diagnostics.push(error::no_icon_source(declared.value.as_str(), picture.source.size, declared.span));
        return None;
    }
    Some(IconSource { source: picture.source.clone(), content: declared.span.file })
}

/// How far encoding is, in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub encoded: usize,
    pub all: usize,
}

/// Is called with the progress of encoding.
pub type OnProgress<'t> = dyn Fn(Progress) + Sync + 't;

/// How light a colour is, from 0 to 1, as WCAG defines it.
pub(in crate::assets) fn luminance([r, g, b]: [u8; 3]) -> f32 {
    AlphaColor::<Srgb>::from_rgb8(r, g, b).discard_alpha().relative_luminance()
}

/// A lighter colour has less contrast with white than 2 to 1.
const LIGHT: f32 = 0.5;

impl Picture {
    fn new(source: Arc<Source>, content: FileId, places: Arc<[Span]>, formats: &[Format]) -> Self {
        let (width, height) = source.size;
        let widths = widths::for_source(width, height);
        let files = |(place, format): (usize, &Format)| {
            let variants = widths.iter().map(|width| Variant::new(&source, *format, *width)).collect();
            FormatFiles { format: *format, is_best: place == 0, variants }
        };
        let fallback = formats.last().copied().unwrap_or(Format::WebP);
        let largest = Variant::new(&source, fallback, widths.last().copied().unwrap_or(width));
        let formats = formats.iter().enumerate().map(files).collect();
        Self { source, content, places, formats, largest, shown: Arc::default() }
    }

    /// True if it has the shape and the size that icons are made from.
    fn makes_icons(&self) -> bool {
        let (width, height) = self.source.size;
        width == height && width >= icons::LEAST
    }

    /// The mean colour of what can be seen, if something shows through.
    pub fn colour(&self) -> Option<[u8; 3]> {
        self.source.colour
    }

    /// True if what can be seen of it would be lost on a light page, as white letters are.
    pub fn is_light(&self) -> bool {
        self.colour().is_some_and(|colour| luminance(colour) > LIGHT)
    }

    /// Its files by format, the best format first. The last is one that all browsers support.
    pub fn formats(&self) -> &[FormatFiles] {
        &self.formats
    }

    /// Width and height in pixels of the largest file.
    pub fn size(&self) -> (u32, u32) {
        (self.largest.width, self.largest.height)
    }

    /// The most pixels that are of use where the picture is shown as `sizes` says.
    pub fn useful_width(&self, sizes: &str) -> f64 {
        let Some(widest) = widest(sizes) else { return f64::INFINITY };
        self.shown.fetch_max(widest.to_bits(), Ordering::Relaxed);
        widest * DENSITY
    }

    /// For browsers that can't choose.
    pub fn plain(&self, sizes: &str) -> Option<&Variant> {
        Self::plain_choice(&self.formats.last()?.choices(self.useful_width(sizes)))
    }

    /// The one of these choices for browsers that can't choose.
    pub fn plain_choice<'v>(choices: &[&'v Variant]) -> Option<&'v Variant> {
        let at_most = choices.partition_point(|variant| variant.width <= PLAIN_WIDTH);
        choices.get(at_most.saturating_sub(1)).copied()
    }

    /// For cards and programs.
    pub fn largest(&self) -> &Variant {
        &self.largest
    }

    fn all(&self) -> impl Iterator<Item = &Variant> {
        self.formats.iter().flat_map(|files| &files.variants)
    }
}
