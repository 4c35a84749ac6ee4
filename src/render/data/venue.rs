//! Where the entry of a calendar is: in one of several branches, at the gym, or elsewhere.

use std::sync::Arc;

use crate::{
    render::site::RenderSite,
    schema::{Data, DeclaredFile, Table},
    site::Branch,
};

/// Where an entry is.
pub(in crate::render) struct Venue<'r> {
    /// What the entry says: where it is, if not at the gym, or in which room.
    place: Option<&'r str>,
    room: Option<&'r str>,
    /// The branch that it names, or the only one.
    branch: Option<&'r Arc<Branch>>,
    /// The address of the branch, or of the gym in one place.
    address: Option<String>,
    gym: &'r str,
}

impl<'r> Venue<'r> {
    /// Where the entry with this table is.
    pub fn new(entry: &'r Table, calendar: &DeclaredFile, site: &'r RenderSite) -> Self {
        let value = |role: &str| entry.get(calendar.field(role)?).map(|value| &value.value);
        let place = value("place").and_then(Data::as_text).map(|place| place.as_str());
        let stated = value("branch").and_then(Data::as_reference).map(|branch| &*branch.id);
        let of_gym = Some(site.formats.address(site.gym.address()).line()).filter(|line| !line.is_empty());
        // A gym without an address of its own, and one branch, is there.
        let only = match site.entries("branches") {
            [branch] if of_gym.is_none() && place.is_none() => Some(&*branch.id),
            _ => None,
        };
        let branch = stated
            .or(only)
            .and_then(|id| site.entry("branches", id))
            .and_then(|entry| site.branches.get(&entry.id));
        let elsewhere = place.is_some() && branch.is_none();
        let address = match branch {
            Some(branch) => Some(site.formats.address(&branch.entry.address).line()),
            None if elsewhere => entry.text("address").map(str::to_owned),
            None => of_gym,
        };
        Self { place, room: entry.text("room"), branch, address, gym: site.gym.name.as_str() }
    }

    /// What it is called.
    pub fn name(&self) -> String {
        match (self.place, self.branch) {
            (Some(place), _) => place.to_owned(),
            (None, None) if self.room.is_some() => {
                format!("{}, {}", self.gym, self.room.unwrap_or_default())
            }
            (None, Some(branch)) => format!("{} {}", self.gym, branch.entry.title.as_str()),
            (None, None) => self.gym.to_owned(),
        }
    }

    /// Its address; of a place for which there is none, the place.
    pub fn address(&self) -> Option<&str> {
        self.address.as_deref().or(self.place)
    }

    /// All of it in a line.
    pub fn line(&self) -> Option<String> {
        let branch = self.branch.map(|branch| branch.entry.title.as_str());
        let gym = (self.place.is_none() && (branch.is_some() || self.room.is_some())).then_some(self.gym);
        let parts = [self.room, self.place, gym, branch, self.address.as_deref()];
        let line = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        Some(line).filter(|line| !line.is_empty())
    }
}
