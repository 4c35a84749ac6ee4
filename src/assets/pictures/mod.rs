//! The pictures that content references, and the files that are made from them.
//!
//! A picture is published in several widths and formats, from which browsers choose. The names of these files
//! follow from the source and the settings, so that pages are rendered before anything is encoded.

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
    collections::{BTreeMap, BTreeSet, HashSet},
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use color::{AlphaColor, Srgb};
use gympress_pixels::Flaw;
use rayon::prelude::*;

pub use self::{format::PictureFormat, icons::IconKind, variant::Variant};
use self::{icons::IconFile, probes::PictureProbes, sizes::widest, source::PictureSource};
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

/// The pixels of the screen for each CSS pixel. Phones have more, without a visible difference.
const DENSITY: f64 = 2.0;

/// A picture shown in more than this many times its own width looks blurred to anybody.
const SHARP: f64 = 3.0;

/// The width for browsers that don't choose one.
const PLAIN_WIDTH: u32 = 750;

/// A picture that pages can show.
#[derive(Clone, Debug)]
pub struct Picture {
    source: Arc<PictureSource>,
    /// The file that names it first.
    content: FileId,
    /// The places in content that name it, at least one.
    places: Arc<[Span]>,
    /// The files by format, the best format first. The last is one that all browsers support.
    formats: Arc<[FormatFiles]>,
    /// The file for cards and programs.
    largest: Variant,
    /// The greatest width in CSS pixels at which the pages rendered so far show it: the bits of an `f64`, which have
    /// the same order as the numbers.
    shown: Arc<AtomicU64>,
}

/// The files of a picture in one format, in the order of their widths.
#[derive(Debug)]
pub struct FormatFiles {
    /// Their format.
    pub format: PictureFormat,
    /// True for the best format of the picture.
    is_best: bool,
    variants: Vec<Variant>,
}

impl FormatFiles {
    /// The files worth offering if `useful` pixels suffice, in the order of their widths.
    pub fn choices(&self, useful: f64) -> Vec<&Variant> {
        let enough = self.variants.iter().position(|variant| f64::from(variant.width) >= useful);
        let count = enough.map_or(self.variants.len(), |last| last + 1);
        // For other formats, which few browsers need, half of the steps are enough.
        let step = if self.is_best { 1 } else { 2 };
        let mut choices: Vec<&Variant> = self.variants.iter().take(count).rev().step_by(step).collect();
        choices.reverse();
        choices
    }
}

/// The pictures that content names, each with the places.
fn places<'c>(
    contents: impl Iterator<Item = &'c Content>,
    sources: &Sources,
) -> BTreeMap<ImageFile, Vec<Span>> {
    let mut places: BTreeMap<ImageFile, Vec<Span>> = BTreeMap::new();
    for content in contents {
        for (reference, spans) in content.references.iter() {
            if let Reference::File(file) = reference {
                places.entry(file.clone()).or_default().extend(spans);
            }
        }
        for folder in content.picture_folders() {
            for file in folder.names(sources).into_iter().filter_map(|name| folder.file(name)) {
                places.entry(file).or_default().push(folder.span);
            }
        }
    }
    places
}

/// All pictures that content references, by file; `None` for one that can't be shown, which was reported.
#[derive(Debug, Default)]
pub struct Pictures {
    by_file: BTreeMap<ImageFile, Option<Picture>>,
    /// Those that are only in languages that aren't published.
    unpublished: BTreeSet<ImageFile>,
    icon_source: Option<IconSource>,
    /// The colour behind the pages.
    behind: [u8; 3],
    blobs: BlobCache,
}

