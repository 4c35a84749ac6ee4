//! The site as rendering reads it: each access is recorded.

use std::{fmt, sync::Arc};

use jiff::tz::TimeZone;

use super::{PageLink, PageQuery, Read, hash::Fingerprint, record};
use crate::{
    assets::{NotMentioned, Picture, Pictures, Purpose},
    content::{Addresses, Entry, Gym, Navigation},
    decode::value::{ImageFile, TimeRange, Weekday},
    render::formats::{Formats, Lines},
    routes::{FeedOf, TermPlace},
    schema::{Data, Name, Table, Types},
    site::{BaseUrl, Class, GalleryPicture, Plan, Post, Site, Taxonomy, Term, Trainer},
};

/// All that views and templates may read of a site. What has no method here can't be read while a page is rendered,
/// so that no read goes unrecorded.
pub(in crate::render) struct Reader {
    pub(super) site: Arc<Site>,
    pub(super) pictures: Arc<Pictures>,
    formats: Formats,
}

impl fmt::Debug for Reader {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Reader")
    }
}

impl Reader {
    pub fn new(site: &Arc<Site>, pictures: &Arc<Pictures>) -> Self {
        Self { site: site.clone(), pictures: pictures.clone(), formats: Formats::new(&site.gym) }
    }
}

/// What counts for all pages at once, as [`Reader::common`] says; none of it is recorded.
impl Reader {
    /// A fingerprint of what the methods of this block return.
    pub fn common(&self) -> Fingerprint {
        let gym = &self.site.gym;
        // Types are among the files that count for all pages at once.
        Fingerprint::new(&(
            (self.site.base.as_str(), self.site.is_placed),
            (gym.language.as_str(), self.zone().iana_name(), self.week_order()),
            (self.addresses().page(), self.addresses().calendar(), self.addresses().offline()),
            (
                gym.currency.as_ref().map(|sign| sign.as_str()),
                gym.currency_code.as_ref().map(|code| code.as_str()),
            ),
            // They depend on the colours of stylesheets, too.
            Purpose::ALL.map(|purpose| self.icon(purpose)),
        ))
    }

    /// The path of the site's icon for this purpose, without the base path.
    pub fn icon(&self, purpose: Purpose) -> Option<String> {
        self.pictures.icon(purpose)
    }

    pub fn base(&self) -> &BaseUrl {
        &self.site.base
    }

    /// False if the site has no base URL.
    pub fn is_placed(&self) -> bool {
        self.site.is_placed
    }

    pub fn types(&self) -> &Types {
        &self.site.types
    }

    /// Words in the addresses of what no file declares.
    pub fn addresses(&self) -> &Addresses {
        self.site.gym.addresses()
    }

    pub fn formats(&self) -> &Formats {
        &self.formats
    }

    pub fn language(&self) -> &str {
        self.site.gym.language.as_str()
    }

    /// As HTML writes it: `ltr` or `rtl`.
    pub fn direction(&self) -> &'static str {
        if self.site.gym.language.is_right_to_left() { "rtl" } else { "ltr" }
    }

    /// The days of the week in the order in which they are shown.
    pub fn week_order(&self) -> [Weekday; 7] {
        self.site.gym.week()
    }

    pub fn zone(&self) -> &TimeZone {
        self.site.gym.time_zone.zone()
    }
}

impl Reader {
    /// The table of a file that the site has at most once.
    pub fn single(&self, name: &str) -> Option<&Arc<Table>> {
        record(Read::Single(name));
        self.site.single(name)
    }

    /// A field of `content/site.toml`.
    pub fn site_field(&self, key: &str) -> Option<&Data> {
        self.read_site_field(key);
        self.site.single("site")?.get(key).map(|value| &value.value)
    }

    pub(super) fn read_site_field(&self, key: &str) {
        record(Read::SiteField(key));
    }

