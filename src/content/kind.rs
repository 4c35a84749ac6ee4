//! Which kind of content a file holds, told by its path.

use std::sync::Arc;

use serde_json::Value as Json;

use super::{
    Blog, Bmi, Class, Gallery, Gym, Navigation, Plan, Post, Schedule, Trainer,
    pages::{
        AboutPage, BlogPage, ClassesPage, ContactPage, GalleryPage, HomePage, LoginPage, NotFoundPage,
        PricingPage, SchedulePage, SignupPage,
    },
};
use crate::{
    decode::{Decoded, Record, file, schema},
    diagnostic::FileId,
    source::SourceText,
};

/// A kind of content file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is named after its type")]
pub enum Kind {
    Site,
    Navigation,
    Schedule,
    Gallery,
    Bmi,
    Blog,
    Class,
    Trainer,
    Plan,
    Post,
    HomePage,
    AboutPage,
    ClassesPage,
    PricingPage,
    BlogPage,
    ContactPage,
    SchedulePage,
    GalleryPage,
    LoginPage,
    SignupPage,
    NotFoundPage,
}

/// An entry of any kind.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each is named after its type")]
pub enum Entry {
    Site(Arc<Gym>),
    Navigation(Arc<Navigation>),
    Schedule(Arc<Schedule>),
    Gallery(Arc<Gallery>),
    Bmi(Arc<Bmi>),
    Blog(Arc<Blog>),
    Class(Arc<Class>),
    Trainer(Arc<Trainer>),
    Plan(Arc<Plan>),
    Post(Arc<Post>),
    HomePage(Arc<HomePage>),
    AboutPage(Arc<AboutPage>),
    ClassesPage(Arc<ClassesPage>),
    PricingPage(Arc<PricingPage>),
    BlogPage(Arc<BlogPage>),
    ContactPage(Arc<ContactPage>),
    SchedulePage(Arc<SchedulePage>),
    GalleryPage(Arc<GalleryPage>),
    LoginPage(Arc<LoginPage>),
    SignupPage(Arc<SignupPage>),
    NotFoundPage(Arc<NotFoundPage>),
}

/// Where the files of a kind are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// One file, which every site has.
    File(&'static str),
    /// A folder with a file for each entry.
    Folder {
        /// The folder, with a slash at its end.
        path: &'static str,
        /// What one entry is called.
        entry: &'static str,
    },
}

impl Kind {
    /// All kinds, in the order in which documentation lists them.
    pub const ALL: [Self; 21] = [
        Self::Site,
        Self::Navigation,
        Self::Schedule,
        Self::Gallery,
        Self::Bmi,
        Self::Blog,
        Self::Class,
        Self::Trainer,
        Self::Plan,
        Self::Post,
        Self::HomePage,
        Self::AboutPage,
        Self::ClassesPage,
        Self::PricingPage,
        Self::BlogPage,
        Self::ContactPage,
        Self::SchedulePage,
        Self::GalleryPage,
        Self::LoginPage,
        Self::SignupPage,
        Self::NotFoundPage,
    ];

    /// Where its files are, relative to the root.
    pub fn place(self) -> Place {
        match self {
            Self::Site => Place::File("content/site.toml"),
            Self::Navigation => Place::File("content/navigation.toml"),
            Self::Schedule => Place::File("content/schedule.toml"),
            Self::Gallery => Place::File("content/gallery.toml"),
            Self::Bmi => Place::File("content/bmi.toml"),
            Self::Blog => Place::File("content/blog.toml"),
            Self::Class => Place::Folder { path: "content/classes/", entry: "class" },
            Self::Trainer => Place::Folder { path: "content/trainers/", entry: "trainer" },
            Self::Plan => Place::Folder { path: "content/plans/", entry: "plan" },
            Self::Post => Place::Folder { path: "content/posts/", entry: "post" },
            Self::HomePage => Place::File("content/pages/home.toml"),
            Self::AboutPage => Place::File("content/pages/about.toml"),
            Self::ClassesPage => Place::File("content/pages/classes.toml"),
            Self::PricingPage => Place::File("content/pages/pricing.toml"),
            Self::BlogPage => Place::File("content/pages/blog.toml"),
            Self::ContactPage => Place::File("content/pages/contact.toml"),
            Self::SchedulePage => Place::File("content/pages/schedule.toml"),
            Self::GalleryPage => Place::File("content/pages/gallery.toml"),
            Self::LoginPage => Place::File("content/pages/login.toml"),
            Self::SignupPage => Place::File("content/pages/signup.toml"),
            Self::NotFoundPage => Place::File("content/pages/not-found.toml"),
        }
    }

