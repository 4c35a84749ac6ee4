//! What editors write: every kind of content, typed, with the places where it was written.
//!
//! A kind is one file here, a variant of [`Kind`] and of [`Entry`], and a field of [`Content`]; the
//! compiler names every place that a new one has to be added to.

mod blog;
mod bmi;
mod budget;
mod class;
mod closure;
mod gallery;
mod kept;
mod kind;
mod memory;
mod mentions;
mod navigation;
mod offline;
pub mod pages;
mod part;
pub mod parts;
mod place;
mod plan;
mod post;
mod publish;
mod schedule;
mod site;
mod trainer;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

pub use blog::{Blog, Category, Promo, SidebarWords, Tag};
pub use bmi::{Band, Bmi, BmiWords, Measure};
pub use budget::Budget;
pub use class::{Class, Slot};
pub use closure::Closure;
pub use gallery::{Gallery, GalleryImage};
pub use kind::{Entry, Kind, Place};
pub use memory::Memory;
pub use navigation::{Navigation, NavigationWords};
pub use offline::Offline;
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
use self::part::Part;
use crate::{
    decode::{self, Allowance, Mention, Record},
    diagnostic::{Diagnostics, FileId, Span},
    source::Sources,
};

/// A file and its entry.
#[derive(Clone, Debug)]
pub struct Single<T> {
    /// The file.
    pub file: FileId,
    /// What it holds.
    pub value: Arc<T>,
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
    pub posts: Arc<Entries<Post>>,
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
    parts: [Arc<Part>; 2],
    /// The warnings that content allows.
    pub allowances: Vec<Allowance>,
    /// Files of which nothing could be read: what they define isn't known.
    pub lost: BTreeSet<FileId>,
    /// The ids that entries in misplaced or misnamed files were probably meant to have.
    pub strays: BTreeSet<String>,
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
    let (posts, others): (Vec<_>, Vec<_>) =
        sources.texts_below("content/").partition(|(_, text)| Kind::Post.is_in_folder(&text.path));
    let parts = memory.decode([&others, &posts], sources);
    let mut content = Content::stand_in(sources);
    for part in &parts {
        diagnostics.append(part.diagnostics.clone());
        content.allowances.extend_from_slice(&part.allowances);
        content.lost.extend(&part.lost);
        content.strays.extend(part.strays.iter().cloned());
        for (id, file, entry) in &part.others {
            content.take(id.clone(), *file, entry.clone());
        }
    }
    content.posts = parts[1].posts.clone();
    content.parts = parts;
    content
}

impl Content {
    /// The content of a project in which no file says anything.
    fn stand_in(sources: &Sources) -> Self {
        fn single<R: Record>(kind: Kind, sources: &Sources) -> Single<R> {
            let path = match kind.place() {
                Place::File(path) => path,
                Place::Folder { path, .. } => path,
            };
            let file = sources.text_at(path).map_or(FileId(0), |(file, _)| file);
            Single { file, value: Arc::new(decode::stand_in()) }
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
            posts: Arc::default(),
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
            parts: Default::default(),
            allowances: Vec::new(),
            lost: BTreeSet::new(),
            strays: BTreeSet::new(),
        }
    }

    /// What files need of each other, with all places that say so.
    pub fn mentions(&self) -> impl Iterator<Item = (&Mention, &[Span])> {
        let mentions = self.parts.iter().flat_map(|part| &part.mentions);
        mentions.map(|(mention, places)| (mention, places.as_slice()))
    }

    /// True if something could be read of the file.
    pub fn knows(&self, file: FileId) -> bool {
        !self.lost.contains(&file)
    }

    /// Puts an entry where it belongs.
    fn take(&mut self, id: Arc<str>, file: FileId, entry: Entry) {
        match entry {
            Entry::Site(value) => self.gym.value = value,
            Entry::Navigation(value) => self.navigation.value = value,
            Entry::Schedule(value) => self.schedule.value = value,
            Entry::Gallery(value) => self.gallery.value = value,
            Entry::Bmi(value) => self.bmi.value = value,
            Entry::Blog(value) => self.blog.value = value,
            Entry::Class(value) => drop(self.classes.insert(id, Single { file, value })),
            Entry::Trainer(value) => drop(self.trainers.insert(id, Single { file, value })),
            Entry::Plan(value) => drop(self.plans.insert(id, Single { file, value })),
            // They come all at once.
            Entry::Post(_) => {}
            Entry::HomePage(value) => self.home.value = value,
            Entry::AboutPage(value) => self.about.value = value,
            Entry::ClassesPage(value) => self.classes_page.value = value,
            Entry::PricingPage(value) => self.pricing.value = value,
            Entry::BlogPage(value) => self.blog_page.value = value,
            Entry::ContactPage(value) => self.contact.value = value,
            Entry::SchedulePage(value) => self.schedule_page.value = value,
            Entry::GalleryPage(value) => self.gallery_page.value = value,
            Entry::LoginPage(value) => self.login.value = value,
            Entry::SignupPage(value) => self.signup.value = value,
            Entry::NotFoundPage(value) => self.not_found.value = value,
        }
    }
}
