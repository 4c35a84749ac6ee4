//! All ids of the site by kind, and the check that whatever is mentioned is among them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::{
    content::{Category, Class, Content, Entries, GalleryImage, Plan, Tag, Trainer},
    decode::{
        Mention, Spanned,
        value::{Reference, Slug, Target, TargetKind},
    },
    diagnostic::{Code, Diagnostic, Diagnostics, Span, did_you_mean, nearest},
};

/// The ids of every kind that can be mentioned, with where they are defined.
#[derive(Debug, Default)]
pub struct Catalogue {
    ids: BTreeMap<&'static str, BTreeMap<Arc<str>, Span>>,
    /// Kinds of which some id could not be read.
    incomplete: BTreeSet<&'static str>,
    /// Ids of entries in misplaced files.
    strays: BTreeSet<String>,
}

impl Catalogue {
    /// The ids of `content`; one that's given twice is reported.
    pub fn of(content: &Content, diagnostics: &mut Diagnostics) -> Self {
        let mut catalogue = Self { strays: content.strays.clone(), ..Self::default() };
        catalogue.add_files::<Class>(&content.classes);
        catalogue.add_files::<Trainer>(&content.trainers);
        catalogue.add_files::<Plan>(&content.plans);
        let blog = &content.blog;
        let slug = |id: &Spanned<Slug>| (Arc::from(id.value.as_str()), id.span);
        let categories = blog.value.categories.iter().map(|category| slug(&category.id));
        catalogue.add::<Category>(categories, content.knows(blog.file), diagnostics);
        let tags = blog.value.tags.iter().map(|tag| slug(&tag.id));
        catalogue.add::<Tag>(tags, content.knows(blog.file), diagnostics);
        let number = |image: &GalleryImage| (image.id.value.get().to_string().into(), image.id.span);
        let images = content.gallery.value.images.iter().map(number);
        catalogue.add::<GalleryImage>(images, content.knows(content.gallery.file), diagnostics);
        catalogue
    }

    fn add_files<T: Target>(&mut self, entries: &Entries<T>) {
        let ids = entries.iter().map(|(id, entry)| (id.clone(), Span::whole(entry.file))).collect();
        self.ids.insert(T::TARGET.noun, ids);
    }

    /// Adds the ids of a kind which one file defines; `complete` says that it could be read.
    fn add<T: Target>(
        &mut self,
        ids: impl Iterator<Item = (Arc<str>, Span)>,
        complete: bool,
        diagnostics: &mut Diagnostics,
    ) {
        let known = self.ids.entry(T::TARGET.noun).or_default();
        let mut readable = 0;
        for (id, span) in ids {
            if !span.is_somewhere() {
                // Whoever mentions it as it was meant is right.
                self.incomplete.insert(T::TARGET.noun);
                self.strays.insert(id.to_string());
                continue;
            }
            readable += 1;
            if let Some(first) = known.get(&id) {
                let quoted = T::TARGET.quoted(&id);
                diagnostics.push(
                    Diagnostic::new(
                        Code::DuplicateId,
                        span,
                        format!("the {} {quoted} is defined twice", T::TARGET.noun),
                    )
                    .label("the second time")
                    .related(*first, "it is first defined here")
                    .help("give one of the two another id, or remove it"),
                );
            } else {
                known.insert(id, span);
            }
        }
        if !complete || readable == 0 {
            self.incomplete.insert(T::TARGET.noun);
        }
    }

    /// The ids of a kind, in order.
    pub fn ids_of<T: Target>(&self) -> impl Iterator<Item = &str> {
        self.ids.get(T::TARGET.noun).into_iter().flat_map(|ids| ids.keys().map(|id| &**id))
    }

    /// Reports every mention of an entry that doesn't exist.
    pub(super) fn check_mentions(&self, content: &Content, diagnostics: &mut Diagnostics) {
        for (mention, places) in content.mentions() {
            if let Mention::Entry { kind, id } = mention
                && !self.knows(kind, id)
            {
                diagnostics.extend(places.iter().map(|place| self.unknown_reference(kind, id, *place)));
            }
        }
    }

    /// True if there is such an entry, or may be one for all that could be read.
    fn knows(&self, kind: &TargetKind, id: &str) -> bool {
        self.has(kind, id)
            || self.strays.contains(id)
            || self.incomplete.contains(kind.noun) && self.nearest(kind, id).is_none()
    }

    fn has(&self, kind: &TargetKind, id: &str) -> bool {
        self.ids.get(kind.noun).is_some_and(|ids| ids.contains_key(id))
    }

    /// The entry that was probably meant by an id that none has.
    pub(super) fn nearest(&self, kind: &TargetKind, id: &str) -> Option<&str> {
        let ids = self.ids.get(kind.noun).filter(|_| !kind.numbered)?;
        nearest(id, ids.keys().map(|id| &**id))
    }

    /// The id that was meant by a mention: itself if there is such an entry, or else the nearest.
    pub(super) fn meant<'s, T: Target>(&'s self, reference: &'s Reference<T>) -> Option<&'s str> {
        let id = &*reference.id;
        if self.has(T::TARGET, id) { Some(id) } else { self.nearest(T::TARGET, id) }
    }

    fn unknown_reference(&self, kind: &TargetKind, id: &str, span: Span) -> Diagnostic {
        let ids = self.ids.get(kind.noun);
        let nearest = self.nearest(kind, id);
        let defined = format!("the ids are defined in {}", kind.defined_in);
        let help = match nearest {
            Some(near) => format!("{} ({defined})", did_you_mean(id, near)),
            None => defined,
        };
        let diagnostic = Diagnostic::new(
            Code::UnknownReference,
            span,
            format!("there is no {} {}", kind.noun, kind.quoted(id)),
        )
        .label(format!("no {} has this id", kind.noun))
        .expected(kind.expected)
        .help(help);
        match nearest.and_then(|id| ids?.get(id)) {
            Some(place) => diagnostic.related(*place, "this is the nearest one"),
            None => diagnostic,
        }
    }
}
