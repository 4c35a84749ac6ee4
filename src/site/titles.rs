//! Titles of files that only programs read.

use super::Site;
use crate::schema::{Name, Role, decode::value::Text};

impl Site {
    /// The title of a file about a part of the site: the gym, and the title of the part if it has one.
    pub fn title_of(&self, part: Option<&str>) -> String {
        let gym = self.gym.settings.name.as_str();
        part.map_or_else(|| gym.to_owned(), |part| format!("{gym}{}{part}", self.gym.formats.colon()))
    }

    /// The title of a feed or calendar: the gym, and the title of the page that lists its entries; for a blog without
    /// such a page, the gym's tagline.
    pub fn title_of_collection(&self, name: &Name) -> String {
        let part = match self.listing_page(name) {
            Some(page) => Some(&page.title),
            None => {
                self.gym.settings.tagline.as_ref().filter(|_| self.project.types.has_role(name, Role::Blog))
            }
        };
        self.title_of(part.map(Text::as_str))
    }
}
