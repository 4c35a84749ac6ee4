//! Folders of pictures that content shows as a whole: those of albums, and those that sections name.

use std::{cmp::Ordering, sync::Arc};

use super::{Content, Entry};
use crate::{
    diagnostic::Span,
    schema::{
        Name, PictureRef, Role, Table, View,
        decode::{
            IMAGES,
            value::{ImageFile, Spanned, Text},
        },
    },
    source::Sources,
};

/// A folder of pictures in the place where content shows it.
#[derive(Debug)]
pub struct PictureFolder {
    /// Its name below `content/images`.
    pub name: ImageFile,
    /// The place that names it, else the file of an album.
    pub span: Span,
    /// The header of a picture that content describes.
    pub list: &'static str,
    /// True for the order in which the pictures were taken.
    pub is_by_time: bool,
    /// The pictures that content describes, which come first.
    pub described: Vec<DescribedPicture>,
}

/// The fields of whatever shows a folder: an album, or a section.
#[derive(Debug, View)]
pub struct FolderFields {
    folder: Option<Spanned<ImageFile>>,
    order: Option<Name>,
    #[view(key = "picture")]
    pictures: Vec<DescribedPicture>,
    /// The picture that stands for an album in lists, by its name in `content/images`.
    cover: Option<ImageFile>,
}

/// A picture of the folder, with what it shows.
#[derive(Debug, View)]
pub struct DescribedPicture {
    pub file: Spanned<ImageFile>,
    pub alt: Spanned<Text>,
}

impl PictureFolder {
    /// The folder of an album: the one that its file names, else the one that is called like it.
    pub fn of_album(album: &Entry) -> Option<Self> {
        let fields = FolderFields::view(&album.table);
        let folder = match &fields.folder {
            Some(folder) => folder.clone(),
            None => Spanned { value: ImageFile::new(&album.id)?, span: Span::whole(album.file) },
        };
        Some(Self::new(folder, fields, "picture"))
    }

    /// The folder that a section names.
    pub fn of_section(section: &Arc<Table>) -> Option<Self> {
        let fields = FolderFields::view(section);
        Some(Self::new(fields.folder.clone()?, fields, "section.picture"))
    }

    fn new(folder: Spanned<ImageFile>, fields: FolderFields, list: &'static str) -> Self {
        Self {
            name: folder.value,
            span: folder.span,
            list,
            is_by_time: fields.order.as_deref() == Some("time"),
            described: fields.pictures,
        }
    }

    /// The file of a picture in the folder.
    pub fn file(&self, name: &str) -> Option<ImageFile> {
        ImageFile::new(&format!("{}/{name}", self.name.as_str()))
    }

    /// The names of the files in the folder, 2 before 10.
    pub fn names<'s>(&self, sources: &'s Sources) -> Vec<&'s str> {
        let paths = sources.binaries_below(IMAGES).filter_map(|path| path.strip_prefix(IMAGES));
        let below = paths.filter_map(|path| path.strip_prefix(self.name.as_str())?.strip_prefix('/'));
        let mut names: Vec<&str> = below.filter(|name| !name.contains('/')).collect();
        names.sort_by(|one, other| natural_order(one, other));
        names
    }

    /// The picture with this file, if content describes it.
    pub fn described(&self, file: &ImageFile) -> Option<&DescribedPicture> {
        self.described.iter().find(|picture| self.file(picture.file.value.as_str()).as_ref() == Some(file))
    }

    /// The pictures, the described ones first.
    pub fn pictures(&self, sources: &Sources) -> Vec<PictureRef> {
        let mut pictures = Vec::new();
        let names = self.names(sources);
        for DescribedPicture { file, alt } in &self.described {
            let name = file.value.as_str();
            let is_here = alt.span.is_somewhere() && names.contains(&name);
            pictures.extend(self.file(name).filter(|_| is_here).map(|file| (file, alt.value.as_str())));
        }
        for file in names.into_iter().filter_map(|name| self.file(name)) {
            if !pictures.iter().any(|(known, _)| *known == file) {
                pictures.push((file, ""));
            }
        }
        pictures
            .into_iter()
            .map(|(file, alt)| PictureRef { file, alt: alt.to_owned(), ..PictureRef::fallback() })
            .collect()
    }
}

/// The picture that stands for an album: the one that it names, else its first one.
pub fn cover(album: &Entry, sources: &Sources) -> Option<PictureRef> {
    match FolderFields::view(&album.table).cover {
        Some(file) => Some(PictureRef { file, ..PictureRef::fallback() }),
        None => PictureFolder::of_album(album)?.pictures(sources).into_iter().next(),
    }
}

/// The order of names in which numbers count as numbers.
fn natural_order(one: &str, other: &str) -> Ordering {
    parts(one).cmp(parts(other)).then_with(|| one.cmp(other))
}

/// The parts of a name: texts, and numbers without their leading zeros, the shorter first.
fn parts(name: &str) -> impl Iterator<Item = (bool, usize, String)> {
    let pieces = name.as_bytes().chunk_by(|one, next| one.is_ascii_digit() == next.is_ascii_digit());
    pieces.map(|piece| {
        let text = String::from_utf8_lossy(piece).to_lowercase();
        let is_number = piece.first().is_some_and(u8::is_ascii_digit);
        let text = if is_number { text.trim_start_matches('0').to_owned() } else { text };
        (is_number, if is_number { text.len() } else { 0 }, text)
    })
}

impl Content {
    /// The folders of pictures that content shows, in each place where it does.
    pub fn picture_folders(&self) -> impl Iterator<Item = PictureFolder> {
        let albums = self.entries_of(Role::Album).iter().filter_map(PictureFolder::of_album);
        albums.chain(self.sections().filter_map(PictureFolder::of_section))
    }

    /// The shown sections of all pages, those of entries among them.
    pub fn sections(&self) -> impl Iterator<Item = &Arc<Table>> {
        let pages = self.pages.iter().map(|page| &page.table);
        let tables = pages.chain(self.entries_with_sections().map(|(_, entry)| &entry.table));
        tables.flat_map(|table| table.tables("section")).filter(|section| !section.is("hidden"))
    }

    /// The entries with sections on their pages, each with the name of its collection.
    pub fn entries_with_sections(&self) -> impl Iterator<Item = (&Name, &Entry)> {
        let declared = self.project.types.collections.iter().filter(|(_, declared)| declared.has_sections);
        let entries =
            declared.flat_map(|(name, _)| self.entries(name).iter().map(move |entry| (name, entry)));
        entries.filter(|(_, entry)| entry.table.get("section").is_some())
    }
}