    /// The type of `content/site.toml`. Values are to be read by [`Reader::site_field`].
    pub fn site_schema(&self) -> Option<&Arc<crate::schema::Schema>> {
        self.site.single("site").map(|table| &table.schema)
    }

    /// The gym's name.
    pub fn gym_name(&self) -> &str {
        self.gym_fields(&["name"]).name.as_str()
    }

    /// What the gym says of itself in a sentence.
    pub fn gym_summary(&self) -> &str {
        self.gym_fields(&["tagline", "description", "name"]).summary()
    }

    /// The gym with the fields of `content/site.toml` of which the caller reads no other.
    pub fn gym_fields(&self, fields: &[&str]) -> &Gym {
        fields.iter().for_each(|field| self.read_site_field(field));
        &self.site.gym
    }

    /// The gym's address.
    pub fn address(&self) -> Lines {
        self.formats.address(self.gym_fields(&["address"]).address())
    }

    /// A page, as far as other pages may show it.
    pub fn page(&self, query: PageQuery<&str>) -> Option<PageLink<'_>> {
        let page = query.find(&self.site);
        record(Read::Page(query));
        page
    }

    /// True if there is a blog: posts, or a page that lists them.
    pub fn has_blog(&self) -> bool {
        record(Read::Blog);
        self.site.has_blog()
    }

    /// The address of the page that shows the whole week.
    pub fn week_path(&self) -> Option<String> {
        self.page(PageQuery::With("timetable-week")).map(|page| page.first_path().into_owned())
    }

    /// The address of the page of a day; that of the whole week, or the front page, where days have none.
    pub fn day_path(&self, day: Weekday) -> String {
        let daily = self.page(PageQuery::Daily).map(|page| page.path(day));
        daily.or_else(|| self.week_path()).unwrap_or_else(|| "/".to_owned())
    }
}

/// Entries.
impl Reader {
    /// How many entries of a collection there are to show.
    pub fn count(&self, collection: &str) -> usize {
        record(Read::Count(collection));
        self.site.count_of(collection)
    }

    /// The entries that refer to an entry, of one collection or of all.
    pub fn mentions(&self, collection: &str, id: &Arc<str>, of: Option<&str>) -> Vec<(Name, Arc<str>)> {
        record(Read::Mentions { collection, id, of });
        self.site.mentions(collection, id, of)
    }

    /// The part of a collection from `start` on; empty for posts, which [`Reader::posts`] gives.
    pub fn entries(&self, collection: &str, start: usize, count: usize) -> &[Entry] {
        record(Read::List { collection, start, count });
        part(self.site.collections.get(collection).map_or(&[], Vec::as_slice), start, count)
    }

    /// The part of the newest posts from `start` on.
    pub fn posts(&self, start: usize, count: usize) -> &[Arc<Post>] {
        record(Read::List { collection: "posts", start, count });
        part(&self.site.posts.shown, start, count)
    }

    /// All entries of a collection other than posts, with all their fields.
    pub fn collection(&self, collection: &str) -> &[Entry] {
        record(Read::Collection(collection));
        self.site.collections.get(collection).map_or(&[], Vec::as_slice)
    }

    /// The entry with this id, of which each field is to be read by [`Reader::read_field`].
    pub fn entry(&self, collection: &str, id: &str) -> Option<&Entry> {
        record(Read::Existence { collection, id });
        self.site.entry(collection, id)
    }

    /// Records that a field of an entry is read.
    pub fn read_field(&self, collection: &str, id: &Arc<str>, field: &str) {
        record(Read::Field { collection, id, field });
    }

    /// The post with this id, if it is out. Its text is to be read by [`Reader::read_body`].
    pub fn post(&self, id: &str) -> Option<&Arc<Post>> {
        record(Read::PostHead(id));
        self.site.posts.get(id)
    }

    /// Records that the head of a post is read: all but its text, its category and its tags.
    pub fn read_head(&self, post: &Post) {
        record(Read::PostHead(&post.slug));
    }

