//! Cards: classes, trainers, plans.

use minijinja::Value;
use serde::Serialize;

use super::{gym::SocialView, join_class, value};
use crate::{
    content::{Plan, Slot, parts::Picture},
    render::formats::Formats,
    site::{Class, Site},
};

#[derive(Serialize)]
struct ClassView<'a> {
    id: &'a str,
    title: &'a str,
    trainer: &'a str,
    slot: String,
    summary: &'a str,
    image: &'a Picture,
    join_url: String,
}

fn class_view<'a>(site: &Site, class: &'a Class, title: &'a str) -> ClassView<'a> {
    ClassView {
        id: &class.id,
        title,
        trainer: class.trainer.entry.name.value.as_str(),
        slot: slot(class.entry.slot, Formats::of(site)),
        summary: class.entry.summary.as_str(),
        image: &class.entry.image,
        join_url: join_class(site, &class.id),
    }
}

/// As the specification writes it: `Wednesday 9:00am-10:00am`.
fn slot(slot: Slot, formats: &Formats) -> String {
    format!("{} {}", formats.weekday(slot.day), formats.times(slot.time))
}

/// All classes, in the order of the classes page.
pub(super) fn classes(site: &Site) -> Value {
    value(
        site.classes
            .iter()
            .map(|class| class_view(site, class, class.entry.title.value.as_str()))
            .collect::<Vec<_>>(),
    )
}

/// The classes of the home page.
pub(super) fn featured(site: &Site) -> Value {
    value(site.featured.iter().map(|f| class_view(site, &f.class, f.title.as_str())).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct TrainerView<'a> {
    name: &'a str,
    role: &'a str,
    bio: &'a str,
    image: &'a Picture,
    social: Vec<SocialView>,
}

/// The trainers of the home page.
pub(super) fn trainers(site: &Site) -> Value {
    let views = site.team.iter().map(|trainer| TrainerView {
        name: trainer.entry.name.value.as_str(),
        role: trainer.entry.role.as_str(),
        bio: trainer.entry.bio.as_str(),
        image: &trainer.entry.image,
        social: trainer
            .entry
            .social
            .iter()
            .map(|social| SocialView::of_trainer(social, Formats::of(site)))
            .collect(),
    });
    value(views.collect::<Vec<_>>())
}

#[derive(Serialize)]
struct PlanView<'a> {
    title: &'a str,
    price: String,
    period: &'a str,
    currency: &'a str,
    note: Option<&'a str>,
    share: Option<u64>,
    image: &'a Picture,
    features: Vec<&'a str>,
    featured: Option<&'a str>,
    join_url: String,
}

/// The plans, row by row.
pub(super) fn plan_rows(site: &Site) -> Value {
    let dearest = site.plan_rows.iter().flatten().filter_map(|plan| a_day(&plan.entry)).max();
    let view = |plan: &crate::site::Plan| {
        let entry = &plan.entry;
        value(PlanView {
            title: entry.title.value.as_str(),
            price: Formats::of(site).whole(entry.price.get()),
            period: entry.period.as_str(),
            currency: site.gym.currency.as_str(),
            note: entry.note.as_ref().map(|note| note.as_str()),
            share: a_day(entry).zip(dearest).map(|(day, dearest)| (day * 100 / dearest).max(1)),
            image: &entry.image,
            features: entry.features.iter().map(|feature| feature.as_str()).collect(),
            featured: entry.featured.then(|| site.pricing.words.chart.featured.as_str()),
            join_url: site.base.href(&format!("/contact/?plan={}", plan.id)),
        })
    };
    site.plan_rows.iter().map(|row| row.iter().map(|plan| view(plan)).collect::<Value>()).collect()
}

/// What a day of a plan comes to, in thousandths of the currency's unit.
fn a_day(plan: &Plan) -> Option<u64> {
    Some(u64::from(plan.price.get()) * 1000 / u64::from(plan.days?.get()))
}
