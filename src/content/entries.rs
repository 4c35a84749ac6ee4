//! Entries, a file each: classes, trainers, plans, branches, posts.

use std::sync::Arc;

use jiff::tz::TimeZone;

use super::{
    closure::{DeclaredException, HoursException},
    hours::Hours,
    site::{Address, Map},
};
use crate::{
    diagnostic::Span,
    schema::{
        EntryRef, Name, PictureRef, Table, View,
        decode::{
            Spanned,
            value::{
                Destination, Link, Markdown, Phone, Price, PublicationDate, Text, Time, TimeRange, Weekday,
            },
        },
    },
};

#[derive(Debug, View)]
pub struct ClassFields {
    pub title: Spanned<Text>,
    /// Who usually teaches it, if it's one person.
    pub trainer: Option<Spanned<EntryRef>>,
    pub image: Option<PictureRef>,
    pub summary: Text,
    /// False where there is nothing to join, as in open hours.
    pub join: bool,
    /// The place to book it, if not where all are.
    pub book: Option<Destination>,
    /// The time on its card; without one, the first that the schedule has.
    pub slot: Option<Slot>,
}

#[derive(Debug, View)]
pub struct Slot {
    pub day: Spanned<Weekday>,
    pub start: Spanned<Time>,
    pub end: Spanned<Time>,
    #[view(span)]
    pub span: Span,
}

impl Slot {
    /// The day and the times. Returns `None` if a part has a mistake, which was reported.
    pub fn time(&self) -> Option<(Weekday, TimeRange)> {
        let is_known = [self.day.span, self.start.span, self.end.span].iter().all(|span| span.is_somewhere());
        let time = TimeRange::new(self.start.value, self.end.value).filter(|_| is_known)?;
        Some((self.day.value, time))
    }
}

#[derive(Debug, View)]
pub struct TrainerFields {
    pub name: Spanned<Text>,
    pub role: Text,
    pub image: Option<PictureRef>,
    pub social: Vec<TrainerSocial>,
}

#[derive(Debug, View)]
pub struct TrainerSocial {
    pub network: Name,
    /// The target of the icon; an icon without one is no link.
    pub url: Option<Link>,
    #[view(table)]
    pub table: Arc<Table>,
}

#[derive(Clone, Debug, View)]
pub struct PlanFields {
    pub title: Spanned<Text>,
    pub price: Price,
    pub period: Text,
    /// The number of days in the period, so that plans compare by the price of a day.
    pub days: Option<u32>,
    /// The place to buy it, if not where all are.
    pub book: Option<Destination>,
}

/// A branch of a gym. Hours and contacts that it lacks are those of `content/site.toml`.
#[derive(Debug, View)]
pub struct BranchFields {
    pub title: Text,
    pub address: Address,
    pub phone: Option<Phone>,
    pub whatsapp: Option<Phone>,
    pub sms: Option<Phone>,
    pub email: Option<Text>,
    /// The time zone of its times, if not that of the gym.
    pub time_zone: Option<TimeZone>,
    /// Its opening hours, if they aren't those of the gym.
    pub hours: Vec<Hours>,
    #[view(key = "closure")]
    closures: Vec<DeclaredException>,
    pub map: Option<Map>,
    /// The first statement of the file.
    #[view(span)]
    pub span: Span,
}

impl BranchFields {
    /// When it stays closed or has other hours, besides the days that the whole gym does, in the order of the calendar.
    pub fn closures(&self) -> Vec<HoursException> {
        HoursException::sorted(&self.closures)
    }
}

/// A post of the blog, besides what any entry has by properties of its type.
#[derive(Debug, View)]
pub struct BlogFields {
    pub title: Text,
    /// When it appears.
    pub date: PublicationDate,
    pub image: Option<PictureRef>,
    pub excerpt: Text,
    pub body: Markdown,
}
