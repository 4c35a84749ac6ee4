//! Content to site: each mention replaced by what it mentions.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    BaseUrl, Class, Day, FeaturedClass, File, GalleryPicture, OpeningHours, Plan, Posts, Row, Settings, Site,
    Trainer,
};
use crate::{
    content::{self, Content, Single, parts::Picture},
    decode::{
        self,
        value::{Reference, Weekday},
    },
    diagnostic::{Code, Diagnostic, Diagnostics},
};

/// Entries by id.
type Resolved<T> = BTreeMap<Arc<str>, Arc<T>>;

/// The site. Mentions of what doesn't exist, which were reported, are left out.
pub(super) fn resolve(
    content: &Content,
    posts: Arc<Posts>,
    hours: OpeningHours,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Option<Site> {
    let gym = content.gym.value.clone();
    let base = base_url(&gym, settings, diagnostics)?;
    let blog = content.blog.value.clone();
    diagnostics.append(posts.found.clone());
    let navigation = &content.navigation.value;
    let gallery = &content.gallery.value;
    let home = file(&content.home);
    let classes_page = file(&content.classes_page);
    let pricing = file(&content.pricing);
    let contact = file(&content.contact);

    let trainers = trainers(content);
    let classes = classes(content, &trainers);
    let plans = plans(content);
    let pictures = pictures(gallery);
    let now = settings.now.to_zoned(gym.time_zone.zone().clone());
    let today = now.start_of_day().unwrap_or(now);

    Some(Site {
        base,
        today,
        hours,
        navigation: navigation.words.clone(),
        links: navigation.links.clone(),
        panel_gallery: all(&pictures, &navigation.panel_gallery),
        footer_classes: all(&classes, &navigation.footer_classes),
        classes: all(&classes, &classes_page.words.classes),
        form_classes: all(&classes, &contact.words.form.classes),
        featured: featured(&home.words.featured.classes, &classes),
        team: all(&trainers, &home.words.team.trainers),
        plan_rows: pricing.words.plans.iter().map(|row| all(&plans, row)).collect(),
        week: week(&content.schedule.value, &classes, &trainers),
        gallery: gallery
            .images
            .iter()
            .filter_map(|image| pictures.get(&*image.id.value.get().to_string()).cloned())
            .collect(),
        gallery_alt: gallery.alt.clone(),
        gallery_per_page: gallery.per_page.get() as usize,
        home_gallery: all(&pictures, &home.words.gallery.images),
        bmi: content.bmi.value.clone(),
        posts,
        blog,
        home,
        about: file(&content.about),
        classes_page,
        pricing,
        blog_page: file(&content.blog_page),
        contact,
        schedule_page: file(&content.schedule_page),
        gallery_page: file(&content.gallery_page),
        login: file(&content.login),
        signup: file(&content.signup),
        not_found: file(&content.not_found),
        gym,
    })
}

/// The root of the site; where none can be made out, which is reported, any.
fn base_url(gym: &content::Gym, settings: &Settings, diagnostics: &mut Diagnostics) -> Option<BaseUrl> {
    if let Some(base) = &settings.base_url {
        return Some(base.clone());
    }
    let base = gym.base_url.value.url().and_then(BaseUrl::new);
    if base.is_none() {
        diagnostics.push(
            Diagnostic::new(Code::Malformed, gym.base_url.span, "this is not the address of a site's root")
                .expected("an address without ? and #, such as \"https://example.org/\"")
                .help("take out what stands behind the path"),
        );
    }
    base.or_else(BaseUrl::stand_in)
}

fn file<T>(single: &Single<T>) -> File<T> {
    File { file: single.file, words: single.value.clone() }
}

fn one<T, K>(entries: &Resolved<T>, reference: &Reference<K>) -> Option<Arc<T>> {
    entries.get(&reference.id).cloned()
}

fn all<T, K>(entries: &Resolved<T>, references: &[Reference<K>]) -> Vec<Arc<T>> {
    references.iter().filter_map(|reference| one(entries, reference)).collect()
}

fn trainers(content: &Content) -> Resolved<Trainer> {
    let trainer = |(id, single): (&Arc<str>, &Single<content::Trainer>)| {
        (id.clone(), Arc::new(Trainer { id: id.clone(), entry: single.value.clone() }))
    };
    content.trainers.iter().map(trainer).collect()
}

fn classes(content: &Content, trainers: &Resolved<Trainer>) -> Resolved<Class> {
    let nobody = || Arc::new(Trainer { id: "".into(), entry: Arc::new(decode::stand_in()) });
    let class = |(id, single): (&Arc<str>, &Single<content::Class>)| {
        let entry = single.value.clone();
        let trainer = one(trainers, &entry.trainer).unwrap_or_else(nobody);
        (id.clone(), Arc::new(Class { id: id.clone(), entry, trainer }))
    };
    content.classes.iter().map(class).collect()
}

fn plans(content: &Content) -> Resolved<Plan> {
    let plan = |(id, single): (&Arc<str>, &Single<content::Plan>)| {
        (id.clone(), Arc::new(Plan { id: id.clone(), entry: single.value.clone() }))
    };
    content.plans.iter().map(plan).collect()
}

fn pictures(gallery: &content::Gallery) -> Resolved<GalleryPicture> {
    let pictures = gallery.images.iter().map(|image| {
        let id = image.id.value.get();
        let picture = Picture { file: image.file.clone(), alt: image.alt.as_str().to_owned() };
        (id.to_string().into(), Arc::new(GalleryPicture { id, picture }))
    });
    pictures.collect()
}

fn featured(featured: &[content::pages::FeaturedClass], classes: &Resolved<Class>) -> Vec<FeaturedClass> {
    let resolve = |featured: &content::pages::FeaturedClass| {
        let class = one(classes, &featured.class)?;
        let title = featured.title.clone().unwrap_or_else(|| class.entry.title.value.clone());
        Some(FeaturedClass { class, title })
    };
    featured.iter().filter_map(resolve).collect()
}

fn week(schedule: &content::Schedule, classes: &Resolved<Class>, trainers: &Resolved<Trainer>) -> Vec<Day> {
    let row = |row: &content::Row| {
        let (class, trainer) = (one(classes, &row.class)?, one(trainers, &row.trainer)?);
        Some(Row { class, trainer, time: row.time.value })
    };
    let day = |(weekday, rows): &(Weekday, Vec<content::Row>)| Day {
        weekday: *weekday,
        rows: rows.iter().filter_map(row).collect(),
    };
    schedule.days.iter().map(day).collect()
}