    /// True if the file at `path` is in the folder of this kind.
    pub fn is_in_folder(self, path: &str) -> bool {
        matches!(self.place(), Place::Folder { path: folder, .. } if path.starts_with(folder))
    }

    /// The name of its schema, without the extension: `post`, `page-home`.
    pub fn schema_name(self) -> String {
        match self.place() {
            Place::File(path) => {
                path.trim_start_matches("content/").trim_end_matches(".toml").replace("pages/", "page-")
            }
            Place::Folder { entry, .. } => entry.to_owned(),
        }
    }

    /// The kind of the file at `path`, and its id where the kind has a file for each entry.
    pub fn of(path: &str) -> Option<(Self, &str)> {
        Self::ALL.into_iter().find_map(|kind| match kind.place() {
            Place::File(file) => (file == path).then_some((kind, "")),
            Place::Folder { path: folder, .. } => {
                let id = path.strip_prefix(folder)?.strip_suffix(".toml")?;
                Some((kind, id))
            }
        })
    }

    /// Decodes a file of this kind.
    pub fn decode(self, id: FileId, source: &Arc<SourceText>) -> Decoded<Entry> {
        fn as_entry<R: Record>(
            id: FileId,
            source: &Arc<SourceText>,
            wrap: fn(Arc<R>) -> Entry,
        ) -> Decoded<Entry> {
            file::<R>(id, source).map(|value| wrap(Arc::new(value)))
        }
        match self {
            Self::Site => as_entry(id, source, Entry::Site),
            Self::Navigation => as_entry(id, source, Entry::Navigation),
            Self::Schedule => as_entry(id, source, Entry::Schedule),
            Self::Gallery => as_entry(id, source, Entry::Gallery),
            Self::Bmi => as_entry(id, source, Entry::Bmi),
            Self::Blog => as_entry(id, source, Entry::Blog),
            Self::Class => as_entry(id, source, Entry::Class),
            Self::Trainer => as_entry(id, source, Entry::Trainer),
            Self::Plan => as_entry(id, source, Entry::Plan),
            Self::Post => as_entry(id, source, Entry::Post),
            Self::HomePage => as_entry(id, source, Entry::HomePage),
            Self::AboutPage => as_entry(id, source, Entry::AboutPage),
            Self::ClassesPage => as_entry(id, source, Entry::ClassesPage),
            Self::PricingPage => as_entry(id, source, Entry::PricingPage),
            Self::BlogPage => as_entry(id, source, Entry::BlogPage),
            Self::ContactPage => as_entry(id, source, Entry::ContactPage),
            Self::SchedulePage => as_entry(id, source, Entry::SchedulePage),
            Self::GalleryPage => as_entry(id, source, Entry::GalleryPage),
            Self::LoginPage => as_entry(id, source, Entry::LoginPage),
            Self::SignupPage => as_entry(id, source, Entry::SignupPage),
            Self::NotFoundPage => as_entry(id, source, Entry::NotFoundPage),
        }
    }

    /// The JSON Schema of its files.
    pub fn schema(self, ids: &schema::Ids) -> Json {
        let title = format!("gympress: {}", self.schema_name());
        match self {
            Self::Site => schema::document::<Gym>(&title, ids),
            Self::Navigation => schema::document::<Navigation>(&title, ids),
            Self::Schedule => schema::document::<Schedule>(&title, ids),
            Self::Gallery => schema::document::<Gallery>(&title, ids),
            Self::Bmi => schema::document::<Bmi>(&title, ids),
            Self::Blog => schema::document::<Blog>(&title, ids),
            Self::Class => schema::document::<Class>(&title, ids),
            Self::Trainer => schema::document::<Trainer>(&title, ids),
            Self::Plan => schema::document::<Plan>(&title, ids),
            Self::Post => schema::document::<Post>(&title, ids),
            Self::HomePage => schema::document::<HomePage>(&title, ids),
            Self::AboutPage => schema::document::<AboutPage>(&title, ids),
            Self::ClassesPage => schema::document::<ClassesPage>(&title, ids),
            Self::PricingPage => schema::document::<PricingPage>(&title, ids),
            Self::BlogPage => schema::document::<BlogPage>(&title, ids),
            Self::ContactPage => schema::document::<ContactPage>(&title, ids),
            Self::SchedulePage => schema::document::<SchedulePage>(&title, ids),
            Self::GalleryPage => schema::document::<GalleryPage>(&title, ids),
            Self::LoginPage => schema::document::<LoginPage>(&title, ids),
            Self::SignupPage => schema::document::<SignupPage>(&title, ids),
            Self::NotFoundPage => schema::document::<NotFoundPage>(&title, ids),
        }
    }
}