impl Pictures {
    /// Probes the files, and reports a missing or flawed one at each place that references it. `cache` keeps the
    /// probes, and later the files encoded in `formats`. `behind` is the colour behind the pages.
    pub fn read(
        content: &Content,
        sources: &Sources,
        behind: [u8; 3],
        drafts: bool,
        (formats, cache): (&'static [PictureFormat], &Cache),
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let places = places(content.in_all_languages(), sources);
        let mut unpublished: BTreeSet<ImageFile> = places.keys().cloned().collect();
        let published = self::places(content.in_published_languages(drafts), sources);
        unpublished.retain(|file| !published.contains_key(file));
        let probes = PictureProbes::load(cache);
        let probed: Vec<_> = places
            .into_par_iter()
            .map(|(file, spans)| {
                let probed = PictureSource::probe(&file, sources, &probes);
                (file, spans, probed)
            })
            .collect();
        probes.save(probed.iter().filter_map(|(.., probed)| probed.probe.clone()), cache);
        let (mut by_file, mut wrongs) = (BTreeMap::new(), BTreeMap::new());
        for (file, mut spans, probed) in probed {
            let Some(content) = spans.first().map(|place| place.file) else { continue };
            let picture = match probed.picture {
                Ok(source) => Some(Picture::new(Arc::new(source), content, spans.into(), formats)),
                Err(wrong) => {
                    spans.sort();
                    // A file that is there and can't be read was reported before.
                    let is_known = sources.text_at(&format!("{IMAGES}{}", file.as_str())).is_some();
                    if let Some((first, others)) = spans.split_first().filter(|_| !is_known) {
                        let report = wrong.report(&file, *first, sources).also_at(others, sources);
                        wrongs.entry(*first).or_insert_with(Vec::new).push(report);
                    }
                    None
                }
            };
            by_file.insert(file, picture);
        }
        diagnostics.extend(wrongs.into_values().filter_map(error::of_folder));
        let icon_source = match &content.gym.value.icon {
            Some(icon) => declared_icon(icon, &by_file, diagnostics),
            None => logo_as_icon(content, &by_file),
        };
        Self { by_file, unpublished, icon_source, behind, blobs: cache.blobs("images") }
    }

    /// The path of this icon, without the base path. Returns `None` if content names no picture for icons.
    pub fn icon(&self, kind: IconKind) -> Option<String> {
        self.icons().find(|icon| icon.kind == kind).map(|icon| icon.path())
    }

    fn icons(&self) -> impl Iterator<Item = IconFile> {
        self.icon_source.iter().flat_map(|IconSource { source, content }| {
            IconKind::ALL.map(|kind| IconFile {
                source: source.clone(),
                kind,
                behind: self.behind,
                content: *content,
            })
        })
    }

    /// True for a file that content references, even if it can't be shown.
    pub fn has(&self, file: &ImageFile) -> bool {
        file.is_fallback() || self.by_file.contains_key(file)
    }

    /// The picture made from this file. Returns `None` if it can't be shown.
    pub fn get(&self, file: &ImageFile) -> Option<&Picture> {
        self.by_file.get(file)?.as_ref()
    }

    /// Warns of pictures that pages show much larger than they are, once of those of a folder.
    pub fn blurred(&self) -> impl Iterator<Item = Diagnostic> {
        let mut warned = HashSet::new();
        self.by_file.values().flatten().filter_map(move |picture| {
            let (width, _) = picture.size();
            let shown = f64::from_bits(picture.shown.load(Ordering::Relaxed));
            let place = picture.places.first().filter(|_| f64::from(width) * SHARP < shown)?;
            if !warned.insert(*place) {
                return None;
            }
            Some(diagnostic!(code::SMALL_PICTURE, *place,
                "this picture is {width} pixels wide, and is shown in a place up to {shown:.0} pixels wide, where it looks blurred";
                help: "use the original from the camera: it is scaled down automatically"))
        })
    }

    /// All files that can be made from the pictures of what is published, each once.
    pub fn artifacts(&self) -> impl Iterator<Item = Artifact> {
        let mut files = BTreeMap::new();
        let published = self.by_file.iter().filter(|(file, _)| !self.unpublished.contains(*file));
        for picture in published.filter_map(|(_, picture)| picture.as_ref()) {
            for variant in picture.all() {
                let origin = Origin { content: picture.content, template: None };
                let file = Artifact::hashed(&variant.path, variant.clone().bytes(&self.blobs), origin);
                files.extend(file.map(|file| (file.path.clone(), file)));
            }
        }
        files.into_values().chain(self.icons().filter_map(|icon| icon.artifact(&self.blobs)))
    }

    /// Encodes the artifacts that aren't cached, on all cores. Returns their number.
    ///
    /// # Errors
    /// If a source was changed since it was probed, or the machine fails.
    pub fn encode(&self, artifacts: &[Artifact], on_progress: &OnProgress<'_>) -> Result<usize, Failure> {
        let wanted: HashSet<String> = artifacts.iter().map(|artifact| artifact.path.address()).collect();
        // The variants to encode, by picture, so that each source is decoded once and few are in memory at a time.
        let mut of_pictures: Vec<Vec<&Variant>> = Vec::new();
        let mut paths: HashSet<&str> = HashSet::new();
        for picture in self.by_file.values().flatten() {
            let variants = picture.all().filter(|variant| wanted.contains(&*variant.path));
            let mut missing: Vec<&Variant> =
                variants.filter(|variant| !self.blobs.has(&variant.cache_key())).collect();
            // Copies of a picture may be published under one name, as those whose names differ in capitals alone.
            missing.retain(|variant| paths.insert(&variant.path));
            of_pictures.push(missing);
        }
        for variant in of_pictures.iter().flatten() {
            log_encoding(&variant.path);
        }
        // Cards and icons.
        let mut others: Vec<&Deferred> = Vec::new();
        for artifact in artifacts {
            let Some(deferred) = artifact.bytes.deferred().filter(|deferred| !deferred.is_cached()) else {
                continue;
            };
            let path = artifact.path.address();
            if !paths.contains(&*path) {
                log_encoding(&path);
                others.push(deferred);
            }
        }
        let all = paths.len() + others.len();
        log::info!("takes {} of {} files from the cache", artifacts.len() - all, artifacts.len());
        let area = of_pictures.iter().flatten().map(|variant| variant.area()).sum();
        let pictures = of_pictures.iter().filter(|variants| !variants.is_empty()).count();
        let course = EncodingCourse::new(all, pictures, area, on_progress);
        of_pictures
            .par_iter()
            .with_max_len(1)
            .try_for_each(|variants| self.encode_picture(variants, &course))?;
        others.par_iter().try_for_each(|other| {
            other.make()?;
            course.advance(0);
            Ok(())
        })?;
        Ok(all)
    }

    /// Encodes variants of one picture, the largest first.
    fn encode_picture(&self, variants: &[&Variant], course: &EncodingCourse<'_>) -> Result<(), Failure> {
        let Some(narrowest) = variants.iter().min_by_key(|variant| variant.width) else { return Ok(()) };
        let source = &narrowest.source;
        let mut pixels = source.decode()?;
        for width in source.widths_down_to(narrowest.width) {
            pixels = source.scaled(pixels, width)?;
            for variant in variants.iter().filter(|variant| variant.width == width) {
                self.blobs.save(&variant.cache_key(), &variant.encode(&pixels)?);
                course.advance(variant.area());
            }
        }
        Ok(())
    }

    /// Removes all cached files except the variants of the pictures that content references and the deferred
    /// `artifacts`.
    pub fn forget_others(&self, artifacts: &[Artifact]) {
        let variants = self.by_file.values().flatten().flat_map(Picture::all);
        let needed = artifacts.iter().filter_map(|artifact| artifact.bytes.deferred());
        let names = variants.map(|variant| variant.cache_key()).chain(needed.map(Deferred::cache_key));
        self.blobs.retain(names);
    }
}

fn log_encoding(path: &str) {
    log::info!("encodes {path}: it isn't in the cache");
}

/// The picture from which icons are made.
#[derive(Debug)]
struct IconSource {
    source: Arc<PictureSource>,
    /// The file that names it.
    content: FileId,
}

/// The picture that content declares for icons. Returns `None` after a report if it doesn't suit.
fn declared_icon(
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

/// The logo, if content declares no picture for icons and the logo suits.
fn logo_as_icon(content: &Content, pictures: &BTreeMap<ImageFile, Option<Picture>>) -> Option<IconSource> {
    let logo = content.gym.value.logo.as_ref()?;
    let picture = pictures.get(&logo.file)?.as_ref().filter(|picture| picture.makes_icons())?;
    Some(IconSource { source: picture.source.clone(), content: content.gym_file })
}

/// The progress of encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Files that are encoded; none at the beginning.
    pub encoded: usize,
    pub all: usize,
    /// The pictures that they are made of.
    pub pictures: usize,
    /// The time that the others will take at the pace so far. `None` until a picture is encoded.
    pub left: Option<Duration>,
}

/// The course of encoding pictures. Its pace is measured in pixels: the largest file of a picture takes longer than all
/// others.
struct EncodingCourse<'t> {
    all: usize,
    pictures: usize,
    area: u64,
    began: Instant,
    encoded: AtomicUsize,
    encoded_area: AtomicU64,
    on_progress: &'t OnProgress<'t>,
}

