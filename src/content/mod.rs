//! What editors write: every kind of content, typed, with the places where it was written.
//!
//! A kind is one file here, a variant of [`Kind`] and of [`Entry`], and a field of [`Content`]; the
//! compiler names every place that a new one has to be added to.

mod blog;
mod bmi;
mod class;
mod closure;
mod gallery;
mod kind;
mod memory;
mod navigation;
pub mod pages;
pub mod parts;
mod plan;
mod post;
mod publish;
mod schedule;
mod site;
mod trainer;

use std::{collections::BTreeMap, sync::Arc};

pub use blog::{Blog, Category, Promo, SidebarWords, Tag};
pub use bmi::{Band, Bmi, BmiWords, Measure};
pub use class::{Class, Slot};
pub use closure::Closure;
pub use gallery::{Gallery, GalleryImage};
pub use kind::{Entry, Kind, Place};
pub use memory::Memory;
pub use navigation::{Navigation, NavigationWords};
pub use plan::Plan;
pub use post::Post;
pub use publish::{Host, Publish, Redirect};
pub use schedule::{Row, Schedule};
pub use site::{Accounts, Address, Colours, Gym, Hours, Map, Network, Social, TestAccount};
pub use trainer::{Trainer, TrainerNetwork, TrainerSocial};

use self::pages::{
    AboutPage, BlogPage, ClassesPage, ContactPage, GalleryPage, HomePage, LoginPage, NotFoundPage,
    PricingPage, SchedulePage, SignupPage,
};
use crate::{
    decode::{Allowance, Mention, value::is_kebab_case},
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span, nearest},
    source::Sources,
};

/// A file that every site has once; its value is missing if mistakes left too little of it.
#[derive(Clone, Debug)]
pub struct Single<T> {
    /// The file.
    pub file: FileId,
    /// What it holds.
    pub value: Option<Arc<T>>,
}

/// The entries of a kind that has a file for each, by id.
pub type Entries<T> = BTreeMap<Arc<str>, Single<T>>;

/// Everything under `content/`, decoded file by file. References are as they were written.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each is named after its type")]
pub struct Content {
    pub gym: Single<Gym>,
    pub navigation: Single<Navigation>,
    pub schedule: Single<Schedule>,
    pub gallery: Single<Gallery>,
    pub bmi: Single<Bmi>,
    pub blog: Single<Blog>,
    pub classes: Entries<Class>,
    pub trainers: Entries<Trainer>,
    pub plans: Entries<Plan>,
    pub posts: Entries<Post>,
    pub home: Single<HomePage>,
    pub about: Single<AboutPage>,
    pub classes_page: Single<ClassesPage>,
    pub pricing: Single<PricingPage>,
    pub blog_page: Single<BlogPage>,
    pub contact: Single<ContactPage>,
    pub schedule_page: Single<SchedulePage>,
    pub gallery_page: Single<GalleryPage>,
    pub login: Single<LoginPage>,
    pub signup: Single<SignupPage>,
    pub not_found: Single<NotFoundPage>,
    /// What files need of each other.
    pub mentions: Vec<(Mention, Span)>,
    /// The warnings that content allows.
    pub allowances: Vec<Allowance>,
}

/// The files without which there is no site.
pub fn required_files() -> impl Iterator<Item = &'static str> {
    Kind::ALL.into_iter().filter_map(|kind| match kind.place() {
        Place::File(path) => Some(path),
        Place::Folder { .. } => None,
    })
}

/// Decodes every file of `content/`. `sources` must hold the [`required_files`], if only as absent.
pub fn decode(sources: &Sources, diagnostics: &mut Diagnostics) -> Content {
    decode_again(sources, &Memory::default(), diagnostics)
}

/// The same where some files may have been decoded before: `memory` must have seen no other project.
pub fn decode_again(sources: &Sources, memory: &Memory, diagnostics: &mut Diagnostics) -> Content {
    let (mut files, mut ids) = (Vec::new(), Vec::new());
    for (file, source) in sources.texts_below("content/") {
        match Kind::of(&source.path) {
            Some((kind, id)) => {
                check_id(file, &source.path, id, kind, diagnostics);
                files.push((kind, file, source));
                ids.push(id);
            }
            // What can't be read was reported.
            None if !source.sound => {}
            None => check_unknown(file, &source.path, diagnostics),
        }
    }
    let mut content = Content::absent(sources);
    for (decoded, ((kind, file, _), id)) in memory.decode(&files).iter().zip(files.iter().zip(ids)) {
        diagnostics.extend(decoded.diagnostics.iter().cloned());
        content.mentions.extend_from_slice(&decoded.mentions);
        content.allowances.extend_from_slice(&decoded.allowances);
        content.take(*kind, id.into(), *file, decoded.value.clone());
    }
    content
}

