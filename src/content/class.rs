//! `content/classes/*.toml`: what is taught.

use gympress_derive::View;

use crate::{
    diagnostic::Span,
    schema::{
        EntryRef, Picture,
        decode::{
            Spanned,
            value::{Text, Time, TimeRange, Weekday},
        },
    },
};

#[derive(Debug, View)]
pub struct Class {
    pub title: Spanned<Text>,
    /// Who usually teaches it, if it's one person.
    pub trainer: Option<Spanned<EntryRef>>,
    pub image: Picture,
    pub summary: Text,
    /// Which of its times is shown on its card; without one, the first that the schedule has.
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
    /// The day, and from when to when. Returns `None` if something of it is wrong, which was reported.
    pub fn time(&self) -> Option<(Weekday, TimeRange)> {
        let is_known = [self.day.span, self.start.span, self.end.span].iter().all(|span| span.is_somewhere());
        let time = TimeRange::new(self.start.value, self.end.value).filter(|_| is_known)?;
        Some((self.day.value, time))
    }
}
