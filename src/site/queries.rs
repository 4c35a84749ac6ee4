//! Queries of pages and feeds.

use jiff::Zoned;

use super::{OpeningHours, Site};
use crate::{
    content::HoursException,
    schema::{Data, decode::value::Weekday},
};

impl Site {
    /// A field of `content/site.toml`.
    pub fn site_field(&self, key: &str) -> Option<&Data> {
        self.single("site")?.get(key).map(|value| &value.value)
    }

    /// The usual hours of a branch, or without one of the gym; `None` if content doesn't declare them.
    pub fn hours(&self, branch: Option<&str>) -> Option<&OpeningHours> {
        let opening = self.opening_of(branch);
        opening.is_declared.then_some(&opening.usual)
    }

    /// The coming days on which a branch, or without one the gym, is closed or has other hours, soonest first.
    pub fn coming_closures(&self, branch: Option<&str>) -> impl Iterator<Item = &HoursException> {
        self.opening_of(branch).coming(self.clock.today.date())
    }

    /// The first moment of the year of the build, on the site's clock.
    pub fn first_of_year(&self) -> Zoned {
        let first = self.clock.today.date().first_of_year();
        first.to_zoned(self.gym.settings.time_zone.clone()).unwrap_or_else(|_| self.clock.today.clone())
    }

    /// The address of the page that shows the whole week.
    pub fn week_path(&self) -> Option<String> {
        Some(self.week_page()?.first_path().into_owned())
    }

    /// The address of the page of a day, with the base path, if days have pages.
    pub fn day_url(&self, day: Weekday) -> Option<String> {
        self.here_or_main(|site| Some(site.daily_page()?.path(1, Some(day))))
    }

    /// The address, with the base path, of the page of a day, else of the whole week, else of the front page.
    pub fn day_href(&self, day: Weekday) -> String {
        let week = self.day_url(day).or_else(|| self.here_or_main(Self::week_path));
        week.unwrap_or_else(|| self.address.base.path().to_owned())
    }
}