impl Content {
    /// The content of a project in which no file could be decoded.
    fn absent(sources: &Sources) -> Self {
        fn single<T>(kind: Kind, sources: &Sources) -> Single<T> {
            let path = match kind.place() {
                Place::File(path) => path,
                Place::Folder { path, .. } => path,
            };
            let file = sources.text_at(path).map_or(FileId(0), |(file, _)| file);
            Single { file, value: None }
        }
        Self {
            gym: single(Kind::Site, sources),
            navigation: single(Kind::Navigation, sources),
            schedule: single(Kind::Schedule, sources),
            gallery: single(Kind::Gallery, sources),
            bmi: single(Kind::Bmi, sources),
            blog: single(Kind::Blog, sources),
            classes: Entries::new(),
            trainers: Entries::new(),
            plans: Entries::new(),
            posts: Entries::new(),
            home: single(Kind::HomePage, sources),
            about: single(Kind::AboutPage, sources),
            classes_page: single(Kind::ClassesPage, sources),
            pricing: single(Kind::PricingPage, sources),
            blog_page: single(Kind::BlogPage, sources),
            contact: single(Kind::ContactPage, sources),
            schedule_page: single(Kind::SchedulePage, sources),
            gallery_page: single(Kind::GalleryPage, sources),
            login: single(Kind::LoginPage, sources),
            signup: single(Kind::SignupPage, sources),
            not_found: single(Kind::NotFoundPage, sources),
            mentions: Vec::new(),
            allowances: Vec::new(),
        }
    }

    /// Puts an entry where it belongs. An entry that could not be decoded still has its id, so that
    /// mentions of it are no further mistake.
    fn take(&mut self, kind: Kind, id: Arc<str>, file: FileId, entry: Option<Entry>) {
        match entry {
            Some(Entry::Site(value)) => self.gym.value = Some(value),
            Some(Entry::Navigation(value)) => self.navigation.value = Some(value),
            Some(Entry::Schedule(value)) => self.schedule.value = Some(value),
            Some(Entry::Gallery(value)) => self.gallery.value = Some(value),
            Some(Entry::Bmi(value)) => self.bmi.value = Some(value),
            Some(Entry::Blog(value)) => self.blog.value = Some(value),
            Some(Entry::Class(value)) => drop(self.classes.insert(id, Single { file, value: Some(value) })),
            Some(Entry::Trainer(value)) => {
                drop(self.trainers.insert(id, Single { file, value: Some(value) }))
            }
            Some(Entry::Plan(value)) => drop(self.plans.insert(id, Single { file, value: Some(value) })),
            Some(Entry::Post(value)) => drop(self.posts.insert(id, Single { file, value: Some(value) })),
            Some(Entry::HomePage(value)) => self.home.value = Some(value),
            Some(Entry::AboutPage(value)) => self.about.value = Some(value),
            Some(Entry::ClassesPage(value)) => self.classes_page.value = Some(value),
            Some(Entry::PricingPage(value)) => self.pricing.value = Some(value),
            Some(Entry::BlogPage(value)) => self.blog_page.value = Some(value),
            Some(Entry::ContactPage(value)) => self.contact.value = Some(value),
            Some(Entry::SchedulePage(value)) => self.schedule_page.value = Some(value),
            Some(Entry::GalleryPage(value)) => self.gallery_page.value = Some(value),
            Some(Entry::LoginPage(value)) => self.login.value = Some(value),
            Some(Entry::SignupPage(value)) => self.signup.value = Some(value),
            Some(Entry::NotFoundPage(value)) => self.not_found.value = Some(value),
            None => match kind {
                Kind::Class => drop(self.classes.insert(id, Single { file, value: None })),
                Kind::Trainer => drop(self.trainers.insert(id, Single { file, value: None })),
                Kind::Plan => drop(self.plans.insert(id, Single { file, value: None })),
                Kind::Post => drop(self.posts.insert(id, Single { file, value: None })),
                _ => {}
            },
        }
    }
}

/// An id is a file's name, and part of addresses.
fn check_id(file: FileId, path: &str, id: &str, kind: Kind, diagnostics: &mut Diagnostics) {
    if matches!(kind.place(), Place::File(_)) || is_kebab_case(id) {
        return;
    }
    diagnostics.push(
        Diagnostic::new(
            Code::BadFileName,
            Span::whole(file),
            format!("{path} has a name that can't be an id"),
        )
        .expected("a name of lower-case letters, digits and hyphens, such as power-lifting.toml")
        .help("rename the file; other files mention it by its name without .toml"),
    );
}

fn check_unknown(file: FileId, path: &str, diagnostics: &mut Diagnostics) {
    let name = path.rsplit('/').next().unwrap_or(path);
    if !name.ends_with(".toml") && ["md", "txt"].iter().any(|extension| name.ends_with(extension)) {
        return;
    }
    let places: Vec<&str> = Kind::ALL
        .into_iter()
        .map(|kind| match kind.place() {
            Place::File(path) | Place::Folder { path, .. } => path,
        })
        .collect();
    let help = nearest(path, places.iter().copied()).map(|place| format!("did you mean {place}?"));
    diagnostics.push(
        Diagnostic::new(Code::UnknownFile, Span::whole(file), format!("{path} is read by nothing"))
            .expected(format!("a file of {}", places.join(", ")))
            .help(help.unwrap_or_else(|| "move the file to where it belongs, or remove it".to_owned())),
    );
}