    /// Records that the category or the tags of a post are read.
    pub fn read_terms(&self, post: &Post) {
        record(Read::PostTerms(&post.slug));
    }

    /// Records that the text of a post is read.
    pub fn read_body(&self, post: &Post) {
        record(Read::PostBody(&post.slug));
    }

    /// A category or tag with its number of posts. Which posts it has is part of the page that lists them.
    pub fn term(&self, taxonomy: Taxonomy, id: &str) -> Option<&Term> {
        let (read, terms) = match taxonomy {
            Taxonomy::Category => (Read::Category(id), &self.site.posts.categories),
            Taxonomy::Tag => (Read::Tag(id), &self.site.posts.tags),
        };
        record(read);
        terms.iter().find(|term| *term.id == *id)
    }

    /// The posts that a page of a category or tag lists. Which they are is part of the page itself.
    pub fn posts_of(&self, place: &TermPlace) -> &[Arc<Post>] {
        place.posts(&self.site)
    }

    /// How many posts a page of a category or tag lists at most.
    pub fn posts_a_page(&self) -> usize {
        record(Read::Single("blog"));
        self.site.blog.per_page as usize
    }

    /// The posts of a feed, newest first, of which each is to be read by [`Reader::read_head`].
    pub fn feed(&self, feed: &FeedOf) -> &[Arc<Post>] {
        record(Read::Feed(feed.category().map(|id| &**id)));
        feed.posts(&self.site)
    }

    /// A class with the fields of which the caller reads no other.
    pub fn class(&self, id: &str, fields: &[&str]) -> Option<&Arc<Class>> {
        let class = self.site.classes.get(id)?;
        fields.iter().for_each(|field| self.read_field("classes", &class.id, field));
        Some(class)
    }

    /// The time shown on the card of a class.
    pub fn slot(&self, id: &str) -> Option<(Weekday, TimeRange)> {
        let class = self.class(id, &["slot"])?;
        if class.entry.slot.is_none() {
            record(Read::Week);
        }
        class.slot
    }

    /// A trainer with the fields of which the caller reads no other.
    pub fn trainer(&self, id: &str, fields: &[&str]) -> Option<&Arc<Trainer>> {
        let trainer = self.site.trainers.get(id)?;
        fields.iter().for_each(|field| self.read_field("trainers", &trainer.id, field));
        Some(trainer)
    }

    /// A plan with the fields of which the caller reads no other.
    pub fn plan(&self, id: &str, fields: &[&str]) -> Option<&Arc<Plan>> {
        let plan = self.site.plans.iter().find(|plan| *plan.id == *id)?;
        fields.iter().for_each(|field| self.read_field("plans", &plan.id, field));
        Some(plan)
    }

    /// All plans as gympress reads them.
    pub fn plans(&self) -> &[Arc<Plan>] {
        record(Read::Collection("plans"));
        &self.site.plans
    }

    /// A picture of the gallery.
    pub fn gallery_picture(&self, id: &str) -> Option<&Arc<GalleryPicture>> {
        record(Read::Collection("gallery"));
        self.site.gallery.iter().find(|picture| picture.id.to_string() == *id)
    }

    /// The entries of the menu.
    pub fn navigation(&self) -> &Navigation {
        record(Read::Single("navigation"));
        &self.site.navigation
    }
}

/// Pictures.
impl Reader {
    /// The picture made from this file; `None` if the file is mentioned but can't be shown.
    ///
    /// # Errors
    /// If no content mentions the file, so that it isn't in the site.
    pub fn picture(&self, file: &ImageFile) -> Result<Option<&Picture>, NotMentioned> {
        record(Read::Picture(file.as_str()));
        self.pictures.get(file)
    }
}

pub(super) fn part<T>(entries: &[T], start: usize, count: usize) -> &[T] {
    let rest = entries.get(start..).unwrap_or_default();
    rest.get(..count).unwrap_or(rest)
}
