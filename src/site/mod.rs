//! The site: every reference resolved, so that nothing below can meet a dangling one.

mod base;
mod catalogue;
mod hours;
mod ids;
mod lint;
mod memory;
mod model;
mod posts;
mod publication;
mod resolve;

use std::{collections::BTreeMap, sync::Arc};

use jiff::{Timestamp, Zoned};

pub use base::BaseUrl;
pub use catalogue::Catalogue;
pub use hours::OpeningHours;
pub use ids::ids;
pub use memory::Memory;
pub use model::{Class, Day, FeaturedClass, File, GalleryPicture, Plan, Post, Row, Taxonomy, Term, Trainer};
pub use posts::Posts;
pub use publication::{Held, Reason};

use crate::{
    content::{
        Blog, Bmi, Closure, Content, Gym, NavigationWords,
        pages::{
            AboutPage, BlogPage, ClassesPage, ContactPage, GalleryPage, HomePage, LoginPage, NotFoundPage,
            PricingPage, SchedulePage, SignupPage,
        },
        parts::Button,
    },
    decode::value::Text,
    diagnostic::Diagnostics,
};

/// What a build is told from outside; with the sources, all that its output depends on.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The moment of the build: decides which posts are out, and the year of the copyright.
    pub now: Timestamp,
    /// Posts that are drafts or lie in the future are shown, too.
    pub drafts: bool,
    /// Where the site is published, if not where `content/site.toml` says.
    pub base_url: Option<BaseUrl>,
}

/// Everything that pages are made of.
#[derive(Debug)]
#[expect(missing_docs, reason = "each is named after its type or its content file")]
pub struct Site {
    pub gym: Arc<Gym>,
    pub base: BaseUrl,
    /// When the day of the build began on the site's clock. Nothing depends on a finer time but which posts are
    /// out, so that a build is good until [`Site::good_until`].
    pub today: Zoned,
    pub hours: OpeningHours,
    pub navigation: NavigationWords,
    pub links: Vec<Button>,
    pub panel_gallery: Vec<Arc<GalleryPicture>>,
    pub footer_classes: Vec<Arc<Class>>,
    /// As the classes page lists them.
    pub classes: Vec<Arc<Class>>,
    /// As the contact form offers them.
    pub form_classes: Vec<Arc<Class>>,
    pub featured: Vec<FeaturedClass>,
    pub team: Vec<Arc<Trainer>>,
    pub plan_rows: Vec<Vec<Arc<Plan>>>,
    pub week: Vec<Day>,
    pub gallery: Vec<Arc<GalleryPicture>>,
    pub gallery_alt: Text,
    pub gallery_per_page: usize,
    pub home_gallery: Vec<Arc<GalleryPicture>>,
    pub bmi: Arc<Bmi>,
    pub blog: Arc<Blog>,
    pub posts: Arc<Posts>,
    pub home: File<HomePage>,
    pub about: File<AboutPage>,
    pub classes_page: File<ClassesPage>,
    pub pricing: File<PricingPage>,
    pub blog_page: File<BlogPage>,
    pub contact: File<ContactPage>,
    pub schedule_page: File<SchedulePage>,
    pub gallery_page: File<GalleryPage>,
    pub login: File<LoginPage>,
    pub signup: File<SignupPage>,
    pub not_found: File<NotFoundPage>,
}

impl Site {
    /// The classes that the week has, each once, by id.
    pub fn scheduled(&self) -> impl Iterator<Item = &Class> {
        let rows = self.week.iter().flat_map(|day| &day.rows);
        let classes: BTreeMap<&str, &Class> = rows.map(|row| (&*row.class.id, &*row.class)).collect();
        classes.into_values()
    }

    /// When the same content gives another site: the next day, or the next post that appears by itself.
    pub fn good_until(&self) -> Timestamp {
        // The calendar ends in the year 9999.
        let tomorrow = self.today.tomorrow().map_or(Timestamp::MAX, |day| day.timestamp());
        self.posts.next_appearance().map_or(tomorrow, |next| next.min(tomorrow))
    }

    /// The closures that are not over, the next one first.
    pub fn closures(&self) -> impl Iterator<Item = &Closure> {
        let today = self.today.date();
        self.gym.closures.iter().filter(move |closure| closure.last >= today)
    }
}

/// Resolves all references and looks across files for what is probably meant otherwise.
///
/// What mistakes made unreadable is stood in for, so that all the rest can be checked; a site that is
/// returned beside errors must not be published.
pub fn resolve(content: &Content, settings: &Settings, diagnostics: &mut Diagnostics) -> Option<Site> {
    resolve_again(content, settings, &Memory::default(), diagnostics)
}

/// The same where posts may have been resolved before: `memory` must have seen no other project.
pub fn resolve_again(
    content: &Content,
    settings: &Settings,
    memory: &Memory,
    diagnostics: &mut Diagnostics,
) -> Option<Site> {
    let catalogue = Catalogue::of(content, diagnostics);
    let hours = OpeningHours::of(&content.gym.value, diagnostics);
    catalogue.check_mentions(content, diagnostics);
    let posts = memory.posts(content, settings);
    let site = resolve::resolve(content, posts, hours, settings, diagnostics)?;
    lint::check(content, &catalogue, &site, diagnostics);
    Some(site)
}
