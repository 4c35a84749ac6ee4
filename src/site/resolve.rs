//! Content to site: each mention replaced by what it mentions.

use std::{collections::BTreeMap, sync::Arc};

use foldhash::HashMap;

use super::{
    BaseUrl, Class, Day, FeaturedClass, File, GalleryPicture, Held, OpeningHours, Plan, Post, Row, Settings,
    Site, Taxonomy, Term, Trainer, publication,
};
use crate::{
    content::{self, Content, Single, parts::Picture},
    decode::{
        self,
        value::{Reference, Text, Value as _, Weekday},
    },
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
};

/// Entries by id.
type Resolved<T> = BTreeMap<Arc<str>, Arc<T>>;

/// The site. Mentions of what doesn't exist, which were reported, are left out.
pub(super) fn resolve(
    content: &Content,
    hours: OpeningHours,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Option<Site> {
    let gym = content.gym.value.clone();
    let base = base_url(&gym, settings, diagnostics)?;
    let blog = content.blog.value.clone();
    let (posts, held) = posts(content, &blog, &gym, settings, diagnostics);
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
        categories: categories(&blog, &posts),
        tags: tags(&blog, &posts),
        posts,
        held,
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

/// The posts that are out, newest first, and the ones that are not. Two at one address are reported.
fn posts(
    content: &Content,
    blog: &content::Blog,
    gym: &content::Gym,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> (Vec<Arc<Post>>, Vec<Held>) {
    let category_titles: BTreeMap<&str, &Text> =
        blog.categories.iter().map(|c| (c.id.value.as_str(), &c.title)).collect();
    let tag_titles: BTreeMap<&str, &Text> =
        blog.tags.iter().map(|tag| (tag.id.value.as_str(), &tag.title)).collect();
    let mut slugs: HashMap<Arc<str>, (Span, bool)> = HashMap::default();
    let (mut published, mut held) = (Vec::new(), Vec::new());
    for (id, single) in &content.posts {
        let entry = &single.value;
        let slug: Arc<str> =
            entry.slug.as_ref().map_or_else(|| id.clone(), |slug| slug.value.as_str().into());
        let written = entry.slug.as_ref().map(|slug| slug.span);
        let place = written.unwrap_or(Span::whole(single.file));
        if let Some((first, first_written)) = slugs.insert(slug.clone(), (place, written.is_some())) {
            // A slug that somebody wrote is easier to change than a file's name.
            let (at, other) =
                if first_written && written.is_none() { (first, place) } else { (place, first) };
            diagnostics.push(
                Diagnostic::new(Code::DuplicateSlug, at, format!("two posts have the address /blog/{slug}/"))
                    .related(other, "the other one")
                    .expected("an address of its own for each post")
                    .help("give one of the two another slug"),
            );
        }
        let reason = publication::held_back(entry, &gym.time_zone, settings.now);
        if let Some(reason) = &reason {
            held.push(Held { slug: slug.clone(), file: single.file, reason: reason.clone() });
            if !settings.drafts {
                continue;
            }
        }
        let category = category_titles.get(&*entry.category.id).map(|title| (*title).clone());
        let tags =
            entry.tags.iter().filter_map(|tag| Some((tag.id.clone(), (*tag_titles.get(&*tag.id)?).clone())));
        published.push(Arc::new(Post {
            slug,
            file: single.file,
            author: entry.author.clone().unwrap_or_else(|| blog.author.clone()),
            date: entry.date.value.civil(),
            category: (entry.category.id.clone(), category.unwrap_or_else(|| Text::stand_in(None))),
            tags: tags.collect(),
            unpublished: reason,
            entry: entry.clone(),
        }));
    }
    published.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.slug.cmp(&b.slug)));
    (published, held)
}

fn categories(blog: &content::Blog, posts: &[Arc<Post>]) -> Vec<Term> {
    let mut by_id: BTreeMap<&str, Vec<Arc<Post>>> = BTreeMap::new();
    for post in posts {
        by_id.entry(&post.category.0).or_default().push(post.clone());
    }
    let term = |category: &content::Category| Term {
        taxonomy: Taxonomy::Category,
        id: category.id.value.as_str().into(),
        title: category.title.clone(),
        stated_count: category.count.as_ref().map(|count| count.value.get()),
        posts: by_id.remove(category.id.value.as_str()).unwrap_or_default(),
    };
    blog.categories.iter().map(term).collect()
}

fn tags(blog: &content::Blog, posts: &[Arc<Post>]) -> Vec<Term> {
    let mut by_id: BTreeMap<&str, Vec<Arc<Post>>> = BTreeMap::new();
    for post in posts {
        for (id, _) in &post.tags {
            by_id.entry(id).or_default().push(post.clone());
        }
    }
    let term = |tag: &content::Tag| Term {
        taxonomy: Taxonomy::Tag,
        id: tag.id.value.as_str().into(),
        title: tag.title.clone(),
        stated_count: None,
        posts: by_id.remove(tag.id.value.as_str()).unwrap_or_default(),
    };
    blog.tags.iter().map(term).collect()
}
