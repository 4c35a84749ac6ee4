//! `content/pages/home.toml`.

use serde::Serialize;

use super::Head;
use crate::{
    content::{
        Class, Trainer,
        gallery::GalleryImage,
        parts::{Button, IconCard, Intro, Picture},
    },
    decode::{
        Fields, Record,
        value::{Count, Reference, Text},
    },
};

/// The landing page, section by section.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct HomePage {
    #[serde(flatten)]
    pub head: Head,
    pub hero: Hero,
    pub about: About,
    pub who: Who,
    pub why: Why,
    pub cta: CallToAction,
    pub featured: Featured,
    pub team: Team,
    pub pricing: Pricing,
    pub gallery: HomeGallery,
    pub news: News,
}

impl Record for HomePage {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let head = Head::read(fields);
        let hero = fields.table("hero", "The first thing that visitors see");
        let about = fields.table("about", "The cards below the hero");
        let who = fields.table("who", "Who we are");
        let why = fields.table("why", "Why choose us");
        let cta = fields.table("cta", "The call to action with the phone number");
        let featured = fields.table("featured", "The featured classes");
        let team = fields.table("team", "The trainers");
        let pricing = fields.table("pricing", "The plans");
        let gallery = fields.table("gallery", "Pictures of the gallery");
        let news = fields.table("news", "The newest posts");
        Self { head, hero, about, who, why, cta, featured, team, pricing, gallery, news }
    }
}

/// The first thing that visitors see.
#[derive(Clone, Debug, Serialize)]
pub struct Hero {
    #[serde(flatten)]
    pub intro: Intro,
    pub button: Button,
    pub social_title: Text,
    pub image: Picture,
}

impl Record for Hero {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let intro = Intro::read(fields);
        let button = fields.table("button", "The button below the text");
        let social_title = fields.required("social_title", "What the social links are called");
        let image = fields.table("image", "The athlete");
        Self { intro, button, social_title, image }
    }
}

/// The cards below the hero.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    pub heading: Text,
    #[serde(rename = "card")]
    pub cards: Vec<IconCard>,
}

impl Record for About {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let heading = fields.required("heading", "The heading, for screen readers");
        let cards = fields.tables("card", "A card");
        Self { heading, cards }
    }
}

/// Who we are.
#[derive(Clone, Debug, Serialize)]
pub struct Who {
    #[serde(flatten)]
    pub intro: Intro,
    pub image: Picture,
    pub buttons: Vec<Button>,
    #[serde(rename = "point")]
    pub points: Vec<IconCard>,
}

impl Record for Who {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let intro = Intro::read(fields);
        let image = fields.table("image", "The picture beside the text");
        let buttons = fields.tables("buttons", "The buttons below the text");
        let points = fields.tables("point", "A point in favour");
        Self { intro, image, buttons, points }
    }
}

/// Why choose us.
#[derive(Clone, Debug, Serialize)]
pub struct Why {
    pub kicker: Text,
    pub heading: Text,
    pub image: Picture,
    #[serde(rename = "reason")]
    pub reasons: Vec<IconCard>,
}

impl Record for Why {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let kicker = fields.required("kicker", "The small line above the heading");
        let heading = fields.required("heading", "The heading");
        let image = fields.table("image", "The picture beside the reasons");
        let reasons = fields.tables("reason", "A reason");
        Self { kicker, heading, image, reasons }
    }
}

/// The call to action with the phone number.
#[derive(Clone, Debug, Serialize)]
pub struct CallToAction {
    pub heading: Text,
    pub text: Text,
    pub image: Picture,
}

impl Record for CallToAction {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let heading = fields.required("heading", "The question");
        let text = fields.required("text", "What to do");
        let image = fields.table("image", "The picture beside it");
        Self { heading, text, image }
    }
}

/// The featured classes.
#[derive(Clone, Debug, Serialize)]
pub struct Featured {
    pub kicker: Text,
    pub heading: Text,
    pub button: Text,
    /// The classes, in the order of their cards.
    #[serde(skip)]
    pub classes: Vec<FeaturedClass>,
}

impl Record for Featured {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let kicker = fields.required("kicker", "The small line above the heading");
        let heading = fields.required("heading", "The heading");
        let button = fields.required("button", "The link of each card");
        let classes = fields.tables("class", "A featured class");
        Self { kicker, heading, button, classes }
    }
}

/// A featured class.
#[derive(Clone, Debug)]
pub struct FeaturedClass {
    /// The class.
    pub class: Reference<Class>,
    /// What it's called here, if not by its name.
    pub title: Option<Text>,
}

impl Record for FeaturedClass {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let class = fields.required("class", "The class: a file of content/classes");
        let title = fields.optional("title", "What it is called here, if not by its name");
        Self { class, title }
    }
}

/// The trainers.
#[derive(Clone, Debug, Serialize)]
pub struct Team {
    pub kicker: Text,
    pub heading: Text,
    /// The trainers, in the order of their cards.
    #[serde(skip)]
    pub trainers: Vec<Reference<Trainer>>,
}

impl Record for Team {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let kicker = fields.required("kicker", "The small line above the heading");
        let heading = fields.required("heading", "The heading");
        let trainers = fields.list("trainers", "The trainers, in the order of their cards");
        Self { kicker, heading, trainers }
    }
}

/// The plans.
#[derive(Clone, Debug, Serialize)]
pub struct Pricing {
    #[serde(flatten)]
    pub intro: Intro,
    pub button: Text,
}

impl Record for Pricing {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let intro = Intro::read(fields);
        let button = fields.required("button", "The button of each plan");
        Self { intro, button }
    }
}

/// Pictures of the gallery.
#[derive(Clone, Debug, Serialize)]
pub struct HomeGallery {
    pub kicker: Text,
    pub heading: Text,
    pub button: Button,
    /// The pictures, in order.
    #[serde(skip)]
    pub images: Vec<Reference<GalleryImage>>,
}

impl Record for HomeGallery {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let kicker = fields.required("kicker", "The small line above the heading");
        let heading = fields.required("heading", "The heading");
        let images = fields.list("images", "The numbers of pictures of the gallery");
        let button = fields.table("button", "The way to the gallery");
        Self { kicker, heading, images, button }
    }
}

/// The newest posts.
#[derive(Clone, Debug, Serialize)]
pub struct News {
    pub kicker: Text,
    pub heading: Text,
    pub count: Count,
    pub read_more: Button,
}

impl Record for News {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let kicker = fields.required("kicker", "The small line above the heading");
        let heading = fields.required("heading", "The heading");
        let count = fields.required("count", "How many posts to show");
        let read_more = fields.table("read_more", "The link of each post");
        Self { kicker, heading, count, read_more }
    }
}