impl<'t> EncodingCourse<'t> {
    /// The beginning of encoding so many files of so many pictures, with so many pixels.
    fn new(all: usize, pictures: usize, area: u64, on_progress: &'t OnProgress<'t>) -> Self {
        let (encoded, encoded_area) = (AtomicUsize::new(0), AtomicU64::new(0));
        on_progress(Progress { encoded: 0, all, pictures, left: None });
        Self { all, pictures, area, began: Instant::now(), encoded, encoded_area, on_progress }
    }

    /// Tells that another file of this area is encoded.
    fn advance(&self, area: u64) {
        let encoded = self.encoded.fetch_add(1, Ordering::Relaxed) + 1;
        let encoded_area = self.encoded_area.fetch_add(area, Ordering::Relaxed) + area;
        let rest = u128::from(self.area - encoded_area);
        let left = (self.began.elapsed().as_millis() * rest).checked_div(encoded_area.into());
        let left = left.and_then(|left| Some(Duration::from_millis(left.try_into().ok()?)));
        (self.on_progress)(Progress { encoded, all: self.all, pictures: self.pictures, left });
    }
}

/// A function that is called with the progress of encoding.
pub type OnProgress<'t> = dyn Fn(Progress) + Sync + 't;

/// The relative luminance of a colour, from 0 to 1, as WCAG defines it.
pub(in crate::assets) fn luminance([r, g, b]: [u8; 3]) -> f32 {
    AlphaColor::<Srgb>::from_rgb8(r, g, b).discard_alpha().relative_luminance()
}

