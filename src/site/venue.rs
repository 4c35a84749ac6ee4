//! The texts of an entry for feeds, calendars and structured data, by the fields of its type.

use std::sync::Arc;

use jiff::tz::TimeZone;

use super::Site;
use crate::{
    content::Address,
    schema::{CollectionType, Data, DeclaredFile, Role, Table},
    site::Branch,
};

/// The text of the field that programs know as `role`.
pub fn entry_text(entry: &Table, file: &DeclaredFile, role: &str) -> Option<String> {
    let value = &entry.get(file.field(role)?)?.value;
    if let Data::Markdown(text) = value {
        return Some(text.as_str().to_owned());
    }
    Some(value.as_text()?.to_string())
}

/// The author of an entry: of the field that its feed names, else of the single with its words.
pub fn author<'r>(entry: &'r Table, declared: &CollectionType, site: &'r Site) -> Option<&'r str> {
    let own = declared.feed.as_ref().and_then(|feed| entry.text(feed.field("author")?));
    own.or_else(|| site.single_beside(&declared.collection.name)?.text("author"))
}

/// The notice that an entry is cancelled or postponed, in the words of its collection. It comes before any other text.
pub fn notice(entry: &Table, collection: &str, site: &Site) -> Option<(&'static str, String)> {
    if let Some(kind) = ["cancelled", "postponed"].into_iter().find(|key| entry.is(key)) {
        return Some((kind, event_word(kind, collection, site).to_owned()));
    }
    let Data::Datetime(old) = &entry.get("moved_from")?.value else { return None };
    let date = site.gym.formats.day_and_month(old.civil().date());
    Some(("moved", event_word("moved", collection, site).replace("{date}", &date)))
}

/// A word for the entries of a collection.
pub fn event_word<'r>(key: &str, collection: &str, site: &'r Site) -> &'r str {
    site.words_of(collection).and_then(|words| words.text(key)).unwrap_or_default()
}

/// The title of an entry, after a notice if there is one.
pub fn entry_title(entry: &Table, file: &DeclaredFile, collection: &str, site: &Site) -> String {
    let title = entry_text(entry, file, "title").unwrap_or_default();
    match notice(entry, collection, site) {
        Some((_, notice)) if !notice.is_empty() => format!("{notice}{}{title}", site.gym.formats.colon()),
        _ => title,
    }
}

/// The branch that an entry names.
fn branch_of<'r>(entry: &Table, calendar: &DeclaredFile, site: &'r Site) -> Option<&'r Arc<Branch>> {
    let named = &entry.get(calendar.field("branch")?)?.value;
    site.gym.branches.get(&named.as_reference()?.id)
}

/// The time zone of an entry's times.
pub fn zone_of<'r>(entry: &Table, calendar: &DeclaredFile, site: &'r Site) -> &'r TimeZone {
    site.zone_of(branch_of(entry, calendar, site).map(|branch| &*branch.id))
}

/// The address in a line; `None` if content says nothing of it.
fn line_of(address: &Address, site: &Site) -> Option<String> {
    Some(site.gym.formats.address(address.parts()).line()).filter(|line| !line.is_empty())
}

/// The place of an entry.
pub struct Venue<'r> {
    /// The place that the entry names: its room, or a place outside of the gym.
    place: Option<&'r str>,
    room: Option<&'r str>,
    /// The address for joining it online.
    pub online: Option<&'r str>,
    /// The named branch, or the only one.
    branch: Option<&'r Arc<Branch>>,
    /// The address of the branch, or of a gym in one place.
    address: Option<String>,
    gym: &'r str,
    comma: &'static str,
}

impl<'r> Venue<'r> {
    /// The place of the entry with this table.
    pub fn new(entry: &'r Table, calendar: &DeclaredFile, site: &'r Site) -> Self {
        let place = calendar.field("place").and_then(|field| entry.get(field)?.value.as_text());
        let place = place.map(|place| &**place);
        let gym_address = line_of(site.gym.settings.address(), site);
        // A gym without its own address, and with one branch, is at that branch.
        let only = match site.entries_of(Role::Branch) {
            [branch] if gym_address.is_none() && place.is_none() => site.gym.branches.get(&branch.id),
            _ => None,
        };
        let branch = branch_of(entry, calendar, site).or(only);
        let elsewhere = place.is_some() && branch.is_none();
        let address = match branch {
            Some(branch) => line_of(&branch.entry.address, site),
            None if elsewhere => entry.text("address").map(str::to_owned),
            None => gym_address,
        };
        let online = match entry.get("online").map(|online| &online.value) {
            Some(Data::Str(_, url)) => Some(&**url),
            _ => None,
        };
        Self {
            place,
            room: entry.text("room"),
            online,
            branch,
            address,
            gym: site.gym.settings.name.as_str(),
            comma: site.gym.formats.comma(),
        }
    }

    /// True if it takes place online only.
    pub fn is_only_online(&self) -> bool {
        self.online.is_some() && self.place.is_none() && self.room.is_none() && self.branch.is_none()
    }

    /// The name of the place.
    pub fn name(&self) -> String {
        match (self.place, self.branch, self.room) {
            (Some(place), ..) => place.to_owned(),
            (None, Some(branch), _) => format!("{} {}", self.gym, branch.entry.title.as_str()),
            (None, None, Some(room)) => [self.gym, room].join(self.comma),
            (None, None, None) => self.gym.to_owned(),
        }
    }

    /// The address, else the name of the place.
    pub fn address(&self) -> Option<&str> {
        self.address.as_deref().or(self.place)
    }

    /// The parts of the place in a line.
    pub fn line(&self) -> Option<String> {
        if let Some(online) = self.online.filter(|_| self.is_only_online()) {
            return Some(online.to_owned());
        }
        let branch = self.branch.map(|branch| branch.entry.title.as_str());
        let gym = self.place.is_none().then_some(self.gym);
        let parts = [self.room, self.place, gym, branch, self.address.as_deref()];
        let line = parts.into_iter().flatten().collect::<Vec<_>>().join(self.comma);
        Some(line).filter(|line| !line.is_empty())
    }
}
