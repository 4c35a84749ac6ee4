//! The gym, as every page knows it.

use jiff::civil::Date;
use minijinja::{Value, context};
use serde::Serialize;

use super::value;
use crate::{
    content::{Closure, Social, TrainerSocial},
    decode::value::{Link, TimeRange, Weekday},
    render::formats::Formats,
    site::Site,
};

/// A social icon.
#[derive(Serialize)]
pub(super) struct SocialView {
    network: &'static str,
    title: &'static str,
    url: Option<String>,
}

impl SocialView {
    /// Network, title and address, if the icon leads somewhere.
    pub(super) fn into_link(self) -> Option<(String, String, String)> {
        Some((self.network.to_owned(), self.title.to_owned(), self.url?))
    }
}

impl From<&Social> for SocialView {
    fn from(social: &Social) -> Self {
        use crate::decode::value::Word;
        Self {
            network: social.network.word(),
            title: social.network.title(),
            url: Some(social.url.as_str().to_owned()),
        }
    }
}

impl SocialView {
    pub(super) fn of_trainer(social: &TrainerSocial, formats: &Formats) -> Self {
        use crate::decode::value::Word;
        Self {
            network: social.network.word(),
            title: social.network.title().unwrap_or(formats.email),
            url: social.url.as_ref().map(Link::as_written),
        }
    }
}

/// Days on which the gym stays closed.
#[derive(Serialize)]
struct ClosureView<'a> {
    first: String,
    first_datetime: String,
    /// Nothing for a single day.
    last: Option<String>,
    last_datetime: String,
    note: &'a str,
}

impl<'a> ClosureView<'a> {
    fn of(closure: &'a Closure, formats: &Formats) -> Self {
        let shown = |day: Date| formats.full_date(day);
        Self {
            first: shown(closure.first),
            first_datetime: closure.first.to_string(),
            last: (closure.last != closure.first).then(|| shown(closure.last)),
            last_datetime: closure.last.to_string(),
            note: closure.note.as_str(),
        }
    }
}

#[derive(Serialize)]
struct HoursView {
    days: String,
    text: String,
    closed: bool,
}

pub(super) fn view(site: &Site) -> Value {
    let gym = &site.gym;
    let social: Vec<SocialView> = gym.social.iter().map(SocialView::from).collect();
    let address = &gym.address;
    let line = address_line(site);
    context! {
        name => gym.name.as_str(),
        tagline => gym.tagline.as_str(),
        description => gym.description.as_str(),
        language => gym.language.as_str(),
        currency => gym.currency.as_str(),
        phone => gym.phone.as_str(),
        phone_href => gym.phone.href(),
        email => gym.email.as_str(),
        address => context! { line, ..value(address) },
        hours => value(hours(site)),
        closures => value(site.closures().map(|closure| ClosureView::of(closure, Formats::of(site))).collect::<Vec<_>>()),
        social => value(social),
        map => value(&gym.map),
        colours => value(&gym.colours),
        test_account => value(&gym.test_account),
        accounts => gym.accounts.is_some(),
        year => site.today.year(),
        worker => gym.offline.as_ref().map(|_| site.base.href("/sw.js")),
    }
}

/// The address in a line.
pub(super) fn address_line(site: &Site) -> String {
    let address = &site.gym.address;
    [&address.street, &address.area, &address.city, &address.country].map(|part| part.as_str()).join(", ")
}

fn hours(site: &Site) -> Vec<HoursView> {
    let formats = Formats::of(site);
    let view = |(first, last, open): (Weekday, Weekday, Option<TimeRange>)| HoursView {
        days: formats.weekdays(first, last),
        text: match open {
            Some(open) => formats.times(open),
            None => site.navigation.footer.closed.as_str().to_owned(),
        },
        closed: open.is_none(),
    };
    site.hours.runs().into_iter().map(view).collect()
}