/// The luminance above which a colour is hard to see on white: the contrast is less than 2 to 1.
const LIGHT: f32 = 0.5;

impl Picture {
    fn new(
        source: Arc<PictureSource>,
        content: FileId,
        places: Arc<[Span]>,
        formats: &[PictureFormat],
    ) -> Self {
        let (width, height) = source.size;
        let widths = widths::for_source(width, height);
        let fallback = formats.last().copied().unwrap_or(PictureFormat::WebP);
        let largest = Variant::new(&source, fallback, widths.last().copied().unwrap_or(width));
        let mut by_format = Vec::with_capacity(formats.len());
        for (place, format) in formats.iter().enumerate() {
            let variants = widths.iter().map(|width| Variant::new(&source, *format, *width)).collect();
            by_format.push(FormatFiles { format: *format, is_best: place == 0, variants });
        }
        Self { source, content, places, formats: by_format.into(), largest, shown: Arc::default() }
    }

    /// True if its shape and size suit icons.
    fn makes_icons(&self) -> bool {
        let (width, height) = self.source.size;
        width == height && width >= icons::LEAST
    }

    /// The mean colour of its opaque parts, if the picture is transparent.
    pub fn colour(&self) -> Option<[u8; 3]> {
        self.source.colour
    }

    /// True if its opaque parts would be lost on a light page, such as white letters.
    pub fn is_light(&self) -> bool {
        self.colour().is_some_and(|colour| luminance(colour) > LIGHT)
    }

    /// The time on the camera's clock when it was taken, as a text that sorts by time.
    pub fn taken(&self) -> Option<&str> {
        self.source.taken.as_deref()
    }

    /// The files by format, the best format first. The last is one that all browsers support.
    pub fn formats(&self) -> &[FormatFiles] {
        &self.formats
    }

    /// Width and height in pixels of the largest file.
    pub fn size(&self) -> (u32, u32) {
        (self.largest.width, self.largest.height)
    }

    /// The most pixels that are useful if the picture is shown with this `sizes` attribute. Keeps the width for
    /// [`Pictures::blurred`].
    pub fn useful_width(&self, sizes: &str) -> f64 {
        let Some(widest) = widest(sizes) else { return f64::INFINITY };
        self.shown.fetch_max(widest.to_bits(), Ordering::Relaxed);
        widest * DENSITY
    }

    /// The file for browsers that don't choose.
    pub fn fallback_variant(&self, sizes: &str) -> Option<&Variant> {
        Self::fallback_choice(&self.formats.last()?.choices(self.useful_width(sizes)))
    }

    /// The file among these choices for browsers that don't choose.
    pub fn fallback_choice<'v>(choices: &[&'v Variant]) -> Option<&'v Variant> {
        let at_most = choices.partition_point(|variant| variant.width <= PLAIN_WIDTH);
        choices.get(at_most.saturating_sub(1)).copied()
    }

    /// The file for cards and programs.
    pub fn largest(&self) -> &Variant {
        &self.largest
    }

    fn all(&self) -> impl Iterator<Item = &Variant> {
        self.formats.iter().flat_map(|files| &files.variants)
    }
}

/// The reason why an uploaded file can't be used as a picture.
pub fn upload_error(flaw: &Flaw, bytes: &[u8], file: &ImageFile, sources: &Sources) -> Diagnostic {
    source::error_of_upload(flaw, bytes).report(file, Span::NOWHERE, sources)
}
