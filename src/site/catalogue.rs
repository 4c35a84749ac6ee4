//! All ids of the site by kind, and the check that whatever is mentioned is among them.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    content::{Category, Class, Content, Entries, GalleryImage, Plan, Tag, Trainer},
    decode::{
        Mention, Spanned,
        value::{Slug, Target, TargetKind},
    },
    diagnostic::{Code, Diagnostic, Diagnostics, Span, nearest},
};

/// The ids of every kind that can be mentioned, with where they are defined.
#[derive(Debug, Default)]
pub struct Catalogue {
    ids: BTreeMap<&'static str, BTreeMap<Arc<str>, Span>>,
    /// Kinds whose file could not be decoded, so that their ids are not known.
    unknown: Vec<&'static str>,
}

impl Catalogue {
    /// The ids of `content`; one that's given twice is reported.
    pub fn of(content: &Content, diagnostics: &mut Diagnostics) -> Self {
        let mut catalogue = Self::default();
        catalogue.add_files::<Class>(&content.classes);
        catalogue.add_files::<Trainer>(&content.trainers);
        catalogue.add_files::<Plan>(&content.plans);
        match &content.blog.value {
            Some(blog) => {
                let slug = |id: &Spanned<Slug>| (Arc::from(id.value.as_str()), id.span);
                catalogue
                    .add::<Category>(blog.categories.iter().map(|category| slug(&category.id)), diagnostics);
                catalogue.add::<Tag>(blog.tags.iter().map(|tag| slug(&tag.id)), diagnostics);
            }
            None => catalogue.unknown.extend([Category::TARGET.noun, Tag::TARGET.noun]),
        }
        match &content.gallery.value {
            Some(gallery) => {
                let ids = gallery
                    .images
                    .iter()
                    .map(|image| (image.id.value.get().to_string().into(), image.id.span));
                catalogue.add::<GalleryImage>(ids, diagnostics);
            }
            None => catalogue.unknown.push(GalleryImage::TARGET.noun),
        }
        catalogue
    }

    fn add_files<T: Target>(&mut self, entries: &Entries<T>) {
        let ids = entries.iter().map(|(id, entry)| (id.clone(), Span::whole(entry.file))).collect();
        self.ids.insert(T::TARGET.noun, ids);
    }

    fn add<T: Target>(&mut self, ids: impl Iterator<Item = (Arc<str>, Span)>, diagnostics: &mut Diagnostics) {
        let known = self.ids.entry(T::TARGET.noun).or_default();
        for (id, span) in ids {
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
    }

    /// The ids of a kind, in order.
    pub fn ids_of<T: Target>(&self) -> impl Iterator<Item = &str> {
        self.ids.get(T::TARGET.noun).into_iter().flat_map(|ids| ids.keys().map(|id| &**id))
    }

    /// Reports every mention of an entry that doesn't exist.
    pub(super) fn check_mentions(&self, content: &Content, diagnostics: &mut Diagnostics) {
        for (mention, span) in &content.mentions {
            if let Mention::Entry { kind, id } = mention
                && !self.knows(kind, id)
            {
                diagnostics.push(self.unknown_reference(kind, id, *span));
            }
        }
    }

    fn knows(&self, kind: &TargetKind, id: &str) -> bool {
        self.unknown.contains(&kind.noun) || self.ids.get(kind.noun).is_some_and(|ids| ids.contains_key(id))
    }

    fn unknown_reference(&self, kind: &TargetKind, id: &str, span: Span) -> Diagnostic {
        let ids = self.ids.get(kind.noun);
        let candidates = ids.into_iter().flat_map(|ids| ids.keys().map(|id| &**id));
        let nearest = if kind.numbered { None } else { nearest(id, candidates) };
        let defined = format!("the ids are defined in {}", kind.defined_in);
        let help = match nearest {
            Some(id) => format!("did you mean {}? ({defined})", kind.quoted(id)),
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
